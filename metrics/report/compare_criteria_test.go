package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report"
)

func TestCompareCriteria(t *testing.T) {
	// a and b are positive, c is a penalty.
	va, vb := []string{"yyn", "ynn", "nny", "y?n", "-", "yyn"}, []string{"yny", "yyn", "nnn", "yyn", "yyn", "nyn"}
	a, b := modelRun(t, "a", nil, nil, va...), modelRun(t, "b", nil, nil, vb...)
	a.Samples[5].Grades[1].Points = 3 // of 6, and so not met
	c := compared(t, a, b, report.CompareOptions{})
	type counts struct{ Both, OnlyA, OnlyB, Neither, Missing, Partial, Changed int }
	of := func(v report.VerdictComparison) counts {
		return counts{v.Both, v.OnlyA, v.OnlyB, v.Neither, v.Missing, v.Partial, v.Changed}
	}
	if diff := cmp.Diff(counts{Both: 3, OnlyA: 2, OnlyB: 2, Neither: 2, Missing: 1, Partial: 1}, of(c.Criteria.Positive)); diff != "" {
		t.Errorf("positive (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(counts{OnlyA: 1, OnlyB: 1, Neither: 3}, of(c.Criteria.Negative)); diff != "" {
		t.Errorf("negative (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(counts{Both: 3, OnlyA: 3, OnlyB: 3, Neither: 5, Missing: 1, Partial: 1}, of(c.Criteria.All)); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
	if got := strings.Join(c.Warnings, "\n"); !strings.Contains(got, "1 of 14 criteria got a part of their points in one run or both and count as not met there") {
		t.Errorf("warnings %s", got)
	}
	p := c.Criteria.Positive
	near(t, "McNemar of 2 and 2", p.McNemar.Exact, 1)
	near(t, "difference of the rates", p.Rate.Difference.Value, 0)
	near(t, "worst with the missing verdict", p.Rate.Difference.Worst, -1.0/10)
	near(t, "best with the missing verdict", p.Rate.Difference.Best, 0.0/10)
	if p.Rate.Clusters != 5 {
		t.Errorf("the rates are clustered by %d samples, want 5", p.Rate.Clusters)
	}
	// By sample A has 0, -1, 1, 0 and 0 more: two flip, and all patterns are as far off.
	if n := c.Criteria.All.SignFlip.Units; n != 2 {
		t.Errorf("%d samples flip, want 2", n)
	}
	near(t, "sign flip by sample", c.Criteria.All.SignFlip.P, 1)
	name := func(list []report.CriterionName) (out []string) {
		for _, n := range list {
			out = append(out, n.Sample+n.Criterion)
		}
		return out
	}
	for _, l := range []struct {
		why  string
		list []report.CriterionName
		want []string
	}{
		{"both, the heavier first", c.Criteria.Both, []string{"1a", "2a", "4a"}},
		{"A alone", c.Criteria.OnlyA, []string{"1b", "3c", "6a"}},
		{"B alone", c.Criteria.OnlyB, []string{"2b", "6b", "1c"}},
		{"neither", c.Criteria.Neither, []string{"3b", "2c", "4c", "6c", "3a"}},
	} {
		if diff := cmp.Diff(l.want, name(l.list)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.why, diff)
		}
	}
	if n := c.Criteria.Both[0]; n.Text != "Names the statute." || n.Weight != 4 || n.Subset != "x" {
		t.Errorf("criterion %+v", n)
	}
}

// TestCompareDoesNotTestRoundingOfRates has the same rates on every sample, so that clusters have no
// spread on paper.
func TestCompareDoesNotTestRoundingOfRates(t *testing.T) {
	a := modelRun(t, "a", nil, nil, "yyn", "ynn", "nyy", "yny", "yyn", "nnn", "yyy")
	b := modelRun(t, "b", nil, nil, "nyn", "nnn", "nny", "yyy", "nyn", "nyn", "nyy")
	for i := range a.Samples { // one criterion more in A's favor on each sample, on those with less
		for k := range a.Samples[i].Grades {
			g, h := &a.Samples[i].Grades[k], &b.Samples[i].Grades[k]
			g.Points, h.Points = 0, 0
			if k == i%3 {
				g.Points = g.Weight
			}
		}
	}
	r := compared(t, a, b, report.CompareOptions{}).Criteria.All.Rate
	near(t, "difference", r.Difference.Value, 1.0/3)
	if r.Difference.SE != 0 || !math.IsNaN(r.P) {
		t.Errorf("equal rates are tested by t: %+v", r)
	}
	v := compared(t, a, b, report.CompareOptions{}).Criteria.All
	near(t, "sign flip of seven samples", v.SignFlip.P, 2.0/128)
	if !v.Different() {
		t.Error("one more criterion met on each sample is no difference")
	}
}

func TestCompareOfReworkedRubrics(t *testing.T) {
	a, b := modelRun(t, "a", nil, nil, "yyn", "yyn"), modelRun(t, "b", nil, nil, "ynn", "yyn")
	b.Provenance.Dataset.SHA256 = "other"
	b.Samples[1].Grades[0].Text = "Names the statute and the article."
	b.Samples[1].Grades = append(b.Samples[1].Grades, report.Grade{Grade: judge.Grade{Criterion: "d", Status: judge.Graded}, Weight: 1},
		report.Grade{Grade: judge.Grade{Criterion: "e", Status: judge.Graded}, Weight: -1},
		report.Grade{Grade: judge.Grade{Criterion: "f", Status: judge.Graded}, Weight: -1})
	c := compared(t, a, b, report.CompareOptions{Override: true})
	if all, positive, negative := c.Criteria.All.Changed, c.Criteria.Positive.Changed, c.Criteria.Negative.Changed; all != 4 || positive != 2 || negative != 2 {
		t.Errorf("%d criteria changed, %d positive and %d negative; want the reworded and three new ones, two of them penalties", all, positive, negative)
	}
	if got := strings.Join(c.Warnings, "\n"); !strings.Contains(got, "1 shared sample was graded by another rubric") {
		t.Errorf("warnings %s", got)
	}
}
