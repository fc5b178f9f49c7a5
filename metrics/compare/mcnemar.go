package compare

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/metrics/internal/dist"
	"github.com/assize-eval/assize/metrics/internal/wire"
)

// Discordance is the comparison of two runs on one yes-or-no question by McNemar's test. In JSON a
// number that is not defined is null.
type Discordance struct {
	// OnlyA and OnlyB count the samples that one run alone meets.
	OnlyA int `json:"only_a"`
	OnlyB int `json:"only_b"`
	// Exact, MidP and Corrected are two-sided p-values: the exact conditional one, which is
	// conservative, the mid-p, and that of χ² with Edwards' correction.
	Exact     float64 `json:"exact"`
	MidP      float64 `json:"mid_p"`
	Corrected float64 `json:"corrected"`
	// ChiSquare is χ² with the correction, with one degree of freedom.
	ChiSquare float64 `json:"chi_square"`
}

// McNemar tests whether two runs meet a criterion equally often, given how many samples only the
// first run meets and how many only the second. Samples count as independent: for verdicts on many
// criteria of a sample use [PairedClusters] on zeros and ones. When both numbers are 0 there is
// nothing to test, and all p-values are NaN. It is an error when a number is negative.
func McNemar(onlyA, onlyB int) (Discordance, error) {
	if onlyA < 0 || onlyB < 0 {
		return Discordance{}, fmt.Errorf("compare: %d and %d discordant samples", onlyA, onlyB)
	}
	nan := math.NaN()
	d := Discordance{OnlyA: onlyA, OnlyB: onlyB, Exact: nan, MidP: nan, Corrected: nan, ChiSquare: nan}
	n, least := onlyA+onlyB, min(onlyA, onlyB)
	if n == 0 {
		return d, nil
	}
	tail, at := dist.BinomialLower(least, n, 0.5), dist.BinomialAt(least, n, 0.5)
	d.Exact = min(1, 2*tail)
	d.MidP = 2*tail - at
	if onlyA == onlyB {
		d.MidP = 1 - at/2
	}
	excess := max(0, math.Abs(float64(onlyA)-float64(onlyB))-1)
	d.ChiSquare = excess * excess / float64(n)
	d.Corrected = dist.NormalTwoSided(math.Sqrt(d.ChiSquare))
	return d, nil
}

// MarshalJSON writes numbers that are not finite as null.
func (d Discordance) MarshalJSON() ([]byte, error) { return wire.Marshal(d) }

// UnmarshalJSON reads null as NaN.
func (d *Discordance) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, d) }
