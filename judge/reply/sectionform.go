package reply

import (
	"math"
	"slices"
	"strings"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// sections is the form of an object that states one total for each section.
type sections struct {
	// canonical has the ID of the criterion for each folded name; "" for a name of two sections.
	canonical  map[string]string
	suffixes   []string
	ignore     map[string]bool
	anyMaximum bool
}

var (
	tableKeys = map[string]bool{
		"scoredetails": true, "scoredetail": true, "sectionscores": true, "sections": true, "scores": true, "details": true,
		"评分详情": true, "得分详情": true, "评分明细": true, "得分明细": true, "各部分得分": true,
	}
	sectionNameKeys = map[string]bool{
		"section": true, "sectionname": true, "name": true, "title": true, "部分": true, "名称": true, "板块": true,
	}
	totalKeys     = foldedSet(append([]string{"awarded", "score"}, totalNames...))
	maxKeys       = foldedSet(maxNames)
	breakdownKeys = foldedSet(partKeys)
	reasonSet     = foldedSet(reasonKeys)
	grandKeys     = map[string]bool{"totalawarded": true, "totalpoints": true, "totalscore": true}
	grandNames    = map[string]bool{"totalscore": true, "totalpoints": true, "grandtotal": true, "总分": true, "总得分": true}
)

func foldedSet(keys []string) map[string]bool {
	m := make(map[string]bool, len(keys))
	for _, k := range keys {
		m[fold(k)] = true
	}
	return m
}

func (s *sections) check(task judge.Task) *judge.Error {
	if len(task.Criteria) == 0 {
		return judge.Errorf(judge.BadRequest, "the task has no criteria")
	}
	return nil
}

func (s *sections) names(key []byte) bool {
	if tableKeys[string(key)] {
		return true
	}
	for _, spelling := range s.spellings(key) {
		if s.canonical[spelling] != "" {
			return true
		}
	}
	return false
}

func (s *sections) states(key []byte) bool {
	return totalKeys[string(key)] || maxKeys[string(key)] || s.names(key)
}

func (s *sections) wants() string {
	return "an object score_details with total_points and max_points for each section"
}

func (s *sections) read(o value, task judge.Task) reading {
	if o.kind() != object && o.kind() != array {
		return malformed(other, "")
	}
	var r reading
	table, differ := tableOf(o)
	if differ {
		return reading{state: bad, code: judge.Conflict, fault: "the sections are graded twice with different values"}
	}
	atRoot := !table.ok() || table.kind() != object && table.kind() != array
	if atRoot {
		table = o
		r.notes.add(noteLayout)
	}
	at := make([]value, len(task.Criteria))
	unknown, why := s.locate(table, task, at, &r)
	switch {
	case why.state == bad:
		return why
	case atRoot && !slices.ContainsFunc(at, isGraded):
		return malformed(other, "")
	case !slices.ContainsFunc(at, value.ok):
		return malformed(bad, "score_details has none of the sections")
	}
	r.grades = make([]judge.Grade, len(task.Criteria))
	for i, c := range task.Criteria {
		if !at[i].ok() {
			return malformed(bad, "section "+quote(c.ID)+" is missing")
		}
		g, why := s.grade(at[i], c, &r)
		if why.state != good {
			why.fault = "section " + quote(c.ID) + ": " + why.fault
			return why
		}
		if unknown {
			g.Flags = append(g.Flags, flagUnknown)
		}
		r.grades[i] = g
	}
	s.flagGrandTotal(o, r.grades)
	r.state = good
	return r
}

// tableOf returns the table of sections in o, and whether it has two that differ. What stands under the
// key that was asked for goes before others.
func tableOf(o value) (table value, differ bool) {
	if o.kind() != object {
		return value{}, false
	}
	for c := o.first(); c.ok(); c = c.next() {
		key := fold(c.key())
		if !tableKeys[key] || c.kind() != object && c.kind() != array && table.ok() {
			continue
		}
		switch {
		case !table.ok() || table.kind() != object && table.kind() != array:
			table = c
		case !table.equal(c):
			return table, true
		case key == "scoredetails":
			table = c
		}
	}
	return table, false
}

// locate finds the value of each criterion in a table of sections.
func (s *sections) locate(table value, task judge.Task, at []value, r *reading) (unknown bool, why reading) {
	for e := table.first(); e.ok(); e = e.next() {
		c, name := e, e.key()
		if table.kind() == array {
			r.notes.add(noteLayout)
			switch n := member(c, sectionNameKeys); {
			case n.ok() && n.kind() == text:
				name = n.text()
			case c.kind() == object && c.size() == 1:
				c, name = c.first(), c.first().key()
			default:
				continue
			}
		}
		var buf [96]byte
		folded := appendFold(buf[:0], name)
		i := s.index(folded, task)
		switch {
		case i < 0:
			unknown = unknown || !s.ignored(folded) && isSection(c)
			continue
		case at[i].ok() && !at[i].equal(c):
			return unknown, reading{state: bad, code: judge.Conflict, fault: "section " + quote(task.Criteria[i].ID) + " stands twice with different values"}
		case at[i].ok():
			r.notes.add(noteRepeated)
		case name != task.Criteria[i].ID:
			r.notes.add(noteKey)
		}
		at[i] = c
	}
	return unknown, fine
}

func (s *sections) ignored(folded []byte) bool {
	return slices.ContainsFunc(s.spellings(folded), func(name string) bool { return s.ignore[name] })
}

// index returns the index of the criterion that a folded name stands for, or -1.
func (s *sections) index(folded []byte, task judge.Task) int {
	for _, spelling := range s.spellings(folded) {
		id, alias := s.canonical[spelling]
		i := slices.IndexFunc(task.Criteria, func(c rubric.Criterion) bool {
			var buf [96]byte
			return alias && c.ID == id || !alias && string(appendFold(buf[:0], c.ID)) == spelling
		})
		if i >= 0 {
			return i
		}
	}
	return -1
}

// spellings returns what a folded name may stand for: itself, and what is left without a number in
// front and without a suffix.
func (s *sections) spellings(folded []byte) []string {
	name := string(folded)
	list := append(make([]string, 0, 4), name)
	if bare := strings.TrimLeft(name, "0123456789一二三四五六七八九十、．,"); bare != "" && bare != name {
		name = bare
		list = append(list, name)
	}
	for _, suffix := range s.suffixes {
		if rest, ok := strings.CutSuffix(name, suffix); ok && rest != "" {
			list = append(list, rest)
		}
	}
	return list
}

// isSection reports whether v has the form of a graded section.
func isSection(v value) bool { return member(v, totalKeys).ok() && member(v, maxKeys).ok() }

// isGraded reports whether v states points, as a section does and a summary of one does not.
func isGraded(v value) bool {
	if !v.ok() {
		return false
	}
	if v.kind() == object {
		return member(v, totalKeys).ok() || member(v, maxKeys).ok()
	}
	return isAmount(v)
}

// grade reads one section.
func (s *sections) grade(v value, c rubric.Criterion, r *reading) (judge.Grade, reading) {
	if v.kind() == array && v.size() == 1 && member(v.first(), totalKeys).ok() {
		v = v.first()
		r.notes.add(noteLayout)
	}
	if v.kind() == text && strings.HasPrefix(trim(v.text()), "{") {
		work := newBudget(len(v.text()))
		if d, why := parse(trim(v.text()), &work); why.what == "" && d.twice == "" {
			v = d.root
			r.notes.add(noteLayout)
		}
	}
	total, max, parts := v, value{}, value{}
	if v.kind() == object {
		var twice string
		total, max, parts, twice = sectionFields(v)
		if twice != "" {
			return judge.Grade{}, reading{state: bad, code: judge.Conflict, fault: quote(twice) + " is stated twice with different values"}
		}
		if !total.ok() {
			return judge.Grade{}, malformed(bad, "total_points is missing")
		}
	} else {
		r.notes.add(noteLayout)
	}
	a, why := readAmount(total)
	if why != "" {
		return judge.Grade{}, malformed(unread(total, true), "total_points "+why)
	}
	if a.asText {
		r.notes.add(noteValue)
	}
	stated, why := statedMax(a, max)
	if why != "" {
		return judge.Grade{}, malformed(unread(max, true), "max_points "+why)
	}
	if !stated.stated && v.kind() == object && hasOtherNumbers(v, total) {
		return judge.Grade{}, malformed(bad, "max_points is missing, and there are other numbers beside the total")
	}
	g, refused := s.points(a.points, stated, c)
	if refused.state != good {
		return g, refused
	}
	known := func(key []byte) bool {
		return string(key) == "totalpoints" || maxKeys[string(key)] || breakdownKeys[string(key)] || reasonSet[string(key)]
	}
	if key := restates(v, known, func(key string, m value) bool { return pointsDiffer(key, m, g.Points, c) }); key != "" {
		return g, reading{state: bad, code: judge.Conflict, fault: "total_points and " + quote(key) + " state different points"}
	}
	flags, why := checkParts(parts, g.Points, c)
	if why != "" {
		return g, malformed(bad, "total_points "+why)
	}
	g.Flags = append(g.Flags, flags...)
	if g.Explanation = explain(member(v, reasonSet)); g.Explanation == "" {
		g.Explanation = explainParts(parts)
	}
	return g, fine
}

// points grades a section, whose maximum may be another one where the options allow it.
func (s *sections) points(x float64, max limit, c rubric.Criterion) (judge.Grade, reading) {
	g, why := gradePoints(x, max, "total_points", "max_points", c)
	if why.state == item {
		// There is no verdict on less than a section.
		why.state = bad
	}
	if !s.anyMaximum || !max.stated || max.points == c.Weight || max.points <= 0 || x > max.points {
		return g, why
	}
	if g, why = inRange(g, "total_points", c); why.state == good {
		g.Flags = append(g.Flags, flagMaximum)
	}
	return g, why
}

// sectionFields returns the parts of a section's object, or the key that stands twice.
func sectionFields(v value) (total, max, parts value, twice string) {
	for m := v.first(); m.ok(); m = m.next() {
		var buf [64]byte
		key := appendFold(buf[:0], m.key())
		at := &total
		switch {
		case string(key) == "totalpoints":
			// The name that was asked for goes before others that may mean it.
			if total.ok() && fold(total.key()) != "totalpoints" {
				total = value{}
			}
		case totalKeys[string(key)]:
			if total.ok() && fold(total.key()) == "totalpoints" {
				continue
			}
		case maxKeys[string(key)]:
			at = &max
		case breakdownKeys[string(key)]:
			at = &parts
		default:
			continue
		}
		if at.ok() && !at.equal(m) {
			return total, max, parts, m.key()
		}
		*at = m
	}
	return total, max, parts, ""
}

// flagGrandTotal flags all grades when the reply states a grand total that is not their sum.
func (s *sections) flagGrandTotal(o value, grades []judge.Grade) {
	for c := o.first(); c.ok(); c = c.next() {
		if o.kind() != object || !grandNames[fold(c.key())] {
			continue
		}
		grand := c
		if c.kind() == object {
			grand = member(c, grandKeys)
		}
		if !grand.ok() {
			return
		}
		a, why := readAmount(grand)
		sum := 0.0
		for _, g := range grades {
			sum += g.Points
		}
		if why == "" && math.Abs(a.points-sum) > tolerance {
			for i := range grades {
				grades[i].Flags = append(grades[i].Flags, flagGrand)
			}
		}
		return
	}
}
