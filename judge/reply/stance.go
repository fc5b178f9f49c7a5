package reply

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/assize-eval/assize/judge"
)

// stance is what a verdict says, to be held against the words after it.
type stance struct {
	// binary says that it is met or not.
	binary, met bool
	// points are the points and the maxima that may be stated, total those of the whole. They are empty for a
	// binary verdict.
	points []float64
	total  float64
	// several says that there are more criteria than one.
	several bool
}

// stanceOf returns the stance of grades, and false for verdicts whose words are not known.
func stanceOf(f form, grades []judge.Grade, task judge.Task) (stance, bool) {
	switch f := f.(type) {
	case *flat:
		if len(f.fields) != 1 || task.Criteria[0].Weight == 0 {
			return stance{}, false
		}
		switch g := grades[0]; {
		case f.fields[0].said:
			return stance{binary: true, met: g.Points != 0}, true
		case f.fields[0].kind == Number:
			return stance{points: []float64{g.Points, task.Criteria[0].Weight, task.Criteria[0].Weight - g.Points, g.Max}, total: g.Points}, true
		}
	case *sections:
		s := stance{several: true}
		most := 0.0
		for i, g := range grades {
			s.points = append(s.points, g.Points, task.Criteria[i].Weight, task.Criteria[i].Weight-g.Points, g.Max)
			s.total += g.Points
			most += task.Criteria[i].Weight
		}
		s.points = append(s.points, s.total, most, most-s.total)
		return s, true
	}
	return stance{}, false
}

// hear reads a sentence, in lower case: whether it states a verdict, and whether all that it states can be
// this one.
func (v stance) hear(s string) (states, agrees bool) {
	if !v.binary {
		return v.hearPoints(s)
	}
	said := polarities(s)
	if containsAny(s, totals) && hasDigit(s) || containsPhrase(s, gradeWords) {
		return false, false
	}
	return len(said) > 0, !slices.ContainsFunc(said, func(met bool) bool { return met != v.met })
}

// gradeWords are words for a grade that say neither met nor unmet for certain.
var gradeWords = []string{"credit", "affirmative", "negative", "positive", "falls short", "fall short", "violated", "violates", "insufficient", "granted", "awarded", "partially", "partly", "partial", "to some extent", "in part", "almost", "nearly", "halfway",
	"部分满足", "部分符合", "部分达", "基本满足", "基本符合", "勉强", "大致满足", "差一点"}

// polarities returns what a sentence says of a criterion, each time that it says something.
func polarities(s string) (said []bool) {
	words := wordsOf(s)
	for i, w := range words {
		met, ok := metWord(strings.Trim(w, ".-'"))
		last := i == len(words)-1
		if !ok || i == 1 && words[0] == "to" || (w == "yes" || w == "no") && !last && i > 0 && words[i-1] != "a" {
			continue
		}
		said = append(said, met != isDenied(words[max(0, i-5):i]))
	}
	for _, p := range []string{"fails the", "failed the", "fail the", "fails this", "fails on"} {
		if containsPhrase(s, []string{p}) {
			said = append(said, false)
		}
	}
	for _, sign := range metSigns {
		for rest, at := s, 0; ; {
			i := strings.Index(rest, sign)
			if i < 0 {
				break
			}
			at += i
			said = append(said, !deniedSign(s[:at]))
			at += len(sign)
			rest = rest[i+len(sign):]
		}
	}
	return said
}

// metWord returns whether a word says that a criterion is met, or that it is not.
func metWord(w string) (met, ok bool) {
	switch w {
	case "met", "meets", "meet", "meeting", "true", "yes", "pass", "passes", "passed", "satisfied", "satisfies", "satisfy", "satisfying", "satisfactory",
		"fulfilled", "fulfills", "fulfils", "fulfill", "fulfil", "fulfilling",
		"qualify", "qualifies", "qualified", "counts":
		return true, true
	case "unmet", "false", "no", "fail", "failed", "unsatisfied", "unfulfilled":
		return false, true
	}
	return false, false
}

// isDenied reports whether the words before another deny it.
func isDenied(before []string) bool {
	denied := false
	for _, w := range before {
		w = strings.Trim(w, ".-'")
		switch {
		case w == "not", w == "never", w == "neither", w == "nor", w == "cannot", w == "fails", w == "failing", w == "without", w == "hardly", w == "barely", w == "nothing", w == "none", w == "nowhere", w == "unable", strings.HasSuffix(w, "n't"):
			denied = !denied
		}
	}
	return denied
}

var metSigns = []string{"满足", "符合", "达标", "达到", "滿足", "達標"}

// deniedSign reports whether the characters before a sign deny it.
func deniedSign(before string) bool {
	const reach = 8 * 3
	before = before[max(0, len(before)-reach):]
	if i := strings.LastIndexAny(before, "，。；：,;:"); i >= 0 {
		before = before[i:]
	}
	return containsAny(before, chineseDenials)
}

var chineseDenials = []string{"不", "未", "没", "沒", "无", "無", "非", "难", "否"}

