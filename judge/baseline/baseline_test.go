package baseline_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/rubric"
)

// sample is a sample with nothing but an answer.
type sample struct{ answer string }

func (s sample) ID() string { return "s" }
func (s sample) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: "?"}}
}
func (s sample) Response() string      { return s.answer }
func (s sample) Rubric() rubric.Rubric { return rubric.List(nil) }

func grade(t *testing.T, j judge.Judge, answer string, criteria ...rubric.Criterion) []judge.Grade {
	t.Helper()
	v, err := j.Grade(t.Context(), judge.Task{Sample: sample{answer}, Criteria: criteria})
	if err != nil {
		t.Fatal(err)
	}
	return v.Grades
}

func TestMet(t *testing.T) {
	tests := []struct {
		why               string
		criterion, answer string
		weight            float64
		want              float64
		explained         string
	}{
		{why: "all words are there", criterion: "States that goodwill is tested for impairment annually.",
			answer: "Goodwill must be tested for impairment annually.", weight: 5, want: 5,
			explained: "found 100 % of the words: goodwill, tested, impairment, annually"},
		{why: "words that say that an answer says something do not count", criterion: "The response correctly identifies and specifies goodwill.",
			answer: "Goodwill.", weight: 5, want: 5, explained: "found 100 % of the words: goodwill"},
		{why: "further on they do", criterion: "Goodwill: identifies it",
			answer: "Goodwill.", weight: 5, want: 0, explained: "found 50 % of the words: Goodwill; not found: identifies"},
		{why: "three of five: exactly the share that is enough", criterion: "goodwill impairment annual testing carrying",
			answer: "goodwill, annual impairment", weight: 5, want: 5,
			explained: "found 60 % of the words: goodwill, impairment, annual; not found: testing, carrying"},
		{why: "one of two is too little", criterion: "goodwill impairment", answer: "goodwill", weight: 5, want: 0,
			explained: "found 50 % of the words: goodwill; not found: impairment"},
		{why: "forms of a word count as the same", criterion: "hedges taxes companies notes depreciated losses prices duties options leases dilutes",
			answer: "HEDGING a tax, company, note, depreciation, loss, pricing, duty, option, lease, dilution", weight: 1, want: 1, explained: "found 100 %"},
		{why: "note and not are different words", criterion: "convertible note", answer: "not converted", weight: 1, want: 0,
			explained: "found 50 % of the words: convertible; not found: note"},
		{why: "a number counts twice", criterion: "duration 7.5", answer: "7.5", weight: 4, want: 4,
			explained: "found 67 % of the words: 7.5; not found: duration"},
		{why: "a number written otherwise is the same", criterion: "1,200,000.50", answer: "1200000.5", weight: 4, want: 4},
		{why: "a comma that separates no thousands ends a number", criterion: "12,5", answer: "125", weight: 4, want: 0},
		{why: "zeros before the point count", criterion: "100", answer: "1 10", weight: 4, want: 0},
		{why: "a name with digits counts whole", criterion: "form1099", answer: "form1040", weight: 4, want: 0},
		{why: "a number is no word", criterion: "q10", answer: "q 10", weight: 4, want: 0},
		{why: "full-width forms are the same", criterion: "ＮＰＶ １０％", answer: "npv 10%", weight: 3, want: 3},
		{why: "the number of a list item does not count", criterion: "1. goodwill", answer: "goodwill", weight: 2, want: 2},
		{why: "a year in brackets counts", criterion: "Act (2024)", answer: "act", weight: 2, want: 0,
			explained: "found 33 % of the words: Act; not found: 2024"},
		{why: "a penalty is met like any criterion", criterion: "Recommends the bond fund", answer: "buy the bond fund",
			weight: -6, want: -6},
		{why: "a penalty that is not met costs nothing", criterion: "Recommends the bond fund", answer: "buy bills",
			weight: -6, want: 0},
		{why: "absence is met by what is not said", criterion: "The response does not guarantee returns",
			answer: "Bills mature in March.", weight: 3, want: 3, explained: "asks for absence; found 0 %"},
		{why: "absence is not met by what is said", criterion: "Avoids guaranteeing returns",
			answer: "Returns are guaranteed.", weight: 3, want: 0},
		{why: "an omission is penalized when it is one", criterion: "Fails to mention the premium", answer: "", weight: -3, want: -3},
		{why: "a word that begins like one of absence is none", criterion: "Notes the premium", answer: "", weight: 3, want: 0},
		{why: "Chinese is compared by pairs of characters", criterion: "指出保证期间为六个月", answer: "保证期间是六个月", weight: 2, want: 2,
			explained: "found 71 % of the words: 保证期间, 六个月; not found: 间为六"},
		{why: "other Chinese is not found", criterion: "指出保证期间为六个月", answer: "诉讼时效三年", weight: 2, want: 0},
		{why: "Chinese absence", criterion: "未提及诉讼时效", answer: "诉讼时效三年", weight: 2, want: 0, explained: "asks for absence"},
		{why: "Chinese absence, after the subject", criterion: "回答没有提及诉讼时效", answer: "保证期间", weight: 2, want: 2, explained: "asks for absence"},
		{why: "the end of a clause parts characters", criterion: "甲乙", answer: "甲，乙", weight: 2, want: 0},
		{why: "characters that are there in pieces only", criterion: "甲乙丙丁", answer: "丙丁、甲乙", weight: 2, want: 2,
			explained: "found 67 % of the words: 甲乙, 丙丁; not found: 乙丙"},
		{why: "an empty answer meets nothing", criterion: "goodwill", answer: "", weight: 2, want: 0},
		{why: "an answer that is not text meets nothing", criterion: "goodwill", answer: "\xff\xfe\x00", weight: 2, want: 0},
	}
	j := baseline.New()
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			g := grade(t, j, tt.answer, rubric.Criterion{ID: "c", Text: tt.criterion, Weight: tt.weight})[0]
			if g.Status != judge.Graded || g.Criterion != "c" || g.Points != tt.want {
				t.Errorf("got %+v, want %v points", g, tt.want)
			}
			if !strings.HasPrefix(g.Explanation, tt.explained) {
				t.Errorf("explanation %q does not begin with %q", g.Explanation, tt.explained)
			}
		})
	}
}

