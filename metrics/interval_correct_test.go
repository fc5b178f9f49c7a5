package metrics_test

import (
	"math/rand/v2"
	"strconv"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/correct"
	"github.com/assize-eval/assize/rubric"
)

// calibration draws a study of m labels of each kind.
func calibration(rng *rand.Rand, m int, q0, q1 float64) correct.Calibration {
	return correct.Calibration{Met: m, MetRight: hits(rng, m, q1), Unmet: m, UnmetRight: hits(rng, m, q0)}
}

func rate(rng *rand.Rand, n int, theta, q0, q1 float64) metrics.Estimate {
	met := hits(rng, n, theta*q1+(1-theta)*(1-q0))
	return must(correct.Rate(met, n, calibration(rng, n, q0, q1)))
}

// clusteredRate corrects the verdicts of a judge on ten criteria of each of 4n answers by labels on all
// criteria of n others. Answers differ in quality, and the judge in how well it reads them.
func clusteredRate(rng *rand.Rand, n int) metrics.Estimate {
	var judge, expert []agreement.Label
	var met []bool
	var clusters []string
	var samples []dataset.Sample
	criteria := make(rubric.List, 10)
	for k := range criteria {
		criteria[k] = rubric.Criterion{ID: strconv.Itoa(k), Weight: 1}
	}
	for i := range 5 * n {
		id := strconv.Itoa(i)
		quality, lenient := rng.Float64(), .15*rng.Float64()
		for k := range criteria {
			truth := rng.Float64() < quality
			says := rng.Float64() < .8+lenient
			if !truth {
				says = rng.Float64() < .1+lenient
			}
			if i < n {
				judge = append(judge, agreement.Label{Sample: id, Criterion: criteria[k].ID, Met: says})
				expert = append(expert, agreement.Label{Sample: id, Criterion: criteria[k].ID, Met: truth})
			} else {
				met, clusters = append(met, says), append(clusters, id)
			}
		}
		if i < n {
			samples = append(samples, named{simple{criteria}, id})
		}
	}
	c := must(correct.Calibrate(judge, expert, samples))
	return must(correct.RateClusters(met, clusters, c[correct.Class{}]))
}

// labeled draws n samples with an expert's score and 4n with the judge's alone. The judge is generous
// and noisy. The mean is 0.
func labeled(rng *rand.Rand, n int) correct.PPI {
	var p correct.PPI
	for i := range 5 * n {
		y := rng.NormFloat64()
		f := .3 + .8*y + .5*rng.NormFloat64()
		if i < n {
			p.Human, p.Judge = append(p.Human, y), append(p.Judge, f)
		} else {
			p.Rest = append(p.Rest, f)
		}
	}
	return p
}

// correctedScore returns the true mean score, and a study of n answers by a judge who errs, with 100
// labels of each kind and sign.
func correctedScore(n int) (truth float64, run func(*rand.Rand) metrics.Estimate) {
	sample := simple{rubric.List{{ID: "a", Weight: 10}, {ID: "b", Weight: 6}, {ID: "c", Weight: 4}, {ID: "p", Weight: -5}}}
	// Answers differ in quality: a criterion of an answer of quality u is met with chance u, and a
	// penalty with chance (1−u)/2, u uniform.
	truth = (20*.5 - 5*.25) / 20
	return truth, func(rng *rand.Rand) metrics.Estimate {
		samples, grades := make([]dataset.Sample, n), make([][]judge.Grade, n)
		for i := range samples {
			samples[i] = sample
			u := rng.Float64()
			for _, c := range sample.criteria {
				chance, q0, q1 := u, .8, .9
				if c.Weight < 0 {
					chance, q0, q1 = (1-u)/2, .95, .75
				}
				met := rng.Float64() < chance
				says := rng.Float64() < q1
				if !met {
					says = rng.Float64() >= q0
				}
				grades[i] = append(grades[i], judge.Binary(c, says, ""))
			}
		}
		c := correct.Calibrations{{}: calibration(rng, 100, .8, .9), {Penalty: true}: calibration(rng, 100, .95, .75)}
		return must(correct.Scores(samples, grades, c)).Clipped
	}
}

// correctedDifference compares two models by a judge who errs more leniently on the first, with labels of
// either's answers. A criterion is met with the chance u that the sample and the model give it, a tenth
// more by the first model, which is a tenth more likely to meet the penalty too.
func correctedDifference(rng *rand.Rand, n int) metrics.Estimate {
	sample := simple{rubric.List{{ID: "a", Weight: 10}, {ID: "b", Weight: 6}, {ID: "c", Weight: 4}, {ID: "p", Weight: -5}}}
	var runs [2]correct.Run
	samples := make([]dataset.Sample, n)
	// The chances that the judge is right: of either model's answers, of criteria and of penalties.
	rates := [2][2][2]float64{{{.75, .95}, {.9, .8}}, {{.85, .88}, {.95, .75}}}
	for i := range samples {
		samples[i] = sample
		u := .1 + .7*rng.Float64()
		for r := range runs {
			chance := u
			if r == 0 {
				chance += .1
			}
			var own []judge.Grade
			for _, c := range sample.criteria {
				p, q := chance, rates[r][0]
				if c.Weight < 0 {
					p, q = (1.2-u)/2, rates[r][1]
					if r == 0 {
						p += .1
					}
				}
				says := rng.Float64() < q[1]
				if rng.Float64() >= p {
					says = rng.Float64() >= q[0]
				}
				own = append(own, judge.Binary(c, says, ""))
			}
			runs[r].Grades = append(runs[r].Grades, own)
		}
	}
	for r := range runs {
		q := rates[r]
		runs[r].Calibrations = correct.Calibrations{{}: calibration(rng, 100, q[0][0], q[0][1]), {Penalty: true}: calibration(rng, 100, q[1][0], q[1][1])}
	}
	return must(correct.Difference(samples, runs[0], runs[1], nil)).Clipped
}
