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
}
