package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/assize-eval/assize/judge/ledger"
)

// openLedger opens -ledger, which begins with the verdicts of -merge, and says what is odd about it. With
// -offline it is only read.
func openLedger(o options, about ledger.About, stderr io.Writer) (*ledger.Ledger, error) {
	var notes []string
	if len(o.merge) > 0 {
		var err error
		if notes, err = ledger.Merge(o.ledger, o.merge...); err != nil {
			return nil, err
		}
	}
	var l *ledger.Ledger
	var err error
	if o.offline {
		l, err = ledger.Read(o.ledger)
	} else {
		l, err = ledger.Open(o.ledger, about)
	}
	if err != nil {
		return nil, err
	}
	for _, n := range append(notes, l.Notes()...) {
		fmt.Fprintln(stderr, "ledger:", n)
	}
	return l, nil
}

// judgeOf returns the judge whose verdicts on this run are in the ledger, as it is named there: the one of
// the command line if it has one, which must be among them.
func judgeOf(l *ledger.Ledger, about ledger.About) (string, error) {
	var all []string
	for _, a := range l.Abouts() {
		if a.Dataset == about.Dataset && a.Prompt == about.Prompt {
			all = append(all, a.Judge)
			if a == about {
				return a.Judge, nil
			}
		}
	}
	switch {
	case len(all) == 0:
		return "", fmt.Errorf("the ledger has no run with this dataset and this prompt")
	case about.Judge != "":
		return "", fmt.Errorf("the ledger has no verdicts of %s, but of %s", about.Judge, strings.Join(all, " and of "))
	case len(all) > 1:
		return "", fmt.Errorf("the ledger has verdicts of several judges; say with -judge and its flags which: %s", strings.Join(all, " or "))
	}
	return all[0], nil
}

// nameOf returns the -judge of a judge as it is named in a ledger.
func nameOf(identity string) string {
	var llm struct {
		Model string `json:"model"`
	}
	if text, ok := strings.CutPrefix(identity, "llm "); ok && json.Unmarshal([]byte(text), &llm) == nil {
		return cmp.Or(llm.Model, identity)
	}
	if strings.HasPrefix(identity, baselineName) {
		return baselineName
	}
	return identity
}
