package compare

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/internal/dist"
	"github.com/assize-eval/assize/metrics/internal/wire"
)

const (
	// alpha is the level below which a p-value counts as a difference.
	alpha = 0.05
	// power is the power at which Detectable is stated.
	power = 0.8
	// few is the number of units below which a test warns.
	few = 20
)

// Test is the comparison of two runs by their means. In JSON a number that is not defined is null.
type Test struct {
	// Difference is the mean of the first run minus that of the second, with its standard error and
	// 95 % interval. Its N counts pairs; in an unpaired test, the samples of both runs.
	Difference metrics.Estimate `json:"difference"`
	// T is Difference over its standard error, DF its degrees of freedom, and P the two-sided
	// p-value. None is defined when the standard error is not defined or 0.
	T  float64 `json:"t"`
	DF float64 `json:"df"`
	P  float64 `json:"p"`
	// Detectable is the smallest true difference that a test with this standard error finds at the
	// 5 % level with a power of 80 %: 2.80·SE.
	Detectable float64 `json:"detectable"`
	// Clusters is the number of clusters; 0 when samples count as independent.
	Clusters int `json:"clusters"`
	// Correlation is that of the two runs' scores over samples; not defined in an unpaired test.
	Correlation float64 `json:"correlation"`
	// UnpairedSE is the standard error that the same scores have when they are not paired:
	// √(s_a²/n_a + s_b²/n_b).
	UnpairedSE float64 `json:"unpaired_se"`
	// Warnings say what limits the test.
	Warnings []string `json:"warnings"`
}

// Paired tests the mean difference of two runs on the same independent samples; a[i] and b[i] are
// the scores of sample i. With fewer than two samples the interval is infinite and the warnings say
// so. Where all differences are equal, but for rounding, there is no p-value, and the warnings have
// [NoSpread]. It is an error when the numbers of scores differ and when one is NaN or infinite.
func Paired(a, b []float64) (Test, error) {
	d, err := differences(a, b)
	if err != nil {
		return Test{}, err
	}
	t := FromEstimate(metrics.Mean(d), size(a, b))
	t.warnFew(len(d), "pairs")
	return t, t.describe(a, b)
}

// PairedClusters is [Paired] for samples that come in clusters; clusters[i] names the cluster of
// sample i. With fewer than two clusters the interval is infinite.
func PairedClusters(a, b []float64, clusters []string) (Test, error) {
	d, err := differences(a, b)
	if err != nil {
		return Test{}, err
	}
	m, err := metrics.ClusterMean(d, clusters)
	if err != nil {
		return Test{}, fmt.Errorf("compare: %w", err)
	}
	t := FromEstimate(m.Mean, size(a, b))
	t.warnFew(m.Clusters, "clusters")
	return t, t.describe(a, b)
}

// Unpaired tests the difference of the means of two runs on different samples, by Welch's t:
//
//	SE = √(s_a²/n_a + s_b²/n_b)    degrees of freedom by Welch and Satterthwaite
//
// Its warnings say that it is unpaired: on shared samples [Paired] is several times as sharp. It is
// an error when a score is NaN or infinite. Source: Welch 1947.
func Unpaired(a, b []float64) (Test, error) {
	if err := finite(a, b); err != nil {
		return Test{}, err
	}
	ma, mb := metrics.Mean(a), metrics.Mean(b)
	e := metrics.Combine([]float64{1, -1}, []metrics.Estimate{ma, mb})
	t := FromEstimate(e, math.Abs(ma.Value)+math.Abs(mb.Value))
	t.UnpairedSE = t.Difference.SE
	t.Warnings = append(t.Warnings, "unpaired: samples that both runs share are treated as different ones")
	t.warnFew(min(len(a), len(b)), "samples in the smaller run")
	return t, nil
}

// rounding is the share of the size of scores below which their spread is taken for what is left of
// rounding: scores are sums of some hundred numbers, each off by up to 1e-16 of its size.
const rounding = 1e-12

