package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/metrics/report"
)

// TestMembersThatVoteOnAPart has one member that stops early and one that comes late.
func TestMembersThatVoteOnAPart(t *testing.T) {
	items := answered(1, 2, 3)
	out := outcomes(report.Tasks(items), strings.Repeat("n", 9))
	for i, votes := range []struct{ steady, early, late string }{
		{"yy", "n", ""}, {"yn", "y", ""}, {"nn", "n", ""},
		{"y", "?", ""}, {"y", "", ""}, {"n", "", "?"},
		{"n", "", "yy"}, {"y", "", "yn"}, {"y", "", "nn"},
	} {
		for _, v := range [][2]string{{"steady", votes.steady}, {"early", votes.early}, {"late", votes.late}} {
			if v[1] != "" {
				vote(&out[i], v[0], v[1])
			}
		}
	}
	p := build(t, config(), items, out).Diagnostics.Panel
	// Split: the first two by steady and early, and the last three by late.
	if p.Criteria != 6 || p.Split != 5 {
		t.Errorf("%d criteria, %d split; want 6 and 5", p.Criteria, p.Split)
	}
	near(t, "unanimous", p.Unanimous.Value, 1./6)
	near(t, "flip rate", p.FlipRate.Value, (2./3+2./3+0+2./3+2./3+2./3)/6)
	var got []string
	for _, m := range p.Members {
		got = append(got, fmt.Sprintf("%s: %d votes, %d missing, %d repeated, %.4f unanimous", m.Member, m.Votes, m.Missing, m.Unanimous.N, m.Unanimous.Value))
	}
	for _, d := range p.Pairs {
		v := d.Verdicts
		got = append(got, fmt.Sprintf("%s, %s: %d+%d+%d+%d of %d, points of %d", d.First, d.Second, v.BothMet, v.OnlyFirst, v.OnlySecond, v.Neither, v.N, d.Points.N))
	}
	if diff := cmp.Diff([]string{
		"steady: 12 votes, 0 missing, 3 repeated, 0.6667 unanimous",
		"early: 3 votes, 1 missing, 0 repeated, NaN unanimous",
		"late: 6 votes, 1 missing, 3 repeated, 0.6667 unanimous",
		"steady, early: 1+1+0+1 of 3, points of 3",
		"steady, late: 1+1+1+0 of 3, points of 3",
		"early, late: 0+0+0+0 of 0, points of 0",
	}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// By spread, 6, 6, 5, 4 and 4, and as they come where it is equal.
	got = nil
	for _, d := range p.Disagreements {
		got = append(got, fmt.Sprintf("%s%s %v %v", d.Sample, d.Criterion, d.Spread, d.Votes))
	}
	if diff := cmp.Diff([]string{
		"1b 6 map[early:[6] steady:[6 0]]", "3b 6 map[late:[6 0] steady:[6]]", "3c 5 map[late:[0 0] steady:[-5]]",
		"1a 4 map[early:[0] steady:[4 4]]", "3a 4 map[late:[4 4] steady:[0]]",
	}, got); diff != "" {
		t.Errorf("disagreements (-want +got):\n%s", diff)
	}
}
