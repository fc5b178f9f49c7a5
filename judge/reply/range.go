package reply

import (
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// limit is the maximum that a judge states for its points. The zero limit is none.
type limit struct {
	points float64
	stated bool
}

// statedMax returns the maximum that is stated with the points or in a field of its own. A field that was
// not filled in states none.
func statedMax(a amount, field value) (limit, string) {
	if !field.ok() || field.kind() == null || isPlaceholder(field, true) {
		return limit{a.max, a.hasMax}, ""
	}
	m, why := readAmount(field)
	if why != "" {
		return limit{}, why
	}
	if a.hasMax && a.max != m.points {
		return limit{}, "is " + points(m.points) + ", and " + points(a.max) + " beside the points"
	}
	return limit{m.points, true}, ""
}

// hasOtherNumbers reports whether an object states numbers beside one value: without a maximum it is
// then not clear which is which.
func hasOtherNumbers(o, beside value) bool {
	for c := o.first(); c.ok(); c = c.next() {
		if c.at == beside.at {
			continue
		}
		if c.kind() == number || c.kind() == text && isAmount(c) {
			return true
		}
	}
	return false
}

func isAmount(v value) bool { _, why := readAmount(v); return why == "" }

// gradePoints holds points and the maximum that the judge states against the criterion.
func gradePoints(x float64, max limit, key, maxKey string, c rubric.Criterion) (judge.Grade, reading) {
	g := judge.Grade{Criterion: c.ID, Status: judge.Graded, Points: x, Max: max.points}
	_, hi := c.Range()
	switch {
	case max.stated && max.points != hi && max.points != c.Weight:
		s := bad
		if 0 < max.points && max.points < hi {
			s = item
		}
		if maxKey == "" {
			maxKey = "the stated maximum"
		}
		return g, malformed(s, maxKey+" is "+points(max.points)+", but the maximum is "+points(hi))
	case !max.stated && 0 < x && x < 1 && hi > 1:
		return g, malformed(bad, key+" is "+points(x)+" and no maximum is stated: it may be a rate")
	case 0 < x && x < 1 && hi > 1 && x != 0.25 && x != 0.5:
		// No rubric gives such points; rates look like that.
		return g, malformed(bad, key+" is "+points(x)+": it may be a rate")
	}
	return inRange(g, key, c)
}

// inRange holds points against the criterion's own range.
func inRange(g judge.Grade, key string, c rubric.Criterion) (judge.Grade, reading) {
	switch lo, hi := c.Range(); {
	case g.Points > hi:
		return g, malformed(bad, key+" is "+points(g.Points)+", above the maximum "+points(hi))
	case g.Points < lo:
		return g, malformed(bad, key+" is "+points(g.Points)+", below "+points(lo))
	}
	return g, fine
}