func TestPoints(t *testing.T) {
	tests := []struct {
		why               string
		criterion, answer string
		weight            float64
		want              float64
	}{
		{why: "everything is there", criterion: "（+5分）合同有效。", answer: "合同有效", weight: 5, want: 5},
		{why: "a third, rounded to half points", criterion: "合同有效", answer: "合同", weight: 5, want: 1.5},
		{why: "nothing is there", criterion: "合同有效", answer: "时效", weight: 5, want: 0},
		{why: "marks of points are no content", criterion: "（共10分）\n（+10分）1.合同\n(2) 有效（＋3）(+3)5 分", answer: "合同，有效", weight: 10, want: 10},
		{why: "a number in a sentence is content", criterion: "甲 1.", answer: "甲", weight: 3, want: 0},
		{why: "minutes and fractions are content", criterion: "30分钟", answer: "分钟", weight: 3, want: 1},
		{why: "a deduction in brackets is left out", criterion: "合同有效（未写明日期的扣 2 分）", answer: "合同有效", weight: 10, want: 10},
		{why: "lines of deductions are left out", criterion: "合同有效\n扣分点：主张解除，扣3分。\n不及格：承认全部事实\n缺少日期不得分",
			answer: "合同有效", weight: 10, want: 10},
		{why: "deducting and dividing are content", criterion: "不得分割，应扣除押金", answer: "押金", weight: 8, want: 2},
		{why: "the deduction itself is not applied", criterion: "合同有效（主张无效扣5分）", answer: "合同有效，主张无效", weight: 5, want: 5},
		{why: "words of absence have no effect", criterion: "未签合同", answer: "未签合同", weight: 4, want: 4},
		{why: "a penalty in part", criterion: "gold silver", answer: "gold", weight: -3, want: -1.5},
	}
	j := baseline.NewPoints()
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			g := grade(t, j, tt.answer, rubric.Criterion{ID: "c", Text: tt.criterion, Weight: tt.weight})[0]
			if g.Status != judge.Graded || g.Points != tt.want {
				t.Errorf("got %+v, want %v points", g, tt.want)
			}
		})
	}
}

func TestUngraded(t *testing.T) {
	for _, text := range []string{"", " \n", "This is not it.", "（+5分）", "的", "✓"} {
		for _, j := range []judge.Judge{baseline.New(), baseline.NewPoints()} {
			g := grade(t, j, "anything", rubric.Criterion{ID: "c", Text: text, Weight: 2})[0]
			if g.Status != judge.Missing || g.Reason != judge.Refused || g.Points != 0 {
				t.Errorf("%v: criterion %q without words: got %+v", j, text, g)
			}
		}
	}
}

