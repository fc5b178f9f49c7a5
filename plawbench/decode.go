package plawbench

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/dataset"
)

// decodeOfficial makes a sample of a record of an official file. The number is its place in the file.
// Each file has field names of its own.
func decodeOfficial(o dataset.Object, subset Subset, number int) (Sample, error) {
	d := decoder{Object: o}
	if subset != CaseAnalysis {
		number = d.id("id")
	}
	s := Sample{SampleID: fmt.Sprintf("%s-%d", subset, number), Subset: subset}
	d.Object = o.WithSample(s.SampleID)
	switch subset {
	case CaseAnalysis:
		s.Category = d.text("label")
		s.Context = d.text("context")
		s.Question = d.text("question")
		s.Sections = d.sections("rubrics")
		s.MaxPoints = sum(s.Sections)
	case LegalConsultation:
		s.Question = d.text("conversation")
		s.RubricText = d.text("rubrics")
		s.MaxPoints = d.consultationPoints("rubrics", "score", s.RubricText)
	default:
		s.Category = d.text("tag")
		s.Question = d.text("conversation")
		s.RubricText = d.text("Rubrics")
		s.MaxPoints = d.points("score")
	}
	return s, d.err
}

// decodeModelScope makes a sample of a row in the form of the copy on ModelScope.
func decodeModelScope(o dataset.Object) (Sample, error) {
	d := decoder{Object: o}
	if !o.Has("task") && !o.Has("max_points") {
		return Sample{}, o.Errorf("task", "want the name of a subset, found nothing (files of the official release are known by their names: %s)", strings.Join(fileNames(), ", "))
	}
	s := Sample{SampleID: d.text("id")}
	if d.err == nil {
		d.Object = o.WithSample(s.SampleID)
	}
	s.Subset = d.subset("task")
	s.Category = d.optional("category")
	s.Question = d.text("question")
	if s.Subset == CaseAnalysis {
		s.Context = d.text("context")
		s.Sections = d.sections("rubrics")
		s.MaxPoints = sum(s.Sections)
		if stated := d.points("max_points"); d.err == nil && !same(stated, s.MaxPoints) {
			d.err = d.Errorf("max_points", "want %v, the sum of the sections' points, found %s", s.MaxPoints, d.Found("max_points"))
		}
		return s, d.err
	}
	s.Context = d.optional("context")
	s.RubricText = d.text("rubrics")
	if s.Subset == LegalConsultation {
		s.MaxPoints = d.consultationPoints("rubrics", "max_points", s.RubricText)
	} else {
		s.MaxPoints = d.points("max_points")
	}
	return s, d.err
}

// decoder reads the fields of a record. After the first error it reads no more.
type decoder struct {
	dataset.Object
	err error
}

// text returns a text that says something.
func (d *decoder) text(field string) (text string) {
	if d.err != nil {
		return ""
	}
	if text, d.err = d.Text(field); d.err == nil && strings.TrimSpace(text) == "" {
		d.err = d.Errorf(field, "want a text, found %s", d.Found(field))
	}
	return text
}

// optional returns a text that may be missing or empty.
func (d *decoder) optional(field string) (text string) {
	if d.err == nil {
		text, _, d.err = d.OptionalText(field)
	}
	return text
}

// id returns the number of a record.
func (d *decoder) id(field string) (id int) {
	if d.err != nil {
		return 0
	}
	if id, d.err = d.Int(field); d.err == nil && id < 1 {
		d.err = d.Errorf(field, "want a number from 1, found %s", d.Found(field))
	}
	return id
}

// subset returns the subset that the field names, and checks that judge_type, if it is there, agrees.
func (d *decoder) subset(field string) Subset {
	s := Subset(d.text(field))
	if d.err == nil && !s.valid() {
		d.err = d.Errorf(field, "want one of %v, found %s", Subsets(), d.Found(field))
	}
	if k := d.optional("judge_type"); d.err == nil && k != "" && kind(k) != s.kind() {
		d.err = d.Errorf("judge_type", "want %q for the task %s, found %s", s.kind(), s, d.Found("judge_type"))
	}
	return s
}
