package report

import (
	"fmt"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func TestFarthest(t *testing.T) {
	list := []CriterionPoints{{A: 5, B: 4}, {A: 0, B: -8}, {A: 1, B: 3}, {A: -4, B: 0}, {A: 9, B: 7}}
	got := ""
	for _, p := range farthest(list) {
		got += fmt.Sprintf("%v−%v ", p.A, p.B)
	}
	if want := "0−-8 -4−0 1−3 9−7 5−4 "; got != want {
		t.Errorf("%s, want the farthest first and as they came where equal: %s", got, want)
	}
	if n := len(farthest(make([]CriterionPoints, MaxListed+1))); n != MaxListed {
		t.Errorf("%d are listed, want %d", n, MaxListed)
	}
}

// TestPointsOfEitherRun has points in part in one run alone, and more of them in the second.
func TestPointsOfEitherRun(t *testing.T) {
	for _, tt := range []struct {
		why          string
		a, b         [2]float64
		moreA, moreB int
	}{
		{"the first is graded in points", [2]float64{4, 10}, [2]float64{10, 20}, 0, 2},
		{"the second", [2]float64{0, 20}, [2]float64{4, 10}, 1, 1},
	} {
		p := compared(t, marks(tt.a, tt.a), marks(tt.b, tt.b), CompareOptions{}).Criteria.Points
		if p == nil {
			t.Fatalf("%s: points are not compared", tt.why)
		}
		if p.All.MoreA != 2*tt.moreA || p.All.MoreB != 2*tt.moreB || len(p.MoreA) != 2*tt.moreA || len(p.MoreB) != 2*tt.moreB {
			t.Errorf("%s: %+v", tt.why, p.All)
		}
	}
	missing := Grade{Grade: judge.Grade{Status: judge.Graded, Votes: []judge.Vote{{Status: judge.Missing, Points: 5}}}, Weight: 10}
	if inPoints(&missing) {
		t.Error("a vote that is missing gives a part of the points")
	}
}
