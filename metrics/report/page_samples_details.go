package report

import (
	"maps"
	"slices"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// detailChunk is what the script of the page reads: the samples of a chunk, and the short texts that
// they repeat, to which they refer by index.
type detailChunk struct {
	Words   []string       `json:"words"`
	Samples []sampleDetail `json:"samples,omitempty"`
	Pairs   []pairDetail   `json:"pairs,omitempty"`

	index map[string]int
	limit document.Limit
}

// sampleDetail is one sample without what its row shows.
type sampleDetail struct {
	Note string `json:"note,omitempty"`
	// Labels are pairs of words: dimension and value.
	Labels [][2]int `json:"labels,omitempty"`
	// Values are a word and up to three numbers: the value, the worst and the best; null where not
	// defined.
	Values []valueDetail `json:"values,omitempty"`
	criterionColumns
	verdictColumns
	// Votes are the votes of a panel; the column is left out without one.
	Votes [][]voteDetail `json:"votes,omitempty"`
	replyColumns
}

type valueDetail struct {
	Name  int      `json:"name"`
	Value *float64 `json:"value"`
	Worst *float64 `json:"worst"`
	Best  *float64 `json:"best"`
}

// criterionColumns are the criteria of a sample; the columns are equally long.
type criterionColumns struct {
	IDs      []string   `json:"ids,omitempty"`
	Texts    []string   `json:"texts,omitempty"`
	Category []int      `json:"category,omitempty"`
	Weights  []*float64 `json:"weights,omitempty"`
}

// verdictColumns are the verdicts on the criteria of a sample; the columns are as long as those.
type verdictColumns struct {
	// Points are null for a missing verdict, whose reason is a word.
	Points  []*float64 `json:"points,omitempty"`
	Reasons []int      `json:"reasons,omitempty"`
	Why     []string   `json:"why,omitempty"`
	How     []int      `json:"how,omitempty"`
	Flags   [][]int    `json:"flags,omitempty"`
}

// voteDetail is one vote; Points are null for one that was not cast, whose reason is a word.
type voteDetail struct {
	Member int      `json:"member"`
	Repeat int      `json:"repeat"`
	Points *float64 `json:"points"`
	Reason int      `json:"reason"`
	How    int      `json:"how"`
	Why    string   `json:"why,omitempty"`
}

func newChunk(samples []Sample, limit document.Limit) *detailChunk {
	c := &detailChunk{index: map[string]int{}, Words: []string{}, limit: limit}
	for _, s := range samples {
		c.Samples = append(c.Samples, c.sample(s))
	}
	return c
}

// packer packs the details of the report's samples.
func (r *Report) packer() document.Packer {
	p := document.NewPacker(r.Samples, func(s []Sample, l document.Limit) any { return newChunk(s, l) })
	p.Replies = slices.ContainsFunc(r.Samples, func(s Sample) bool { return len(s.Replies) > 0 })
	return p
}

// word returns the index of a text that is repeated.
func (c *detailChunk) word(s string) int {
	s = outside.Visible(s)
	i, ok := c.index[s]
	if !ok {
		i = len(c.Words)
		c.index[s] = i
		c.Words = append(c.Words, s)
	}
	return i
}

// labels returns the slices of a sample as pairs of words.
func (c *detailChunk) labels(s Sample) (out [][2]int) {
	for _, name := range slices.Sorted(maps.Keys(s.Labels)) {
		out = append(out, [2]int{c.word(name), c.word(s.Labels[name])})
	}
	return out
}

func (c *detailChunk) sample(s Sample) sampleDetail {
	d := sampleDetail{Note: outside.Visible(s.Note), Labels: c.labels(s)}
	names := map[string]bool{}
	for _, m := range []map[string]float64{s.Scores, s.Worst, s.Best} {
		for name := range m {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		d.Values = append(d.Values, valueDetail{c.word(name), lookup(s.Scores, name), lookup(s.Worst, name), lookup(s.Best, name)})
	}
	for _, g := range s.Grades {
		c.criterion(&d.criterionColumns, g, c.limit.Text)
		c.verdict(&d.verdictColumns, g, c.limit.Why)
	}
	if slices.ContainsFunc(s.Grades, func(g Grade) bool { return len(g.Votes) > 0 }) {
		for _, g := range s.Grades {
			d.Votes = append(d.Votes, c.votes(g.Votes))
		}
	}
	d.replyColumns = c.replies(s.Replies, s.Grades)
	return d
}

// criterion adds a criterion with its text cut to so many characters.
func (c *detailChunk) criterion(d *criterionColumns, g Grade, text int) {
	id := g.Criterion
	if c.limit.NoIDs {
		id = ""
	}
	d.IDs = append(d.IDs, outside.Visible(id))
	d.Texts = append(d.Texts, outside.Shorten(outside.Visible(g.Text), text))
	d.Category = append(d.Category, c.word(g.Category))
	d.Weights = append(d.Weights, finitePointer(g.Weight))
}

// troubled says whether the verdict of a grade is missing or odd.
func troubled(g Grade) bool { return g.Status != judge.Graded || len(g.Flags) > 0 }

// verdict adds a verdict, with the explanation of one without trouble cut to why characters.
func (c *detailChunk) verdict(d *verdictColumns, g Grade, why int) {
	if troubled(g) {
		why = c.limit.Trouble
	}
	flags := []int{}
	for _, f := range g.Flags {
		flags = append(flags, c.word(f))
	}
	if g.Max != 0 && g.Max != g.Weight {
		flags = append(flags, c.word("the judge stated a maximum of "+numeral.Plain(g.Max)))
	}
	d.Points = append(d.Points, gradedPoints(g.Status, g.Points))
	d.Reasons = append(d.Reasons, c.word(string(g.Reason)))
	d.Why = append(d.Why, outside.Shorten(outside.Visible(g.Explanation), why))
	d.How = append(d.How, c.word(g.How))
	d.Flags = append(d.Flags, flags)
}

// votes returns the votes of a grade. Their explanations are shortened to half of what a grade has,
// since there are several.
func (c *detailChunk) votes(votes []judge.Vote) []voteDetail {
	out := make([]voteDetail, len(votes))
	for i, v := range votes {
		why := c.limit.Why
		if !c.limit.Whole() {
			why /= 2
		}
		out[i] = voteDetail{c.word(v.Member), v.Repeat, gradedPoints(v.Status, v.Points), c.word(string(v.Reason)), c.word(v.How), outside.Shorten(outside.Visible(v.Explanation), why)}
	}
	return out
}

// gradedPoints returns the points of a grade, or nil when it has none.
func gradedPoints(status judge.Status, points float64) *float64 {
	if status != judge.Graded {
		return nil
	}
	return finitePointer(points)
}

// lookup returns a number of m, or nil when it is not there or not finite.
func lookup(m map[string]float64, name string) *float64 {
	x, ok := m[name]
	if !ok {
		return nil
	}
	return finitePointer(x)
}

func finitePointer(x float64) *float64 {
	if !isFinite(x) {
		return nil
	}
	return &x
}
