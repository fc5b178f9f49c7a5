package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// votedOutcomes are outcomes with the votes of two members; each string has the three criteria of all
// samples for one repeat, "?" a missing vote.
func votedOutcomes(items []report.Item, votes map[string][]string) []judge.Outcome {
	out := outcomes(report.Tasks(items), strings.Repeat("n", 3*len(items)))
	for i := range out {
		for _, member := range []string{"one", "two"} {
			letters := ""
			for _, repeat := range votes[member] {
				letters += string(repeat[i])
			}
			vote(&out[i], member, letters)
		}
	}
	return out
}

func TestRepeatsSplitTheVariance(t *testing.T) {
	items := answered(1, 2, 3, 4)
	// Clipped scores: y-- 0.4, -y- 0.6, --y −0.5.
	rep := build(t, config(), items, votedOutcomes(items, map[string][]string{
		"one": {"yyn" + "ynn" + "nny" + "y?n", "ynn" + "ynn" + "nnn" + "ynn", "nyn" + "nnn" + "ny?" + "?nn"},
		"two": {"yyn" + "ynn" + "nny" + "ynn"},
	}))
	if len(rep.Repeats) != 1 {
		t.Fatalf("repeats of %d members; only one was asked again", len(rep.Repeats))
	}
	got := rep.Repeats["one"]["x"][metrics.ClippedScore]
	want, err := metrics.Repeats([][]float64{{1, 0.4, 0.6}, {0.4, 0.4, 0}, {-0.5, 0}, {0.4}})
	if err != nil {
		t.Fatal(err)
	}
	want.Mean = want.Mean.Clip()
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// A repeat without all its verdicts has no score, also where a missing verdict counts as not met.
	official := config()
	official.Missing = report.Official
	strict := build(t, official, items, votedOutcomes(items, map[string][]string{
		"one": {"yyn" + "ynn" + "nny" + "y?n", "ynn" + "ynn" + "nnn" + "ynn", "nyn" + "nnn" + "ny?" + "?nn"},
	})).Repeats["one"]["x"][metrics.ClippedScore]
	if diff := cmp.Diff(want, strict, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("under the official policy (-want +got):\n%s", diff)
	}
	// By hand: within (0.56−…): deviations of 1, .4, .6 from 2/3, of .4, .4, 0 from .8/3, of −.5, 0 from −.25.
	ss := (1./9 + math.Pow(.4-2./3, 2) + math.Pow(.6-2./3, 2)) + (2*math.Pow(.4-.8/3, 2) + math.Pow(.8/3, 2)) + 2*.0625
	near(t, "σ² by hand", got.Within, ss/5)
	if md := rep.Markdown(); !strings.Contains(md, "| one | x | clipped\\_score | 1.85 | 0.2708 |") {
		t.Errorf("Markdown:\n%s", md)
	}
	// Samples of one case are a cluster in the mean over repeats as well.
	items[0].Cluster, items[1].Cluster = "p", "p"
	linked := build(t, config(), items, votedOutcomes(items, map[string][]string{"one": {"yynynnnnyynn", "ynnynnnnnynn"}}))
	c, err := metrics.ClusterMean([]float64{0.7, 0.4, -0.25, 0.4}, []string{"p", "p", "3", "4"})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "clustered SE", linked.Repeats["one"]["x"][metrics.ClippedScore].Mean.SE, c.CR1)
	once := build(t, config(), items, outcomes(report.Tasks(items), "yynynnnnyynn"))
	if once.Repeats != nil || strings.Contains(once.Markdown(), "Repeats of") {
		t.Errorf("a judge asked once has repeats: %+v", once.Repeats)
	}
}

