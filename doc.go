// Package assize grades model answers against expert rubrics with judges, mostly language models, and
// says how far each number can be trusted. This package holds only this tour; the work is in the
// packages below.
//
//  1. A rubric (package rubric) is what experts wrote to grade an answer: criteria, each worth points;
//     a negative weight is a penalty.
//  2. A sample (package dataset) is a conversation with the answer under judgement and its rubric.
//  3. A task (package judge) is one question about a sample: the criteria it covers, a prompt, and the
//     contract that reads the reply. A judge answers it with a verdict: a grade for each criterion,
//     which has points or says why it has none. [judge.Run] has a judge answer many tasks.
//  4. Judges: package judge/llm asks an OpenAI-compatible endpoint and judge/reply reads what comes
//     back; [judge.Func] makes a judge of a function; judge/baseline compares words, for trying things
//     out; [judge.NewPanel] lets several vote. Package judge/ledger keeps verdicts on disk, and
//     judge/judgetest tests judges.
//  5. A scorer (package metrics) turns the grades of a sample into values, and metrics turns values
//     into means with standard errors, intervals, and bounds for missing verdicts. Below it,
//     metrics/agreement compares judges with people and with each other, metrics/compare compares
//     models, and metrics/correct corrects rates for the judge's errors.
//  6. A report (package metrics/report) has all of it, with what it depends on, as JSON, Markdown,
//     HTML, CSV or a table.
//  7. Two benchmarks are wired in: prbench (finance and law, weighted criteria, one call for each) and
//     plawbench (Chinese legal practice, points, one call for each sample). They make tasks, run them
//     and build a report from public parts alone; a benchmark of your own does the same.
//
// The main job in a line:
//
//	rep, err := prbench.Score(ctx, samples, judge)
//
// It is not an agent framework, a hosted service, or a collection of generic metrics.
//
// [judge.Run]: https://pkg.go.dev/github.com/assize-eval/assize/judge#Run
// [judge.Func]: https://pkg.go.dev/github.com/assize-eval/assize/judge#Func
// [judge.NewPanel]: https://pkg.go.dev/github.com/assize-eval/assize/judge#NewPanel
package assize
