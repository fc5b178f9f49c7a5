package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// estimate has its bounds at its value.
func estimate(value, lo, hi float64) metrics.Estimate {
	return metrics.Estimate{Value: value, Lo: lo, Hi: hi, Worst: value, Best: value, N: 20}
}

func labels(s scale) string {
	var out []string
	for _, t := range s.ticks() {
		out = append(out, t.Label)
	}
	return strings.Join(out, " ")
}

func TestScaleOf(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tt := range []struct {
		why  string
		in   []metrics.Estimate
		want string
	}{
		{"nothing to show: shares are usual", nil, "0 0.25 0.50 0.75 1.00"},
		{"nothing defined", []metrics.Estimate{metrics.Undefined(0)}, "0 0.25 0.50 0.75 1.00"},
		{"narrow intervals are seen", []metrics.Estimate{estimate(0.42, 0.40, 0.44), estimate(0.39, 0.37, 0.41)}, "0.325 0.350 0.375 0.400 0.425 0.450 0.475"},
		{"one interval does not fill the plot", []metrics.Estimate{estimate(0.5, 0.45, 0.55)}, "0.3 0.4 0.5 0.6 0.7"},
		{"no width at all", []metrics.Estimate{estimate(0.5, 0.5, 0.5)}, "0.47 0.48 0.49 0.50 0.51 0.52 0.53"},
		{"shares do not exceed 1", []metrics.Estimate{estimate(1, 1, 1)}, "0.975 0.980 0.985 0.990 0.995 1.000"},
		{"wide intervals of few samples do not press the rest flat", []metrics.Estimate{estimate(0.4, 0.35, 0.45), estimate(0.6, 0.55, 0.65), estimate(0.5, -6, 7)}, "0.3 0.4 0.5 0.6 0.7"},
		{"an end a little below 0 is shown", []metrics.Estimate{estimate(0.1, -0.05, 0.25)}, "−0.2 0 0.2 0.4 0.6"},
		{"points", []metrics.Estimate{estimate(60, 55, 65), estimate(72, 70, 74)}, "40 50 60 70 80"},
		{"infinite ends count for nothing", []metrics.Estimate{estimate(0.2, -inf, inf), estimate(0.8, nan, nan)}, "0.2 0.4 0.6 0.8"},
		{"bounds lie on the scale", []metrics.Estimate{{Value: 0.5, Lo: 0.45, Hi: 0.55, Worst: 0.1, Best: 0.9}}, "0 0.2 0.4 0.6 0.8 1.0"},
		{"the span is no number", []metrics.Estimate{estimate(math.MaxFloat64, 0, 0), estimate(-math.MaxFloat64, 0, 0)}, "0 0.25 0.50 0.75 1.00"},
	} {
		if got := labels(scaleOf(tt.in, 5)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
}

func TestDraw(t *testing.T) {
	inf := math.Inf(1)
	s := scale{0, 1, 0.2}
	for _, tt := range []struct {
		why  string
		in   metrics.Estimate
		want plot
	}{
		{"all on the scale", metrics.Estimate{Value: 0.5, Lo: 0.25, Hi: 0.75, Worst: 0.4, Best: 0.8, N: 1200},
			plot{Title: "0.5000, 95 % interval 0.2500 to 0.7500; missing verdicts allow 0.4000 to 0.8000; n = 1,200", Dot: "50%", Line: &span{"25%", "50%"}, Band: &span{"40%", "40%"}}},
		{"nothing missing", estimate(0.5, 0.25, 0.75), plot{Title: "0.5000, 95 % interval 0.2500 to 0.7500; n = 20", Dot: "50%", Line: &span{"25%", "50%"}}},
		{"goes on beyond both ends", estimate(0.5, -3, 4), plot{Title: "0.5000, 95 % interval −3.0000 to 4.0000; n = 20", Dot: "50%", Line: &span{"0%", "100%"}, Left: true, Right: true}},
		{"an interval about which nothing is known", estimate(0.5, -inf, inf), plot{Title: "0.5000, interval unknown; n = 20", Dot: "50%", Line: &span{"0%", "100%"}, Left: true, Right: true}},
		{"no interval", estimate(0.5, math.NaN(), math.NaN()), plot{Title: "0.5000, interval unknown; n = 20", Dot: "50%"}},
		{"not defined", metrics.Undefined(0), plot{Title: "not defined; n = 0"}},
		{"only the bounds are defined", metrics.Estimate{Value: math.NaN(), Lo: -inf, Hi: inf, Worst: 0.2, Best: 0.6},
			plot{Title: "not defined; missing verdicts allow 0.2000 to 0.6000; n = 0", Band: &span{"20%", "40%"}}},
	} {
		if diff := cmp.Diff(tt.want, draw(tt.in, s)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestHistogram(t *testing.T) {
	many := make([]float64, 200)
	for i := range many {
		many[i] = float64(i) / 199
	}
	sixteenths := make([]float64, 320)
	for i := range sixteenths {
		sixteenths[i] = float64(i%17) / 16
	}
	for _, tt := range []struct {
		why        string
		in         []float64
		bars, dots int
		mean, top  string
	}{
		{"bars of 0.05 for many shares", many, 20, 0, "50%", "10"},
		{"wider bars where fractions would leave gaps", sixteenths, 10, 0, "49.59%", "38"},
		{"dots for few samples", []float64{0.1, 0.1, 0.9}, 0, 3, "36.67%", ""},
		{"one sample", []float64{1}, 0, 1, "100%", ""},
	} {
		h := newHistogram("m", "", tt.in)
		if len(h.Bars) != tt.bars || len(h.Dots) != tt.dots || h.Mean != tt.mean || h.Top != tt.top {
			t.Errorf("%s: %d bars, %d dots, mean at %s, top %q", tt.why, len(h.Bars), len(h.Dots), h.Mean, h.Top)
		}
	}
	h := newHistogram("m", "", []float64{0, 0.5, 0.5, 1})
	want := []dot{{"0%", "95%"}, {"50%", "95%"}, {"50%", "85%"}, {"100%", "95%"}}
	if diff := cmp.Diff(want, h.Dots); diff != "" {
		t.Errorf("dots (-want +got):\n%s", diff)
	}
	if want := "median 0.5000, middle half 0.3750 to 0.6250, lowest 0.0000, highest 1.0000"; h.Desc != want {
		t.Errorf("described as %q, want %q", h.Desc, want)
	}
	apart := newHistogram("m", "", append(make([]float64, 60), 1, 1, 1))
	wantBars := []bar{{"0%", "5%", "0%", "100%", "0.0000 to 0.0500: 60 samples"}, {"95%", "5%", "95%", "5%", "0.9500 to 1.0000: 3 samples"}}
	if diff := cmp.Diff(wantBars, apart.Bars); diff != "" {
		t.Errorf("bars (-want +got):\n%s", diff)
	}
	below := newHistogram("m", "", append([]float64{-0.3}, many...))
	if first := below.Ticks[0].Label; first != "−0.2" {
		t.Errorf("the first tick is %s", first)
	}
}

func TestBinsCountEverySample(t *testing.T) {
	for _, xs := range [][]float64{{0, 1}, {-5, 3, 3, 100}, {0.3, 0.3, 0.3}, {1e-9, 2e-9}, {-math.MaxFloat64, math.MaxFloat64}} {
		_, counts := bins(xs)
		sum := 0
		for _, c := range counts {
			sum += c
		}
		if sum != len(xs) {
			t.Errorf("%v: %d of %d are counted", xs, sum, len(xs))
		}
	}
}

func TestTabulateGroups(t *testing.T) {
	a, b := estimate(0.4, 0.3, 0.5), estimate(0.6, 0.5, 0.7)
	points := estimate(61, 55, 67)
	type numbers = map[string]metrics.Estimate
	for _, tt := range []struct {
		why          string
		names        string
		run          numbers
		subsets      map[string]numbers
		head, groups string
	}{
		{"one subset: its metrics stand together", "score rate", nil, map[string]numbers{"x": {"score": a, "rate": b}}, "Metric", "x(score rate)"},
		{"one subset, two kinds of numbers: each has its scale", "score points", nil, map[string]numbers{"x": {"score": a, "points": points}}, "Subset", "score(x) points(x)"},
		{"two subsets: each metric has them under one another", "score", numbers{"overall": a}, map[string]numbers{"x": {"score": a}, "y": {"score": b}}, "Subset", "score(x y) overall(all)"},
		{"metrics that only one subset has stand together", "score law fact", numbers{"overall": a, "mean": b}, map[string]numbers{"x": {"score": a, "law": a, "fact": b}, "y": {"score": b}}, "", "score(x y) x(law fact) all(mean overall)"},
		{"one number", "score", nil, map[string]numbers{"x": {"score": a}}, "Subset", "score(x)"},
		{"a subset that is named like the metric", "x", nil, map[string]numbers{"x": {"x": a}}, "Subset", "x(x)"},
		{"nothing", "", nil, nil, "", ""},
	} {
		r := Report{Metrics: tt.run, Subsets: tt.subsets}
		for _, name := range strings.Fields(tt.names) {
			r.Definitions = append(r.Definitions, Metric{Name: name, About: "about " + name})
		}
		table := r.tabulate("Subset", r.lines())
		var groups []string
		for _, g := range table.Groups {
			var rows []string
			for _, row := range g.Rows {
				rows = append(rows, row.Label)
				if defined := slices.Contains(strings.Fields(tt.names), row.Label) && len(g.Rows) > 1; defined != (row.About != "") {
					t.Errorf("%s: %s is about %q", tt.why, row.Label, row.About)
				}
			}
			groups = append(groups, g.Name+"("+strings.Join(rows, " ")+")")
		}
		if got := strings.Join(groups, " "); got != tt.groups || table.Head != tt.head {
			t.Errorf("%s: %q %s, want %q %s", tt.why, table.Head, got, tt.head, tt.groups)
		}
	}
}

func TestPanelHasEachMember(t *testing.T) {
	type numbers = map[string]metrics.Estimate
	a, b := estimate(0.4, 0.3, 0.5), estimate(0.6, 0.5, 0.7)
	r := Report{Definitions: []Metric{{Name: "score"}}, Members: map[string]map[string]numbers{
		"strict": {"x": {"score": a, "rate": b}, "y": {"score": b}},
		"mild":   {"x": {"score": b}},
	}}
	var got []string
	for _, p := range r.panel() {
		for _, g := range p.Table.Groups {
			for _, row := range g.Rows {
				got = append(got, strings.Join([]string{p.Subset, g.Name, row.Label, row.Value}, " "))
			}
		}
	}
	want := []string{"x score mild 0.6000", "x score strict 0.4000", "x rate strict 0.6000", "y score strict 0.6000"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p := new(Report).panel(); p != nil {
		t.Errorf("a single judge has the panel %v", p)
	}
}

func TestSlicesAreOrdered(t *testing.T) {
	nan := math.NaN()
	for _, tt := range []struct {
		why  string
		in   map[string]float64
		want string
	}{
		{"names by value, those without one last", map[string]float64{"a": 0.1, "b": 0.9, "c": nan, "d": 0.5}, "b d a c"},
		{"numbers by number", map[string]float64{"10": 0.9, "2": 0.1, "1": 0.5}, "1 2 10"},
		{"ranges by their first number", map[string]float64{"1000-1999": 0.9, "200-999": 0.5}, "200-999 1000-1999"},
	} {
		m := map[string]map[string]metrics.Estimate{}
		for label, v := range tt.in {
			m[label] = map[string]metrics.Estimate{"score": estimate(v, nan, nan)}
		}
		r := Report{Definitions: []Metric{{Name: "score"}}, Groups: map[string]map[string]map[string]metrics.Estimate{"d": m}}
		var got []string
		for _, row := range r.dimensions()[0].Tables[0].Rows {
			got = append(got, row.Label)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, s, tt.want)
		}
	}
}

func TestSlicesNameTheirWhole(t *testing.T) {
	groups := map[string]map[string]map[string]metrics.Estimate{"d": {"l": {"score": estimate(0.5, 0.4, 0.6)}}}
	x, y, all := estimate(0.41, 0.4, 0.6), estimate(0.52, 0.4, 0.6), estimate(0.63, 0.4, 0.6)
	of := func(e metrics.Estimate) map[string]metrics.Estimate { return map[string]metrics.Estimate{"score": e} }
	for _, tt := range []struct {
		why, dimension string
		rep            Report
		want           string
	}{
		{"a dimension of the run", "topic", Report{Metrics: of(all), Subsets: map[string]map[string]metrics.Estimate{"x": of(x), "y": of(y)}}, "0.6300"},
		{"a dimension of a subset", "y/topic", Report{Subsets: map[string]map[string]metrics.Estimate{"x": of(x), "y": of(y)}}, "0.5200"},
		{"the only subset", "topic", Report{Subsets: map[string]map[string]metrics.Estimate{"x": of(x)}}, "0.4100"},
		{"no number over the run", "topic", Report{Subsets: map[string]map[string]metrics.Estimate{"x": of(x), "y": of(y)}}, ""},
	} {
		tt.rep.Groups = map[string]map[string]map[string]metrics.Estimate{tt.dimension: groups["d"]}
		if got := tt.rep.dimensions()[0].Tables[0].Whole; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestShares(t *testing.T) {
	for _, tt := range []struct {
		why      string
		n, total int
		want     string
	}{
		{"all", 7, 7, "100 %"},
		{"nearly all is not all", 99_999, 100_000, "> 99.9 %"},
		{"next to nothing is not nothing", 1, 100_000, "< 0.1 %"},
		{"a half", 1, 2, "50.0 %"},
	} {
		if got := numeral.Percent(tt.n, tt.total); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
	s := newShares("Samples", []string{"scored", "excluded"}, []int{3, 1})
	want := []share{{"scored", "3", "75.0 %", "0%", "75%", "part0"}, {"excluded", "1", "25.0 %", "75%", "25%", "part1"}}
	if diff := cmp.Diff(want, s.Parts); diff != "" || s.Total != "4" {
		t.Errorf("total %s (-want +got):\n%s", s.Total, diff)
	}
}
