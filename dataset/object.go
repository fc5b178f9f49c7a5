package dataset

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// Object is a JSON object of a row. Its methods read one field each; their errors are of type
// *[Error] and name the file, the place in it, the sample, the field and what was found instead.
// Keys are compared exactly, letter case included.
//
// An Object is read-only and may be used from several goroutines.
type Object struct {
	origin origin
	path   string
	fields []field
}

// origin is what an error says about a row.
type origin struct{ file, place, sample string }

type field struct {
	name  string
	value gjson.Result
}

func newObject(from origin, path string, value gjson.Result) (Object, error) {
	o := Object{origin: from, path: path}
	if !value.IsObject() {
		return o, from.error(path, fmt.Errorf("want an object, found %s", describe(value)))
	}
	size := 16 // more than most objects in a row have
	if path == "" {
		size = 64 // more than most rows have
	}
	o.fields = make([]field, 0, size)
	value.ForEach(func(name, value gjson.Result) bool {
		o.fields = append(o.fields, field{name.Str, value})
		return true
	})
	return o, nil
}

func (from origin) error(path string, err error) error {
	return &Error{File: from.file, Place: from.place, Sample: from.sample, Field: path, Err: err}
}

// WithSample returns o with errors that name the sample.
func (o Object) WithSample(id string) Object {
	o.origin.sample = id
	return o
}

// Errorf returns an *[Error] about the field with that name, made as by [fmt.Errorf]; about the
// object itself when name is empty.
func (o Object) Errorf(name, format string, args ...any) error {
	path := o.path
	if name != "" {
		path = o.pathOf(name)
	}
	return o.origin.error(path, fmt.Errorf(format, args...))
}

func (o Object) pathOf(name string) string {
	if o.path == "" {
		return name
	}
	return o.path + "." + name
}

func (o Object) get(name string) gjson.Result {
	for _, f := range o.fields {
		if f.name == name {
			return f.value
		}
	}
	return gjson.Result{}
}

func (o Object) want(what, name string, found gjson.Result) error {
	return o.Errorf(name, "want %s, found %s", what, describe(found))
}

// Names returns the names of the fields in the order of the file.
func (o Object) Names() []string {
	names := make([]string, len(o.fields))
	for i, f := range o.fields {
		names[i] = f.name
	}
	return names
}

// nameList lists the names for an error, ten of them at most.
func (o Object) nameList() string {
	const show = 10
	names := o.Names()
	more := ""
	if n := len(names) - show; n > 0 {
		names, more = names[:show], fmt.Sprintf(" and %d more", n)
	}
	for i, name := range names {
		names[i] = Quote(name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ") + more
}

// Has reports whether the field is there and not null.
func (o Object) Has(name string) bool { return o.get(name).Type != gjson.Null }

// JSON returns the value of the field as it stands in the file; "" when the field is not there.
func (o Object) JSON(name string) string { return strings.Clone(o.get(name).Raw) }

// Found describes the field's value in the words that errors use, such as `the number 8.5`.
func (o Object) Found(name string) string { return describe(o.get(name)) }

// Text returns the string in the field, byte for byte. Anything but a string is an error.
func (o Object) Text(name string) (string, error) {
	v := o.get(name)
	if v.Type != gjson.String {
		return "", o.want("a string", name, v)
	}
	return strings.Clone(v.Str), nil
}

// OptionalText is like [Object.Text], but a field that is null or not there gives "" and false.
func (o Object) OptionalText(name string) (text string, ok bool, err error) {
	if !o.Has(name) {
		return "", false, nil
	}
	text, err = o.Text(name)
	return text, err == nil, err
}

// Int returns the whole number in the field, which may be written as 8 or as 8.0. Anything else is
// an error, a string of digits too.
func (o Object) Int(name string) (int, error) {
	v := o.get(name)
	if v.Type != gjson.Number {
		return 0, o.want("a whole number", name, v)
	}
	if n, err := strconv.Atoi(v.Raw); err == nil {
		return n, nil
	}
	// Above 2^53 a float64 may no longer be the number that was written.
	if f, err := strconv.ParseFloat(v.Raw, 64); err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, o.want("a whole number", name, v)
	} else {
		return int(f), nil
	}
}

// OptionalInt is like [Object.Int], but a field that is null or not there gives 0 and false.
func (o Object) OptionalInt(name string) (n int, ok bool, err error) {
	if !o.Has(name) {
		return 0, false, nil
	}
	n, err = o.Int(name)
	return n, err == nil, err
}

// Texts returns the list of strings in the field. A field that is null or not there gives nil;
// anything but a list of strings is an error.
func (o Object) Texts(name string) ([]string, error) {
	list, err := o.list("a list of strings", name)
	if err != nil || !o.Has(name) {
		return nil, err
	}
	texts := make([]string, len(list))
	for i, v := range list {
		if v.Type != gjson.String {
			return nil, o.want("a string", item(name, i), v)
		}
		texts[i] = strings.Clone(v.Str)
	}
	return texts, nil
}

// Object returns the object in the field. Anything else is an error.
func (o Object) Object(name string) (Object, error) {
	return newObject(o.origin, o.pathOf(name), o.get(name))
}

// Objects returns the list of objects in the field. Anything else is an error.
func (o Object) Objects(name string) ([]Object, error) {
	if !o.Has(name) {
		return nil, o.want("a list of objects", name, o.get(name))
	}
	list, err := o.list("a list of objects", name)
	if err != nil {
		return nil, err
	}
	objects := make([]Object, len(list))
	for i, v := range list {
		if objects[i], err = newObject(o.origin, o.pathOf(item(name, i)), v); err != nil {
			return nil, err
		}
	}
	return objects, nil
}

// list returns the items of the list in the field; none for a field that is null or not there.
func (o Object) list(what, name string) ([]gjson.Result, error) {
	v := o.get(name)
	switch {
	case v.Type == gjson.Null:
		return nil, nil
	case !v.IsArray():
		return nil, o.want(what, name, v)
	}
	return v.Array(), nil
}

func item(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }

// describe says what a value is, for errors. Long strings are cut.
func describe(v gjson.Result) string {
	switch {
	case v.Raw == "":
		return "nothing"
	case v.Type == gjson.String:
		return "the string " + Quote(v.Str)
	case v.Type == gjson.Number:
		return "the number " + v.Raw
	case v.IsArray():
		if n := len(v.Array()); n != 1 {
			return fmt.Sprintf("a list of %d", n)
		}
		return "a list of 1"
	case v.IsObject():
		return "an object"
	}
	return v.Raw
}

// quoteLimit is how many bytes of a text an error shows.
const quoteLimit = 60

// Quote returns text in quotes for an error, cut after some 60 bytes.
func Quote(text string) string {
	if len(text) <= quoteLimit {
		return strconv.Quote(text)
	}
	cut := strings.ToValidUTF8(text[:quoteLimit], "")
	return fmt.Sprintf("%q… (%d bytes)", cut, len(text))
}
