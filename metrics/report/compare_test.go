package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report"
)

// modelRun is the report of a model's answers: one sample for each verdict of three letters, which is
// "-" for a sample without an answer. Samples are in subset x unless subsets says otherwise.
func modelRun(t *testing.T, model string, subsets []string, edit func([]report.Item), verdicts ...string) *report.Report {
	t.Helper()
	var items []report.Item
	letters := ""
	for i, v := range verdicts {
		subset := "x"
		if subsets != nil {
			subset = subsets[i]
		}
		it := item(fmt.Sprint(i+1), subset, []string{"tax", "family"}[i%2], v != "-")
		s := it.Sample.(sample)
		s.answer = model + "'s answer " + s.id
		it.Sample = s
		items = append(items, it)
		if v != "-" {
			letters += v
		}
	}
	if edit != nil {
		edit(items)
	}
	return build(t, config(), items, outcomes(report.Tasks(items), letters))
}

// find returns the difference of a metric in a scope.
func find(t *testing.T, list []report.Difference, scope, slice, metric string) report.Difference {
	t.Helper()
	for _, d := range list {
		if d.Scope == scope && d.Metric == metric && (slice == "" && d.Dimension == "" || slice == d.Dimension+": "+d.Label) {
			return d
		}
	}
	t.Fatalf("no difference of %s in %s %s", metric, scope, slice)
	return report.Difference{}
}

