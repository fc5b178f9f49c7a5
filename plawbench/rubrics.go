package plawbench

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assize-eval/assize/dataset"
)

// sections returns the four sections of a case: a list of objects, or a string with such a list in
// JSON.
func (d *decoder) sections(field string) []Section {
	if d.err != nil {
		return nil
	}
	var items []decoder
	if text, err := d.Text(field); err == nil {
		items, d.err = d.parse(field, text)
	} else {
		var list []dataset.Object
		list, d.err = d.Objects(field)
		for _, o := range list {
			items = append(items, decoder{Object: o})
		}
	}
	if d.err != nil {
		return nil
	}
	sections := make([]Section, len(items))
	first := make(map[string]string, len(items))
	for i := range items {
		s := items[i].section()
		if tag, dup := first[s.Name]; dup && items[i].err == nil {
			items[i].err = items[i].Errorf("tags", "%q and %q are the same section, %s", tag, s.Tag, s.Name)
		}
		if items[i].err != nil {
			d.err = d.inside(field, i, items[i].err)
			return nil
		}
		sections[i], first[s.Name] = s, s.Tag
	}
	for _, name := range SectionNames() {
		if _, ok := first[name]; !ok {
			d.err = d.Errorf(field, "the section %s is missing; found %s", name, tags(sections))
			return nil
		}
	}
	return sections
}

// section reads one item of the list.
func (d *decoder) section() Section {
	s := Section{Tag: d.text("tags")}
	if d.err == nil {
		var ok bool
		if s.Name, ok = SectionName(s.Tag); !ok {
			d.err = d.Errorf("tags", "want the tag of a section (%s), found %s", strings.Join(SectionNames(), ", "), d.Found("tags"))
		}
	}
	s.Text = d.text("criterion")
	s.Points = d.points("points")
	return s
}

// parse reads a list of objects that stands in a string.
func (d *decoder) parse(field, text string) ([]decoder, error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "[") {
		return nil, d.Errorf(field, "want a list of sections in JSON, found %s", d.Found(field))
	}
	var items []decoder
	err := dataset.EachRowFrom(strings.NewReader(text), "", func(row dataset.Row) error {
		o, err := row.Object()
		items = append(items, decoder{Object: o})
		return err
	})
	if err != nil {
		return nil, d.Errorf(field, "want a list of sections in JSON: %w", err)
	}
	return items, nil
}

// inside returns err, which is about item i of the list in field, as an error about this record.
func (d *decoder) inside(field string, i int, err error) error {
	var e *dataset.Error
	if !errors.As(err, &e) || e.File != "" {
		return err
	}
	return d.Errorf(fmt.Sprintf("%s[%d].%s", field, i, e.Field), "%w", e.Err)
}

// tags lists the tags of the sections that were found, for an error.
func tags(sections []Section) string {
	if len(sections) == 0 {
		return "no sections"
	}
	names := make([]string, len(sections))
	for i, s := range sections {
		names[i] = s.Tag
	}
	return strings.Join(names, ", ")
}
