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
	// Clusters is the number of clusters that the N samples come in; 0 where they count as independent.
	Clusters int
	// DF are the degrees of freedom of an interval by t, where they follow from neither N nor Clusters,
	// as those of a sum; 0 otherwise. See [Estimate.Freedom].
	DF float64
	// Worst and Best are the lowest and the highest value that the missing verdicts allow. Where
	// nothing is missing both are equal to Value.
	Worst, Best float64
}

// Freedom returns the degrees of freedom that the standard error has as that of a mean: DF where it is
// set, else Clusters−1 where samples come in clusters, else N−1. It is 0, and not below, where nothing
// is left to estimate an error from.
func (e Estimate) Freedom() float64 {
	switch {
	case e.DF > 0:
		return e.DF
	case e.Clusters > 0:
		return float64(e.Clusters - 1)
	}
	return float64(max(e.N-1, 0))
}

// Undefined returns the estimate of a number that is not defined, on n samples.
func Undefined(n int) Estimate {
	nan := math.NaN()
	return Estimate{Value: nan, SE: nan, Lo: math.Inf(-1), Hi: math.Inf(1), N: n, Worst: nan, Best: nan}
}

// wireEstimate is the JSON form of an Estimate.
type wireEstimate struct {
	Value    *float64 `json:"value"`
	SE       *float64 `json:"se"`
	Lo       *float64 `json:"lo"`
	Hi       *float64 `json:"hi"`
	N        int      `json:"n"`
	Clusters int      `json:"clusters,omitempty"`
	DF       *float64 `json:"df,omitempty"`
	Worst    *float64 `json:"worst"`
	Best     *float64 `json:"best"`
}

// MarshalJSON writes numbers that are not finite as null. It leaves out Clusters and DF where they are 0.
func (e Estimate) MarshalJSON() ([]byte, error) {
	w := wireEstimate{
		Value: finite(e.Value), SE: finite(e.SE), Lo: finite(e.Lo), Hi: finite(e.Hi), N: e.N,
		Clusters: e.Clusters, Worst: finite(e.Worst), Best: finite(e.Best),
	}
	if e.DF != 0 {
		w.DF = finite(e.DF)
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads null as what is not defined: an infinite end of an interval, else NaN.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	var w wireEstimate
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	*e = Undefined(w.N)
	e.Clusters = w.Clusters
	for _, f := range []struct {
		to   *float64
		from *float64
	}{{&e.Value, w.Value}, {&e.SE, w.SE}, {&e.Lo, w.Lo}, {&e.Hi, w.Hi}, {&e.DF, w.DF}, {&e.Worst, w.Worst}, {&e.Best, w.Best}} {
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
