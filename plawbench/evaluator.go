package plawbench

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// officialContract is [Contract], and what it does not accept is read as the released evaluator reads
// it: points and maxima as they are stated, whatever the rubric's own are.
func officialContract(s Subset) judge.Contract {
	c := Contract(s)
	strict := c.Read
	c.Name = "plawbench/official/1"
	c.Read = func(task judge.Task, r judge.Reply) (judge.Verdict, error) {
		v, err := strict(task, r)
		if err == nil {
			return withMaxima(v)
		}
		if grades, ok := officialGrades(task, r.Text); ok {
			return judge.Verdict{Grades: grades, How: "as the released evaluator reads it", Raw: r.Text}, nil
		}
		return v, err
	}
	return c
}

// withMaxima returns the verdict with the maxima that the released evaluator takes where the judge states
// none: 1 for a flat task. Sections without one are a failure to it.
func withMaxima(v judge.Verdict) (judge.Verdict, error) {
	for i := range v.Grades {
		switch g := &v.Grades[i]; {
		case g.Max != 0 || g.Status != judge.Graded:
		case g.Criterion == Total:
			g.Max = 1
		default:
			return v, judge.Errorf(judge.Malformed, "section %s has no max_points", g.Criterion)
		}
	}
	return v, nil
}

// The patterns by which the released evaluator finds the object in a reply, and the commas that it
// removes from it.
var (
	officialObjects = []*regexp.Regexp{
		regexp.MustCompile("(?s)```json\\s*(\\{.*?\\})\\s*```"),
		regexp.MustCompile("(?s)```\\s*(\\{.*?\\})\\s*```"),
		regexp.MustCompile(`(?s)(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})`),
		regexp.MustCompile(`(?s)(.*)`),
	}
	looseComma = regexp.MustCompile(`,\s*([}\]])`)
)

// officialGrades reads the first object of a reply that has what is needed; it reports false when there
// is none, or one would have to guess at broken JSON.
func officialGrades(task judge.Task, text string) ([]judge.Grade, bool) {
	for _, pattern := range officialObjects {
		m := pattern.FindStringSubmatch(strings.TrimSpace(text))
		if m == nil {
			continue
		}
		var object map[string]json.RawMessage
		if json.Unmarshal([]byte(looseComma.ReplaceAllString(m[1], "$1")), &object) != nil {
			continue
		}
		if grades, ok := objectGrades(task, object); ok {
			return grades, true
		}
	}
	return nil, false
}

// objectGrades takes the points and maxima from an object.
func objectGrades(task judge.Task, object map[string]json.RawMessage) ([]judge.Grade, bool) {
	if len(task.Criteria) == 1 && task.Criteria[0].ID == Total {
		// What is left out counts as 0 points, of a maximum of 1.
		points, ok := officialNumber(object["total_points"], 0)
		most, okMost := officialNumber(object["max_points"], 1)
		return []judge.Grade{{Criterion: Total, Status: judge.Graded, Points: points, Max: most}}, ok && okMost
	}
	var sections map[string]map[string]json.RawMessage
	if json.Unmarshal(object["score_details"], &sections) != nil {
		return nil, false
	}
	var grades []judge.Grade
	for _, c := range task.Criteria {
		points, ok := officialNumber(sections[c.ID]["total_points"], math.NaN())
		most, okMost := officialNumber(sections[c.ID]["max_points"], math.NaN())
		if !ok || !okMost {
			return nil, false
		}
		grades = append(grades, judge.Grade{Criterion: c.ID, Status: judge.Graded, Points: points, Max: most})
	}
	return grades, true
}

// officialNumber reads a number, or a text that is one. What is not there is absent.
func officialNumber(raw json.RawMessage, absent float64) (float64, bool) {
	if raw == nil {
		return absent, !math.IsNaN(absent)
	}
	text := string(raw)
	if unquoted := ""; json.Unmarshal(raw, &unquoted) == nil && text != "null" {
		text = strings.TrimSpace(unquoted)
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}
