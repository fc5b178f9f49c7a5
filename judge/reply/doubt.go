package reply

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// Flags of grades that other words of the same reply seem to contradict.
const (
	flagOpposite = "the explanation may say the opposite"
	flagHeadline = "the words before the object state other points"
	flagTitle    = "the words before the object state another verdict"
)

// doubt flags grades that other words of the reply seem to contradict. It changes no grade: words can
// quote, deny and compare, and only the object is the verdict.
func doubt(grades []judge.Grade, task judge.Task, words string) {
	if len(grades) != 1 {
		doubtTotal(grades, task, words)
		return
	}
	g := &grades[0]
	c := task.Criteria[0]
	if g.Max == 0 && (g.Points == 0 || g.Points == c.Weight) && saysOpposite(g.Explanation, g.Points != 0) {
		g.Flags = append(g.Flags, flagOpposite)
	}
	if x, ok := headline(words, c.Weight); ok && math.Abs(x-g.Points) > tolerance {
		g.Flags = append(g.Flags, flagHeadline)
	}
	if binary := c.Weight != 0 && g.Max == 0 && (g.Points == 0 || g.Points == c.Weight); binary {
		if met, ok := title(words); ok && met != (g.Points != 0) || saysOpposite(words, g.Points != 0) {
			g.Flags = append(g.Flags, flagTitle)
		}
	}
}

// doubtTotal flags the grades of several criteria when words state another sum.
func doubtTotal(grades []judge.Grade, task judge.Task, words string) {
	sum, most := 0.0, 0.0
	for i, g := range grades {
		sum += g.Points
		most += task.Criteria[i].Weight
	}
	if x, ok := headline(words, most); ok && math.Abs(x-sum) > tolerance {
		flag(grades, flagHeadline)
	}
}

// titleKeys are the labels, folded, of a line that states a verdict, as in "**Verdict:** not met".
var titleKeys = foldedSet([]string{"verdict", "final verdict", "result", "final result", "conclusion", "decision", "final decision", "criteria met", "criterion met", "is the criterion met",
	"met", "judgment", "judgement", "assessment", "answer", "final answer", "结论", "判定", "判定结果", "是否满足", "是否符合", "结果", "最终结论", "最终判定"})

// title finds the verdict that the last line of its kind states before the object: a label with the verdict, or
// the verdict alone.
func title(words string) (met, ok bool) {
	for line := range strings.Lines(words) {
		line = strings.Map(narrow, strings.ReplaceAll(line, "**", ""))
		line = strings.Trim(line, " \t\r\n#*_>|-`.。!！?")
		label, value, found := strings.Cut(line, ":")
		if !found {
			label, value = "verdict", line
		}
		says, known := readings[foldWord(strings.Trim(value, " *_`.。!！"))]
		if known && titleKeys[fold(strings.TrimRight(strings.Trim(label, " *_`"), "?"))] {
			met, ok = says, true
		}
	}
	return met, ok
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

// plainTotal finds a line that states a total without its maximum, as in "总分：12分".
var plainTotal = regexp.MustCompile(`(?im)^[ \t#*>|-]*(?:最终得分|最终评分|总得分|总评分|总分|總分|total(?: score| points)?|final score|score)[ \t*_]*(?:[:：|]|为|是)[ \t*_「【|]*(\d+(?:\.\d+)?)[ \t*_」】|]*(?:分|points?|pts)?[ \t*_.。|]*(?:[(（][^()（）\n]*[)）])?[ \t*_.。|]*$`)

// headline finds the points that words state as a total out of max, as in "总分为「12」/「16」" or
// "Total score: 12/16", or on a line of their own. A total that is max may be the maximum.
func headline(words string, max float64) (float64, bool) {
	const before = 48
	words = strings.Map(narrow, words)
	if all := plainTotal.FindAllStringSubmatch(words, -1); len(all) > 0 {
		if x, err := strconv.ParseFloat(all[len(all)-1][1], 64); err == nil && x != max {
			return x, true
		}
	}
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
