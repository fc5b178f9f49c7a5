package agreement

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxLine is the longest line of labels that is read.
const maxLine = 1 << 20

// ReadJSONL reads labels from lines of JSON, such as
//
//	{"sample": "s1", "criterion": "c1", "met": true}
//
// sample and criterion are strings that are not empty; met is true or false, or 1 or 0. Other fields
// are ignored, and so are blank lines and a byte order mark. name is what errors call the input; they
// name the line, the field and what was found. It is an error when a field is missing, there twice
// or of another type, when a label is there twice, when a line is longer than 1 MiB, and when text
// is not valid UTF-8.
func ReadJSONL(r io.Reader, name string) (labels []Label, err error) {
	err = readJSONL(r, name, "met", func(k Key, value json.RawMessage) error {
		met, err := verdict(string(value))
		labels = append(labels, Label{k.Sample, k.Criterion, met})
		return err
	})
	if err != nil {
		return nil, err
	}
	return labels, nil
}

// readJSONL hands over what each line says about a criterion in the field.
func readJSONL(r io.Reader, name, field string, each func(k Key, value json.RawMessage) error) error {
	c := collector{name: name}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	line := 0
	for lines.Scan() {
		line++
		text := lines.Bytes()
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte(bom))
		}
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		fields, err := object(text)
		if err != nil {
			return c.fault(line, "%v", err)
		}
		var k Key
		if k.Sample, err = stringOf(fields, "sample"); err != nil {
			return c.fault(line, "%v", err)
		}
		if k.Criterion, err = stringOf(fields, "criterion"); err != nil {
			return c.fault(line, "%v", err)
		}
		value, ok := fields[field]
		if !ok {
			return c.fault(line, "field %q is missing", field)
		}
		if err := each(k, value); err != nil {
			return c.fault(line, "field %q is %s, %v", field, excerpt(value), err)
		}
		if err := c.add(line, k); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return c.fault(line+1, "%v", err)
	}
	return nil
}

// object returns the members of a JSON object as they stand. Keys are compared byte for byte, and a
// key that is there twice is an error.
func object(text []byte) (map[string]json.RawMessage, error) {
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("not valid UTF-8")
	}
	if !json.Valid(text) {
		return nil, fmt.Errorf("not valid JSON: %s", excerpt(text))
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, fmt.Errorf("not a JSON object: %s", excerpt(text))
	}
	fields := map[string]json.RawMessage{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		name := key.(string)
		if _, dup := fields[name]; dup {
			return nil, fmt.Errorf("field %q is there twice", name)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		fields[name] = value
	}
	return fields, nil
}

// stringOf returns the string in a field.
func stringOf(fields map[string]json.RawMessage, name string) (string, error) {
	value, ok := fields[name]
	if !ok {
		return "", fmt.Errorf("field %q is missing", name)
	}
	if value[0] != '"' {
		return "", fmt.Errorf("field %q is %s, not a string", name, excerpt(value))
	}
	var s string
	if err := json.Unmarshal(value, &s); err != nil {
		return "", fmt.Errorf("field %q: %w", name, err)
	}
	// Half of a surrogate pair becomes U+FFFD, which would be another name.
	if strings.ContainsRune(s, utf8.RuneError) && !bytes.ContainsRune(value, utf8.RuneError) && !bytes.Contains(bytes.ToLower(value), []byte(`\ufffd`)) {
		return "", fmt.Errorf("field %q is %s, which is not valid text", name, excerpt(value))
	}
	return s, nil
}

// verdict returns the verdict that a text is.
func verdict(text string) (bool, error) {
	switch text {
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return false, errors.New("not true or false")
}

// excerpt returns the beginning of text for an error.
func excerpt(text []byte) string {
	const most = 60
	if len(text) <= most {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:most]), "") + "…"
}
