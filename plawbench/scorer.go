package plawbench

import (
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
)

// Names of the values of a sample, all of them shares of points.
const (
	// Acc is points given over points that can be won. Every subset has it.
	Acc = "acc"
	// ConclusionAcc, FactAcc, ReasoningAcc and LawAcc are the same for one section of a case
	// analysis.
	ConclusionAcc = "conclusion_acc"
	FactAcc       = "fact_acc"
	ReasoningAcc  = "reasoning_acc"
	LawAcc        = "law_acc"
)

// sectionMetric names the value of a section.
var sectionMetric = map[string]string{
	Conclusion: ConclusionAcc,
	Facts:      FactAcc,
	Reasoning:  ReasoningAcc,
	LegalBasis: LawAcc,
}

// score is the [metrics.Scorer] of the benchmark: points over the dataset's own maxima. Points are
// bounded to [0, maximum] for each section before they are summed: a judge that adds up the marks of
// a rubric's items can get above what the section is worth.
func score(sample dataset.Sample, grades []judge.Grade) (metrics.Values, error) {
	criteria := sample.Rubric().Criteria()
	v := metrics.Values{}
	sum, most := 0.0, 0.0
	for i, c := range criteria {
		p := c.Clamp(grades[i].Points)
		sum += p
		most += c.Weight
		if name, ok := sectionMetric[c.ID]; ok {
			v[name] = p / c.Weight
		}
	}
	if !(most > 0) {
		return nil, fmt.Errorf("plawbench: sample %s is worth %v points", sample.ID(), most)
	}
	v[Acc] = sum / most
	return v, nil
}

// scoreOfficially does the arithmetic of the released evaluator, for comparison: both the points and
// the maxima are those that the judge states, neither is bounded, and a maximum of 0, such as the
// released template has for 结论, gives 0. A missing verdict, which the policy turns into a grade
// without a maximum, gives 0 too.
func scoreOfficially(sample dataset.Sample, grades []judge.Grade) (metrics.Values, error) {
	v := metrics.Values{}
	sum, most := 0.0, 0.0
	for _, g := range grades {
		sum += g.Points
		most += g.Max
		if name, ok := sectionMetric[g.Criterion]; ok {
			v[name] = share(g.Points, g.Max)
		}
	}
	v[Acc] = share(sum, most)
	return v, nil
}

func share(points, most float64) float64 {
	if most <= 0 {
		return 0
	}
	return points / most
}
