package judge

import (
	"fmt"
	"regexp"
	"strings"
)

// placeholder is what a template's placeholder looks like where it has no value.
var placeholder = regexp.MustCompile(`<<[\pL\pN_][\pL\pN_.-]*>>`)

// Fill replaces the placeholders in template by their values in one pass: what was put in is never
// looked at again, so text from a dataset or an answer cannot expand to anything. The keys of vars
// are whole placeholders, delimiters included ("<<conversation>>"). Where two placeholders start at
// the same place the longer one counts. All else stays as it is, byte for byte.
//
// A placeholder of the form <<name>> in the template that has no value is an error: it must not reach
// a judge. A name is of letters of any script, digits and _, and after the first sign of . and - too.
func Fill(template string, vars map[string]string) (string, error) {
	var b strings.Builder
	for {
		at, key := next(template, vars)
		plain := template
		if at >= 0 {
			plain = template[:at]
		}
		if mark := placeholder.FindString(plain); mark != "" {
			return "", fmt.Errorf("judge: the placeholder %s of the template has no value", mark)
		}
		b.WriteString(plain)
		if at < 0 {
			return b.String(), nil
		}
		b.WriteString(vars[key])
		template = template[at+len(key):]
	}
}

// next finds the first placeholder in s, the longest of those that start there.
func next(s string, vars map[string]string) (at int, key string) {
	at = -1
	for k := range vars {
		if k == "" {
			continue
		}
		i := strings.Index(s, k)
		if i >= 0 && (at < 0 || i < at || i == at && len(k) > len(key)) {
			at, key = i, k
		}
	}
	return at, key
}
