package report

import (
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/correct"
	"github.com/assize-eval/assize/metrics/report/internal/clustered"
)

// CorrectedDifference is the difference of two runs in one mean with the judge's errors taken out of both,
// over the pairs that have a verdict on every criterion in both runs; see [correct.Difference].
type CorrectedDifference struct {
	// Scope is the subset, or "all" for the whole run.
	Scope  string `json:"scope"`
	Metric string `json:"metric"`
	// Judged is the difference of the judge's means on these pairs, and Corrected that with its errors
	// taken out, both before clipping and without bounds for missing verdicts. T, P and Detectable of
	// Corrected are by its standard error, which counts that of the labels; P is not adjusted.
	Judged    compare.Test `json:"judged"`
	Corrected compare.Test `json:"corrected"`
	// Note says why Corrected is not defined, where it is not.
	Note string `json:"note"`
}

// Different says whether Corrected shows a difference at the 5 % level. Fewer than six pairs, or clusters of
// them, show none, as in [Difference.Different].
func (d CorrectedDifference) Different() bool { return d.shows(d.Corrected) }

// shows says whether a test on these pairs, that of Judged or of Corrected, shows a difference.
func (d CorrectedDifference) shows(t compare.Test) bool { return shown(t.P, d.Judged, true) }

// corrected corrects the differences by the labels of either run, where the options have them.
func (c *comparer) corrected() error {
	if c.opts.LabelsA == nil && c.opts.LabelsB == nil {
		return nil
	}
	var calibrations [2]correct.Calibrations
	for i, run := range []struct {
		name   string
		rep    *Report
		labels []agreement.Label
	}{{c.opts.NameA, c.a, c.opts.LabelsA}, {c.opts.NameB, c.b, c.opts.LabelsB}} {
		g, err := run.rep.match(verdicts(run.labels), false)
		if err != nil {
			return fmt.Errorf("labels of %s: %w", run.name, err)
		}
		if g.out.Compared == 0 {
			return fmt.Errorf("report: none of the %d labels of %s is of a criterion that has a verdict", len(run.labels), run.name)
		}
		if g.out.Unknown > 0 {
			c.unknown = append(c.unknown, fmt.Sprintf("%d of %d labels of %s are of criteria that it does not have", g.out.Unknown, g.out.Labels, run.name))
		}
		judged, reference := g.labels()
		if calibrations[i], err = correct.CalibrateClusters(judged, reference, g.samples, g.clusters()); err != nil {
			return fmt.Errorf("report: labels of %s: %w", run.name, err)
		}
	}
	subsets, cells := c.group(func(s *Sample) []string { return []string{s.Subset} })
	c.out.Corrected = []CorrectedDifference{}
	for _, subset := range subsets {
		if err := c.correctCell(scopeName(subset, len(subsets)), cells[subset], calibrations); err != nil {
			return err
		}
	}
	if len(subsets) > 1 && c.pooled() {
		return c.correctCell(allScope, c.all, calibrations)
	}
	return nil
}

// correctCell corrects the differences on a set of pairs.
func (c *comparer) correctCell(scope string, in cell, calibrations [2]correct.Calibrations) error {
	var samples []dataset.Sample
	var grades [2][][]judge.Grade
	var pairs []*Sample
	var of []int
	for i, x := range in.a {
		y := in.b[i]
		if x.Status == Scored && y.Status == Scored && len(x.Worst) == 0 && len(y.Worst) == 0 && sameRubric(x, y) {
			pairs, of = append(pairs, x), append(of, i)
			samples = append(samples, graded{x})
			grades[0], grades[1] = append(grades[0], graded{x}.grades()), append(grades[1], graded{y}.grades())
		}
	}
	clusters := make([]string, len(pairs))
	for i, x := range pairs {
		clusters[i] = c.cluster[x]
	}
	d, err := correct.Difference(samples, correct.Run{Grades: grades[0], Calibrations: calibrations[0]}, correct.Run{Grades: grades[1], Calibrations: calibrations[1]}, clusters)
	note := ""
	if err != nil {
		note = reason(err)
		d.Clipped, d.Normalized = metrics.Undefined(len(samples)), metrics.Undefined(len(samples))
	}
	for _, m := range []struct {
		name string
		mean metrics.Estimate
	}{{metrics.ClippedScore, d.Clipped}, {metrics.NormalizedScore, d.Normalized}} {
		var a, b []float64
		var own []string
		for k, x := range pairs {
			va, okA := x.Scores[m.name]
			vb, okB := in.b[of[k]].Scores[m.name]
			if okA && okB {
				a, b, own = append(a, va), append(b, vb), append(own, clusters[k])
			}
		}
		if len(a) == 0 {
			continue
		}
		judged, err := compare.PairedClusters(a, b, own)
		if err != nil {
			return fmt.Errorf("report: %s: %w", m.name, err)
		}
		if !clustered.Shared(own) {
			judged.Clusters, judged.Difference.Clusters = 0, 0
		}
		c.out.Corrected = append(c.out.Corrected, CorrectedDifference{
			Scope: scope, Metric: m.name, Judged: judged, Corrected: compare.FromEstimate(m.mean, 0), Note: note,
		})
	}
	return nil
}
