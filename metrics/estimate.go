package metrics

import (
	"encoding/json"
	"math"
)

// Estimate is a number with how far it can be trusted. Fields that are not defined are NaN in Go
// and null in JSON; an interval about which nothing is known is infinite in Go and null in JSON.
// The zero Estimate is not meaningful: use [Undefined].
type Estimate struct {
	// Value is the estimate itself.
	Value float64
	// SE is its standard error, in the units of Value. Where samples come in clusters it is CR1, and the
	// interval rests on the number of clusters and not on N; see [ClusterMean].
	SE float64
	// Lo and Hi are the ends of its 95 % confidence interval.
	Lo, Hi float64
	// N is the number of samples that it rests on.
	N int
	// Worst and Best are the lowest and the highest value that the missing verdicts allow. Where
	// nothing is missing both are equal to Value.
	Worst, Best float64
}

// Undefined returns the estimate of a number that is not defined, on n samples.
func Undefined(n int) Estimate {
	nan := math.NaN()
	return Estimate{Value: nan, SE: nan, Lo: math.Inf(-1), Hi: math.Inf(1), N: n, Worst: nan, Best: nan}
}

// wireEstimate is the JSON form of an Estimate.
type wireEstimate struct {
	Value *float64 `json:"value"`
	SE    *float64 `json:"se"`
	Lo    *float64 `json:"lo"`
	Hi    *float64 `json:"hi"`
	N     int      `json:"n"`
	Worst *float64 `json:"worst"`
	Best  *float64 `json:"best"`
}

// MarshalJSON writes numbers that are not finite as null.
func (e Estimate) MarshalJSON() ([]byte, error) {
	return json.Marshal(wireEstimate{
		finite(e.Value), finite(e.SE), finite(e.Lo), finite(e.Hi), e.N, finite(e.Worst), finite(e.Best),
	})
}

// UnmarshalJSON reads null as what is not defined: an infinite end of an interval, else NaN.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	var w wireEstimate
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	*e = Undefined(w.N)
	for _, f := range []struct {
		to   *float64
		from *float64
	}{{&e.Value, w.Value}, {&e.SE, w.SE}, {&e.Lo, w.Lo}, {&e.Hi, w.Hi}, {&e.Worst, w.Worst}, {&e.Best, w.Best}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	return nil
}

// finite returns a pointer to x, or nil when x is not finite.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