// FromEstimate returns the t-test of an estimated difference, with the degrees of freedom that
// [metrics.Estimate.Freedom] says it has, such as one that [metrics.Combine] put together. Correlation
// and UnpairedSE are not defined.
//
// scale is the size of the scores that it comes from, or 0. A standard error below 1e-12 of it is
// rounding: differences that are equal on paper differ in their last digits. It is then taken for 0,
// which has no p-value.
func FromEstimate(difference metrics.Estimate, scale float64) Test {
	nan := math.NaN()
	if !(scale >= 0) || math.IsInf(scale, 1) {
		scale = 0
	}
	e := difference
	t := Test{Difference: e, T: nan, DF: nan, P: nan, Detectable: nan, Clusters: e.Clusters, Correlation: nan, UnpairedSE: nan}
	switch {
	case math.IsNaN(e.SE):
		return t
	case e.SE <= rounding*scale:
		t.Difference.SE, t.Difference.Lo, t.Difference.Hi = 0, e.Value, e.Value
		t.Warnings = append(t.Warnings, NoSpread)
		return t
	}
	t.T, t.DF = e.Value/e.SE, e.Freedom()
	t.P = dist.TTwoSided(t.T, t.DF)
	t.Detectable = (dist.NormalQuantile(1-alpha/2) + dist.NormalQuantile(power)) * e.SE
	return t
}

// NoSpread is the warning of a test whose standard error is 0, or rounding alone.
const NoSpread = "all differences are equal: there is no spread to test against"

// size returns the mean size of the scores of two runs, by the larger one of each pair.
func size(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += max(math.Abs(a[i]), math.Abs(b[i])) / float64(len(a))
	}
	return sum
}

// describe sets what the pairing gains.
func (t *Test) describe(a, b []float64) error {
	r, err := metrics.Correlation(a, b)
	if err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	t.Correlation = r.Value
	t.UnpairedSE = math.Hypot(metrics.Mean(a).SE, metrics.Mean(b).SE)
	return nil
}

// warnFew adds a warning when units are few.
func (t *Test) warnFew(n int, units string) {
	switch {
	case n < 2:
		t.Warnings = append(t.Warnings, fmt.Sprintf("%d %s: at least 2 are needed for an interval", n, units))
	case n < few:
		t.Warnings = append(t.Warnings, fmt.Sprintf("only %d %s", n, units))
	}
}

// Different says whether the test shows a difference at the 5 % level.
func (t Test) Different() bool { return t.P < alpha }

// String returns the difference with its interval, "~" in front of one that is not shown to differ
// from 0, the p-value and the number of samples.
func (t Test) String() string {
	d := t.Difference
	mark := "~ "
	if t.Different() {
		mark = ""
	}
	if math.IsNaN(d.Value) {
		return fmt.Sprintf("~ (n=%d)", d.N)
	}
	if math.IsNaN(t.P) {
		return fmt.Sprintf("%s%+.3f (n=%d)", mark, d.Value, d.N)
	}
	return fmt.Sprintf("%s%+.3f [%+.3f, %+.3f] (p%s n=%d)", mark, d.Value, d.Lo, d.Hi, pValue(t.P), d.N)
}

// pValue writes a p-value behind its sign: no p is 0, and none below the level reads as the level.
func pValue(p float64) string {
	text := fmt.Sprintf("%.3f", p)
	switch {
	case p < 0.0005:
		return "<0.001"
	case p < alpha && text == fmt.Sprintf("%.3f", alpha):
		return "<" + text
	}
	return "=" + text
}

// MarshalJSON writes numbers that are not finite as null.
func (t Test) MarshalJSON() ([]byte, error) { return wire.Marshal(t) }

// UnmarshalJSON reads null as NaN.
func (t *Test) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, t) }

// differences returns a − b.
func differences(a, b []float64) ([]float64, error) {
	if len(a) != len(b) {
		return nil, fmt.Errorf("compare: %d scores against %d", len(a), len(b))
	}
	if err := finite(a, b); err != nil {
		return nil, err
	}
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
		if math.IsInf(d[i], 0) {
			return nil, fmt.Errorf("compare: the difference of scores %d overflows", i)
		}
	}
	return d, nil
}

// finite returns an error that names the first score that is NaN or infinite.
func finite(runs ...[]float64) error {
	for r, xs := range runs {
		for i, x := range xs {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("compare: score %d of run %d is %v", i, r+1, x)
			}
		}
	}
	return nil
}
