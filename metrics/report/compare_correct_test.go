package report_test

import (
	"fmt"
	"html"
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/correct"
	"github.com/assize-eval/assize/metrics/report"
)

// gradesOf returns the grades of verdicts of three letters.
func gradesOf(verdicts ...string) (samples []dataset.Sample, grades [][]judge.Grade) {
	for i, v := range verdicts {
		samples = append(samples, sample{fmt.Sprint(i), "", criteria})
		var own []judge.Grade
		for k, letter := range v {
			own = append(own, judge.Binary(criteria[k], letter == 'y', ""))
		}
		grades = append(grades, own)
	}
	return samples, grades
}

func TestCorrectedDifference(t *testing.T) {
	verdictsB := []string{"ynn", "nnn", "nyn", "yyn", "nnn", "yny", "?nn", "nnn"}
	labeledB := []string{"ynn", "nnn", "yyn", "yny", "nnn", "yny", "---", "nny"}
	link := func(items []report.Item) { items[0].Cluster, items[1].Cluster = "p", "p" }
	a, b := modelRun(t, "a", nil, link, judged...), modelRun(t, "b", nil, link, verdictsB...)
	c := compared(t, a, b, report.CompareOptions{LabelsA: expert(labeled...), LabelsB: append(expert(labeledB...), agreement.Label{Sample: "99", Criterion: "a"})})
	if len(c.Corrected) != 2 {
		t.Fatalf("%d corrected differences of two metrics", len(c.Corrected))
	}
	// Sample 4 has a missing verdict in A and 7 in B.
	pairs := []int{0, 1, 2, 4, 5, 7}
	var va, vb []string
	for _, i := range pairs {
		va, vb = append(va, judged[i]), append(vb, verdictsB[i])
	}
	samples, gradesA := gradesOf(va...)
	_, gradesB := gradesOf(vb...)
	agA, agB := agreed(t, a, expert(labeled...)), agreed(t, b, expert(labeledB...))
	calibrations := func(a *report.Agreement) correct.Calibrations {
		out := correct.Calibrations{}
		for _, p := range a.Corrected[0].Parts {
			out[p.Class] = p.Calibration
		}
		return out
	}
	want, err := correct.Difference(samples, correct.Run{Grades: gradesA, Calibrations: calibrations(agA)},
		correct.Run{Grades: gradesB, Calibrations: calibrations(agB)}, []string{"p", "p", "3", "5", "6", "8"})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range []metrics.Estimate{want.Clipped, want.Normalized} {
		d := c.Corrected[i]
		near(t, d.Metric+" corrected", d.Corrected.Difference.Value, e.Value)
		near(t, "its SE", d.Corrected.Difference.SE, e.SE)
		near(t, "its t", d.Corrected.T, e.Value/e.SE)
		near(t, "its degrees of freedom", d.Corrected.DF, e.DF)
		if d.Scope != "x" || d.Note != "" || d.Judged.Difference.N != 6 || d.Judged.Clusters != 5 {
			t.Errorf("got %+v", d)
		}
	}
	near(t, "as judged", c.Corrected[0].Judged.Difference.Value, (1-0.1+0.4+0.6+0.5+1-(0.4+0+0.6+0-0.1+0))/6)
	for form, text := range map[string]string{"table": c.String(), "Markdown": c.Markdown()} {
		if !strings.Contains(text, "orrected for the judge's errors") || !strings.Contains(text, "1 of 22 labels of B are of criteria that it does not have") {
			t.Errorf("%s:\n%s", form, text)
		}
	}
	// Where missing verdicts count as no points their samples are scored, and stay out all the same.
	for _, s := range []*report.Sample{&a.Samples[3], &b.Samples[6]} {
		s.Status, s.Scores = report.Scored, s.Worst
	}
	// So do samples that were graded by other criteria.
	b.Samples[0].Grades[0].Text = "another text"
	again := compared(t, a, b, report.CompareOptions{LabelsA: expert(labeled...), LabelsB: expert(labeledB...)})
	if n := again.Corrected[0].Judged.Difference.N; n != 5 || again.Corrected[0].Judged.Clusters != 0 || again.Corrected[0].Judged.Difference.Clusters != 0 {
		t.Errorf("%d pairs, want 5 that share no cluster: %+v", n, again.Corrected[0].Judged)
	}
	if plain := compared(t, a, b, report.CompareOptions{}); plain.Corrected != nil {
		t.Error("differences are corrected without labels")
	}
}

