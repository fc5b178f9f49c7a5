package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

func TestCompareAtTheEdges(t *testing.T) {
	for _, tt := range []struct {
		why  string
		a, b []string
		// n pairs of the clipped score differ by value, with or without an interval and a p-value.
		n        int
		value    float64
		interval bool
		p        float64
		text     string
		warning  string
	}{
		{"one sample is shared", []string{"yyn"}, []string{"ynn", "yyn"}, 1, 0.6, false, math.NaN(), "~ +0.6000", "1 pairs: at least 2 are needed"},
		{"no pair is scored in both", []string{"?yn", "yyn"}, []string{"yyn", "y?n"}, 0, math.NaN(), false, math.NaN(), "–", "0 pairs: at least 2 are needed"},
		{"one pair is scored in both", []string{"?yn", "yyn"}, []string{"yyn", "ynn"}, 1, 0.6, false, math.NaN(), "~ +0.6000", "not compared: 1 sample excluded in A"},
		{"an unanswered sample", []string{"-", "yyn", "ynn"}, []string{"yyn", "ynn", "ynn"}, 2, 0.3, true, 0.5, "~ +0.3000", "not compared: 1 sample unanswered in A"},
		{"no difference at all", []string{"yyn", "ynn", "nyn"}, []string{"yyn", "ynn", "nyn"}, 3, 0, true, 1, "~ 0.0000", "all differences are equal"},
		{"one difference throughout", []string{"yyn", "yyn", "yyn"}, []string{"ynn", "ynn", "ynn"}, 3, 0.6, true, 0.25, "~ +0.6000", "all differences are equal"},
	} {
		a, b := modelRun(t, "a", nil, nil, tt.a...), modelRun(t, "b", nil, nil, tt.b...)
		a.Provenance.Dataset.SHA256 = b.Provenance.Dataset.SHA256
		c, err := report.Compare(a, b, report.CompareOptions{Override: true})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		d := find(t, c.Differences, "x", "", metrics.ClippedScore)
		e := d.Test.Difference
		if e.N != tt.n || !(math.Abs(e.Value-tt.value) <= 1e-12 || math.IsNaN(e.Value) && math.IsNaN(tt.value)) || math.IsInf(e.Hi, 1) == tt.interval {
			t.Errorf("%s: difference %+v", tt.why, e)
		}
		// Two metrics are tested, and Holm doubles the smaller p.
		if want := math.Min(1, 2*tt.p); !(math.Abs(d.Adjusted-want) <= 1e-9 || math.IsNaN(d.Adjusted) && math.IsNaN(tt.p)) || d.Different() {
			t.Errorf("%s: adjusted p %v, want %v", tt.why, d.Adjusted, want)
		}
		table := c.String()
		row := table[strings.Index(table, "clipped_score"):]
		if row = row[:strings.Index(row, "\n")]; !strings.Contains(row, tt.text) || !strings.Contains(table, tt.warning) {
			t.Errorf("%s: want %q and %q in\n%s", tt.why, tt.text, tt.warning, table)
		}
	}
}
