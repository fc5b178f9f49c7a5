package correct

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
)

// PPI is prediction-powered inference: the mean score that experts would give, from few samples with
// an expert's score and many with a judge's alone. It needs no model of the judge's error, and works
// for scores of any kind. The zero PPI holds no samples, which is an error of its methods. They do
// not change it.
type PPI struct {
	// Human and Judge are the expert's and the judge's scores of the n labeled samples, by the same
	// index. The labeled samples must be drawn at random from all.
	Human, Judge []float64
	// Rest are the judge's scores of the N samples without an expert's.
	Rest []float64
	// LabeledClusters and RestClusters, when they are not nil, name the clusters of the labeled
	// samples and of the rest; a cluster may have samples in both.
	LabeledClusters, RestClusters []string
}

// Predicted is a mean by [PPI].
type Predicted struct {
	// Mean is the mean that experts would give. Its N counts labeled samples.
	Mean metrics.Estimate `json:"mean"`
	// Lambda is the weight λ of the judge's scores: 0 for the experts' mean alone, 1 for PPI.
	Lambda float64 `json:"lambda"`
	// Rest is the number of samples that only the judge scored.
	Rest int `json:"rest"`
	// Warnings say what limits the estimate.
	Warnings []string `json:"warnings"`
}

// few is the number of labeled samples below which a normal interval is visibly too narrow.
const few = 30

// Plain returns the mean with λ = 1, PPI proper: unbiased for any judge, and worse than the experts'
// mean alone when the judge is bad. See [PPI.At].
func (p PPI) Plain() (Predicted, error) { return p.At(1) }

// Tuned returns the mean with the λ that makes its variance smallest, PPI++:
//
//	λ* = Cov_n(y, f) / ((1+n/N)·Var(f)), within [0, 1]
//
// with the covariance over the labeled samples (ddof 0) and the variance over all (ddof 1), as
// ppi_py has them. The error wraps [ErrUndefined] when the judge's scores are all equal; other errors
// are those of [PPI.At]. Source: PPI++, arXiv 2311.01453.
func (p PPI) Tuned() (Predicted, error) {
	if err := p.check(); err != nil {
		return Predicted{}, err
	}
	n, rest := float64(len(p.Human)), float64(len(p.Rest))
	all := append(append([]float64{}, p.Judge...), p.Rest...)
	spread := variance(all) * (n + rest) / (n + rest - 1)
	if !(spread > 0) {
		return Predicted{}, fmt.Errorf("correct: %w: the judge gives every sample the same score", ErrUndefined)
	}
	my, mf := metrics.Mean(p.Human).Value, metrics.Mean(p.Judge).Value
	cov := 0.0
	for i, y := range p.Human {
		cov += (y - my) * (p.Judge[i] - mf) / n
	}
	lambda := unit(cov / ((1 + n/rest) * spread))
	if math.IsNaN(lambda) {
		return Predicted{}, fmt.Errorf("correct: %w: the variance of the scores overflows", ErrUndefined)
	}
	out, err := p.At(lambda)
	if err == nil && lambda == 0 {
		out.Warnings = append(out.Warnings, "the judge's scores do not rise with the experts': they are not used")
	}
	return out, err
}

