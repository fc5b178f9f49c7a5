package ledger_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
)

// fullRun is the number of criteria of PRBench: the calls that one evaluated model costs.
const fullRun = 18_692

// BenchmarkReload opens a ledger with the verdicts of a full run, with explanations and replies of a
// usual length.
func BenchmarkReload(b *testing.B) {
	path := newPath(b)
	l, err := ledger.Open(path, ledger.About{})
	if err != nil {
		b.Fatal(err)
	}
	all := tasks(fullRun)
	explanation := strings.Repeat("The answer names the period of notice. ", 8)
	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		v := judge.Met(t, true, explanation)
		v.How, v.Raw = "strict", `{"explanation": "`+explanation+`", "criteria_met": true}`
		v.Source = judge.Source{Judge: "llm", Model: "gpt-5-mini", Served: "gpt-5-mini-2025-08-07", Host: "api.openai.com"}
		v.Usage = judge.Usage{Calls: 1, PromptTokens: 4900, CachedTokens: 3968, CompletionTokens: 150}
		return v, nil
	})
	if _, err := judge.Run(b.Context(), l.Judge(j, "llm"), all, judge.Concurrency(2048)); err != nil {
		b.Fatal(err)
	}
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	before := cpu(b)
	for b.Loop() {
		l, err := ledger.Read(path)
		if err != nil || l.Len() != fullRun {
			b.Fatal(l.Len(), err)
		}
		l.Close()
	}
	b.ReportMetric(float64((cpu(b)-before).Milliseconds())/float64(b.N), "cpu-ms/op")
}

// cpu returns the processor time that the process has used so far.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkCost runs 3,000 tasks at a rate of 1,000 a second, 512 at a time with replies that take from a
// quarter to three quarters of a second, without a ledger and with one on the disk of the temporary
// folder, and reports how much longer the ledger makes the run.
func BenchmarkCost(b *testing.B) {
	all := tasks(3000)
	j := judge.Func(func(ctx context.Context, t judge.Task) (judge.Verdict, error) {
		weight := t.Criteria[0].Weight // from 1 to 9
		time.Sleep(time.Duration(192+64*weight) * time.Millisecond)
		v := judge.Met(t, true, "The answer names the period of notice.")
		v.Raw = `{"explanation": "The answer names the period of notice.", "criteria_met": true}`
		return v, nil
	})
	wall := func(j judge.Judge) (wall, used time.Duration) {
		begun, before := time.Now(), cpu(b)
		if _, err := judge.Run(b.Context(), j, all, judge.Concurrency(512), judge.Order(judge.FIFO())); err != nil {
			b.Fatal(err)
		}
		return time.Since(begun), cpu(b) - before
	}
	for _, window := range []time.Duration{0, 2 * time.Millisecond} {
		b.Run(fmt.Sprint("window ", window), func(b *testing.B) {
			var without, with, cpuWithout, cpuWith time.Duration
			for b.Loop() {
				w, c := wall(j)
				without, cpuWithout = without+w, cpuWithout+c
				l, err := ledger.Open(newPath(b), ledger.About{}, ledger.SyncWindow(window))
				if err != nil {
					b.Fatal(err)
				}
				w, c = wall(l.Judge(j, "j"))
				with, cpuWith = with+w, cpuWith+c
				if err := l.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(100*(with.Seconds()/without.Seconds()-1), "%-of-wall")
			b.ReportMetric(float64((cpuWith-cpuWithout).Microseconds())/float64(b.N*len(all)), "cpu-us/verdict")
		})
	}
}

// BenchmarkSync is one sync of one line: what the disk costs.
func BenchmarkSync(b *testing.B) {
	f, err := os.Create(newPath(b))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	line := []byte(strings.Repeat("x", 999) + "\n")
	for b.Loop() {
		if _, err := f.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}
