package reply

import (
	"strings"

	"github.com/assize-eval/assize/judge"
)

// Flags of grades that other words of the same reply seem to contradict.
const (
	flagOpposite = "the explanation may say the opposite"
	flagHeadline = "the words before the object state other points"
)

// doubt flags grades that other words of the reply seem to contradict. It changes no grade: words can
// quote, deny and compare, and only the object is the verdict.
func doubt(grades []judge.Grade, task judge.Task, words string) {
	if len(grades) != 1 {
		return
	}
	g := &grades[0]
	c := task.Criteria[0]
	if g.Max == 0 && (g.Points == 0 || g.Points == c.Weight) && saysOpposite(g.Explanation, g.Points != 0) {
		g.Flags = append(g.Flags, flagOpposite)
	}
	if x, ok := headline(words, c.Weight); ok && x != g.Points {
		g.Flags = append(g.Flags, flagHeadline)
	}
}

// saysOpposite reports whether an explanation ends by saying of the criterion what the verdict denies.
func saysOpposite(explanation string, met bool) bool {
	const tail = 200
	if len(explanation) > tail {
		explanation = explanation[len(explanation)-tail:]
	}
	if !strings.Contains(explanation, "riteri") && !strings.Contains(explanation, "rubric item") && !strings.Contains(explanation, "标准") {
		return false
	}
	explanation = strings.ToLower(strings.TrimRight(explanation, " .。!！\n"))
	if i := strings.LastIndexAny(explanation, ".。!！?？\n"); i >= 0 {
		explanation = explanation[i:]
	}
	for _, subject := range []string{"criterion is ", "criteria is ", "criteria are ", "criterion was ", "rubric item is ", "criteria_met is ", "criteria_met: "} {
		i := strings.LastIndex(explanation, subject)
		if i < 0 {
			continue
		}
		rest := explanation[i+len(subject):]
		says, ok := readings[foldWord(firstWords(rest))]
		return ok && says != met
	}
	switch {
	case met:
		return strings.Contains(explanation, "标准未满足") || strings.Contains(explanation, "不满足该标准") || strings.Contains(explanation, "未满足该标准")
	default:
		return strings.Contains(explanation, "已满足该标准") || strings.Contains(explanation, "标准已满足")
	}
}

// firstWords returns the first word of s, or the first two when the first is "not".
func firstWords(s string) string {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == ';' })
	if len(fields) > 1 && fields[0] == "not" {
		return fields[0] + " " + fields[1]
	}
	if len(fields) > 0 {
		return fields[0]
	}
	return ""
}

// headline finds the points that words state as a total out of max, as in "总分为「12」/「16」" or
// "Total score: 12/16".
func headline(words string, max float64) (float64, bool) {
	const before = 48
	words = strings.Map(narrow, words)
	for i := 0; ; i++ {
		j := strings.IndexByte(words[i:], '/')
		if j < 0 {
			return 0, false
		}
		i += j
		marks := " 「」『』*`【】分"
		left := strings.TrimRight(words[max0(i-before):i], marks)
		digits := strings.TrimRight(left, "0123456789.")
		x, rest, ok := leadingNumber(left[len(digits):])
		if !ok || rest != "" || !containsAny(strings.ToLower(digits), []string{"总分", "总得分", "總分", "total"}) {
			continue
		}
		m, _, ok := leadingNumber(strings.TrimLeft(words[i+1:min(len(words), i+before)], marks))
		if ok && m == max {
			return x, true
		}
	}
}

func max0(i int) int { return max(i, 0) }
