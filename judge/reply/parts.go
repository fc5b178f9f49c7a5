package reply

import (
	"math"

	"github.com/assize-eval/assize/rubric"
)

// Flags of grades that were held against a breakdown.
const (
	flagCapped  = "items add up to more than the maximum"
	flagFloored = "items add up to less than nothing"
	flagWorth   = "items add up to the maximum, and may state what they are worth"
)

// awardKeys are the keys, folded, under which an item of a breakdown states its points. The first that
// it has counts: "score" can also be what the item is worth.
var awardKeys = rank("pointsawarded", "awardedpoints", "awarded", "pointsearned", "earnedpoints", "earned", "actualpoints", "actualscore",
	"实际得分", "实得分", "得分", "给分", "itemscore", "score", "totalpoints", "totalscore")

// worthKeys are keys, folded, that state what an item was given or what it is worth. They count where the
// item has no other number and no yes or no beside them.
var worthKeys = map[string]bool{"points": true, "value": true, "pts": true, "分值": true, "分数": true, "point": true}

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

// worth returns what an item states as its points or its worth.
func worth(item value) value {
	if item.kind() == number {
		return item
	}
	if item.kind() != object {
		return value{}
	}
	found := value{}
	for c := item.first(); c.ok(); c = c.next() {
		var buf [64]byte
		switch {
		case worthKeys[string(appendFold(buf[:0], c.key()))] && !found.ok():
			found = c
		case c.kind() != text && c.kind() != null, c.kind() == text && isAmount(c):
			return value{}
		}
	}
	return found
}

// addUp adds up what the items of a breakdown state, a list or an object of them. It reports whether all
// state points, and whether any may have stated its worth instead.
func addUp(parts value) (sum float64, all, unsure bool) {
	if !parts.ok() || parts.kind() != array && parts.kind() != object {
		return 0, false, false
	}
	for p := parts.first(); p.ok(); p = p.next() {
		stated := award(p)
		if !stated.ok() {
			stated, unsure = worth(p), true
		}
		if !stated.ok() {
			return 0, false, false
		}
		a, bad := readAmount(stated)
		if bad != "" {
			return 0, false, false
		}
		sum += a.points
	}
	return sum, parts.size() > 0, unsure
}

// checkParts holds points against the items of their own breakdown. Items that do not all state
// points prove nothing. Points may be the sum bounded to the criterion's range, since deductions can
// pass below nothing and items can add up to more than a section is worth.
func checkParts(parts value, x float64, c rubric.Criterion) (flags []string, why string) {
	sum, all, unsure := addUp(parts)
	lo, hi := c.Range()
	switch {
	case !all, math.Abs(sum-x) <= tolerance:
		return nil, ""
	case sum > hi && x == hi:
		return []string{flagCapped}, ""
	case sum < lo && x == lo:
		return []string{flagFloored}, ""
	case unsure && math.Abs(sum-hi) <= tolerance:
		return []string{flagWorth}, ""
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
