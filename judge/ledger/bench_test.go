package ledger_test

import (
	"context"
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
