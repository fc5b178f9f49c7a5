package correct

import (
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
)

// Run is one of two runs whose corrected scores are compared.
type Run struct {
	// Grades are the grades of its answers, by the index of the samples, as in [Scores].
	Grades [][]judge.Grade
	// Calibrations are those of the judge on labels of this run's answers: a judge may err differently on
	// the answers of another model.
	Calibrations Calibrations
}

// Difference returns the mean scores of run a minus those of run b on the same samples, corrected for the
// judge's error on either side, class by class as in [Scores]. With d the differences of the corrected
// scores of samples,
//
//	value = mean_a − mean_b, each within what its weights allow    SE² = CR1²(d) + L_a + L_b
//
// where L is the part of the labels in the variance of [Scores] and CR1² that over clusters; clusters[i]
// names the cluster of samples[i], and nil takes samples for independent. What makes a sample hard for
// both falls out of d, and the errors of the labels do not: they must be of different answers, so that
// they are independent. The interval is as in Scores. Errors are those of [ScoresClusters], with the run
// named; Parts of the result are empty.
func Difference(samples []dataset.Sample, a, b Run, clusters []string) (Corrected, error) {
	if clusters != nil && len(clusters) != len(samples) {
		return Corrected{}, fmt.Errorf("correct: %d clusters for %d samples", len(clusters), len(samples))
	}
	var scorers [2]*scorer
	for i, r := range []Run{a, b} {
		if len(r.Grades) != len(samples) {
			return Corrected{}, fmt.Errorf("correct: grades of %d samples for %d samples in run %d", len(r.Grades), len(samples), i+1)
		}
		var err error
		if scorers[i], err = newScorer(samples, r.Grades, r.Calibrations); err != nil {
			return Corrected{}, fmt.Errorf("%w, in run %d", err, i+1)
		}
	}
	x, y := scorers[0], scorers[1]
	return Corrected{
		Clipped: x.correct(clippedSums, x.clipped, 0).minus(y.correct(clippedSums, y.clipped, 0)).estimate(clusters),
		Normalized: x.correct(normalizedSums, x.normalized, x.offset).minus(
			y.correct(normalizedSums, y.normalized, y.offset)).estimate(clusters),
	}, nil
}

// minus returns the difference of two means of the same samples whose labels are independent.
func (c corrected) minus(d corrected) corrected {
	scores := make([]float64, len(c.scores))
	for i, x := range c.scores {
		scores[i] = x - d.scores[i]
	}
	out := corrected{
		scores: scores, value: c.value - d.value, lowest: c.lowest - d.highest, highest: c.highest - d.lowest, labels: c.labels + d.labels,
	}
	out.center = metrics.Mean(scores).Value
	return out
}
