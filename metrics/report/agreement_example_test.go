package report_test

import (
	"fmt"

	"github.com/assize-eval/assize/metrics/agreement"
	"github.com/assize-eval/assize/metrics/report"
)

func ExampleReport_Agreement() {
	items := []report.Item{item("1", "tax", "t", true), item("2", "tax", "t", true)}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "yyn"+"yny"))
	if err != nil {
		fmt.Println(err)
		return
	}
	// From a file: agreement.Load("experts.csv")
	labels := []agreement.Label{
		{Sample: "1", Criterion: "a", Met: true}, {Sample: "1", Criterion: "b", Met: false},
		{Sample: "2", Criterion: "a", Met: true}, {Sample: "2", Criterion: "c", Met: true},
	}
	a, err := rep.Agreement(labels)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := a.Verdicts.Overall
	fmt.Printf("%d of %d verdicts agree\n", s.BothMet+s.Neither, s.N)
	fmt.Println(a.Corrected[0].Note)
	// Output:
	// 3 of 4 verdicts agree
	// the correction is not defined: sensitivity 1.000 and specificity 0.000 are no better than chance, on criteria of positive weight
}

func ExampleReport_AgreementWith() {
	items := []report.Item{item("1", "tax", "t", true), item("2", "tax", "t", true)}
	var reports [2]*report.Report
	for i, verdicts := range []string{"yynyny", "yynynn"} {
		var err error
		if reports[i], err = report.Build(config(), items, outcomes(report.Tasks(items), verdicts)); err != nil {
			fmt.Println(err)
			return
		}
	}
	a, err := reports[0].AgreementWith(reports[1])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d verdicts differ\n", a.Verdicts.Overall.OnlyFirst+a.Verdicts.Overall.OnlySecond, a.Compared)
	// Output: 1 of 6 verdicts differ
}

func ExampleReport_Labels() {
	items := []report.Item{item("1", "tax", "t", true)}
	rep, err := report.Build(config(), items, outcomes(report.Tasks(items), "y?n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, err := rep.Labels()
	fmt.Println(labels, err)
	// Output: [{1 a true} {1 c false}] <nil>
}
