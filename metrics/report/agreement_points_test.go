package report_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/correct"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/rubric"
)

// sections are a rubric in points: a conclusion of 10 and reasons of 30.
var sections = rubric.List{{ID: "conclusion", Text: "c", Category: "Law", Weight: 10}, {ID: "reasons", Text: "r", Category: "Law", Weight: 30}}

// pointRun is a report of samples 1, 2 and so on, with the points of either section; below 0 is a
// missing verdict.
func pointRun(t *testing.T, points ...[2]float64) *report.Report {
	t.Helper()
	cfg := report.Config{
		Benchmark: "points",
		Metrics:   []report.Metric{{Name: "acc", About: "points over points"}, {Name: "conclusion_acc", About: "of the conclusion"}, {Name: "root", About: "a curve"}},
		Scorer: metrics.ScorerFunc(func(s dataset.Sample, grades []judge.Grade) (metrics.Values, error) {
			a, b := grades[0].Points, grades[1].Points
			return metrics.Values{"acc": (a + b) / 40, "conclusion_acc": a / 10, "root": math.Sqrt((a + b) / 40)}, nil
		}),
	}
	var items []report.Item
	var out []judge.Outcome
	for i, p := range points {
		s := sample{fmt.Sprint(i + 1), "answer", sections}
		items = append(items, report.Item{Sample: s, Tasks: []judge.Task{{Sample: s, Criteria: sections}}})
		o := judge.Outcome{}
		for k, c := range sections {
			g := judge.Grade{Criterion: c.ID, Status: judge.Graded, Points: p[k]}
			if p[k] < 0 {
				g = judge.Ungraded(c, judge.Empty, "")
			}
			o.Verdict.Grades = append(o.Verdict.Grades, g)
		}
		out = append(out, o)
	}
	return build(t, cfg, items, out)
}

// inPoints labels the sections of samples 1, 2 and so on; below 0 is none.
func inPoints(points ...[2]float64) (labels []agreement.PointLabel) {
	for i, p := range points {
		for k, x := range p {
			if x >= 0 {
				labels = append(labels, agreement.PointLabel{Sample: fmt.Sprint(i + 1), Criterion: sections[k].ID, Points: x})
			}
		}
	}
	return labels
}

// Points that never differ say how often they could have differed all the same.
func TestPointAgreementWithoutDifferences(t *testing.T) {
	run := [][2]float64{{10, 15}, {5, 30}, {0, 12}, {8, 9}}
	g, err := pointRun(t, run...).PointAgreement(inPoints(run...))
	if err != nil {
		t.Fatal(err)
	}
	p, reach := g.Points.Overall, 1-math.Pow(.025, 1./4)
	near(t, "equal", p.Equal.Value, 1)
	for _, f := range []struct {
		what         string
		got          metrics.Estimate
		least, upper float64
	}{{"equal", p.Equal, 1 - reach, 1}, {"bias", p.Bias, -reach, reach}, {"distance", p.Distance, 0, reach}} {
		near(t, "lower end of "+f.what, f.got.Lo, f.least)
		near(t, "upper end of "+f.what, f.got.Hi, f.upper)
	}
	// One in eight differs: a share has no interval beyond 1.
	run[0][0] = 9
	if g, err = pointRun(t, run...).PointAgreement(inPoints([2]float64{10, 15}, run[1], run[2], run[3])); err != nil {
		t.Fatal(err)
	}
	if e := g.Points.Overall.Equal; !(e.Value == .875 && e.Hi > .9 && e.Hi < 1 && e.Lo > 0) {
		t.Errorf("equal %+v", e)
	}
}

