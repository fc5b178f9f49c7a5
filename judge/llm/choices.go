package llm

import (
	"fmt"
	"strings"
)

// readChoices takes the reply from the choices. One alone was asked for: of several those without a word
// are passed over, and the others must be the same.
func (e *envelope) readChoices(choices []chatChoice, sent []string) {
	if len(choices) == 1 {
		e.readChoice(choices[0], sent)
		return
	}
	var kept []envelope
	var silent *envelope
	for _, c := range choices {
		one := *e
		one.readChoice(c, sent)
		if one.class == classEmpty && isRegular(one.reply.Finish) {
			silent = &one
			continue
		}
		kept = append(kept, one)
	}
	if len(kept) == 0 {
		*e = *silent
		return
	}
	for _, one := range kept[1:] {
		if one.class != kept[0].class || !sameText(one.reply.Text, kept[0].reply.Text) || !sameText(one.reply.Refusal, kept[0].reply.Refusal) {
			e.reply.Text = kept[0].reply.Text + "\n\n" + one.reply.Text // for those who look at it
			e.set(classConflict, fmt.Sprintf("the response has %d choices, which differ", len(choices)))
			return
		}
	}
	*e = kept[0]
}

// isRegular reports whether a reply ended by itself, or nobody says how.
func isRegular(finish string) bool { return finish == "" || finish == "stop" }

func sameText(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }
