package judgetest

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// Tasks returns tasks on [Samples], freshly made at each call: one for each criterion of the first
// two samples, and one for the whole rubric of the third. They have prompts and contracts, so judges
// of all kinds can be tried on them. A reply to a task of one criterion is an object of explanation
// and criteria_met; a reply to the other is an object that gives points by the criterion's id.
func Tasks() []judge.Task { return tasksOf(Samples()) }

func tasksOf(samples []Sample) []judge.Task {
	var tasks []judge.Task
	for _, s := range samples[:2] {
		tasks = append(tasks, eachCriterion(s)...)
	}
	return append(tasks, wholeRubric(samples[2]))
}

// eachCriterion returns one task for each criterion of s. Its criteria are windows on the rubric, as
// they are in a benchmark.
func eachCriterion(s Sample) []judge.Task {
	tasks := make([]judge.Task, len(s.Items))
	for i := range s.Items {
		tasks[i] = judge.Task{
			Sample:   s,
			Criteria: s.Items[i : i+1],
			Prompt:   judge.Prompt{Prefix: question(s), Suffix: ask(s.Items[i])},
			Contract: metContract,
		}
	}
	return tasks
}

// wholeRubric returns one task for all criteria of s.
func wholeRubric(s Sample) judge.Task {
	return judge.Task{
		Sample:   s,
		Criteria: s.Items,
		Prompt:   judge.Prompt{System: "You grade answers to legal questions.", Prefix: question(s), Suffix: askAll(s.Items)},
		Contract: pointsContract,
	}
}

// question is what the prompts of a sample have in common.
func question(s Sample) string {
	var b strings.Builder
	b.WriteString("Grade the answer that ends this conversation.\n\n")
	for _, m := range s.Turns {
		b.WriteString(judge.Fence(m.Role, m.Content))
		b.WriteByte('\n')
	}
	b.WriteString(judge.Fence("answer", s.Answer))
	b.WriteByte('\n')
	return b.String()
}

func ask(c rubric.Criterion) string {
	return "\nIs this criterion met?\n" + judge.Fence("criterion", c.Text) +
		"\nReply with a JSON object: explanation (text), then criteria_met (true or false).\n"
}

func askAll(criteria []rubric.Criterion) string {
	var b strings.Builder
	b.WriteString("\nHow many points does the answer have for each criterion?\n")
	for _, c := range criteria {
		lo, hi := c.Range()
		fmt.Fprintf(&b, "%s, from %v to %v points:\n%s\n", c.ID, lo, hi, judge.Fence("criterion", c.Text))
	}
	b.WriteString("Reply with a JSON object: explanation (text), then points (an object of the points by id).\n")
	return b.String()
}
