package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/correct"
	"github.com/assize-eval/assize/metrics/report"
)

// expert returns labels of the criteria a, b and c of samples 1, 2 and so on, three letters each: y
// met, n not met, and - for none.
func expert(verdicts ...string) (labels []agreement.Label) {
	for i, v := range verdicts {
		for k, letter := range v {
			if letter != '-' {
				labels = append(labels, agreement.Label{Sample: fmt.Sprint(i + 1), Criterion: criteria[k].ID, Met: letter == 'y'})
			}
		}
	}
	return labels
}

// judged are the verdicts of the tests below, and labeled what experts say.
var (
	judged  = []string{"yyn", "yny", "ynn", "y?n", "nyn", "yyy", "nnn", "yyn"}
	labeled = []string{"yyn", "nny", "ynn", "yy-", "nyy", "yny", "-", "-"}
)

func agreed(t *testing.T, r *report.Report, labels []agreement.Label) *report.Agreement {
	t.Helper()
	a, err := r.Agreement(labels)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAgreementWithExperts(t *testing.T) {
	rep := modelRun(t, "m", nil, nil, judged...)
	labels := append(expert(labeled...), agreement.Label{Sample: "99", Criterion: "a"}, agreement.Label{Sample: "1", Criterion: "z"})
	a := agreed(t, rep, labels)
	if a.Labels != 19 || a.Compared != 16 || a.Missing != 1 || a.Unknown != 2 {
		t.Errorf("%d labels, %d compared, %d missing, %d unknown; want 19, 16, 1, 2", a.Labels, a.Compared, a.Missing, a.Unknown)
	}
	if diff := cmp.Diff([]agreement.Key{{Sample: "1", Criterion: "z"}, {Sample: "99", Criterion: "a"}}, a.Strangers); diff != "" {
		t.Errorf("unknown criteria (-want +got):\n%s", diff)
	}
	type counts struct{ Both, OnlyFirst, OnlySecond, Neither int }
	of := func(s agreement.Summary) counts { return counts{s.BothMet, s.OnlyFirst, s.OnlySecond, s.Neither} }
	for _, tt := range []struct {
		why  string
		got  agreement.Summary
		want counts
	}{
		// a: yy yn yy yy nn yy; b: yy nn nn . yy yn; c: nn yy nn . ny yy.
		{"overall", a.Verdicts.Overall, counts{8, 2, 1, 5}},
		{"positive weight", a.Verdicts.Positive, counts{6, 2, 0, 3}},
		{"negative weight", a.Verdicts.Negative, counts{2, 0, 1, 2}},
		{"category Law, a and c", a.Verdicts.Categories["Law"], counts{6, 1, 1, 3}},
		{"category Facts, b", a.Verdicts.Categories["Facts"], counts{2, 1, 0, 2}},
	} {
		if diff := cmp.Diff(tt.want, of(tt.got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
	near(t, "raw agreement", a.Verdicts.Overall.Raw.Value, 13.0/16)
	near(t, "bias", a.Verdicts.Overall.Bias.Value, 1.0/16)
	if got := strings.Join(a.Warnings, "\n"); !strings.Contains(got, "2 of 19 labels are of criteria that the report does not have") ||
		!strings.Contains(got, "1 of 19 labels are of criteria without a verdict") || !strings.Contains(got, "only 6 samples") {
		t.Errorf("warnings %s", got)
	}
}

func TestLabelsOfAnUnansweredSample(t *testing.T) {
	a := agreed(t, modelRun(t, "m", nil, nil, "yyn", "-"), expert("yny", "yyn"))
	if a.Compared != 3 || a.Missing != 3 || a.Unknown != 0 {
		t.Errorf("%d compared, %d missing, %d unknown; want 3, 3 and 0", a.Compared, a.Missing, a.Unknown)
	}
}

func TestCorrectedScores(t *testing.T) {
	rep := modelRun(t, "m", nil, nil, judged...)
	a := agreed(t, rep, expert(labeled...))
	if len(a.Corrected) != 1 {
		t.Fatalf("%d scopes, want the one subset", len(a.Corrected))
	}
	c := a.Corrected[0]
	if c.Scope != "x" || c.Samples != 7 || c.Labeled != 5 || c.Note != "" {
		t.Errorf("scope %+v; want 7 samples without a missing verdict, 5 labeled in full", c)
	}
	// Positive criteria that experts call met: 6, of which the judge does all; unmet: 5, judge 3.
	// The six labels are of five samples. The five are of four, whose sums of deviations are −0.2, 0.4,
	// 0.4 and −0.6: CR1² is 0.72/25·4/3, and t of 3 degrees of freedom 3.182446.
	ratio := 1.959963984540054 / 3.182446305284263
	positive := correct.Calibration{Met: 6, MetRight: 6, MetWorth: 5, Unmet: 5, UnmetRight: 3, UnmetWorth: 0.24 / (0.72 / 25 * 4 / 3) * ratio * ratio}
	negative := correct.Calibration{Met: 3, MetRight: 2, Unmet: 2, UnmetRight: 2}
	// The judge's rates on the seven samples: 9 of 14 and 2 of 7.
	two := func(verdicts string) []bool {
		met := make([]bool, len(verdicts))
		for i, letter := range verdicts {
			met[i] = letter == 'y'
		}
		return met
	}
	for _, tt := range []struct {
		why, met    string
		got         report.CorrectedRate
		clusters    string
		calibration correct.Calibration
	}{{"positive", "yyynynnyyynnyy", c.Positive, "11223355667788", positive}, {"negative", "nynnynn", c.Negative, "1235678", negative}} {
		want, err := correct.RateClusters(two(tt.met), strings.Split(tt.clusters, ""), tt.calibration)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, tt.got.Corrected, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s rate (-want +got):\n%s", tt.why, diff)
		}
		n := len(tt.met)
		near(t, tt.why+" rate as judged", tt.got.Judged.Value, float64(strings.Count(tt.met, "y"))/float64(n))
		if tt.got.Judged.N != n || tt.got.Judged.Clusters != 7 {
			t.Errorf("%s rate as judged: %+v", tt.why, tt.got.Judged)
		}
	}
	var samples []dataset.Sample
	var grades [][]judge.Grade
	var scores []float64
	for i, v := range judged {
		if strings.Contains(v, "?") {
			continue
		}
		samples = append(samples, sample{fmt.Sprint(i), "", criteria})
		var own []judge.Grade
		for k, letter := range v {
			own = append(own, judge.Binary(criteria[k], letter == 'y', ""))
		}
		grades = append(grades, own)
		values, err := metrics.WeightedScores(criteria, own)
		if err != nil {
			t.Fatal(err)
		}
		scores = append(scores, values[metrics.ClippedScore])
	}
	want, err := correct.Scores(samples, grades, correct.Calibrations{{}: positive, {Penalty: true}: negative})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Metrics) != 2 || c.Metrics[0].Metric != metrics.ClippedScore || c.Metrics[1].Metric != metrics.NormalizedScore {
		t.Fatalf("metrics %+v", c.Metrics)
	}
	clipped, normalized := c.Metrics[0], c.Metrics[1]
	near(t, "corrected normalized score", normalized.Corrected.Value, want.Normalized.Value)
	near(t, "its SE", normalized.Corrected.SE, want.Normalized.SE)
	near(t, "corrected clipped score, clipped", clipped.Corrected.Lo, want.Clipped.Clip().Lo)
	near(t, "as judged", clipped.Judged.Value, metrics.Mean(scores).Value)
	if !math.IsNaN(clipped.Corrected.Worst) || !math.IsNaN(normalized.Judged.Best) {
		t.Error("a verdict is missing and there are bounds that leave it out")
	}
	if diff := cmp.Diff(want.Parts, c.Parts, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	// Labeled in full: 1, 2, 3, 5, 6; by experts 1, -0.5, 0.4, 0.1, -0.1.
	human := []float64{1, -0.5, 0.4, 0.1, -0.1}
	near(t, "experts' mean", clipped.Reference.Value, 0.9/5)
	ppi, err := correct.PPI{Human: human, Judge: []float64{1, -0.1, 0.4, 0.6, 0.5}, Rest: []float64{0, 1}}.Tuned()
	if err != nil {
		t.Fatal(err)
	}
	if clipped.Predicted == nil {
		t.Fatalf("no prediction: %s", clipped.Note)
	}
	near(t, "PPI++", clipped.Predicted.Mean.Value, ppi.Mean.Value)
	near(t, "its λ", clipped.Predicted.Lambda, ppi.Lambda)
	near(t, "its lower end, clipped", clipped.Predicted.Mean.Lo, ppi.Mean.Clip().Lo)
}

func TestCorrectedScoresByScope(t *testing.T) {
	subsets := []string{"x", "y", "x", "y", "x", "y", "x", "y"}
	a := agreed(t, modelRun(t, "m", subsets, nil, judged...), expert(labeled...))
	var scopes []string
	for _, c := range a.Corrected {
		scopes = append(scopes, fmt.Sprintf("%s %d", c.Scope, c.Samples))
	}
	if diff := cmp.Diff([]string{"x 4", "y 3", "all 7"}, scopes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSubsetsThatAreNotPooledAreCorrectedApart(t *testing.T) {
	subsets := []string{"x", "y", "x", "y", "x", "y", "x", "y"}
	rep := modelRun(t, "m", subsets, nil, judged...)
	rep.Metrics = nil
	if n := len(agreed(t, rep, expert(labeled...)).Corrected); n != 2 {
		t.Errorf("%d scopes of two subsets that are not pooled", n)
	}
}

// TestCorrectionLeavesOutWhatCountsAsNoPoints has a sample that is scored although a verdict is
// missing.
func TestCorrectionLeavesOutWhatCountsAsNoPoints(t *testing.T) {
	var items []report.Item
	for i := range judged {
		items = append(items, item(fmt.Sprint(i+1), "x", "t", true))
	}
	cfg := config()
	cfg.Missing = report.Official
	rep := build(t, cfg, items, outcomes(report.Tasks(items), strings.Join(judged, "")))
	if rep.Coverage.Scored != 8 {
		t.Fatalf("%d samples are scored", rep.Coverage.Scored)
	}
	if c := agreed(t, rep, expert(labeled...)).Corrected[0]; c.Samples != 7 || c.Note != "" {
		t.Errorf("%d samples are corrected, want the 7 with all verdicts; note %q", c.Samples, c.Note)
	}
}

func TestClustersInCorrectedScores(t *testing.T) {
	link := func(items []report.Item) { items[0].Cluster, items[1].Cluster, items[7].Cluster = "p", "p", "p" }
	c := agreed(t, modelRun(t, "m", nil, link, judged...), expert(labeled...)).Corrected[0].Metrics[1]
	want, err := correct.PPI{
		Human: []float64{1, 0, 9.0 / 15, 6.0 / 15, 4.0 / 15}, Judge: []float64{1, 4.0 / 15, 9.0 / 15, 11.0 / 15, 10.0 / 15}, Rest: []float64{5.0 / 15, 1},
		LabeledClusters: []string{"p", "p", "3", "5", "6"}, RestClusters: []string{"7", "p"},
	}.Tuned()
	if err != nil {
		t.Fatal(err)
	}
	if n := agreed(t, modelRun(t, "m", nil, link, judged...), expert(labeled...)).Verdicts.Overall.Samples; n != 5 {
		t.Errorf("verdicts come in %d clusters, want 5 of six labeled samples", n)
	}
	near(t, "SE of PPI++", c.Predicted.Mean.SE, want.Mean.SE)
	m, err := metrics.ClusterMean([]float64{1, 4.0 / 15, 9.0 / 15, 11.0 / 15, 10.0 / 15, 5.0 / 15, 1}, []string{"p", "p", "3", "5", "6", "7", "p"})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "SE as judged", c.Judged.SE, m.CR1)
}

func TestNoCorrection(t *testing.T) {
	rep := modelRun(t, "m", nil, nil, judged...)
	for _, tt := range []struct {
		why    string
		labels []agreement.Label
		want   string
	}{
		{"no penalty is labeled", expert("yy-", "ny-", "yn-"), "no label says met, on criteria of negative weight"},
		{"no better than chance", expert("nny", "nyn", "nyy", "n-y", "yny", "nnn", "yyy", "nny"), "no better than chance"},
	} {
		a := agreed(t, rep, tt.labels)
		c := a.Corrected[0]
		if !strings.Contains(c.Note, tt.want) || !math.IsNaN(c.Metrics[0].Corrected.Value) || !math.IsInf(c.Metrics[0].Corrected.Hi, 1) {
			t.Errorf("%s: note %q, corrected %+v", tt.why, c.Note, c.Metrics[0].Corrected)
		}
		if !strings.Contains(strings.Join(a.Warnings, "\n"), tt.want) {
			t.Errorf("%s: warnings %q", tt.why, a.Warnings)
		}
		if note := c.Positive.Note + c.Negative.Note; !strings.Contains(tt.want, "no label") && !strings.Contains(note, tt.want) || strings.Contains(tt.want, "no label") && (c.Positive.Note != "" || !strings.HasSuffix(c.Negative.Note, "no label says met")) {
			t.Errorf("%s: rates are noted %q and %q", tt.why, c.Positive.Note, c.Negative.Note)
		}
		if m := c.Metrics[0].Judged; !math.IsNaN(m.Worst) || !math.IsNaN(m.Best) {
			t.Errorf("%s: a verdict is missing, and the mean is from %v to %v", tt.why, m.Worst, m.Best)
		}
		near(t, tt.why+": as judged", c.Metrics[0].Judged.Value, (1-0.1+0.4+0.6+0.5+0+1)/7)
	}
	all := agreed(t, modelRun(t, "m", nil, nil, "yyn", "yny"), expert("yyn", "yny"))
	if m := all.Corrected[0].Metrics[0]; m.Predicted != nil || !strings.Contains(m.Note, "2 labeled samples and 0 others") {
		t.Errorf("a prediction with nothing to predict: %+v", m)
	} else {
		near(t, "nothing is missing: worst", m.Judged.Worst, m.Judged.Value)
	}
}

func TestAgreementIsRefused(t *testing.T) {
	partial := modelRun(t, "m", nil, nil, judged...)
	partial.Samples[0].Grades[1].Points = 2
	twice := modelRun(t, "m", []string{"x", "y"}, nil, "yyn", "yyn")
	twice.Samples[1].ID = "1"
	var none *report.Report
	rep := modelRun(t, "m", nil, nil, judged...)
	for _, tt := range []struct {
		why, want string
		rep       *report.Report
		labels    []agreement.Label
	}{
		{"no report", "no report", none, expert("yyn")},
		{"no labels", "none of the 0 labels", rep, nil},
		{"labels of other samples", "none of the 1 labels", rep, []agreement.Label{{Sample: "77", Criterion: "a"}}},
		{"a label of a missing verdict alone", "none of the 1 labels", rep, []agreement.Label{{Sample: "4", Criterion: "b"}}},
		{"one label twice", "labeled twice", rep, append(expert("y--"), expert("y--")...)},
		{"points in part", "2 points of 6 are no verdict", partial, expert("yyn")},
		{"one id in two subsets", `sample "1", which is in several subsets`, twice, expert("yyn")},
	} {
		if _, err := tt.rep.Agreement(tt.labels); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.why, err, tt.want)
		}
	}
	// Points in part that nobody labeled do not stand in the way of the rest.
	a := agreed(t, partial, expert("---", "yny", "nnn"))
	if !strings.Contains(a.Corrected[0].Note, "2 points of 6 are no verdict") {
		t.Errorf("note %q", a.Corrected[0].Note)
	}
}

func TestAgreementOfTwoJudges(t *testing.T) {
	a := modelRun(t, "m", nil, nil, "yyn", "yny", "y?n", "-")
	b := modelRun(t, "m", nil, nil, "ynn", "yyy", "ynn", "-")
	g, err := a.AgreementWith(b)
	if err != nil {
		t.Fatal(err)
	}
	s := g.Verdicts.Overall
	if g.Labels != 9 || g.Missing != 1 || g.Unknown != 0 || s.N != 8 || s.BothMet != 4 || s.OnlyFirst != 1 || s.OnlySecond != 1 {
		t.Errorf("agreement %+v", g)
	}
	if len(g.Corrected) != 0 {
		t.Error("scores are corrected by a judge that is not known to be right")
	}
	other := modelRun(t, "another", nil, nil, "ynn", "yyy", "ynn", "-")
	var none *report.Report
	for _, tt := range []struct {
		why, want string
		a, b      *report.Report
	}{
		{"other answers", "different samples or responses", a, other},
		{"other samples", "different samples or responses", a, modelRun(t, "m", nil, nil, "ynn")},
		{"no report", "two reports", a, nil},
		{"no own report", "two reports", none, a},
	} {
		if _, err := tt.a.AgreementWith(tt.b); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.why, err, tt.want)
		}
	}
}

