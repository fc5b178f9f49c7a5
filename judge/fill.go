package judge

import "strings"

// Fill replaces the placeholders in template by their values in one pass: what was put in is never
// looked at again, so text from a dataset or an answer cannot expand to anything. The keys of vars
// are whole placeholders, delimiters included ("<<conversation>>"). Where two placeholders start at
// the same place the longer one counts. Placeholders without a value, and everything else, stay as
// they are.
func Fill(template string, vars map[string]string) string {
	var b strings.Builder
	for template != "" {
		at, key := next(template, vars)
		if at < 0 {
			break
		}
		b.WriteString(template[:at])
		b.WriteString(vars[key])
		template = template[at+len(key):]
	}
	if b.Len() == 0 {
		return template
	}
	b.WriteString(template)
	return b.String()
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
