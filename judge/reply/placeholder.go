package reply

import "strings"

// isPlaceholder reports whether v is what a template has where a value is due, so that the object it
// stands in was copied and not filled in. numeric says that the value should be a number.
func isPlaceholder(v value, numeric bool) bool {
	switch v.kind() {
	case object:
		// A JSON Schema of the value.
		for c := v.first(); c.ok(); c = c.next() {
			if c.key() == "type" {
				return true
			}
		}
		return false
	case text:
	default:
		return false
	}
	s := strings.ToLower(trim(v.text()))
	switch s {
	case "bool", "boolean", "number", "integer", "float", "string", "true/false", "true|false", "true or false", "yes/no", "是/否", "是否":
		return true
	case "", "n/a", "na", "nan", "none", "null", "unknown", "无", "未知", "inf", "infinity", "-inf", "-infinity":
		return false
	}
	if strings.Trim(s, ".…") == "" || strings.ContainsAny(s, "<>{}|") {
		return true
	}
	return numeric && !hasDigit(s)
}
