package agreement

import (
	"slices"
	"testing"
)

func TestLeaveOneOut(t *testing.T) {
	ratings := [][]float64{{1, 1, 0}, {0, 0, nan}, {1, nan, 1}, {0, 1, 1}, {nan, 1, nan}}
	tables, err := LeaveOneOut(ratings, 2, nil)
	if err != nil || len(tables) != 3 {
		t.Fatalf("%d tables, %v", len(tables), err)
	}
	for r, want := range [][][]int{{{1, 2}, {1, 2}}, {{1, 0}, {2, 2}}, {{0, 2}, {1, 2}}} {
		got := tables[r].Counts()
		if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("rater %d: %v, want %v", r, got, want)
		}
	}
	// Three units with two raters each: clustered by unit.
	if n := len(tables[0].clusters); n != 4 {
		t.Errorf("rater 0 has %d clusters, want 4", n)
	}
	tables, err = LeaveOneOut(ratings, 2, []string{"a", "a", "b", "b", "b"})
	if err != nil || len(tables[0].clusters) != 2 {
		t.Errorf("by sample: %d clusters, %v", len(tables[0].clusters), err)
	}
	if tables, err = LeaveOneOut([][]float64{{1, 0}, {1, 1}}, 2, nil); err != nil || len(tables) != 2 || tables[1].Counts()[0][1] != 1 {
		t.Errorf("two raters: %v, %v", tables, err)
	}
	for _, tt := range []struct {
		ratings    [][]float64
		categories int
		clusters   []string
		why        string
	}{
		{nil, 2, nil, "no units"},
		{[][]float64{{1}}, 2, nil, "one rater"},
		{[][]float64{{1, 0}, {1}}, 2, nil, "a rater lacks"},
		{[][]float64{{1, 2}}, 2, nil, "no category"},
		{[][]float64{{1, .5}}, 2, nil, "not whole"},
		{[][]float64{{1, -1}}, 2, nil, "negative"},
		{[][]float64{{1, inf}}, 2, nil, "infinite"},
		{[][]float64{{0, 0}}, 1, nil, "one category"},
		{[][]float64{{1, 1}}, 2, []string{}, "clusters lack"},
	} {
		if _, err := LeaveOneOut(tt.ratings, tt.categories, tt.clusters); err == nil {
			t.Errorf("no error: %s", tt.why)
		}
	}
}
