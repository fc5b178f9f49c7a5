package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// coverageView shows on how much the numbers rest.
type coverageView struct {
	Samples, Verdicts plot.Shares
	Codes             []codeCount
}

type codeCount struct{ Code, Count string }

func (c Coverage) view() coverageView {
	v := coverageView{
		Samples:  plot.NewShares("Samples", []string{"scored", "excluded", "unanswered"}, []int{c.Scored, c.Excluded, c.Unanswered}),
		Verdicts: plot.NewShares("Verdicts", []string{"graded", "missing"}, []int{c.Graded, c.Missing}),
	}
	codes := slices.SortedFunc(maps.Keys(c.Codes), func(a, b judge.Code) int {
		return cmp.Or(cmp.Compare(c.Codes[b], c.Codes[a]), cmp.Compare(a, b))
	})
	for _, code := range codes {
		v.Codes = append(v.Codes, codeCount{string(code), numeral.Count(c.Codes[code])})
	}
	return v
}

// noFigures is the reason of a report whose benchmark says nothing about published figures.
const noFigures = "no published figures are known"

// Unpublished says that there are no figures to compare the report with.
func (p page) Unpublished() bool {
	return len(p.Provenance.Reasons) == 1 && p.Provenance.Reasons[0] == noFigures
}

// ranOn lists in short what the numbers were made with; the provenance has the rest.
func (r *Report) ranOn() []entry {
	p := r.Provenance
	var out []entry
	if p.Model != "" {
		out = append(out, entry{"Model", p.Model})
	}
	if p.Dataset.Name != "" {
		out = append(out, entry{"Dataset", p.Dataset.Name})
	}
	for _, j := range p.Panels {
		out = append(out, entry{"Panel", describeSource(j)})
	}
	for _, j := range p.Judges {
		if j != (judge.Source{}) {
			out = append(out, entry{"Judge", judgeName(j)})
		}
	}
	if len(p.Judges) == 0 {
		out = append(out, entry{"Judge", "no verdicts"})
	}
	if prompt := p.Prompt.describe(); prompt != "" {
		out = append(out, entry{"Prompt", prompt})
	}
	missing := "their samples are excluded"
	if p.Missing == Official {
		missing = "count as no points"
	}
	return append(out, entry{"Missing verdicts", missing})
}

// judgeName names a judge with what served it.
func judgeName(j judge.Source) string {
	name := cmp.Or(j.Model, j.Judge, "unnamed judge")
	var more []string
	if j.Served != "" && j.Served != j.Model {
		more = append(more, "served "+j.Served)
	}
	if j.Host != "" {
		more = append(more, "at "+j.Host)
	}
	if len(more) > 0 {
		name += " (" + strings.Join(more, ", ") + ")"
	}
	return name
}
