package report

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
)

// rival returns the report of another model on the samples of a synthetic report: it meets some criteria
// that the first does not, and fails at some that it does.
func rival(r *Report, better float64) *Report {
	rng := rand.New(rand.NewPCG(3, 4))
	out := *r
	out.Samples = nil
	for _, s := range r.Samples {
		s.Grades = append([]Grade{}, s.Grades...)
		var got, most, least float64
		for k := range s.Grades {
			g := &s.Grades[k]
			if g.Status == judge.Graded && rng.Float64() < 0.25 {
				g.Points = 0
				if rng.Float64() < better {
					g.Points = g.Weight
				}
				g.Explanation = prose(rng, 90, false)
			}
			got, most, least = got+g.Points, most+max(g.Weight, 0), least+min(g.Weight, 0)
		}
		if s.Scores != nil {
			s.Scores = metrics.Values{"clipped_score": got / most, "normalized_score": (got - least) / (most - least), "met_rate": s.Scores["met_rate"]}
		}
		out.Samples = append(out.Samples, s)
	}
	out.Provenance.Dataset.AnswersSHA256 = strings.Repeat("f00dfeed", 8)
	return &out
}

// compared compares a synthetic report with that of a rival.
func compared(t testing.TB, r, other *Report, opts CompareOptions) *Comparison {
	t.Helper()
	c, err := Compare(r, other, opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func comparePageOf(t testing.TB, c *Comparison) string {
	t.Helper()
	var b strings.Builder
	if err := c.WritePage(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// thousandPairs is the comparison of two runs of 1,100 samples.
var thousandPairs = sync.OnceValues(func() (*Comparison, string) {
	rep, _ := thousand()
	c, err := Compare(rep, rival(rep, 0.55), CompareOptions{NameA: "model-large", NameB: "model-small"})
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	if err := c.WritePage(&b); err != nil {
		panic(err)
	}
	return c, b.String()
})

func TestComparisonPage(t *testing.T) {
	c, page := thousandPairs()
	t.Log(len(page), fmt.Sprint(len(c.Slices)))
}
