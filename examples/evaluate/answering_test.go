package main

import (
	"bytes"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/assize-eval/assize/judge/llm"
)

// A model whose endpoint has it wait must not look like one that hangs.
func TestAnswersAreToldOfWhileNoneComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		told := newAnswering(2, &b)
		told.asked()
		told.asked()
		time.Sleep(25 * time.Second)
		told.done("a", llm.Completion{}, nil) // within ten seconds of a line, and so without one
		time.Sleep(25 * time.Second)
		told.done("b", llm.Completion{}, errors.New("no"))
		told.end()
		time.Sleep(time.Minute)
		synctest.Wait()
		want := `0/2 done, 2 at work, 0.0/s
0/2 done, 2 at work, 0.0/s
1/2 done, 0.0/s, 35s left
1/2 done, 0.0/s, 45s left

warning: no answer to b: no
2/2 done, 1 failed, 0.0/s
`
		if got := b.String(); got != want {
			t.Errorf("told:\n%s\nwant:\n%s", got, want)
		}
	})
}
