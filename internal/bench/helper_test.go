// Package bench holds tests and benchmarks of whole runs, which span packages.
package bench

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/prbench"
	"github.com/assize-eval/assize/rubric"
)

// Sizes of PRBench: one evaluated model is 1,100 samples with 18,692 criteria. Conversations have 10,251
// characters on average and up to 133,000; answers are taken to have 6,000.
const (
	prSamples  = 1100
	prCriteria = 18_692
	prTurn     = 10_251
	prLongest  = 133_000
	prAnswer   = 6_000
)

const prose = "The lessee may withhold a part of the rent while the defect lasts, unless he knew of it when the lease was signed. "

// text returns n bytes of prose that begin with a name.
func text(name string, n int) string {
	return (name + ": " + strings.Repeat(prose, n/len(prose)+1))[:max(n, len(name)+2)]
}

// sample returns the i-th of n samples with k criteria, a conversation of turn bytes and an answer.
func sample(i, k, turn, answer int) prbench.Sample {
	id := fmt.Sprintf("%024x", i)
	s := prbench.Sample{
		Task: id, Split: "finance", Field: "Finance", Topic: fmt.Sprint("Topic ", i%12), Expert: "Expert",
		Turns:  []prbench.Turn{{Prompt: text("Question "+id, turn)}},
		Answer: text("Answer "+id, answer),
	}
	for c := range k {
		weight := float64(10 - c%14)
		if weight <= 0 {
			weight -= 1
		}
		s.Criteria = append(s.Criteria, prbench.Criterion{WeightClass: "important", Criterion: rubric.Criterion{
			ID: fmt.Sprint(id[20:], "-", c), Text: text(fmt.Sprint("Criterion ", c), 200), Category: fmt.Sprint("Category ", c%8), Weight: weight,
		}})
	}
	return s
}

// samples returns n samples.
func samples(n, k, turn, answer int) []prbench.Sample {
	out := make([]prbench.Sample, n)
	for i := range out {
		out[i] = sample(i, k, turn, answer)
	}
	return out
}

// sized returns the i-th sample of a dataset of PRBench's sizes: 16 or 18 criteria, one conversation in 50
// as long as the longest.
func sized(i int) prbench.Sample {
	turn := prTurn - prLongest/50
	if i%50 == 0 {
		turn = prLongest
	}
	return sample(i, 16+i%2*2, turn, prAnswer)
}

// byHash decides by the question alone, and says in its verdict all that a judge can say.
func byHash(_ context.Context, t judge.Task) (judge.Verdict, error) {
	h := fnv.New64a()
	h.Write([]byte(t.Prompt.User()))
	fmt.Fprint(h, t.Repeat)
	n := h.Sum64()
	v := judge.Met(t, n%2 == 0, fmt.Sprintf("The hash is %x.", n))
	v.Raw, v.How = fmt.Sprintf(`{"criteria_met": %v}`, n%2 == 0), []string{"strict", "repaired: fence"}[n/2%2]
	v.Source = judge.Source{Judge: "hash", Model: "m", Served: fmt.Sprint("m-", n/4%3), Host: "h", Parameters: `{"seed":1}`}
	v.Usage = judge.Usage{Calls: 1, PromptTokens: int64(n % 5000)}
	return v, nil
}

// encode returns the report as JSON, without its usage, which may differ between equal runs.
func encode(t testing.TB, r *report.Report) string {
	t.Helper()
	same := *r
	same.Usage = judge.Usage{}
	var b bytes.Buffer
	if err := same.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d:\n%s\n%s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}
