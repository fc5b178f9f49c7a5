package reply

import (
	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// flat is the form of an object that states each criterion in a field of its own.
type flat struct {
	fields []flatField
	slots  map[string]slot
}

// flatField is one graded field.
type flatField struct {
	key string
	// max is the key of the maximum; empty when none is expected.
	max       string
	kind      Kind
	criterion string
	// said tells that the words in which judges speak of the verdict are those of a criterion that is met.
	said bool
	// values are the points of an enumeration, by folded value.
	values map[string]float64
}

// role is what a key stands for.
type role uint8

const (
	roleValue role = iota
	roleNegated
	roleMax
	roleReason
	roleParts
)

// slot is where the value of a key goes.
type slot struct {
	role  role
	field int
}

// add makes the spellings of a key known. A spelling that is known already keeps its meaning.
func (f *flat) add(s slot, spellings ...string) {
	if f.slots == nil {
		f.slots = make(map[string]slot)
	}
	for _, key := range spellings {
		if folded := fold(key); folded != "" {
			if _, taken := f.slots[folded]; !taken {
				f.slots[folded] = s
			}
		}
	}
}

func (f *flat) check(task judge.Task) *judge.Error {
	if len(task.Criteria) != len(f.fields) {
		return judge.Errorf(judge.BadRequest, "the contract reads %d criteria and the task has %d", len(f.fields), len(task.Criteria))
	}
	for i := range f.fields {
		if f.index(i, task) < 0 {
			return judge.Errorf(judge.BadRequest, "the contract reads criterion %q, which the task does not have", f.fields[i].criterion)
		}
	}
	return nil
}

// index returns the index of the criterion that field i grades, or -1.
func (f *flat) index(i int, task judge.Task) int {
	id := f.fields[i].criterion
	if id == "" {
		return i
	}
	for j, c := range task.Criteria {
		if c.ID == id {
			return j
		}
	}
	return -1
}

func (f *flat) names(key []byte) bool { _, ok := f.slots[string(key)]; return ok }

func (f *flat) states(key []byte) bool {
	s, ok := f.slots[string(key)]
	return ok && s.role != roleReason && s.role != roleParts
}

func (f *flat) wants() string {
	s := "an object with "
	for i, field := range f.fields {
		if i > 0 {
			s += " and "
		}
		s += field.key
		if field.kind == Boolean {
			s += " (true or false)"
		}
	}
	return s
}

// found are the values of one field.
type found struct{ value, negated, max value }

// contents are the members of an object that mean something.
type contents struct {
	fields        []found
	reason, parts value
	// verdicts counts the keys of points and maxima.
	verdicts int
	notes    noteList
	// twice is the key of a field that is stated twice with different values.
	twice string
}

// collect finds what an object states.
func (f *flat) collect(o value) contents {
	in := contents{fields: make([]found, len(f.fields))}
	for c := o.first(); c.ok(); c = c.next() {
		var buf [64]byte
		s, ok := f.slots[string(appendFold(buf[:0], c.key()))]
		if !ok {
			continue
		}
		field := &f.fields[s.field]
		var at *value
		switch s.role {
		case roleReason:
			if !in.reason.ok() || in.reason.kind() == null {
				in.reason = c
			}
			continue
		case roleParts:
			in.parts = c
			continue
		case roleMax:
			at = &in.fields[s.field].max
		case roleNegated:
			at = &in.fields[s.field].negated
		default:
			at = &in.fields[s.field].value
		}
		in.verdicts++
		switch {
		case !at.ok():
			*at = c
			if c.key() != field.key && c.key() != field.max {
				in.notes.add(noteKey)
			}
		case at.equal(c):
			in.notes.add(noteRepeated)
		default:
			in.twice = field.key
		}
	}
	return in
}

func (f *flat) read(o value, task judge.Task) reading {
	if o.kind() != object {
		return malformed(other, "")
	}
	in := f.collect(o)
	switch {
	case in.twice != "":
		return reading{state: bad, code: judge.Conflict, fault: in.twice + " is stated twice with different values"}
	case in.verdicts == 0 && in.reason.ok() && o.size() > 1 && len(f.fields) == 1:
		// A verdict under a key that was not asked for.
		return malformed(bad, f.fields[0].key+" is missing")
	case in.verdicts == 0:
		return malformed(other, "")
	}
	explanation := explain(in.reason)
	if explanation == "" {
		explanation = explainParts(in.parts)
	}
	r := reading{state: good, grades: make([]judge.Grade, len(task.Criteria)), notes: in.notes}
	if first := &in.fields[0]; len(f.fields) == 1 && !first.value.ok() && first.max.ok() && first.max.kind() != null {
		if first.value = loosely(o); first.value.ok() {
			r.notes.add(noteKey)
		}
	}
	for i := range f.fields {
		j := f.index(i, task)
		g, why := f.grade(i, in.fields[i], task.Criteria[j], &r)
		if why.state != good {
			return why
		}
		g.Explanation = explanation
		r.grades[j] = g
	}
	if key := f.restated(o, r.grades, task); key != "" {
		return reading{state: bad, code: judge.Conflict, fault: quote(key) + " states another verdict"}
	}
	if len(f.fields) > 1 || f.fields[0].kind != Number {
		return r
	}
	g, max := &r.grades[0], f.fields[0].max
	if max != "" && !in.fields[0].max.ok() && g.Max == 0 && hasOtherNumbers(o, in.fields[0].value) {
		return malformed(bad, max+" is missing, and there are other numbers beside "+f.fields[0].key)
	}
	flags, why := checkParts(in.parts, g.Points, task.Criteria[0])
	if why != "" {
		return malformed(bad, f.fields[0].key+" "+why)
	}
	g.Flags = append(g.Flags, flags...)
	return r
}

// loosely returns the one member of o whose key may name points, beside a maximum that is stated.
func loosely(o value) value {
	var found value
	for c := o.first(); c.ok(); c = c.next() {
		if !pointKeys[fold(c.key())] {
			continue
		}
		if found.ok() {
			return value{}
		}
		found = c
	}
	return found
}

var fine = reading{state: good}

// grade reads the values of field i.
func (f *flat) grade(i int, v found, c rubric.Criterion, r *reading) (judge.Grade, reading) {
	field := &f.fields[i]
	if !v.value.ok() && !v.negated.ok() {
		return judge.Grade{}, malformed(bad, field.key+" is missing")
	}
	switch field.kind {
	case Boolean:
		return f.gradeBoolean(field, v, c, r)
	case Choice:
		x, ok := field.values[foldWord(literal(v.value))]
		if !ok {
			return judge.Grade{}, malformed(unread(v.value, false), field.key+" is "+describe(v.value)+", which is none of the values asked for")
		}
		return inRange(judge.Grade{Criterion: c.ID, Status: judge.Graded, Points: x}, field.key, c)
	}
	a, why := readAmount(v.value)
	if why != "" {
		return judge.Grade{}, malformed(unread(v.value, true), field.key+" "+why)
	}
	if a.asText {
		r.notes.add(noteValue)
	}
	max, why := statedMax(a, v.max)
	if why != "" {
		return judge.Grade{}, malformed(unread(v.max, true), field.max+" "+why)
	}
	return gradePoints(a.points, max, field.key, field.max, c)
}

func (f *flat) gradeBoolean(field *flatField, v found, c rubric.Criterion, r *reading) (judge.Grade, reading) {
	at, key := v.value, field.key
	if !at.ok() {
		at, key = v.negated, v.negated.key()
	}
	met, plain, why := readBoolean(at)
	if why != "" {
		return judge.Grade{}, malformed(unread(at, false), key+" "+why)
	}
	if !plain {
		r.notes.add(noteValue)
	}
	if v.negated.ok() {
		unmet, _, why := readBoolean(v.negated)
		// "Not met: false" may be a denial of the key or the value of the key that was asked for.
		if why != "" || !unmet {
			return judge.Grade{}, malformed(bad, quote(v.negated.key())+" is not a key that was asked for")
		}
		if v.value.ok() && met {
			return judge.Grade{}, reading{state: bad, code: judge.Conflict, fault: key + " and " + quote(v.negated.key()) + " contradict each other"}
		}
		met = false
		r.notes.add(noteNegated)
	}
	return judge.Binary(c, met, ""), fine
}

// unread is the state of an object whose value v cannot be read.
func unread(v value, numeric bool) state {
	if v.ok() && isPlaceholder(v, numeric) {
		return template
	}
	return bad
}

// literal returns a scalar as it was written.
func literal(v value) string {
	switch v.kind() {
	case text, number:
		return v.text()
	case boolean:
		return describe(v)
	}
	return ""
}
