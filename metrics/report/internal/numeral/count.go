package numeral

import (
	"fmt"
	"math"
	"strconv"
)

// Count writes a number of things, with commas between thousands.
func Count[T int | int64](n T) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Plural writes a number of things with their name.
func Plural[T int | int64](n T, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// Percent writes the share n of total, which is above 0, so that only all is 100 % and only none is 0 %.
func Percent(n, total int) string {
	text := strconv.FormatFloat(100*float64(n)/float64(total), 'f', 1, 64)
	switch {
	case n == total:
		text = "100"
	case n == 0:
		text = "0"
	case text == "100.0":
		text = "> 99.9"
	case text == "0.0":
		text = "< 0.1"
	}
	return text + " %"
}

// RoundedUp writes a number of things that may be a fraction, rounded up; a dash for none, for what is not
// defined and from 10⁹ on.
func RoundedUp(n float64) string {
	if !(n > 0 && n < 1e9) {
		return "–"
	}
	return fmt.Sprintf("%.0f", math.Ceil(n))
}
