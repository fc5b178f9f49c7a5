package judge_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func TestErrorText(t *testing.T) {
	cause := errors.New("no route to host")
	rows := []struct {
		err  judge.Error
		want string
		why  string
	}{
		{judge.Error{Code: judge.Transport}, "judge: transport", "no cause"},
		{judge.Error{Code: judge.Transport, Err: cause}, "judge: transport: no route to host", "the cause comes last"},
		{judge.Error{Code: judge.Empty, Sample: "s1"}, "judge: sample s1: empty", "a task of several criteria"},
		{judge.Error{Code: judge.Empty, Sample: "s1", Criterion: "c2"}, "judge: sample s1, criterion c2: empty", "a task of one"},
		{judge.Error{Code: judge.Empty, Criterion: "c2"}, "judge: empty", "a criterion means nothing without its sample"},
		{judge.Error{Code: judge.Empty, Attempts: 1}, "judge: empty", "one call is the rule"},
		{judge.Error{Code: judge.RateLimited, Attempts: 7, Err: cause}, "judge: rate_limited after 7 calls: no route to host", "more are worth a word"},
		{judge.Error{Code: judge.Quota, Stop: true, Status: 429}, "judge: quota", "stop and status are fields, not text"},
	}
	for _, r := range rows {
		if got := r.err.Error(); got != r.want {
			t.Errorf("Error() = %q, want %q: %s", got, r.want, r.why)
		}
	}
}

func TestErrorUnwraps(t *testing.T) {
	e := &judge.Error{Code: judge.Transport, Err: fmt.Errorf("read: %w", io.ErrUnexpectedEOF)}
	if !errors.Is(e, io.ErrUnexpectedEOF) {
		t.Error("the cause is not reachable")
	}
	if (&judge.Error{Code: judge.Empty}).Unwrap() != nil {
		t.Error("an error without a cause has one")
	}
	if f := judge.Errorf(judge.Empty, "after %w", io.EOF); f.Code != judge.Empty || !errors.Is(f, io.EOF) {
		t.Errorf("Errorf lost its code or what %%w wraps: %v", f)
	}
}

func TestCodeOf(t *testing.T) {
	coded := judge.Errorf(judge.Conflict, "two verdicts")
	rows := []struct {
		err  error
		want judge.Code
		why  string
	}{
		{nil, "", "no error, no code"},
		{coded, judge.Conflict, "its own"},
		{fmt.Errorf("a: %w", fmt.Errorf("b: %w", coded)), judge.Conflict, "however deep"},
		{errors.Join(io.EOF, coded), judge.Conflict, "also in a joined error"},
		{context.Canceled, judge.Canceled, "a context's error"},
		{fmt.Errorf("ask: %w", context.DeadlineExceeded), judge.Canceled, "a context's error, wrapped"},
		{&judge.Error{Code: judge.Transport, Err: context.DeadlineExceeded}, judge.Transport, "a code that is stated comes before one that is guessed"},
		{&judge.Error{}, "", "an *Error without a code states none"},
		{io.EOF, judge.Unknown, "a plain error"},
		{(*judge.Error)(nil), judge.Unknown, "a nil pointer in an error is an error to Go, and carries no code"},
		{fmt.Errorf("a: %w", error((*judge.Error)(nil))), judge.Unknown, "the same, wrapped"},
	}
	for _, r := range rows {
		if got := judge.CodeOf(r.err); got != r.want {
			t.Errorf("CodeOf(%#v) = %q, want %q: %s", r.err, got, r.want, r.why)
		}
	}
}
