package metrics_test

import (
	"encoding/json"
	"fmt"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/rubric"
)

func ExampleMean() {
	// Six samples: the interval is wide, and says so.
	e := metrics.Mean([]float64{0.62, 0.55, 0.71, 0.30, 0.24, 0.45})
	fmt.Printf("%.3f [%.3f, %.3f] n=%d\n", e.Value, e.Lo, e.Hi, e.N)
	// One sample has a mean and no interval.
	fmt.Println(metrics.Mean([]float64{0.62}).Hi)
	// Output:
	// 0.478 [0.286, 0.671] n=6
	// +Inf
}

func ExampleEstimate_Clip() {
	// The mean, its interval and its bounds are clipped together.
	e := metrics.Mean([]float64{-0.10, 0.20, 0.05, -0.15, 0.02}).Clip()
	fmt.Printf("%.3f [%.3f, %.3f]\n", e.Value, e.Lo, e.Hi)
	// Output: 0.004 [0.000, 0.174]
}

func ExampleEstimate_Within() {
	// The third sample has missing verdicts: it has bounds and no score.
	e := metrics.Mean([]float64{0.4, 0.6}).Within([]float64{0.4, 0.6, 0.1}, []float64{0.4, 0.6, 0.7})
	fmt.Printf("%.3f, with the missing verdicts between %.3f and %.3f\n", e.Value, e.Worst, e.Best)
	// Output: 0.500, with the missing verdicts between 0.367 and 0.567
}

func ExampleUndefined() {
	text, _ := json.Marshal(metrics.Undefined(0))
	fmt.Println(string(text))
	// Output: {"value":null,"se":null,"lo":null,"hi":null,"n":0,"worst":null,"best":null}
}

func ExampleCombine() {
	// The overall figure of a benchmark: the equal mean of its two tasks.
	tasks := []metrics.Estimate{metrics.Mean([]float64{0.4, 0.5, 0.9, 0.2}), metrics.Mean([]float64{0.8, 0.6, 0.7})}
	e := metrics.Combine([]float64{0.5, 0.5}, tasks)
	fmt.Printf("%.3f [%.3f, %.3f] n=%d\n", e.Value, e.Lo, e.Hi, e.N)
	// Output: 0.600 [0.377, 0.823] n=7
}

