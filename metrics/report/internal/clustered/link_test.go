package clustered

import (
	"slices"
	"testing"
)

func TestLink(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want []int
		why  string
	}{
		{[]string{"a", "b", "c"}, []int{0, 1, 2}, "nothing in common"},
		{[]string{"a", "b", "a"}, []int{0, 1, 0}, "the first stands for both"},
		{[]string{"a", "b", "c", "ab"}, []int{0, 0, 2, 0}, "through the last"},
		{[]string{"a", "b", "c", "ba"}, []int{0, 0, 2, 0}, "in the other order"},
		{[]string{"a", "b", "b", "ab"}, []int{0, 0, 0, 0}, "one that was linked before"},
		{[]string{"a", "b", "c", "bc", "ca"}, []int{0, 0, 0, 0, 0}, "two parts that were linked before"},
	} {
		got := Link(len(tt.keys), func(i int) (keys []string) {
			for _, k := range tt.keys[i] {
				keys = append(keys, string(k))
			}
			return keys
		})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v: %s", tt.keys, got, tt.want, tt.why)
		}
	}
}
