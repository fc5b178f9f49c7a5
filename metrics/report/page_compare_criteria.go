package report

import (
	"fmt"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
	"github.com/assize-eval/assize/metrics/report/internal/plot"
)

// criteriaView compares single criteria, by who meets them or by their points.
type criteriaView struct {
	Shares plot.Shares
	// Caption says what the table has, Counts and Tests head columns on both sides of the difference, which
	// Difference heads.
	Caption, Difference string
	Counts, Tests       []string
	Ticks               []plot.Tick
	Rows                []criteriaRow
	Lists               []criterionList
}

// criteriaRow compares the criteria of one sign of weight. Its cells stand under the heads of the view.
type criteriaRow struct {
	Label                string
	Counts               []string
	Difference, Interval string
	Tests                []string
	Different            bool
	Plot                 plot.Interval
}

// criterionList names criteria of one kind. First says how many of them, in what order.
type criterionList struct {
	Title, Count, First string
	Items               []criterionItem
}

type criterionItem struct {
	Text, Sample string
	// Worth is the weight of the criterion, or the points of both runs.
	Worth string
	// Key is the place of the sample's row; below 0 without one.
	Key int
}

// criteria shows the comparison of criteria; nil without one.
func (c *Comparison) criteria(pairs []samplePair) *criteriaView {
	if c.Criteria == nil {
		return nil
	}
	rows := map[sampleKey]int{}
	for i, p := range pairs {
		rows[sampleKey{p.a.Subset, p.a.ID}] = i
	}
	if c.Criteria.Points != nil {
		return c.pointsView(rows)
	}
	return c.verdictsView(rows)
}

// verdictsView shows who meets the criteria. Rows are those of samples in the page.
func (c *Comparison) verdictsView(rows map[sampleKey]int) *criteriaView {
	all := c.Criteria.All
	names := []string{"met by both", "by " + c.A.Name + " alone", "by " + c.B.Name + " alone", "by neither"}
	v := &criteriaView{
		Shares:  plot.NewShares("Criteria compared", names, []int{all.Both, all.OnlyA, all.OnlyB, all.Neither}),
		Caption: "Criteria by who meets them, and the difference of the rates met", Difference: "Rate difference",
		Counts: []string{"Both meet", "Only " + c.A.Name, "Only " + c.B.Name, "Neither", "Not compared"}, Tests: []string{"p", "p\u00a0flip", "p\u00a0McNemar"},
	}
	parts := c.Criteria.parts()
	var es []metrics.Estimate
	for _, p := range parts {
		es = append(es, p.Rate.Difference)
	}
	s := plot.Centered(es, 2)
	v.Ticks = s.Ticks()
	for _, p := range parts {
		row := newCriteriaRow(p.name, p.Rate, pOf(p.Rate, p.SignFlip), p.Different(), s)
		row.Counts = counts(p.Both, p.OnlyA, p.OnlyB, p.Neither, p.Missing+p.Changed)
		row.Tests = []string{pValue(p.Rate.P), flipped(p.SignFlip), pValue(p.McNemar.Exact)}
		v.Rows = append(v.Rows, row)
	}
	v.Lists = []criterionList{
		heaviestList("Met by "+c.A.Name+" alone", all.OnlyA, c.Criteria.OnlyA, rows), heaviestList("Met by "+c.B.Name+" alone", all.OnlyB, c.Criteria.OnlyB, rows),
	}
	return v
}

// heaviestList lists the first of so many criteria, which are in the order of their weight.
func heaviestList(title string, n int, criteria []CriterionName, rows map[sampleKey]int) criterionList {
	shown := criteria[:min(len(criteria), maxCriteria)]
	list := criterionList{Title: title, Count: numeral.Count(n), First: fmt.Sprintf("heaviest %d", len(shown))}
	for _, c := range shown {
		list.Items = append(list.Items, newCriterionItem(c, "weight "+numeral.Plain(c.Weight), rows))
	}
	return list
}

// pointsView shows the shares of the criteria's points. Rows are those of samples in the page.
func (c *Comparison) pointsView(rows map[sampleKey]int) *criteriaView {
	points := c.Criteria.Points
	all := points.All
	v := &criteriaView{
		Shares:  plot.NewShares("Criteria compared, by their shares of points", []string{"larger in " + c.A.Name, "larger in " + c.B.Name, "equal"}, []int{all.MoreA, all.MoreB, all.Equal}),
		Caption: "Criteria by their shares of points, and the difference of the mean shares", Difference: "Share difference",
		Counts: []string{"Larger in " + c.A.Name, "Larger in " + c.B.Name, "Equal", "Not compared", "Mean of " + c.A.Name, "Mean of " + c.B.Name}, Tests: []string{"p", "p\u00a0flip"},
	}
	parts := points.parts()
	var es []metrics.Estimate
	for _, p := range parts {
		es = append(es, p.Share.Difference)
	}
	s := plot.Centered(es, 2)
	v.Ticks = s.Ticks()
	for _, p := range parts {
		row := newCriteriaRow(p.name, p.Share, pOf(p.Share, p.SignFlip), p.Different(), s)
		row.Counts = append(counts(p.MoreA, p.MoreB, p.Equal, p.Missing+p.Changed), numeral.Typeset(numeral.Of(p.A.Value)), numeral.Typeset(numeral.Of(p.B.Value)))
		row.Tests = []string{pValue(p.Share.P), flipped(p.SignFlip)}
		v.Rows = append(v.Rows, row)
	}
	for _, l := range []struct {
		title    string
		count    int
		criteria []CriterionPoints
	}{{"Larger share in " + c.A.Name, all.MoreA, points.MoreA}, {"Larger share in " + c.B.Name, all.MoreB, points.MoreB}} {
		list := criterionList{Title: l.title, Count: numeral.Count(l.count), First: fmt.Sprintf("%d farthest apart", min(len(l.criteria), maxCriteria))}
		for _, n := range l.criteria[:min(len(l.criteria), maxCriteria)] {
			list.Items = append(list.Items, newCriterionItem(n.CriterionName, numeral.Plain(n.A)+" and "+numeral.Plain(n.B)+" of "+numeral.Plain(n.Weight), rows))
		}
		v.Lists = append(v.Lists, list)
	}
	return v
}

// newCriteriaRow returns a row with the difference of a test, whose p-value is p.
func newCriteriaRow(name string, t compare.Test, p float64, different bool, s plot.Scale) criteriaRow {
	e := t.Difference
	return criteriaRow{
		Label: name, Difference: numeral.Typeset(numeral.Tilded(e.Value, different)), Interval: numeral.Typeset(numeral.SignedInterval(e)),
		Different: different, Plot: drawDifference(t, p, different, s),
	}
}

func counts(of ...int) []string {
	out := make([]string, len(of))
	for i, n := range of {
		out[i] = numeral.Count(n)
	}
	return out
}

// newCriterionItem names a criterion, with a link to its sample where that is in the page.
func newCriterionItem(n CriterionName, worth string, rows map[sampleKey]int) criterionItem {
	key, ok := rows[sampleKey{n.Subset, n.Sample}]
	if !ok {
		key = -1
	}
	return criterionItem{outside.Ellipsis(outside.Visible(n.Text), shownText), sampleName(n.Subset, n.Sample), numeral.Typeset(worth), key}
}

// maxCriteria is the number of criteria of a list that the page of a comparison names.
const maxCriteria = 8
