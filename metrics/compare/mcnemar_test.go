package compare

import (
	"math"
	"testing"
)

func TestMcNemar(t *testing.T) {
	for _, tt := range []struct {
		b, c                          int
		exact, mid, chiSquare, chiByP float64
		why                           string
	}{
		{12, 3, 1152. / 32768, 697. / 32768, 64. / 15, .0388671038, "by hand: 2·576 and 2·576−455 of 2¹⁵"},
		{3, 12, 1152. / 32768, 697. / 32768, 64. / 15, .0388671038, "either way round"},
		{4, 4, 1, 1 - 35./256, 0, 1, "equal: mid-p counts half of P(X = 4) on either side"},
		{1, 0, 1, .5, 0, 1, "one: the correction does not go below 0"},
		{6, 0, 2. / 64, 1. / 64, 25. / 6, .0412268333, "one-sided"},
		{0, 0, nan, nan, nan, nan, "nothing to test"},
	} {
		got, err := McNemar(tt.b, tt.c)
		if err != nil || got.OnlyA != tt.b || got.OnlyB != tt.c {
			t.Fatalf("%+v, %v", got, err)
		}
		if !near(got.Exact, tt.exact) || !near(got.MidP, tt.mid) || !near(got.ChiSquare, tt.chiSquare) {
			t.Errorf("McNemar(%d, %d) = %+v: %s", tt.b, tt.c, got, tt.why)
		}
		if want := math.Erfc(math.Sqrt(tt.chiSquare / 2)); !near(got.Corrected, want) || !math.IsNaN(want) && !(math.Abs(want-tt.chiByP) <= 1e-9) {
			t.Errorf("McNemar(%d, %d): χ² gives %.10f: %s", tt.b, tt.c, got.Corrected, tt.why)
		}
	}
	for _, n := range [][2]int{{-1, 3}, {3, -1}} {
		if _, err := McNemar(n[0], n[1]); err == nil {
			t.Errorf("no error for %v", n)
		}
	}
}