func compared(t *testing.T, a, b *report.Report, opts report.CompareOptions) *report.Comparison {
	t.Helper()
	c, err := report.Compare(a, b, opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestComparePairsSamples(t *testing.T) {
	// Clipped scores of A: 1, 1, 0.4, -0.1, 0.6; of B: 0.4, 1, 0, -0.5, 0.6.
	a := modelRun(t, "a", nil, nil, "yyn", "yyn", "ynn", "yny", "nyn")
	b := modelRun(t, "b", nil, nil, "ynn", "yyn", "nnn", "nny", "nyn")
	c := compared(t, a, b, report.CompareOptions{})
	d := find(t, c.Differences, "x", "", metrics.ClippedScore)
	// Differences 0.6, 0, 0.4, 0.4, 0 with mean 0.28 and squared deviations that sum to 0.288.
	se := math.Sqrt(0.288 / 4 / 5)
	near(t, "mean difference", d.Test.Difference.Value, 0.28)
	near(t, "SE", d.Test.Difference.SE, se)
	near(t, "t", d.Test.T, 0.28/se)
	near(t, "lower end by t with 4 degrees of freedom", d.Test.Difference.Lo, 0.28-2.7764451051977987*se)
	near(t, "mean of A", d.A.Value, 2.9/5)
	near(t, "mean of B", d.B.Value, 1.5/5)
	near(t, "smallest detectable difference", d.Test.Detectable, (1.959963984540054+0.8416212335729143)*se)
	near(t, "samples needed", d.Needed, math.Pow((1.959963984540054+0.8416212335729143)/0.28, 2)*0.288/4)
	near(t, "bounds with nothing missing", d.Test.Difference.Worst, d.Test.Difference.Best)
	if d.Test.Difference.N != 5 || d.Dropped != 0 || d.Test.Clusters != 0 {
		t.Errorf("difference %+v", d)
	}
	// Of the 8 patterns of three signs, only all equal reach the sum: 2 of 8.
	if d.SignFlip == nil || !d.SignFlip.Exact {
		t.Fatalf("sign flip %+v", d.SignFlip)
	}
	near(t, "sign flip", d.SignFlip.P, 0.25)
	if c.Pairs.Shared != 5 || c.Pairs.Compared != 5 || len(c.Pairs.Dropped) != 0 || !c.Paired || c.Alpha != 0.05 || c.Power != 0.8 {
		t.Errorf("comparison %+v", c.Pairs)
	}
	// One subset: the whole run is not tested again.
	if len(c.Differences) != 2 {
		t.Errorf("%d differences of one subset and two metrics", len(c.Differences))
	}
}

func TestCompareIsAntisymmetricAndBlindToOrder(t *testing.T) {
	subsets := []string{"x", "y", "x", "y", "x", "y", "x"}
	verdicts := []string{"yyn", "yn?", "ynn", "yny", "nyn", "-", "yyy"}
	others := []string{"ynn", "yyn", "?nn", "nny", "nyn", "yyn", "nnn"}
	a, b := modelRun(t, "a", subsets, nil, verdicts...), modelRun(t, "b", subsets, nil, others...)
	c := compared(t, a, b, report.CompareOptions{})
	back := compared(t, b, a, report.CompareOptions{})
	for i, d := range c.Differences {
		e := back.Differences[i]
		if math.IsNaN(d.Test.Difference.Value) {
			t.Errorf("%s %s is not defined", d.Scope, d.Metric)
		}
		near(t, "the other way", e.Test.Difference.Value, -d.Test.Difference.Value)
		if e.Test.Difference.Lo != -d.Test.Difference.Hi {
			near(t, "its lower end", e.Test.Difference.Lo, -d.Test.Difference.Hi)
		}
		near(t, "its worst", e.Test.Difference.Worst, -d.Test.Difference.Best)
		near(t, "its best", e.Test.Difference.Best, -d.Test.Difference.Worst)
		near(t, "its sign flip", e.SignFlip.P, d.SignFlip.P)
	}
	slices.Reverse(b.Samples)
	if diff := cmp.Diff(c, compared(t, a, b, report.CompareOptions{}), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("another order of samples changes the comparison:\n%s", diff)
	}
}

func TestCompareDropsAndSaysWhy(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "y?n", "-", "y?n", "-", "y?n", "yyn", "nnn")
	b := modelRun(t, "b", nil, nil, "ynn", "ynn", "ynn", "?yn", "?yn", "-", "-", "nyn", "yyn")
	_, err := report.Compare(a, b, report.CompareOptions{})
	if mismatch := new(report.MismatchError); !errors.As(err, &mismatch) {
		t.Fatalf("runs of 8 and 9 samples are compared: %v", err)
	}
	c := compared(t, a, b, report.CompareOptions{NameA: "old", NameB: "new", Override: true})
	want := []report.Dropped{
		{Reason: "excluded in both", Count: 1},
		{Reason: "excluded in old", Count: 1},
		{Reason: "excluded in old, unanswered in new", Count: 1},
		{Reason: "in new alone", Count: 1},
		{Reason: "unanswered in new", Count: 1},
		{Reason: "unanswered in old", Count: 1},
		{Reason: "unanswered in old, excluded in new", Count: 1},
	}
	if diff := cmp.Diff(want, c.Pairs.Dropped); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Two more of B are the most frequent reason, and of the first run when it is A.
	longer := modelRun(t, "b", nil, nil, "ynn", "ynn", "ynn", "?yn", "?yn", "-", "-", "nyn", "yyn", "yyn")
	for name, pair := range map[string][2]*report.Report{"in old alone": {longer, a}, "in new alone": {a, longer}} {
		first := compared(t, pair[0], pair[1], report.CompareOptions{NameA: "old", NameB: "new", Override: true}).Pairs.Dropped[0]
		if first != (report.Dropped{Reason: name, Count: 2}) {
			t.Errorf("the most frequent reason is %+v, want 2 %s", first, name)
		}
	}
	if c.Pairs.Shared != 8 || c.Pairs.Compared != 2 {
		t.Errorf("%d shared, %d compared; want 8 and 2", c.Pairs.Shared, c.Pairs.Compared)
	}
	if got := strings.Join(c.Warnings, "\n"); !strings.Contains(got, "not compared: 1 sample excluded in both, 1 sample excluded in old,") {
		t.Errorf("warnings %s", got)
	}
	// Samples 2 to 7 have the metric, or bounds for it, in one run or both.
	if d := find(t, c.Differences, "x", "", metrics.ClippedScore); d.Dropped != 6 || d.Test.Difference.N != 2 {
		t.Errorf("%d dropped, n %d; want 6 and 2", d.Dropped, d.Test.Difference.N)
	} else {
		// Both have bounds on 1, 2, 4 and 8: of A 1, .4 to 1, .4 to 1 and 0, of B .4, .4, .6 to 1 and .6.
		near(t, "worst", d.Test.Difference.Worst, (1+.4+.4+0)/4-(.4+.4+1+.6)/4)
		near(t, "best", d.Test.Difference.Best, (1+1+1+0)/4.-(.4+.4+.6+.6)/4)
	}
}

// TestCompareBoundsHold goes through all that the missing verdicts could be.
func TestCompareBoundsHold(t *testing.T) {
	va := []string{"y?n", "yyn", "?n?", "nny"}
	vb := []string{"yy?", "y?n", "nnn", "nyn"}
	c := compared(t, modelRun(t, "a", nil, nil, va...), modelRun(t, "b", nil, nil, vb...), report.CompareOptions{})
	for _, metric := range []string{metrics.ClippedScore, metrics.NormalizedScore} {
		lowest, highest := math.Inf(1), math.Inf(-1)
		for _, wa := range completions(strings.Join(va, "")) {
			for _, wb := range completions(strings.Join(vb, "")) {
				full := compared(t, modelRun(t, "a", nil, nil, triples(wa)...), modelRun(t, "b", nil, nil, triples(wb)...), report.CompareOptions{})
				x := find(t, full.Differences, "x", "", metric).Test.Difference.Value
				lowest, highest = min(lowest, x), max(highest, x)
			}
		}
		e := find(t, c.Differences, "x", "", metric).Test.Difference
		near(t, metric+" worst", e.Worst, lowest)
		near(t, metric+" best", e.Best, highest)
	}
}

// completions returns all verdicts that the missing ones could be.
func completions(verdicts string) []string {
	i := strings.IndexByte(verdicts, '?')
	if i < 0 {
		return []string{verdicts}
	}
	return append(completions(verdicts[:i]+"y"+verdicts[i+1:]), completions(verdicts[:i]+"n"+verdicts[i+1:])...)
}

func triples(verdicts string) (out []string) {
	for part := range slices.Chunk([]byte(verdicts), 3) {
		out = append(out, string(part))
	}
	return out
}

// TestCompareDoesNotTestRounding has pairs that differ by 4 of 15 each, in floating point not by the
// same.
func TestCompareDoesNotTestRounding(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "ynn", "yny", "yyy", "yyn", "yyn", "yyn")
	b := modelRun(t, "b", nil, nil, "nyn", "nnn", "nny", "nyy", "nyn", "nyn", "nyn")
	d := find(t, compared(t, a, b, report.CompareOptions{}).Differences, "x", "", metrics.NormalizedScore)
	if d.Test.Difference.SE != 0 || !math.IsNaN(d.Test.P) || !math.IsNaN(d.Test.Detectable) || !math.IsNaN(d.Needed) {
		t.Errorf("equal differences are tested by t: %+v", d.Test)
	}
	near(t, "difference", d.Test.Difference.Lo, 4.0/15)
	near(t, "sign flip", d.SignFlip.P, 2.0/128)
	// Both metrics are tested by it, and Holm doubles the first.
	near(t, "the sign flip takes the place of t", d.Adjusted, 4.0/128)
	if !d.Different() {
		t.Error("seven equal differences are no difference")
	}
	same := find(t, compared(t, a, a, report.CompareOptions{}).Differences, "x", "", metrics.NormalizedScore)
	if same.Different() || same.Adjusted != 1 {
		t.Errorf("a run differs from itself: %+v", same)
	}
}

