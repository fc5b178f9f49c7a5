package reply

import (
	"math"
	"strconv"
	"strings"
)

// tolerance is how far two amounts of points may lie apart and still be the same: judges round
// thirds to two places, and rubrics count in halves.
const tolerance = 0.05

// amount is a number of points as a judge states it.
type amount struct {
	points float64
	// max is the maximum that is stated with the points, as in "12/16".
	max    float64
	hasMax bool
	// asText says that the number did not stand as a JSON number.
	asText bool
}

// readAmount reads v as an amount of points. It returns what is wrong with it otherwise, in words
// that follow the name of the field.
func readAmount(v value) (amount, string) {
	switch v.kind() {
	case number:
		x, why := parseNumber(v.text())
		return amount{points: x}, why
	case text:
		a, why := parseAmount(v.text())
		a.asText = true
		return a, why
	case null:
		return amount{}, "is null"
	}
	return amount{}, "is " + describe(v) + ", not a number"
}

// parseNumber reads a literal of digits.
func parseNumber(s string) (float64, string) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, "is " + shorten(s) + ", which is no finite number"
	}
	return x + 0, "" // turns -0 into 0
}

func sameNumber(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err == nil && err2 == nil && x == y
}

// parseAmount reads points out of a text: a number, with a unit, a maximum ("12/16", "12 of 16") or
// as a sum with its result ("3+4+5=12"). Nothing else may stand in the text.
func parseAmount(s string) (amount, string) {
	t := strings.TrimPrefix(strings.TrimPrefix(amountText(s), "共"), "得")
	x, rest, ok := leadingNumber(t)
	switch {
	case strings.ContainsAny(t, "%‰"):
		return amount{}, "is a percentage, " + quote(s) + ", not points"
	case !ok:
		return amount{}, "is " + quote(s) + ", not a number"
	case math.IsInf(x, 0):
		return amount{}, "is " + shorten(t) + ", which is no finite number"
	}
	if strings.ContainsRune(t, '=') {
		return parseSum(s, x, rest)
	}
	rest = skipUnit(rest)
	if rest == "" {
		return amount{points: x}, ""
	}
	rest = withoutBrackets(rest)
	for _, sep := range []string{"/", "out of", "of", "满分", "滿分"} {
		after, found := strings.CutPrefix(rest, sep)
		if !found {
			continue
		}
		max, after, ok := leadingNumber(strings.TrimLeft(after, " "))
		if ok && skipUnit(after) == "" && !math.IsInf(max, 0) {
			return amount{points: x, max: max, hasMax: true}, ""
		}
	}
	return amount{}, "is " + quote(s) + ", not one number"
}

// withoutBrackets returns the inside of a text that stands in brackets.
func withoutBrackets(s string) string {
	if inner, ok := strings.CutPrefix(s, "("); ok {
		if inner, ok := strings.CutSuffix(inner, ")"); ok {
			return strings.TrimSpace(inner)
		}
	}
	return s
}

// parseSum reads the rest of a sum that states its result, and holds the two against each other.
func parseSum(s string, sum float64, rest string) (amount, string) {
	unclear := "is " + quote(s) + ", not one number"
	for {
		rest = skipUnit(rest)
		if rest == "" {
			return amount{}, unclear
		}
		sign := rest[0]
		x, after, ok := leadingNumber(strings.TrimLeft(rest[1:], " "))
		if !ok || math.IsInf(x, 0) {
			return amount{}, unclear
		}
		rest = after
		switch sign {
		case '+':
			sum += x
		case '-':
			sum -= x
		case '=':
			if skipUnit(rest) != "" {
				return amount{}, unclear
			}
			if math.Abs(x-sum) > 1e-6 {
				return amount{}, "is " + quote(s) + ", and the sum is not right"
			}
			return amount{points: x + 0}, ""
		default:
			return amount{}, unclear
		}
	}
}

// amountText returns s in half width and lower case, trimmed.
func amountText(s string) string {
	return strings.ToLower(trim(strings.Map(narrow, s)))
}

// leadingNumber reads a decimal number at the start of s. An infinite one is returned as such.
func leadingNumber(s string) (x float64, rest string, ok bool) {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	whole := digitsEnd(s, i)
	end := whole
	if end < len(s) && s[end] == '.' {
		end = digitsEnd(s, end+1)
	}
	if end == i || end == i+1 && s[i] == '.' {
		return 0, s, false
	}
	if end < len(s) && s[end] == 'e' {
		j := end + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if k := digitsEnd(s, j); k > j {
			end = k
		}
	}
	x, err := strconv.ParseFloat(s[:end], 64)
	if err != nil && !math.IsInf(x, 0) {
		return 0, s, false
	}
	return x + 0, strings.TrimLeft(s[end:], " "), true
}

// skipUnit drops a unit of points and blanks at the start of s.
func skipUnit(s string) string {
	for _, unit := range []string{"points", "point", "pts", "pt", "marks", "mark", "分"} {
		if rest, ok := strings.CutPrefix(s, unit); ok {
			return strings.Trim(rest, " .")
		}
	}
	return strings.TrimSpace(s)
}

// hasDigit reports whether s holds a digit, full-width ones included.
func hasDigit(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { r = narrow(r); return '0' <= r && r <= '9' })
}
