package report

import (
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// verdictsView compares the verdicts on single criteria.
type verdictsView struct {
	Shares plot.Shares
	Ticks  []plot.Tick
	Rows   []verdictRow
	Lists  []criterionList
}

// verdictRow compares the verdicts on the criteria of one sign of weight.
type verdictRow struct {
	Label, Both, OnlyA, OnlyB, Neither, Missing string
	Rate, Interval, P, Flip, McNemar            string
	Different                                   bool
	Plot                                        plot.Interval
}

// criterionList names criteria of one kind, the heaviest first.
type criterionList struct {
	Title, Count string
	Items        []criterionItem
}

type criterionItem struct {
	Text, Weight, Sample string
	// Key is the place of the sample's row; below 0 without one.
	Key int
}

// verdicts shows the comparison of verdicts; nil without one.
func (c *Comparison) verdicts(pairs []samplePair) *verdictsView {
	if c.Criteria == nil {
		return nil
	}
	all := c.Criteria.All
	names := []string{"met by both", "by " + c.A.Name + " alone", "by " + c.B.Name + " alone", "by neither"}
	v := &verdictsView{Shares: plot.NewShares("Criteria compared", names, []int{all.Both, all.OnlyA, all.OnlyB, all.Neither})}
	parts := c.Criteria.parts()
	es := []metrics.Estimate{{}}
	for _, p := range parts {
		es = append(es, p.Rate.Difference)
	}
	s := plot.Centered(es, 2)
	v.Ticks = s.Ticks()
	for _, p := range parts {
		e := p.Rate.Difference
		v.Rows = append(v.Rows, verdictRow{
			Label: p.name, Both: numeral.Count(p.Both), OnlyA: numeral.Count(p.OnlyA), OnlyB: numeral.Count(p.OnlyB), Neither: numeral.Count(p.Neither), Missing: numeral.Count(p.Missing + p.Changed),
			Rate: numeral.Typeset(numeral.Tilded(e.Value, p.Different())), Interval: numeral.Typeset(numeral.SignedInterval(e)), P: pValue(p.Rate.P), Flip: flipped(p.SignFlip),
			McNemar: pValue(p.McNemar.Exact), Different: p.Different(), Plot: drawDifference(p.Rate, pOf(p.Rate, p.SignFlip), p.Different(), s),
		})
	}
	at := map[sampleKey]int{}
	for i, p := range pairs {
		at[sampleKey{p.a.Subset, p.a.ID}] = i
	}
	for _, l := range []struct {
		title    string
		count    int
		criteria []CriterionName
	}{{"Met by " + c.A.Name + " alone", all.OnlyA, c.Criteria.OnlyA}, {"Met by " + c.B.Name + " alone", all.OnlyB, c.Criteria.OnlyB}} {
		list := criterionList{Title: l.title, Count: numeral.Count(l.count)}
		for _, n := range l.criteria[:min(len(l.criteria), maxCriteria)] {
			key, ok := at[sampleKey{n.Subset, n.Sample}]
			if !ok {
				key = -1
			}
			list.Items = append(list.Items, criterionItem{outside.Ellipsis(outside.Visible(n.Text), shownText), numeral.Typeset(numeral.Plain(n.Weight)), sampleName(n.Subset, n.Sample), key})
		}
		v.Lists = append(v.Lists, list)
	}
	return v
}

// maxCriteria is the number of criteria of a list that the page of a comparison names.
const maxCriteria = 8
