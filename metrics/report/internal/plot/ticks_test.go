package plot

import "testing"

func TestTicks(t *testing.T) {
	for _, tt := range []struct {
		why  string
		in   Scale
		want string
	}{
		{"as many decimals as the step needs", Scale{-.025, .05, .025}, "−0.025 0%, 0 33.33%, 0.025 66.67%, 0.050 100%"},
		{"whole numbers", Scale{-50, 50, 50}, "−50 0%, 0 50%, 50 100%"},
		{"multiples of the step where the ends are none", Scale{.1, .9, .25}, "0.25 18.75%, 0.50 50%, 0.75 81.25%"},
		{"ten million and more by powers", Scale{-1e7, 2e7, 5e6}, "−1e+07 0%, −5000000 16.67%, 0 33.33%, 5000000 50%, 1e+07 66.67%, 1.5e+07 83.33%, 2e+07 100%"},
		{"three digits of those", Scale{0, 3e7, 1.25e7}, "0 0%, 1.25e+07 41.67%, 2.5e+07 83.33%"},
		{"twelve at most", Scale{0, 12, 1}, "0 0%, 1 8.33%, 2 16.67%, 3 25%, 4 33.33%, 5 41.67%, 6 50%, 7 58.33%, 8 66.67%, 9 75%, 10 83.33%, 11 91.67%"},
	} {
		if got := marks(tt.in.Ticks()); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", tt.why, got, tt.want)
		}
	}
}
