package agreement

import (
	"fmt"

	"github.com/assize-eval/assize/metrics"
)

// Categories of verdicts in a [Table].
const (
	// Unmet is the category of criteria that are not met.
	Unmet = 0
	// Met is the category of criteria that are met.
	Met = 1
)

// Summary is how two raters agree on verdicts. The first is the judge, the second the reference:
// an expert, another judge, or the judge asked again. Rubric verdicts are skewed, so read κ, AC1 and
// raw agreement together. The N of every estimate is the number of verdicts.
type Summary struct {
	// N counts verdicts that both raters gave, and Samples the samples that they are of.
	N       int `json:"n"`
	Samples int `json:"samples"`
	// BothMet, OnlyFirst, OnlySecond and Neither count verdicts by who says met: true positives,
	// false positives, false negatives and true negatives.
	BothMet    int `json:"both_met"`
	OnlyFirst  int `json:"only_first"`
	OnlySecond int `json:"only_second"`
	Neither    int `json:"neither"`

	Raw   metrics.Estimate `json:"raw"`
	Kappa metrics.Estimate `json:"kappa"`
	Pi    metrics.Estimate `json:"pi"`
	AC1   metrics.Estimate `json:"ac1"`
	Alpha metrics.Estimate `json:"alpha"`
	MCC   metrics.Estimate `json:"mcc"`

	// MacroF1 is (F1Met + F1Unmet)/2, the figure that HealthBench and PRBench publish.
	MacroF1        metrics.Estimate `json:"macro_f1"`
	F1Met          metrics.Estimate `json:"f1_met"`
	F1Unmet        metrics.Estimate `json:"f1_unmet"`
	PrecisionMet   metrics.Estimate `json:"precision_met"`
	RecallMet      metrics.Estimate `json:"recall_met"`
	PrecisionUnmet metrics.Estimate `json:"precision_unmet"`
	RecallUnmet    metrics.Estimate `json:"recall_unmet"`

	// Bias is the first rater's rate of met minus the second's.
	Bias metrics.Estimate `json:"bias"`
	// Warnings say what limits the numbers.
	Warnings []string `json:"warnings"`
}

// few is the number of samples below which a summary warns.
const few = 20

// Summarize returns how the two raters of pairs agree. a[i] and b[i] are their verdicts on unit i,
// which belongs to samples[i]: intervals are clustered by sample, since verdicts on criteria of one
// answer resemble each other. It is an error when the lengths differ.
func Summarize(a, b []bool, samples []string) (Summary, error) {
	if len(samples) != len(a) {
		return Summary{}, fmt.Errorf("agreement: %d samples for %d verdicts", len(samples), len(a))
	}
	t, err := Tabulate(categories(a), categories(b), 2, samples)
	if err != nil {
		return Summary{}, err
	}
	s := Summary{
		N: len(a), Samples: len(t.clusters),
		BothMet: int(t.cells[Met][Met]), OnlyFirst: int(t.cells[Met][Unmet]),
		OnlySecond: int(t.cells[Unmet][Met]), Neither: int(t.cells[Unmet][Unmet]),
		Raw: t.Raw(), Kappa: t.Kappa(), Pi: t.Pi(), AC1: t.AC1(), Alpha: t.Alpha(), MCC: t.MCC(),
		MacroF1: t.MacroF1(), F1Met: t.F1(Met), F1Unmet: t.F1(Unmet),
		PrecisionMet: t.Precision(Met), RecallMet: t.Recall(Met),
		PrecisionUnmet: t.Precision(Unmet), RecallUnmet: t.Recall(Unmet),
		Bias: t.Bias(Met),
	}
	if s.N > 0 && s.Samples < few {
		s.Warnings = append(s.Warnings, fmt.Sprintf("only %d samples", s.Samples))
	}
	for _, side := range []struct {
		who string
		met int
	}{{"the first rater", s.BothMet + s.OnlyFirst}, {"the second rater", s.BothMet + s.OnlySecond}} {
		if s.N > 0 && (side.met == 0 || side.met == s.N) {
			s.Warnings = append(s.Warnings, side.who+" gives every criterion the same verdict: chance-corrected agreement says little")
		}
	}
	return s, nil
}

// categories returns verdicts as categories.
func categories(verdicts []bool) []int {
	out := make([]int, len(verdicts))
	for i, met := range verdicts {
		if met {
			out[i] = Met
		}
	}
	return out
}
