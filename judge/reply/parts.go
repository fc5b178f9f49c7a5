package reply

import (
	"math"

	"github.com/assize-eval/assize/rubric"
)

// Flags of grades that were held against a breakdown.
const flagCapped = "items add up to more than the maximum"
const flagFloored = "items add up to less than nothing"

// awardKeys are the keys, folded, under which an item of a breakdown states its points. The first that
// it has counts: "score" can also be what the item is worth.
var awardKeys = rank("pointsawarded", "awardedpoints", "awarded", "pointsearned", "earnedpoints", "earned", "实际得分", "实得分", "得分", "score")

func rank(keys ...string) map[string]int {
	m := make(map[string]int, len(keys))
	for i, k := range keys {
		m[k] = i
	}
	return m
}

// award returns what an item states as its points.
func award(item value) value {
	if item.kind() != object {
		return value{}
	}
	best, first := value{}, len(awardKeys)
	for c := item.first(); c.ok(); c = c.next() {
		var buf [64]byte
		if i, ok := awardKeys[string(appendFold(buf[:0], c.key()))]; ok && i < first {
			best, first = c, i
		}
	}
	return best
}

// checkParts holds points against the items of their own breakdown. Items that do not all state
// points prove nothing. Points may be the sum bounded to the criterion's range, since deductions can
// pass below nothing and items can add up to more than a section is worth.
func checkParts(parts value, x float64, c rubric.Criterion) (flags []string, why string) {
	if !parts.ok() || parts.kind() != array || parts.size() == 0 {
		return nil, ""
	}
	sum := 0.0
	for p := parts.first(); p.ok(); p = p.next() {
		awarded := award(p)
		if !awarded.ok() {
			return nil, ""
		}
		a, bad := readAmount(awarded)
		if bad != "" {
			return nil, ""
		}
		sum += a.points
	}
	lo, hi := c.Range()
	switch {
	case math.Abs(sum-x) <= tolerance:
		return nil, ""
	case sum > hi && x == hi:
		return []string{flagCapped}, ""
	case sum < lo && x == lo:
		return []string{flagFloored}, ""
	}
	return nil, "is " + points(x) + ", but the items of its breakdown add up to " + points(math.Round(sum*1e6)/1e6)
}

// member returns the first member of o whose folded key is in keys.
func member(o value, keys map[string]bool) value {
	if o.kind() != object {
		return value{}
	}
	for c := o.first(); c.ok(); c = c.next() {
		var buf [64]byte
		if keys[string(appendFold(buf[:0], c.key()))] {
			return c
		}
	}
	return value{}
}
