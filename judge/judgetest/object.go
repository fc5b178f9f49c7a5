package judgetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// object is a JSON object that is put together key by key.
type object = map[string]any

// member is one member of a JSON object, with its value as it stands in the text.
type member struct {
	key   string
	value json.RawMessage
}

var errNoObject = errors.New("the text is not one JSON object")

// members returns the members of the JSON object that text is, in their order, repeated keys
// included.
func members(text string) ([]member, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, errNoObject
	}
	var ms []member
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, errNoObject
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, errNoObject
		}
		ms = append(ms, member{key.(string), value})
	}
	if _, err := dec.Token(); err != nil {
		return nil, errNoObject
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errNoObject
	}
	return ms, nil
}

// encode returns v as JSON without the escapes that HTML would need.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// join writes an object of members back, in their order.
func join(ms []member) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range ms {
		if i > 0 {
			b.WriteString(", ")
		}
		b.Write(encode(m.key))
		b.WriteString(": ")
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.String()
}
