package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// members names the members of an object that a reply is read from, each with those of its value, or of the
// elements of its value.
type members map[string]members

var (
	partMembers = members{"type": nil, "text": nil, "refusal": nil}
	chatMembers = members{"error": nil, "choices": {
		"error": nil, "finish_reason": nil, "delta": nil,
		"message": {"role": nil, "content": partMembers, "refusal": nil, "error": nil},
	}}
	responsesMembers = members{"error": nil, "status": nil, "id": nil, "incomplete_details": {"reason": nil}, "output": {
		"type": nil, "role": nil, "status": nil, "phase": nil, "content": partMembers,
	}}
)

// statedTwice returns the first of the members in a valid body that stands there twice, in any case of its
// letters, with different values. A decoder takes one of them in silence.
func statedTwice(body []byte, s members) string {
	return twiceIn(gjson.ParseBytes(body), s, 0)
}

func twiceIn(v gjson.Result, s members, depth int) (name string) {
	if depth > maxDepth {
		return ""
	}
	switch {
	case v.IsArray():
		v.ForEach(func(_, element gjson.Result) bool {
			name = twiceIn(element, s, depth+1)
			return name == ""
		})
	case v.IsObject():
		type member struct{ name, raw string }
		var seen []member
		v.ForEach(func(key, value gjson.Result) bool {
			known, ok := s.find(key.Str)
			if !ok {
				return true
			}
			for _, m := range seen {
				if m.name == known && !sameJSON(m.raw, value.Raw) {
					name = known
					return false
				}
			}
			seen = append(seen, member{known, value.Raw})
			name = twiceIn(value, s[known], depth+1)
			return name == ""
		})
	}
	return name
}

// find returns the name in s that a decoder takes key for.
func (s members) find(key string) (string, bool) {
	if _, ok := s[key]; ok {
		return key, true
	}
	for name := range s {
		if strings.EqualFold(name, key) {
			return name, true
		}
	}
	return "", false
}

// sameJSON reports whether two values are the same but for blanks.
func sameJSON(a, b string) bool {
	if a == b {
		return true
	}
	var x, y bytes.Buffer
	return json.Compact(&x, []byte(a)) == nil && json.Compact(&y, []byte(b)) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// setTwice classifies a response that states one of its members twice, and reports whether it does.
func (e *envelope) setTwice(body []byte, s members) bool {
	name := statedTwice(body, s)
	if name == "" {
		return false
	}
	e.set(classConflict, fmt.Sprintf("the response states %q twice, with different values", name))
	return true
}
