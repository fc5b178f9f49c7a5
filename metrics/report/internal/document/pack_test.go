package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

func TestFirstLimit(t *testing.T) {
	for want := range limits {
		got, err := firstLimit(func(l Limit) (bool, error) {
			for i, known := range limits {
				if l == known {
					return i >= want, nil
				}
			}
			return false, nil
		})
		if got != want || err != nil {
			t.Errorf("limit %d, %v, want %d", got, err, want)
		}
	}
	if got, _ := firstLimit(func(Limit) (bool, error) { return false, nil }); got != len(limits)-1 {
		t.Errorf("limit %d where none fits, want the last", got)
	}
}

func TestLimitsFall(t *testing.T) {
	for i := 1; i < len(limits); i++ {
		a, b := limits[i-1], limits[i]
		if b.Text > a.Text || b.Why > a.Why || b.Trouble > a.Trouble || a == b {
			t.Errorf("%v after %v", b, a)
		}
	}
}

func TestPackReturnsTheShortestWhereNoneFits(t *testing.T) {
	long := strings.Repeat("a text that is there whole ", 400)
	things := make([]int, 3*ChunkSamples)
	p := NewPacker(things, func(own []int, l Limit) any { return slices.Repeat([]string{outside.Shorten(long, l.Text)}, len(own)) })
	d, err := p.fit(10)
	if err != nil || d.limit != limits[len(limits)-1] {
		t.Errorf("limit %v, %v", d.limit, err)
	}
	none := NewPacker(nil, func([]int, Limit) any { return long })
	if d, err := none.fit(0); err != nil || d.packed != "" {
		t.Errorf("nothing packs to %q, %v", d.packed, err)
	}
}
