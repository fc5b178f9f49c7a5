package reply

import (
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// findEchoes looks for the objects in what the judge was shown.
func (r *reader) findEchoes(list []choice) {
	for i := range list {
		c := &list[i]
		// One object in JSON's form that stands as the verdict needs no second look.
		c.echo = r.echoOf(c.candidate, c.reading.at, len(list) > 1 || c.notes != 0 || c.fault != "" || !c.standsAsVerdict())
		if c.echo.source == planted && c.label == final && r.labelIsPlanted(c.candidate) {
			c.label = unlabelled
		}
	}
	keepSecondThoughts(list)
}

// keepSecondThoughts makes the judge's own every object after the last verdict that cannot be read: it
// may be another verdict that breaks off, of which too little is left to say that it is repeated.
func keepSecondThoughts(list []choice) {
	for i := len(list) - 1; i >= 0 && list[i].reading.state != good; i-- {
		if list[i].fault != "" {
			list[i].echo = echo{}
		}
	}
}

// labelIsPlanted reports whether the label of an object ends as what stands before it in what was judged.
func (r *reader) labelIsPlanted(c *candidate) bool {
	const enough = 3
	r.squeezeShown()
	words := []rune(squeeze(beforeFence(c.text[:c.start])))
	if len(words) > enough {
		words = words[len(words)-enough:]
	}
	label := string(words) + squeeze(c.text[c.start:c.end])
	return slices.ContainsFunc(r.squeezedJudged, func(s string) bool { return strings.Contains(s, label) })
}

// withoutEchoes drops repetitions of what the judge was shown.
//
// Words of an answer that come back are a repetition in any case. Other objects may be the judge's own
// although they stand elsewhere too, or else an answer that lists all verdicts would make every grade
// unreadable: they count where they stand as the verdict, beside no object that stands nowhere else.
func withoutEchoes(live []choice) ([]choice, string, *judge.Error) {
	kept := keep(live, func(c *choice) bool { return c.echo.source != planted || !c.echo.words })
	if len(kept) == 0 {
		return nil, "", judge.Errorf(judge.Malformed, "the reply repeats an object of what was judged, and has no verdict of its own")
	}
	if owns := leastShown(kept); len(owns) > 0 {
		least := owns[0].echo.source
		kept = keep(kept, func(c *choice) bool {
			return c.echo.source == least || !c.echo.words && c.standsAsVerdict() && c.label < quoted && c.shapedLike(owns)
		})
	} else if err := checkShown(kept); err != nil {
		return nil, "", err
	}
	if len(kept) < len(live) {
		return kept, "the others stand in the prompt", nil
	}
	return kept, "", nil
}

// leastShown returns the objects that stand nowhere else, or, beside objects of what was judged, those
// that stand in the prompt alone; none when no object is less shown than the others.
func leastShown(list []choice) []choice {
	if owns := keep(list, func(c *choice) bool { return c.echo.source == own }); len(owns) > 0 {
		return owns
	}
	owns := keep(list, func(c *choice) bool { return c.echo.source == prompted })
	if len(owns) == len(list) {
		return nil
	}
	return owns
}

// checkShown refuses objects that all stand in what the judge was shown and may be repeated from there.
func checkShown(list []choice) *judge.Error {
	last := &list[len(list)-1]
	switch {
	case !last.standsAsVerdict() || last.label >= quoted || last.echo.source == planted && last.announced && last.label != final:
		return judge.Errorf(judge.Malformed, "the only object of the reply also stands in the prompt, so that it may be a quotation; give the verdict alone")
	case last.echo.words && !last.alone():
		return judge.Errorf(judge.Malformed, "the reply repeats the example of the prompt; give a verdict of your own, alone")
	}
	return nil
}

// standsAsVerdict reports whether an object stands where a verdict does: at the end, on its own lines,
// or under a label that says so.
func (c *choice) standsAsVerdict() bool { return c.last && c.block || c.label == final }

// alone reports whether nothing but packaging stands around an object.
func (c *choice) alone() bool { return c.last && trim(beforeFence(c.text[:c.start])) == "" }

// shapedLike reports whether c has the keys of one of the others.
func (c *choice) shapedLike(others []choice) bool {
	for _, o := range others {
		if o.fault != "" || c.fault != "" {
			return true
		}
		if o.doc.root.kind() == object && c.doc.root.kind() == object && sameKeys(o.doc.root, c.doc.root) {
			return true
		}
	}
	return false
}

func sameKeys(a, b value) bool {
	if a.size() != b.size() {
		return false
	}
	for m := a.first(); m.ok(); m = m.next() {
		if !member(b, map[string]bool{fold(m.key()): true}).ok() {
			return false
		}
	}
	return true
}

// Flags of grades whose object stands in what the judge was shown.
const (
	flagPlanted = "the same object stands in what was judged"
	flagExample = "the same object stands in the prompt"
)

func flagEcho(grades []judge.Grade, s source) {
	switch s {
	case planted:
		flag(grades, flagPlanted)
	case prompted:
		flag(grades, flagExample)
	}
}
