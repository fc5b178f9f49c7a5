package reply

import (
	"fmt"
	"slices"

	"github.com/assize-eval/assize/judge"
)

// Kind is the type of a [Field]'s value. The zero Kind is not valid.
type Kind string

// The kinds.
const (
	// Boolean: true gives the criterion's weight, false gives 0.
	Boolean Kind = "boolean"
	// Number: the points themselves, in the criterion's own range.
	Number Kind = "number"
	// Choice: one of a list of words, each of which gives its points.
	Choice Kind = "choice"
)

// Field is one graded value of a [Schema]: the verdict on one criterion.
type Field struct {
	// Key is the name that the prompt asks for. Case, blanks, hyphens and underscores do not matter
	// when a reply is read.
	Key string
	// Aliases are other names that count as Key. Only names that cannot mean anything else belong
	// here.
	Aliases []string
	// Criterion is the ID of the criterion that the field grades; empty for the task's criterion
	// with the index of the field.
	Criterion string
	// Kind is the type of the value.
	Kind Kind
	// Choices are the words that a [Choice] can have, in the order in which the JSON Schema offers
	// them. They are compared like keys.
	Choices []Word
	// MaxKey is the name under which the judge states the maximum of a [Number]; empty when it is
	// not asked for. What it states must be the criterion's weight.
	MaxKey string
}

// Word is one of the words of a [Choice].
type Word struct {
	// Text is what the judge writes.
	Text string
	// Points are what it gives, in the criterion's own range.
	Points float64
}

// Schema declares the object that a judge replies with, for criteria that [CriteriaMet], [Points] and
// [Sections] do not fit. The zero Schema is not valid.
type Schema struct {
	// Name names the contract and its version, as [judge.Contract] has it.
	Name string
	// Fields are the graded values, one for each criterion of a task.
	Fields []Field
	// ReasonKey is the name of the field with the judge's reason, a text; empty for none. Unless a
	// graded field has it, a reason under a usual name is read all the same.
	ReasonKey string
}

// Contract returns the contract that reads replies of the schema, or an error that names the field
// that is not well declared. The JSON Schema has the reason first and all fields required.
func (s Schema) Contract() (judge.Contract, error) {
	if s.Name == "" {
		return judge.Contract{}, fmt.Errorf("reply: the schema has no name")
	}
	if len(s.Fields) == 0 {
		return judge.Contract{}, fmt.Errorf("reply: schema %q has no fields", s.Name)
	}
	f := &flat{}
	var members []property
	if s.ReasonKey != "" {
		if !f.claim(slot{role: roleReason}, s.ReasonKey) {
			return judge.Contract{}, fmt.Errorf("reply: schema %q: reason key %q cannot be told from no key", s.Name, s.ReasonKey)
		}
		members = append(members, property{s.ReasonKey, stringSchema})
	}
	for i, d := range s.Fields {
		properties, err := f.declare(i, d)
		if err != nil {
			return judge.Contract{}, fmt.Errorf("reply: schema %q: field %d (%q): %w", s.Name, i, d.Key, err)
		}
		members = append(members, properties...)
	}
	f.add(slot{role: roleReason}, reasonKeys...)
	return f.contract(s.Name, objectSchema(members...)), nil
}

// declare adds field i.
func (f *flat) declare(i int, d Field) ([]property, error) {
	if len(d.Choices) > 0 && d.Kind != Choice {
		return nil, fmt.Errorf("choices for kind %q", d.Kind)
	}
	if d.MaxKey != "" && d.Kind != Number {
		return nil, fmt.Errorf("a maximum for kind %q", d.Kind)
	}
	if slices.ContainsFunc(f.fields, func(have flatField) bool { return d.Criterion != "" && have.criterion == d.Criterion }) {
		return nil, fmt.Errorf("criterion %q is graded twice", d.Criterion)
	}
	field := flatField{key: d.Key, max: d.MaxKey, kind: d.Kind, criterion: d.Criterion}
	for _, key := range append([]string{d.Key}, d.Aliases...) {
		if !f.claim(slot{roleValue, i}, key) {
			return nil, fmt.Errorf("key %q is empty, or is that of another field as well", key)
		}
	}
	members := []property{{d.Key, ""}}
	switch d.Kind {
	case Boolean:
		members[0].schema = booleanSchema
	case Number:
		members[0].schema = numberSchema
	case Choice:
		var err error
		if field.values, members[0].schema, err = choices(d.Choices); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("kind is %q", d.Kind)
	}
	if d.MaxKey != "" {
		if !f.claim(slot{roleMax, i}, d.MaxKey) {
			return nil, fmt.Errorf("key %q is empty, or is that of another field as well", d.MaxKey)
		}
		members = append(members, property{d.MaxKey, numberSchema})
	}
	f.fields = append(f.fields, field)
	return members, nil
}

// claim makes a spelling known and reports whether it was free, or has this meaning already.
func (f *flat) claim(s slot, key string) bool {
	folded := fold(key)
	if folded == "" {
		return false
	}
	if have, taken := f.slots[folded]; taken {
		return have == s && s.role == roleValue
	}
	f.add(s, key)
	return true
}

// choices returns the points of each word, folded, and the schema of the words.
func choices(list []Word) (map[string]float64, string, error) {
	if len(list) == 0 {
		return nil, "", fmt.Errorf("no choices")
	}
	values := make(map[string]float64, len(list))
	texts := make([]string, len(list))
	for i, w := range list {
		folded := foldWord(w.Text)
		if have, dup := values[folded]; folded == "" || dup && have != w.Points {
			return nil, "", fmt.Errorf("choice %q is empty, or cannot be told from another", w.Text)
		}
		values[folded] = w.Points
		texts[i] = w.Text
	}
	return values, enumSchema(texts), nil
}
