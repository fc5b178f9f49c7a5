package reply

import (
	"math"
	"regexp"
	"slices"
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

// criterionWords are words of a sentence about the criterion.
var criterionWords = []string{"criteri", "rubric item", "标准", "该项"}

// saysOpposite reports whether an explanation ends by saying of the criterion what the verdict denies.
func saysOpposite(explanation string, met bool) bool {
	const tail = 200
	end := strings.ToLower(explanation[max(0, len(explanation)-tail):])
	if !containsAny(end, criterionWords) {
		return false
	}
	last := ""
	for sentence := range sentences(end) {
		last = sentence
	}
	said := polarities(last)
	return len(said) > 0 && !slices.Contains(said, met) && containsAny(last, criterionWords)
}

// plainTotal finds a line that states a total without its maximum, as in "总分：12分".
var plainTotal = regexp.MustCompile(`(?im)^[ \t#*>|-]*(?:最终得分|最终评分|总得分|总评分|总分|總分|total(?: score| points)?|final score|score)[ \t*_]*(?:[:：|]|为|是)[ \t*_「【|]*(\d+(?:\.\d+)?)[ \t*_」】|]*(?:分|points?|pts)?[ \t*_.。|]*(?:[(（][^()（）\n]*[)）])?[ \t*_.。|]*$`)

// outOfTotal finds a total with its maximum, as in "总分为「12」/「16」" or "Total score: 12/16".
var outOfTotal = regexp.MustCompile(`(?i)(?:总分|总得分|總分|total)[^\d\n/]{0,30}(\d+(?:\.\d+)?)[ 「」『』*【】分]*/[ 「」『』*【】分]*(\d+(?:\.\d+)?)`)

// headline returns the points that words state as a total, out of max or on a line of their own. A total
// that is max may be the maximum.
func headline(words string, max float64) (float64, bool) {
	words = strings.Map(narrow, words)
	if all := plainTotal.FindAllStringSubmatch(words, -1); len(all) > 0 {
		if x, err := strconv.ParseFloat(all[len(all)-1][1], 64); err == nil && x != max {
			return x, true
		}
	}
	for _, m := range outOfTotal.FindAllStringSubmatch(words, -1) {
		x, err := strconv.ParseFloat(m[1], 64)
		if of, bad := strconv.ParseFloat(m[2], 64); err == nil && bad == nil && of == max {
			return x, true
		}
	}
	return 0, false
}
