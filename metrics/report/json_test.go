package report_test

import (
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics/report"
)

func TestReadNamesWhatIsWrong(t *testing.T) {
	sampleWith := func(text string) string {
		return `{"samples":[{"id":"1","status":"scored"},{"id":"2","subset":"x","status":"scored"` + text + `}]}`
	}
	grade := func(text string) string {
		return sampleWith(`,"grades":[{"criterion":"a","status":"graded","weight":2,"points":1},{` + text + `}]`)
	}
	for _, tt := range []struct{ why, text, want string }{
		{"nothing", "", "the report is empty"},
		{"blanks", " \n", "the report is empty"},
		{"cut off", `{"samples":[{"id":"1"`, "cut off"},
		{"no JSON", `{"samples":[{"id":1x}]}`, "not JSON at byte 20"},
		{"a page", `<html>`, "not JSON at byte 1"},
		{"a list", `[1]`, "want a JSON object, found array"},
		{"a number", `7`, "want a JSON object, found number"},
		{"text", `"report"`, "want a JSON object, found string"},
		{"two reports", sampleWith("") + `{}`, "more follows"},
		{"a report and rubbish", sampleWith("") + `x`, "more follows"},
		{"text for a number", grade(`"criterion":"b","status":"graded","weight":"2"`), "field samples.grades.weight is of type string"},
		{"a list for a name", `{"benchmark":[]}`, "field benchmark is of type array"},
		{"a number that is none", grade(`"criterion":"b","status":"graded","weight":1e999`), "field samples.grades.weight is of type number 1e999"},
		{"text for a value", `{"metrics":{"acc":{"value":"high","n":1}}}`, "value is of type string"},
		{"a fraction of samples", `{"metrics":{"acc":{"value":1,"n":1.5}}}`, "n is of type number 1.5"},
		{"no id", `{"samples":[{"status":"scored"}]}`, "field samples[0].id is missing or empty"},
		{"no status", `{"samples":[{"id":"1"}]}`, `field samples[0].status is ""; it must be "scored", "excluded" or "unanswered"`},
		{"an unknown status", `{"samples":[{"id":"1","status":"done"}]}`, `samples[0].status is "done"`},
		{"one sample twice", sampleWith(`},{"id":"2","subset":"x","status":"excluded"`), `field samples[2].id is "2", as samples[1].id of the same subset`},
		{"scores of an excluded sample", `{"samples":[{"id":"1","status":"excluded","scores":{"acc":1}}]}`, `field samples[0].scores has values, of sample "1" with the status "excluded"`},
		{"verdicts on no answer", `{"samples":[{"id":"1","status":"unanswered","grades":[{"criterion":"a","status":"graded","weight":2}]}]}`, `field samples[0].grades has verdicts, of sample "1"`},
		{"no criterion", grade(`"status":"graded","weight":2`), `field samples[1].grades[1].criterion is missing or empty, of sample "2"`},
		{"a criterion twice", grade(`"criterion":"a","status":"graded","weight":2`), `field samples[1].grades[1].criterion is "a", as grades[0].criterion, of sample "2"`},
		{"no verdict and no reason", grade(`"criterion":"b","weight":2`), `field samples[1].grades[1].status is ""; it must be "graded" or "missing"`},
		{"an unknown verdict", grade(`"criterion":"b","status":"met","weight":2`), `grades[1].status is "met"`},
		{"no weight", grade(`"criterion":"b","status":"graded"`), `field samples[1].grades[1].weight is missing or 0`},
	} {
		rep, err := report.Read(strings.NewReader(tt.text))
		if rep != nil || err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "report: ") {
			t.Errorf("%s: error %v, want %q in it", tt.why, err, tt.want)
		}
	}
	for _, tt := range []struct{ why, text string }{
		{"no samples", `{"benchmark":"b"}`},
		{"a field of a later version", `{"benchmark":"b","mood":{"value":1}}`},
		{"one id in two subsets", sampleWith(`},{"id":"2","subset":"y","status":"excluded"`)},
		{"white space behind", sampleWith("") + " \n"},
		{"null for a number", `{"metrics":{"acc":{"value":null,"n":0}}}`},
	} {
		if _, err := report.Read(strings.NewReader(tt.text)); err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
}

// The fields of a bootstrap interval are read by its type, whose errors do not name them.
func TestReadTellsAValueInsideFromTheWhole(t *testing.T) {
	for text, want := range map[string]string{
		`[]`: "want a JSON object, found array",
		`{"bootstrap": {"metrics": {"x": {"bca": {"warnings": 5}}}}}`: "a value is of type number, which does not fit",
	} {
		if _, err := report.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", text, err, want)
		}
	}
}
