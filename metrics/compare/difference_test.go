package compare

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
)

func TestPaired(t *testing.T) {
	twenty := func(xs []float64) []float64 { return slices.Repeat(xs, 2) }
	long, err := Paired(twenty(first), twenty(second))
	if err != nil || long.Warnings != nil {
		t.Errorf("20 pairs: warnings %q, %v", long.Warnings, err)
	}
	if long, err = Paired(twenty(first)[:19], twenty(second)[:19]); err != nil || len(long.Warnings) != 1 {
		t.Errorf("19 pairs: warnings %q, %v", long.Warnings, err)
	}
	for _, tt := range []struct {
		name string
		a, b []float64
		want Test
	}{
		{"ten", first, second, Test{estimate(.015, .0678437747901587, -.138473281092826, .168473281092826, 10), .221096188211742, 9, .829952155585109, .190070116593094, 0, .757983043978449, .137810256028594, []string{"only 10 pairs"}}},
		{"none", nil, nil, Test{metrics.Undefined(0), nan, nan, nan, nan, 0, nan, nan, []string{"0 pairs: at least 2 are needed for an interval"}}},
		{"one", []float64{.5}, []float64{.25}, Test{estimate(.25, nan, -inf, inf, 1), nan, nan, nan, nan, 0, nan, nan, []string{"1 pairs: at least 2 are needed for an interval"}}},
		{"equal", []float64{.5, .25}, []float64{.25, 0}, Test{estimate(.25, 0, .25, .25, 2), nan, nan, nan, nan, 0, 1, .1767766952966369, []string{"all differences are equal: there is no spread to test against", "only 2 pairs"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Paired(tt.a, tt.b)
			if err != nil {
				t.Fatal(err)
			}
			check(t, got, tt.want)
		})
	}
}

func TestPairedClusters(t *testing.T) {
	got, err := PairedClusters(first, second, clusters)
	if err != nil {
		t.Fatal(err)
	}
	check(t, got, Test{estimate(.015, .0459637538356765, -.131277178571319, .161277178571319, 10), .326344102651537, 3, .765604877114527, .128771373315, 4, .757983043978449, .137810256028594, []string{"only 4 clusters"}})
	got, err = PairedClusters(first, second, make([]string, 10))
	if err != nil || !math.IsNaN(got.P) || !math.IsInf(got.Difference.Hi, 1) || !strings.Contains(got.Warnings[0], "1 clusters: at least 2") {
		t.Errorf("one cluster: %+v, %v", got, err)
	}
}

func TestUnpaired(t *testing.T) {
	got, err := Unpaired([]float64{.5, .7, .9, .4}, []float64{.2, .3, .1, .6, .3, .2})
	if err != nil {
		t.Fatal(err)
	}
	warnings := []string{"unpaired: samples that both runs share are treated as different ones", "only 4 samples in the smaller run"}
	check(t, got, Test{estimate(.341666666666667, .131286370622053, .0111779798120443, .672155353521289, 10), 2.60245343859993, 5.37696100372108, .044886524921476, .131286370622053 * 2.80158521811297, 0, nan, .131286370622053, warnings})
	if !got.Different() {
		t.Error("p is below 0.05")
	}
	long, err := Unpaired(slices.Repeat([]float64{.5, .7}, 20), []float64{.2, .4, .3})
	if err != nil || len(long.Warnings) != 2 || long.Warnings[1] != "only 3 samples in the smaller run" {
		t.Errorf("the second run is the smaller one: warnings %q, %v", long.Warnings, err)
	}
	got, err = Unpaired([]float64{.5}, []float64{.2, .4})
	if err != nil || !math.IsNaN(got.P) || !math.IsInf(got.Difference.Lo, -1) {
		t.Errorf("one sample: %+v, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		a, b []float64
		why  string
	}{
		{[]float64{1}, nil, "lengths"},
		{[]float64{1, nan}, []float64{1, 2}, "NaN"},
		{[]float64{1, 2}, []float64{1, -inf}, "infinite"},
		{[]float64{1.7e308}, []float64{-1.7e308}, "a difference that overflows"},
		{[]float64{-1.7e308}, []float64{1.7e308}, "a difference that overflows downwards"},
	} {
		_, want := Paired(tt.a, tt.b)
		if want == nil {
			t.Errorf("Paired: no error for %s", tt.why)
			continue
		}
		if _, err := PairedClusters(tt.a, tt.b, make([]string, len(tt.a))); err == nil || err.Error() != want.Error() {
			t.Errorf("PairedClusters: error %v for %s, want %v", err, tt.why, want)
		}
		if _, err := (SignFlip{}).Test(tt.a, tt.b); err == nil || err.Error() != want.Error() {
			t.Errorf("SignFlip: error %v for %s, want %v", err, tt.why, want)
		}
	}
	for _, bad := range []float64{nan, inf, -inf} {
		if _, err := Unpaired([]float64{1, 2}, []float64{1, bad}); err == nil || !strings.Contains(err.Error(), "score 1 of run 2 is ") {
			t.Errorf("Unpaired: error %v for %v", err, bad)
		}
	}
	if _, err := PairedClusters(first, second, nil); err == nil {
		t.Error("PairedClusters: no error without clusters")
	}
	for _, s := range []SignFlip{{Flips: 999}, {Flips: -1}, {Clusters: []string{"a"}}} {
		if _, err := s.Test(first, second); err == nil {
			t.Errorf("SignFlip: no error for %+v", s)
		}
	}
	if _, err := (SignFlip{}).Test(nil, nil); err == nil {
		t.Error("SignFlip: no error without samples")
	}
	huge := []float64{1e308, 1e308}
	if _, err := (SignFlip{}).Test(huge, []float64{0, 0}); err == nil {
		t.Error("SignFlip: no error for a sum that overflows")
	}
}

func TestString(t *testing.T) {
	for _, tt := range []struct {
		test Test
		want string
	}{
		{Test{Difference: estimate(.12345, .1, -.05, .3, 40), P: .2}, "~ +0.123 [-0.050, +0.300] (p=0.200 n=40)"},
		{Test{Difference: estimate(-.2, .1, -.3, -.1, 40), P: .0004}, "-0.200 [-0.300, -0.100] (p<0.001 n=40)"},
		{Test{Difference: estimate(-.2, .1, -.3, -.1, 40), P: .0005}, "-0.200 [-0.300, -0.100] (p=0.001 n=40)"},
		{Test{Difference: estimate(-.2, .1, -.4, 0, 40), P: .0499}, "-0.200 [-0.400, +0.000] (p<0.050 n=40)"},
		{Test{Difference: estimate(-.2, .1, -.4, 0, 40), P: .05}, "~ -0.200 [-0.400, +0.000] (p=0.050 n=40)"},
		{Test{Difference: estimate(.5, nan, -inf, inf, 1), P: nan}, "~ +0.500 (n=1)"},
		{Test{Difference: metrics.Undefined(0), P: nan}, "~ (n=0)"},
	} {
		if got := tt.test.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestJSON(t *testing.T) {
	one, err := Paired([]float64{.5}, []float64{.25})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(one)
	want := `{"difference":{"value":0.25,"se":null,"lo":null,"hi":null,"n":1,"worst":0.25,"best":0.25},"t":null,"df":null,"p":null,"detectable":null,"clusters":0,"correlation":null,"unpaired_se":null,"warnings":["1 pairs: at least 2 are needed for an interval"]}`
	if err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
	var back Test
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	check(t, back, one)
	none, err := McNemar(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	text, err = json.Marshal(none)
	if want := `{"only_a":0,"only_b":0,"exact":null,"mid_p":null,"corrected":null,"chi_square":null}`; err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
	var discordance Discordance
	if err := json.Unmarshal(text, &discordance); err != nil || !math.IsNaN(discordance.Exact) || !math.IsNaN(discordance.ChiSquare) {
		t.Errorf("read back %+v, %v", discordance, err)
	}
}