func TestPointAgreement(t *testing.T) {
	rep := pointRun(t, [2]float64{10, 15}, [2]float64{5, 30}, [2]float64{0, 12}, [2]float64{8, -1}, [2]float64{6, 21}, [2]float64{4, 9})
	a, err := rep.PointAgreement(append(inPoints([2]float64{10, 12}, [2]float64{5, 24}, [2]float64{2, 12}, [2]float64{9, 9}), agreement.PointLabel{Sample: "77", Criterion: "conclusion"}))
	if err != nil {
		t.Fatal(err)
	}
	if a.Labels != 9 || a.Compared != 7 || a.Missing != 1 || a.Unknown != 1 {
		t.Errorf("%d labels, %d compared, %d missing, %d unknown", a.Labels, a.Compared, a.Missing, a.Unknown)
	}
	if a.Verdicts.Overall.N != 0 || !math.IsNaN(a.Verdicts.Overall.Kappa.Value) {
		t.Errorf("points in part are taken for verdicts: %+v", a.Verdicts.Overall)
	}
	p := a.Points.Overall
	// Shares 1, .5, .5, 1, 0, .4, .8 and 1, .4, .5, .8, .2, .4, .9, in samples 1, 1, 2, 2, 3, 3, 4.
	x, y := []float64{1, .5, .5, 1, 0, .4, .8}, []float64{1, .4, .5, .8, .2, .4, .9}
	clusters := strings.Split("1122334", "")
	d, abs := make([]float64, 7), make([]float64, 7)
	for i := range x {
		d[i] = x[i] - y[i]
		abs[i] = math.Abs(d[i])
	}
	for _, f := range []struct {
		what string
		got  metrics.Estimate
		of   []float64
	}{{"judged", p.Judged, x}, {"reference", p.Reference, y}, {"bias", p.Bias, d}, {"distance", p.Distance, abs}, {"equal", p.Equal, []float64{1, 0, 1, 0, 0, 1, 0}}} {
		want, err := metrics.ClusterMean(f.of, clusters)
		if err != nil {
			t.Fatal(err)
		}
		near(t, f.what, f.got.Value, want.Mean.Value)
		near(t, "SE of "+f.what, f.got.SE, want.CR1)
		if f.what != "equal" {
			near(t, "lower end of "+f.what, f.got.Lo, want.Mean.Lo)
			near(t, "upper end of "+f.what, f.got.Hi, want.Mean.Hi)
		}
	}
	r, err := metrics.Correlation(x, y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "correlation", p.Correlation.Value, r.Value)
	// By hand: D_o = Σd²/7 = 0.1/7, and D_e = 2·Var of the 14 shares.
	near(t, "alpha", p.Alpha.Value, 1-(.1/7)/(2*math.Pow(metrics.Mean(append(append([]float64{}, x...), y...)).SE, 2)*14))
	if p.N != 7 || p.Clusters != 4 || !math.IsInf(p.Alpha.Hi, 1) || !math.IsInf(p.Correlation.Lo, -1) {
		t.Errorf("four samples are too few to resample: %+v", p)
	}
	if p.Alpha.Clusters != 4 || p.Alpha.Resamples != 1000 || p.Correlation.Resamples != 1000 {
		t.Errorf("resamples: α %+v, r %+v", p.Alpha, p.Correlation)
	}
	if law := a.Points.Categories["Law"]; law.N != 7 {
		t.Errorf("category: %+v", law)
	}
	if a.Points.Positive.N != 7 {
		t.Errorf("positive weights: %+v", a.Points.Positive)
	}
	none := a.Points.Negative
	if none.N != 0 || !math.IsNaN(none.Bias.Value) || !math.IsNaN(none.Alpha.Value) || !math.IsNaN(none.Correlation.SD) || !math.IsInf(none.Alpha.Lo, -1) || !math.IsInf(none.Correlation.Hi, 1) {
		t.Errorf("negative weights, of which there are none: %+v", none)
	}
	if want := []string{"only 4 samples or clusters of samples are labeled"}; !slices.Equal(p.Warnings, want) {
		t.Errorf("warnings %q, want %q", p.Warnings, want)
	}
	c := a.Corrected[0]
	if c.Samples != 5 || c.Labeled != 3 || !strings.Contains(c.Note, "no rates of errors") {
		t.Errorf("corrected: %+v", c)
	}
	if !strings.Contains(c.Positive.Note, "no rates of errors") || c.Negative.Note != "" {
		t.Errorf("rates are noted %q and %q", c.Positive.Note, c.Negative.Note)
	}
	byName := map[string]report.CorrectedMetric{}
	for _, m := range c.Metrics {
		byName[m.Metric] = m
	}
	for _, tt := range []struct {
		metric             string
		human, judge, rest []float64
	}{
		{"acc", []float64{22. / 40, 29. / 40, 14. / 40}, []float64{25. / 40, 35. / 40, 12. / 40}, []float64{27. / 40, 13. / 40}},
		{"conclusion_acc", []float64{1, .5, .2}, []float64{1, .5, 0}, []float64{.6, .4}},
	} {
		want, err := correct.PPI{Human: tt.human, Judge: tt.judge, Rest: tt.rest}.Tuned()
		if err != nil {
			t.Fatal(err)
		}
		got := byName[tt.metric]
		if got.Predicted == nil {
			t.Fatalf("%s: no prediction: %s", tt.metric, got.Note)
		}
		near(t, tt.metric, got.Predicted.Mean.Value, want.Mean.Value)
		near(t, "SE of "+tt.metric, got.Predicted.Mean.SE, want.Mean.SE)
		near(t, "reference of "+tt.metric, got.Reference.Value, metrics.Mean(tt.human).Value)
		if !math.IsNaN(got.Corrected.Value) {
			t.Errorf("%s is corrected by rates: %+v", tt.metric, got.Corrected)
		}
	}
	if m := byName["root"]; m.Predicted != nil || !strings.Contains(m.Note, "does not show how root is made of points") {
		t.Errorf("a curve: %+v", m)
	}
	if text := a.String() + a.Markdown(); !strings.Contains(text, "distance") || strings.Contains(text, "AC1") {
		t.Errorf("text:\n%s", text)
	}
}

