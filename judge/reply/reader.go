package reply

import (
	"strings"

	"github.com/assize-eval/assize/judge"
)

// reader reads one reply.
type reader struct {
	form  form
	task  judge.Task
	reply judge.Reply
	text  string // the reply's text, trimmed
	end   ending
	work  budget
	// loose are parts of verdicts that the answer states outside of objects.
	loose []string
	// tail is what follows the last object of the answer.
	tail string
	// What the judge was shown, squeezed, once it is needed.
	squeezedJudged, squeezedPrompt squeezed
}

// read turns a reply into a verdict.
func read(f form, task judge.Task, reply judge.Reply) (judge.Verdict, error) {
	r := reader{form: f, task: task, reply: reply, text: trim(reply.Text)}
	r.work = newBudget(len(r.text))
	grades, how, err := r.read()
	if err != nil {
		return judge.Verdict{Raw: reply.Text}, err
	}
	return judge.Verdict{Grades: grades, How: how, Raw: reply.Text}, nil
}

func (r *reader) read() ([]judge.Grade, string, *judge.Error) {
	if err := r.form.check(r.task); err != nil {
		return nil, "", err
	}
	end, err := envelope(r.reply, r.text == "")
	if err != nil {
		return nil, "", err
	}
	r.end = end
	if len(r.text) > maxBytes {
		return nil, "", judge.Errorf(judge.Malformed, "the reply is longer than %d bytes", maxBytes)
	}
	d, bad := parse(r.text, &r.work)
	switch {
	case bad.what == "":
		return r.whole(d)
	case bad.what == tooDeep:
		return nil, "", judge.Errorf(judge.Malformed, "%s", bad.what)
	case end == broken:
		_, code, fault := endingOf(r.reply.Finish)
		return nil, "", judge.Errorf(code, "%s", fault)
	}
	// Blanks at the end tell a number that is whole from one that may be cut.
	return r.parts(strings.TrimLeftFunc(r.reply.Text, isBlank), "")
}

// whole reads a reply that is one JSON value.
func (r *reader) whole(d document) ([]judge.Grade, string, *judge.Error) {
	c := choice{candidate: &candidate{text: r.text, end: len(r.text), doc: d}, reading: interpret(r.form, d, r.task, &r.work)}
	switch v := d.root; v.kind() {
	case object:
	case array:
		if v.size() > 1 && c.reading.state == other {
			return r.elements(d)
		}
	case text:
		if inner := trim(v.text()); strings.HasPrefix(inner, "{") {
			return r.parts(inner, "text of an object")
		}
		fallthrough
	default:
		return nil, "", judge.Errorf(judge.Malformed, "the reply is %s alone; %s is due", describe(v), r.form.wants())
	}
	if c.reading.state != good {
		return nil, "", r.noVerdict([]choice{c})
	}
	e := r.echoOf(c.candidate, c.reading.at, false)
	if e.source == planted && e.words {
		return nil, "", judge.Errorf(judge.Malformed, "the reply repeats an object of what was judged, its words included; give a verdict of your own")
	}
	flagEcho(c.reading.grades, e.source)
	if r.end == broken {
		flag(c.reading.grades, flagLength)
	}
	doubt(c.reading.grades, r.task, "")
	if len(c.reading.notes) == 0 {
		return c.reading.grades, "strict", nil
	}
	return c.reading.grades, how("", c, ""), nil
}

// flagLength is the flag of the grades of a whole object in a reply that did not end by itself.
const flagLength = "the reply did not end by itself"

// elements reads a list of objects: each may be the verdict.
func (r *reader) elements(d document) ([]judge.Grade, string, *judge.Error) {
	var all []choice
	if d.root.size() > maxObjects {
		return nil, "", judge.Errorf(judge.Malformed, "the reply holds more than %d objects; give one", maxObjects)
	}
	for e := d.root.first(); e.ok(); e = e.next() {
		c := choice{candidate: &candidate{doc: document{e, d.twice, d.repeated}}, place: place{block: true}}
		c.reading = interpret(r.form, c.doc, r.task, &r.work)
		all = append(all, c)
	}
	return r.settle(all, "")
}

