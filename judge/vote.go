package judge

import (
	"fmt"
	"math"

	"github.com/assize-eval/assize/rubric"
)

// Vote is what one member says about a criterion, in one repeat.
type Vote struct {
	// Member is the member's name, and Repeat counts its repeats from 0.
	Member string `json:"member"`
	Repeat int    `json:"repeat"`
	// Status, Points, Reason and Explanation are as in [Grade].
	Status      Status  `json:"status"`
	Points      float64 `json:"points"`
	Reason      Code    `json:"reason,omitempty"`
	Explanation string  `json:"explanation,omitempty"`
	// How and Raw are the verdict's: how the member's reply was read, and the reply, which of a member
	// that failed is the last one; see [Verdict]. The votes on all criteria of a task have the same, so
	// Raw is not in their JSON: reports hold replies beside the votes.
	How string `json:"how,omitempty"`
	Raw string `json:"-"`
	// Source says who gave the vote.
	Source Source `json:"source"`
}

// vote makes the grade of the i-th criterion.
func (p Panel) vote(c rubric.Criterion, i int, ballots []ballot) Grade {
	g := Grade{Criterion: c.ID, Status: Missing, Votes: make([]Vote, 0, len(ballots))}
	var t count
	for _, b := range ballots {
		own := b.outcome.Verdict.Grades[i]
		g.Votes = append(g.Votes, Vote{
			Member: b.member.Name, Repeat: b.repeat, Status: own.Status, Points: own.Points, Reason: own.Reason, Explanation: own.Explanation,
			How: b.outcome.Verdict.How, Raw: b.outcome.Verdict.Raw, Source: b.outcome.Verdict.Source,
		})
		if own.Status != Graded {
			if g.Reason == "" {
				g.Reason = own.Reason
			}
			continue
		}
		points := c.Clamp(own.Points)
		if points != own.Points {
			g.Flags = append(g.Flags, fmt.Sprintf("vote of %s counted as %v points, not %v", b.member.Name, points, own.Points))
		}
		t.add(points, own.Max, b.member.Weight)
	}
	if t.cast < p.Quorum {
		g.Explanation = fmt.Sprintf("%d of %d votes were cast, %d are needed", t.cast, len(ballots), p.Quorum)
		return g
	}
	points, ok := t.winner(p.Rule, p.Tie)
	if !ok {
		g.Reason, g.Explanation = Conflict, fmt.Sprintf("the %d votes cast decide nothing by %s", t.cast, p.Rule)
		return g
	}
	g.Status, g.Points, g.Max, g.Reason = Graded, points, t.statedMax(p.Rule, points), ""
	return g
}

// count is a count of the votes on one criterion.
type count struct {
	cast int
	// weight has the weight of each points given, and all their sum.
	weight map[float64]float64
	all    float64
	votes  []counted
}

// counted is one vote: its points, the maximum that it states, and its weight.
type counted struct{ points, most, weight float64 }

func (t *count) add(points, most, weight float64) {
	if t.weight == nil {
		t.weight = make(map[float64]float64)
	}
	t.cast++
	t.weight[points] += weight
	t.all += weight
	t.votes = append(t.votes, counted{points, most, weight})
}

// moreThanHalf is half with room for what sums of weights are off by: 0.1 and 1.3 are no more than 1.4.
const moreThanHalf = 0.5 * (1 + 1e-12)

// winner returns the points that win; false when none do.
func (t *count) winner(rule Rule, tie Tie) (float64, bool) {
	lowest, highest := math.Inf(1), math.Inf(-1)
	for points, w := range t.weight {
		if len(t.weight) == 1 || rule == Majority && w > moreThanHalf*t.all {
			return points, true
		}
		lowest, highest = min(lowest, points), max(highest, points)
	}
	switch {
	case rule == MeanPoints:
		sum := 0.0
		for _, v := range t.votes {
			sum += v.weight * v.points
		}
		return sum / t.all, true
	case tie == TieLowest:
		return lowest, true
	case tie == TieHighest:
		return highest, true
	}
	return 0, false
}

// statedMax returns the mean of the maxima that the votes state that made up the points; 0 when none
// does.
func (t *count) statedMax(rule Rule, points float64) float64 {
	sum, weight := 0.0, 0.0
	for _, v := range t.votes {
		if v.most > 0 && (rule == MeanPoints || v.points == points) {
			sum += v.weight * v.most
			weight += v.weight
		}
	}
	if weight == 0 {
		return 0
	}
	return sum / weight
}