func TestCompareTakesMeansBeforeClipping(t *testing.T) {
	// Clipped scores -0.5, -0.5, -0.1 and -0.1, -0.5, -0.1: both are published as 0.
	a := modelRun(t, "a", nil, nil, "nny", "nny", "yny")
	b := modelRun(t, "b", nil, nil, "yny", "nny", "yny")
	near(t, "published", a.Metrics[metrics.ClippedScore].Value, b.Metrics[metrics.ClippedScore].Value)
	c := compared(t, a, b, report.CompareOptions{})
	d := find(t, c.Differences, "x", "", metrics.ClippedScore)
	near(t, "difference", d.Test.Difference.Value, -0.4/3)
	near(t, "mean of A", d.A.Value, -1.1/3)
	if got := strings.Join(c.Warnings, "\n"); !strings.Contains(got, "the mean clipped_score of A on x is -0.3667 and is published as 0.0000: the difference is that before clipping") {
		t.Errorf("warnings %s", got)
	}
}

func TestCompareClusters(t *testing.T) {
	cluster := func(names ...string) func([]report.Item) {
		return func(items []report.Item) {
			for i := range items {
				items[i].Cluster = names[i]
			}
		}
	}
	va, vb := []string{"yyn", "yyn", "ynn", "yny", "nyn", "yyn"}, []string{"ynn", "nyn", "nnn", "nny", "nyn", "yyn"}
	a := modelRun(t, "a", nil, cluster("p", "p", "", "", "", "q"), va...)
	// B links 3 to 4 and, by another name, 5 to 6.
	b := modelRun(t, "b", nil, cluster("", "", "r", "r", "s", "s"), vb...)
	d := find(t, compared(t, a, b, report.CompareOptions{}).Differences, "x", "", metrics.ClippedScore)
	var xs, ys []float64
	for i := range a.Samples {
		xs, ys = append(xs, a.Samples[i].Scores[metrics.ClippedScore]), append(ys, b.Samples[i].Scores[metrics.ClippedScore])
	}
	names := []string{"1", "1", "2", "2", "3", "3"}
	want, err := compare.PairedClusters(xs, ys, names)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, d.Test, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("clusters of both runs (-want +got):\n%s", diff)
	}
	flip, err := compare.SignFlip{Clusters: names}.Test(xs, ys)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&flip, d.SignFlip); diff != "" {
		t.Errorf("sign flip (-want +got):\n%s", diff)
	}
	if got := compared(t, a, b, report.CompareOptions{}).String(); !strings.Contains(got, "6 in 3") {
		t.Errorf("the table does not give n with its clusters:\n%s", got)
	}
}

