package agreement

import (
	"math"
	"testing"
)

// TestMCCAtItsEnds has tables of which the coefficient is known whatever their size: shares that do not add up
// to 1 exactly must not make something of nothing, nor more than 1.
func TestMCCAtItsEnds(t *testing.T) {
	nan := math.NaN()
	for a := 1; a <= 60; a++ {
		for b := 1; b <= 60; b++ {
			for _, tt := range []struct {
				why    string
				counts [][]int
				want   float64
			}{
				{"the first rater has one category", [][]int{{a, b}, {0, 0}}, nan},
				{"the second has", [][]int{{a, 0}, {b, 0}}, nan},
				{"the raters agree", [][]int{{a, 0}, {0, b}}, 1},
				{"one says the contrary of the other", [][]int{{0, a}, {b, 0}}, -1},
				{"they agree on three categories", [][]int{{a, 0, 0}, {0, b, 0}, {0, 0, 1}}, 1},
			} {
				table, err := NewTable(tt.counts)
				if err != nil {
					t.Fatal(err)
				}
				got := table.MCC().Value
				if math.IsNaN(got) != math.IsNaN(tt.want) || math.Abs(got-tt.want) > 1e-12 || math.Abs(got) > 1 {
					t.Fatalf("%s, %v: %v, want %v", tt.why, tt.counts, got, tt.want)
				}
			}
		}
	}
}
