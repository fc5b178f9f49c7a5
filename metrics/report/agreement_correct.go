package report

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/correct"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
	"github.com/assize-eval/assize/metrics/report/internal/packed"
)

// CorrectedScores are the scores of a set of samples as the reference would have given them. They
// rest on the samples that are scored with a verdict on every criterion.
type CorrectedScores struct {
	// Scope is the subset, or "all" for the whole run.
	Scope string `json:"scope"`
	// Samples counts the samples, and Labeled those of them with a label on every criterion.
	Samples int `json:"samples"`
	Labeled int `json:"labeled"`
	// Positive and Negative are the rates at which criteria of that sign of weight are met.
	Positive CorrectedRate `json:"positive"`
	Negative CorrectedRate `json:"negative"`
	// Metrics are the corrected means, of [metrics.ClippedScore] and [metrics.NormalizedScore] where
	// the report gives them, and where points in part were given of all metrics.
	Metrics []CorrectedMetric `json:"metrics"`
	// Parts say how each class of criteria was corrected; see [correct.Scores].
	Parts []correct.Part `json:"parts"`
	// Note says why the means are not corrected, where they are not.
	Note string `json:"note"`
}

// CorrectedRate is a rate of criteria met.
type CorrectedRate struct {
	// Judged is the rate in the report, and Corrected the rate that the reference would have found, by
	// [correct.RateClusters]. Both are clustered by sample, or by the samples' clusters.
	Judged    metrics.Estimate `json:"judged"`
	Corrected metrics.Estimate `json:"corrected"`
	// Note says why the rate is not corrected, where it is not.
	Note string `json:"note"`
}

// CorrectedMetric is a mean as the judge's and as the reference's. Where the report clips the mean all
// of them are clipped. Worst and Best are not defined where verdicts of the scope are missing.
type CorrectedMetric struct {
	Metric string `json:"metric"`
	// Judged is the mean of the report's scores over the samples, and Corrected that with the judge's
	// errors taken out class by class, by [correct.Scores].
	Judged    metrics.Estimate `json:"judged"`
	Corrected metrics.Estimate `json:"corrected"`
	// Reference is the mean of the reference's own scores over the samples that it labeled in full, and
	// Predicted what these and the judge's scores of all others say together, by PPI++; see
	// [correct.PPI]. They must be a random part of all. Predicted is nil where it is not defined.
	Reference metrics.Estimate   `json:"reference"`
	Predicted *correct.Predicted `json:"predicted"`
	// Note says why Predicted is nil although samples are labeled in full.
	Note string `json:"note"`
}

// corrector corrects the scores of a set of samples.
type corrector struct {
	rep          *Report
	samples      []*Sample
	calibrations correct.Calibrations
	// human are the reference's points, and points says that some are a part of a criterion's.
	human  map[agreement.Key]float64
	points bool
}

