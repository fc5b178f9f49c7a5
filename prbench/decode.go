package prbench

import (
	"strconv"
	"strings"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

// maxTurns is how many turns the dataset has columns for. The last one has none for a response.
const maxTurns = 10

// decode makes a sample of a row. The split is the one that the file's name gives.
func decode(row dataset.Row, split string) (Sample, error) {
	o, err := row.Object()
	if err != nil {
		return Sample{}, err
	}
	d := decoder{row: o}
	s := Sample{Split: split}
	s.Task = d.name("task")
	if d.err == nil {
		d.row = o.WithSample("task " + s.Task)
	}
	s.Field = d.name("field")
	s.Topic = d.name("topic")
	s.Expert = d.name("expert")
	s.EconomicPathway = d.optional("economic_pathway")
	s.DecisionType = d.optional("decision_type")
	s.Canary = d.optional("canary")
	s.Turns = d.turns()
	s.Criteria = d.criteria()
	if named, ok := splitOfCanary(s.Canary); ok {
		s.Split = named
	}
	return s, d.err
}

// decoder reads the fields of a row and keeps the first error.
type decoder struct {
	row dataset.Object
	err error
}

// keep keeps err unless it is nil or comes after another.
func (d *decoder) keep(err error) {
	if d.err == nil {
		d.err = err
	}
}

// name returns a text that must say something.
func (d *decoder) name(field string) string {
	text, err := d.row.Text(field)
	if err == nil && blank(text) {
		err = d.row.Errorf(field, "want a text, found %s", d.row.Found(field))
	}
	d.keep(err)
	return text
}

// optional returns a text that need not be there.
func (d *decoder) optional(field string) string {
	text, _, err := d.row.OptionalText(field)
	d.keep(err)
	return text
}

// turns reads the columns prompt_0 to prompt_9 and those that go with them.
func (d *decoder) turns() []Turn {
	count, err := d.row.Int("turns")
	if err == nil && (count < 1 || count > maxTurns) {
		err = d.row.Errorf("turns", "want 1 to %d, found %d", maxTurns, count)
	}
	if d.keep(err); d.err != nil {
		return nil
	}
	turns := make([]Turn, count)
	for i := range maxTurns {
		n := strconv.Itoa(i)
		turn := Turn{
			Prompt:   d.said("prompt_"+n, i < count, count),
			Response: d.said("response_"+n, i < count-1, count),
			Model:    d.optional("model_" + n),
		}
		turn.References, err = d.row.Texts("reference_texts_" + n)
		d.keep(err)
		if i < count {
			turns[i] = turn
		} else if len(turn.References) > 0 {
			d.keep(d.row.Errorf("reference_texts_"+n, "want nothing after %d turns, found %s", count, d.row.Found("reference_texts_"+n)))
		}
	}
	return turns
}

// said returns the text of a prompt or response that must be there, or must not.
func (d *decoder) said(field string, must bool, turns int) string {
	text := d.optional(field)
	switch {
	case d.err != nil:
	case must && blank(text):
		d.keep(d.row.Errorf(field, "want a text in a conversation of turns = %d, found %s", turns, d.row.Found(field)))
	case !must && d.row.Has(field):
		d.keep(d.row.Errorf(field, "want nothing in a conversation of turns = %d, found %s", turns, d.row.Found(field)))
	}
	return text
}

// criteria reads the rubric.
func (d *decoder) criteria() []Criterion {
	list, err := d.row.Objects("rubric")
	if d.keep(err); d.err != nil {
		return nil
	}
	criteria := make([]Criterion, len(list))
	first := make(map[string]int, len(list))
	positive := false
	for i, o := range list {
		c, err := criterion(o)
		if err != nil {
			d.keep(err)
			return nil
		}
		if j, dup := first[c.ID]; dup {
			d.keep(o.Errorf("id", "%q is the id of rubric[%d] too", c.ID, j))
		}
		first[c.ID] = i
		positive = positive || c.Weight > 0
		criteria[i] = c
	}
	if !positive {
		d.keep(d.row.Errorf("rubric", "want a criterion with a positive weight, found none in %d", len(list)))
	}
	return criteria
}

// criterion reads one criterion of a rubric.
func criterion(o dataset.Object) (Criterion, error) {
	d := decoder{row: o}
	c := Criterion{Criterion: rubric.Criterion{ID: d.name("id"), Text: d.title()}}
	if d.err != nil {
		return c, d.err
	}
	annotations, err := o.Object("annotations")
	if err != nil {
		return c, err
	}
	d.row = annotations
	c.Category = d.name("criteria_category")
	c.Description = d.optional("criteria_description")
	c.WeightClass = d.name("weight_class")
	if d.err != nil {
		return c, d.err
	}
	c.Weight, err = weight(annotations, c.WeightClass)
	return c, err
}

// title returns the text of a criterion. One of white space alone is odd but not missing.
func (d *decoder) title() string {
	text, err := d.row.Text("title")
	if err == nil && text == "" {
		err = d.row.Errorf("title", "want a text, found %s", d.row.Found("title"))
	}
	d.keep(err)
	return text
}

// weight returns the weight that the class selects. Weights of other classes are left over from
// earlier stages of annotation and mean nothing.
func weight(o dataset.Object, name string) (float64, error) {
	class, ok := classOf(name)
	if !ok {
		return 0, o.Errorf("weight_class", "want one of %s; found %s", classNames(), o.Found("weight_class"))
	}
	field := class.field()
	w, err := o.Int(field)
	switch {
	case err != nil, w == 0:
		return 0, o.Errorf(field, "want the weight of the class %q, a whole number other than 0, found %s", name, o.Found(field))
	case class.penalty() != (w < 0):
		return 0, o.Errorf(field, "want a weight with the sign of the class %q, found %s", name, o.Found(field))
	}
	return float64(w), nil
}

// splitOfCanary returns the split in a canary string, prbench:sample:SPLIT:TASK.
func splitOfCanary(canary string) (split string, ok bool) {
	rest, ok := strings.CutPrefix(canary, "prbench:sample:")
	if !ok {
		return "", false
	}
	split, _, ok = strings.Cut(rest, ":")
	return split, ok && isSplit(split)
}
