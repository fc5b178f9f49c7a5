package correct

import (
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/rubric"
)

// Class is a kind of criteria on which a judge errs alike.
type Class struct {
	// Category is the category of the criteria; empty for all categories together.
	Category string `json:"category"`
	// Penalty says whether their weights are negative. Judges err differently on penalties, which
	// most answers do not meet.
	Penalty bool `json:"penalty"`
}

// String returns the class in words.
func (c Class) String() string {
	sign := "positive weight"
	if c.Penalty {
		sign = "negative weight"
	}
	if c.Category == "" {
		return "criteria of " + sign
	}
	return fmt.Sprintf("criteria of %s in %q", sign, c.Category)
}

// classOf returns the class of one criterion.
func classOf(c rubric.Criterion) Class { return Class{c.Category, c.Weight < 0} }

// Calibrations hold a judge's [Calibration] for each class: for each sign of weight over all
// categories, and for each category by itself.
type Calibrations map[Class]Calibration

// Calibrate compares a judge's labels with an expert's on the criteria that both judged, and returns
// the counts by class. samples give the weights and categories. It is an error when a label is there
// twice or its criterion is in no sample.
func Calibrate(judge, expert []agreement.Label, samples []dataset.Sample) (Calibrations, error) {
	criteria := map[agreement.Key]rubric.Criterion{}
	for _, s := range samples {
		for _, c := range s.Rubric().Criteria() {
			criteria[agreement.Key{Sample: s.ID(), Criterion: c.ID}] = c
		}
	}
	judged := map[agreement.Key]bool{}
	for _, l := range judge {
		if _, dup := judged[l.Key()]; dup {
			return nil, fmt.Errorf("correct: the judge labeled sample %s, criterion %s twice", l.Sample, l.Criterion)
		}
		judged[l.Key()] = l.Met
	}
	out := Calibrations{}
	seen := map[agreement.Key]bool{}
	for _, l := range expert {
		k := l.Key()
		if seen[k] {
			return nil, fmt.Errorf("correct: the expert labeled sample %s, criterion %s twice", l.Sample, l.Criterion)
		}
		seen[k] = true
		c, ok := criteria[k]
		if !ok {
			return nil, fmt.Errorf("correct: no sample has the labeled criterion: sample %s, criterion %s", l.Sample, l.Criterion)
		}
		met, ok := judged[k]
		if !ok {
			continue
		}
		own := classOf(c)
		out.add(own, l.Met, met)
		if own.Category != "" {
			out.add(Class{Penalty: own.Penalty}, l.Met, met)
		}
	}
	return out, nil
}

// add counts one verdict of the judge's beside the expert's.
func (c Calibrations) add(class Class, expert, judge bool) {
	counts := c[class]
	if expert {
		counts.Met++
		if judge {
			counts.MetRight++
		}
	} else {
		counts.Unmet++
		if !judge {
			counts.UnmetRight++
		}
	}
	c[class] = counts
}

// MinLabels is the number of labels that say met, and of those that say unmet, from which a category
// has a calibration of its own in [Scores]. Below it the one of its sign over all categories is used.
const MinLabels = 50

// of returns the class whose calibration applies to criteria of class own, with the calibration.
func (c Calibrations) of(own Class) (Class, Calibration) {
	if cal := c[own]; cal.Met >= MinLabels && cal.Unmet >= MinLabels {
		return own, cal
	}
	all := Class{Penalty: own.Penalty}
	return all, c[all]
}
