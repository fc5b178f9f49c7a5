package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge/ledger"
)

// openLedger opens -ledger, which begins with the verdicts of -merge, notes in it whose verdicts it will have,
// and says what is odd about it. With -offline it is only read.
func openLedger(o options, about ledger.About, members []member, stderr io.Writer) (l *ledger.Ledger, err error) {
	var notes []string
	if len(o.merge) > 0 {
		notes, err = ledger.Merge(o.ledger, o.merge...)
		if errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("-merge begins a new ledger, and %s is there: to go on with it, leave -merge out", o.ledger)
		}
		if err != nil {
			return nil, err
		}
	}
	if o.offline {
		if l, err = ledger.Read(o.ledger); err != nil {
			return nil, err
		}
	} else {
		for i, m := range members {
			if i > 0 {
				err = l.Close()
			}
			about.Judge = m.identity
			if err == nil {
				l, err = ledger.Open(o.ledger, about)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	for _, n := range append(notes, l.Notes()...) {
		fmt.Fprintln(stderr, "ledger:", n)
	}
	return l, nil
}

// find looks in the ledger for the judge's verdicts on this run, and names a judge that the command line does
// not name.
func (m *member) find(l *ledger.Ledger, about ledger.About) error {
	var all []string
	for _, a := range l.Abouts() {
		if a.Dataset == about.Dataset && a.Prompt == about.Prompt {
			all = append(all, a.Judge)
		}
	}
	switch {
	case slices.Contains(all, m.identity):
	case len(all) == 0:
		return errors.New("the ledger has no run with this dataset and this prompt")
	case m.identity != "":
		return fmt.Errorf("the ledger has no verdicts of %s, but of %s", m.identity, strings.Join(all, " and of "))
	case len(all) > 1:
		return fmt.Errorf("the ledger has verdicts of several judges; say with -judge and its flags which: %s", strings.Join(all, " or "))
	default:
		m.identity, m.name = all[0], nameOf(all[0])
	}
	return nil
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
