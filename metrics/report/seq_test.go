package report_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// odd meets the criteria of samples with an odd last letter.
var odd = judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
	id := t.Sample.ID()
	return judge.Met(t, id[len(id)-1]%2 == 1, ""), nil
})

func TestRunSeqNeedsItemsAndAListener(t *testing.T) {
	none := func(report.Sample) {}
	bad := config()
	bad.Scorer = nil
	for name, err := range map[string]error{
		"no items":    second(report.RunSeq(t.Context(), config(), nil, odd, none)),
		"no function": second(report.RunSeq(t.Context(), config(), slices.Values([]report.Item{}), odd, nil)),
		"no scorer":   second(report.RunSeq(t.Context(), bad, slices.Values([]report.Item{}), odd, none)),
		"no judge":    second(report.RunSeq(t.Context(), config(), slices.Values([]report.Item{}), nil, none)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func second(_ *report.Report, err error) error { return err }

// TestRunSeqEndsAtAnItemThatBreaksOff has the iterator panic after two items.
func TestRunSeqEndsAtAnItemThatBreaksOff(t *testing.T) {
	items := func(yield func(report.Item) bool) {
		_ = yield(item("1", "x", "T", true)) && yield(item("2", "x", "T", true))
		panic("row 3")
	}
	n := 0
	rep, err := report.RunSeq(t.Context(), config(), items, odd, func(report.Sample) { n++ })
	if judge.CodeOf(err) != judge.Panic || rep == nil || rep.Coverage.Scored != 2 || n != 2 {
		t.Errorf("%d samples, %+v, %v", n, rep, err)
	}
}

func TestNotPooledKeepsSubsetsApart(t *testing.T) {
	cfg := config()
	cfg.Warnings = []string{"first"}
	var seen []string
	cfg.NotPooled = func(subsets []string) string {
		seen = subsets
		if len(subsets) > 1 {
			return "they overlap"
		}
		return ""
	}
	one, err := report.Run(t.Context(), cfg, []report.Item{item("1", "x", "T", true)}, odd)
	if err != nil || len(one.Metrics) == 0 {
		t.Errorf("one subset is not pooled: %v", err)
	}
	two, err := report.Run(t.Context(), cfg, []report.Item{item("1", "x", "T", true), item("1", "a", "T", false)}, odd)
	if err != nil || len(two.Metrics) != 0 || !slices.Equal(seen, []string{"a", "x"}) {
		t.Errorf("two subsets are pooled: %+v, %v; seen %v", two.Metrics, err, seen)
	}
	if !slices.Equal(two.Warnings[:2], []string{"first", "they overlap"}) || len(cfg.Warnings) != 1 {
		t.Errorf("warnings %q", two.Warnings)
	}
}

func ExampleRunSeq() {
	// Items that are made as they are needed.
	var items iter.Seq[report.Item] = func(yield func(report.Item) bool) {
		for i := range 100 {
			if !yield(item(fmt.Sprint("sample-", i), "all", "Contracts", true)) {
				return
			}
		}
	}
	low := 0
	rep, err := report.RunSeq(context.Background(), config(), items, odd, func(s report.Sample) {
		if s.Scores[metrics.ClippedScore] < 0.5 {
			low++
		}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d scored, %d low, mean %.2f\n", rep.Coverage.Scored, low, rep.Metrics[metrics.ClippedScore].Value)
	// Output: 100 scored, 50 low, mean 0.25
}

func ExampleIdentify() {
	items := []report.Item{item("1", "x", "T", true), item("2", "x", "T", false)}
	before := report.Identify(report.Dataset{Name: "made up"}, items)
	rep, err := report.Run(context.Background(), config(), items, odd)
	fmt.Println(before == rep.Provenance.Dataset, before.Samples, before.Criteria, errors.Is(err, nil))
	// Output: true 2 6 true
}