// correct corrects the scores of each scope of a report.
func (g *matched) correct(r *Report) error {
	var calibrations correct.Calibrations
	if !g.points {
		var err error
		judged, reference := g.labels()
		if calibrations, err = correct.CalibrateClusters(judged, reference, g.samples, g.clusters()); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	human := make(map[agreement.Key]float64, len(g.pairs))
	for i, p := range g.pairs {
		human[g.keys[i]] = p.reference
	}
	for _, s := range r.scopes() {
		c := corrector{r, s.samples, calibrations, human, g.points}
		g.out.Corrected = append(g.out.Corrected, c.correct(s.name))
	}
	return nil
}

func (c corrector) correct(scope string) CorrectedScores {
	out := CorrectedScores{Scope: scope, Metrics: []CorrectedMetric{}, Parts: []correct.Part{}}
	var whole []graded
	var samples []dataset.Sample
	var grades [][]judge.Grade
	var clusters []string
	missing := false
	for _, s := range c.samples {
		missing = missing || len(s.Worst) > 0
		if s.Status == Scored && len(s.Worst) == 0 {
			g := graded{s}
			whole, samples, grades = append(whole, g), append(samples, g), append(grades, g.grades())
			clusters = append(clusters, clusterOf(*s))
			if _, ok := c.labeled(g); ok {
				out.Labeled++
			}
		}
	}
	out.Samples = len(whole)
	out.Positive, out.Negative = c.rate(whole, false), c.rate(whole, true)
	var corrected correct.Corrected
	err := errInPart
	if !c.points {
		corrected, err = correct.ScoresClusters(samples, grades, c.calibrations, clusters)
	}
	if err != nil {
		out.Note = reason(err)
		corrected = correct.Corrected{Clipped: metrics.Undefined(len(whole)), Normalized: metrics.Undefined(len(whole))}
	}
	out.Parts = append(out.Parts, corrected.Parts...)
	byName := map[string]metrics.Estimate{metrics.ClippedScore: corrected.Clipped, metrics.NormalizedScore: corrected.Normalized}
	for _, d := range c.rep.Definitions {
		mean, weighted := byName[d.Name]
		if !weighted {
			mean = metrics.Undefined(len(whole))
		}
		if len(whole) > 0 && d.Of == "" && (weighted || c.points) {
			if m, ok := c.metric(d, mean, whole, missing); ok {
				out.Metrics = append(out.Metrics, m)
			}
		}
	}
	return out
}

var errInPart = errors.New("points in part have no rates of errors to correct; see the predicted means")

// reason returns what an error says, without the name of its package.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "correct: ") }

// rate returns the rate of criteria met, of one sign of weight.
func (c corrector) rate(samples []graded, penalty bool) CorrectedRate {
	var tallies []tally
	var names packed.Lists
	var met []bool
	var clusters []string
	for i, s := range samples {
		tallies = append(tallies, newTally(i, *s.Sample, &names))
		for _, g := range s.Grades {
			if (g.Weight < 0) == penalty {
				met, clusters = append(met, g.share() >= 1), append(clusters, clusterOf(*s.Sample))
			}
		}
	}
	judged := rate(tallies, func(t tally) MetRate {
		if penalty {
			return t.negative
		}
		return t.positive
	})
	out := CorrectedRate{Judged: judged.Rate, Corrected: metrics.Undefined(len(met))}
	if len(met) == 0 {
		return out
	}
	if c.points {
		out.Note = errInPart.Error()
		return out
	}
	e, err := correct.RateClusters(met, clusters, c.calibrations[correct.Class{Penalty: penalty}])
	if err != nil {
		out.Note = reason(err)
		return out
	}
	out.Corrected = e
	return out
}

// labeled returns the grades that the reference gives a sample; false when it labeled only a part.
func (c corrector) labeled(s graded) ([]judge.Grade, bool) {
	criteria := s.Rubric().Criteria()
	grades := make([]judge.Grade, len(criteria))
	for i, criterion := range criteria {
		points, ok := c.human[agreement.Key{Sample: s.ID(), Criterion: criterion.ID}]
		if !ok {
			return nil, false
		}
		grades[i] = judge.Grade{Criterion: criterion.ID, Status: judge.Graded, Points: points}
	}
	return grades, len(criteria) > 0
}

// metric returns one mean in its forms; false where no sample has the metric.
func (c corrector) metric(d Metric, corrected metrics.Estimate, samples []graded, missing bool) (CorrectedMetric, bool) {
	var all, human, judged, rest []float64
	var clusters, labeled, others []string
	reference, err := c.referenceScores(d.Name, samples)
	for i, s := range samples {
		x, ok := s.Scores[d.Name]
		if !ok {
			continue
		}
		cluster := clusterOf(*s.Sample)
		all, clusters = append(all, x), append(clusters, cluster)
		if err != nil {
			continue
		}
		if y := reference[i]; !math.IsNaN(y) {
			human, judged, labeled = append(human, y), append(judged, x), append(labeled, cluster)
		} else {
			rest, others = append(rest, x), append(others, cluster)
		}
	}
	out := CorrectedMetric{
		Metric: d.Name, Judged: clustered.Mean(all, clusters), Corrected: corrected, Reference: clustered.Mean(human, labeled),
	}
	if len(all) == 0 {
		return out, false
	}
	if err != nil {
		out.Note = "no prediction: " + err.Error()
	} else if len(human) > 0 {
		ppi := correct.PPI{Human: human, Judge: judged, Rest: rest}
		if clustered.Shared(clusters) {
			ppi.LabeledClusters, ppi.RestClusters = labeled, others
		}
		predicted, err := ppi.Tuned()
		if err == nil {
			out.Predicted = &predicted
		} else {
			out.Note = "no prediction from the samples labeled in full: " + reason(err)
		}
	}
	estimates := []*metrics.Estimate{&out.Judged, &out.Corrected, &out.Reference}
	if out.Predicted != nil {
		estimates = append(estimates, &out.Predicted.Mean)
	}
	for _, e := range estimates {
		if missing {
			e.Worst, e.Best = math.NaN(), math.NaN()
		}
		if d.ClipMean {
			*e = e.Clip()
		}
	}
	return out, true
}
