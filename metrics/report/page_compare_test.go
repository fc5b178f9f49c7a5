package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/compare"
	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// rival returns the report of another model on the samples of a synthetic report: it meets some criteria
// that the first does not, and fails at some that it does.
func rival(r *Report, better float64) *Report {
	rng := rand.New(rand.NewPCG(3, 4))
	out := *r
	out.Samples = nil
	for _, s := range r.Samples {
		s.Grades = append([]Grade{}, s.Grades...)
		s.Replies = slices.Clone(s.Replies)
		for k := range s.Replies {
			s.Replies[k].Text = "of the rival: " + s.Replies[k].Text
		}
		var got, most, least, met, positive float64
		for k := range s.Grades {
			g := &s.Grades[k]
			if g.Status == judge.Graded && rng.Float64() < 0.25 {
				g.Points = 0
				if rng.Float64() < better {
					g.Points = g.Weight
				}
				g.Explanation = prose(rng, 90, false)
			}
			got, most, least = got+g.Points, most+max(g.Weight, 0), least+min(g.Weight, 0)
			if g.Weight > 0 {
				positive++
				if g.Points > 0 {
					met++
				}
			}
		}
		if s.Scores != nil {
			s.Scores = metrics.Values{"clipped_score": got / most, "normalized_score": (got - least) / (most - least), "met_rate": met / positive}
		}
		out.Samples = append(out.Samples, s)
	}
	out.Provenance.Dataset.AnswersSHA256 = strings.Repeat("f00dfeed", 8)
	return &out
}

