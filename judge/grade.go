package judge

import "github.com/assize-eval/assize/rubric"

// Status says whether a criterion has been graded. Its zero value is not valid, so that a grade
// that nobody filled in is never taken for a verdict.
type Status string

// The statuses.
const (
	// Graded: the judge gave points.
	Graded Status = "graded"
	// Missing: there is no verdict; Reason says why.
	Missing Status = "missing"
)

// Grade is what a judge says about one criterion.
type Grade struct {
	// Criterion is the ID of the criterion.
	Criterion string `json:"criterion"`
	// Status says whether there is a verdict. It must be set.
	Status Status `json:"status"`
	// Points are the points given, in the criterion's own range: from 0 to its weight, or from its
	// weight to 0 for a penalty. They mean nothing when Status is [Missing].
	Points float64 `json:"points"`
	// Max is the maximum that the judge itself stated, for audits; 0 when it stated none. Scores
	// take their denominators from the rubric.
	Max float64 `json:"max,omitempty"`
	// Explanation is the judge's reason, in its own words; often empty.
	Explanation string `json:"explanation,omitempty"`
	// Reason says why there is no verdict; empty when there is one.
	Reason Code `json:"reason,omitempty"`
	// Flags name what was noticed about the verdict and did not make it invalid, such as
	// "points above the maximum".
	Flags []string `json:"flags,omitempty"`
	// Votes are the votes of a [Panel] from which the grade was made; empty for a single judge.
	Votes []Vote `json:"votes,omitempty"`
}

// Binary returns the grade of a criterion that is met or not: its weight, or 0.
func Binary(c rubric.Criterion, met bool, explanation string) Grade {
	g := Grade{Criterion: c.ID, Status: Graded, Explanation: explanation}
	if met {
		g.Points = c.Weight
	}
	return g
}

// Ungraded returns the grade of a criterion that has no verdict, with the reason.
func Ungraded(c rubric.Criterion, reason Code, explanation string) Grade {
	return Grade{Criterion: c.ID, Status: Missing, Reason: reason, Explanation: explanation}
}
