package numeral

import (
	"math"
	"testing"
)

func TestNumbersReadAsWhatTheyAre(t *testing.T) {
	for _, tt := range []struct {
		why, got, want string
	}{
		{"four decimals", Of(-.12345), "-0.1235"},
		{"no negative 0", Of(-.00001), "0.0000"},
		{"a very large number fits in a cell", Of(-1e300), "-1e+300"},
		{"and so does one just as large", Of(123456789012), "1.23457e+11"},
		{"not defined", Of(math.NaN()), "–"},
		{"p is never 0", P(1e-12, 0.05), "<0.001"},
		{"a p below the level does not read as one at it", P(.0499, 0.05), "<0.050"},
		{"p at the level", P(.05, 0.05), "0.050"},
		{"p above the level", P(.0502, 0.05), "0.050"},
		{"p that is not defined", P(math.NaN(), 0.05), "–"},
		{"an ordinary p", P(.0123, 0.05), "0.012"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, tt.got, tt.want)
		}
	}
}