// At returns the mean with a given λ in [0, 1]:
//
//	θ = λ·mean(f over the rest) + mean(y − λf over the labeled)
//	SE = √(λ²·Var(f over the rest)/N + Var(y − λf)/n), variances with ddof 0 as in ppi_py
//	θ ± z·SE
//
// With clusters SE is √(Σ_c(λ·Σ_{i∈c}(f_i−f̄)/N + Σ_{i∈c}(r_i−r̄)/n)²·C/(C−1)), r = y − λf, and the
// interval is by t with one less degree of freedom than there are clusters with a label. The interval
// is not clipped.
//
// It is an error when there are fewer than two labeled samples or fewer than two without a label,
// when lengths do not match, when clusters are given for one part alone or are fewer than two with a
// label, when a score is NaN or infinite, and when λ is outside [0, 1]. Source: Angelopoulos et al.,
// arXiv 2301.09633.
func (p PPI) At(lambda float64) (Predicted, error) {
	if err := p.check(); err != nil {
		return Predicted{}, err
	}
	if !(lambda >= 0 && lambda <= 1) {
		return Predicted{}, fmt.Errorf("correct: lambda is %v", lambda)
	}
	n, rest := float64(len(p.Human)), float64(len(p.Rest))
	residuals := make([]float64, len(p.Human))
	for i, y := range p.Human {
		residuals[i] = y - lambda*p.Judge[i]
	}
	out := Predicted{Mean: metrics.Undefined(len(p.Human)), Lambda: lambda, Rest: len(p.Rest)}
	mr, mf := metrics.Mean(residuals).Value, metrics.Mean(p.Rest).Value
	value := lambda*mf + mr
	se := math.Sqrt(lambda*lambda*variance(p.Rest)/rest + variance(residuals)/n)
	factor := metrics.NormalQuantile(0.975)
	if p.LabeledClusters != nil {
		var labeled int
		se, labeled = p.clustered(lambda, residuals, mr, mf)
		factor = metrics.TQuantile(0.975, float64(labeled-1))
	}
	if !finite(value, se) {
		return Predicted{}, fmt.Errorf("correct: %w: the variance of the scores overflows", ErrUndefined)
	}
	out.Mean.Value, out.Mean.Worst, out.Mean.Best = value, value, value
	out.Mean.SE, out.Mean.Lo, out.Mean.Hi = se, value-factor*se, value+factor*se
	if len(p.Human) < few {
		out.Warnings = append(out.Warnings, fmt.Sprintf("only %d labeled samples: the interval covers less than 95 %%", len(p.Human)))
	}
	return out, nil
}

// clustered returns the clustered standard error and the number of clusters with a label.
func (p PPI) clustered(lambda float64, residuals []float64, mr, mf float64) (se float64, labeled int) {
	sums := map[string]float64{}
	var names []string
	add := func(name string, x float64) {
		if _, ok := sums[name]; !ok {
			names = append(names, name)
		}
		sums[name] += x
	}
	for i, r := range residuals {
		add(p.LabeledClusters[i], (r-mr)/float64(len(residuals)))
	}
	labeled = len(names)
	for i, f := range p.Rest {
		add(p.RestClusters[i], lambda*(f-mf)/float64(len(p.Rest)))
	}
	total := 0.0
	for _, name := range names {
		total += sums[name] * sums[name]
	}
	c := float64(len(names))
	return math.Sqrt(total * c / (c - 1)), labeled
}

// check returns the error of samples that give no estimate.
func (p PPI) check() error {
	switch {
	case len(p.Human) != len(p.Judge):
		return fmt.Errorf("correct: %d expert's scores and %d judge's of the labeled samples", len(p.Human), len(p.Judge))
	case len(p.Human) < 2 || len(p.Rest) < 2:
		return fmt.Errorf("correct: %w: %d labeled samples and %d others; at least 2 of each are needed", ErrUndefined, len(p.Human), len(p.Rest))
	case (p.LabeledClusters == nil) != (p.RestClusters == nil):
		return fmt.Errorf("correct: clusters are given for one part of the samples alone")
	case p.LabeledClusters != nil && (len(p.LabeledClusters) != len(p.Human) || len(p.RestClusters) != len(p.Rest)):
		return fmt.Errorf("correct: %d and %d clusters for %d labeled samples and %d others", len(p.LabeledClusters), len(p.RestClusters), len(p.Human), len(p.Rest))
	}
	for _, part := range []struct {
		name string
		xs   []float64
	}{{"expert's score", p.Human}, {"judge's score", p.Judge}, {"judge's score of the rest,", p.Rest}} {
		for i, x := range part.xs {
			if !finite(x) {
				return fmt.Errorf("correct: %s %d is %v", part.name, i, x)
			}
		}
	}
	if p.LabeledClusters != nil {
		for _, name := range p.LabeledClusters {
			if name != p.LabeledClusters[0] {
				return nil
			}
		}
		return fmt.Errorf("correct: %w: all labeled samples are of one cluster", ErrUndefined)
	}
	return nil
}

// finite says whether no x is NaN or infinite.
func finite(xs ...float64) bool {
	for _, x := range xs {
		if math.IsNaN(x - x) {
			return false
		}
	}
	return true
}

// variance returns the variance of xs with ddof 0.
func variance(xs []float64) float64 {
	n := float64(len(xs))
	se := metrics.Mean(xs).SE
	return se * se * (n - 1)
}
