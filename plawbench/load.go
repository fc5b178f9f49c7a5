package plawbench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/dataset/parquet"
)

// Load reads the samples at path: a directory with the files of the official release, all four or
// some of them (see [Files]); one of these files; or a file in the form of the copy on ModelScope,
// with the columns id, task, judge_type, category, context, question, rubrics and max_points, as JSON
// Lines, a JSON array or parquet. Official files are known by their names.
//
// The ID of a sample is the subset's name with the record's number: its place among the cases, and
// its "id" elsewhere, which is its place in the official files too.
//
// Texts are kept byte for byte. Whatever a score could be wrong by is an error that names the file,
// the record and the field: a field that is missing or of another type, a section that is missing,
// unknown or there twice, points that are not a positive number, a record that is there twice. (Two
// records are the same when question, context and rubric are; the release has cases with one question
// and different rubrics.) [Lint] tells of what is odd but can be scored. Errors are of type
// *[dataset.Error], but for those of opening a file.
func Load(path string) ([]Sample, error) {
	var samples []Sample
	err := Each(path, func(s Sample) error {
		samples = append(samples, s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return samples, nil
}

// Read is like [Load] for the file that r holds. The name stands for the file's: in errors, and to
// know an official file by.
func Read(r io.Reader, name string) ([]Sample, error) {
	var samples []Sample
	rows := newReader(func(s Sample) error {
		samples = append(samples, s)
		return nil
	})
	if err := dataset.EachRowFrom(r, name, rows.file(name), parquet.Format()); err != nil {
		return nil, err
	}
	return samples, nil
}

// Each is like [Load], but hands the samples to each, one by one, and keeps none of them. It stops at
// the first error, its own or one of each's, and returns it.
func Each(path string, each func(Sample) error) error {
	files, err := Files(path)
	if err != nil {
		return err
	}
	rows := newReader(each)
	for _, file := range files {
		if err := dataset.EachRow(file, rows.file(file), parquet.Format()); err != nil {
			return err
		}
	}
	return nil
}

// reader makes samples of rows.
type reader struct {
	each func(Sample) error
	// ids and contents hold the place of each sample so far, by its ID and by a hash of its texts.
	ids, contents map[string]string
}

func newReader(each func(Sample) error) *reader {
	return &reader{each: each, ids: make(map[string]string), contents: make(map[string]string)}
}

// file returns what takes the rows of the file with that name.
func (r *reader) file(name string) func(dataset.Row) error {
	subset, official := subsetOfFile(name)
	number := 0
	return func(row dataset.Row) error {
		number++
		o, err := row.Object()
		if err != nil {
			return err
		}
		var s Sample
		if official {
			s, err = decodeOfficial(o, subset, number)
		} else {
			s, err = decodeModelScope(o)
		}
		if err == nil {
			err = r.unique(o, s, row.File+", "+row.Place())
		}
		if err != nil {
			return err
		}
		return r.each(s)
	}
}

// unique returns an error for a sample that has been there before.
func (r *reader) unique(o dataset.Object, s Sample, place string) error {
	o = o.WithSample(s.SampleID)
	if first, dup := r.ids[s.SampleID]; dup {
		return o.Errorf("id", "the record in %s has the same id", first)
	}
	r.ids[s.SampleID] = place
	content := s.content()
	if first, dup := r.contents[content]; dup {
		return o.Errorf("", "the record in %s has the same question, context and rubric", first)
	}
	r.contents[content] = place
	return nil
}

// content identifies what a sample asks and how it is graded.
func (s Sample) content() string {
	h := sha256.New()
	write := func(text string) { io.WriteString(h, strconv.Itoa(len(text))+":"+text) }
	write(string(s.Subset))
	write(s.Context)
	write(s.Question)
	write(s.RubricText)
	for _, section := range s.Sections {
		write(fmt.Sprint(section.Points))
		write(section.Text)
	}
	return hex.EncodeToString(h.Sum(nil))
}
