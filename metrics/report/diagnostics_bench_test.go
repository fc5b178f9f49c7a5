package report

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/packed"
)

func BenchmarkDiagnostics(b *testing.B) {
	rep := synthetic(prbenchShape(1100))
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range rep.Samples {
		for k := range rep.Samples[i].Grades {
			g := &rep.Samples[i].Grades[k]
			for _, member := range []string{"one", "two", "three"} {
				g.Votes = append(g.Votes, judge.Vote{Member: member, Status: judge.Graded, Points: g.Weight * float64(rng.IntN(2))})
			}
		}
	}
	for _, bb := range []struct {
		name  string
		votes bool
	}{{"verdicts", false}, {"votes of three", true}} {
		b.Run(bb.name, func(b *testing.B) {
			build := newBuilder(Config{Pool: true, Metrics: rep.Definitions})
			for i, s := range rep.Samples {
				t := newTally(i, s, new(packed.Lists))
				if !bb.votes {
					t.votes = nil
				}
				build.subsets[s.Subset] = true
				build.tallies = append(build.tallies, t)
			}
			tallies := build.tallies
			for b.Loop() {
				build.tallies = slices.Clone(tallies) // their votes are let go
				build.diagnose()
			}
		})
	}
}
