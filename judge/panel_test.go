package judge_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// tenPoints returns a task with one criterion worth ten points.
func tenPoints() judge.Task {
	s := sample{id: "s", answer: "A", criteria: rubric.List{{ID: "c", Text: "T", Weight: 10}}}
	return judge.Task{Sample: s, Criteria: s.criteria}
}

// gives returns a judge that gives the points in turn, one for each repeat; NaN stands for a failure.
func gives(points ...float64) judge.Func {
	return func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		p := points[t.Repeat%len(points)]
		v := judge.Points(t, p)
		v.Usage = judge.Usage{Calls: 1, PromptTokens: 100}
		if math.IsNaN(p) {
			return judge.Verdict{Usage: v.Usage}, judge.Errorf(judge.Refused, "no vote")
		}
		return v, nil
	}
}

func mustPanel(t testing.TB, p judge.Panel) judge.Judge {
	t.Helper()
	j, err := judge.NewPanel(p)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// member makes members a, b, c, … of judges that give these points.
func members(points ...float64) []judge.Member {
	var all []judge.Member
	for i, p := range points {
		all = append(all, judge.Member{Name: string(rune('a' + i)), Judge: gives(p)})
	}
	return all
}

func weighted(m []judge.Member, weights ...float64) []judge.Member {
	for i, w := range weights {
		m[i].Weight = w
	}
	return m
}

func TestVotes(t *testing.T) {
	no := math.NaN() // a member that fails
	rows := []struct {
		name   string
		panel  judge.Panel
		points float64
		reason judge.Code // of a missing grade; empty when the criterion is graded
		why    string
	}{
		{"one member", judge.Panel{Members: members(10)}, 10, "", "a panel of one"},
		{"two of three", judge.Panel{Members: members(10, 0, 10)}, 10, "", "more than half"},
		{"one of three", judge.Panel{Members: members(0, 0, 10)}, 0, "", "more than half found it not met"},
		{"two of four", judge.Panel{Members: members(10, 0, 10, 0)}, 0, judge.Conflict, "half is not more than half"},
		{"two of four, lowest", judge.Panel{Members: members(10, 0, 10, 0), Tie: judge.TieLowest}, 0, "", "as the user chose"},
		{"two of four, highest", judge.Panel{Members: members(10, 0, 10, 0), Tie: judge.TieHighest}, 10, "", "as the user chose"},
		{"three opinions", judge.Panel{Members: members(10, 5, 0)}, 0, judge.Conflict, "no points have more than half"},
		{"plurality is no majority", judge.Panel{Members: members(10, 10, 5, 0)}, 0, judge.Conflict, "two of four"},
		{"one fails, the others agree", judge.Panel{Members: members(10, no, 10)}, 10, "", "two of three votes are a quorum"},
		{"one fails, the others differ", judge.Panel{Members: members(10, no, 0)}, 0, judge.Conflict, "a failure is no vote for either"},
		{"two of three fail", judge.Panel{Members: members(no, no, 10)}, 0, judge.Refused, "no quorum, for the members' reason"},
		{"two of three fail, quorum 1", judge.Panel{Members: members(no, no, 10), Quorum: 1}, 10, "", "as the user chose"},
		{"one of three fails, quorum 3", judge.Panel{Members: members(10, no, 10), Quorum: 3}, 0, judge.Refused, "as the user chose"},
		{"all fail", judge.Panel{Members: members(no, no, no)}, 0, judge.Refused, "never a zero"},
		{"all fail, lowest", judge.Panel{Members: members(no, no), Tie: judge.TieLowest}, 0, judge.Refused, "a tie needs votes"},

		{"unanimous", judge.Panel{Members: members(10, 10, 10), Rule: judge.Unanimous}, 10, "", "all agree"},
		{"unanimous but one", judge.Panel{Members: members(10, 10, 0), Rule: judge.Unanimous}, 0, judge.Conflict, "not all agree"},
		{"unanimous but one, lowest", judge.Panel{Members: members(10, 10, 0), Rule: judge.Unanimous, Tie: judge.TieLowest}, 0, "", "met only when all say so"},
		{"unanimous, one fails", judge.Panel{Members: members(10, 10, no), Rule: judge.Unanimous}, 10, "", "every vote cast"},

		{"mean", judge.Panel{Members: members(10, 5, 0), Rule: judge.MeanPoints}, 5, "", "the mean of the points"},
		{"mean of equal points", judge.Panel{Members: members(0.1, 0.1, 0.1), Rule: judge.MeanPoints}, 0.1, "", "to the bit"},
		{"mean, one fails", judge.Panel{Members: members(10, no, 4), Rule: judge.MeanPoints}, 7, "", "the mean of the votes cast"},
		{"mean with weights", judge.Panel{Members: weighted(members(10, 4), 1, 2), Rule: judge.MeanPoints}, 6, "", "(10 + 2·4) / 3"},
		{"mean with a judge beyond the range", judge.Panel{Members: members(100, 5, 0), Rule: judge.MeanPoints}, 5, "", "no vote counts for more than the criterion holds"},
		{"mean with a judge below the range", judge.Panel{Members: members(-100, 5, 10), Rule: judge.MeanPoints}, 5, "", "nor for less"},

		{"weights decide", judge.Panel{Members: weighted(members(10, 0, 0), 3, 1, 1)}, 10, "", "3 of 5"},
		{"weights tie", judge.Panel{Members: weighted(members(10, 0, 0), 2, 1, 1)}, 0, judge.Conflict, "2 of 4"},
		{"weights tie but for rounding", judge.Panel{Members: weighted(members(0, 0, 10), 0.1, 1.3, 1.4)}, 0, judge.Conflict, "0.1 and 1.3 are 1.4"},
		{"small weights", judge.Panel{Members: weighted(members(10, 0), 3e-9, 1e-9)}, 10, "", "only their ratio counts"},
		{"weight of one that fails", judge.Panel{Members: weighted(members(no, 10, 10), 100, 1, 1)}, 10, "", "a vote that is not cast has no weight"},
		{"beyond the range agrees with full marks", judge.Panel{Members: members(12, 10, 0)}, 10, "", "both give all that there is"},

		{"repeats", judge.Panel{Members: []judge.Member{{Name: "a", Judge: gives(10, 0, 10), Repeats: 3}}}, 10, "", "each repeat is a vote"},
		{"repeats of two", judge.Panel{Members: []judge.Member{{Name: "a", Judge: gives(10, 10), Repeats: 2}, {Name: "b", Judge: gives(0)}}}, 10, "", "two votes against one"},
		{"repeats with weights", judge.Panel{Members: []judge.Member{{Name: "a", Judge: gives(10, 10), Repeats: 2}, {Name: "b", Judge: gives(0), Weight: 3}}}, 0, "", "the weight is that of each vote"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			o := runOne(t, mustPanel(t, r.panel), tenPoints())
			if o.Err != nil {
				t.Fatal(o.Err)
			}
			g := o.Verdict.Grades[0]
			if graded := g.Status == judge.Graded; graded != (r.reason == "") || g.Reason != r.reason || g.Points != r.points {
				t.Errorf("the grade is %+v, want %v points, reason %q: %s", g, r.points, r.reason, r.why)
			}
			if (g.Explanation == "") != (g.Status == judge.Graded) {
				t.Errorf("explanation %q of a grade that is %s", g.Explanation, g.Status)
			}
			votes := 0
			for _, m := range r.panel.Members {
				votes += max(1, m.Repeats)
			}
			if len(g.Votes) != votes || o.Verdict.Usage.Calls != int64(votes) || o.Verdict.Usage.PromptTokens != int64(100*votes) {
				t.Errorf("%d votes and usage %+v, want %d votes and the calls of all, also of those that fail", len(g.Votes), o.Verdict.Usage, votes)
			}
		})
	}
}

