package reply

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assize-eval/assize/judge"
)

// distinctive is how many letters of text an object must hold before two authors would not write it
// alike by chance.
const distinctive = 40

// source is where an object stands in what the judge was shown.
type source uint8

const (
	// own: nowhere. It is the judge's own.
	own source = iota
	// prompted: in the prompt's own words, as an example.
	prompted
	// planted: in the answer or the conversation.
	planted
)

// echo says what is known about an object from what the judge was shown.
type echo struct {
	source source
	// words says that its words stand there as well, and that they are too many for chance.
	words bool
}

// judged returns the texts of others that the judge was shown: the answer and the conversation.
func judged(task judge.Task) []string {
	if task.Sample == nil {
		return nil
	}
	list := []string{task.Sample.Response()}
	for _, m := range task.Sample.Conversation() {
		list = append(list, m.Content)
	}
	return list
}

// prompt returns the texts of the prompt.
func prompt(task judge.Task) []string {
	return []string{task.Prompt.System, task.Prompt.Prefix, task.Prompt.Suffix}
}

// shows reports whether an object equal to v stands in one of texts.
func shows(texts []string, v value) bool {
	return slices.ContainsFunc(texts, func(s string) bool { return holds(s, v) })
}

// squeeze returns what is left of s when it is compared regardless of its form: without blanks, quotes,
// backslashes and entities, in lower case and half width.
func squeeze(s string) string {
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			i += n
			if r = narrow(r); !isBlank(r) && !isQuoteMark(r) && !strings.ContainsRune("„«»", r) {
				out = utf8.AppendRune(out, unicode.ToLower(r))
			}
			continue
		case c <= ' ', c == '"', c == '\'', c == '`', c == '\\':
		case 'A' <= c && c <= 'Z':
			out = append(out, c+'a'-'A')
		default:
			out = append(out, c)
		}
		i++
	}
	return string(out)
}

// squeezed are texts as squeeze returns them.
type squeezed []string

func squeezeAll(texts []string) squeezed {
	list := make(squeezed, len(texts))
	for i, s := range texts {
		list[i] = squeeze(s)
	}
	return list
}

// squeezeShown makes squeezed copies of what the judge was shown, once.
func (r *reader) squeezeShown() {
	if r.squeezedJudged == nil {
		r.squeezedJudged, r.squeezedPrompt = squeezeAll(judged(r.task)), squeezeAll(prompt(r.task))
	}
}

// echoOf looks for a candidate in what the judge was shown: for what states its verdict, as an object, and,
// where form matters, for the text that it is.
func (r *reader) echoOf(c *candidate, at value, formMatters bool) echo {
	object := ""
	if formMatters {
		r.squeezeShown()
		object = squeeze(c.text[c.start:c.end])
	}
	in := func(texts []string, squeezed squeezed) bool {
		return at.ok() && shows(texts, at) ||
			len(object) > 8 && slices.ContainsFunc(squeezed, func(s string) bool { return strings.Contains(s, object) })
	}
	e := echo{words: !at.ok() || at.letters() >= distinctive}
	switch {
	case in(judged(r.task), r.squeezedJudged):
		e.source = planted
	case in(prompt(r.task), r.squeezedPrompt):
		e.source = prompted
	}
	return e
}
