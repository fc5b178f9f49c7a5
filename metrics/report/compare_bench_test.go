package report

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/assize-eval/assize/judge"
)

// twoRuns are two runs of the given number of samples, of which the second meets fewer criteria.
func twoRuns(samples int) (a, b *Report) {
	a, b = synthetic(prbenchShape(samples)), synthetic(prbenchShape(samples))
	rng := rand.New(rand.NewPCG(3, 4))
	b.Provenance.Dataset.AnswersSHA256 = "other"
	for i := range b.Samples {
		s := &b.Samples[i]
		for k := range s.Grades {
			if s.Grades[k].Status == judge.Graded && rng.IntN(6) == 0 {
				s.Grades[k].Points = 0
			}
		}
		for name := range s.Scores {
			s.Scores[name] -= 0.1 * rng.Float64()
		}
	}
	return a, b
}

func BenchmarkCompare(b *testing.B) {
	x, y := twoRuns(1100)
	b.ResetTimer()
	for b.Loop() {
		c, err := Compare(x, y, CompareOptions{})
		if err != nil {
			b.Fatal(err)
		}
		var out bytes.Buffer
		if err := c.WriteJSON(&out); err != nil || c.Markdown() == "" {
			b.Fatal(err)
		}
	}
}