func ExampleSumOfMeans() {
	// The same four cases drafted for either side: what makes a case hard does so in both parts.
	cases := []string{"1", "2", "3", "4"}
	e, err := metrics.SumOfMeans([]metrics.Part{
		{Weight: 0.5, Scores: []float64{0.2, 0.5, 0.9, 0.4}, Clusters: cases},
		{Weight: 0.5, Scores: []float64{0.1, 0.6, 0.7, 0.5}, Clusters: cases},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f [%.3f, %.3f] n=%d in %d clusters\n", e.Value, e.Lo, e.Hi, e.N, e.Clusters)
	// Output: 0.4875 [0.060, 0.915] n=8 in 4 clusters
}

func ExampleEstimate_Freedom() {
	tasks := []metrics.Estimate{metrics.Mean([]float64{0.4, 0.5, 0.9, 0.2}), metrics.Mean([]float64{0.8, 0.6, 0.7})}
	e := metrics.Combine([]float64{0.5, 0.5}, tasks)
	fmt.Printf("%.2f\n", e.Freedom())
	// Output: 3.86
}

func ExampleClusterMean() {
	// Ten samples on four source texts.
	xs := []float64{0.62, 0.55, 0.71, 0.30, 0.24, 0.45, 0.38, -0.15, 0.05, 0.90}
	texts := []string{"p", "p", "p", "q", "q", "q", "q", "r", "r", "s"}
	plain := metrics.Mean(xs)
	c, err := metrics.ClusterMean(xs, texts)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f [%.3f, %.3f] as if the samples were independent\n", plain.Value, plain.Lo, plain.Hi)
	fmt.Printf("%.3f [%.3f, %.3f] over %d texts\n", c.Mean.Value, c.Mean.Lo, c.Mean.Hi, c.Clusters)
	// Output:
	// 0.405 [0.181, 0.629] as if the samples were independent
	// 0.405 [-0.057, 0.867] over 4 texts
}

func ExampleMeasureDesign() {
	xs := []float64{0.62, 0.55, 0.71, 0.30, 0.24, 0.45, 0.38, -0.15, 0.05, 0.90}
	texts := []string{"p", "p", "p", "q", "q", "q", "q", "r", "r", "s"}
	d, err := metrics.MeasureDesign(xs, texts)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("ICC %.2f, design effect %.2f: %d samples are worth %.1f\n", d.ICC, d.Effect, len(xs), float64(len(xs))/d.Effect)
	// Output: ICC 0.92, design effect 2.23: 10 samples are worth 4.5
}

func ExampleRepeats() {
	// Four samples, judged two or three times each.
	r, err := metrics.Repeats([][]float64{{0.2, 0.3, 0.4}, {0.5, 0.5}, {0.9, 0.7}, {0.1, 0.4, 0.2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f ± %.3f, variance %.3f between samples and %.3f within\n", r.Mean.Value, r.Mean.SE, r.Between, r.Within)
	fmt.Printf("with 100 samples of 2 repeats ± %.3f\n", r.SE(100, 2))
	// Output:
	// 0.458 ± 0.127, variance 0.059 between samples and 0.014 within
	// with 100 samples of 2 repeats ± 0.026
}

func ExampleWilson() {
	e := metrics.Wilson(18, 20)
	fmt.Printf("%.2f [%.3f, %.3f]\n", e.Value, e.Lo, e.Hi)
	// Output: 0.90 [0.699, 0.972]
}

func ExampleClopperPearson() {
	e := metrics.ClopperPearson(18, 20)
	fmt.Printf("%.2f [%.3f, %.3f]\n", e.Value, e.Lo, e.Hi)
	// Output: 0.90 [0.683, 0.988]
}

func ExampleOneSided() {
	// None of 100 verdicts is wrong.
	_, most := metrics.OneSided(0, 100)
	fmt.Printf("at most %.3f are\n", most)
	// Output: at most 0.030 are
}

func ExampleCorrelation() {
	// Do longer answers meet more criteria?
	met := []float64{1, 0, 1, 1, 0, 0, 1, 0}
	length := []float64{900, 350, 1200, 700, 500, 800, 1100, 400}
	e, err := metrics.Correlation(met, length)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f [%.2f, %.2f]\n", e.Value, e.Lo, e.Hi)
	// Output: 0.78 [0.18, 0.96]
}

func ExampleBootstrap_Mean() {
	xs := []float64{0.62, 0.55, 0.71, 0.30, 0.24, 0.45, 0.38, -0.15, 0.05, 0.90}
	r, err := metrics.Bootstrap{Seed: 1}.Mean(xs)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f [%.3f, %.3f] (%s, %d resamples, seed %d)\n", r.Value, r.Lo, r.Hi, r.Method, r.Resamples, r.Seed)
	fmt.Println(r.Warnings[0])
	// Output:
	// 0.405 [0.208, 0.576] (bca, 10000 resamples, seed 1)
	// 10 samples: the bootstrap's standard error is short by about 5 %; give the t-interval as well
}

func ExampleBootstrap_ClippedMean() {
	r, err := metrics.Bootstrap{Method: metrics.Percentile, Resamples: 1000}.ClippedMean([]float64{-0.10, 0.20, 0.05, -0.15, 0.02})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f from %.3f\n", r.Value, r.Lo)
	// Output: 0.004 from 0.000
}

func ExampleBootstrap_Statistic() {
	// The highest score, drawing clusters of two.
	xs := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	b := metrics.Bootstrap{Resamples: 2000, Method: metrics.Percentile, Clusters: []string{"a", "a", "b", "b", "c", "c", "d", "d"}}
	r, err := b.Statistic(len(xs), func(index []int) float64 {
		most := 0.0
		for _, i := range index {
			most = max(most, xs[i])
		}
		return most
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Value, r.Clusters)
	// Output: 8 4
}

func ExampleTQuantile() {
	fmt.Printf("%.3f %.3f\n", metrics.TQuantile(0.975, 5), metrics.NormalQuantile(0.975))
	// Output: 2.571 1.960
}

func ExampleNormalQuantile() {
	fmt.Printf("%.4f\n", metrics.NormalQuantile(0.8))
	// Output: 0.8416
}

// answer is a sample with a rubric of two criteria and a penalty.
type answer struct{}

func (answer) ID() string                      { return "a1" }
func (answer) Conversation() []dataset.Message { return nil }
func (answer) Response() string                { return "" }
func (answer) Rubric() rubric.Rubric {
	return rubric.List{{ID: "cites", Weight: 10}, {ID: "applies", Weight: 5}, {ID: "invents", Weight: -4}}
}

func ExampleWeighted() {
	c := answer{}.Rubric().Criteria()
	grades := []judge.Grade{judge.Binary(c[0], true, ""), judge.Binary(c[1], false, ""), judge.Binary(c[2], true, "")}
	v, err := metrics.Weighted{}.Score(answer{}, grades)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f %.3f\n", v[metrics.ClippedScore], v[metrics.NormalizedScore])
	// Output: 0.400 0.526
}

func ExampleWeightedScores() {
	// The judge failed on one criterion: without it there is no score of the sample, but one of the
	// criteria that have a verdict.
	c := answer{}.Rubric().Criteria()
	grades := []judge.Grade{judge.Binary(c[0], true, ""), judge.Ungraded(c[1], judge.Truncated, ""), judge.Binary(c[2], false, "")}
	_, err := metrics.WeightedScores(c, grades)
	fmt.Println(err)
	v, err := metrics.WeightedScores([]rubric.Criterion{c[0], c[2]}, []judge.Grade{grades[0], grades[2]})
	fmt.Println(v[metrics.ClippedScore], err)
	// Output:
	// metrics: criterion "applies" has no verdict
	// 1 <nil>
}

func ExampleBounds() {
	c := answer{}.Rubric().Criteria()
	grades := []judge.Grade{judge.Binary(c[0], true, ""), judge.Ungraded(c[1], judge.Truncated, ""), judge.Ungraded(c[2], judge.Malformed, "")}
	worst, best, err := metrics.Bounds(metrics.Weighted{}, answer{}, grades)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f to %.2f, coverage %.2f\n", worst[metrics.ClippedScore], best[metrics.ClippedScore], metrics.Coverage(c, grades))
	// Output: 0.40 to 1.00, coverage 0.53
}

func ExampleCoverage() {
	c := answer{}.Rubric().Criteria()
	grades := []judge.Grade{judge.Binary(c[0], true, ""), judge.Binary(c[1], true, ""), judge.Ungraded(c[2], judge.Empty, "")}
	fmt.Printf("%.2f\n", metrics.Coverage(c, grades))
	// Output: 0.79
}

func ExampleScorerFunc() {
	met := metrics.ScorerFunc(func(_ dataset.Sample, grades []judge.Grade) (metrics.Values, error) {
		points := 0.0
		for _, g := range grades {
			points += g.Points
		}
		return metrics.Values{"points": points}, nil
	})
	v, err := met.Score(answer{}, []judge.Grade{{Criterion: "cites", Status: judge.Graded, Points: 7}})
	fmt.Println(v["points"], err)
	// Output: 7 <nil>
}