func TestCorrectedDifferenceByScope(t *testing.T) {
	subsets := []string{"x", "y", "x", "y", "x", "y", "x", "y"}
	a, b := modelRun(t, "a", subsets, nil, judged...), modelRun(t, "b", subsets, nil, "ynn", "nnn", "nyn", "yyn", "nnn", "yny", "ynn", "nnn")
	c := compared(t, a, b, report.CompareOptions{LabelsA: expert(labeled...), LabelsB: expert("ynn", "nnn", "yyn", "yny", "nnn", "yny")})
	var scopes []string
	for _, d := range c.Corrected {
		scopes = append(scopes, fmt.Sprint(d.Scope, " ", d.Metric, " ", d.Judged.Difference.N))
	}
	want := "x clipped_score 4, x normalized_score 4, y clipped_score 3, y normalized_score 3, all clipped_score 7, all normalized_score 7"
	if got := strings.Join(scopes, ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNoCorrectedDifference(t *testing.T) {
	a, b := modelRun(t, "a", nil, nil, judged...), modelRun(t, "b", nil, nil, judged...)
	for _, tt := range []struct {
		why, want string
		opts      report.CompareOptions
	}{
		{"labels of one run", "labels are given for one run alone", report.CompareOptions{LabelsA: expert(labeled...)}},
		{"labels of the other", "labels are given for one run alone", report.CompareOptions{LabelsB: expert(labeled...)}},
		{"unpaired", "is paired", report.CompareOptions{LabelsA: expert(labeled...), LabelsB: expert(labeled...), Unpaired: true}},
		{"labels of nothing", "none of the 1 labels of B", report.CompareOptions{LabelsA: expert(labeled...), LabelsB: []agreement.Label{{Sample: "77", Criterion: "a"}}}},
		{"a label twice", "labels of A: report: sample 1, criterion a is labeled twice", report.CompareOptions{LabelsA: append(expert("y"), expert("y")...), LabelsB: expert(labeled...)}},
	} {
		if _, err := report.Compare(a, b, tt.opts); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.why, err, tt.want)
		}
	}
	c := compared(t, a, b, report.CompareOptions{LabelsA: expert(labeled...), LabelsB: expert("yy-", "ny-", "yn-")})
	d := c.Corrected[0]
	if !math.IsNaN(d.Corrected.Difference.Value) || !math.IsNaN(d.Corrected.P) || !strings.Contains(d.Note, "no label says met, on criteria of negative weight, in run 2") {
		t.Errorf("got %+v", d)
	}
	if got := strings.Join(c.Warnings, "\n"); strings.Count(got, "no label says met") != 1 {
		t.Errorf("warnings %s", got)
	}
}

