package report

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// pageOf returns the page of a report.
func pageOf(t testing.TB, r *Report) string {
	t.Helper()
	return pageWith(t, r, PageOptions{})
}

func pageWith(t testing.TB, r *Report, opts PageOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WritePageWith(&b, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// thousand returns a report of 1,100 samples and its page, which take a while to make.
var thousand = sync.OnceValues(func() (*Report, string) {
	rep := synthetic(prbenchShape(1100))
	var b strings.Builder
	if err := rep.WritePage(&b); err != nil {
		panic(err)
	}
	return rep, b.String()
})

// between returns what stands between two texts.
func between(t testing.TB, s, from, to string) string {
	t.Helper()
	_, s, ok := strings.Cut(s, from)
	if !ok {
		t.Fatalf("%q is not there", from)
	}
	s, _, ok = strings.Cut(s, to)
	if !ok {
		t.Fatalf("%q is not there", to)
	}
	return s
}

// unpacked returns the details of the samples of a page, with their words in place.
func unpacked(t testing.TB, page string) []detailChunk {
	t.Helper()
	var out []detailChunk
	for _, line := range strings.Fields(between(t, page, `<script type="text/plain" id="chunks">`, "</script>")) {
		data, err := base64.StdEncoding.DecodeString(line)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		var c detailChunk
		if err := json.Unmarshal(plain, &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// regrade puts the grades of a packed sample together again.
func regrade(c detailChunk, d sampleDetail) []Grade {
	var out []Grade
	for i, id := range d.IDs {
		g := Grade{Text: d.Texts[i], Category: c.Words[d.Category[i]], Weight: *d.Weights[i], How: c.Words[d.How[i]]}
		g.Criterion, g.Explanation, g.Reason = id, d.Why[i], judge.Code(c.Words[d.Reasons[i]])
		g.Status = judge.Missing
		if d.Points[i] != nil {
			g.Status, g.Points = judge.Graded, *d.Points[i]
		}
		for _, f := range d.Flags[i] {
			g.Flags = append(g.Flags, c.Words[f])
		}
		if d.Votes != nil {
			for _, v := range d.Votes[i] {
				vote := judge.Vote{Member: c.Words[v.Member], Repeat: v.Repeat, Status: judge.Missing, Reason: judge.Code(c.Words[v.Reason]), Explanation: v.Why, How: c.Words[v.How]}
				if v.Points != nil {
					vote.Status, vote.Points = judge.Graded, *v.Points
				}
				g.Votes = append(g.Votes, vote)
			}
		}
		out = append(out, g)
	}
	return out
}

func TestPageHasEveryGradeWhole(t *testing.T) {
	rep := synthetic(prbenchShape(300))
	rep.Samples[70].Grades[3].Flags = []string{"points above the maximum"}
	rep.Samples[70].Note = "a note"
	rep.Samples[70].Grades[4].Votes = []judge.Vote{
		{Member: "strict", Status: judge.Graded, Points: 2, Explanation: "half of it"},
		{Member: "strict", Repeat: 1, Status: judge.Missing, Reason: judge.Refused, Explanation: "would not"},
	}
	page := pageOf(t, rep)
	if strings.Contains(page, `id="shortened"`) {
		t.Error("the page says that texts are shortened")
	}
	chunks := unpacked(t, page)
	for i, s := range rep.Samples {
		c := chunks[i/document.ChunkSamples]
		d := c.Samples[i%document.ChunkSamples]
		if diff := cmp.Diff(s.Grades, regrade(c, d)); diff != "" {
			t.Fatalf("sample %d (-report +page):\n%s", i, diff)
		}
		labels := map[string]string{}
		for _, l := range d.Labels {
			labels[c.Words[l[0]]] = c.Words[l[1]]
		}
		if diff := cmp.Diff(s.Labels, labels); diff != "" || d.Note != s.Note {
			t.Fatalf("sample %d: note %q, labels (-report +page):\n%s", i, d.Note, diff)
		}
		for _, v := range d.Values {
			name := c.Words[v.Name]
			if x, ok := s.Scores[name]; ok != (v.Value != nil) || ok && x != *v.Value {
				t.Fatalf("sample %d: %s = %v, want %v", i, name, v.Value, x)
			}
			if x, ok := s.Worst[name]; ok != (v.Worst != nil) || ok && x != *v.Worst {
				t.Fatalf("sample %d: worst %s = %v, want %v", i, name, v.Worst, x)
			}
		}
	}
}

func TestPageOptions(t *testing.T) {
	rep := synthetic(prbenchShape(300))
	whole := pageWith(t, rep, PageOptions{Bytes: -1})
	if strings.Contains(whole, `id="shortened"`) {
		t.Error("a page without a bound says that texts are shortened")
	}
	for _, bytes := range []int{len(whole) - 10_000, 400_000, 300_000} {
		page := pageWith(t, rep, PageOptions{Bytes: bytes})
		if len(page) > bytes || len(page) < bytes*6/10 || !strings.Contains(page, `id="shortened"`) {
			t.Errorf("a page of up to %d bytes has %d", bytes, len(page))
		}
	}
	// Where nothing fits the page has every sample and verdict all the same.
	page := pageWith(t, rep, PageOptions{Bytes: 1})
	if len(page) > 300_000 || !strings.Contains(page, rep.Samples[299].ID) || len(unpacked(t, page)) != (300+document.ChunkSamples-1)/document.ChunkSamples {
		t.Errorf("the shortest page has %d bytes", len(page))
	}
}

// whole leaves nothing out, withoutReplies the replies that say nothing new, and shortest most.
var (
	whole          = document.Limit{Text: math.MaxInt, Why: math.MaxInt, Trouble: math.MaxInt}
	withoutReplies = document.Limit{NoReplies: true, Text: math.MaxInt, Why: math.MaxInt, Trouble: math.MaxInt}
	shortest       = document.Limit{NoReplies: true, NoIDs: true, Text: 8, Trouble: 8}
)

func TestPageKeepsRepliesOfTroubleLongest(t *testing.T) {
	rep := synthetic(prbenchShape(40))
	for _, l := range []struct {
		document.Limit
		all bool
	}{{whole, true}, {withoutReplies, false}, {shortest, false}} {
		c := newChunk(rep.Samples, l.Limit)
		left := 0
		for i, s := range rep.Samples {
			d := c.Samples[i]
			left += d.Left
			for k, r := range s.Replies {
				got := ""
				if d.Raw != nil {
					got = d.Raw[k]
				}
				trouble := r.How != "strict"
				kept, _, cut := strings.Cut(got, "\x1f")
				switch {
				case l.all && got != outside.Visible(r.Text):
					t.Fatalf("the reply %q is packed as %q", r.Text, got)
				case !l.all && !trouble && got != "":
					t.Fatalf("the reply %q is kept", got)
				case !l.all && trouble && (!strings.HasPrefix(r.Text, kept) || got == "" || cut != (len([]rune(r.Text)) > l.Trouble)):
					t.Fatalf("of the reply %q of a verdict with trouble %q is kept", r.Text, got)
				}
			}
		}
		if (left > 0) == l.all {
			t.Errorf("%d replies are left out", left)
		}
	}
}

func TestPackKeepsTroubleLonger(t *testing.T) {
	rep := synthetic(prbenchShape(2))
	long := strings.Repeat("reason ", 60)
	for i := range rep.Samples[0].Grades {
		rep.Samples[0].Grades[i].Explanation = long
	}
	rep.Samples[0].Grades[1] = Grade{Grade: judge.Grade{Criterion: "m", Status: judge.Missing, Reason: judge.Malformed, Explanation: long}, Weight: 1}
	rep.Samples[0].Grades[2].Flags = []string{"odd"}
	c := newChunk(rep.Samples[:1], document.Limit{NoReplies: true, NoIDs: true, Text: 100, Why: 20, Trouble: 300})
	for i, want := range []int{20, 300, 300} {
		kept, _, _ := strings.Cut(c.Samples[0].Why[i], "\x1f")
		if len(kept) != want {
			t.Errorf("grade %d keeps %d characters, want %d", i, len(kept), want)
		}
	}
	if id := c.Samples[0].IDs[0]; id != "" {
		t.Errorf("the id %q is kept", id)
	}
}

func TestEqualReportsGiveEqualPages(t *testing.T) {
	rep := synthetic(plawbenchShape())
	first := pageOf(t, rep)
	if pageOf(t, synthetic(plawbenchShape())) != first {
		t.Error("equal reports give different pages")
	}
	var js bytes.Buffer
	if err := rep.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&js)
	if err != nil {
		t.Fatal(err)
	}
	if pageOf(t, back) != first {
		t.Error("a report that is written and read gives another page")
	}
}

func TestPolicyAllowsOnlyItsOwnStyleAndScript(t *testing.T) {
	page := pageOf(t, synthetic(prbenchShape(3)))
	policy := html.UnescapeString(between(t, page, `<meta http-equiv="Content-Security-Policy" content="`, `">`))
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := "default-src 'none'; style-src " + hash(between(t, page, "<style>", "</style>")) +
		"; script-src " + hash(between(t, page, "<script>", "</script>")) + "; base-uri 'none'; form-action 'none'"
	if policy != want {
		t.Errorf("policy %s\nwant   %s", policy, want)
	}
	if strings.Index(page, "Content-Security-Policy") > strings.Index(page, "<style>") {
		t.Error("the policy stands after what it is about")
	}
}

// elsewhere finds what would make a browser load something.
var elsewhere = regexp.MustCompile(`(?i)\b(src|srcset|data|poster|background|action|xlink:href)\s*=|\bhref\s*=\s*"[^#]|url\(|@import|<(link|img|iframe|object|embed|video|audio|base)\b`)

func TestPageLoadsNothing(t *testing.T) {
	page := pageOf(t, synthetic(prbenchShape(3)))
	for _, s := range elsewhere.FindAllString(page, -1) {
		t.Errorf("the page has %q", s)
	}
	for _, s := range []string{"fetch(", "XMLHttpRequest", "WebSocket", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("} {
		if strings.Contains(page, s) {
			t.Errorf("the script has %s", s)
		}
	}
}

func TestPageShowsTheNumbersWithoutScript(t *testing.T) {
	rep := synthetic(prbenchShape(90))
	page, _, _ := strings.Cut(pageOf(t, rep), `id="chunks"`)
	page = html.UnescapeString(page)
	for _, l := range rep.lines() {
		for _, s := range []string{l.metric, l.scope, numeral.Typeset(numeral.Of(l.Value)), numeral.Typeset(numeral.Of(l.SE)), numeral.Typeset(numeral.Interval(l.Estimate)), numeral.Typeset(numeral.Allowance(l.Estimate)), numeral.Count(l.N)} {
			if !strings.Contains(page, ">"+s+"<") {
				t.Errorf("%s of %s: no %q", l.metric, l.scope, s)
			}
		}
	}
	for dimension, labels := range rep.Groups {
		for label, m := range labels {
			for _, s := range []string{dimension, label, numeral.Typeset(numeral.Of(m["clipped_score"].Value)), numeral.Typeset(numeral.Of(m["met_rate"].Value))} {
				if !strings.Contains(page, ">"+s+"<") {
					t.Errorf("%s %s: no %q", dimension, label, s)
				}
			}
		}
	}
	for _, s := range rep.Samples {
		if !strings.Contains(page, ">"+s.ID+"<") {
			t.Errorf("no sample %s", s.ID)
		}
	}
	for _, f := range rep.Provenance.facts() {
		if !strings.Contains(page, f.Value) {
			t.Errorf("no %s %q", f.Name, f.Value)
		}
	}
	for _, s := range append(slices.Clone(rep.Warnings), "91,402,113", "71,220,480", "2,713,204", "18,921", "the tokens are lower bounds") {
		if !strings.Contains(page, s) {
			t.Errorf("no %q", s)
		}
	}
}

func TestWritePageReturnsTheErrorOfTheWriter(t *testing.T) {
	for _, limit := range []int{0, 10_000, 60_000} {
		if err := synthetic(prbenchShape(80)).WritePage(&fullDisk{limit}); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("after %d bytes: %v", limit, err)
		}
	}
}

// fullDisk is a writer that takes so many bytes.
type fullDisk struct{ left int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) > d.left {
		return d.left, fmt.Errorf("disk full")
	}
	d.left -= len(p)
	return len(p), nil
}
