package baseline_test

import (
	"context"
	"fmt"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/baseline"
	"github.com/assize-eval/assize/rubric"
)

func ExampleNew() {
	task := judge.Task{
		Sample: sample{answer: "A rise of one point in yields costs the fund about 7.5% of its price."},
		Criteria: []rubric.Criterion{
			{ID: "size", Text: "States that a rise of 1 point in yields costs about 7.5% of the price.", Weight: 8},
			{ID: "horizon", Text: "Compares the duration with the investor's horizon.", Weight: 5},
			{ID: "promise", Text: "Guarantees that the price will recover.", Weight: -6},
		},
	}
	verdict, err := baseline.New().Grade(context.Background(), task)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range verdict.Grades {
		fmt.Printf("%s %g: %s\n", g.Criterion, g.Points, g.Explanation)
	}
	// Output:
	// size 8: found 78 % of the words: rise, point, yields, costs, 7.5, price; not found: 1
	// horizon 0: found 0 % of the words; not found: Compares, duration, investor, horizon
	// promise 0: found 33 % of the words: price; not found: Guarantees, recover
}

func ExampleNewPoints() {
	task := judge.Task{
		Sample:   sample{answer: "保证方式没有约定，丙承担一般保证责任。"},
		Criteria: []rubric.Criterion{{ID: "结论", Text: "（+5分）1.丙承担一般保证责任；\n（+5分）2.丙享有先诉抗辩权。（未写明扣2分）", Weight: 10}},
	}
	verdict, err := baseline.NewPoints().Grade(context.Background(), task)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict.Grades[0].Points, verdict.Grades[0].Explanation)
	// Output:
	// 5.5 found 53 % of the words: 丙承担一般保证责任; not found: 丙享有先诉抗辩权
}
