package metrics

import (
	"math"
	"testing"
)

func TestProportions(t *testing.T) {
	for _, tt := range []struct {
		met, n                         int
		se                             float64
		wilsonLo, wilsonHi             float64
		exactLo, exactHi, oneLo, oneHi float64
		why                            string
	}{
		{3, 17, .0924594409403971, .0619112663762099, .410294585688341, .037985068070626, .434317872844284, .049898154557423, .395641433444821, "some"},
		{1, 2, .353553390593274, .0945312057342307, .905468794265769, .012579117093425, .987420882906575, .0253205655191036, .974679434480896, "one"},
		{17, 17, 0, .815681864991148, 1, .804935677030907, 1, .83843388873926, 1, "all"},
		{0, 8, 0, 0, .32440756488388, 0, .369416647552819, 0, .312343978066368, "none"},
	} {
		p := float64(tt.met) / float64(tt.n)
		checkEstimate(t, Wilson(tt.met, tt.n), est(p, tt.se, tt.wilsonLo, tt.wilsonHi, tt.n, p, p), 1e-12)
		checkEstimate(t, ClopperPearson(tt.met, tt.n), est(p, tt.se, tt.exactLo, tt.exactHi, tt.n, p, p), 1e-12)
		lo, hi := OneSided(tt.met, tt.n)
		if !near(lo, tt.oneLo, 1e-12) || !near(hi, tt.oneHi, 1e-12) {
			t.Errorf("OneSided(%d, %d) = %.15g, %.15g: %s", tt.met, tt.n, lo, hi, tt.why)
		}
	}
	for n := 1; n < 60; n++ {
		if none, all := Wilson(0, n), Wilson(n, n); none.Lo != 0 || all.Hi != 1 {
			t.Errorf("n = %d: the ends are %v and %v, not 0 and 1", n, none.Lo, all.Hi)
		}
	}
}

func TestProportionsUndefined(t *testing.T) {
	for _, tt := range []struct {
		met, n, count int
		why           string
	}{{0, 0, 0, "of nothing"}, {-1, 5, 5, "negative"}, {6, 5, 5, "more than all"}, {0, -3, 0, "of less than nothing"}} {
		checkEstimate(t, Wilson(tt.met, tt.n), Undefined(tt.count), 0)
		checkEstimate(t, ClopperPearson(tt.met, tt.n), Undefined(tt.count), 0)
		if lo, hi := OneSided(tt.met, tt.n); !math.IsNaN(lo) || !math.IsNaN(hi) {
			t.Errorf("OneSided(%d, %d) = %v, %v: %s", tt.met, tt.n, lo, hi, tt.why)
		}
	}
}
