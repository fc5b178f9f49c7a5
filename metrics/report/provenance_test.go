package report_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
)

// TestProvenanceNamesTheModelAndHowAPanelVotes looks for both in every form of the report.
func TestProvenanceNamesTheModelAndHowAPanelVotes(t *testing.T) {
	cfg := config()
	cfg.Model = "vendor/model-1"
	one := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) { return judge.Met(t, true, ""), nil })
	panel := func(rule judge.Rule) judge.Judge {
		j, err := judge.NewPanel(judge.Panel{Rule: rule, Members: []judge.Member{{Name: "a", Judge: one, Repeats: 3}}})
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	for _, r := range []struct {
		name string
		j    judge.Judge
		want string
	}{
		{"single", one, ""},
		{"majority", panel(judge.Majority), `{"members":[{"name":"a","repeats":3,"weight":1}],"quorum":2,"rule":"majority","tie":"missing"}`},
		{"mean", panel(judge.MeanPoints), `{"members":[{"name":"a","repeats":3,"weight":1}],"quorum":2,"rule":"mean_points","tie":"missing"}`},
	} {
		rep, err := report.Run(t.Context(), cfg, []report.Item{item("a", "x", "t", true)}, r.j)
		if err != nil {
			t.Fatal(err)
		}
		earlier, answers := judge.Usage{Calls: 7001}, judge.Usage{Calls: 7002}
		rep.EarlierUsage, rep.Provenance.ModelUsage = &earlier, &answers
		var b bytes.Buffer
		if err := rep.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		again, err := report.Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		for form, rep := range map[string]*report.Report{"made": rep, "read": again} {
			p := rep.Provenance
			if p.Model != cfg.Model || p.ModelUsage.Calls != 7002 || rep.EarlierUsage.Calls != 7001 {
				t.Errorf("%s: %s: provenance %+v, earlier %+v", r.name, form, p, rep.EarlierUsage)
			}
			switch {
			case r.want == "" && len(p.Panels) != 0, r.want != "" && (len(p.Panels) != 1 || p.Panels[0].Parameters != r.want):
				t.Errorf("%s: %s: panels %+v, want %s", r.name, form, p.Panels, r.want)
			}
		}
		text := rep.Markdown()
		for _, want := range []string{"- Model: vendor/model-1\n", "7001 calls", "7002 calls"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the Markdown has no %q", r.name, want)
			}
		}
		if strings.Contains(text, "- Panel: panel, model a, parameters") != (r.want != "") {
			t.Errorf("%s: the Markdown's panel: %s", r.name, text)
		}
		if first, _, _ := strings.Cut(rep.String(), "\n"); !strings.HasSuffix(first, ": vendor/model-1") {
			t.Errorf("%s: the table begins with %q", r.name, first)
		}
	}
}
