package report_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

// built is a report of two samples with two criteria each; one verdict is missing.
func built() *report.Report {
	grade := func(id string, points, weight float64) report.Grade {
		return report.Grade{Grade: judge.Grade{Criterion: id, Status: judge.Graded, Points: points}, Text: "Criterion " + id, Weight: weight}
	}
	missing := report.Grade{Grade: judge.Grade{Criterion: "b", Status: judge.Missing, Reason: judge.Truncated}, Text: "Criterion b", Weight: -3}
	score := metrics.Mean([]float64{0.5}).Within([]float64{0.5, 0}, []float64{0.5, 0.6})
	return &report.Report{
		Benchmark:   "Example",
		Definitions: []report.Metric{{Name: "score", About: "Points over the positive points."}},
		Metrics:     map[string]metrics.Estimate{"score": score},
		Subsets:     map[string]map[string]metrics.Estimate{"law": {"score": score}},
		Coverage:    report.Coverage{Samples: 2, Scored: 1, Excluded: 1, Tasks: 4, Graded: 3, Missing: 1, Codes: map[judge.Code]int{judge.Truncated: 1}},
		Samples: []report.Sample{
			{ID: "one", Subset: "law", Status: report.Scored, Scores: metrics.Values{"score": 0.5}, Grades: []report.Grade{grade("a", 5, 5), grade("b", -2.5, -3)}},
			{ID: "two", Subset: "law", Status: report.Excluded, Grades: []report.Grade{grade("a", 3, 5), missing}},
		},
	}
}

func ExampleReport_WritePage() {
	var page strings.Builder
	if err := built().WritePage(&page); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.HasPrefix(page.String(), "<!DOCTYPE html>"), page.Len() < 100_000)
	// Output: true true
}

func ExampleReport_WritePageWith() {
	var page strings.Builder
	// Everything whole, whatever the size of the page.
	if err := built().WritePageWith(&page, report.PageOptions{Bytes: -1}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(page.String(), "Not everything is in this page"))
	// Output: false
}

func ExampleComparison_WritePage() {
	a, b := twoModels()
	c, err := report.Compare(a, b, report.CompareOptions{NameA: "new", NameB: "old"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var page strings.Builder
	if err := c.WritePage(&page); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(page.String(), "new is higher than old on clipped_score by 0.5875."))
	// Output: true
}

func ExampleComparison_WritePageWith() {
	a, b := twoModels()
	c, err := report.Compare(a, b, report.CompareOptions{NameA: "new", NameB: "old"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var page strings.Builder
	// With all raw replies, whatever the size of the page.
	if err := c.WritePageWith(&page, report.PageOptions{Bytes: -1}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(page.String(), "Not everything is in this page"))
	// Output: false
}

func ExampleMatrix_WritePage() {
	a, b := twoModels()
	third := *b
	m, err := report.CompareAll([]report.NamedReport{{Name: "new", Report: a}, {Name: "old", Report: b}, {Name: "older", Report: &third}}, report.CompareOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var page strings.Builder
	if err := m.WritePage(&page); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.HasPrefix(page.String(), "<!DOCTYPE html>"), strings.Contains(page.String(), "3 runs, each against each other"))
	// Output: true true
}

func ExampleComparison_HTML() {
	a, b := twoModels()
	c, err := report.Compare(a, b, report.CompareOptions{NameA: "new", NameB: "old"})
	if err != nil {
		fmt.Println(err)
		return
	}
	html := c.HTML()
	fmt.Println(strings.Count(html, "<table"), strings.Count(html, "<svg"), strings.Count(html, "<script"))
	// Output: 1 4 0
}

func ExampleReport_HTML() {
	html := built().HTML()
	fmt.Println(strings.Count(html, "<table"), strings.Count(html, "<script"))
	fmt.Println(strings.Contains(html, "0.5000, interval unknown; missing verdicts allow 0.2500 to 0.5500; n = 1"))
	// Output:
	// 1 0
	// true
}

func ExampleReport_SimpleRender() {
	fmt.Println(built().SimpleRender()["text/plain"])
	// Output:
	// Example
	// subset  metric  value   SE  95 % interval  n  missing allow
	// law     score   0.5000  –   [−∞, ∞]        1  0.2500 … 0.5500
	// samples: 1 scored, 1 excluded, 0 unanswered; verdicts: 3 graded, 1 missing (truncated 1)
}

func ExampleReport_WriteCSV() {
	if err := built().WriteCSV(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// sample,subset,status,criterion,category,weight,grade,points,reason,explanation,how
	// one,law,scored,a,,5,graded,5,,,
	// one,law,scored,b,,-3,graded,-2.5,,,
	// two,law,excluded,a,,5,graded,3,,,
	// two,law,excluded,b,,-3,missing,,truncated,,
}
