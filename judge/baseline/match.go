package baseline

import (
	"math"
	"strconv"
)

// match is what of a criterion's terms an answer has.
type match struct {
	// found and total count the terms, numbers twice.
	found, total int
	// has and lacks are the first of the terms that were found and of those that were not.
	has, lacks listing
}

// compare looks for the terms of a criterion's text in an answer.
func compare(text string, answer vocabulary) match {
	m := match{has: listing{text: text}, lacks: listing{text: text}}
	eachTerm(text, func(t term) {
		worth := 1
		if t.number {
			worth = 2
		}
		m.total += worth
		if answer.has(t) {
			m.found += worth
			m.has.add(t)
		} else {
			m.lacks.add(t)
		}
	})
	return m
}

// share returns the part of the terms that was found, from 0 to 1.
func (m *match) share() float64 { return float64(m.found) / float64(m.total) }

// String says which terms were found and which were not.
func (m *match) String() string {
	b := append(make([]byte, 0, 256), "found "...)
	b = strconv.AppendInt(b, int64(math.Round(100*m.share())), 10)
	b = append(b, " % of the words"...)
	b = m.has.appendTo(b, ": ")
	b = m.lacks.appendTo(b, "; not found: ")
	return string(b)
}

// listing collects parts of a text, up to a few.
type listing struct {
	text  string
	parts [10]struct{ start, end int }
	n     int
	more  bool
}

// add adds a term, joined to the one before it where they overlap, as pairs of characters do.
func (l *listing) add(t term) {
	if l.n > 0 && !l.more {
		if last := &l.parts[l.n-1]; t.start < last.end {
			last.end = t.end
			return
		}
	}
	if l.n == len(l.parts) {
		l.more = true
		return
	}
	l.parts[l.n].start, l.parts[l.n].end = t.start, t.end
	l.n++
}

func (l *listing) appendTo(b []byte, lead string) []byte {
	for i, p := range l.parts[:l.n] {
		if i > 0 {
			lead = ", "
		}
		b = append(append(b, lead...), l.text[p.start:p.end]...)
	}
	if l.more {
		b = append(b, ", …"...)
	}
	return b
}