// TestPointAgreementOfFewSamples takes one, two, nineteen and twenty samples.
func TestPointAgreementOfFewSamples(t *testing.T) {
	for _, tt := range []struct {
		n       int
		differ  bool
		warning string
		bias    float64
		wide    bool
	}{
		{1, false, "only 1 sample or cluster of samples is labeled", math.Inf(1), true},
		{2, false, "only 2 samples or clusters of samples are labeled", 1 - math.Sqrt(.025), true},
		{19, true, "only 19 samples or clusters of samples are labeled", 0, true},
		{20, true, "", 0, false},
	} {
		run, labels := make([][2]float64, tt.n), make([][2]float64, tt.n)
		for i := range run {
			run[i] = [2]float64{float64(i%9 + 1), float64(i*7%29 + 1)}
			labels[i] = run[i]
			if tt.differ && i%3 == 0 {
				labels[i][0] = 10 - run[i][0]
			}
		}
		rep := pointRun(t, run...)
		for i := range rep.Samples {
			rep.Samples[i].Grades[1].Category = "" // of no category
		}
		g, err := rep.PointAgreement(inPoints(labels...))
		if err != nil {
			t.Fatal(err)
		}
		p := g.Points.Overall
		if strings.Join(p.Warnings, "\n") != tt.warning {
			t.Errorf("%d samples: warnings %q, want %q", tt.n, p.Warnings, tt.warning)
		}
		if !tt.differ && !(p.Bias.Hi == tt.bias || math.Abs(p.Bias.Hi-tt.bias) < 1e-12) {
			t.Errorf("%d samples without a difference: bias up to %v, want %v", tt.n, p.Bias.Hi, tt.bias)
		}
		if math.IsInf(p.Alpha.Lo, -1) != tt.wide || math.IsInf(p.Correlation.Hi, 1) != tt.wide {
			t.Errorf("%d samples: α %+v, r %+v", tt.n, p.Alpha, p.Correlation)
		}
		if law := g.Points.Categories["Law"]; len(g.Points.Categories) != 1 || law.N != tt.n || p.N != 2*tt.n {
			t.Errorf("%d samples: categories %+v", tt.n, g.Points.Categories)
		}
	}
}