func TestCompareSameAnswers(t *testing.T) {
	a, b := modelRun(t, "a", nil, nil, "yyn", "yyn"), modelRun(t, "a", nil, nil, "ynn", "yyn")
	if got := strings.Join(compared(t, a, b, report.CompareOptions{}).Warnings, "\n"); !strings.Contains(got, "both runs graded the same answers") {
		t.Errorf("warnings %s", got)
	}
	b = modelRun(t, "b", nil, nil, "ynn", "yyn")
	if got := strings.Join(compared(t, a, b, report.CompareOptions{}).Warnings, "\n"); strings.Contains(got, "same answers") {
		t.Errorf("warnings %s", got)
	}
}

func TestCompareIsRefused(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "ynn")
	twice := modelRun(t, "b", nil, nil, "yyn", "ynn")
	twice.Samples[1].ID = "1"
	apart := modelRun(t, "b", nil, nil, "yyn", "ynn")
	apart.Samples[0].ID, apart.Samples[1].Subset = "9", "y"
	for _, tt := range []struct {
		why, want string
		a, b      *report.Report
		opts      report.CompareOptions
	}{
		{"no first report", "two reports", nil, a, report.CompareOptions{}},
		{"no second report", "two reports", a, nil, report.CompareOptions{}},
		{"samples that were not kept", "B has no samples to compare", a, new(report.Report), report.CompareOptions{Override: true}},
		{"too few flips", "Flips is 10", a, a, report.CompareOptions{Flips: 10}},
		{"a sample twice", `B has two samples of subset "x" with the id "1"`, a, twice, report.CompareOptions{}},
		{"no shared sample", "share no sample", a, apart, report.CompareOptions{}},
	} {
		if _, err := report.Compare(tt.a, tt.b, tt.opts); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.why, err, tt.want)
		}
	}
	if _, err := report.Compare(a, apart, report.CompareOptions{Unpaired: true}); err != nil {
		t.Errorf("runs on different samples, unpaired: %v", err)
	}
}

func TestComparisonIsWrittenAndRead(t *testing.T) {
	subsets := []string{"x", "x", "x", "y", "y", "y"}
	va, vb := []string{"yyn", "yyn", "ynn", "yny", "nyn", "yyn"}, []string{"ynn", "nyn", "nnn", "nny", "yyn", "n?n"}
	c := compared(t, modelRun(t, "a", subsets, nil, va...), modelRun(t, "b", subsets, nil, vb...), report.CompareOptions{NameA: "<i>old</i>", NameB: "new | run"})
	var js bytes.Buffer
	if err := c.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	golden(t, "comparison.json", js.String())
	golden(t, "comparison.md", c.Markdown())
	golden(t, "comparison.txt", c.String())
	back := new(report.Comparison)
	if err := json.Unmarshal(js.Bytes(), back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, back, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(report.ComparedRun{}, "Report")); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	for _, bad := range []string{"<i>", "new | run"} {
		if strings.Contains(c.Markdown(), bad) {
			t.Errorf("%q stands in the Markdown unescaped", bad)
		}
	}
}

func TestMethodsOfNilComparison(t *testing.T) {
	var c *report.Comparison
	var js bytes.Buffer
	if err := c.WriteJSON(&js); err != nil || !json.Valid(js.Bytes()) {
		t.Errorf("WriteJSON: %v, %q", err, js.String())
	}
	if c.String() == "" || c.Markdown() == "" {
		t.Error("nothing is shown")
	}
	empty := new(report.Comparison)
	if empty.String() == "" || empty.Markdown() == "" {
		t.Error("nothing is shown of an empty comparison")
	}
}
