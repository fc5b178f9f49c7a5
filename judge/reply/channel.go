package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	channelMark = "<|channel|>"
	startMark   = "<|start|>"
	messageMark = "<|message|>"
	noFinal     = "the reply has no final channel"
)

// finalChannel returns the final channel of a reply in channel markup, which a server should have
// taken apart. The markup counts when the reply begins with it; further on it may be quoted.
func finalChannel(s string, material []string) (answer, bool) {
	const bare = "analysis" + messageMark
	switch {
	case strings.HasPrefix(s, bare):
		s = channelMark + s
	case strings.HasPrefix(s, channelMark), strings.HasPrefix(s, startMark) && strings.Contains(s, channelMark):
	default:
		return barePrefix(s, material)
	}
	for _, m := range material {
		if strings.Contains(m, channelMark) {
			return answer{}, false
		}
	}
	var final []string
	for _, part := range strings.Split(s, channelMark)[1:] {
		name, message, found := strings.Cut(part, messageMark)
		if fields := strings.Fields(name); !found || len(fields) == 0 || fields[0] != "final" && !strings.HasPrefix(fields[0], "final<") {
			continue
		}
		for _, end := range []string{"<|return|>", "<|call|>"} {
			before, after, _ := strings.Cut(message, end)
			if trim(after) != "" {
				// A reply ends there. What has more to say quotes the marks.
				return answer{}, false
			}
			message = before
		}
		for _, end := range []string{"<|end|>", startMark} {
			message, _, _ = strings.Cut(message, end)
		}
		final = append(final, message)
	}
	if len(final) == 0 {
		return answer{fault: noFinal, empty: true}, true
	}
	return answer{segments: final, how: "final channel"}, true
}

// barePrefix takes apart a reply whose channel marks were dropped and whose channel names were not.
func barePrefix(s string, material []string) (answer, bool) {
	const name, mark = "analysis", "assistantfinal"
	rest, found := strings.CutPrefix(s, name)
	first, _ := utf8.DecodeRuneInString(rest)
	switch n := strings.Count(s, mark); {
	case found && n == 0 && (first == '{' || unicode.IsUpper(first)):
		return answer{fault: noFinal, empty: true}, true
	case !found || n != 1:
		return answer{}, false
	}
	for _, m := range material {
		if strings.Contains(m, mark) {
			return answer{}, false
		}
	}
	_, after, _ := strings.Cut(s, mark)
	return answer{segments: []string{after}, how: "final channel"}, true
}