func TestBootstrapInAReport(t *testing.T) {
	items := append(answered(1, 2, 3, 4), item("9", "y", "t", true), item("10", "y", "t", true))
	const verdicts = "yyn" + "ynn" + "nny" + "?nn" + "yyn" + "nny"
	cfg := config()
	cfg.Bootstrap = &metrics.Bootstrap{Resamples: 1000, Seed: 7, Method: "ignored"}
	rep := build(t, cfg, items, outcomes(report.Tasks(items), verdicts))
	b := rep.Bootstrap
	if b == nil || b.Resamples != 1000 || b.Seed != 7 {
		t.Fatalf("got %+v", b)
	}
	scores := []float64{1, 0.4, -0.5, 1, -0.5}
	for _, tt := range []struct {
		what string
		got  report.Intervals
		xs   []float64
	}{
		{"x", b.Subsets["x"][metrics.ClippedScore], scores[:3]},
		{"y", b.Subsets["y"][metrics.ClippedScore], scores[3:]},
		{"all", b.Metrics[metrics.ClippedScore], scores},
	} {
		for _, m := range []struct {
			method metrics.Method
			got    metrics.Resampled
		}{{metrics.Percentile, tt.got.Percentile}, {metrics.BCa, tt.got.BCa}} {
			want, err := metrics.Bootstrap{Resamples: 1000, Seed: 7, Method: m.method}.ClippedMean(tt.xs)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, m.got, cmpopts.EquateNaNs()); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", tt.what, m.method, diff)
			}
		}
	}
	// A finished report gives the same.
	again, err := rep.Resample(metrics.Bootstrap{Resamples: 1000, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, again, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-built +resampled):\n%s", diff)
	}
	if md := rep.Markdown(); !strings.Contains(md, "## Bootstrap\n\n1000 resamples with seed 7.") || !strings.Contains(md, "| y | clipped\\_score | 0.2500 |") {
		t.Errorf("Markdown:\n%s", md)
	}
	items[0].Cluster, items[1].Cluster = "p", "p"
	linked := build(t, cfg, items, outcomes(report.Tasks(items), verdicts))
	if got := linked.Bootstrap.Subsets["x"][metrics.ClippedScore].BCa.Clusters; got != 2 {
		t.Errorf("drawn by %d clusters, want 2", got)
	}
	if got := linked.Bootstrap.Subsets["y"][metrics.ClippedScore].BCa.Clusters; got != 0 {
		t.Errorf("drawn by %d clusters, want none", got)
	}
	if plain := build(t, config(), items, outcomes(report.Tasks(items), verdicts)); plain.Bootstrap != nil {
		t.Error("a report that was not asked for it has a bootstrap")
	}
}

func TestBootstrapIsRefused(t *testing.T) {
	cfg := config()
	cfg.Bootstrap = &metrics.Bootstrap{Resamples: 10}
	items := answered(1)
	if _, err := report.Build(cfg, items, outcomes(report.Tasks(items), "yyn")); err == nil || !strings.Contains(err.Error(), "10 resamples") {
		t.Errorf("error %v", err)
	}
	rep := build(t, config(), items, outcomes(report.Tasks(items), "yyn"))
	if _, err := rep.Resample(metrics.Bootstrap{Resamples: 999}); err == nil || !strings.Contains(err.Error(), "999 resamples") {
		t.Errorf("error %v", err)
	}
	if _, err := (*report.Report)(nil).Resample(metrics.Bootstrap{}); err == nil {
		t.Error("a nil report is resampled")
	}
	if _, err := new(report.Report).Resample(metrics.Bootstrap{}); err == nil {
		t.Error("a report without samples is resampled")
	}
}

func TestSamplesWithoutAFullRepeatAreCounted(t *testing.T) {
	items := answered(1, 2, 3)
	// The member was asked about sample 3 twice, and each time a verdict is missing.
	rep := build(t, config(), items, votedOutcomes(items, map[string][]string{
		"one": {"yyn" + "ynn" + "y?n", "ynn" + "ynn" + "?nn"},
		"two": {"yyn" + "ynn" + "nny"},
	}))
	got := rep.Repeats["one"]["x"][metrics.ClippedScore]
	if got.Mean.N != 2 || got.Empty != 1 || len(rep.Repeats) != 1 {
		t.Errorf("%d samples and %d without a repeat, want 2 and 1; of %d members", got.Mean.N, got.Empty, len(rep.Repeats))
	}
	// Repeats are numbered by whoever made the votes.
	out := votedOutcomes(items, map[string][]string{"one": {"yyn" + "ynn" + "yyn", "ynn" + "ynn" + "nnn"}})
	for i := range out {
		out[i].Verdict.Grades[0].Votes[1].Repeat = 1 << 60
	}
	if got := build(t, config(), items, out).Repeats["one"]["x"][metrics.ClippedScore]; got.Repeats != 2 || got.Empty != 0 {
		t.Errorf("%v repeats, %d samples without; want 2 and none", got.Repeats, got.Empty)
	}
}
