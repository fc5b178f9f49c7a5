package correct

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics"
)

// ErrUndefined is wrapped by the errors of corrections that the data do not allow, as opposed to
// input that is wrong: no labels of a kind, or a judge no better than chance.
var ErrUndefined = errors.New("the correction is not defined")

// Calibration counts how a judge did on verdicts that an expert gave too.
type Calibration struct {
	// Met is the number m₁ of criteria that the expert calls met, and MetRight how many of them the
	// judge calls met.
	Met      int `json:"met"`
	MetRight int `json:"met_right"`
	// Unmet is the number m₀ of criteria that the expert calls unmet, and UnmetRight how many of them
	// the judge calls unmet.
	Unmet      int `json:"unmet"`
	UnmetRight int `json:"unmet_right"`
	// MetWorth and UnmetWorth are the numbers of independent labels that Met and Unmet are worth, where
	// labels come in clusters, such as several of one sample; see [Calibrate]. 0 says all of them.
	MetWorth   float64 `json:"met_worth,omitempty"`
	UnmetWorth float64 `json:"unmet_worth,omitempty"`
}

// Sensitivity returns q₁, the judge's chance to call met what the expert calls met, with Wilson's
// interval on what the labels are worth.
func (c Calibration) Sensitivity() metrics.Estimate { return wilson(c.MetRight, c.Met, c.MetWorth) }

// Specificity returns q₀, the judge's chance to call unmet what the expert calls unmet, with Wilson's
// interval on what the labels are worth.
func (c Calibration) Specificity() metrics.Estimate {
	return wilson(c.UnmetRight, c.Unmet, c.UnmetWorth)
}

// check returns an error when the counts are not valid, and one that wraps ErrUndefined when they
// allow no correction.
func (c Calibration) check() error {
	for _, f := range []struct {
		what         string
		right, count int
		worth        float64
	}{{"met", c.MetRight, c.Met, c.MetWorth}, {"unmet", c.UnmetRight, c.Unmet, c.UnmetWorth}} {
		if f.right < 0 || f.right > f.count {
			return fmt.Errorf("correct: %d of %d %s criteria judged right", f.right, f.count, f.what)
		}
		if !(f.worth >= 0 && f.worth <= float64(f.count)) {
			return fmt.Errorf("correct: %d labels of %s are worth %v", f.count, f.what, f.worth)
		}
		if f.count == 0 {
			return fmt.Errorf("correct: %w: no label says %s", ErrUndefined, f.what)
		}
	}
	plain, added := c.plain(), c.added()
	switch {
	case !(plain.youden() > 0):
		return fmt.Errorf("correct: %w: sensitivity %.3f and specificity %.3f are no better than chance", ErrUndefined, plain.q1, plain.q0)
	case !(added.youden() > 0):
		return fmt.Errorf("correct: %w: sensitivity %.3f and specificity %.3f, on labels worth %.3g and %.3g independent ones, are not told from no better than chance",
			ErrUndefined, plain.q1, plain.q0, plain.m1, plain.m0)
	}
	return nil
}

// rates are a judge's rates of right verdicts and the numbers of labels that they count as.
type rates struct{ q1, m1, q0, m0 float64 }

// plain returns the rates as they are.
func (c Calibration) plain() rates {
	return rates{
		float64(c.MetRight) / float64(c.Met), cmp.Or(c.MetWorth, float64(c.Met)),
		float64(c.UnmetRight) / float64(c.Unmet), cmp.Or(c.UnmetWorth, float64(c.Unmet)),
	}
}

// added returns the rates with one right and one wrong label added to each kind, q̃ = (mq+1)/(m+2), so
// that their variance is not 0 where all labels are right.
func (c Calibration) added() rates {
	r := c.plain()
	return rates{(r.q1*r.m1 + 1) / (r.m1 + 2), r.m1 + 2, (r.q0*r.m0 + 1) / (r.m0 + 2), r.m0 + 2}
}

// youden returns q₀+q₁−1: 1 for a judge without error, 0 for one that guesses.
func (r rates) youden() float64 { return r.q0 + r.q1 - 1 }

// of returns the share of criteria that are met where the judge calls the share p met.
func (r rates) of(p float64) float64 { return (p + r.q0 - 1) / r.youden() }

// spread returns the variances of q₁ and q₀.
func (r rates) spread() (v1, v0 float64) { return r.q1 * (1 - r.q1) / r.m1, r.q0 * (1 - r.q0) / r.m0 }

// Allocate splits m labels that are still to be bought into m₁ of criteria that are met and m₀ of
// criteria that are not, so that the corrected rate varies least:
//
//	m₁ = m/(1 + (1/p−1)·√κ)    κ = (1−q₀)/(1−q₁)
//
// rounded, with at least one of each. p is the rate that is expected, q0 and q1 a pilot's specificity
// and sensitivity. It is an error when m is below 2, when p is not between 0 and 1, when a rate is
// outside [0, 1], and when both are 1, since then κ is not defined. Source: Lee et al., arXiv
// 2511.21140.
func Allocate(m int, p, q0, q1 float64) (m1, m0 int, err error) {
	switch {
	case m < 2:
		return 0, 0, fmt.Errorf("correct: %d labels; at least 2 are needed", m)
	case !(p > 0 && p < 1):
		return 0, 0, fmt.Errorf("correct: a rate of %v leaves one kind without criteria", p)
	case !(q0 >= 0 && q0 <= 1 && q1 >= 0 && q1 <= 1):
		return 0, 0, fmt.Errorf("correct: specificity %v and sensitivity %v", q0, q1)
	case q0 == 1 && q1 == 1:
		return 0, 0, fmt.Errorf("correct: %w: a judge without error needs no labels", ErrUndefined)
	}
	share := 1 / (1 + (1/p-1)*math.Sqrt((1-q0)/(1-q1)))
	m1 = min(max(int(math.Round(float64(m)*share)), 1), m-1)
	return m1, m - m1, nil
}