// totals are words beside which a number is that of the whole.
var totals = []string{"total", "overall", "score", "final", "grade", "rating", "verdict", "总分", "总计", "合计", "共计", "共得", "总共", "得分", "评分", "打分", "给分", "总评", "累计", "最终为", "最终得", "最后为", "最后得", "add up", "adds up", "adding up", "added up", "sum", "相加", "加起来", "加总"}

// items are words beside which a number is that of an item.
var items = []string{"item", "point ", "criterion ", "step", "part", "section", "第", "项", "条", "步", "点", "部分"}

// hearPoints does the same for points: numbers beside words for the whole must be those of the verdict, and so
// must amounts of points that belong to no item.
func (v stance) hearPoints(s string) (states, agrees bool) {
	s = strings.NewReplacer("各要点得分", "各要点", "各项得分", "各项").Replace(s)
	whole, item := containsAny(s, totals), containsAny(s, items)
	const fewWords = 6
	short := len(wordsOf(s)) <= fewWords && !strings.ContainsFunc(s, func(c rune) bool { return unicode.Is(unicode.Han, c) })
	plain := strings.Map(narrow, s)
	agrees = true
	for i := 0; i < len(plain); {
		if !isDigitByte(plain[i]) || i > 0 && (isDigitByte(plain[i-1]) || plain[i-1] == '.' || isLetter(plain[i-1])) {
			i++
			continue
		}
		x, rest, ok := leadingNumber(plain[i:])
		if !ok {
			i++
			continue
		}
		before := plain[:i]
		i = len(plain) - len(rest)
		unit := startsWithUnit(rest)
		of, after, outOf := leadingMaximum(rest)
		if outOf {
			i = len(plain) - len(after)
			if of != v.most() && !whole && !v.several { // the points of an item
				continue
			}
		}
		switch {
		case strings.HasPrefix(rest, "%"), endsWithItem(before):
			continue
		case !(isOfWhole(before, whole && !item) || unit || outOf || trim(before) == "" || short && !item || trim(strings.Trim(rest, ".。")) == "" && hasSuffix(before, []string{" is ", " makes ", " gives ", " leaves "})):
			continue
		case takesOff(before) && x > v.most()-v.total+tolerance:
			agrees = false
		case v.may(x):
			states = states || math.Abs(x-v.total) <= tolerance
		case item && !isOfWhole(before, false) && !v.several:
			// The points of an item are part of the whole.
		default:
			agrees = false
		}
	}
	if !item && amountInWords.MatchString(s) {
		agrees = false
	}
	if strings.Contains(s, "零分") && !v.may(0) || strings.Contains(s, "满分") && !hasDigit(s) && v.total != v.most() || (containsPhrase(s, []string{"full marks", "full points", "full score", "full credit"}) && v.total != v.most()) {
		agrees = false
	}
	return states, agrees
}

// isOfWhole reports whether the number after some words is that of the whole, by the word that stands nearest
// to it. otherwise is the answer where none does.
func isOfWhole(before string, otherwise bool) bool {
	total, item := lastOf(before, totals), lastOf(before, items)
	if total < 0 && item < 0 {
		return otherwise
	}
	return total > item
}

func lastOf(s string, list []string) int {
	at := -1
	for _, w := range list {
		if i := strings.LastIndex(s, w); i >= 0 {
			at = max(at, i+len(w))
		}
	}
	return at
}

// amountInWords finds amounts of points that are written in words.
var amountInWords = regexp.MustCompile(`[零〇一二两三四五六七八九十百半]+分(?:[^钟之别析歧为成布配类段层]|$)|\b(?:zero|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|half) (?:points?|marks?|out of|of)\b`)

// most returns the maximum of the whole.
func (v stance) most() float64 {
	if v.several {
		return v.points[len(v.points)-2]
	}
	return v.points[1]
}

func (v stance) may(x float64) bool {
	return slices.ContainsFunc(v.points, func(p float64) bool { return math.Abs(x-p) <= tolerance })
}

// leadingMaximum reads the maximum that stands behind points, as in "9/20" and "9 out of 20".
func leadingMaximum(s string) (x float64, rest string, ok bool) {
	for _, sep := range []string{"/", "out of", "of"} {
		if after, found := strings.CutPrefix(s, sep); found {
			return leadingNumber(strings.TrimLeft(after, " "))
		}
	}
	return 0, s, false
}

func startsWithUnit(s string) bool {
	for _, u := range []string{"分", "point", "pts", "pt", "mark"} {
		if strings.HasPrefix(s, u) && !strings.HasPrefix(s, "分钟") && !strings.HasPrefix(s, "分之") {
			return true
		}
	}
	return false
}

// endsWithItem reports whether the words before a number make it the number of an item.
func endsWithItem(before string) bool {
	return hasSuffix(strings.TrimRight(before, " "), []string{"要点", "第", "item", "point", "criterion", "step", "section", "part", "article", "rule", "no.", "#", "条", "§"})
}

// takesOff reports whether the number after some words is taken off the points.
func takesOff(before string) bool {
	return hasSuffix(strings.TrimRight(before, " "), []string{"扣", "扣除", "扣了", "deduct", "deducted", "deducting"})
}
