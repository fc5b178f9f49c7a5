package prbench

import (
	"io"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/dataset/parquet"
)

// Load reads the samples at path: a file, or a directory with the files of the splits (see [Files]).
// A file may be parquet, as upstream has it, JSON Lines or a JSON array, each plain or compressed by
// gzip; its content tells which.
//
// Texts are kept byte for byte. Whatever a score could be wrong by is an error that names the file,
// the row, the task and the field; [Lint] tells of what is odd but can be scored. Errors are of type
// *[dataset.Error], but for those of opening a file.
func Load(path string) ([]Sample, error) {
	return collect(func(each func(Sample) error) error { return Each(path, each) })
}

// Read is like [Load] for what r holds. The name stands for the file's: in errors, and to tell the
// split of rows without a canary.
func Read(r io.Reader, name string) ([]Sample, error) {
	return collect(func(each func(Sample) error) error {
		return dataset.EachRowFrom(r, name, newReader(name, each).row, parquet.Format())
	})
}

// Each is like [Load], but hands the samples to each, one by one, and keeps none of them. It stops at
// the first error, its own or one of each's, and returns it.
func Each(path string, each func(Sample) error) error {
	files, err := Files(path)
	if err != nil {
		return err
	}
	seen := make(map[key]string)
	for _, file := range files {
		r := newReader(file, each)
		r.seen = seen
		if err := dataset.EachRow(file, r.row, parquet.Format()); err != nil {
			return err
		}
	}
	return nil
}

func collect(each func(func(Sample) error) error) ([]Sample, error) {
	var samples []Sample
	err := each(func(s Sample) error {
		samples = append(samples, s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return samples, nil
}

// key names a sample: a task is unique in its split alone.
type key struct{ split, task string }

// reader makes samples of the rows of a file.
type reader struct {
	split string
	each  func(Sample) error
	// seen holds the place of each sample so far.
	seen map[key]string
}

func newReader(file string, each func(Sample) error) *reader {
	return &reader{split: splitOfName(file), each: each, seen: make(map[key]string)}
}

func (r *reader) row(row dataset.Row) error {
	s, err := decode(row, r.split)
	if err != nil {
		return err
	}
	k := key{s.Split, s.Task}
	if first, dup := r.seen[k]; dup {
		o, _ := row.Object()
		return o.WithSample("task "+s.Task).Errorf("task", "%q stands in %s too", s.Task, first)
	}
	r.seen[k] = row.File + ", " + row.Place()
	return r.each(s)
}
