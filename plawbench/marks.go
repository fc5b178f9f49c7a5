package plawbench

import (
	"regexp"
	"strings"
)

// A rubric of points is a list of lines. Some carry marks, such as （+5分）, which say what an item is
// worth. Nested lists mark an item and its parts, and some rubrics hold an outline and its details; in
// both the marks add up to more than the points without a contradiction. Lists of one level number all
// their marked lines in one style.

// styles are how lines are numbered. The order matters: the first that fits counts.
var styles = []*regexp.Regexp{
	regexp.MustCompile(`^第[一二三四五六七八九十]+`),
	regexp.MustCompile(`^问题[一二三四五六七八九十0-9]`),
	regexp.MustCompile(`^[一二三四五六七八九十]+[、.．,，]`),
	regexp.MustCompile(`^[一二三四五六七八九十]+是`),
	regexp.MustCompile(`^[0-9]+\s*[、.．)）]`),
	regexp.MustCompile(`^[（(]\s*[0-9]+\s*[)）]`),
	regexp.MustCompile(`^[（(]\s*[一二三四五六七八九十]+\s*[)）]`),
	regexp.MustCompile(`^[①-⑳]`),
	regexp.MustCompile(`^[-–—·•●*]|^l\s`),
}

var (
	// heading is what may stand before the first item: 【结论得分】.
	heading = regexp.MustCompile(`^【[^】]*】`)
	// headingLine is a line that is nothing but a heading, with its points at most.
	headingLine = regexp.MustCompile(`^【[^】]*】\s*[（(]?\s*共?\s*[0-9.]*\s*分?\s*[)）]?\s*$`)
	// leadingMark is a mark before the text of its item.
	leadingMark = regexp.MustCompile(`^[（(]\s*[+＋]\s*[0-9.]+\s*分?\s*[)）]`)
)

// style returns which style a line is numbered in, -1 for none.
func style(line string) int {
	line = strings.TrimSpace(heading.ReplaceAllString(strings.TrimSpace(line), ""))
	line = strings.TrimSpace(leadingMark.ReplaceAllString(line, ""))
	for i, s := range styles {
		if s.MatchString(line) {
			return i
		}
	}
	return -1
}

// list is what the marks of a rubric say.
type list struct {
	total float64
	items int
	// flat says that all marked lines are numbered in one style.
	flat bool
	// complete says that all other lines are numbered in another style.
	complete bool
}

// readList reads the marks of a section's rubric.
func readList(text string) list {
	var l list
	l.total, l.items = marked(text)
	l.flat, l.complete = true, true
	ours := -2
	lines := strings.Split(text, "\n")
	for _, line := range lines {
		if !mark.MatchString(line) {
			continue
		}
		if s := style(line); ours == -2 {
			ours = s
		} else if s != ours {
			l.flat = false
		}
	}
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line != "" && !headingLine.MatchString(line) && !mark.MatchString(line) && style(line) == ours {
			l.complete = false
		}
	}
	return l
}

// partHeading finds a part of a statement's rubric with its points: 一、案由与管辖（20 分）.
var partHeading = regexp.MustCompile(`(?m)^\s*[一二三四五六七八九十]+、[^\n]*?[（(]\s*占?\s*([0-9]+(?:\.[0-9]+)?)\s*分\s*[)）]`)
