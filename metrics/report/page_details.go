package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// chunkSamples is the number of samples whose details are packed together: enough for the
// compression to learn their language, few enough to unpack at once.
const chunkSamples = 64

// details are the grades of all samples, packed for the page: one line for each chunk, base64 of
// gzip of JSON.
type details struct {
	packed string
	limit  limit
}

// limit is to how many characters texts are shortened.
type limit struct {
	// NoIDs says that the IDs of criteria are left out. They are often random, and then take the
	// most room of all.
	NoIDs bool
	// Text is for the texts of criteria, Why for explanations, and Trouble for the explanations of
	// missing and flagged verdicts, which are rare and are what people look for.
	Text, Why, Trouble int
}

// Whole says that nothing is shortened or left out.
func (l limit) Whole() bool { return l == limits[0] }

// limits are tried in this order until the page has its size. What was asked is kept longest, since
// without it a verdict says nothing.
var limits = []limit{
	{false, math.MaxInt, math.MaxInt, math.MaxInt},
	{true, 2400, 2400, 2400}, {true, 900, 600, 2400}, {true, 600, 400, 1600}, {true, 450, 300, 1200}, {true, 360, 240, 1000}, {true, 300, 200, 800},
	{true, 240, 160, 600}, {true, 200, 130, 500}, {true, 160, 100, 400}, {true, 140, 80, 320}, {true, 120, 60, 240}, {true, 110, 40, 160},
	{true, 100, 24, 100}, {true, 100, 0, 100}, {true, 80, 0, 80}, {true, 70, 0, 70}, {true, 60, 0, 60}, {true, 50, 0, 50}, {true, 40, 0, 40}, {true, 24, 0, 24},
}

// packDetails packs the details of all samples into at most size bytes, with the longest texts that
// allow it as far as a part of the samples tells. When even the shortest do not it returns those.
func (r *Report) packDetails(size int) (details, error) {
	chunks := slices.Collect(slices.Chunk(r.Samples, chunkSamples))
	part := every(chunks, 1+len(chunks)/4)
	i, err := firstLimit(func(l limit) (bool, error) {
		d, err := pack(part, l)
		return len(d.packed)*len(chunks) <= size*len(part), err
	})
	for ; err == nil; i++ {
		var d details
		if d, err = pack(chunks, limits[i]); err == nil && (len(d.packed) <= size || i == len(limits)-1) {
			return d, nil
		}
	}
	return details{}, err
}

