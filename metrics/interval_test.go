package metrics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/rubric"
)

// runs is the number of simulated studies behind each rate of coverage; its standard error is 0.5 %.
const runs = 2000

// slow skips tests of the slow tier unless they are asked for.
func slow(t *testing.T) {
	t.Helper()
	if os.Getenv("ASSIZE_SLOW") == "" {
		t.Skip("a simulation of a minute: set ASSIZE_SLOW=1")
	}
}

// coverage returns how often the interval of a simulated study holds the truth.
func coverage(seed uint64, truth float64, study func(*rand.Rand) metrics.Estimate) float64 {
	rng := rand.New(rand.NewPCG(seed, 95))
	hits := 0
	for range runs {
		if e := study(rng); e.Lo <= truth && truth <= e.Hi {
			hits++
		}
	}
	return float64(hits) / runs
}

// score draws the score of a sample as rubrics give them: about 0.38 on average, skewed, sometimes
// below 0. It is the mean of a share and a penalty.
func score(rng *rand.Rand) float64 {
	u := rng.Float64()
	x := u * math.Sqrt(u)
	if rng.Float64() < .1 {
		x -= .2
	}
	return x
}

// meanScore is the mean of score: 1/2.5 − 0.02.
const meanScore = .38

func TestIntervalsCover(t *testing.T) {
	slow(t)
	for _, n := range []int{50, 300} {
		for _, s := range studies(n) {
			t.Run(fmt.Sprint(s.name, "/", n), func(t *testing.T) {
				got := coverage(uint64(n), s.truth, s.run)
				t.Logf("covers %.2f %%", 100*got)
				if got < .93 || got > .97 {
					t.Errorf("a 95 %% interval covers %.2f %% at n = %d", 100*got, n)
				}
			})
		}
	}
}

// TestSixSamples shows why the intervals of small subsets are by t.
func TestSixSamples(t *testing.T) {
	slow(t)
	byT := coverage(6, 0, func(rng *rand.Rand) metrics.Estimate { return metrics.Mean(normals(rng, 6)) })
	byZ := coverage(6, 0, func(rng *rand.Rand) metrics.Estimate {
		e := metrics.Mean(normals(rng, 6))
		e.Lo, e.Hi = e.Value-1.96*e.SE, e.Value+1.96*e.SE
		return e
	})
	t.Logf("t covers %.2f %%, the plain normal interval %.2f %%", 100*byT, 100*byZ)
	if byT < .93 || byT > .97 {
		t.Errorf("the t-interval covers %.2f %%", 100*byT)
	}
	if byZ > .92 {
		t.Errorf("the plain normal interval covers %.2f %%: it should visibly not", 100*byZ)
	}
}

func normals(rng *rand.Rand, n int) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = rng.NormFloat64()
	}
	return xs
}

type study struct {
	name  string
	truth float64
	run   func(*rand.Rand) metrics.Estimate
}

