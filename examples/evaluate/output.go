package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/assize-eval/assize/examples/internal/whole"
	"github.com/assize-eval/assize/metrics/report"
)

// write writes the report into dir in its four forms: all of them or none.
func write(rep *report.Report, dir string) error {
	return whole.Write(dir, []whole.File{
		{Name: "report.json", Write: rep.WriteJSON},
		{Name: "report.html", Write: rep.WritePage},
		{Name: "report.csv", Write: rep.WriteCSV},
		{Name: "report.md", Write: func(w io.Writer) error {
			_, err := io.WriteString(w, rep.Markdown())
			return err
		}},
	})
}

// exists reports whether dir has a report.
func exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "report.json"))
	return err == nil
}
