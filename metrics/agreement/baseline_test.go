package agreement

import (
	"slices"
	"strings"
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
		want       string
	}{
		{nil, 2, nil, "a baseline needs units and two raters"},
		{[][]float64{{1}}, 2, nil, "a baseline needs units and two raters"},
		{[][]float64{{1, 0}, {1}}, 2, nil, "unit 1 has 1 raters and not 2"},
		{[][]float64{{1, 2}}, 2, nil, "unit 0: rating 1 is 2, which is no category"},
		{[][]float64{{1, .5}}, 2, nil, "unit 0: rating 1 is 0.5"},
		{[][]float64{{1, -1}}, 2, nil, "unit 0: rating 1 is -1"},
		{[][]float64{{1, inf}}, 2, nil, "unit 0: rating 1 is +Inf"},
		{[][]float64{{0, 0}}, 1, nil, "a table of 1 categories"},
		{[][]float64{{1, 1}}, 2, []string{}, "0 clusters for 1 units"},
	} {
		if _, err := LeaveOneOut(tt.ratings, tt.categories, tt.clusters); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}
