// Package document writes the pages of a report: HTML files that stand alone, with the details of samples
// packed into them as far as a size allows, and fragments for notebooks. Templates, style and script are in
// the folder page; the templates name the fields of the views that they are given.
package document

import (
	"bytes"
	"io"
	"strings"
)

// pageSize is the size in bytes that a page keeps to, and sampleSize what it may take for each
// sample when there are so many that they need more.
const (
	pageSize   = 1_000_000
	sampleSize = pageSize / 1100
)

// Size returns the size in bytes that a page of so many samples keeps to.
func Size(samples int) int { return max(pageSize, sampleSize*samples) }

// Write writes the document of the named template, with the details that fit into the room that
// is left of size bytes, and the end of the document.
func Write(w io.Writer, name string, view any, size int, p Packer) error {
	a, err := load()
	if err != nil {
		return err
	}
	var top, end bytes.Buffer
	if err := a.templates.ExecuteTemplate(&top, name, view); err != nil {
		return err
	}
	if err := a.templates.ExecuteTemplate(&end, "end", p.ending(limits[0])); err != nil {
		return err
	}
	// The end says to what the texts were shortened, in up to endRoom bytes more.
	const endRoom = 1000
	room := -1
	if size >= 0 {
		room = max(0, size-top.Len()-end.Len()-endRoom)
	}
	d, err := p.fit(room)
	if err != nil {
		return err
	}
	end.Reset()
	if err := a.templates.ExecuteTemplate(&end, "end", p.ending(d.limit)); err != nil {
		return err
	}
	for _, b := range [][]byte{top.Bytes(), []byte(d.packed), end.Bytes()} {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// WriteStatic writes the document of the named template, which has no samples and no script.
func WriteStatic(w io.Writer, name string, view any) error {
	page, err := Fragment(name, view)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, page)
	return err
}

// Fragment returns the HTML of the named template.
func Fragment(name string, view any) (string, error) {
	a, err := load()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := a.templates.ExecuteTemplate(&b, name, view); err != nil {
		return "", err
	}
	return b.String(), nil
}