func TestPenaltiesAreVotedOnLikeOtherCriteria(t *testing.T) {
	s := sample{id: "s", criteria: rubric.List{{ID: "p", Weight: -4}}}
	task := judge.Task{Sample: s, Criteria: s.criteria}
	for _, r := range []struct {
		points []float64
		tie    judge.Tie
		want   float64
	}{
		{[]float64{-4, -4, 0}, "", -4}, {[]float64{0, -4}, judge.TieLowest, -4}, {[]float64{0, -4}, judge.TieHighest, 0},
		{[]float64{-9, 3}, judge.TieLowest, -4}, {[]float64{-9, 3}, judge.TieHighest, 0},
	} {
		o := runOne(t, mustPanel(t, judge.Panel{Members: members(r.points...), Tie: r.tie}), task)
		if g := o.Verdict.Grades[0]; g.Status != judge.Graded || g.Points != r.want {
			t.Errorf("votes %v with tie %q give %+v, want %v", r.points, r.tie, g, r.want)
		}
	}
}

func TestVotesKeepWhatEachMemberSaid(t *testing.T) {
	task := wholeRubric()
	a := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		v := judge.Points(t, 4, float64(t.Repeat), 0)
		v.Grades[0].Explanation = fmt.Sprint("a in repeat ", t.Repeat)
		v.Source = judge.Source{Judge: "llm", Model: "m", Served: "m-1"}
		return v, nil
	})
	b := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		v := judge.Points(t, 90, 0, 0)
		v.Grades[2] = judge.Ungraded(t.Criteria[2], judge.Conflict, "two answers")
		return v, nil
	})
	o := runOne(t, mustPanel(t, judge.Panel{Members: []judge.Member{{Name: "a", Judge: a, Repeats: 2}, {Name: "b", Judge: b}}}), task)
	if o.Err != nil {
		t.Fatal(o.Err)
	}
	src := judge.Source{Judge: "llm", Model: "m", Served: "m-1"}
	want := [][]judge.Vote{
		{
			{Member: "a", Status: judge.Graded, Points: 4, Explanation: "a in repeat 0", Source: src},
			{Member: "a", Repeat: 1, Status: judge.Graded, Points: 4, Explanation: "a in repeat 1", Source: src},
			{Member: "b", Status: judge.Graded, Points: 90},
		},
		{
			{Member: "a", Status: judge.Graded, Source: src},
			{Member: "a", Repeat: 1, Status: judge.Graded, Points: 1, Source: src},
			{Member: "b", Status: judge.Graded},
		},
		{
			{Member: "a", Status: judge.Graded, Source: src},
			{Member: "a", Repeat: 1, Status: judge.Graded, Source: src},
			{Member: "b", Status: judge.Missing, Reason: judge.Conflict, Explanation: "two answers"},
		},
	}
	for i, g := range o.Verdict.Grades {
		if diff := cmp.Diff(want[i], g.Votes); diff != "" {
			t.Errorf("votes on %s (-want +got):\n%s", g.Criterion, diff)
		}
	}
	if g := o.Verdict.Grades[0]; len(g.Flags) != 1 || !strings.Contains(g.Flags[0], "b counted as 4 points, not 90") {
		t.Errorf("flags %q do not tell of the vote beyond the range", g.Flags)
	}
	source := judge.Source{Judge: "panel", Model: "a + b",
		Parameters: `{"members":[{"name":"a","repeats":2,"weight":1},{"name":"b","repeats":1,"weight":1}],"quorum":2,"rule":"majority","tie":"missing"}`}
	if got := o.Verdict.Source; got != source || o.Verdict.How != "vote" {
		t.Errorf("source %+v, how %q", got, o.Verdict.How)
	}
}

