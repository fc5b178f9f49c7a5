package report_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/rubric"
)

// sample is a dataset.Sample made of literals.
type sample struct {
	id, answer string
	criteria   rubric.List
}

func (s sample) ID() string { return s.id }
func (s sample) Conversation() []dataset.Message {
	return []dataset.Message{{Role: dataset.User, Content: "Q " + s.id}}
}
func (s sample) Response() string      { return s.answer }
func (s sample) Rubric() rubric.Rubric { return s.criteria }

// criteria are worth 4 + 6 points, with a penalty of 5.
var criteria = rubric.List{
	{ID: "a", Text: "Names the statute.", Category: "Law", Weight: 4},
	{ID: "b", Text: "Applies it.", Category: "Facts", Weight: 6},
	{ID: "c", Text: "Invents a case.", Category: "Law", Weight: -5},
}

// item makes one task for each criterion; an item without answer has none.
func item(id, subset, topic string, answered bool) report.Item {
	s := sample{id, "answer " + id, criteria}
	it := report.Item{Sample: s, Subset: subset, Labels: []report.Label{{Dimension: "topic", Value: topic}}}
	if answered {
		for i := range criteria {
			it.Tasks = append(it.Tasks, judge.Task{Sample: s, Criteria: criteria[i : i+1], Contract: judge.Contract{Name: "met/1"}})
		}
	}
	return it
}

// outcomes makes an outcome for each task from one letter of verdicts: y met, n not met, ? missing.
func outcomes(tasks []judge.Task, verdicts string) []judge.Outcome {
	out := make([]judge.Outcome, len(tasks))
	for i, letter := range verdicts {
		c := tasks[i].Criteria[0]
		v := judge.Verdict{How: "strict", Usage: judge.Usage{Calls: 1}, Source: judge.Source{Judge: "test"}}
		if letter == '?' {
			v.Grades = []judge.Grade{judge.Ungraded(c, judge.Malformed, "no object")}
			out[i] = judge.Outcome{Verdict: v, Err: judge.Errorf(judge.Malformed, "no object")}
			continue
		}
		v.Grades = []judge.Grade{judge.Binary(c, letter == 'y', "because")}
		out[i].Verdict = v
	}
	return out
}

func config() report.Config {
	return report.Config{
		Benchmark: "test",
		Scorer:    metrics.Weighted{},
		Metrics: []report.Metric{
			{Name: metrics.ClippedScore, About: "share of the points", ClipMean: true},
			{Name: metrics.NormalizedScore, About: "normalised share", InCategories: true},
		},
		Pool:    true,
		Dataset: report.Dataset{Name: "made up"},
		Prompt:  report.Prompt{Name: "none"},
	}
}

// near compares with an absolute tolerance that covers rounding alone.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) < 1e-12) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestBuildMeansAndBounds(t *testing.T) {
	items := []report.Item{
		item("1", "x", "tax", true), item("2", "x", "tax", true), item("3", "x", "family", true), item("4", "x", "family", false),
	}
	// 1: 4+6 of 10 = 1; 2: 4-5 = -0.1; 3: a met, b missing, c not met: 0.4 to 1.
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yyn"+"yny"+"y?n"))
	if err != nil {
		t.Fatal(err)
	}
	m := rep.Metrics[metrics.ClippedScore]
	near(t, "mean of the scored samples", m.Value, (1-0.1)/2)
	near(t, "SE", m.SE, 1.1/math.Sqrt2/math.Sqrt2)
	near(t, "worst", m.Worst, (1-0.1+0.4)/3)
	near(t, "best", m.Best, (1-0.1+1)/3)
	if m.N != 2 {
		t.Errorf("n = %d, want 2", m.N)
	}
	near(t, "normalised", rep.Metrics[metrics.NormalizedScore].Value, (15.0/15+4.0/15)/2)
	want := report.Coverage{Samples: 4, Scored: 2, Excluded: 1, Unanswered: 1, Tasks: 9, Graded: 8, Missing: 1}
	got := rep.Coverage
	if got.Codes[judge.Malformed] != 1 {
		t.Errorf("codes = %v", got.Codes)
	}
	if got.Codes = nil; got.Samples != want.Samples || got.Scored != want.Scored || got.Excluded != want.Excluded ||
		got.Unanswered != want.Unanswered || got.Tasks != want.Tasks || got.Graded != want.Graded || got.Missing != want.Missing {
		t.Errorf("coverage = %+v, want %+v", got, want)
	}
	near(t, "topic tax", rep.Groups["topic"]["tax"][metrics.ClippedScore].Value, 0.45)
	family := rep.Groups["topic"]["family"][metrics.ClippedScore]
	if !math.IsNaN(family.Value) || family.N != 0 {
		t.Errorf("a slice without a scored sample has value %v on %d samples", family.Value, family.N)
	}
	near(t, "worst of the slice without a scored sample", family.Worst, 0.4)
	// Category Law has a (4) and c (-5): (4+5)/9, (4-5+5)/9, (4+5)/9. The missing verdict is in Facts.
	law := rep.Groups["category"]["Law"][metrics.NormalizedScore]
	near(t, "category", law.Value, (1+4.0/9+1)/3)
	if law.N != 3 {
		t.Errorf("category n = %d, want 3: a verdict missing elsewhere does not count", law.N)
	}
	if _, ok := rep.Groups["category"]["Law"][metrics.ClippedScore]; ok {
		t.Error("a metric that is not for categories is given for one")
	}
}

