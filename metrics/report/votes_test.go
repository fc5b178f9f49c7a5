package report

import (
	"math"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
)

func TestOwnGradeIsTheMeanOfTheVotes(t *testing.T) {
	cast := func(member string, points float64) judge.Vote {
		return judge.Vote{Member: member, Status: judge.Graded, Points: points}
	}
	missed := judge.Vote{Member: "one", Status: judge.Missing, Reason: judge.Empty, Points: 9}
	for _, tt := range []struct {
		votes  []judge.Vote
		status judge.Status
		points float64
		reason judge.Code
		why    string
	}{
		{[]judge.Vote{cast("one", 4), cast("two", 0), cast("one", 1), cast("one", 1)}, judge.Graded, 2, "", "4, 1 and 1; the other member does not count"},
		{[]judge.Vote{cast("one", 4), missed}, judge.Graded, 4, "", "a vote that was not cast does not count"},
		{[]judge.Vote{missed, cast("two", 4)}, judge.Missing, 0, judge.Empty, "none was cast, for a reason"},
		{[]judge.Vote{cast("two", 4)}, judge.Missing, 0, judge.Unknown, "none at all"},
	} {
		got := ownGrade(judge.Grade{Criterion: "c", Votes: tt.votes, Points: 7, Status: judge.Graded}, "one")
		if got.Criterion != "c" || got.Status != tt.status || got.Points != tt.points || got.Reason != tt.reason {
			t.Errorf("%s: %+v", tt.why, got)
		}
	}
}

func TestScoresAreFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if err := finite(metrics.Values{"a": 1, "b": x}); err == nil {
			t.Errorf("no error for %v", x)
		}
	}
	if err := finite(metrics.Values{"a": -1, "b": 2}); err != nil {
		t.Error(err)
	}
}