// studies returns simulated studies of n samples.
func studies(n int) []study {
	out := []study{
		{"mean", meanScore, func(rng *rand.Rand) metrics.Estimate { return metrics.Mean(scores(rng, n)) }},
		{"bootstrap mean", meanScore, func(rng *rand.Rand) metrics.Estimate {
			return must(metrics.Bootstrap{Resamples: 1000, Seed: rng.Uint64()}.Mean(scores(rng, n))).Estimate()
		}},
		{"clustered mean", meanScore, func(rng *rand.Rand) metrics.Estimate {
			// Three of four samples share half of their score with their cluster of five.
			xs, names := make([]float64, n), make([]string, n)
			shared := 0.0
			for i := range xs {
				if i%5 == 0 {
					shared = score(rng)
				}
				xs[i], names[i] = (shared+score(rng))/2, strconv.Itoa(i/5)
			}
			return must(metrics.ClusterMean(xs, names)).Mean
		}},
		{"repeats", meanScore, func(rng *rand.Rand) metrics.Estimate {
			xs := make([][]float64, n)
			for i := range xs {
				own := score(rng)
				for range 1 + i%3 {
					xs[i] = append(xs[i], own+.1*rng.NormFloat64())
				}
			}
			return must(metrics.Repeats(xs)).Mean
		}},
		{"combined", .5*meanScore + .3, func(rng *rand.Rand) metrics.Estimate {
			other := normals(rng, 6)
			for i := range other {
				other[i] = .6 + .1*other[i]
			}
			return metrics.Combine([]float64{.5, .5}, []metrics.Estimate{metrics.Mean(scores(rng, n)), metrics.Mean(other)})
		}},
		{"sum of linked means", meanScore, func(rng *rand.Rand) metrics.Estimate {
			// Either side of n cases, and other samples.
			a, b, cases := make([]float64, n), make([]float64, n), make([]string, n)
			for i := range a {
				shared := score(rng)
				a[i], b[i], cases[i] = (shared+score(rng))/2, (shared+score(rng))/2, strconv.Itoa(i)
			}
			return must(metrics.SumOfMeans([]metrics.Part{{Weight: .4, Scores: a, Clusters: cases}, {Weight: .4, Scores: b, Clusters: cases}, {Weight: .2, Scores: scores(rng, n)}}))
		}},
		{"Wilson", .8, func(rng *rand.Rand) metrics.Estimate {
			met := 0
			for range n {
				if rng.Float64() < .8 {
					met++
				}
			}
			return metrics.Wilson(met, n)
		}},
		{"correlation", 1 / math.Sqrt2, func(rng *rand.Rand) metrics.Estimate {
			xs, ys := normals(rng, n), normals(rng, n)
			for i := range ys {
				ys[i] += xs[i]
			}
			return must(metrics.Correlation(xs, ys))
		}},
		{"paired difference", .05, func(rng *rand.Rand) metrics.Estimate {
			a, b := pair(rng, n)
			return must(compare.Paired(a, b)).Difference
		}},
		{"unpaired difference", .05, func(rng *rand.Rand) metrics.Estimate {
			a, _ := pair(rng, n)
			_, b := pair(rng, n/2)
			return must(compare.Unpaired(a, b)).Difference
		}},
		{"corrected rate", .6, func(rng *rand.Rand) metrics.Estimate { return rate(rng, n, .6, .8, .9) }},
		{"corrected rate of penalties", .15, func(rng *rand.Rand) metrics.Estimate { return rate(rng, n, .15, .95, .7) }},
		{"corrected rate of samples", .5, func(rng *rand.Rand) metrics.Estimate { return clusteredRate(rng, n) }},
		{"corrected score", 0, nil},
		{"corrected difference", .1 * 15. / 20, func(rng *rand.Rand) metrics.Estimate { return correctedDifference(rng, n) }},
		{"PPI", 0, func(rng *rand.Rand) metrics.Estimate { return must(labeled(rng, n).Plain()).Mean }},
		{"PPI++", 0, func(rng *rand.Rand) metrics.Estimate { return must(labeled(rng, n).Tuned()).Mean }},
	}
	for i := range out {
		if out[i].name == "corrected score" {
			out[i].truth, out[i].run = correctedScore(n)
		}
	}
	return append(out, agreements(n)...)
}

func scores(rng *rand.Rand, n int) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = score(rng)
	}
	return xs
}

// pair draws the scores of two models that find the same samples hard; the first is better by 0.05.
func pair(rng *rand.Rand, n int) (a, b []float64) {
	for range n {
		own := score(rng)
		a = append(a, own+.05+.2*(rng.Float64()-.5))
		b = append(b, own+.3*(rng.Float64()-.5))
	}
	return a, b
}

// hits draws how many of n events with chance p happen.
func hits(rng *rand.Rand, n int, p float64) int {
	k := 0
	for range n {
		if rng.Float64() < p {
			k++
		}
	}
	return k
}

// named is a sample with an ID.
type named struct {
	simple
	id string
}

func (n named) ID() string { return n.id }