// TestAPanelSaysHowItVotes gives panels that differ in one thing each: so must their sources.
func TestAPanelSaysHowItVotes(t *testing.T) {
	with := func(edit func(*judge.Panel)) judge.Source {
		p := judge.Panel{Members: []judge.Member{{Name: "a", Judge: echo, Repeats: 3}, {Name: "b", Judge: echo}}}
		edit(&p)
		return runOne(t, mustPanel(t, p), wholeRubric()).Verdict.Source
	}
	plain := with(func(*judge.Panel) {})
	if same := with(func(p *judge.Panel) {
		p.Rule, p.Tie, p.Quorum, p.Members[0].Weight, p.Members[1].Repeats = judge.Majority, judge.TieMissing, 3, 1, 1
	}); same != plain {
		t.Errorf("the defaults in words give %+v, not %+v", same, plain)
	}
	seen := map[judge.Source]string{plain: "plain"}
	for name, edit := range map[string]func(*judge.Panel){
		"rule": func(p *judge.Panel) { p.Rule = judge.MeanPoints }, "tie": func(p *judge.Panel) { p.Tie = judge.TieLowest },
		"quorum": func(p *judge.Panel) { p.Quorum = 1 }, "repeats": func(p *judge.Panel) { p.Members[0].Repeats = 5 },
		"weight": func(p *judge.Panel) { p.Members[1].Weight = 0.1 }, "name": func(p *judge.Panel) { p.Members[1].Name = "c" },
		"members": func(p *judge.Panel) { p.Members = append(p.Members, judge.Member{Name: "c", Judge: echo}) },
	} {
		got := with(edit)
		if other, ok := seen[got]; ok {
			t.Errorf("another %s gives the source of %s: %+v", name, other, got)
		}
		seen[got] = name
	}
}

// TestStatedMaximaAreCarried: the arithmetic of one released evaluator divides by them.
func TestStatedMaximaAreCarried(t *testing.T) {
	states := func(points, most float64) judge.Func {
		return func(_ context.Context, t judge.Task) (judge.Verdict, error) {
			v := judge.Points(t, points)
			v.Grades[0].Max = most
			return v, nil
		}
	}
	rows := []struct {
		name string
		rule judge.Rule
		a, b judge.Func
		c    judge.Func
		want float64
		why  string
	}{
		{"one maximum", judge.Majority, states(5, 10), states(5, 10), states(5, 10), 10, "all agree"},
		{"of those who win", judge.Majority, states(5, 10), states(5, 12), states(3, 100), 11, "the mean of the maxima behind the points"},
		{"of all in a mean", judge.MeanPoints, states(5, 10), states(6, 10), states(7, 13), 11, "all are behind the points"},
		{"some say nothing", judge.Majority, states(5, 10), states(5, 0), states(5, 0), 10, "0 is no maximum"},
		{"none says anything", judge.Majority, states(5, 0), states(5, 0), states(5, 0), 0, "none is invented"},
	}
	for _, r := range rows {
		o := runOne(t, mustPanel(t, judge.Panel{Rule: r.rule, Members: []judge.Member{{Name: "a", Judge: r.a}, {Name: "b", Judge: r.b}, {Name: "c", Judge: r.c}}}), tenPoints())
		if got := o.Verdict.Grades[0].Max; got != r.want {
			t.Errorf("%s: maximum %v, want %v: %s", r.name, got, r.want, r.why)
		}
	}
}

