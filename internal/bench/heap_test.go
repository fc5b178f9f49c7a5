package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/prbench"
)

// heapLimit is what a run of PRBench's size may have on its heap, garbage that is not collected included.
const heapLimit = 200 << 20

// explaining grades as a model does that gives its reasons: it returns a reply of usual length.
func explaining(_ context.Context, t judge.Task) (judge.Verdict, error) {
	id := t.Criteria[0].ID
	explanation := strings.Repeat("The answer names the defect and what the lessee may do. ", 5) + id
	v := judge.Met(t, (len(id)+int(id[len(id)-1])+t.Repeat)%3 > 0, explanation)
	v.How, v.Raw = "strict", fmt.Sprintf(`{"explanation": %q, "criteria_met": true}`, explanation)
	v.Source = judge.Source{Judge: "llm", Model: "m", Served: "m-1", Host: "h"}
	v.Usage = judge.Usage{Calls: 1, PromptTokens: int64(len(t.Prompt.Prefix)+len(t.Prompt.Suffix)) / 4, CachedTokens: 100}
	return v, nil
}

// thrice returns the judge asked three times, by vote.
func thrice(t testing.TB, j judge.Judge) judge.Judge {
	t.Helper()
	p, err := judge.NewPanel(judge.Panel{Members: []judge.Member{{Name: "m", Judge: j, Repeats: 3}}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// peakHeap returns the most bytes of objects on the heap while f runs, looked at every millisecond, and
// what was there before.
func peakHeap(f func()) (peak, before uint64) {
	runtime.GC()
	read := func() uint64 {
		s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	before = read()
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			peak = max(peak, read())
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}()
	f()
	close(stop)
	<-done
	return max(peak, read()), before
}

func mib(n uint64) float64 { return float64(n) / (1 << 20) }

// fullRun scores a dataset of PRBench's size, which is on the heap with the report, with three repeats.
func fullRun(t testing.TB) *report.Report {
	all := make([]prbench.Sample, prSamples)
	for i := range all {
		all[i] = sized(i)
	}
	rep, err := prbench.Score(t.Context(), all, thrice(t, judge.Func(explaining)))
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// seqRun does the same for n samples that come from an iterator, by a judge.
func seqRun(t testing.TB, n int, j judge.Judge) *report.Report {
	items := func(yield func(prbench.Sample) bool) {
		for i := range n {
			if !yield(sized(i)) {
				return
			}
		}
	}
	rep, err := prbench.Benchmark{}.ScoreSeq(t.Context(), items, thrice(t, j), func(report.Sample) {})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// withLedger calls f with the judge behind a ledger.
func withLedger(t testing.TB, f func(judge.Judge)) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "run.jsonl"), ledger.About{}, ledger.SyncWindow(0))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	f(l.Judge(judge.Func(explaining), "llm"))
}

func TestHeapOfAFullRun(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("56,000 verdicts twice; the race detector has a heap of its own")
	}
	var rep *report.Report
	check := func(name string, samples int, f func()) {
		peak, before := peakHeap(f)
		c := rep.Coverage
		t.Logf("%s: %d samples, %d criteria, %d calls: at most %.0f MiB on the heap, %.0f before", name, c.Samples, c.Graded, rep.Usage.Calls, mib(peak), mib(before))
		if c.Graded < samples*prCriteria/prSamples || rep.Usage.Calls != 3*int64(c.Graded) {
			t.Errorf("%s: %d criteria and %d calls are too few", name, c.Graded, rep.Usage.Calls)
		}
		if peak > heapLimit {
			t.Errorf("%s: %.0f MiB, want at most %.0f", name, mib(peak), mib(heapLimit))
		}
	}
	check("from memory", prSamples, func() { rep = fullRun(t) })
	check("from an iterator", prSamples, func() { rep = seqRun(t, prSamples, judge.Func(explaining)) })
	// Each verdict is synced: more of them would measure the disk.
	check("from an iterator, with a ledger", prSamples/10, func() { withLedger(t, func(j judge.Judge) { rep = seqRun(t, prSamples/10, j) }) })
}

// BenchmarkHeap reports the most bytes on the heap of runs of PRBench's size, and of ten times that.
func BenchmarkHeap(b *testing.B) {
	for _, r := range []struct {
		name string
		run  func() *report.Report
	}{
		{"full run from memory", func() *report.Report { return fullRun(b) }},
		{"full run from an iterator", func() *report.Report { return seqRun(b, prSamples, judge.Func(explaining)) }},
		{"ten full runs from an iterator", func() *report.Report { return seqRun(b, 10*prSamples, judge.Func(explaining)) }},
		{"full run from an iterator with a ledger", func() (rep *report.Report) {
			withLedger(b, func(j judge.Judge) { rep = seqRun(b, prSamples, j) })
			return rep
		}},
	} {
		b.Run(r.name, func(b *testing.B) {
			most, verdicts := uint64(0), int64(0)
			for b.Loop() {
				peak, _ := peakHeap(func() { verdicts = r.run().Usage.Calls })
				most = max(most, peak)
			}
			b.ReportMetric(mib(most), "MiB")
			b.ReportMetric(float64(verdicts), "verdicts/op")
		})
	}
}
