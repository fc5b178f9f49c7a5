package reply

import (
	"encoding/json"
	"strings"
)

// JSON Schemas of single values.
const (
	stringSchema  = `{"type":"string"}`
	booleanSchema = `{"type":"boolean"}`
	numberSchema  = `{"type":"number"}`
)

// property is one member of an object's schema.
type property struct{ name, schema string }

// objectSchema returns the schema of an object with exactly the given members, in the form that
// strict structured output takes: all members required, no others allowed. Models write members in
// the order of the schema, so reasons come before verdicts.
func objectSchema(members ...property) string {
	var properties, required strings.Builder
	for i, m := range members {
		if i > 0 {
			properties.WriteByte(',')
			required.WriteByte(',')
		}
		name := jsonText(m.name)
		required.WriteString(name)
		properties.WriteString(name + ":" + m.schema)
	}
	return `{"type":"object","properties":{` + properties.String() + `},"required":[` + required.String() + `],"additionalProperties":false}`
}

func arraySchema(items string) string { return `{"type":"array","items":` + items + `}` }

// enumSchema returns the schema of a text that is one of values.
func enumSchema(values []string) string {
	list, _ := json.Marshal(values) // a list of strings always encodes
	return `{"type":"string","enum":` + string(list) + `}`
}

func jsonText(s string) string {
	b, _ := json.Marshal(s) // a string always encodes
	return string(b)
}
