package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

func TestClusterOf(t *testing.T) {
	name := report.ClusterOf("原告起诉。")
	for _, tt := range []struct {
		why, text string
		same      bool
	}{
		{"the same text", "原告起诉。", true},
		{"white space around", "\n 原告起诉。\t", true},
		{"another text", "原告上诉。", false},
		{"white space within", "原告 起诉。", false},
		{"nothing", "", false},
	} {
		if got := report.ClusterOf(tt.text); (got == name) != tt.same {
			t.Errorf("%s: %q, and the text has %q", tt.why, got, name)
		}
	}
	if got := report.ClusterOf(" \n"); got != "" {
		t.Errorf("a blank text has the cluster %q", got)
	}
}

// clustered are six items in which 1 and 2, and 4, 5 and 6 share a cluster.
func clustered() []report.Item {
	var items []report.Item
	for i, cluster := range []string{"p", "p", "", "q", "q", "q"} {
		it := item(fmt.Sprint(i+1), "x", []string{"tax", "family"}[i%2], true)
		it.Cluster = cluster
		items = append(items, it)
	}
	return items
}

func TestMeansAreClustered(t *testing.T) {
	items := clustered()
	// Scores 1, 1, 0.4, 0.4, -0.1, -0.1; the missing verdict leaves 5 out.
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yyn"+"yyn"+"ynn"+"ynn"+"y?y"+"yny"))
	if err != nil {
		t.Fatal(err)
	}
	m := rep.Metrics[metrics.ClippedScore]
	mean := (1 + 1 + 0.4 + 0.4 - 0.1) / 5
	// Sums of deviations by cluster: p, 3 alone, q without 5.
	p, own, q := 2*(1-mean), 0.4-mean, 0.4-0.1-2*mean
	se := math.Sqrt(p*p+own*own+q*q) / 5 * math.Sqrt(3.0/2)
	near(t, "mean", m.Value, mean)
	near(t, "SE with the correction for 3 clusters", m.SE, se)
	near(t, "lower end by t with 2 degrees of freedom, clipped", m.Lo, math.Max(0, mean-4.302652729911275*se))
	near(t, "upper end, clipped", m.Hi, math.Min(1, mean+4.302652729911275*se))
	near(t, "worst over all six", m.Worst, (1+1+0.4+0.4-0.1-0.1)/6)
	near(t, "best over all six", m.Best, (1+1+0.4+0.4+0.5-0.1)/6)
	if m.N != 5 {
		t.Errorf("n = %d, want the number of samples and not of clusters", m.N)
	}
	subset := rep.Subsets["x"][metrics.ClippedScore]
	near(t, "SE of the subset", subset.SE, se)
	// Normalized scores of the family slice: 2 and 4 and 6, of which 4 and 6 share q.
	family := rep.Groups["topic"]["family"][metrics.NormalizedScore]
	xs := []float64{1, 9.0 / 15, 4.0 / 15}
	fm := (xs[0] + xs[1] + xs[2]) / 3
	near(t, "SE of a slice", family.SE, math.Sqrt(2)*math.Abs(xs[0]-fm)/3*math.Sqrt2)
	// Law is graded on all samples: (4+5)/9 five times less (4+0) on those that meet the penalty.
	law := rep.Groups["category"]["Law"][metrics.NormalizedScore]
	want, err := metrics.ClusterMean([]float64{1, 1, 1, 1, 4.0 / 9, 4.0 / 9}, []string{"p", "p", "3", "q", "q", "q"})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "SE of a category", law.SE, want.CR1)
	if got := rep.Samples[0].Cluster; got != "p" {
		t.Errorf("the report gives the first sample the cluster %q", got)
	}
	warnings := strings.Join(rep.Warnings, "\n")
	for _, w := range []string{"the 5 scored samples of x come in 3 clusters", "x rests on 5 samples"} {
		if !strings.Contains(warnings, w) {
			t.Errorf("no warning %q in\n%s", w, warnings)
		}
	}
}

