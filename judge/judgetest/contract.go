package judgetest

import (
	"encoding/json"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// metContract and pointsContract read the replies to [Tasks]. They are as strict as can be, for the
// tests here are not about lenient reading.
var (
	metContract = judge.Contract{
		Name: "judgetest-met/1",
		Schema: `{"type":"object","properties":{"explanation":{"type":"string"},"criteria_met":{"type":"boolean"}},` +
			`"required":["explanation","criteria_met"],"additionalProperties":false}`,
		Read: readMet,
	}
	pointsContract = judge.Contract{
		Name: "judgetest-points/1",
		Schema: `{"type":"object","properties":{"explanation":{"type":"string"},"points":{"type":"object",` +
			`"additionalProperties":{"type":"number"}}},"required":["explanation","points"],"additionalProperties":false}`,
		Read: readPoints,
	}
)

func readMet(task judge.Task, reply judge.Reply) (judge.Verdict, error) {
	explanation, value, err := verdict(reply, "criteria_met")
	if err != nil {
		return judge.Verdict{}, err
	}
	var met bool
	switch string(value) {
	case "true":
		met = true
	case "false":
	default:
		return judge.Verdict{}, judge.Errorf(judge.Malformed, "criteria_met is %s, not true or false", value)
	}
	v := judge.Met(task, met, explanation)
	v.How, v.Raw = "strict", reply.Text
	return v, nil
}

func readPoints(task judge.Task, reply judge.Reply) (judge.Verdict, error) {
	explanation, value, err := verdict(reply, "points")
	if err != nil {
		return judge.Verdict{}, err
	}
	given, err := members(string(value))
	if err != nil {
		return judge.Verdict{}, judge.Errorf(judge.Malformed, "points: %v", err)
	}
	v := judge.Verdict{How: "strict", Raw: reply.Text}
	for _, c := range task.Criteria {
		v.Grades = append(v.Grades, judge.Ungraded(c, judge.Malformed, "the reply has no points for it"))
	}
	for _, m := range given {
		i := 0
		for i < len(task.Criteria) && task.Criteria[i].ID != m.key {
			i++
		}
		if i == len(task.Criteria) {
			return judge.Verdict{}, judge.Errorf(judge.Malformed, "points name %q, which is no criterion", m.key)
		}
		var points *float64
		lo, hi := task.Criteria[i].Range()
		if json.Unmarshal(m.value, &points) != nil || points == nil || *points < lo || *points > hi {
			return judge.Verdict{}, judge.Errorf(judge.Malformed, "the points of %q are %s, not from %v to %v", m.key, m.value, lo, hi)
		}
		if v.Grades[i].Status == judge.Graded {
			return judge.Verdict{}, judge.Errorf(judge.Conflict, "points name %q twice", m.key)
		}
		v.Grades[i] = judge.Grade{Criterion: m.key, Status: judge.Graded, Points: *points, Explanation: explanation}
	}
	return v, nil
}

// verdict takes a reply of the form {"explanation": …, key: …} apart.
func verdict(reply judge.Reply, key string) (explanation string, value json.RawMessage, err error) {
	text := strings.TrimSpace(reply.Text)
	switch {
	case reply.Refusal != "":
		return "", nil, judge.Errorf(judge.Refused, "%s", reply.Refusal)
	case reply.Finish == "length":
		return "", nil, judge.Errorf(judge.Truncated, "the reply was cut at the limit of tokens")
	case text == "":
		return "", nil, judge.Errorf(judge.Empty, "the reply holds no text")
	}
	ms, err := members(text)
	if err != nil {
		return "", nil, judge.Errorf(judge.Malformed, "%v", err)
	}
	if len(ms) != 2 || ms[0].key != "explanation" || ms[1].key != key {
		return "", nil, judge.Errorf(judge.Malformed, "the object is not one of explanation and %s, in this order", key)
	}
	if json.Unmarshal(ms[0].value, &explanation) != nil {
		return "", nil, judge.Errorf(judge.Malformed, "the explanation is %s, not text", ms[0].value)
	}
	return explanation, ms[1].value, nil
}
