package report_test

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/metrics"
	"github.com/assize-eval/assize/metrics/report"
)

func ExampleReport_Resample() {
	items := []report.Item{item("1", "tax", "t", true), item("2", "tax", "t", true), item("3", "tax", "t", true)}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yyn"+"ynn"+"nyn"))
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := rep.Resample(metrics.Bootstrap{Resamples: 1000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := b.Subsets["tax"][metrics.ClippedScore].Percentile
	fmt.Printf("%.3f [%.3f, %.3f]\n%s\n", x.Value, x.Lo, x.Hi, x.Warnings[0])
	// Output:
	// 0.667 [0.400, 1.000]
	// 3 samples: the bootstrap's standard error is short by about 18 %; give the t-interval as well
}

func ExampleMatrix_String() {
	a, b := twoModels()
	m, err := report.CompareAll([]report.NamedReport{{Name: "first", Report: a}, {Name: "second", Report: b}}, report.CompareOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	table, _, _ := strings.Cut(m.String(), "\n\ntax, normalized_score")
	fmt.Println(table)
	// Output:
	// test: 2 runs, each against each other
	//
	// tax, clipped_score
	// run     first            second
	// first   –                +0.5875 (0.003)
	// second  -0.5875 (0.003)  –
}
