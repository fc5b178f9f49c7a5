package ledger

import (
	"encoding/json"
	"fmt"

	"github.com/assize-eval/assize/judge"
)

// version is the version of the records. Records of another version are as good as not there.
const version = 1

// record is one line of the file. The fields up to Contract are first in the line, so that they can
// be found without decoding it.
type record struct {
	Version  int    `json:"v"`
	Key      string `json:"key,omitempty"`
	Contract string `json:"contract,omitempty"`
	// About is set in the line that a ledger begins with, and in no other.
	About *About `json:"about,omitempty"`

	// Sample and Repeat are for people who read the file.
	Sample string        `json:"sample,omitempty"`
	Repeat int           `json:"repeat,omitempty"`
	Grades []judge.Grade `json:"grades,omitempty"`
	How    string        `json:"how,omitempty"`
	Raw    string        `json:"raw,omitempty"`
	Source *judge.Source `json:"source,omitempty"`
	Usage  *judge.Usage  `json:"usage,omitempty"`
}

// About says which run a ledger belongs to. Ledgers with different About are not merged. The fields
// are hashes or names of the user's choice; those of [report.Provenance] are meant for it.
//
// [report.Provenance]: https://pkg.go.dev/github.com/assize-eval/assize/metrics/report#Provenance
type About struct {
	Dataset string `json:"dataset,omitempty"`
	Prompt  string `json:"prompt,omitempty"`
	Judge   string `json:"judge,omitempty"`
}

// encode returns the record as a line.
func (r record) encode() ([]byte, error) {
	r.Version = version
	line, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	return append(line, '\n'), nil
}

// verdict returns the verdict of the record.
func (r record) verdict() judge.Verdict {
	v := judge.Verdict{Grades: r.Grades, How: r.How, Raw: r.Raw}
	if r.Source != nil {
		v.Source = *r.Source
	}
	return v
}

// final reports whether v is worth keeping: every criterion has a verdict.
func final(v judge.Verdict) bool {
	for _, g := range v.Grades {
		if g.Status != judge.Graded {
			return false
		}
	}
	return len(v.Grades) > 0
}
