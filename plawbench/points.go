package plawbench

import (
	"math"
	"regexp"
	"strconv"

	"github.com/assize-eval/assize/dataset"
)

// decimal is how points are written.
var decimal = regexp.MustCompile(`^[0-9]{1,6}(?:\.[0-9]{1,6})?$`)

// points returns the positive number in the field, written as a number or as a string of digits.
func (d *decoder) points(field string) float64 {
	if d.err != nil {
		return 0
	}
	p, ok := number(d.Object, field)
	if !ok {
		d.err = d.Errorf(field, "want a positive number of points, found %s", d.Found(field))
	}
	return p
}

func number(o dataset.Object, field string) (float64, bool) {
	written := o.JSON(field)
	if text, err := o.Text(field); err == nil {
		written = text
	}
	if !decimal.MatchString(written) {
		return 0, false
	}
	p, err := strconv.ParseFloat(written, 64)
	return p, err == nil && p > 0
}

var (
	// statedTotal finds the total that a rubric states: 总分：16分.
	statedTotal = regexp.MustCompile(`总分\s*[：:]\s*([0-9]+(?:\.[0-9]+)?)`)
	// mark finds the points of an item: （+3分）, (+3), （＋2.5 分).
	mark = regexp.MustCompile(`[（(]\s*[+＋]\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*分?\s*[)）]`)
	// markOpening finds whatever begins like the points of an item.
	markOpening = regexp.MustCompile(`[（(][^（()）\n]{0,6}[+＋]`)
)

// stated returns the total that a rubric states.
func stated(rubric string) (float64, bool) {
	m := statedTotal.FindStringSubmatch(rubric)
	if m == nil {
		return 0, false
	}
	p, err := strconv.ParseFloat(m[1], 64)
	return p, err == nil
}

// marked returns the sum of the points of a rubric's items, and their number.
func marked(rubric string) (total float64, items int) {
	for _, m := range mark.FindAllStringSubmatch(rubric, -1) {
		p, err := strconv.ParseFloat(m[1], 64)
		if err == nil {
			total += p
			items++
		}
	}
	return total, items
}

// consultationPoints returns what a consultation is worth: the sum of the points of its rubric's
// items, since a total that the rubric states does not always add up. Only a rubric without such
// points is worth the total that it states. The score field of the release is empty; a number in it
// must be one of the two.
func (d *decoder) consultationPoints(rubric, score, text string) float64 {
	if d.err != nil {
		return 0
	}
	total, items := marked(text)
	said, says := stated(text)
	// A mark that cannot be read would make the maximum too small, and no error would show it.
	if n := len(markOpening.FindAllString(text, -1)); n != items {
		d.err = d.Errorf(rubric, "%d items have points, such as （+3分）, but only %d of them can be read", n, items)
		return 0
	}
	for _, m := range statedTotal.FindAllStringSubmatch(text, -1) {
		if p, err := strconv.ParseFloat(m[1], 64); err != nil || !same(p, said) {
			d.err = d.Errorf(rubric, "two totals are stated: %s and %v", m[1], said)
			return 0
		}
	}
	if items == 0 {
		total = said
	}
	if total <= 0 {
		d.err = d.Errorf(rubric, "want points of items, such as （+3分）, or a total, such as 总分：16分; found neither in %s", d.Found(rubric))
		return 0
	}
	if empty, err := d.Text(score); !d.Has(score) || err == nil && empty == "" {
		return total
	}
	if p, ok := number(d.Object, score); !ok || !same(p, total) && !(says && same(p, said)) {
		d.err = d.Errorf(score, "want %v, the points of the rubric, found %s", total, d.Found(score))
	}
	return total
}

// same reports whether two sums of points are equal. Points with decimals need not add up exactly.
func same(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// sum returns what the sections are worth together.
func sum(sections []Section) (total float64) {
	for _, s := range sections {
		total += s.Points
	}
	return total
}
