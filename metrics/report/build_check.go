package report

import (
	"errors"
	"fmt"

	"github.com/assize-eval/assize/rubric"
)

// check returns the first thing about a run that no outcome could make a report of.
func check(cfg *Config, items []Item) error {
	if err := cfg.validate(); err != nil {
		return err
	}
	seen := make(map[sampleKey]bool, len(items))
	for _, it := range items {
		if err := it.checkNew(seen); err != nil {
			return err
		}
	}
	return nil
}

// sampleKey names a sample in a run.
type sampleKey struct{ subset, id string }

// checkNew checks an item and that no other of its subset has its ID.
func (it Item) checkNew(seen map[sampleKey]bool) error {
	if it.Sample == nil {
		return errors.New("report: an item has no sample")
	}
	k := sampleKey{it.Subset, it.Sample.ID()}
	if seen[k] {
		return fmt.Errorf("report: two samples of subset %q have the id %q", k.subset, k.id)
	}
	seen[k] = true
	if err := it.check(); err != nil {
		return fmt.Errorf("report: sample %s: %w", k.id, err)
	}
	return nil
}

// check checks the rubric, and that the tasks, if there are any, cover it exactly once.
func (it Item) check() error {
	r := it.Sample.Rubric()
	if err := rubric.Validate(r); err != nil {
		return err
	}
	if len(it.Tasks) == 0 {
		return nil
	}
	covered := make(map[string]int)
	for _, t := range it.Tasks {
		for _, c := range t.Criteria {
			covered[c.ID]++
		}
	}
	for _, c := range r.Criteria() {
		switch n := covered[c.ID]; {
		case n == 0:
			return fmt.Errorf("criterion %q is covered by no task", c.ID)
		case n > 1:
			return fmt.Errorf("criterion %q is covered by %d tasks", c.ID, n)
		}
		delete(covered, c.ID)
	}
	for id := range covered {
		return fmt.Errorf("a task covers criterion %q, which is not in the rubric", id)
	}
	return nil
}