func TestBuildClipsTheMeanAlone(t *testing.T) {
	items := []report.Item{item("1", "x", "t", true), item("2", "x", "t", true)}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "nny"+"yny"))
	if err != nil {
		t.Fatal(err)
	}
	m := rep.Metrics[metrics.ClippedScore]
	near(t, "mean of -0.5 and -0.1", m.Value, 0)
	near(t, "upper end on the scale of the mean", m.Hi, 1)
	near(t, "lower end on the scale of the mean", m.Lo, 0)
	near(t, "score of a sample", rep.Samples[0].Scores[metrics.ClippedScore], -0.5)
}

func TestBuildOfficialPolicyCountsMissingAsNotMet(t *testing.T) {
	items := []report.Item{item("1", "x", "t", true)}
	cfg := config()
	cfg.Missing = report.Official
	rep, err := report.Build(cfg, items, outcomes(report.Tasks(items), "y?n"))
	if err != nil {
		t.Fatal(err)
	}
	m := rep.Metrics[metrics.ClippedScore]
	near(t, "value", m.Value, 0.4)
	near(t, "worst", m.Worst, 0.4)
	near(t, "best", m.Best, 1)
	if rep.Coverage.Scored != 1 || rep.Coverage.Missing != 1 {
		t.Errorf("coverage = %+v", rep.Coverage)
	}
	if g := rep.Samples[0].Grades[1]; g.Status != judge.Missing || g.Reason != judge.Malformed {
		t.Errorf("the grade in the report is %+v: the policy changes the score, not the grade", g)
	}
	if !strings.Contains(strings.Join(rep.Warnings, "\n"), "count as no points") {
		t.Errorf("no warning about the policy in %q", rep.Warnings)
	}
}

func TestBuildDoesNotPoolSubsetsUnlessAsked(t *testing.T) {
	items := []report.Item{item("1", "x", "t", true), item("1", "y", "t", true)}
	cfg := config()
	cfg.Pool = false
	cfg.Overall = []report.Overall{{Name: "equal", Of: func(subsets map[string]map[string]metrics.Estimate, pooled map[string]metrics.Estimate) metrics.Estimate {
		x, y := subsets["x"][metrics.ClippedScore], subsets["y"][metrics.ClippedScore]
		return metrics.Combine([]float64{0.5, 0.5}, []metrics.Estimate{x, y})
	}}}
	rep, err := report.Build(cfg, items, outcomes(report.Tasks(items), "yyn"+"ynn"))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := rep.Metrics[metrics.ClippedScore]; ok {
		t.Error("subsets are pooled")
	}
	near(t, "overall", rep.Metrics["equal"].Value, 0.7)
	near(t, "subset x", rep.Subsets["x"][metrics.ClippedScore].Value, 1)
	near(t, "slice within y", rep.Groups["y/topic"]["t"][metrics.ClippedScore].Value, 0.4)
}