// TestWarningsNameSubsetsWithoutAName has warnings say what is meant where there is nothing to say it with.
func TestWarningsNameSubsetsWithoutAName(t *testing.T) {
	for _, c := range []struct {
		subsets []string
		want    string
		why     string
	}{
		{[]string{"", ""}, "the run rests on 2 samples", "the only subset is the run"},
		{[]string{"", "", "x"}, "the subset without a name rests on 2 samples", "one of two subsets"},
	} {
		var items []report.Item
		for i, subset := range c.subsets {
			items = append(items, item(fmt.Sprint(i), subset, "t", true))
		}
		rep, err := report.Build(config(), items, outcomes(report.Tasks(items), strings.Repeat("yyn", len(items))))
		if err != nil {
			t.Fatal(err)
		}
		if warnings := strings.Join(rep.Warnings, "\n"); !strings.Contains(warnings, c.want) {
			t.Errorf("%s: no warning %q in\n%s", c.why, c.want, warnings)
		}
	}
}

func TestClustersOfOneChangeNothing(t *testing.T) {
	build := func(edit func([]report.Item)) *report.Report {
		items := []report.Item{item("1", "x", "t", true), item("2", "x", "t", true), item("3", "x", "t", true)}
		edit(items)
		rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yynynnyny"))
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	plain := build(func([]report.Item) {})
	named := build(func(items []report.Item) {
		for i := range items {
			items[i].Cluster = fmt.Sprint(i)
		}
	})
	if diff := cmp.Diff(plain.Metrics, named.Metrics); diff != "" {
		t.Errorf("names of clusters of one change the means:\n%s", diff)
	}
	if got := strings.Join(named.Warnings, "\n"); strings.Contains(got, "cluster") {
		t.Errorf("warnings speak of clusters: %s", got)
	}
	// A cluster that is named like the id of another sample is not that sample's.
	alike := build(func(items []report.Item) { items[0].Cluster = "2" })
	if diff := cmp.Diff(plain.Metrics, alike.Metrics); diff != "" {
		t.Errorf("a cluster is taken for a sample:\n%s", diff)
	}
}

func TestFewClustersAreWarnedAbout(t *testing.T) {
	var items []report.Item
	for i := range 24 {
		it := item(fmt.Sprint(i), "x", "t", true)
		it.Cluster = fmt.Sprint(i / 2)
		items = append(items, it)
	}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), strings.Repeat("yynynn", 12)))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rep.Warnings, "\n"); !strings.Contains(got, "x rests on 12 clusters of samples") {
		t.Errorf("24 samples in 12 clusters: warnings %s", got)
	}
}

func TestClustersAcrossSubsets(t *testing.T) {
	items := []report.Item{item("1", "x", "t", true), item("2", "y", "t", true), item("3", "y", "t", true)}
	items[0].Cluster, items[1].Cluster = "c", "c"
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yynynnnny"))
	if err != nil {
		t.Fatal(err)
	}
	// Scores 1, 0.4, -0.5: the first two are one cluster of the whole run, and none of y.
	want, err := metrics.ClusterMean([]float64{1, 0.4, -0.5}, []string{"c", "c", "3"})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "SE over the run", rep.Metrics[metrics.ClippedScore].SE, want.CR1)
	near(t, "SE of the subset", rep.Subsets["y"][metrics.ClippedScore].SE, 0.45)
	if got := strings.Join(rep.Warnings, "\n"); !strings.Contains(got, "samples of different subsets resemble each other: means over several subsets rest on 2 clusters") {
		t.Errorf("warnings %s", got)
	}
}

func TestMembersOfAPanelAreClustered(t *testing.T) {
	items := clustered()
	out := outcomes(report.Tasks(items), "yynyynynnynnynyyny")
	for i := range out {
		g := &out[i].Verdict.Grades[0]
		g.Votes = []judge.Vote{{Member: "m", Status: judge.Graded, Points: g.Points}}
	}
	rep, err := report.Build(config(), items, out)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "SE of the member", rep.Members["m"]["x"][metrics.NormalizedScore].SE, rep.Subsets["x"][metrics.NormalizedScore].SE)
}

func ExampleClusterOf() {
	statutes := []string{"Tax Act, section 7", "Civil Code", "Tax Act, section 7"}
	clusters := map[string]int{}
	for _, text := range statutes {
		clusters[report.ClusterOf(text)]++
	}
	fmt.Println(len(clusters), "clusters")
	// Output: 2 clusters
}
