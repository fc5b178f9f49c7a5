package judge_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func TestSharedRendersOnceForTheTasksOfASample(t *testing.T) {
	rendered := 0 // not locked: Shared calls render one at a time
	get := judge.Shared(17, func() string { rendered++; return fmt.Sprintf("text %d", rendered) })
	var wg sync.WaitGroup
	for range 17 {
		wg.Go(func() {
			if got := get(); got != "text 1" {
				t.Errorf("got %q, want the text of the first rendering", got)
			}
		})
	}
	wg.Wait()
	if rendered != 1 {
		t.Errorf("rendered %d times for 17 calls", rendered)
	}
	if got := get(); got != "text 2" {
		t.Errorf("the call after the last got %q: the text was kept in memory", got)
	}
}

func TestSharedAfterAPanicRendersAgain(t *testing.T) {
	broken := true
	get := judge.Shared(3, func() string {
		if broken {
			panic("no template")
		}
		return "text"
	})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		get()
	}()
	broken = false
	if got := get(); got != "text" {
		t.Errorf("after a panic the next task got %q", got)
	}
}

func ExampleShared() {
	prefix := judge.Shared(2, func() string {
		fmt.Println("rendered")
		return "The conversation and the answer."
	})
	fmt.Println(prefix())
	fmt.Println(prefix())
	// Output:
	// rendered
	// The conversation and the answer.
	// The conversation and the answer.
}
