// Package judge asks judges about samples and keeps what they say: tasks, verdicts, and the run that
// turns the one into the other.
//
// A [Task] is one question: a sample, the criteria it covers, a prompt, and the contract that reads
// the reply. A [Judge] answers it with a [Verdict] that has a [Grade] for each criterion. [Run] asks
// about many tasks at once and returns one [Outcome] for each, by index.
//
// A grade is a verdict or it is missing, with the reason: no failure turns into a number here or in
// any package above.
//
// Most judges are language models: package llm. To write one in Go, use [Func]:
//
//	j := judge.Func(func(ctx context.Context, t judge.Task) (judge.Verdict, error) {
//		return judge.Met(t, strings.Contains(t.Sample.Response(), "statute"), ""), nil
//	})
package judge