func TestMembersAreAskedTogetherAndRepeatsInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var repeats []int
		j := judge.Func(func(_ context.Context, task judge.Task) (judge.Verdict, error) {
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			repeats = append(repeats, task.Repeat)
			return judge.Met(task, true, ""), nil
		})
		task := tenPoints()
		task.Repeat = 2
		rendered := 0
		task.Render = func() judge.Prompt { rendered++; return judge.Prompt{Suffix: "P"} }
		begun := time.Now()
		runOne(t, mustPanel(t, judge.Panel{Members: []judge.Member{{Name: "a", Judge: j, Repeats: 3}, {Name: "b", Judge: j, Repeats: 3}}}), task)
		if took := time.Since(begun); took != 3*time.Second {
			t.Errorf("it took %v, want three rounds of a second", took)
		}
		slices.Sort(repeats)
		if !slices.Equal(repeats, []int{6, 6, 7, 7, 8, 8}) {
			t.Errorf("the repeats are %v, want each of 6, 7 and 8 for both: repeats of the task and of the member must not meet", repeats)
		}
		if rendered != 1 {
			t.Errorf("the prompt was made %d times", rendered)
		}
	})
}

func TestAPanelMakesThePromptWhenNobodyElseHas(t *testing.T) {
	task := tenPoints()
	task.Render = func() judge.Prompt { return judge.Prompt{Suffix: "P"} }
	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		return judge.Met(t, true, t.Prompt.Suffix), nil
	})
	v, err := mustPanel(t, judge.Panel{Members: []judge.Member{{Name: "a", Judge: j}}}).Grade(t.Context(), task)
	if err != nil || v.Grades[0].Votes[0].Explanation != "P" {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestPanelsThatMakeNoSense(t *testing.T) {
	for name, p := range map[string]judge.Panel{
		"no members":       {},
		"no judge":         {Members: []judge.Member{{Name: "a"}}},
		"no name":          {Members: []judge.Member{{Judge: echo}}},
		"one name twice":   {Members: []judge.Member{{Name: "a", Judge: echo}, {Name: "a", Judge: echo}}},
		"negative repeats": {Members: []judge.Member{{Name: "a", Judge: echo, Repeats: -1}}},
		"negative weight":  {Members: []judge.Member{{Name: "a", Judge: echo, Weight: -1}}},
		"weight NaN":       {Members: []judge.Member{{Name: "a", Judge: echo, Weight: nan}}},
		"weight infinite":  {Members: []judge.Member{{Name: "a", Judge: echo, Weight: inf}}},
		"quorum too high":  {Members: members(1, 2), Quorum: 3},
		"quorum negative":  {Members: members(1, 2), Quorum: -1},
		"unknown rule":     {Members: members(1), Rule: "loudest"},
		"unknown tie":      {Members: members(1), Tie: "coin"},
	} {
		if j, err := judge.NewPanel(p); err == nil || j != nil {
			t.Errorf("%s: %v, %v", name, j, err)
		}
	}
}

func TestAPanelIsNotChangedByItsMaker(t *testing.T) {
	all := members(10, 10)
	j := mustPanel(t, judge.Panel{Members: all})
	all[0] = judge.Member{Name: "z", Judge: gives(0)}
	if g := runOne(t, j, tenPoints()).Verdict.Grades[0]; g.Points != 10 || g.Votes[0].Member != "a" {
		t.Errorf("the grade is %+v", g)
	}
}

func ExampleNewPanel() {
	strict := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		return judge.Met(t, false, "not quite"), nil
	})
	kind := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) { return judge.Met(t, true, "good"), nil })
	panel, err := judge.NewPanel(judge.Panel{Members: []judge.Member{
		{Name: "strict", Judge: strict},
		{Name: "kind", Judge: kind, Repeats: 2},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	outcomes, err := judge.Run(context.Background(), panel, oneTaskEach(2)[1:])
	if err != nil {
		fmt.Println(err)
	}
	g := outcomes[0].Verdict.Grades[0]
	fmt.Println(g.Status, g.Points)
	for _, v := range g.Votes {
		fmt.Println(v.Member, v.Repeat, v.Points, v.Explanation)
	}
	// Output:
	// graded 2
	// strict 0 0 not quite
	// kind 0 2 good
	// kind 1 2 good
}