// TestFewCorrectedPairsShowNothing has five pairs with differences that a t-test calls real, and six.
func TestFewCorrectedPairsShowNothing(t *testing.T) {
	verdictsA, verdictsB := []string{"yyn", "yyn", "yyy", "ynn", "yyn", "yyn"}, []string{"nnn", "nnn", "nny", "nnn", "ynn", "nnn"}
	for _, tt := range []struct {
		why   string
		n     int
		shown bool
	}{{"five pairs", 5, false}, {"six pairs", 6, true}} {
		a, b := modelRun(t, "a", nil, nil, verdictsA[:tt.n]...), modelRun(t, "b", nil, nil, verdictsB[:tt.n]...)
		c := compared(t, a, b, report.CompareOptions{LabelsA: expert(verdictsA[:tt.n]...), LabelsB: expert(verdictsB[:tt.n]...)})
		d := c.Corrected[0]
		if !(d.Judged.P < 0.05 && d.Corrected.P < 0.05) || d.Different() != tt.shown {
			t.Fatalf("%s: p %v and %v, different %v", tt.why, d.Judged.P, d.Corrected.P, d.Different())
		}
		var page strings.Builder
		if err := c.WritePage(&page); err != nil {
			t.Fatal(err)
		}
		_, section, _ := strings.Cut(html.UnescapeString(page.String()), `id="corrected"`)
		section, _, _ = strings.Cut(section, "</section>")
		_, table, _ := strings.Cut(c.String(), "corrected for the judge")
		_, markdown, _ := strings.Cut(c.Markdown(), "Corrected for the judge")
		for form, text := range map[string]string{"table": table, "Markdown": markdown, "page": section} {
			for _, x := range []float64{d.Judged.Difference.Value, d.Corrected.Difference.Value} {
				if got := strings.Contains(text, fmt.Sprintf("~ +%.4f", x)); got == tt.shown {
					t.Errorf("%s: %s says ~ %v of %v:\n%s", tt.why, form, got, x, text)
				}
			}
		}
	}
}

func TestDesignOfRepeats(t *testing.T) {
	a, b := modelRun(t, "a", nil, nil, "yyn", "yyn", "ynn", "yny", "nyn"), modelRun(t, "b", nil, nil, "ynn", "yyn", "nnn", "nny", "nyn")
	d := find(t, compared(t, a, b, report.CompareOptions{}).Differences, "x", "", metrics.ClippedScore)
	noise := func(within, repeats float64) metrics.Repeated {
		return metrics.Repeated{Within: within, Repeats: repeats}
	}
	// The differences vary by 0.288/4 = 0.072.
	design, err := d.Design(noise(0.06, 3), noise(0.02, 2))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "between", design.Between, 0.072-0.02-0.01)
	if design.WithinA != 0.06 || design.RepeatsA != 3 || design.WithinB != 0.02 || design.RepeatsB != 2 {
		t.Errorf("got %+v", design)
	}
	// The design at hand detects what the comparison says.
	got, err := design.Detectable(5)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "detectable", got, d.Test.Detectable)
	// An average of repeats is near the next whole number.
	if design, err = d.Design(noise(0, 2.6), noise(0, 1.5)); err != nil || design.RepeatsA != 3 || design.RepeatsB != 2 || design.WithinA != 0 {
		t.Errorf("repeats that vary: %+v, %v", design, err)
	}
	if all, err := d.Design(noise(1, 1), noise(0, 1)); err != nil || all.Between != 0 {
		t.Errorf("more noise than variance: %+v, %v", all, err)
	}
	nan := math.NaN()
	for _, tt := range []struct {
		why  string
		d    report.Difference
		a, b metrics.Repeated
	}{
		{"no repeats", d, noise(nan, 1), noise(0, 1)},
		{"no repeats of B", d, noise(0, 1), noise(0, nan)},
		{"no variance of B", d, noise(0, 1), noise(nan, 1)},
		{"less than one repeat", d, noise(0, .9), noise(0, 1)},
		{"less than one repeat of B", d, noise(0, 1), noise(0, .9)},
		{"one pair", find(t, compared(t, modelRun(t, "a", nil, nil, "yyn"), modelRun(t, "b", nil, nil, "ynn"), report.CompareOptions{}).Differences, "x", "", metrics.ClippedScore), noise(0, 1), noise(0, 1)},
		{"unpaired", find(t, compared(t, a, b, report.CompareOptions{Unpaired: true}).Differences, "x", "", metrics.ClippedScore), noise(0, 1), noise(0, 1)},
	} {
		if _, err := tt.d.Design(tt.a, tt.b); err == nil {
			t.Errorf("no error: %s", tt.why)
		}
	}
}