func TestLabelsOfAReport(t *testing.T) {
	labels, err := modelRun(t, "m", nil, nil, "yny", "-", "?yn").Labels()
	if err != nil {
		t.Fatal(err)
	}
	want := []agreement.Label{
		{Sample: "1", Criterion: "a", Met: true}, {Sample: "1", Criterion: "b"}, {Sample: "1", Criterion: "c", Met: true},
		{Sample: "3", Criterion: "b", Met: true}, {Sample: "3", Criterion: "c"},
	}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	twice := modelRun(t, "m", []string{"x", "y"}, nil, "yyn", "yyn")
	twice.Samples[1].ID = "1"
	if _, err := twice.Labels(); err == nil || !strings.Contains(err.Error(), `two samples have the id "1"`) {
		t.Errorf("error %v", err)
	}
	var none *report.Report
	if _, err := none.Labels(); err == nil {
		t.Error("a nil report has labels")
	}
}

func TestAgreementIsWrittenAndRead(t *testing.T) {
	a := agreed(t, modelRun(t, "m", nil, nil, judged...), expert(labeled...))
	a.Benchmark = "<i>test</i>"
	var js bytes.Buffer
	if err := a.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	golden(t, "agreement.json", js.String())
	golden(t, "agreement.md", a.Markdown())
	golden(t, "agreement.txt", a.String())
	back := new(report.Agreement)
	if err := json.Unmarshal(js.Bytes(), back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a, back, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	if strings.Contains(a.Markdown(), "<i>") {
		t.Error("outside text stands in the Markdown unescaped")
	}
	var none *report.Agreement
	js.Reset()
	if err := none.WriteJSON(&js); err != nil || !json.Valid(js.Bytes()) || none.String() == "" || none.Markdown() == "" || new(report.Agreement).String() == "" {
		t.Errorf("a nil agreement: %v, %q", err, js.String())
	}
}
