package report_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// repeated builds a run of four samples a subset, whose votes are the letters of each repeat by member. The subset
// "once" has the first vote alone.
func repeated(t *testing.T, model string, subsets []string, votes map[string][]string) *report.Report {
	t.Helper()
	items := answered(make([]int, 4*len(subsets))...)
	for i := range items {
		s := items[i].Sample.(sample)
		s.answer = model + s.id
		items[i].Sample, items[i].Subset = s, subsets[i/4]
	}
	out := votedOutcomes(items, votes)
	for i := range out { // the mean of the votes
		g := &out[i].Verdict.Grades[0]
		if items[i/3].Subset == "once" {
			g.Votes = g.Votes[:1]
		}
		for _, v := range g.Votes {
			g.Points += v.Points / float64(len(g.Votes))
		}
	}
	return build(t, config(), items, out)
}

// TestRepeatsOfSubsets has in x differences .6, .3, .1 and .5 beside noise of .18/4 and .68/4 between repeats, and
// in y .6, .6, −.6 and .3 beside none and .18/4.
func TestRepeatsOfSubsets(t *testing.T) {
	const z = 1.959963984540054 + 0.8416212335729143
	one := func(x, y string) map[string][]string { return map[string][]string{"one": {x, y}} }
	both := []string{"x", "y"}
	a := repeated(t, "a", both, one("yynyynynnyyn"+"yynyynynnyyn", "yynynnynnyyn"+"yynyynynnyyn"))
	b := repeated(t, "b", both, one("ynnynnnnnyyn"+"ynnynnyynyyn", "ynnynnnynnnn"+"ynnynnyynynn"))
	c := compared(t, a, b, report.CompareOptions{})
	var rows string
	for _, r := range c.Repeats {
		rows += fmt.Sprintf("%s %s, ", r.Scope, r.Metric)
		if r.Metric != metrics.ClippedScore {
			continue
		}
		// Squares of the differences less their mean, over 3.
		total, within := (.225*.225+.075*.075+.275*.275+.125*.125)/3, []float64{.045, .17}
		if r.Scope == "y" {
			total, within = .3225, []float64{0, .045}
		}
		between := max(0, total-within[0]/2-within[1]/2)
		near(t, r.Scope+": once", r.Once, z*math.Sqrt((between+within[0]+within[1])/4))
		near(t, r.Scope+": now", r.Now, z*math.Sqrt(total/4))
		near(t, r.Scope+": noiseless", r.Noiseless, z*math.Sqrt(between/4))
		near(t, r.Scope+": within A", r.Design.WithinA, within[0])
		near(t, r.Scope+": within B", r.Design.WithinB, within[1])
	}
	if want := "x clipped_score, x normalized_score, y clipped_score, y normalized_score, "; rows != want {
		t.Errorf("repeats of %s want %s", rows, want)
	}
	for _, tt := range []struct {
		why     string
		subsets []string
		a, b    map[string][]string
		scopes  []string
	}{
		{"a lone subset without a name", []string{""}, one("yynyynynnyyn", "yynynnynnyyn"), one("ynnynnnnnyyn", "ynnynnnynnnn"), []string{"all", "all"}},
		{"one without a name beside another", []string{"", "y"}, one("yynyynynnyyn"+"yynyynynnyyn", "yynynnynnyyn"+"yynyynynnyyn"),
			one("ynnynnnnnyyn"+"ynnynnyynyyn", "ynnynnnynnnn"+"ynnynnyynynn"), []string{"", "", "y", "y"}},
		{"one without a name beside another that was judged once", []string{"", "once"}, one("yynyynynnyyn"+"yynyynynnyyn", "yynynnynnyyn"+"yynyynynnyyn"),
			one("ynnynnnnnyyn"+"ynnynnyynyyn", "ynnynnnynnnn"+"ynnynnyynynn"), []string{"", ""}},
		{"two judges that were asked again", []string{"x"}, map[string][]string{"one": {"yynyynynnyyn", "yynynnynnyyn"}, "two": {"yynyynynnyyn", "yynynnynnyyn"}},
			map[string][]string{"one": {"ynnynnnnnyyn", "ynnynnnynnnn"}, "two": {"ynnynnnnnyyn", "ynnynnnynnnn"}}, nil},
		{"no spread to compare, though votes differ", []string{"x"}, one("yynyynyynyyn", "ynnynnynnynn"), one("ynnynnynnynn", "nnnnnnnnnnnn"), nil},
	} {
		c := compared(t, repeated(t, "a", tt.subsets, tt.a), repeated(t, "b", tt.subsets, tt.b), report.CompareOptions{})
		var scopes []string
		for _, r := range c.Repeats {
			scopes = append(scopes, r.Scope)
		}
		if fmt.Sprint(scopes) != fmt.Sprint(tt.scopes) {
			t.Errorf("%s: repeats in %q, want %q", tt.why, scopes, tt.scopes)
		}
	}
}
