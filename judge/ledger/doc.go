// Package ledger keeps verdicts on disk, so that a run that was killed, or that failed in part, asks
// only what is missing when it is started again.
//
// A [Ledger] stands before a judge:
//
//	l, err := ledger.Open("run.jsonl", ledger.About{})
//	…
//	defer l.Close()
//	rep, err := prbench.Score(ctx, samples, l.Judge(j, j.Identity()))
//
// The file is JSON Lines, one record for each verdict and each failure, only ever added to. A verdict is written and
// synced before the judge returns it, and so before it is counted. The key of a record is a hash of
// everything that was sent: messages, judge, parameters and repeat. What a sample is called does not
// matter, and what it says does: an edited answer, criterion or prompt is another question.
//
// Only verdicts are final. Of a failure the code, the reply and the cost are kept; the next run asks
// again, unless its contract can read the reply.
package ledger
