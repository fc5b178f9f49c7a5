package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/report"
)

func ExampleCompare() {
	run := func(model, verdicts string) *report.Report {
		var items []report.Item
		for i := range 4 {
			it := item(fmt.Sprint(i), "tax", "t", true)
			it.Sample = sample{fmt.Sprint(i), "an answer of " + model, criteria}
			items = append(items, it)
		}
		rep, err := report.Build(config(), items, outcomes(report.Tasks(items), verdicts))
		if err != nil {
			panic(err)
		}
		return rep
	}
	old, better := run("old", "ynn"+"nnn"+"ynn"+"yny"), run("new", "yyn"+"ynn"+"yyn"+"ynn")
	c, err := report.Compare(better, old, report.CompareOptions{NameA: "new", NameB: "old"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range c.Differences {
		fmt.Println(d.Scope, d.Metric, d.Test)
	}
	fmt.Printf("new alone meets %d criteria, old alone %d\n", c.Criteria.All.OnlyA, c.Criteria.All.OnlyB)
	// Output:
	// tax clipped_score +0.525 [+0.373, +0.677] (p=0.002 n=4)
	// tax normalized_score +0.350 [+0.248, +0.452] (p=0.002 n=4)
	// new alone meets 3 criteria, old alone 1
}

func ExampleMismatchError() {
	items := []report.Item{item("1", "tax", "t", true)}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yyn"))
	if err != nil {
		fmt.Println(err)
		return
	}
	other := *rep
	other.Provenance.Prompt.Name = "official"
	other.Provenance.Missing = report.Official
	_, err = report.Compare(rep, &other, report.CompareOptions{})
	if mismatch := new(report.MismatchError); errors.As(err, &mismatch) {
		for _, m := range mismatch.Mismatches {
			fmt.Printf("%s: %s, %s\n", m.Setting, m.A, m.B)
		}
	}
	// Output:
	// prompt: none, official
	// missing verdicts: exclude, official
}

// twoModels are the reports of two models' answers to eight questions.
func twoModels() (a, b *report.Report) {
	var reports [2]*report.Report
	for i, verdicts := range []string{
		"yyn" + "ynn" + "yyn" + "ynn" + "yyn" + "ynn" + "yyn" + "yyn", "ynn" + "nnn" + "ynn" + "yny" + "nnn" + "ynn" + "nnn" + "ynn",
	} {
		var items []report.Item
		for k := range 8 {
			it := item(fmt.Sprint(k), "tax", "t", true)
			it.Sample = sample{fmt.Sprint(k), fmt.Sprint("an answer of model ", i), criteria}
			items = append(items, it)
		}
		rep, err := report.Build(config(), items, outcomes(report.Tasks(items), verdicts))
		if err != nil {
			panic(err)
		}
		reports[i] = rep
	}
	return reports[0], reports[1]
}

func ExampleComparison_String() {
	a, b := twoModels()
	c, err := report.Compare(a, b, report.CompareOptions{NameA: "new", NameB: "old"})
	if err != nil {
		fmt.Println(err)
		return
	}
	table, _, _ := strings.Cut(c.String(), "\n\n")
	fmt.Println(table)
	// Output:
	// test: new against old, 8 of 8 shared samples compared
	// subset  metric            new     old     difference  95 % interval       p      p adj.  p flip  detectable  n  missing allow
	// tax     clipped_score     0.7750  0.1875  +0.5875     [+0.3178, +0.8572]  0.001  0.003   0.016   0.3196      8  –
	// tax     normalized_score  0.8500  0.4583  +0.3917     [+0.2118, +0.5715]  0.001  0.003   0.016   0.2131      8  –
}

func ExampleComparison_Markdown() {
	a, b := twoModels()
	c, err := report.Compare(a, b, report.CompareOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	heading, _, _ := strings.Cut(c.Markdown(), "\n")
	fmt.Println(heading)
	// Output: # test: A against B, 8 of 8 shared samples compared
}

func ExampleComparison_WriteJSON() {
	a, b := twoModels()
	c, err := report.Compare(a, b, report.CompareOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var js bytes.Buffer
	if err := c.WriteJSON(&js); err != nil {
		fmt.Println(err)
		return
	}
	var back report.Comparison
	err = json.Unmarshal(js.Bytes(), &back)
	fmt.Printf("%.3f %v\n", back.Differences[0].Test.Difference.Value, err)
	// Output: 0.588 <nil>
}

func ExampleAgreement_String() {
	a, _ := twoModels()
	g, err := a.Agreement([]agreement.Label{
		{Sample: "0", Criterion: "a", Met: true}, {Sample: "0", Criterion: "b", Met: true}, {Sample: "0", Criterion: "c", Met: false},
		{Sample: "1", Criterion: "a", Met: true}, {Sample: "1", Criterion: "b", Met: true}, {Sample: "1", Criterion: "c", Met: true},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{g.String(), g.Markdown()} {
		title, _, _ := strings.Cut(text, "\n")
		fmt.Println(title)
	}
	// Output:
	// test: verdicts against 6 of 6 labels
	// # test: verdicts against 6 of 6 labels
}
