package agreement

import (
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

// Label is a verdict on one criterion of one sample: an expert's, or a judge's to hold against it.
type Label struct {
	// Sample and Criterion are the IDs of what is judged.
	Sample    string `json:"sample"`
	Criterion string `json:"criterion"`
	// Met says whether the answer meets the criterion. It is the plain verdict for penalties too:
	// a penalty that is met costs points.
	Met bool `json:"met"`
}

// Key names the criterion of a sample that a [Label] is about, by their IDs.
type Key struct {
	Sample    string `json:"sample"`
	Criterion string `json:"criterion"`
}

// Key returns what l is about.
func (l Label) Key() Key { return Key{l.Sample, l.Criterion} }

// FromGrades returns the labels of a judge's grades of a sample. Missing grades have none. It is an
// error when a grade is of no criterion of the sample, and when its points are neither 0 nor the
// criterion's weight: such a grade is no verdict of met or not met.
func FromGrades(sample dataset.Sample, grades []judge.Grade) ([]Label, error) {
	weights := map[string]float64{}
	for _, c := range sample.Rubric().Criteria() {
		weights[c.ID] = c.Weight
	}
	var labels []Label
	for _, g := range grades {
		if g.Status != judge.Graded {
			continue
		}
		w, ok := weights[g.Criterion]
		switch {
		case !ok:
			return nil, fmt.Errorf("agreement: sample %s has no criterion %q", sample.ID(), g.Criterion)
		case g.Points != 0 && g.Points != w:
			return nil, fmt.Errorf("agreement: sample %s, criterion %s: %v points of %v are no verdict of met or not met", sample.ID(), g.Criterion, g.Points, w)
		}
		labels = append(labels, Label{sample.ID(), g.Criterion, g.Points == w})
	}
	return labels, nil
}

// byKey returns labels by what they are about, or an error when one is there twice or unnamed.
func byKey(labels []Label) (map[Key]bool, error) {
	out := make(map[Key]bool, len(labels))
	for _, l := range labels {
		if l.Sample == "" || l.Criterion == "" {
			return nil, fmt.Errorf("agreement: a label of sample %q, criterion %q", l.Sample, l.Criterion)
		}
		if _, dup := out[l.Key()]; dup {
			return nil, fmt.Errorf("agreement: sample %s, criterion %s is labeled twice", l.Sample, l.Criterion)
		}
		out[l.Key()] = l.Met
	}
	return out, nil
}
