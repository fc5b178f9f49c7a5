package prbench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// Placeholders of a prompt's text.
const (
	conversationMark = "<<conversation>>"
	answerMark       = "<<answer>>"
	criterionMark    = "<<rubric_item>>"
)

// Prompt is the text by which a judge is asked whether an answer meets one criterion. The zero Prompt
// is the library's own, [DefaultPrompt].
//
// A Prompt is read-only and may be used from several goroutines.
type Prompt struct {
	name, text string
	official   bool
	// fenced says that the texts that are put in are put in between markers, with the answer apart
	// from the conversation.
	fenced bool
}

// DefaultPrompt returns the library's own prompt. It puts the conversation, the answer and the
// criterion between markers that they cannot contain, so that no text can pass for another or for an
// instruction, and it has the part that differs between the criteria of a sample at the end.
//
// Scores under it are not comparable with published ones, which rest on the official prompt: see
// [LoadPrompt].
func DefaultPrompt() Prompt {
	return Prompt{name: "assize prbench/1", text: defaultText, fenced: true}
}

// NewPrompt returns a prompt with a text of the user's own. The text holds the official placeholders:
// <<conversation>> for the whole conversation, in which the answer is the last turn of the assistant,
// and <<rubric_item>> for the criterion. Both must be there, and no other.
//
// Put <<rubric_item>> as late as the text allows: all before it is the same for the criteria of a
// sample, and providers charge less for what they have seen.
func NewPrompt(name, text string) (Prompt, error) {
	p := Prompt{name: name, text: text}
	for _, mark := range []string{conversationMark, criterionMark} {
		if !strings.Contains(text, mark) {
			return Prompt{}, fmt.Errorf("prbench: prompt %q: the placeholder %s is not in it", name, mark)
		}
	}
	for _, mark := range anyMark.FindAllString(text, -1) {
		if mark != conversationMark && mark != criterionMark {
			return Prompt{}, fmt.Errorf("prbench: prompt %q: found %s, for which there is no value", name, mark)
		}
	}
	return p, nil
}

var anyMark = regexp.MustCompile(`<<\w+>>`)

func (p Prompt) orDefault() Prompt {
	if p.text == "" {
		return DefaultPrompt()
	}
	return p
}

// Name names the prompt, for reports.
func (p Prompt) Name() string { return p.orDefault().name }

// String returns the name.
func (p Prompt) String() string { return p.Name() }

// Text returns the prompt's text, with its placeholders.
func (p Prompt) Text() string { return p.orDefault().text }

// SHA256 returns the SHA-256 of Text in lower-case hexadecimal digits.
func (p Prompt) SHA256() string { return hash(p.Text()) }

// Official reports whether this is the official prompt of the release, to the byte.
func (p Prompt) Official() bool { return p.official }

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Render returns the question about one criterion. For several criteria of a sample use
// [Prompt.ForSample], which does the work that they share once.
func (p Prompt) Render(s dataset.Sample, c rubric.Criterion) judge.Prompt {
	return p.ForSample(s).Ask(c)
}

// ForSample fills in what the questions about a sample share: its conversation, and its answer
// without the reasoning (see [StripReasoning]).
func (p Prompt) ForSample(s dataset.Sample) SamplePrompt {
	p = p.orDefault()
	vars := make(map[string]string, 2)
	if p.fenced {
		vars[conversationMark] = judge.Fence("conversation", transcript(s.Conversation()))
		vars[answerMark] = judge.Fence("answer", StripReasoning(s.Response()))
	} else {
		vars[conversationMark] = transcript(withAnswer(s))
	}
	// Filled apart, the parts around the criterion give what one pass over the whole text would.
	parts := strings.Split(p.text, criterionMark)
	for i := range parts {
		var err error
		if parts[i], err = judge.Fill(parts[i], vars); err != nil {
			return SamplePrompt{} // cannot be: NewPrompt refuses such a text
		}
	}
	return SamplePrompt{prefix: parts[0], rest: parts[1:], fenced: p.fenced}
}

// SamplePrompt makes the questions about one sample. Their Prefix is the same string. It is read-only
// and may be used from several goroutines. The zero SamplePrompt asks nothing.
type SamplePrompt struct {
	prefix string
	// rest are the parts of the text before each of which the criterion stands.
	rest   []string
	fenced bool
}

// Ask returns the question whether the answer meets c.
func (q SamplePrompt) Ask(c rubric.Criterion) judge.Prompt {
	text := c.Text
	if q.fenced {
		text = judge.Fence("criterion", text)
	}
	var b strings.Builder
	for _, part := range q.rest {
		b.WriteString(text)
		b.WriteString(part)
	}
	return judge.Prompt{Prefix: q.prefix, Suffix: b.String()}
}
