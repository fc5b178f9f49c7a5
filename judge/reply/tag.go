package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tag is one mark that opens or closes a block of reasoning.
type tag struct {
	start, end int
	closes     bool
}

// isReasoning reports whether a folded name is that of a block of reasoning.
func isReasoning(name string) bool {
	switch name {
	case "reason", "analysis", "cot", "chainofthought":
		return true
	}
	return containsAny(name, tagStems)
}

// tagStems are what the names of blocks of reasoning are made of.
var tagStems = []string{"think", "thought", "reasoning", "reflection", "scratchpad", "monologue", "思考"}

// tagsIn returns the marks of reasoning in s, in order: <think>, </Thinking lang="en">, [THINK],
// ◁/think▷, <|begin_of_thought|> and their kin. Marks that are mentioned in quotes are left out.
func tagsIn(s string) []tag {
	var tags []tag
	for i := 0; i < len(s); {
		j := strings.IndexAny(s[i:], "<[◁")
		if j < 0 {
			break
		}
		i += j
		t, ok := tagAt(s, i)
		if !ok {
			_, n := utf8.DecodeRuneInString(s[i:])
			i += n
			continue
		}
		if !isMention(s, t) {
			tags = append(tags, t)
		}
		i = t.end
	}
	return tags
}

// tagAt reads the mark at i.
func tagAt(s string, i int) (tag, bool) {
	const longest = 120
	end := map[byte]string{'<': ">", '[': "]"}[s[i]]
	start := i + 1
	if end == "" {
		end, start = "▷", i+len("◁")
	}
	window := s[start:min(len(s), start+longest)]
	n := strings.Index(window, end)
	if n < 0 {
		return tag{}, false
	}
	inner := strings.Trim(window[:n], "| ")
	t := tag{start: i, end: start + n + len(end)}
	if inner, t.closes = strings.CutPrefix(inner, "/"); !t.closes && strings.HasSuffix(inner, "/") {
		return tag{}, false
	}
	name, attributes, _ := strings.Cut(strings.TrimSpace(inner), " ")
	if strings.ContainsAny(attributes, "<{}") || s[i] == '[' && (attributes != "" || name != strings.ToUpper(name)) {
		return tag{}, false
	}
	name = fold(name)
	t.closes = t.closes || strings.HasPrefix(name, "end")
	return t, isReasoning(name)
}

// isMention reports whether a mark stands in quotes: the text speaks of it.
func isMention(s string, t tag) bool {
	before, n := utf8.DecodeLastRuneInString(s[:t.start])
	after, _ := utf8.DecodeRuneInString(s[t.end:])
	if !isQuoteMark(before) {
		return false
	}
	if isQuoteMark(after) {
		return true
	}
	// A quote that opens before the mark; one that closes there ends what was said before.
	outer, _ := utf8.DecodeLastRuneInString(s[:t.start-n])
	return before == '“' || before == '「' || t.start == n || unicode.IsSpace(outer) || strings.ContainsRune("(:：（", outer)
}

func isQuoteMark(c rune) bool {
	return strings.ContainsRune("\"'`“”‘’「」『』", c) && c != utf8.RuneError
}