func TestWhatRepeatsGain(t *testing.T) {
	run := func(model string, votes ...string) *report.Report {
		items := answered(1, 2, 3, 4)
		for i := range items {
			s := items[i].Sample.(sample)
			s.answer = model + s.id
			items[i].Sample = s
		}
		out := votedOutcomes(items, map[string][]string{"one": votes})
		for i := range out { // the mean of the votes
			g := &out[i].Verdict.Grades[0]
			for _, v := range g.Votes {
				g.Points += v.Points / float64(len(g.Votes))
			}
		}
		return build(t, config(), items, out)
	}
	a := run("a", "yynyynynnyyn", "yynynnynnyyn")
	b := run("b", "ynnynnnnnyyn", "ynnynnnynnnn")
	c := compared(t, a, b, report.CompareOptions{})
	d := find(t, c.Differences, "x", "", metrics.ClippedScore)
	if len(c.Repeats) != 2 || c.Repeats[0].Metric != metrics.ClippedScore || c.Repeats[0].Scope != "x" {
		t.Fatalf("got %+v", c.Repeats)
	}
	r := c.Repeats[0]
	// Scores of A: 1 1, 1 .4, .4 .4, 1 1; of B: .4 .4, .4 .4, 0 .6, 1 0.
	va, vb := 2*.09/4, (2*.09+2*.25)/4
	diffs := []float64{.6, .3, .1, .5}
	variance := math.Pow(metrics.Mean(diffs).SE, 2) * 4
	const z = 1.959963984540054 + 0.8416212335729143
	between := math.Max(0, variance-va/2-vb/2)
	near(t, "once", r.Once, z*math.Sqrt((between+va+vb)/4))
	near(t, "now", r.Now, d.Test.Detectable)
	near(t, "noiseless", r.Noiseless, z*math.Sqrt(between/4))
	if r.Design.RepeatsA != 2 || r.Design.RepeatsB != 2 {
		t.Errorf("design %+v", r.Design)
	}
	for form, text := range map[string]string{"table": c.String(), "Markdown": c.Markdown()} {
		if !strings.Contains(text, "without the judge's noise") {
			t.Errorf("%s:\n%s", form, text)
		}
	}
	// Here something is left beside the noise: differences .6, .6, −.6, .3 vary by .3225, and of B's
	// .4 .4, .4 .4, 1 1, 1 .4 by .09·2/4 between repeats, half of which is in the mean of two.
	left := compared(t, run("a", "yynyynynnyyn", "yynyynynnyyn"), run("b", "ynnynnyynyyn", "ynnynnyynynn"), report.CompareOptions{})
	if len(left.Repeats) != 2 {
		t.Fatalf("got %+v", left.Repeats)
	}
	near(t, "once", left.Repeats[0].Once, z*math.Sqrt((.3+.045)/4))
	near(t, "now", left.Repeats[0].Now, z*math.Sqrt((.3+.0225)/4))
	near(t, "noiseless", left.Repeats[0].Noiseless, z*math.Sqrt(.3/4))
	other := run("b", "ynnynnnnnyyn")
	if c := compared(t, a, other, report.CompareOptions{Override: true}); c.Repeats != nil || strings.Contains(c.String(), "noise") {
		t.Errorf("one run was judged once: %+v", c.Repeats)
	}
}

func ExampleDifference_Design() {
	a, b := twoModels()
	c, err := report.Compare(a, b, report.CompareOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	// What the repeats of a judge say, here made up; in a report it is in Repeats.
	noise := metrics.Repeated{Within: 0.02, Repeats: 1}
	design, err := c.Differences[0].Design(noise, noise)
	if err != nil {
		fmt.Println(err)
		return
	}
	once, _ := design.Detectable(500)
	design.RepeatsA, design.RepeatsB = 5, 5
	often, _ := design.Detectable(500)
	fmt.Printf("500 samples find a difference of %.3f, judged five times %.3f\n", once, often)
	// Output: 500 samples find a difference of 0.040, judged five times 0.034
}
