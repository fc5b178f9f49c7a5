// Package wire writes results as JSON in which a number that is not defined is null, and reads them
// back with NaN in its place, so that what is undefined never turns into 0.
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
)

var float = reflect.TypeFor[float64]()

// Marshal returns the JSON object of the struct v. Fields of type float64 that are NaN or infinite
// become null; all others are written as encoding/json does. Every field needs a json tag with its
// name alone.
func Marshal(v any) ([]byte, error) {
	s := reflect.ValueOf(v)
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range s.NumField() {
		if i > 0 {
			b.WriteByte(',')
		}
		f := s.Field(i)
		value := f.Interface()
		if x, _ := value.(float64); math.IsNaN(x) || math.IsInf(x, 0) {
			value = nil
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%q:", s.Type().Field(i).Tag.Get("json"))
		b.Write(text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Unmarshal reads what Marshal wrote into the struct that v points to. A float64 that is null or
// absent becomes NaN.
func Unmarshal(data []byte, v any) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	s := reflect.ValueOf(v).Elem()
	for i := range s.NumField() {
		f, name := s.Field(i), s.Type().Field(i).Tag.Get("json")
		if f.Type() == float {
			f.SetFloat(math.NaN())
		}
		if text, ok := fields[name]; ok {
			if err := json.Unmarshal(text, f.Addr().Interface()); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}