// firstLimit returns the index of the first limit that fits, or of the last one.
func firstLimit(fits func(limit) (bool, error)) (int, error) {
	lo, hi := 0, len(limits)-1
	for mid := 0; lo < hi; mid = (lo + hi) / 2 {
		ok, err := fits(limits[mid])
		if err != nil {
			return 0, err
		}
		if ok {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo, nil
}

// every returns every n-th chunk.
func every(chunks [][]Sample, n int) [][]Sample {
	var out [][]Sample
	for i := 0; i < len(chunks); i += n {
		out = append(out, chunks[i])
	}
	return out
}

// pack packs the details of the samples of all chunks with texts shortened to a limit.
func pack(chunks [][]Sample, limit limit) (details, error) {
	var b strings.Builder
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return details{}, err
	}
	for _, chunk := range chunks {
		packed.Reset()
		z.Reset(&packed)
		enc := json.NewEncoder(z)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(newChunk(chunk, limit)); err != nil {
			return details{}, err
		}
		if err := z.Close(); err != nil {
			return details{}, err
		}
		b.WriteString(base64.StdEncoding.EncodeToString(packed.Bytes()))
		b.WriteByte('\n')
	}
	return details{b.String(), limit}, nil
}

// detailChunk is what the script of the page reads: the samples of a chunk, and the short texts that
// they repeat, to which they refer by index.
type detailChunk struct {
	Words   []string       `json:"words"`
	Samples []sampleDetail `json:"samples"`

	index map[string]int
}

// sampleDetail is one sample without what its row shows.
type sampleDetail struct {
	Note string `json:"note,omitempty"`
	// Labels are pairs of words: dimension and value.
	Labels [][2]int `json:"labels,omitempty"`
	// Values are a word and up to three numbers: the value, the worst and the best; null where not
	// defined.
	Values []valueDetail `json:"values,omitempty"`
	// The columns of the grades: their lengths are equal.
	IDs      []string   `json:"ids,omitempty"`
	Texts    []string   `json:"texts,omitempty"`
	Category []int      `json:"category,omitempty"`
	Weights  []*float64 `json:"weights,omitempty"`
	// Points are null for a missing verdict, whose reason is a word.
	Points  []*float64 `json:"points,omitempty"`
	Reasons []int      `json:"reasons,omitempty"`
	Why     []string   `json:"why,omitempty"`
	How     []int      `json:"how,omitempty"`
	Flags   [][]int    `json:"flags,omitempty"`
	// Votes are the votes of a panel; the column is left out without one.
	Votes [][]voteDetail `json:"votes,omitempty"`
}

// voteDetail is one vote; Points are null for one that was not cast, whose reason is a word.
type voteDetail struct {
	Member int      `json:"member"`
	Repeat int      `json:"repeat"`
	Points *float64 `json:"points"`
	Reason int      `json:"reason"`
	Why    string   `json:"why,omitempty"`
}

type valueDetail struct {
	Name  int      `json:"name"`
	Value *float64 `json:"value"`
	Worst *float64 `json:"worst"`
	Best  *float64 `json:"best"`
}

func newChunk(samples []Sample, limit limit) *detailChunk {
	c := &detailChunk{index: map[string]int{}, Words: []string{}}
	for _, s := range samples {
		c.Samples = append(c.Samples, c.sample(s, limit))
	}
	return c
}

// word returns the index of a text that is repeated.
func (c *detailChunk) word(s string) int {
	s = visible(s)
	i, ok := c.index[s]
	if !ok {
		i = len(c.Words)
		c.index[s] = i
		c.Words = append(c.Words, s)
	}
	return i
}

func (c *detailChunk) sample(s Sample, limit limit) sampleDetail {
	d := sampleDetail{Note: visible(s.Note)}
	for _, name := range slices.Sorted(maps.Keys(s.Labels)) {
		d.Labels = append(d.Labels, [2]int{c.word(name), c.word(s.Labels[name])})
	}
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
		c.grade(&d, g, limit)
	}
	if slices.ContainsFunc(s.Grades, func(g Grade) bool { return len(g.Votes) > 0 }) {
		for _, g := range s.Grades {
			d.Votes = append(d.Votes, c.votes(g.Votes, limit))
		}
	}
	return d
}

// grade adds the columns of one grade.
func (c *detailChunk) grade(d *sampleDetail, g Grade, limit limit) {
	id, why := g.Criterion, limit.Why
	if limit.NoIDs {
		id = ""
	}
	if g.Status != judge.Graded || len(g.Flags) > 0 {
		why = limit.Trouble
	}
	flags := []int{}
	for _, f := range g.Flags {
		flags = append(flags, c.word(f))
	}
	if g.Max != 0 && g.Max != g.Weight {
		flags = append(flags, c.word("the judge stated a maximum of "+plainNumber(g.Max)))
	}
	d.IDs = append(d.IDs, visible(id))
	d.Texts = append(d.Texts, shorten(visible(g.Text), limit.Text))
	d.Category = append(d.Category, c.word(g.Category))
	d.Weights = append(d.Weights, finitePointer(g.Weight))
	d.Points = append(d.Points, gradedPoints(g.Status, g.Points))
	d.Reasons = append(d.Reasons, c.word(string(g.Reason)))
	d.Why = append(d.Why, shorten(visible(g.Explanation), why))
	d.How = append(d.How, c.word(g.How))
	d.Flags = append(d.Flags, flags)
}

// votes returns the votes of a grade. Their explanations are shortened to half of what a grade has,
// since there are several.
func (c *detailChunk) votes(votes []judge.Vote, limit limit) []voteDetail {
	out := make([]voteDetail, len(votes))
	for i, v := range votes {
		why := limit.Why
		if !limit.Whole() {
			why /= 2
		}
		out[i] = voteDetail{c.word(v.Member), v.Repeat, gradedPoints(v.Status, v.Points), c.word(string(v.Reason)), shorten(visible(v.Explanation), why)}
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

// shorten cuts a text to limit characters and puts after them, behind a unit separator, how many
// were cut. A visible text holds no such character.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	return string(runes[:limit]) + "\x1f" + strconv.Itoa(len(runes)-limit)
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

// plainNumber writes a number with as many digits as it has.
func plainNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
