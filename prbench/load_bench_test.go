package prbench_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// BenchmarkLoad reads the real split of 300 rows with 5,085 criteria.
func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"finance_hard.parquet", "finance_hard.jsonl.gz"} {
		b.Run(name, func(b *testing.B) {
			path := upstream(b, name)
			b.ReportAllocs()
			for b.Loop() {
				if samples, err := prbench.Load(path); err != nil || len(samples) != 300 {
					b.Fatal(len(samples), err)
				}
			}
		})
	}
}

// BenchmarkPrompt makes the questions about a sample of a usual size: 17 criteria, a conversation of
// 10,000 characters, an answer of 5,000.
func BenchmarkPrompt(b *testing.B) {
	s := prbench.Sample{
		Turns:  []prbench.Turn{{Prompt: strings.Repeat("What is the rate of return, and why? ", 270)}},
		Answer: strings.Repeat("The rate is five per cent.\n\n", 180),
	}
	criteria := make([]rubric.Criterion, 17)
	for i := range criteria {
		criteria[i].Text = strings.Repeat("States the rate of return and gives the reason. ", 4)
	}
	b.Run("per criterion", func(b *testing.B) {
		b.ReportAllocs()
		q := prbench.DefaultPrompt().ForSample(s)
		for i := 0; b.Loop(); i++ {
			runtime.KeepAlive(q.Ask(criteria[i%len(criteria)]))
		}
	})
	b.Run("per sample", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			q := prbench.DefaultPrompt().ForSample(s)
			for _, c := range criteria {
				runtime.KeepAlive(q.Ask(c))
			}
		}
	})
}

// BenchmarkStripReasoning reads a megabyte of tags that never close.
func BenchmarkStripReasoning(b *testing.B) {
	text := strings.Repeat("<think>\n \n", 100_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		prbench.StripReasoning(text)
	}
}
