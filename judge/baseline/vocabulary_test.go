package baseline

import (
	"fmt"
	"testing"
)

func TestCacheIsBounded(t *testing.T) {
	var c cache
	size := len(c.order)
	for i := range 3*size + 5 {
		text := fmt.Sprint("answer", i)
		c.of(text)
		if len(c.entries) > size {
			t.Fatalf("%d answers are kept, want at most %d", len(c.entries), size)
		}
		if _, ok := c.entries[text]; !ok {
			t.Fatalf("answer %d is not kept", i)
		}
	}
	for i := range size {
		if text := fmt.Sprint("answer", 2*size+5+i); c.entries[text] == nil {
			t.Errorf("%s is gone, and older ones are kept", text)
		}
	}
}
