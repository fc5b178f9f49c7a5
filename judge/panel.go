package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// Rule says how the votes on one criterion become its grade.
type Rule string

// The rules. The empty Rule is [Majority].
const (
	// Majority takes the points that more than half of the votes cast give, by weight.
	Majority Rule = "majority"
	// Unanimous takes the points that every vote cast gives.
	Unanimous Rule = "unanimous"
	// MeanPoints takes the weighted mean of the points.
	MeanPoints Rule = "mean_points"
)

// Tie says what becomes of a criterion on which no points win under the rule. The empty Tie is
// [TieMissing].
type Tie string

// The ties.
const (
	// TieMissing leaves the criterion without a verdict, with the reason [Conflict].
	TieMissing Tie = "missing"
	// TieLowest takes the lowest points that a vote gives, TieHighest the highest.
	TieLowest  Tie = "lowest"
	TieHighest Tie = "highest"
)

// Member is one judge of a [Panel].
type Member struct {
	// Name names the member in votes and reports. It is unique in its panel.
	Name string
	// Judge is the judge.
	Judge Judge
	// Repeats is how often it is asked each question, each time for a vote of its own; 0 means once.
	Repeats int
	// Weight is the weight of each of its votes, above 0; 0 means 1.
	Weight float64
}

// Panel is several judges, or one judge asked several times, that vote on each criterion.
type Panel struct {
	// Members are the judges.
	Members []Member
	// Rule says how votes become a grade.
	Rule Rule
	// Tie says what becomes of a criterion on which no points win.
	Tie Tie
	// Quorum is the least number of votes that must be cast on a criterion; 0 means more than half
	// of all. With fewer the criterion is missing, for the reason of the first vote that is missing.
	Quorum int
}

// NewPanel returns the judge that asks all members of p, each about every task, and grades by their
// votes. All members are asked at the same time, the repeats of a member one after another, so that
// they find their prompt in a cache. A member that fails has cast no vote; one that ends the run
// ([Error.Stop]) does so for the panel. The verdicts hold the votes: [Grade.Votes]. Their Source names the
// members as the model, and has members, rule, tie and quorum as parameters.
func NewPanel(p Panel) (Judge, error) {
	votes := 0
	names := map[string]bool{}
	for i := range p.Members {
		m := &p.Members[i]
		switch {
		case m.Judge == nil:
			return nil, fmt.Errorf("judge: member %d of the panel has no judge", i)
		case m.Name == "" || names[m.Name]:
			return nil, fmt.Errorf("judge: member %d of the panel has no name of its own: %q", i, m.Name)
		case m.Repeats < 0 || m.Weight < 0 || math.IsNaN(m.Weight) || math.IsInf(m.Weight, 0):
			return nil, fmt.Errorf("judge: member %q has %d repeats of weight %v", m.Name, m.Repeats, m.Weight)
		}
		names[m.Name] = true
		votes += max(1, m.Repeats)
	}
	switch {
	case votes == 0:
		return nil, errors.New("judge: the panel has no members")
	case p.Quorum < 0 || p.Quorum > votes:
		return nil, fmt.Errorf("judge: the quorum is %d of %d votes", p.Quorum, votes)
	case !slices.Contains([]Rule{"", Majority, Unanimous, MeanPoints}, p.Rule):
		return nil, fmt.Errorf("judge: unknown rule %q", p.Rule)
	case !slices.Contains([]Tie{"", TieMissing, TieLowest, TieHighest}, p.Tie):
		return nil, fmt.Errorf("judge: unknown tie %q", p.Tie)
	}
	p.Members = slices.Clone(p.Members)
	for i := range p.Members {
		m := &p.Members[i]
		m.Repeats, m.Weight = max(1, m.Repeats), cmp.Or(m.Weight, 1)
	}
	p.Quorum, p.Rule, p.Tie = cmp.Or(p.Quorum, votes/2+1), cmp.Or(p.Rule, Majority), cmp.Or(p.Tie, TieMissing)
	source := p.source()
	return Func(func(ctx context.Context, task Task) (Verdict, error) {
		v, err := p.grade(ctx, task)
		v.Source = source
		return v, err
	}), nil
}

// ballot is what one member said in one repeat.
type ballot struct {
	member  Member
	repeat  int
	outcome Outcome
}

// grade asks the members and takes the votes.
func (p Panel) grade(ctx context.Context, task Task) (Verdict, error) {
	if task.Render != nil && task.Prompt == (Prompt{}) {
		task.Prompt = task.Render()
	}
	ballots := make([][]ballot, len(p.Members))
	var asking sync.WaitGroup
	for i, m := range p.Members {
		asking.Go(func() {
			for k := range m.Repeats {
				t := task
				t.Render = nil
				t.Repeat = task.Repeat*m.Repeats + k
				b := ballot{m, k, guarded(ctx, m.Judge, t)}
				ballots[i] = append(ballots[i], b)
				if stopOf(b.outcome) != nil {
					return
				}
			}
		})
	}
	asking.Wait()
	all := slices.Concat(ballots...)
	v := Verdict{How: "vote"}
	for _, b := range all {
		v.Usage = v.Usage.Add(b.outcome.Verdict.Usage)
	}
	for _, b := range all {
		switch {
		case stopOf(b.outcome) != nil:
			v.Raw = b.outcome.Verdict.Raw
			return v, b.outcome.Err
		case ctx.Err() != nil && CodeOf(b.outcome.Err) == Canceled:
			// A run that was ended decides nothing by fewer votes than the next one will have.
			return v, b.outcome.Err
		}
	}
	for i := range task.Criteria {
		v.Grades = append(v.Grades, p.vote(task.Criteria[i], i, all))
	}
	return v, nil
}

// guarded is grade for a goroutine that the judge may end.
func guarded(ctx context.Context, j Judge, task Task) (o Outcome) {
	o = failed(task, Verdict{}, Errorf(Panic, "the judge ended its goroutine"))
	done := make(chan struct{})
	go func() {
		defer close(done)
		o = grade(ctx, j, task)
	}()
	<-done
	return o
}

// source describes the panel.
func (p Panel) source() Source {
	type member struct {
		Name    string  `json:"name"`
		Repeats int     `json:"repeats"`
		Weight  float64 `json:"weight"`
	}
	names := make([]string, len(p.Members))
	members := make([]member, len(p.Members))
	for i, m := range p.Members {
		names[i], members[i] = m.Name, member{m.Name, m.Repeats, m.Weight}
	}
	// Nothing in it can fail: weights are finite.
	parameters, _ := json.Marshal(struct {
		Members []member `json:"members"`
		Quorum  int      `json:"quorum"`
		Rule    Rule     `json:"rule"`
		Tie     Tie      `json:"tie"`
	}{members, p.Quorum, p.Rule, p.Tie})
	return Source{Judge: "panel", Model: strings.Join(names, " + "), Parameters: string(parameters)}
}