func TestPointAgreementIsRefused(t *testing.T) {
	rep := pointRun(t, [2]float64{10, 15}, [2]float64{5, 30})
	var none *report.Report
	for _, tt := range []struct {
		why, want string
		rep       *report.Report
		labels    []agreement.PointLabel
	}{
		{"no report", "no report", none, inPoints([2]float64{1, 1})},
		{"no labels", "none of the 0 labels", rep, nil},
		{"more than all", "sample 1, criterion conclusion is labeled with 11 points of 10", rep, inPoints([2]float64{11, 1})},
		{"less than none", "is labeled with -1 points of 30", rep, []agreement.PointLabel{{Sample: "1", Criterion: "reasons", Points: -1}}},
		{"no number", "is labeled with NaN points of 30", rep, []agreement.PointLabel{{Sample: "1", Criterion: "reasons", Points: math.NaN()}}},
		{"twice", "labeled twice", rep, append(inPoints([2]float64{1, 1}), inPoints([2]float64{1, 1})...)},
	} {
		if _, err := tt.rep.PointAgreement(tt.labels); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.why, err, tt.want)
		}
	}
}

func TestPointAgreementOnVerdictsIsThatOfVerdicts(t *testing.T) {
	rep := modelRun(t, "m", nil, nil, judged...)
	labels := expert(labeled...)
	var points []agreement.PointLabel
	for _, l := range labels {
		p := agreement.PointLabel{Sample: l.Sample, Criterion: l.Criterion}
		if l.Met {
			for _, c := range criteria {
				if c.ID == l.Criterion {
					p.Points = c.Weight
				}
			}
		}
		points = append(points, p)
	}
	want := agreed(t, rep, labels)
	got, err := rep.PointAgreement(points)
	if err != nil || got.String() != want.String() {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

func TestPointAgreementOfTwoJudges(t *testing.T) {
	a, b := pointRun(t, [2]float64{10, 15}, [2]float64{5, 30}, [2]float64{0, -1}), pointRun(t, [2]float64{10, 15}, [2]float64{2, 30}, [2]float64{5, 12})
	g, err := a.AgreementWith(b)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "bias", g.Points.Overall.Bias.Value, (0+0+.3+0-.5)/5)
	if g.Compared != 5 || g.Missing != 1 || len(g.Corrected) != 0 {
		t.Errorf("%+v", g)
	}
	// Points beyond what a criterion can give count as all of them.
	a.Samples[0].Grades[0].Points, b.Samples[1].Grades[1].Points = 12, 40
	if over, err := a.AgreementWith(b); err != nil || over.Points.Overall.Bias.Value != g.Points.Overall.Bias.Value {
		t.Errorf("beyond: %+v, %v", over, err)
	}
	b.Samples[1].ID = "1"
	if _, err := a.AgreementWith(b); err == nil || !strings.Contains(err.Error(), `two samples have the id "1"`) {
		t.Errorf("error %v", err)
	}
}

func TestSeveralWaysToMakeAMetric(t *testing.T) {
	// On these points acc could be that of the conclusion alone.
	rep := pointRun(t, [2]float64{5, 15}, [2]float64{2, 6}, [2]float64{10, 30}, [2]float64{0, 0})
	a, err := rep.PointAgreement(inPoints([2]float64{5, 15}, [2]float64{4, 3}))
	if err != nil {
		t.Fatal(err)
	}
	m := a.Corrected[0].Metrics[0]
	if m.Metric != "acc" || m.Predicted != nil || !strings.Contains(m.Note, "several ways in which acc may be made of points") {
		t.Errorf("got %+v", m)
	}
}

func ExampleReport_PointAgreement() {
	items := []report.Item{item("1", "tax", "t", true), item("2", "tax", "t", true)}
	out := outcomes(report.Tasks(items), "yyn"+"yyn")
	out[1].Verdict.Grades[0].Points = 3 // of 6
	rep, err := report.Build(config(), items, out)
	if err != nil {
		fmt.Println(err)
		return
	}
	// From a file: agreement.LoadPoints("experts.csv")
	a, err := rep.PointAgreement([]agreement.PointLabel{{Sample: "1", Criterion: "b", Points: 2}, {Sample: "2", Criterion: "b", Points: 6}})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := a.Points.Overall
	fmt.Printf("the judge gives %.3f, the expert %.3f, %.3f apart\n", p.Judged.Value, p.Reference.Value, p.Distance.Value)
	// Output: the judge gives 0.750, the expert 0.667, 0.083 apart
}