func TestBuildClampsAndFlags(t *testing.T) {
	items := []report.Item{item("1", "x", "t", true)}
	out := outcomes(report.Tasks(items), "nnn")
	out[0].Verdict.Grades[0].Points = 9
	out[2].Verdict.Grades[0].Points = -8
	rep, err := report.Build(config(), items, out)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "score", rep.Samples[0].Scores[metrics.ClippedScore], (4-5)/10.0)
	for _, i := range []int{0, 2} {
		if g := rep.Samples[0].Grades[i]; len(g.Flags) != 1 || !strings.Contains(g.Flags[0], "clamped") {
			t.Errorf("grade %d has flags %q", i, g.Flags)
		}
	}
	if !strings.Contains(strings.Join(rep.Warnings, "\n"), "2 grades lay outside") {
		t.Errorf("warnings = %q", rep.Warnings)
	}
}

func TestBuildKeepsARunWhoseScorerFails(t *testing.T) {
	for name, scorer := range map[string]metrics.ScorerFunc{
		"error": func(dataset.Sample, []judge.Grade) (metrics.Values, error) { return nil, errors.New("broken") },
		"panic": func(dataset.Sample, []judge.Grade) (metrics.Values, error) { panic("broken") },
		"NaN": func(dataset.Sample, []judge.Grade) (metrics.Values, error) {
			return metrics.Values{metrics.ClippedScore: math.NaN(), "broken": 1}, nil
		},
	} {
		items := []report.Item{item("1", "x", "t", true)}
		cfg := config()
		cfg.Scorer = scorer
		rep, err := report.Build(cfg, items, outcomes(report.Tasks(items), "yyn"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s := rep.Samples[0]; s.Status != report.Excluded || s.Note == "" || len(s.Grades) != 3 || len(s.Scores) != 0 {
			t.Errorf("%s: sample = %+v", name, s)
		}
		var b strings.Builder
		if err := rep.WriteJSON(&b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBuildRejects(t *testing.T) {
	double := item("1", "x", "t", true)
	double.Tasks = append(double.Tasks, double.Tasks[0])
	short := item("1", "x", "t", true)
	short.Tasks = short.Tasks[:2]
	bad := item("1", "x", "t", true)
	bad.Sample = sample{"1", "a", rubric.List{{ID: "a", Weight: 0}}}
	for _, c := range []struct {
		why, want string
		items     []report.Item
		verdicts  string
		cfg       func(*report.Config)
	}{
		{"an outcome too few", "2 outcomes for 3 tasks", []report.Item{item("1", "x", "t", true)}, "yy", nil},
		{"one id twice in a subset", `two samples of subset "x" have the id "1"`, []report.Item{item("1", "x", "t", false), item("1", "x", "t", false)}, "", nil},
		{"a criterion graded by two tasks", `criterion "a" is covered by 2 tasks`, []report.Item{double}, "yyny", nil},
		{"a criterion without a task", `criterion "c" is covered by no task`, []report.Item{short}, "yy", nil},
		{"a rubric without weights", "weight 0", []report.Item{bad}, "yyn", nil},
		{"no sample", "no sample", []report.Item{{}}, "", nil},
		{"no scorer", "Scorer is nil", nil, "", func(c *report.Config) { c.Scorer = nil }},
		{"no benchmark", "Benchmark is empty", nil, "", func(c *report.Config) { c.Benchmark = "" }},
		{"no metrics", "Metrics is empty", nil, "", func(c *report.Config) { c.Metrics = nil }},
		{"an unknown policy", `unknown policy "zero"`, nil, "", func(c *report.Config) { c.Missing = "zero" }},
	} {
		cfg := config()
		if c.cfg != nil {
			c.cfg(&cfg)
		}
		out := outcomes(report.Tasks(c.items), c.verdicts)[:len(c.verdicts)]
		_, err := report.Build(cfg, c.items, out)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.why, err, c.want)
		}
	}
}
