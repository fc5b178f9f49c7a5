package ledger_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
)

// A run that failed in part is started again: only what has no verdict is asked.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "ledger")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	calls := 0
	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		calls++
		if calls == 2 {
			return judge.Verdict{}, judge.Errorf(judge.Transport, "the connection broke")
		}
		return judge.Met(t, true, ""), nil
	})
	for range 2 {
		l, err := ledger.Open(filepath.Join(dir, "run.jsonl"), ledger.About{})
		if err != nil {
			fmt.Println(err)
			return
		}
		outcomes, err := judge.Run(context.Background(), l.Judge(j, "my judge/1"), tasks(3), judge.Concurrency(1))
		if err != nil {
			fmt.Println(err)
		}
		graded := 0
		for _, o := range outcomes {
			if o.Err == nil {
				graded++
			}
		}
		fmt.Println(graded, "graded,", calls, "calls in all")
		if err := l.Close(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 2 graded, 3 calls in all
	// 3 graded, 4 calls in all
}

// Two machines grade a half each; their ledgers are put together and scored without a call.
func ExampleMerge() {
	dir, err := os.MkdirTemp("", "ledger")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	about := ledger.About{Dataset: "my dataset", Prompt: "my prompt/1", Judge: "my judge/1"}
	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) { return judge.Met(t, true, ""), nil })

	var paths []string
	for i := range 2 {
		paths = append(paths, filepath.Join(dir, fmt.Sprintf("shard-%d.jsonl", i)))
		l, err := ledger.Open(paths[i], about)
		if err != nil {
			fmt.Println(err)
			return
		}
		var own []judge.Task
		for _, t := range tasks(100) {
			if (judge.Shard{I: i, N: 2}).Has(t.Sample.ID()) {
				own = append(own, t)
			}
		}
		if _, err := judge.Run(context.Background(), l.Judge(j, about.Judge), own); err != nil {
			fmt.Println(err)
		}
		l.Close()
	}

	whole := filepath.Join(dir, "whole.jsonl")
	if _, err := ledger.Merge(whole, paths...); err != nil {
		fmt.Println(err)
		return
	}
	l, err := ledger.Read(whole)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer l.Close()
	outcomes, err := judge.Run(context.Background(), l.Judge(nil, about.Judge), tasks(100))
	fmt.Println(l.Len(), "verdicts,", len(outcomes), "outcomes, error", err, "and", outcomes[99].Err)
	// Output: 100 verdicts, 100 outcomes, error <nil> and <nil>
}

// A better reader reads the replies of an old run again: no call is made.
func ExampleRead() {
	dir, err := os.MkdirTemp("", "ledger")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "run.jsonl")
	l, err := ledger.Open(path, ledger.About{})
	if err != nil {
		fmt.Println(err)
		return
	}
	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		v := judge.Met(t, true, "")
		v.Raw = "unmet" // what the model said, and the first reader took for its opposite
		return v, nil
	})
	task := tasks(1)[0]
	task.Contract.Name = "plain/0"
	before, err := l.Judge(j, "my judge/1").Grade(context.Background(), task)
	l.Close()
	if err != nil {
		fmt.Println(err)
		return
	}

	if l, err = ledger.Read(path); err != nil {
		fmt.Println(err)
		return
	}
	defer l.Close()
	task.Contract = judge.Contract{Name: "plain/1", Read: readPlain}
	after, err := l.Judge(nil, "my judge/1").Grade(context.Background(), task)
	fmt.Println(before.Grades[0].Points, after.Grades[0].Points, err)
	// Output: 1 0 <nil>
}

// A run that is started again tells what it spends itself from what was spent before.
func ExampleLedger_Earlier() {
	dir, err := os.MkdirTemp("", "ledger")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	j := judge.Func(func(_ context.Context, t judge.Task) (judge.Verdict, error) {
		v := judge.Met(t, true, "")
		v.Usage = judge.Usage{Calls: 1, PromptTokens: 1000}
		return v, nil
	})
	for _, n := range []int{3, 5} {
		l, err := ledger.Open(filepath.Join(dir, "run.jsonl"), ledger.About{})
		if err != nil {
			fmt.Println(err)
			return
		}
		var now judge.Usage
		outcomes, err := judge.Run(context.Background(), l.Judge(j, "my judge/1"), tasks(n))
		if err != nil {
			fmt.Println(err)
		}
		for _, o := range outcomes {
			now = now.Add(o.Verdict.Usage)
		}
		fmt.Println(n, "tasks:", now.Calls, "calls now,", l.Earlier().Calls, "before,", l.Usage().Calls, "in all")
		if err := l.Close(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 3 tasks: 3 calls now, 0 before, 3 in all
	// 5 tasks: 2 calls now, 3 before, 5 in all
}
