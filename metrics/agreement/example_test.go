package agreement_test

import (
	"fmt"
	"math"
	"strings"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/rubric"
)

// answer is a sample with a rubric of two criteria and a penalty.
type answer string

func (a answer) ID() string                    { return string(a) }
func (answer) Conversation() []dataset.Message { return nil }
func (answer) Response() string                { return "" }
func (answer) Rubric() rubric.Rubric {
	return rubric.List{{ID: "cites", Category: "law", Weight: 10}, {ID: "clear", Category: "style", Weight: 5}, {ID: "invents", Category: "law", Weight: -4}}
}

// A judge is held against an expert's labels.
func Example() {
	expert, err := agreement.ReadCSV(strings.NewReader(`sample,criterion,met
a1,cites,true
a1,clear,true
a1,invents,false
a2,cites,false
a2,clear,true
a2,invents,true
a3,cites,true
`), "labels.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	var judged []agreement.Label
	var samples []dataset.Sample
	for _, v := range []struct {
		id                    answer
		cites, clear, invents bool
	}{{"a1", true, true, false}, {"a2", true, true, true}, {"a3", true, false, false}} {
		c := v.id.Rubric().Criteria()
		labels, err := agreement.FromGrades(v.id, []judge.Grade{judge.Binary(c[0], v.cites, ""), judge.Binary(c[1], v.clear, ""), judge.Binary(c[2], v.invents, "")})
		if err != nil {
			fmt.Println(err)
			return
		}
		judged, samples = append(judged, labels...), append(samples, v.id)
	}
	b, err := agreement.Between(judged, expert, samples)
	if err != nil {
		fmt.Println(err)
		return
	}
	o := b.Overall
	fmt.Printf("%d verdicts on %d samples: raw %.2f, κ %.2f, AC1 %.2f, macro-F1 %.2f, bias %+.2f\n", o.N, o.Samples, o.Raw.Value, o.Kappa.Value, o.AC1.Value, o.MacroF1.Value, o.Bias.Value)
	fmt.Printf("law %.2f, style %.2f; penalties %.2f\n", b.Categories["law"].Raw.Value, b.Categories["style"].Raw.Value, b.Negative.Raw.Value)
	fmt.Println("not labeled:", b.OnlyFirst)
	// Output:
	// 7 verdicts on 3 samples: raw 0.86, κ 0.59, AC1 0.78, macro-F1 0.79, bias +0.14
	// law 0.80, style 1.00; penalties 1.00
	// not labeled: [{a3 clear} {a3 invents}]
}

func ExampleReadJSONL() {
	labels, err := agreement.ReadJSONL(strings.NewReader(`{"sample": "a1", "criterion": "cites", "met": true}`), "labels.jsonl")
	fmt.Println(labels, err)
	_, err = agreement.ReadJSONL(strings.NewReader(`{"sample": "a1", "criterion": "cites", "met": null}`), "labels.jsonl")
	fmt.Println(err)
	// Output:
	// [{a1 cites true}] <nil>
	// agreement: labels.jsonl: line 1: field "met" is null, not true or false
}

func ExampleReadCSV() {
	labels, err := agreement.ReadCSV(strings.NewReader("sample,criterion,met\na1,cites,FALSE\n"), "labels.csv")
	fmt.Println(labels, err)
	// Output: [{a1 cites false}] <nil>
}

func ExampleLoad() {
	_, err := agreement.Load("labels.xlsx")
	fmt.Println(err)
	// Output: agreement: labels.xlsx: labels are in .jsonl or .csv files, not ".xlsx"
}

func ExampleFromGrades() {
	a := answer("a1")
	c := a.Rubric().Criteria()
	labels, err := agreement.FromGrades(a, []judge.Grade{judge.Binary(c[0], true, ""), judge.Ungraded(c[1], judge.Empty, "")})
	fmt.Println(labels, err)
	// Output: [{a1 cites true}] <nil>
}

func ExampleBetween() {
	first := []agreement.Label{{Sample: "a1", Criterion: "cites", Met: true}, {Sample: "a2", Criterion: "cites", Met: true}}
	second := []agreement.Label{{Sample: "a1", Criterion: "cites", Met: true}, {Sample: "a2", Criterion: "cites", Met: false}, {Sample: "a3", Criterion: "cites", Met: true}}
	b, err := agreement.Between(first, second, nil)
	fmt.Println(b.Overall.Raw.Value, b.Overall.N, b.OnlySecond, err)
	// Output: 0.5 2 [{a3 cites}] <nil>
}

func ExampleSummarize() {
	judge := []bool{true, true, false, true}
	expert := []bool{true, true, true, true}
	s, err := agreement.Summarize(judge, expert, []string{"a1", "a1", "a2", "a3"})
	fmt.Println(s.Raw.Value, s.Kappa.Value, err)
	fmt.Println(strings.Join(s.Warnings, "\n"))
	// Output:
	// 0.75 0 <nil>
	// only 3 samples
	// the second rater gives every criterion the same verdict: chance-corrected agreement says little
}

// The paradox of κ: raters who agree on nearly everything, where nearly everything is met.
func ExampleTable() {
	t, err := agreement.NewTable([][]int{{1, 6}, {4, 139}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []struct {
		name string
		e    metrics.Estimate
	}{{"raw", t.Raw()}, {"κ", t.Kappa()}, {"AC1", t.AC1()}} {
		fmt.Printf("%-3s %.2f [%.2f, %.2f]\n", m.name, m.e.Value, m.e.Lo, m.e.Hi)
	}
	// Output:
	// raw 0.93 [0.88, 0.96]
	// κ   0.13 [-0.16, 0.41]
	// AC1 0.93 [0.86, 0.96]
}

func ExampleTabulate() {
	// Points of 0, 1 or 2 that a judge and an expert gave.
	t, err := agreement.Tabulate([]int{0, 1, 2, 2, 1, 0}, []int{0, 1, 2, 1, 1, 1}, 3, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("κ %.2f, with near misses counting less %.2f\n", t.Kappa().Value, t.QuadraticKappa().Value)
	// Output: κ 0.50, with near misses counting less 0.67
}

func ExampleNewPanel() {
	nan := math.NaN()
	p, err := agreement.NewPanel([][]float64{{1, 1, 0}, {1, 1, nan}, {0, 0, 0}, {1, 0, 1}}, []float64{0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("raw %.2f, AC1 %.2f\n", p.Raw().Value, p.AC1().Value)
	// Output: raw 0.67, AC1 0.35
}

func ExampleNewCounts() {
	p, err := agreement.NewCounts([][]int{{0, 3}, {1, 2}, {3, 0}, {2, 1}, {0, 3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := p.FleissKappa()
	fmt.Printf("%.3f %v\n", e.Value, err)
	// Output: 0.444 <nil>
}

func ExamplePanel_Alpha() {
	nan := math.NaN()
	points := [][]float64{{10, 10, 30}, {30, nan, 60}, {0, 0, 0}, {60, 60, 30}, {100, 60, nan}, {30, 30, 30}}
	p, err := agreement.NewPanel(points, agreement.Categories(points))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := p.Alpha(agreement.Interval, metrics.Bootstrap{Seed: 1})
	fmt.Printf("%.2f %v\n", r.Value, err)
	// Output: 0.70 <nil>
}

func ExamplePanel_Unanimous() {
	// One judge, asked three times about four criteria.
	p, err := agreement.NewPanel([][]float64{{1, 1, 1}, {0, 0, 0}, {1, 0, 1}, {1, 1, 1}}, []float64{0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f of the criteria keep their verdict; asking again flips %.2f\n", p.Unanimous().Value, p.FlipRate().Value)
	// Output: 0.75 of the criteria keep their verdict; asking again flips 0.17
}

func ExampleLeaveOneOut() {
	// Three experts on five criteria; what is not labeled is NaN.
	nan := math.NaN()
	tables, err := agreement.LeaveOneOut([][]float64{{1, 1, 1}, {0, 0, nan}, {1, 0, 1}, {0, 0, 0}, {1, 1, 0}}, 2, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, t := range tables {
		fmt.Printf("expert %d against the others: macro-F1 %.2f\n", i+1, t.MacroF1().Value)
	}
	// Output:
	// expert 1 against the others: macro-F1 0.77
	// expert 2 against the others: macro-F1 0.67
	// expert 3 against the others: macro-F1 0.62
}

func ExampleReadPointsCSV() {
	labels, err := agreement.ReadPointsCSV(strings.NewReader("sample,criterion,points\ncase-1,facts,7.5\n"), "experts.csv")
	fmt.Println(labels, err)
	// Output: [{case-1 facts 7.5}] <nil>
}

func ExampleReadPointsJSONL() {
	labels, err := agreement.ReadPointsJSONL(strings.NewReader(`{"sample": "case-1", "criterion": "facts", "points": 7.5}`), "experts.jsonl")
	fmt.Println(labels, err)
	// Output: [{case-1 facts 7.5}] <nil>
}

func ExampleLoadPoints() {
	_, err := agreement.LoadPoints("experts.xlsx")
	fmt.Println(err)
	// Output: agreement: experts.xlsx: labels are in .jsonl or .csv files, not ".xlsx"
}
