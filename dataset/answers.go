package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/tidwall/gjson"
)

// Names of the fields in a row of an answers file.
const (
	answerID   = "id"
	answerText = "response"
)

// ReadAnswers returns the answers in the file at path, by the ID of their sample.
//
// The file holds one JSON object with the IDs as keys and the answers as values, or JSON Lines (or a
// JSON array) of objects with the fields "id" and "response"; other fields of theirs are not looked
// at. It may be compressed by gzip. An object with both of these keys is one row.
//
// An empty string is an answer. Repeated IDs, values that are not strings, files of another shape and
// everything that [EachRow] does not accept are *[Error]s.
func ReadAnswers(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := plain(f)
	if err != nil {
		return nil, &Error{File: path, Err: err}
	}
	data, err := readWhole(text)
	if err != nil {
		return nil, &Error{File: path, Err: err}
	}
	return readAnswers(data, path)
}

func readAnswers(data []byte, name string) (map[string]string, error) {
	text := bytes.TrimPrefix(data, []byte("\uFEFF"))
	if !isAnswerMap(text) {
		return answerRows(data, name)
	}
	raw, err := checkValue(text)
	if err != nil {
		return nil, &Error{File: name, Place: lineOf(text, err), Err: err}
	}
	o, err := newObject(origin{file: name}, "", gjson.Parse(raw))
	if err != nil {
		return nil, err
	}
	if o.get(answerID).Exists() {
		if o.get(answerText).Exists() {
			return answerRows(data, name)
		}
		return nil, o.Errorf("", "want the field %q beside %q, found the fields %s", answerText, answerID, o.nameList())
	}
	answers := make(map[string]string, len(o.fields))
	for _, f := range o.fields {
		if f.value.Type != gjson.String {
			return nil, &Error{File: name, Sample: f.name, Err: fmt.Errorf("want an answer as a string, found %s", describe(f.value))}
		}
		answers[f.name] = f.value.Str
	}
	return answers, nil
}

// isAnswerMap reports whether text is, or is meant to be, one object and not rows. The lines of an
// object that maps IDs to strings never begin with a brace, but for the first.
func isAnswerMap(text []byte) bool {
	r := bufio.NewReader(bytes.NewReader(text))
	if first, _, err := firstByte(r); err != nil || first != '{' {
		return false
	}
	objects := 0
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("{")) {
			objects++
		}
	}
	return objects == 1
}

// answerRows reads rows of answers.
func answerRows(data []byte, name string) (map[string]string, error) {
	answers := make(map[string]string)
	places := make(map[string]string)
	err := EachRowFrom(bytes.NewReader(data), name, func(row Row) error {
		o, err := row.Object()
		if err != nil {
			return err
		}
		if !o.get(answerID).Exists() || !o.get(answerText).Exists() {
			return o.Errorf("", "want the fields %q and %q, found %s", answerID, answerText, o.nameList())
		}
		id, err := o.Text(answerID)
		if err != nil {
			return err
		}
		answer, err := o.WithSample(id).Text(answerText)
		if err != nil {
			return err
		}
		if first, dup := places[id]; dup {
			return o.Errorf(answerID, "%s has an answer in %s too", Quote(id), first)
		}
		answers[id], places[id] = answer, row.Place()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return answers, nil
}

// lineOf returns the place of a fault that says at which byte of text it is.
func lineOf(text []byte, err error) string {
	var fault *faultAt
	if !errors.As(err, &fault) {
		return ""
	}
	return fmt.Sprintf("line %d", 1+bytes.Count(text[:min(fault.offset, len(text))], []byte("\n")))
}
