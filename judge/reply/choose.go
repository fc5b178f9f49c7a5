package reply

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// choice is an object among those of a reply, with what was made of it.
type choice struct {
	*candidate
	place
	reading reading
	echo    echo
	// inCode says that the object stands in a fence of a programming language.
	inCode bool
}

// choose decides which object of a reply is the verdict, and says why where there were several. Where
// an object stands never decides; what it says, whether others said it before, and what the judge
// calls it do. When in doubt there is no verdict.
func (r *reader) choose(all []choice) (choice, string, *judge.Error) {
	live := keep(all, func(c *choice) bool { return c.reading.state >= bad })
	if len(live) == 0 {
		return choice{}, "", r.noVerdict(all)
	}
	count, how := len(live), ""
	r.findEchoes(live)
	var err *judge.Error
	if live, how, err = withoutEchoes(live); err != nil {
		return choice{}, "", err
	}
	if outside := keep(live, func(c *choice) bool { return !c.inCode }); len(outside) > 0 && len(outside) < len(live) {
		live, how = outside, "the others stand in code"
	}
	if differ(live) {
		var chosen []choice
		if chosen, how = r.byLabel(live); len(chosen) == 0 {
			return choice{}, "", conflict(live)
		}
		live = chosen
	} else if how == "" && len(live) > 1 {
		how = "all agree"
	}
	c := live[len(live)-1]
	if err := r.checkChosen(c); err != nil {
		return choice{}, "", err
	}
	if count > 1 {
		how = fmt.Sprintf("chosen among %d: %s", count, how)
	}
	return c, how, nil
}

func keep(list []choice, ok func(*choice) bool) []choice {
	var kept []choice
	for i := range list {
		if ok(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// differ reports whether the objects are not one verdict.
func differ(live []choice) bool {
	for i := range live {
		if live[i].reading.state == bad && len(live) > 1 || live[i].reading.state == good && live[0].reading.state == good && !live[i].reading.same(live[0].reading) {
			return true
		}
	}
	return false
}

// byLabel decides between objects that differ by what the judge calls them. Both sides need a word:
// one is called final and every other a draft, a quotation or no verdict, or every other is such inside a
// sentence and one stands on its own.
func (r *reader) byLabel(live []choice) ([]choice, string) {
	// What was judged is known to have no such object: then it is not quoted, whatever the words.
	quotation := func(c *choice) bool {
		return c.label == denied || c.label == quoted && (r.task.Sample == nil || c.echo.source != own)
	}
	foreign := func(c *choice) bool {
		return isForeign(c.text[:c.start]) && (r.task.Sample == nil || c.echo.source != own)
	}
	finals := keep(live, func(c *choice) bool { return c.label == final })
	drafts := keep(live, func(c *choice) bool { return c.label == draft || quotation(c) || foreign(c) })
	if len(finals) > 0 && len(finals)+len(drafts) == len(live) && !differ(finals) && live[len(live)-1].label == final {
		return finals, "called final"
	}
	stand := keep(live, func(c *choice) bool { return c.label == unlabelled && c.block || c.label == final })
	quotes := keep(live, func(c *choice) bool { return quotation(c) && !c.block })
	if len(stand) > 0 && len(stand)+len(quotes) == len(live) && !differ(stand) {
		return stand, "the others are quoted"
	}
	return nil, ""
}

// conflict is the error of objects that differ.
func conflict(live []choice) *judge.Error {
	for _, c := range live {
		if c.reading.state == bad {
			return judge.Errorf(judge.Malformed, "the reply holds several objects, and one cannot be read: %s", c.reading.fault)
		}
	}
	return judge.Errorf(judge.Conflict, "the reply holds %d objects that differ (%s); give one", len(live), list(live))
}

// list names the verdicts of objects that differ.
func list(live []choice) string {
	var s []string
	for _, c := range live {
		p := ""
		for i, g := range c.reading.grades {
			if i > 0 {
				p += "/"
			}
			p += points(g.Points)
		}
		if len(s) < 4 {
			s = append(s, p)
		}
	}
	return "points " + strings.Join(s, ", ")
}

// checkChosen refuses an object that the words around it take back.
func (r *reader) checkChosen(c choice) *judge.Error {
	switch {
	case c.reading.state == bad:
		return judge.Errorf(c.reading.code, "%s", c.reading.fault)
	case c.label == draft:
		return judge.Errorf(judge.Malformed, "the reply has a draft and no final object")
	case (c.label == quoted || c.label == denied) && !c.block:
		return judge.Errorf(judge.Malformed, "the only object of the reply is quoted, or said not to be meant")
	}
	return nil
}
