package numeral

import (
	"math"
	"testing"
)

func TestCount(t *testing.T) {
	for in, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 91402113: "91,402,113", -1234: "-1,234"} {
		if got := Count(in); got != want {
			t.Errorf("Count(%d) = %s, want %s", in, got, want)
		}
	}
	if got := Plural(1, "sample", "samples") + " " + Plural(1200, "sample", "samples"); got != "1 sample 1,200 samples" {
		t.Error(got)
	}
}

func TestPercent(t *testing.T) {
	for _, tt := range []struct {
		why      string
		n, total int
		want     string
	}{
		{"all", 7, 7, "100 %"},
		{"nearly all is not all", 99_999, 100_000, "> 99.9 %"},
		{"next to nothing is not nothing", 1, 100_000, "< 0.1 %"},
		{"nothing is not next to nothing", 0, 7, "0 %"},
		{"a half", 1, 2, "50.0 %"},
	} {
		if got := Percent(tt.n, tt.total); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
}

func TestRoundedUp(t *testing.T) {
	for _, tt := range []struct {
		why  string
		in   float64
		want string
	}{
		{"a part of a sample is one more", 41.01, "42"},
		{"a whole number", 42, "42"},
		{"none", 0, "–"},
		{"not defined", math.NaN(), "–"},
		{"beyond reason", 1e9, "–"},
	} {
		if got := RoundedUp(tt.in); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
}
