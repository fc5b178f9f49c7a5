package report

import (
	"maps"
	"slices"
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// votesView says how the votes on a criterion differ.
type votesView struct {
	Criteria, Split, Share string
	Measures               intervals
	Members                []memberRow
	// Repeated says that a member was asked more than once.
	Repeated bool
	Pairs    []raterRow
	Splits   []splitRow
	// More is the number of further criteria on which votes differ.
	More string
}

// memberRow is one member of a panel.
type memberRow struct{ Member, Votes, Missing, Unanimous, FlipRate string }

// raterRow is how two members agree.
type raterRow struct{ First, Second, N, Raw, Kappa, AC1, Points string }

// splitRow is a criterion on which votes differ.
type splitRow struct {
	// Key is the place of the sample's row; below 0 without one.
	Key                  int
	Sample, Text, Weight string
	Votes                []entry
}

// maxSplits is the number of split criteria that the page names.
const maxSplits = 10

// votes returns what the votes of a run say; nil without any.
func (r *Report) votes() *votesView {
	p := r.Diagnostics.Panel
	if p == nil {
		return nil
	}
	v := &votesView{Criteria: numeral.Count(p.Criteria), Split: numeral.Count(p.Split)}
	if p.Criteria > 0 {
		v.Share = numeral.Percent(p.Split, p.Criteria)
		v.Measures = r.tabulateIn("Measure", []line{
			{allScope, "unanimous", p.Unanimous}, {allScope, "flip rate", p.FlipRate}, {allScope, "AC1", p.AC1}, {allScope, "α", p.Alpha.Estimate()},
		}, sliceSteps)
	}
	for _, m := range p.Members {
		v.Repeated = v.Repeated || m.FlipRate.N > 0
		v.Members = append(v.Members, memberRow{m.Member, numeral.Count(m.Votes), numeral.Count(m.Missing), numeral.Typeset(numeral.WithInterval(m.Unanimous)), numeral.Typeset(numeral.WithInterval(m.FlipRate))})
	}
	for _, pair := range p.Pairs {
		s := pair.Verdicts
		v.Pairs = append(v.Pairs, raterRow{pair.First, pair.Second, numeral.Count(s.N), numeral.Typeset(numeral.WithInterval(s.Raw)), numeral.Typeset(numeral.WithInterval(s.Kappa)), numeral.Typeset(numeral.WithInterval(s.AC1)), numeral.Typeset(numeral.WithInterval(pair.Points))})
	}
	at := map[sampleKey]int{}
	for i, s := range r.Samples {
		at[sampleKey{s.Subset, s.ID}] = i
	}
	for _, d := range p.Disagreements[:min(len(p.Disagreements), maxSplits)] {
		row := splitRow{Key: -1, Sample: sampleName(d.Subset, d.Sample), Text: "criterion " + d.Criterion, Weight: numeral.Typeset(numeral.Plain(d.Weight))}
		if i, ok := at[sampleKey{d.Subset, d.Sample}]; ok {
			row.Key = i
			for _, g := range r.Samples[i].Grades {
				if g.Criterion == d.Criterion && g.Text != "" {
					row.Text = outside.Ellipsis(outside.Visible(g.Text), shownText)
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(d.Votes)) {
			var points []string
			for _, x := range d.Votes[name] {
				points = append(points, numeral.Typeset(numeral.Plain(x)))
			}
			row.Votes = append(row.Votes, entry{name, strings.Join(points, ", ")})
		}
		v.Splits = append(v.Splits, row)
	}
	if more := p.Split - len(v.Splits); more > 0 && len(v.Splits) > 0 {
		v.More = numeral.Count(more)
	}
	return v
}
