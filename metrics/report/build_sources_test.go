package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
)

func TestMixedJudgesAreWarnedAbout(t *testing.T) {
	base := judge.Source{Judge: "llm", Model: "m", Served: "m-1", Host: "a.example", Parameters: `{"temperature":0}`}
	with := func(edit func(*judge.Source)) judge.Source {
		s := base
		edit(&s)
		return s
	}
	for _, tt := range []struct {
		why    string
		second judge.Source
		want   []string
	}{
		{"one judge throughout", base, nil},
		{"the served model drifts", with(func(s *judge.Source) { s.Served = "m-2" }),
			[]string{"verdicts came from 2 judges or served models: [m-1 m-2]"}},
		{"another host", with(func(s *judge.Source) { s.Host = "b.example" }),
			[]string{"verdicts of m came from 2 hosts: [a.example b.example]"}},
		{"other parameters", with(func(s *judge.Source) { s.Parameters = "" }),
			[]string{`verdicts of m were asked for with 2 sets of parameters: [none {"temperature":0}]`}},
		{"another model has settings of its own", with(func(s *judge.Source) { s.Model, s.Served, s.Parameters = "n", "n-1", "" }),
			[]string{"verdicts came from 2 judges or served models: [m-1 n-1]"}},
		{"everything drifts", with(func(s *judge.Source) { s.Served, s.Host, s.Parameters = "m-2", "b.example", "{}" }),
			[]string{
				"verdicts came from 2 judges or served models: [m-1 m-2]",
				"verdicts of m came from 2 hosts: [a.example b.example]",
				`verdicts of m were asked for with 2 sets of parameters: [{"temperature":0} {}]`,
			}},
	} {
		items := []report.Item{item("1", "x", "t", true)}
		out := outcomes(report.Tasks(items), "yyn")
		for i := range out {
			out[i].Verdict.Source = base
		}
		out[1].Verdict.Source = tt.second
		if diff := cmp.Diff(tt.want, about(t, items, out, "verdicts ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// about builds a report and returns its warnings that start with a text.
func about(t *testing.T, items []report.Item, out []judge.Outcome, start string) (found []string) {
	t.Helper()
	rep, err := report.Build(config(), items, out)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range rep.Warnings {
		if strings.HasPrefix(w, start) {
			found = append(found, w)
		}
	}
	return found
}

// TestPanelsAreMeantToBeMixed has two members that differ, of which one drifts.
func TestPanelsAreMeantToBeMixed(t *testing.T) {
	items := []report.Item{item("1", "x", "t", true)}
	out := outcomes(report.Tasks(items), "yyn")
	for i := range out {
		g := &out[i].Verdict.Grades[0]
		g.Votes = []judge.Vote{
			{Member: "one", Status: judge.Graded, Points: g.Points, Source: judge.Source{Judge: "llm", Model: "m", Served: "m-1"}},
			{Member: "two", Status: judge.Graded, Points: g.Points, Source: judge.Source{Judge: "llm", Model: "n", Served: "n-1"}},
		}
	}
	if got := about(t, items, out, "v"); got != nil {
		t.Errorf("a panel of two judges is warned about: %q", got)
	}
	out[2].Verdict.Grades[0].Votes[1].Source.Served = "n-2"
	want := []string{"votes of two came from 2 judges or served models: [n-1 n-2]"}
	if diff := cmp.Diff(want, about(t, items, out, "v")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLowCoverageIsWarnedAbout(t *testing.T) {
	for _, tt := range []struct {
		why     string
		missing int
		want    []string
	}{
		{"19 of 20 is enough", 1, nil},
		{"18 of 20 is not", 2, []string{"only 90.0 % of the samples are scored"}},
		{"none", 20, []string{"only 0.0 % of the samples are scored"}},
	} {
		var items []report.Item
		for i := range 20 {
			items = append(items, item(fmt.Sprint(i), "x", "t", true))
		}
		verdicts := strings.Repeat("y?n", tt.missing) + strings.Repeat("yyn", 20-tt.missing)
		if diff := cmp.Diff(tt.want, about(t, items, outcomes(report.Tasks(items), verdicts), "only ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
