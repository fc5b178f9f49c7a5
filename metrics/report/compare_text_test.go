package report

import (
	"math"
	"testing"
)

func TestNumbersReadAsWhatTheyAre(t *testing.T) {
	for _, tt := range []struct {
		why, got, want string
	}{
		{"four decimals", number(-.12345), "-0.1235"},
		{"no negative 0", number(-.00001), "0.0000"},
		{"a very large number fits in a cell", number(-1e300), "-1e+300"},
		{"and so does one just as large", number(123456789012), "1.23457e+11"},
		{"not defined", number(math.NaN()), "–"},
		{"p is never 0", pValue(1e-12), "<0.001"},
		{"a p below the level does not read as one at it", pValue(.0499), "<0.050"},
		{"p at the level", pValue(.05), "0.050"},
		{"p above the level", pValue(.0502), "0.050"},
		{"p that is not defined", pValue(math.NaN()), "–"},
		{"an ordinary p", pValue(.0123), "0.012"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, tt.got, tt.want)
		}
	}
}