// compared compares a synthetic report with that of a rival.
func compared(t testing.TB, r, other *Report, opts CompareOptions) *Comparison {
	t.Helper()
	c, err := Compare(r, other, opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func comparePageOf(t testing.TB, c *Comparison) string {
	t.Helper()
	var b strings.Builder
	if err := c.WritePage(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// thousandPairs is the comparison of two runs of 1,100 samples.
var thousandPairs = sync.OnceValues(func() (*Comparison, string) {
	rep, _ := thousand()
	c, err := Compare(rep, rival(rep, 0.55), CompareOptions{NameA: "model-large", NameB: "model-small"})
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	if err := c.WritePage(&b); err != nil {
		panic(err)
	}
	return c, b.String()
})

func TestComparisonPageShowsTheNumbersWithoutScript(t *testing.T) {
	rep := synthetic(prbenchShape(90))
	c := compared(t, rep, rival(rep, 0.8), CompareOptions{NameA: "large", NameB: "small", Seed: 7})
	page, _, _ := strings.Cut(comparePageOf(t, c), `id="chunks"`)
	page = html.UnescapeString(page)
	for _, d := range c.Differences {
		for _, s := range []string{d.Metric, d.Scope, numeral.Typeset(numeral.Of(d.A.Value)), numeral.Typeset(numeral.Of(d.B.Value)), numeral.Typeset(numeral.Tilded(d.Test.Difference.Value, d.Different())), numeral.Typeset(numeral.SignedInterval(d.Test.Difference)),
			pValue(d.Test.P), pValue(d.Adjusted), flipped(d.SignFlip), numeral.Of(d.Test.Detectable), units(d.Test)} {
			if !strings.Contains(page, ">"+s+"<") {
				t.Errorf("%s of %s: no %q", d.Metric, d.Scope, s)
			}
		}
	}
	for _, d := range c.Slices {
		for _, s := range []string{d.Dimension, d.Label, numeral.Typeset(numeral.Tilded(d.Test.Difference.Value, d.Different())), pValue(d.Adjusted)} {
			if !strings.Contains(page, ">"+s+"<") {
				t.Errorf("%s of %s %s: no %q", d.Metric, d.Dimension, d.Label, s)
			}
		}
	}
	for _, row := range c.verdictTable().Rows {
		for _, s := range row {
			if s = numeral.Typeset(s); !strings.Contains(page, ">"+s+"<") && !strings.Contains(page, ">"+numeral.Count(atoi(s))+"<") {
				t.Errorf("criteria, %s: no %q", row[0], s)
			}
		}
	}
	for _, s := range append(slices.Clone(c.Warnings), fmt.Sprintf("%d of 90 shared samples compared, ", c.Pairs.Compared), "small is higher than large on clipped_score", "by sign flips of seed 7", rep.Samples[0].ID, rep.Samples[89].ID, c.Criteria.OnlyB[0].Text[:60]) {
		if !strings.Contains(page, s) {
			t.Errorf("no %q", s)
		}
	}
	if strings.Contains(page, "The runs differ in") {
		t.Error("the page says that settings differ")
	}
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// TestComparisonPageCountsEarlierRuns has runs that went on with a ledger: one that asked a part itself, and
// one that asked nothing.
func TestComparisonPageCountsEarlierRuns(t *testing.T) {
	a := synthetic(prbenchShape(3))
	b := rival(a, 0.5)
	a.Usage, a.EarlierUsage = judge.Usage{Calls: 40_000}, &judge.Usage{Calls: 2_345}
	b.Usage, b.EarlierUsage = judge.Usage{}, &judge.Usage{Calls: 67_890}
	page := comparePageOf(t, compared(t, a, b, CompareOptions{}))
	for _, s := range []string{"42,345", "67,890"} {
		if !strings.Contains(page, s) {
			t.Errorf("no %s calls", s)
		}
	}
}

// TestComparisonPageExplainsNoColumnThatItHides looks for the words on columns that narrow windows leave out.
func TestComparisonPageExplainsNoColumnThatItHides(t *testing.T) {
	rep := synthetic(prbenchShape(90))
	page := comparePageOf(t, compared(t, rep, rival(rep, 0.5), CompareOptions{}))
	for class, words := range map[string]string{"needed": "n&nbsp;needed: as many", "p": "p&nbsp;flip is by"} {
		if !strings.Contains(page, `<span class="if-`+class+`"> `+words) {
			t.Errorf("the words on .%s are not hidden with it", class)
		}
		for _, rule := range strings.Split(page, "}") {
			if strings.Contains(rule, "display: none") && strings.Contains(rule, ".differences ."+class+",") && !strings.Contains(rule, ".if-"+class) {
				t.Errorf("hides .%s and not the words on it: %s", class, rule)
			}
		}
	}
}

func TestComparisonPageShowsOverriddenSettings(t *testing.T) {
	rep := synthetic(prbenchShape(60))
	other := rival(rep, 0.5)
	other.Provenance.Judges = []judge.Source{{Judge: "llm", Model: "another judge", Parameters: "p"}}
	c := compared(t, rep, other, CompareOptions{Override: true})
	if len(c.Overridden) < 2 {
		t.Fatalf("%d settings differ", len(c.Overridden))
	}
	for name, page := range map[string]string{"page": comparePageOf(t, c), "notebook": c.HTML()} {
		page = html.UnescapeString(page)
		at, first := strings.Index(page, "The runs differ in"), strings.Index(page, "clipped_score")
		if at < 0 || at > first {
			t.Errorf("%s: that the settings differ stands at %d, the first number at %d", name, at, first)
		}
		for _, m := range c.Overridden {
			for _, s := range []string{m.Setting, m.A, m.B} {
				if !strings.Contains(page, s) {
					t.Errorf("%s: no %q", name, s)
				}
			}
		}
	}
	if page := comparePageOf(t, c); strings.Contains(page, "<li>the runs differ in") {
		t.Error("the page says twice that settings differ")
	}
}

func TestFinding(t *testing.T) {
	difference := func(scope, metric string, value, adjusted, detectable float64) Difference {
		return Difference{Scope: scope, Metric: metric, Adjusted: adjusted, Test: compare.Test{Difference: metrics.Estimate{Value: value}, Detectable: detectable}}
	}
	for _, tt := range []struct {
		why  string
		in   []Difference
		want string
	}{
		{"nothing is compared", nil, ""},
		{"A is higher", []Difference{difference("x", "m", 1, 0, 1), difference("all", "m", 0.25, 0.01, 0.1)}, "one-A is higher than B on m by 0.2500."},
		{"B is higher", []Difference{difference("all", "m", -0.25, 0.01, 0.1)}, "B is higher than one-A on m by 0.2500."},
		{"none is shown", []Difference{difference("all", "m", 0.25, 0.2, 0.5)}, "No difference on m is shown. One of 0.5000 or more would have been found with a power of 80 %."},
		{"none is shown and none could be", []Difference{difference("all", "m", 0, math.NaN(), math.NaN())}, "No difference on m is shown."},
		{"there is no whole of the first metric", []Difference{difference("x", "m", 1, 0, 1), difference("y", "m", 1, 0, 1), difference("all", "o", 0.5, 0, 1)}, "one-A is higher than B on o by 0.5000."},
		{"there is no whole", []Difference{difference("x", "m", 1, 0, 1), difference("y", "m", 1, 0, 1)}, ""},
		{"there is one subset", []Difference{difference("x", "m", 1, 0, 1), difference("x", "o", 2, 0, 1)}, "one-A is higher than B on m by 1.0000."},
		{"it is not defined", []Difference{difference("all", "m", math.NaN(), math.NaN(), math.NaN())}, ""},
	} {
		c := &Comparison{A: ComparedRun{Name: "one-A"}, B: ComparedRun{Name: "B"}, Differences: tt.in, Power: 0.8}
		metric := ""
		if len(tt.in) > 0 {
			metric = tt.in[0].Metric
		}
		if got := c.finding(metric); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestPairsOfAComparison(t *testing.T) {
	_, page := thousandPairs()
	if len(page) >= document.Size(0) || len(page) < document.Size(0)*8/10 {
		t.Errorf("the page has %d bytes", len(page))
	}
	rep := synthetic(prbenchShape(150))
	other := rival(rep, 0.5)
	other.Samples[3].Status, other.Samples[3].Grades, other.Samples[3].Scores = Unanswered, nil, nil
	c := compared(t, rep, other, CompareOptions{})
	var ids []string
	byID := map[string]int{}
	for i, s := range rep.Samples {
		byID[s.ID] = i
	}
	last := math.Inf(1)
	pairs := c.pairs("clipped_score")
	for _, p := range pairs {
		ids = append(ids, p.a.ID)
		x := math.Abs(p.difference("clipped_score"))
		if x > last || math.IsNaN(last) && !math.IsNaN(x) {
			t.Errorf("%v after %v", x, last)
		}
		last = x
	}
	if len(ids) != 150 {
		t.Fatalf("%d pairs", len(ids))
	}
	chunks := unpacked(t, comparePageOf(t, c))
	for i, p := range pairs {
		chunk := chunks[i/document.ChunkSamples]
		d := chunk.Pairs[i%document.ChunkSamples]
		a, b := rep.Samples[byID[ids[i]]], other.Samples[byID[ids[i]]]
		for k, g := range a.Grades {
			if d.IDs[k] != g.Criterion || d.Texts[k] != g.Text || *d.Weights[k] != g.Weight || d.A.Why[k] != g.Explanation || chunk.Words[d.A.Reasons[k]] != string(g.Reason) {
				t.Fatalf("pair %d, criterion %d: %+v", i, k, d)
			}
			if (g.Status == judge.Graded) != (d.A.Points[k] != nil) || g.Status == judge.Graded && *d.A.Points[k] != g.Points {
				t.Fatalf("pair %d, criterion %d of A has %v points, want %v", i, k, d.A.Points[k], g.Points)
			}
			if b.Status == Unanswered {
				if d.B.Points[k] != nil || chunk.Words[d.B.Reasons[k]] != "no answer" {
					t.Errorf("pair %d, criterion %d of B: %+v", i, k, d.B)
				}
				continue
			}
			if h := b.Grades[k]; (h.Status == judge.Graded) != (d.B.Points[k] != nil) || h.Status == judge.Graded && *d.B.Points[k] != h.Points || d.B.Why[k] != h.Explanation {
				t.Fatalf("pair %d, criterion %d of B: %+v, want %+v", i, k, d.B, h)
			}
		}
		differ := 0
		for k := range b.Grades {
			if x, y := a.Grades[k], b.Grades[k]; x.Status == judge.Graded && y.Status == judge.Graded && x.Points != y.Points {
				differ++
			}
		}
		if got, _ := p.differing(); got != differ {
			t.Errorf("pair %d: %d verdicts differ, want %d", i, got, differ)
		}
	}
}

func TestPairsHoldTheRepliesOfBothRuns(t *testing.T) {
	rep := synthetic(prbenchShape(70))
	s := &rep.Samples[0]
	s.Grades[1].How, s.Replies[1].How = "fence removed", "fence removed"
	s.Replies = append(s.Replies, Reply{Criteria: []string{s.Grades[0].Criterion, s.Grades[2].Criterion}, How: "strict", Text: "about two"},
		Reply{Criteria: []string{s.Grades[0].Criterion}, Member: "m", Repeat: 1, Reason: judge.Malformed, Text: "a member’s"})
	c := compared(t, rep, rival(rep, 0.5), CompareOptions{})
	pairs := c.pairs("clipped_score")
	written := func(opts PageOptions) (string, []detailChunk) {
		var b strings.Builder
		if err := c.WritePageWith(&b, opts); err != nil {
			t.Fatal(err)
		}
		return b.String(), unpacked(t, b.String())
	}
	// repliesOf puts the packed replies of a run together again, by criteria and text.
	repliesOf := func(chunk detailChunk, d pairDetail, r replyColumns) (got []string) {
		for i, text := range r.Raw {
			if text != "" {
				got = append(got, fmt.Sprint([]string{d.IDs[i]}, " ", text))
			}
		}
		for _, x := range r.Replies {
			ids := []string{}
			for _, i := range x.Of {
				ids = append(ids, d.IDs[i])
			}
			got = append(got, fmt.Sprint(ids, chunk.Words[x.Member], " ", x.Text))
		}
		slices.Sort(got)
		return got
	}
	_, chunks := written(PageOptions{Bytes: -1})
	for i, p := range pairs {
		chunk := chunks[i/document.ChunkSamples]
		d := chunk.Pairs[i%document.ChunkSamples]
		for _, run := range []struct {
			name string
			s    *Sample
			got  replyColumns
		}{{"A", p.a, d.RepliesA}, {"B", p.b, d.RepliesB}} {
			var want []string
			for _, r := range run.s.Replies {
				want = append(want, fmt.Sprint(r.Criteria, r.Member, " ", r.Text))
			}
			slices.Sort(want)
			if got := repliesOf(chunk, d, run.got); !slices.Equal(got, want) {
				t.Fatalf("pair %d, run %s: replies %q, want %q", i, run.name, got, want)
			}
		}
	}
	page, chunks := written(PageOptions{Bytes: 200_000})
	if len(page) > 200_000 || !strings.Contains(page, "raw replies from which a verdict was read as it stood are left out") {
		t.Errorf("a page of %d bytes does not say that replies are left out", len(page))
	}
	left, troubledKept := 0, 0
	for _, chunk := range chunks {
		for _, d := range chunk.Pairs {
			left += d.RepliesA.Left + d.RepliesB.Left
			for i, text := range d.RepliesA.Raw {
				if text != "" && (d.A.Points[i] == nil || chunk.Words[d.A.How[i]] != "strict") {
					troubledKept++
				}
			}
		}
	}
	if left == 0 || troubledKept == 0 {
		t.Errorf("%d replies are left out, %d of trouble kept", left, troubledKept)
	}
	// Nothing is said of replies that the reports do not have.
	for _, r := range []*Report{c.A.Report, c.B.Report} {
		for i := range r.Samples {
			r.Samples[i].Replies = nil
		}
	}
	if page, _ := written(PageOptions{Bytes: 150_000}); !strings.Contains(page, "Not everything is in this page") || strings.Contains(page, "raw replies from which") {
		t.Error("a page without replies says that some are left out")
	}
}

func TestPairsWhereRubricsDiffer(t *testing.T) {
	grade := func(id string, weight, points float64) Grade {
		return Grade{Grade: judge.Grade{Criterion: id, Status: judge.Graded, Points: points}, Text: "Criterion " + id, Weight: weight}
	}
	p := samplePair{&Sample{Status: Scored, Grades: []Grade{grade("a", 2, 2), grade("b", 3, 0)}}, &Sample{Status: Scored, Grades: []Grade{grade("a", 5, 5), grade("c", 1, 1)}}}
	c := newPairChunk([]samplePair{p}, whole)
	d := c.Pairs[0]
	if got := strings.Join(d.IDs, ""); got != "abc" {
		t.Fatalf("criteria %s", got)
	}
	if *d.WeightsB[0] != 5 || *d.Weights[0] != 2 {
		t.Errorf("weights %v and %v of a", *d.Weights[0], *d.WeightsB[0])
	}
	if flags := d.B.Flags[0]; len(flags) != 1 || !strings.HasPrefix(c.Words[flags[0]], "not compared: another criterion") {
		t.Errorf("flags of a in B: %v", flags)
	}
	if d.B.Points[1] != nil || c.Words[d.B.Reasons[1]] != "no such criterion" || d.A.Points[2] != nil || c.Words[d.A.Reasons[2]] != "no such criterion" {
		t.Errorf("criteria that one run lacks: %+v", d)
	}
	if differ, compared := p.differing(); differ != 0 || compared != 0 {
		t.Errorf("%d of %d verdicts differ, want none", differ, compared)
	}
}

func TestPageOfOddComparisons(t *testing.T) {
	rep := synthetic(prbenchShape(30))
	unpaired := compared(t, rep, rival(rep, 0.5), CompareOptions{Unpaired: true})
	var js bytes.Buffer
	if err := compared(t, rep, rival(rep, 0.5), CompareOptions{}).WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	back := new(Comparison)
	if err := json.Unmarshal(js.Bytes(), back); err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	for why, c := range map[string]*Comparison{
		"there is none": nil, "it is the zero value": {}, "it is unpaired": unpaired, "it was read back": back,
		"nothing is defined": {Differences: []Difference{{Test: compare.Test{Difference: metrics.Undefined(0), P: nan, Detectable: nan}, A: metrics.Undefined(0), B: metrics.Undefined(0), Adjusted: nan, Needed: nan}}, Slices: []Difference{{}}, Criteria: &CriteriaComparison{}},
	} {
		page := comparePageOf(t, c)
		for _, s := range []string{"NaN", "Inf", "%!"} {
			if strings.Contains(between(t, page, "<main", "</main>"), s) || strings.Contains(c.HTML(), s) {
				t.Errorf("%s: the page shows %s", why, s)
			}
		}
		if !strings.Contains(page, `<section aria-labelledby="samples" hidden>`) {
			t.Errorf("%s: the page has a table of samples", why)
		}
		if got := c.SimpleRender(); len(got) != 2 || got["text/html"] != c.HTML() || got["text/plain"] != c.String() || c.HTML() == "" {
			t.Errorf("%s: %v", why, got)
		}
	}
	var a *Agreement
	for why, a := range map[string]*Agreement{"there is none": a, "it is the zero value": {}} {
		if got := a.SimpleRender(); len(got) != 2 || got["text/html"] != a.HTML() || got["text/plain"] != a.String() || a.HTML() == "" {
			t.Errorf("agreement: %s: %v", why, got)
		}
	}
}

func TestEqualComparisonsGiveEqualPages(t *testing.T) {
	written := func() string {
		rep := synthetic(plawbenchShape())
		return comparePageOf(t, compared(t, rep, rival(rep, 0.4), CompareOptions{NameA: "a", NameB: "b"}))
	}
	if first, again := written(), written(); first != again {
		t.Error("equal comparisons give different pages")
	}
	if err := compared(t, synthetic(prbenchShape(20)), synthetic(prbenchShape(20)), CompareOptions{}).WritePage(&fullDisk{3000}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
}
