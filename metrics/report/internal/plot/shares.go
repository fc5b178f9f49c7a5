package plot

import (
	"strconv"

	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// Shares are parts of a whole, drawn as one bar.
type Shares struct {
	Title string
	Total string
	Parts []Share
}

// Share is one part; X and Width are percentages.
type Share struct {
	Name, Count, Percent string
	X, Width             string
	// Class names how the part is drawn.
	Class string
}

// NewShares draws counts as parts of their sum; those below 0 count for nothing.
func NewShares(title string, names []string, counts []int) Shares {
	total := 0
	for _, n := range counts {
		total += max(n, 0)
	}
	s := Shares{Title: title, Total: numeral.Count(total)}
	before := 0
	for i, n := range counts {
		p := Share{Name: names[i], Count: numeral.Count(n), Class: "part" + strconv.Itoa(i)}
		if total > 0 && n > 0 {
			p.Percent = numeral.Percent(n, total)
			p.X, p.Width = percent(float64(before)/float64(total)), percent(float64(n)/float64(total))
			before += n
		}
		s.Parts = append(s.Parts, p)
	}
	return s
}
