package reply

import (
	"math"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// A judge that has second thoughts while it writes an object adds a member: "final_score",
// "corrected_criteria_met", "override". The key that was asked for is then not its last word, and neither
// is the other for certain.
var (
	// revisions are the signs of a key that it corrects another, folded.
	revisions = []string{"final", "revised", "revision", "corrected", "correction", "adjusted", "adjustment", "updated", "amended", "override", "overridden", "reconsidered",
		"最终", "最後", "最后", "修正", "修订", "更正", "订正", "调整后", "复核后", "扣减后", "扣分后"}
	// verdictStems are what such a key is about; one without any of them may be about anything.
	verdictStems = []string{"met", "verdict", "decision", "judgment", "judgement", "result", "grade", "score", "point", "total", "answer",
		"分", "判定", "判断", "结论", "结果", "满足", "符合"}
	// verdictKeys and pointKeys state a verdict in words that were not asked for, folded.
	verdictKeys = foldedSet([]string{"verdict", "decision", "judgment", "judgement", "conclusion", "判定", "判断", "判定结果", "结论"})
	pointKeys   = foldedSet([]string{"score", "points", "total", "grade", "sum", "总分", "總分", "分数", "合计", "总计", "得分", "总得分", "total_score", "points_awarded", "awarded_points"})
)

// isRevision reports whether a folded key says that it corrects a verdict.
func isRevision(key string) bool {
	return containsAny(key, revisions) && containsAny(key, verdictStems)
}

// restates returns the key of the member of o, besides those that are known, that states something else than
// was read; "" for none. differs says so of a member, whose key it gets folded.
func restates(o value, known func(key []byte) bool, differs func(key string, v value) bool) string {
	for m := o.first(); m.ok(); m = m.next() {
		var buf [64]byte
		if key := appendFold(buf[:0], m.key()); !known(key) && differs(string(key), m) {
			return m.key()
		}
	}
	return ""
}

// restated returns the key under which o takes back what its fields state.
func (f *flat) restated(o value, grades []judge.Grade, task judge.Task) string {
	return restates(o, f.names, func(key string, v value) bool {
		if v.kind() == object && containsAny(key, revisions) {
			// The correction is an object of its own.
			for m := v.first(); m.ok(); m = m.next() {
				if s, ok := f.slots[fold(m.key())]; ok && s.role == roleValue && f.differs(s.field, m, true, grades, task) {
					return true
				}
			}
			return false
		}
		for i, field := range f.fields {
			revision := containsAny(key, revisions) && strings.Contains(key, fold(field.key)) || len(f.fields) == 1 && isRevision(key)
			alias := len(f.fields) == 1 && (field.kind == Boolean && verdictKeys[key] || field.kind == Number && pointKeys[key])
			if (revision || alias) && !(field.kind == Number && containsAny(key, notPoints)) && f.differs(i, v, revision, grades, task) {
				return true
			}
		}
		return false
	})
}

// differs reports whether v states another grade for field i.
func (f *flat) differs(i int, v value, revision bool, grades []judge.Grade, task judge.Task) bool {
	j := f.index(i, task)
	if f.fields[i].kind == Number {
		return otherPoints(v, grades[j].Points, task.Criteria[j], revision)
	}
	g, read := f.grade(i, found{value: v}, task.Criteria[j], &reading{})
	return read.state == good && math.Abs(g.Points-grades[j].Points) > tolerance
}

// pointsDiffer reports whether a member of the object of a criterion, by its folded key and its value, states
// other points.
func pointsDiffer(key string, v value, points float64, c rubric.Criterion) bool {
	revision := isRevision(key)
	return (revision || pointKeys[key]) && !containsAny(key, notPoints) && otherPoints(v, points, c, revision)
}

// notPoints are the signs of a key that its number is a maximum or a share.
var notPoints = []string{"max", "满分", "rate", "ratio", "percent", "率"}

// otherPoints reports whether v is a number of other points. One that does not correct the others may be the
// maximum, and any may be the share of it.
func otherPoints(v value, points float64, c rubric.Criterion, revision bool) bool {
	a, why := readAmount(v)
	if why != "" || strings.Contains(v.text(), "%") {
		return false
	}
	for _, same := range []float64{a.points, a.points * c.Weight, a.points * c.Weight / 100} {
		if math.Abs(same-points) <= tolerance {
			return false
		}
	}
	return revision || math.Abs(a.points-c.Weight) > tolerance
}
