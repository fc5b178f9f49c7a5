package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// estimate has its bounds at its value.
func estimate(value, lo, hi float64) metrics.Estimate {
	return metrics.Estimate{Value: value, Lo: lo, Hi: hi, Worst: value, Best: value, N: 20}
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

// TestATinySliceDoesNotStretchTheOthers has a slice of two samples with an extreme value beside others, in a
// report and in a comparison.
func TestATinySliceDoesNotStretchTheOthers(t *testing.T) {
	m := map[string]map[string]metrics.Estimate{"tiny": {"score": estimate(0.98, -2, 4)}}
	c := &Comparison{}
	for i, label := range []string{"a", "b", "c", "d", "e"} {
		x := 0.40 + 0.01*float64(i)
		m[label] = map[string]metrics.Estimate{"score": estimate(x, x-0.03, x+0.03)}
		c.Slices = append(c.Slices, Difference{Scope: "all", Dimension: "d", Label: label, Metric: "score", Test: compare.Test{Difference: estimate(x-0.42, x-0.45, x-0.39)}})
	}
	c.Slices = append(c.Slices, Difference{Scope: "all", Dimension: "d", Label: "tiny", Metric: "score", Test: compare.Test{Difference: estimate(-0.6, -3, 1.8)}})
	r := Report{Definitions: []Metric{{Name: "score"}}, Groups: map[string]map[string]map[string]metrics.Estimate{"d": m}}
	table, differences := r.dimensions()[0].Tables[0], c.dimensions()[0].Tables[0]
	for what, ticks := range map[string][]plot.Tick{"report": table.Ticks, "comparison": differences.Ticks} {
		lo, hi := ticks[0].Label, ticks[len(ticks)-1].Label
		if want := map[string][2]string{"report": {"0.3", "0.6"}, "comparison": {"−0.1", "0.1"}}[what]; lo != want[0] || hi != want[1] {
			t.Errorf("%s: the scale goes from %s to %s, want %v", what, lo, hi, want)
		}
	}
	for _, row := range table.Rows {
		if tiny := row.Label == "tiny"; (row.Plot.Dot == "") != tiny || row.Plot.Right != tiny || row.Plot.Left != tiny {
			t.Errorf("%s is drawn as %+v", row.Label, row.Plot)
		}
	}
	for _, row := range differences.Rows {
		if tiny := row.Label == "tiny"; (row.Plot.Dot == "") != tiny || row.Plot.Right != tiny || row.Plot.Left != tiny {
			t.Errorf("the difference of %s is drawn as %+v", row.Label, row.Plot)
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
