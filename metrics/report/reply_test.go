package report_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
)

// saying grades as met and says so in its reply; a criterion "b" it cannot grade.
func saying(text string) judge.Judge {
	return judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		v := judge.Met(t, true, "because")
		v.How, v.Raw = "strict", text+" "+t.Criteria[0].ID
		if t.Criteria[0].ID == "b" {
			return v, judge.Errorf(judge.Malformed, "no object")
		}
		return v, nil
	})
}

// silent grades without a reply.
var silent = judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
	return judge.Met(t, true, "because"), nil
})

func TestReportKeepsReplies(t *testing.T) {
	panel, err := judge.NewPanel(judge.Panel{Quorum: 1, Members: []judge.Member{{Name: "m", Judge: saying("one"), Repeats: 2}, {Name: "o", Judge: silent}}})
	if err != nil {
		t.Fatal(err)
	}
	together := item("1", "x", "tax", true)
	together.Tasks = []judge.Task{{Sample: together.Sample, Criteria: criteria}}
	twice := func(id, how string, reason judge.Code) []report.Reply {
		r := report.Reply{Criteria: []string{id}, Member: "m", How: how, Reason: reason, Text: "one " + id}
		again := r
		again.Repeat = 1
		return []report.Reply{r, again}
	}
	var votes []report.Reply
	for _, id := range []string{"a", "b", "c"} {
		how, reason := "strict", judge.Code("")
		if id == "b" {
			how, reason = "", judge.Malformed
		}
		votes = append(votes, twice(id, how, reason)...)
	}
	omit := config()
	omit.OmitReplies = true
	for _, tt := range []struct {
		why  string
		cfg  report.Config
		item report.Item
		j    judge.Judge
		want []report.Reply
	}{
		{"one for each task, that of a failed one too", config(), item("1", "x", "tax", true), saying("r"), []report.Reply{
			{Criteria: []string{"a"}, How: "strict", Text: "r a"}, {Criteria: []string{"b"}, Reason: judge.Malformed, Text: "r b"}, {Criteria: []string{"c"}, How: "strict", Text: "r c"}}},
		{"one for all criteria of its task", config(), together, saying("r"), []report.Reply{{Criteria: []string{"a", "b", "c"}, How: "strict", Text: "r a"}}},
		{"one for each vote that has one", config(), item("1", "x", "tax", true), panel, votes},
		{"none from a judge that writes none", config(), item("1", "x", "tax", true), silent, nil},
		{"none where they are left out", omit, item("1", "x", "tax", true), saying("r"), nil},
		{"none without an answer", config(), item("1", "x", "tax", false), saying("r"), nil},
	} {
		rep, err := report.Run(t.Context(), tt.cfg, []report.Item{tt.item}, tt.j)
		if err != nil {
			t.Fatalf("%s: %v", tt.why, err)
		}
		if diff := cmp.Diff(tt.want, rep.Samples[0].Replies); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		var js bytes.Buffer
		if err := rep.WriteJSON(&js); err != nil {
			t.Fatal(err)
		}
		for _, r := range tt.want {
			if n := strings.Count(js.String(), `"`+r.Text+`"`); n != strings.Count(strings.Join(texts(tt.want), "\n"), r.Text) {
				t.Errorf("%s: the JSON has %q %d times", tt.why, r.Text, n)
			}
		}
		back, err := report.Read(&js)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rep.Samples, back.Samples, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(judge.Vote{}, "Raw")); diff != "" {
			t.Errorf("%s: reading back gives (-written +read):\n%s", tt.why, diff)
		}
		var seen []report.Sample
		if _, err := report.RunSeq(t.Context(), tt.cfg, func(yield func(report.Item) bool) { yield(tt.item) }, tt.j, func(s report.Sample) { seen = append(seen, s) }); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rep.Samples, seen); diff != "" {
			t.Errorf("%s: item by item (-at once +one by one):\n%s", tt.why, diff)
		}
	}
}

func texts(replies []report.Reply) []string {
	var out []string
	for _, r := range replies {
		out = append(out, r.Text)
	}
	return out
}
