package document

import (
	"math"
)

// Limit is to how many characters the texts of a page are shortened.
type Limit struct {
	// NoReplies says that the replies are left out from which a verdict was read as it stood: they say
	// what the explanation says.
	NoReplies bool
	// NoIDs says that the IDs of criteria are left out. They are often random, and then take the
	// most room of all.
	NoIDs bool
	// Text is for the texts of criteria, Why for explanations, and Trouble for the explanations of
	// missing and flagged verdicts and for replies, which are rare and are what people look for.
	Text, Why, Trouble int
}

// Whole says that nothing is shortened or left out.
func (l Limit) Whole() bool { return l == limits[0] }

// Cut says that texts are shortened.
func (l Limit) Cut() bool { return l.Text < math.MaxInt }

// limits are tried in this order until the page has its size. What was asked is kept longest, since
// without it a verdict says nothing.
var limits = func() []Limit {
	most := math.MaxInt
	out := []Limit{{Text: most, Why: most, Trouble: most}, {NoReplies: true, Text: most, Why: most, Trouble: most}, {true, true, most, most, most}}
	for _, l := range [][3]int{
		{2400, 2400, 2400}, {900, 600, 2400}, {600, 400, 1600}, {450, 300, 1200}, {360, 240, 1000}, {300, 200, 800}, {270, 180, 700},
		{240, 160, 600}, {220, 145, 550}, {200, 130, 500}, {180, 115, 450}, {160, 100, 400}, {150, 90, 360}, {140, 80, 320}, {130, 70, 280}, {120, 60, 240}, {115, 50, 200}, {110, 40, 160},
		{105, 32, 130}, {100, 24, 100}, {100, 12, 100}, {100, 0, 100}, {90, 0, 90}, {80, 0, 80}, {70, 0, 70}, {60, 0, 60}, {50, 0, 50}, {40, 0, 40}, {24, 0, 24}, {16, 0, 16}, {8, 0, 8},
	} {
		out = append(out, Limit{true, true, l[0], l[1], l[2]})
	}
	return out
}()

// firstLimit returns the index of the first limit that fits, or of the last one.
func firstLimit(fits func(Limit) (bool, error)) (int, error) {
	lo, hi := 0, len(limits)-1
	for mid := 0; lo < hi; mid = (lo + hi) / 2 {
		ok, err := fits(limits[mid])
		if err != nil {
			return 0, err
		}
		if ok {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo, nil
}
