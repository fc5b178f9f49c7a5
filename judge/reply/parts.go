package reply

import (
	"math"

	"github.com/assize-eval/assize/rubric"
)

// Flags of grades that were held against a breakdown.
const flagCapped = "items add up to more than the maximum"
const flagFloored = "items add up to less than nothing"

// awardKeys are the keys, folded, under which an item of a breakdown states its points.
var awardKeys = map[string]bool{
	"pointsawarded": true, "awardedpoints": true, "awarded": true, "pointsearned": true, "earnedpoints": true, "earned": true,
	"score": true, "得分": true, "实际得分": true, "实得分": true,
}

// checkParts holds points against the items of their own breakdown. Items that do not all state
// points prove nothing. Points may be the sum bounded to the criterion's range, since deductions can
// pass below nothing and items can add up to more than a section is worth.
func checkParts(parts value, x float64, c rubric.Criterion) (flags []string, why string) {
	if parts.kind() != array || parts.size() == 0 {
		return nil, ""
	}
	sum := 0.0
	for p := parts.first(); p.ok(); p = p.next() {
		award := member(p, awardKeys)
		if !award.ok() {
			return nil, ""
		}
		a, bad := readAmount(award)
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
