package plot

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShares(t *testing.T) {
	s := NewShares("Samples", []string{"scored", "excluded"}, []int{3, 1})
	want := []Share{{"scored", "3", "75.0 %", "0%", "75%", "part0"}, {"excluded", "1", "25.0 %", "75%", "25%", "part1"}}
	if diff := cmp.Diff(want, s.Parts); diff != "" || s.Total != "4" {
		t.Errorf("total %s (-want +got):\n%s", s.Total, diff)
	}
	s = NewShares("Samples", []string{"a", "b", "c", "d", "e"}, []int{2, 0, -3, 1, 5})
	want = []Share{{"a", "2", "25.0 %", "0%", "25%", "part0"}, {Name: "b", Count: "0", Class: "part1"}, {Name: "c", Count: "-3", Class: "part2"},
		{"d", "1", "12.5 %", "25%", "12.5%", "part3"}, {"e", "5", "62.5 %", "37.5%", "62.5%", "part4"}}
	if diff := cmp.Diff(want, s.Parts); diff != "" || s.Total != "8" {
		t.Errorf("nothing and less between, total %s (-want +got):\n%s", s.Total, diff)
	}
	s = NewShares("Samples", []string{"a"}, []int{0})
	if diff := cmp.Diff([]Share{{Name: "a", Count: "0", Class: "part0"}}, s.Parts); diff != "" || s.Total != "0" {
		t.Errorf("nothing at all, total %s (-want +got):\n%s", s.Total, diff)
	}
}
