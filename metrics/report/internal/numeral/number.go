package numeral

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Of writes a value: four decimals, or a dash for what is not defined. Very large ones have six digits, and
// what rounds to 0 has no sign.
func Of(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	text := strconv.FormatFloat(x, 'f', 4, 64)
	switch {
	case math.Abs(x) >= 1e9:
		return strconv.FormatFloat(x, 'g', 6, 64)
	case text == "-0.0000":
		return "0.0000"
	}
	return text
}

// Signed is [Of] with a plus sign. What rounds to 0 has no sign.
func Signed(x float64) string {
	text := Of(x)
	switch {
	case math.Abs(x) < 0.00005:
		return Of(0)
	case x > 0:
		return "+" + text
	}
	return text
}

// Tilded writes a difference, with "~" before one that is not shown to be there.
func Tilded(x float64, shown bool) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case shown:
		return Signed(x)
	}
	return "~ " + Signed(x)
}

// P writes a p-value. One below the level does not read as the level.
func P(p, level float64) string {
	text := fmt.Sprintf("%.3f", p)
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 0.0005:
		return "<0.001"
	case p < level && text == fmt.Sprintf("%.3f", level):
		return "<" + text
	}
	return text
}

// Plain writes a number with as many digits as it has.
func Plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Typeset gives written numbers a true minus sign.
func Typeset(s string) string { return strings.ReplaceAll(s, "-", "−") }
