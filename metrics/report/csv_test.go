package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
)

func TestWriteCSV(t *testing.T) {
	rep := &Report{Samples: []Sample{
		{ID: "1", Subset: "x", Status: Scored, Grades: []Grade{
			{Grade: judge.Grade{Criterion: "a", Status: judge.Graded, Points: -7.5, Explanation: "two\nlines, \"quoted\""}, Category: "Law", Weight: -10, How: "strict"},
			{Grade: judge.Grade{Criterion: "-b", Status: judge.Graded, Explanation: "=HYPERLINK(\"x\")"}, Weight: 4},
		}},
		{ID: "=2", Subset: "+y", Status: Excluded, Grades: []Grade{
			{Grade: judge.Grade{Criterion: "c", Status: judge.Missing, Reason: judge.Malformed, Points: 3, Explanation: "\xff"}, Category: "@c", Weight: 0.1},
		}},
		{ID: "3", Subset: "x", Status: Unanswered},
	}}
	var b bytes.Buffer
	if err := rep.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"sample", "subset", "status", "criterion", "category", "weight", "grade", "points", "reason", "explanation", "how"},
		{"1", "x", "scored", "a", "Law", "-10", "graded", "-7.5", "", "two\nlines, \"quoted\"", "strict"},
		{"1", "x", "scored", "'-b", "", "4", "graded", "0", "", "'=HYPERLINK(\"x\")", ""},
		{"'=2", "'+y", "excluded", "c", "'@c", "0.1", "missing", "", "malformed", "\ufffd", ""},
		{"3", "x", "unanswered", "", "", "", "", "", "", "", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWriteCSVReturnsTheErrorOfTheWriter(t *testing.T) {
	if err := synthetic(prbenchShape(20)).WriteCSV(&fullDisk{5000}); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
}

func TestInert(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"a formula", "=1+1", "'=1+1"},
		{"a sum", "+1", "'+1"},
		{"a difference", "-1", "'-1"},
		{"an old function", "@SUM(A1)", "'@SUM(A1)"},
		{"a tab in front", "\t=1", "'\t=1"},
		{"a line end in front", "\r\n=1", "'\r\n=1"},
		{"spaces in front", "  =1", "'  =1"},
		{"an invisible character in front", "\ufeff=1", "'\ufeff=1"},
		{"a wide sign", "＝1", "'＝1"},
		{"a sign within", "a=1", "a=1"},
		{"a number of its own kind", "1e5", "1e5"},
		{"an apostrophe", "'a", "'a"},
		{"Chinese", "民法典", "民法典"},
		{"empty", "", ""},
		{"only spaces", "  ", "  "},
	} {
		if got := inert(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func FuzzWriteCSV(f *testing.F) {
	for _, h := range hostile {
		f.Add(h)
	}
	f.Add("=cmd|' /C calc'!A0")
	f.Fuzz(func(t *testing.T, s string) {
		rep := &Report{Samples: []Sample{{ID: s, Subset: s, Status: Status(s), Grades: []Grade{{Text: s, Category: s, How: s,
			Grade: judge.Grade{Criterion: s, Status: judge.Missing, Reason: judge.Code(s), Explanation: s}}}}}}
		var b bytes.Buffer
		if err := rep.WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(b.Bytes()) {
			t.Errorf("%q is not UTF-8", b.String())
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[1]) != len(csvHeader) {
			t.Fatalf("%q reads back as %q, %v", s, rows, err)
		}
		for i, cell := range rows[1] {
			if csvHeader[i] != "weight" && strings.ContainsAny(fmt.Sprintf("%.1s", strings.TrimLeft(cell, " ")), "=+-@\t\r\n") {
				t.Errorf("%s: %q", csvHeader[i], cell)
			}
		}
	})
}
