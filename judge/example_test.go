package judge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/assize-eval/assize/judge"
)

func ExampleRun() {
	tasks := oneTaskEach(3)
	j := judge.Func(func(ctx context.Context, t judge.Task) (judge.Verdict, error) {
		if t.Sample.ID() == "s1" {
			return judge.Verdict{}, judge.Errorf(judge.Refused, "the judge will not say")
		}
		return judge.Met(t, true, ""), nil
	})
	outcomes, err := judge.Run(context.Background(), j, tasks, judge.Concurrency(8))
	if err != nil {
		fmt.Println(err)
	}
	for _, o := range outcomes {
		g := o.Verdict.Grades[0]
		switch g.Status {
		case judge.Graded:
			fmt.Println(g.Criterion, g.Points)
		case judge.Missing:
			fmt.Println(g.Criterion, g.Status, g.Reason)
		}
	}
	// Output:
	// c0 -1
	// c1 missing refused
	// c2 3
}

func ExampleFunc() {
	// A judge that looks for a word.
	j := judge.Func(func(ctx context.Context, t judge.Task) (judge.Verdict, error) {
		return judge.Met(t, strings.Contains(t.Sample.Response(), "Answer"), "looked for a word"), nil
	})
	v, err := j.Grade(context.Background(), oneTaskEach(2)[1])
	fmt.Println(v.Grades[0].Points, v.Grades[0].Explanation, err)
	// Output: 2 looked for a word <nil>
}

func ExampleMet() {
	task := wholeRubric() // weights 4, 2 and -3
	for _, g := range judge.Met(task, true, "").Grades {
		fmt.Println(g.Criterion, g.Points)
	}
	// Output:
	// a 4
	// b 2
	// c -3
}

func ExamplePoints() {
	task := wholeRubric() // weights 4, 2 and -3
	for _, g := range judge.Points(task, 2.5, 0, -3).Grades {
		fmt.Println(g.Criterion, g.Points)
	}
	// Output:
	// a 2.5
	// b 0
	// c -3
}

func ExampleErrorf() {
	cause := errors.New("no such host")
	err := judge.Errorf(judge.Transport, "ask the judge: %w", cause)
	fmt.Println(err)
	fmt.Println(errors.Is(err, cause))
	// Output:
	// judge: transport: ask the judge: no such host
	// true
}

func ExampleCodeOf() {
	err := fmt.Errorf("grading: %w", judge.Errorf(judge.Quota, "the account is empty"))
	fmt.Println(judge.CodeOf(err))
	fmt.Println(judge.CodeOf(context.Canceled))
	fmt.Println(judge.CodeOf(errors.New("anything else")))
	// Output:
	// quota
	// canceled
	// unknown
}

func ExampleUsage_Add() {
	total := judge.Usage{Calls: 1, PromptTokens: 900}.Add(judge.Usage{Calls: 2, Retries: 1, PromptTokens: 1800})
	fmt.Println(total.Calls, total.Retries, total.PromptTokens)
	// Output: 3 1 2700
}