// parts reads a text that is not one JSON value: an answer with its objects among other words.
func (r *reader) parts(text, first string) ([]judge.Grade, string, *judge.Error) {
	a := withoutReasoning(text, judged(r.task), &r.work)
	switch {
	case a.empty:
		return nil, "", judge.Errorf(judge.Empty, "%s", a.fault)
	case a.fault != "":
		return nil, "", judge.Errorf(judge.Malformed, "%s", a.fault)
	}
	var all []choice
	for _, segment := range a.segments {
		s := scanner{text: segment, closers: r.end == regular || r.end == unknown, known: r.form.names, work: &r.work}
		found := s.scan(0)
		if len(found)+len(all) > maxObjects {
			return nil, "", judge.Errorf(judge.Malformed, "the reply holds more than %d objects; give one", maxObjects)
		}
		for i := range found {
			all = append(all, r.consider(&found[i], len(found) > 1))
		}
		shown := segment
		if n := len(found); n > 0 {
			// Escapes may have been undone in it.
			shown = found[n-1].text
		}
		loose, err := r.unaccounted(shown, found)
		if err != nil {
			return nil, "", err
		}
		r.loose = append(r.loose, loose...)
		if n := len(found); n > 0 {
			segment = found[n-1].text[found[n-1].end:]
			r.tail = ""
		}
		r.tail += segment
	}
	if r.work.spent() {
		return nil, "", judge.Errorf(judge.Malformed, outOfWork)
	}
	if len(all) == 0 {
		return r.lines(a)
	}
	return r.settle(all, joinHow(first, a.how))
}

// consider reads a candidate.
func (r *reader) consider(c *candidate, several bool) choice {
	out := choice{candidate: c, place: placeOf(c)}
	switch {
	case c.fault != "":
		out.reading = malformed(bad, "the object is not JSON: "+c.fault)
		if c.cutOff && r.end == unknown {
			out.reading.code = judge.Truncated
		}
	case c.elided:
		out.reading = malformed(template, "dots stand in place of values")
	default:
		out.reading = interpret(r.form, c.doc, r.task, &r.work)
	}
	out.inCode = several && inCode(c)
	return out
}

// settle chooses among objects and makes the verdict.
func (r *reader) settle(all []choice, first string) ([]judge.Grade, string, *judge.Error) {
	c, among, err := r.choose(all)
	if err != nil {
		return nil, "", err
	}
	said, ok := r.allowsTail(c, len(all))
	if !ok {
		return nil, "", judge.Errorf(judge.Malformed, "words follow the object, which may correct it; put nothing after the object")
	}
	if err := r.checkLoose(c.candidate); err != nil {
		return nil, "", err
	}
	if v, known := stanceOf(r.form, c.reading.grades, r.task); c.comments != "" && !(known && allowsComments(c.comments, v)) {
		return nil, "", judge.Errorf(judge.Malformed, "a comment in the object may correct it; write no comments")
	}
	words := c.text[:c.start]
	switch {
	case isForeign(words):
		return nil, "", judge.Errorf(judge.Malformed, "the words before the object say that it may not be the verdict; give the verdict alone")
	case c.echo.source == planted && mayBeQuoted(words):
		return nil, "", judge.Errorf(judge.Malformed, "the only object of the reply also stands in what was judged, so that it may be a quotation; give the verdict alone")
	}
	explainByWords(c.reading.grades, words)
	doubt(c.reading.grades, r.task, words)
	flagEcho(c.reading.grades, c.echo.source)
	if said {
		flag(c.reading.grades, flagProse)
	}
	return c.reading.grades, how(first, c, among), nil
}

// allowsTail reports whether the words after the last object leave the verdict as it is, and whether they are
// more than a closing. Beside several objects, or one that stands in what was judged as well, they may not be.
func (r *reader) allowsTail(c choice, objects int) (said, ok bool) {
	v, known := stanceOf(r.form, c.reading.grades, r.task)
	if !known || objects > 1 || c.echo.source != own {
		return false, closesOnly(r.tail)
	}
	return allowsProse(r.tail, v)
}

// how says how the verdict was read.
func how(first string, c choice, among string) string {
	parts := first
	if among == "" && trim(c.text[:c.start]+c.text[c.end:]) != "" {
		parts = joinHow(parts, "found in text")
	}
	if c.candidate.notes != 0 {
		parts = joinHow(parts, "repaired: "+c.candidate.notes.String())
	}
	if len(c.reading.notes) > 0 {
		parts = joinHow(parts, "understood: "+strings.Join(c.reading.notes, ", "))
	}
	return joinHow(parts, among)
}

func joinHow(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

func flag(grades []judge.Grade, what string) {
	for i := range grades {
		grades[i].Flags = append(grades[i].Flags, what)
	}
}
