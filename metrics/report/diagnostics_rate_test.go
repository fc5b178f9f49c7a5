package report

import (
	"math"
	"testing"
)

// TestRateAddsSamples has counts of two samples by hand.
func TestRateAddsSamples(t *testing.T) {
	got := rate([]tally{{cluster: "a", positive: MetRate{Met: 1, Partial: 2, Unmet: 3, Missing: 4}}, {cluster: "b", positive: MetRate{Met: 5, Partial: 1, Unmet: 2, Missing: 1}}},
		func(t tally) MetRate { return t.positive })
	if got.Met != 6 || got.Partial != 3 || got.Unmet != 5 || got.Missing != 5 || got.Rate.N != 14 || !(math.Abs(got.Rate.Value-6./14) < 1e-12) || got.Rate.Worst != 6./19 || got.Rate.Best != 11./19 {
		t.Errorf("%+v", got)
	}
}
