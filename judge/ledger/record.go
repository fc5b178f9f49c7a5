package ledger

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/assize-eval/assize/judge"
)

// version is the version of the records. Records of another version are as good as not there.
const version = 1

// record is one line of the file.
type record struct {
	Version int `json:"v"`
	// Key names the question and Contract the format in which the reply was read.
	Key      string `json:"key,omitempty"`
	Contract string `json:"contract,omitempty"`
	// About is set in lines that say what the ledger is about, and in no other.
	About *About `json:"about,omitempty"`

	// Sample, Repeat and At, when the record was made, are for people who read the file. At also tells
	// two askings with the same result from two copies of one record.
	Sample string     `json:"sample,omitempty"`
	Repeat int        `json:"repeat,omitempty"`
	At     *time.Time `json:"at,omitempty"`
	// Grades are in the order of the task's criteria; a failure has some only if it is
	// Partial.
	Grades []judge.Grade `json:"grades,omitempty"`
	How    string        `json:"how,omitempty"`
	Raw    string        `json:"raw,omitempty"`
	Source *judge.Source `json:"source,omitempty"`
	Usage  *judge.Usage  `json:"usage,omitempty"`

	// Failure is why the task has no verdict, and Error the same in words; both are empty in the record
	// of a verdict.
	Failure judge.Code `json:"failure,omitempty"`
	Error   string     `json:"error,omitempty"`
	// Partial says that there was no error, but a verdict that lacks the grade of a criterion.
	Partial bool `json:"partial,omitempty"`
	// Unread says that the contract could not read Raw, on whose account alone the task failed: a better
	// reader may.
	Unread bool `json:"unread,omitempty"`
}

// recordOf returns the record of what was said on a question.
func recordOf(task judge.Task, key string, v judge.Verdict) record {
	now := time.Now().UTC()
	return record{
		Key: key, Contract: task.Contract.Name, Sample: task.Sample.ID(), Repeat: task.Repeat, At: &now,
		Grades: v.Grades, How: v.How, Raw: v.Raw, Source: &v.Source, Usage: &v.Usage,
	}
}

// encode returns the record as a line.
func (r record) encode() ([]byte, error) {
	r.Version = version
	line, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	line = withSum(line)
	if len(line) >= maxLine {
		return nil, fmt.Errorf("ledger: a record of %d bytes is too long", len(line))
	}
	return append(line, '\n'), nil
}

// decode returns the record of a line.
func decode(line []byte) (r record, err error) {
	err = json.Unmarshal(line, &r)
	return r, err
}

// verdict returns the verdict of the record on the task.
func (r record) verdict(task judge.Task) (judge.Verdict, bool) {
	v := judge.Verdict{Grades: r.Grades, How: r.How, Raw: r.Raw}
	if r.Source != nil {
		v.Source = *r.Source
	}
	if len(v.Grades) != len(task.Criteria) {
		return v, false
	}
	// What a criterion is called is not a part of the question.
	for i, c := range task.Criteria {
		v.Grades[i].Criterion = c.ID
	}
	return v, final(v.Grades)
}

// inOrder returns the grades of a verdict in the order of the task's criteria, and false when it does
// not grade each of them once.
func inOrder(task judge.Task, grades []judge.Grade) ([]judge.Grade, bool) {
	if len(grades) != len(task.Criteria) {
		return nil, false
	}
	at := make(map[string]int, len(grades))
	for i, g := range grades {
		at[g.Criterion] = i
	}
	out := make([]judge.Grade, len(grades))
	for i, c := range task.Criteria {
		j, ok := at[c.ID]
		if !ok {
			return nil, false
		}
		out[i] = grades[j]
		delete(at, c.ID)
	}
	return out, final(out)
}

// final reports whether grades are worth keeping: every one is a verdict.
func final(grades []judge.Grade) bool {
	for _, g := range grades {
		if g.Status != judge.Graded || !finite(g.Points) || !finite(g.Max) {
			return false
		}
	}
	return len(grades) > 0
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
