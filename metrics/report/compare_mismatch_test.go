package report_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
)

// settingsRun is a report whose settings are all given.
func settingsRun(t *testing.T) *report.Report {
	t.Helper()
	r := modelRun(t, "a", nil, nil, "yyn", "ynn")
	r.Provenance.Prompt = report.Prompt{Name: "own", SHA256: "aa"}
	r.Provenance.Judges = []judge.Source{{Judge: "llm", Model: "m", Served: "m-1", Host: "h", Parameters: "{}"}}
	return r
}

func TestEverySettingIsHeldAgainstTheOther(t *testing.T) {
	judged := func(edit func(*judge.Source)) func(*report.Report) {
		return func(r *report.Report) { edit(&r.Provenance.Judges[0]) }
	}
	all := func(r *report.Report) {
		p := &r.Provenance
		r.Benchmark, p.Dataset.Name, p.Dataset.SHA256, p.Prompt, p.Contracts = "other", "other", "ff", report.Prompt{Name: "official", SHA256: "bb", Official: true}, []string{"points/1"}
		p.Judges, p.Missing, p.Library = []judge.Source{{Judge: "own"}}, report.Official, "assize 9"
	}
	for _, tt := range []struct {
		why  string
		edit func(*report.Report)
		want []string
	}{
		{"nothing", func(*report.Report) {}, nil},
		{"answers are what is compared", func(r *report.Report) { r.Provenance.Dataset.AnswersSHA256 = "ff" }, nil},
		{"usage is no setting", func(r *report.Report) { r.Usage.Calls = 99 }, nil},
		{"the benchmark", func(r *report.Report) { r.Benchmark = "other" }, []string{"benchmark"}},
		{"the dataset's name", func(r *report.Report) { r.Provenance.Dataset.Name = "other" }, []string{"dataset"}},
		{"the dataset's hash", func(r *report.Report) { r.Provenance.Dataset.SHA256 = "ff" }, []string{"dataset hash"}},
		{"the prompt's name", func(r *report.Report) { r.Provenance.Prompt.Name = "other" }, []string{"prompt"}},
		{"the prompt's hash", func(r *report.Report) { r.Provenance.Prompt.SHA256 = "" }, []string{"prompt hash"}},
		{"whose prompt it is", func(r *report.Report) { r.Provenance.Prompt.Official = true }, []string{"official prompt"}},
		{"the contract", func(r *report.Report) { r.Provenance.Contracts = nil }, []string{"contracts"}},
		{"the kind of judge", judged(func(s *judge.Source) { s.Judge = "own" }), []string{"judge"}},
		{"the judge's model", judged(func(s *judge.Source) { s.Model = "n" }), []string{"judge model"}},
		{"the served model", judged(func(s *judge.Source) { s.Served = "m-2" }), []string{"served model"}},
		{"the host", judged(func(s *judge.Source) { s.Host = "other" }), []string{"judge host"}},
		{"the parameters", judged(func(s *judge.Source) { s.Parameters = "" }), []string{"judge parameters"}},
		{"a second judge in one run", func(r *report.Report) {
			r.Provenance.Judges = append(r.Provenance.Judges, judge.Source{Judge: "llm", Model: "m", Served: "m-2", Host: "h", Parameters: "{}"})
		}, []string{"served model"}},
		{"no judge at all", func(r *report.Report) { r.Provenance.Judges = nil },
			[]string{"judge", "judge model", "served model", "judge host", "judge parameters"}},
		{"a subset alone", func(r *report.Report) { r.Samples[0].Subset, r.Provenance.Dataset.SHA256 = "y", "ff" }, []string{"dataset hash", "subsets"}},
		{"how a mean is made", func(r *report.Report) { r.Definitions[0].ClipMean = false }, []string{"metric clipped_score"}},
		{"the weights of a sum", func(r *report.Report) {
			r.Definitions[1].Of, r.Definitions[1].Weights = "clipped_score", map[string]float64{"x": 1}
		}, []string{"metric normalized_score"}},
		{"the policy", func(r *report.Report) { r.Provenance.Missing = report.Official }, []string{"missing verdicts"}},
		{"the library", func(r *report.Report) { r.Provenance.Library = "assize 9" }, []string{"library"}},
		{"how a panel decides", func(r *report.Report) {
			r.Provenance.Panels = []judge.Source{{Judge: "panel", Model: "m", Parameters: `{"rule":"unanimous"}`}}
		}, []string{"panel"}},
		{"how often judges vote", func(r *report.Report) {
			r.Samples[0].Grades[0].Votes = []judge.Vote{{Member: "m", Repeat: 2}}
		}, []string{"votes"}},
		{"everything", all, []string{
			"benchmark", "dataset", "dataset hash", "prompt", "prompt hash", "official prompt", "contracts",
			"judge", "judge model", "served model", "judge host", "judge parameters", "missing verdicts", "library",
		}},
	} {
		a, b := settingsRun(t), settingsRun(t)
		tt.edit(b)
		_, err := report.Compare(a, b, report.CompareOptions{NameA: "old", NameB: "new"})
		var got []string
		if mismatch := new(report.MismatchError); errors.As(err, &mismatch) {
			for _, m := range mismatch.Mismatches {
				got = append(got, m.Setting)
				if !strings.Contains(err.Error(), m.Setting+": "+m.A+" in old, "+m.B+" in new") {
					t.Errorf("%s: the error does not name %+v: %v", tt.why, m, err)
				}
			}
		} else if err != nil {
			t.Errorf("%s: %v", tt.why, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		c, err := report.Compare(a, b, report.CompareOptions{Override: true})
		if err != nil {
			t.Errorf("%s, overridden: %v", tt.why, err)
			continue
		}
		if len(c.Overridden) != len(tt.want) {
			t.Errorf("%s: the comparison lists %d settings as overridden, want %d", tt.why, len(c.Overridden), len(tt.want))
		}
		for _, setting := range tt.want {
			for form, text := range map[string]string{"table": c.String(), "Markdown": strings.ReplaceAll(c.Markdown(), `\`, "")} {
				if !strings.Contains(text, "the runs differ in "+setting+":") {
					t.Errorf("%s: the %s does not say that %s differs", tt.why, form, setting)
				}
			}
		}
	}
}

func TestJudgesThatDifferInCombinationAlone(t *testing.T) {
	a, b := settingsRun(t), settingsRun(t)
	a.Provenance.Judges = []judge.Source{{Model: "m", Host: "h"}, {Model: "n", Host: "i"}}
	b.Provenance.Judges = []judge.Source{{Model: "m", Host: "i"}, {Model: "n", Host: "h"}}
	_, err := report.Compare(a, b, report.CompareOptions{})
	if mismatch := new(report.MismatchError); !errors.As(err, &mismatch) || len(mismatch.Mismatches) != 1 || mismatch.Mismatches[0].Setting != "judges" {
		t.Errorf("error %v", err)
	}
}
