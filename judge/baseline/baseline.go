package baseline

import (
	"context"
	"math"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// enough is the share of a criterion's terms that an answer must have to meet it.
const enough = 0.6

// New returns a judge for criteria that are met or not, as in PRBench: a criterion is met when its
// share is at least 0.6.
//
// A criterion that begins with a word of absence ("Does not …", "The response avoids …", "Fails to …",
// "未…") is met when its share is less. Other negations are not understood: "recommends the sale
// without naming the tax" is looked for like any other words. The sign of the weight plays no role.
//
// The explanation of a grade names the words that were found and those that were not. A criterion
// without terms is not graded; its reason is [judge.Refused]. The error of Grade is ctx's. The judge
// is safe for concurrent use and keeps the words of the last 256 answers, so that further criteria
// of an answer cost little.
func New() judge.Judge {
	return &lexical{name: "baseline (met or not)", parameters: `{"grading":"met","share":0.6}`, grade: met}
}

// NewPoints returns a judge for criteria that share out points among their parts, as in PLawBench:
// a criterion gets the part of its weight that is equal to its share, rounded to half points.
// Deductions that its text announces are not applied, items of different worth are not told apart,
// and words of absence have no effect. All else is as with [New].
func NewPoints() judge.Judge {
	return &lexical{name: "baseline (points)", parameters: `{"grading":"points"}`, grade: points}
}

// lexical is the judge of New and NewPoints.
type lexical struct {
	name       string
	parameters string
	grade      func(rubric.Criterion, match) judge.Grade
	answers    cache
}

// Grade answers every criterion of the task.
func (l *lexical) Grade(ctx context.Context, task judge.Task) (judge.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return judge.Verdict{}, err
	}
	answer := l.answers.of(task.Sample.Response())
	grades := make([]judge.Grade, len(task.Criteria))
	for i, c := range task.Criteria {
		if m := compare(c.Text, answer); m.total > 0 {
			grades[i] = l.grade(c, m)
		} else {
			grades[i] = judge.Ungraded(c, judge.Refused, "the criterion has no words to look for")
		}
	}
	return judge.Verdict{
		Grades: grades,
		Source: judge.Source{Judge: "baseline", Parameters: l.parameters},
	}, nil
}

// String names the judge.
func (l *lexical) String() string { return l.name }

// met grades a criterion that is met or not.
func met(c rubric.Criterion, m match) judge.Grade {
	found := m.share() >= enough
	if asksForAbsence(c.Text) {
		return judge.Binary(c, !found, "asks for absence; "+m.String())
	}
	return judge.Binary(c, found, m.String())
}

// points grades a criterion that can be met in part.
func points(c rubric.Criterion, m match) judge.Grade {
	return judge.Grade{
		Criterion:   c.ID,
		Status:      judge.Graded,
		Points:      c.Clamp(math.Round(2*m.share()*c.Weight) / 2),
		Explanation: m.String(),
	}
}
