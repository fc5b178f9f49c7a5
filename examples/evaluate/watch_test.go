package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/judgetest"
)

func TestARunThatOnlyFailsSaysWhyWhileItRuns(t *testing.T) {
	url, _ := serve(t, &judgetest.Server{Grade: func(judgetest.Request) string { return "I cannot say." }})
	r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url, "-limit", "2", "-judge-order", "fifo")
	said := strings.Index(r.stderr, "all 5 tasks so far have failed, 5 of them for the reason refused. The first of these: judge: sample ")
	last := strings.LastIndex(r.stderr, " done, ")
	if r.code != exitLowCoverage || said < 0 || said > last {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}

func TestTheMostFrequentReasonIsNamed(t *testing.T) {
	missing := judge.Outcome{Verdict: judge.Verdict{Grades: []judge.Grade{{Criterion: "c", Status: judge.Missing, Reason: judge.Refused, Explanation: "0 of 3 votes"}}}}
	met := judge.Outcome{Verdict: judge.Verdict{Grades: []judge.Grade{{Criterion: "c", Status: judge.Graded}}}}
	fails := func(code judge.Code, text string) judge.Outcome {
		return judge.Outcome{Err: &judge.Error{Code: code, Err: errors.New(text)}}
	}
	var b bytes.Buffer
	x := newWatch(&b)
	for _, o := range []judge.Outcome{fails(judge.Transport, "broken"), missing, fails(judge.Canceled, "the end"), missing, fails(judge.Transport, "again")} {
		x.see(0, o)
	}
	if b.Len() != 0 {
		t.Errorf("after four failures: %s", b.String())
	}
	x.see(0, missing)
	if want := "all 5 tasks so far have failed, 3 of them for the reason refused. The first of these: criterion c: 0 of 3 votes\n"; !strings.Contains(b.String(), want) {
		t.Errorf("it says %q, want %q", b.String(), want)
	}
	b.Reset()
	for range 14 {
		x.see(0, fails(judge.Transport, "three\nlines\nmore"))
	}
	if b.Len() != 0 {
		t.Errorf("after 19 failures: %s", b.String())
	}
	x.see(0, fails(judge.Transport, "x"))
	if want := "all 20 tasks so far have failed, 17 of them for the reason transport. The first of these: judge: transport: broken"; !strings.Contains(b.String(), want) {
		t.Errorf("it says %q, want %q", b.String(), want)
	}
	b.Reset()
	x.see(0, met)
	for range 1000 {
		x.see(0, missing)
	}
	if b.Len() != 0 {
		t.Errorf("with a verdict there: %s", b.String())
	}
}
