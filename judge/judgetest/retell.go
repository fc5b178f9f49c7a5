package judgetest

import (
	"encoding/json"
	"strconv"
	"strings"
)

// flip returns the object in text with the opposite verdict: booleans negated, and numbers that are
// not maxima exchanged for 0, or for 1 where they are 0, at any depth. Text stays as it is.
func flip(text string) (string, error) {
	flipped, changed, err := flipObject(text)
	if err == nil && !changed {
		err = errNoVerdict
	}
	return flipped, err
}

func flipObject(text string) (string, bool, error) {
	ms, err := members(text)
	if err != nil {
		return "", false, err
	}
	any := false
	for i, m := range ms {
		if strings.Contains(m.key, "max") {
			continue
		}
		value, changed := flipValue(string(m.value))
		ms[i].value = json.RawMessage(value)
		any = any || changed
	}
	return join(ms), any, nil
}

func flipValue(value string) (string, bool) {
	switch {
	case value == "true":
		return "false", true
	case value == "false":
		return "true", true
	case value[0] == '{':
		if flipped, changed, err := flipObject(value); err == nil {
			return flipped, changed
		}
		return value, false
	}
	n, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil:
		return value, false
	case n == 0:
		return "1", true
	}
	return "0", true
}

// trailingComma puts commas after the last member and after the object.
func trailingComma(text string) (string, error) {
	text = strings.TrimSpace(text)
	if ms, err := members(text); err != nil || len(ms) == 0 {
		return "", errNoObject
	}
	return text[:len(text)-1] + ",\n},", nil
}

// cut ends the object within its last value.
func cut(text string) (string, error) {
	if ms, err := members(text); err != nil || len(ms) == 0 {
		return "", errNoObject
	}
	text = strings.TrimRight(text, "} \r\n\t")
	return text[:len(text)-1], nil
}

// title turns criteria_met into "Criteria Met".
func title(key string) string {
	words := strings.Split(key, "_")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// rawNewline replaces the escape of a line break by a line break.
func rawNewline(text string) string { return strings.ReplaceAll(text, `\n`, "\n") }

// python writes the object as Python's repr does.
func python(text string) (string, error) {
	ms, err := members(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range ms {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(repr(encode(m.key)))
		b.WriteString(": ")
		b.WriteString(repr(m.value))
	}
	b.WriteByte('}')
	return b.String(), nil
}

func repr(value json.RawMessage) string {
	var s string
	switch {
	case string(value) == "true":
		return "True"
	case string(value) == "false":
		return "False"
	case string(value) == "null":
		return "None"
	case value[0] == '{':
		if text, err := python(string(value)); err == nil {
			return text
		}
	case json.Unmarshal(value, &s) == nil:
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`).Replace(s) + "'"
	}
	return string(value)
}