func TestExplanationIsShort(t *testing.T) {
	text := ""
	for i := range 100 {
		text += fmt.Sprintf("word%d ", i)
	}
	g := grade(t, baseline.New(), "word1 word2", rubric.Criterion{ID: "c", Text: text, Weight: 1})[0]
	want := "found 2 % of the words: word1, word2; not found: word0, word3, word4, word5, word6, word7, word8, word9, word10, word11, …"
	if g.Explanation != want {
		t.Errorf("got  %s\nwant %s", g.Explanation, want)
	}
}

func TestGrade(t *testing.T) {
	j := baseline.New()
	criteria := []rubric.Criterion{{ID: "a", Text: "gold", Weight: 2}, {ID: "b", Text: "silver", Weight: 3}}
	v, err := j.Grade(t.Context(), judge.Task{Sample: sample{"silver"}, Criteria: criteria})
	if err != nil || len(v.Grades) != 2 || v.Grades[0].Points != 0 || v.Grades[1].Points != 3 {
		t.Errorf("each criterion is graded by itself: got %+v, %v", v, err)
	}
	if v.Source.Judge != "baseline" || v.Source.Parameters != `{"grading":"met","share":0.6}` {
		t.Errorf("source %+v", v.Source)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Grade(ctx, judge.Task{Sample: sample{""}, Criteria: criteria}); !errors.Is(err, context.Canceled) {
		t.Errorf("a done context: got %v", err)
	}
	if got := fmt.Sprint(j, baseline.NewPoints()); got != "baseline (met or not) baseline (points)" {
		t.Errorf("names: %s", got)
	}
}

// TestManyAnswers asks about more answers than are kept, from many goroutines, and wants what a fresh
// judge says about each.
func TestManyAnswers(t *testing.T) {
	criterion := rubric.Criterion{ID: "c", Text: "answer7 alpha beta", Weight: 1}
	ask := func(j judge.Judge, i int) float64 {
		v, err := j.Grade(context.Background(), judge.Task{
			Sample:   sample{fmt.Sprintf("alpha answer%d", i)},
			Criteria: []rubric.Criterion{criterion},
		})
		if err != nil {
			t.Error(err)
			return -1
		}
		return v.Grades[0].Points
	}
	j := baseline.New()
	got := make([][]float64, 8)
	var wg sync.WaitGroup
	for g := range got {
		wg.Go(func() {
			for i := range 600 {
				got[g] = append(got[g], ask(j, (i*(g+1))%600))
			}
		})
	}
	wg.Wait()
	for g := range got {
		want := make([]float64, 600)
		for i := range want {
			if (i*(g+1))%600 == 7 {
				want[i] = 1
			}
		}
		if !slices.Equal(got[g], want) {
			t.Errorf("goroutine %d: verdicts differ from a fresh judge's", g)
		}
	}
	if ask(baseline.New(), 7) != 1 || ask(baseline.New(), 8) != 0 {
		t.Error("the expectation itself is wrong")
	}
}

func FuzzGrade(f *testing.F) {
	f.Add("1. (+2分) 合同有效（缺日期扣1分）", "合同")
	f.Add("The response does not state $1,200.50", "1200.5")
	f.Add("\xff12.", "+3)")
	f.Fuzz(func(t *testing.T, criterion, answer string) {
		c := rubric.Criterion{ID: "c", Text: criterion, Weight: -7}
		for _, j := range []judge.Judge{baseline.New(), baseline.NewPoints()} {
			g := grade(t, j, answer, c)[0]
			if again := grade(t, j, answer, c)[0]; g.Explanation != again.Explanation || g.Points != again.Points {
				t.Fatalf("%+v, then %+v", g, again)
			}
			switch {
			case g.Status == judge.Missing:
			case g.Points != c.Clamp(g.Points):
				t.Fatalf("%v points for a weight of %v", g.Points, c.Weight)
			case strings.Contains(grade(t, j, criterion, c)[0].Explanation, "not found"):
				t.Fatal("a criterion's own text lacks some of its terms")
			}
		}
	})
}

func TestConformance(t *testing.T) {
	for _, j := range []judge.Judge{baseline.New(), baseline.NewPoints()} {
		judgetest.Run(t, j, judgetest.Deterministic())
	}
}