// simple is a sample that has only a rubric.
type simple struct{ criteria rubric.List }

func (simple) ID() string                      { return "s" }
func (simple) Conversation() []dataset.Message { return nil }
func (simple) Response() string                { return "" }
func (s simple) Rubric() rubric.Rubric         { return s.criteria }

// agreements returns studies of a judge against an expert on n verdicts.
func agreements(n int) []study {
	var out []study
	for _, s := range []struct {
		name        string
		met, q0, q1 float64
	}{{"even", .5, .8, .9}, {"skewed", .75, .75, .92}} {
		// The table of chances, judge by row, in parts of a million for the truth.
		p := [2][2]float64{{(1 - s.met) * s.q0, s.met * (1 - s.q1)}, {(1 - s.met) * (1 - s.q0), s.met * s.q1}}
		whole := [][]int{{0, 0}, {0, 0}}
		for k := range 2 {
			for l := range 2 {
				whole[k][l] = int(math.Round(p[k][l] * 1e6))
			}
		}
		all := must(agreement.NewTable(whole))
		for _, m := range []struct {
			name string
			of   func(agreement.Table) metrics.Estimate
		}{
			{"kappa", agreement.Table.Kappa}, {"pi", agreement.Table.Pi}, {"AC1", agreement.Table.AC1}, {"alpha", agreement.Table.Alpha},
			{"MCC", agreement.Table.MCC}, {"macro-F1", agreement.Table.MacroF1}, {"raw", agreement.Table.Raw},
			{"F1", func(t agreement.Table) metrics.Estimate { return t.F1(agreement.Met) }},
			{"bias", func(t agreement.Table) metrics.Estimate { return t.Bias(agreement.Met) }},
		} {
			out = append(out, study{s.name + " " + m.name, m.of(all).Value, func(rng *rand.Rand) metrics.Estimate {
				counts := [][]int{{0, 0}, {0, 0}}
				for range n {
					expert, says := 0, 0
					if rng.Float64() < s.met {
						expert = 1
						says = hits(rng, 1, s.q1)
					} else {
						says = 1 - hits(rng, 1, s.q0)
					}
					counts[says][expert]++
				}
				return m.of(must(agreement.NewTable(counts)))
			}})
		}
	}
	return append(out, raters(n)...)
}

// raters returns studies of three raters on n units, some with gaps.
func raters(n int) []study {
	draw := func(rng *rand.Rand, n int, gaps bool) agreement.Panel {
		ratings := make([][]float64, n)
		for i := range ratings {
			truth := hits(rng, 1, .6)
			for r := range 3 {
				x := float64(truth)
				if rng.Float64() < .15 {
					x = 1 - x
				}
				if gaps && r > 0 && rng.Float64() < .2 {
					x = math.NaN()
				}
				ratings[i] = append(ratings[i], x)
			}
		}
		return must(agreement.NewPanel(ratings, []float64{0, 1}))
	}
	// Two ratings agree with chance 0.85²+0.15²; met has the share 0.6·0.85+0.4·0.15.
	pa, met := .745, .57
	chance := met*met + (1-met)*(1-met)
	fleiss, ac1 := (pa-chance)/(1-chance), (pa-(1-chance))/chance
	return []study{
		{"Fleiss kappa", fleiss, func(rng *rand.Rand) metrics.Estimate { return must(draw(rng, n, false).FleissKappa()) }},
		{"AC1 of three", ac1, func(rng *rand.Rand) metrics.Estimate { return draw(rng, n, true).AC1() }},
		{"raw of three", pa, func(rng *rand.Rand) metrics.Estimate { return draw(rng, n, true).Raw() }},
		{"alpha of three", fleiss, func(rng *rand.Rand) metrics.Estimate {
			return must(draw(rng, n, true).Alpha(agreement.Nominal, metrics.Bootstrap{Resamples: 1000, Seed: rng.Uint64(), Method: metrics.Percentile})).Estimate()
		}},
	}
}
