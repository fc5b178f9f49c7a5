package judge

import (
	"fmt"
	"math"
)

// Verdict is a judge's answer to one [Task].
type Verdict struct {
	// Grades holds one grade for each criterion of the task. In a verdict that [Run] returns they
	// are in the order of the task's criteria, and a failed task has one for each criterion too,
	// with status [Missing] and the reason.
	Grades []Grade
	// How says how the reply was read: "strict" when it was valid as it stood, else what was
	// repaired or chosen; empty for a judge that reads no replies.
	How string
	// Raw is the reply as it came, kept so that it can be read again; of a failed task the last one
	// that held text. Empty for a judge that reads no replies, and when none came.
	Raw string
	// Source says who gave the verdict.
	Source Source
	// Usage is what the calls for this verdict cost, failed and repeated ones included.
	Usage Usage
}

// Met returns a judge's verdict on a task in which every criterion is met or not: the usual verdict
// on a task of one criterion.
func Met(task Task, met bool, explanation string) Verdict {
	grades := make([]Grade, len(task.Criteria))
	for i, c := range task.Criteria {
		grades[i] = Binary(c, met, explanation)
	}
	return Verdict{Grades: grades}
}

// Points returns a verdict that gives the task's criteria the points with the same index. Too few or
// too many points are an error of the task when [Run] sees the verdict.
func Points(task Task, points ...float64) Verdict {
	grades := make([]Grade, len(points))
	for i, p := range points {
		grades[i] = Grade{Status: Graded, Points: p}
		if i < len(task.Criteria) {
			grades[i].Criterion = task.Criteria[i].ID
		}
	}
	return Verdict{Grades: grades}
}

// settle checks that v answers every criterion of the task exactly once and puts the grades in the
// order of the criteria.
func settle(v Verdict, task Task) (Verdict, error) {
	if len(v.Grades) != len(task.Criteria) {
		return v, Errorf(Malformed, "the verdict has %d grades for %d criteria", len(v.Grades), len(task.Criteria))
	}
	at := make(map[string]int, len(v.Grades))
	for i, g := range v.Grades {
		if _, dup := at[g.Criterion]; dup {
			return v, Errorf(Malformed, "the verdict grades criterion %q twice", g.Criterion)
		}
		at[g.Criterion] = i
		switch {
		case g.Status != Graded && g.Status != Missing:
			return v, Errorf(Malformed, "the grade of criterion %q has status %q", g.Criterion, g.Status)
		case g.Status == Graded && (math.IsNaN(g.Points) || math.IsInf(g.Points, 0)):
			return v, Errorf(Malformed, "the grade of criterion %q has %v points", g.Criterion, g.Points)
		case math.IsNaN(g.Max) || math.IsInf(g.Max, 0):
			return v, Errorf(Malformed, "the grade of criterion %q states the maximum %v", g.Criterion, g.Max)
		}
	}
	ordered := make([]Grade, len(task.Criteria))
	for i, c := range task.Criteria {
		j, ok := at[c.ID]
		if !ok {
			return v, Errorf(Malformed, "the verdict does not grade criterion %q", c.ID)
		}
		ordered[i] = v.Grades[j]
		if ordered[i].Status == Missing {
			ordered[i].Points = 0
			if ordered[i].Reason == "" {
				ordered[i].Reason = Unknown
			}
		}
	}
	v.Grades = ordered
	return v, nil
}

// missing returns the verdict of a task that failed.
func missing(task Task, v Verdict, err *Error) Verdict {
	text := ""
	if err.Err != nil {
		text = fmt.Sprint(err.Err)
	}
	v.Grades = make([]Grade, len(task.Criteria))
	for i, c := range task.Criteria {
		v.Grades[i] = Ungraded(c, err.Code, text)
	}
	return v
}
