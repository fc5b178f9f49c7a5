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
// A record says in "v" which version it is of, and in "sample", "repeat" and "at" for people what and when.
// "contract" is the form in which the reply, "raw", was read, "how" with what repairs; "grades", "source" and
// "usage" are the verdict's. A failure has its code in "failure" and its cause in "error".
// "sum", the last member, is a CRC-32C of what stands before it; a record that does not agree with it was
// damaged, or changed by hand, and is passed over with a note. A record of another
// version is passed over, as is any line that is no record, with a note. Of two verdicts on one question that
// differ the last counts, with a note.
//
// Only verdicts are final. Of a failure the code, the reply and the cost are kept; the next run asks
// again, unless its contract can read the reply.
package ledger
