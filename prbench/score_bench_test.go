//go:build unix

package prbench_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// BenchmarkScore renders, runs, scores and reports the two full splits: 1,100 samples of 17 criteria
// with conversations of 10 KB and answers of 6 KB, by a judge that takes no time.
func BenchmarkScore(b *testing.B) {
	const samples, criteria = 1100, 17
	all := make([]prbench.Sample, samples)
	for i := range all {
		s := &all[i]
		*s = prbench.Sample{
			Task: fmt.Sprintf("%024x", i), Split: "finance", Field: "Finance", Topic: fmt.Sprint("Topic ", i%13), Expert: "Expert",
			Turns:  []prbench.Turn{{Prompt: strings.Repeat("What is it worth? ", 570)}},
			Answer: strings.Repeat("It depends on the rate. ", 250),
		}
		for c := range criteria {
			s.Criteria = append(s.Criteria, prbench.Criterion{Criterion: rubric.Criterion{
				ID: fmt.Sprintf("%d-%d", i, c), Text: strings.Repeat("States the rate. ", 12), Category: fmt.Sprint("Category ", c%7), Weight: float64(c - 2 + c%2*10),
			}})
			if s.Criteria[c].Weight == 0 {
				s.Criteria[c].Weight = 5
			}
		}
	}
	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		return judge.Met(t, len(t.Prompt.Suffix)%2 == 0, "because"), nil
	})
	b.ReportAllocs()
	begun := cpu(b)
	for b.Loop() {
		rep, err := prbench.Score(b.Context(), all, j)
		if err != nil || rep.Coverage.Graded != samples*criteria {
			b.Fatal(err, rep)
		}
	}
	b.ReportMetric(float64(b.N)*samples*criteria/b.Elapsed().Seconds(), "tasks/s")
	b.ReportMetric(float64(b.N)*samples*criteria/(cpu(b)-begun), "tasks/cpu-s")
}

// cpu returns the processor time of the process in seconds.
func cpu(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
