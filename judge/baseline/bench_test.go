package baseline_test

import (
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/rubric"
)

// BenchmarkGrade asks about criteria of a usual length, one to a task, of one answer of a usual
// length; an operation is one criterion.
func BenchmarkGrade(b *testing.B) {
	answer := strings.Repeat("The forward locks in 2,184,000 dollars and leaves no choice; an option keeps the upside. ", 60)
	criteria := []rubric.Criterion{
		{ID: "a", Text: "Calculates that the forward contract costs $2,184,000, which is less than the money market hedge.", Weight: 8},
		{ID: "b", Text: "Explains that a call option keeps the upside if the euro weakens, at the price of the premium.", Weight: 6},
		{ID: "c", Text: "The response fails to mention that the premium is paid at inception.", Weight: -4},
	}
	j := baseline.New()
	tasks := make([]judge.Task, len(criteria))
	for i := range criteria {
		tasks[i] = judge.Task{Sample: sample{answer}, Criteria: criteria[i : i+1]}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := j.Grade(b.Context(), tasks[i%len(tasks)]); err != nil {
			b.Fatal(err)
		}
	}
}
