// Package table writes tables of words and numbers as plain text and as Markdown.
package table

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/assize-eval/assize/metrics/report/internal/markdown"
)

// Column is a column of a table.
type Column struct {
	// Head is text from outside, as are the names of runs.
	Head string
	kind kind
}

// kind says what the cells of a column are.
type kind int

const (
	// name is text from outside, which Markdown escapes.
	name kind = iota
	// number stands to the right in Markdown.
	number
	// note is anything else that the package's callers write themselves.
	note
)

// Names returns columns of text from outside.
func Names(heads ...string) []Column { return columns(heads, name) }

// Numbers returns columns of numbers.
func Numbers(heads ...string) []Column { return columns(heads, number) }

// Notes returns columns of intervals and the like, which are set like words and hold no text from outside.
func Notes(heads ...string) []Column { return columns(heads, note) }

func columns(heads []string, k kind) []Column {
	out := make([]Column, len(heads))
	for i, head := range heads {
		out[i] = Column{head, k}
	}
	return out
}

// Table is a table. Each row has a cell for each column.
type Table struct {
	// Title says what is in it; "" for a table that needs none.
	Title   string
	Columns []Column
	Rows    [][]string
}

// Text returns the table as plain text, without its title.
func (t Table) Text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(t.Heads(), "\t"))
	for _, row := range t.Rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	// A strings.Builder returns no error.
	_ = w.Flush()
	return b.String()
}

// Heads returns the heads of the columns.
func (t Table) Heads() []string {
	heads := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		heads[i] = c.Head
	}
	return heads
}

// Markdown returns the table as Markdown, without its title.
func (t Table) Markdown() string {
	var b strings.Builder
	for _, head := range t.Heads() {
		b.WriteString("| " + markdown.Escape(head) + " ")
	}
	b.WriteString("|\n")
	for _, c := range t.Columns {
		if c.kind == number {
			b.WriteString("|---:")
		} else {
			b.WriteString("|---")
		}
	}
	b.WriteString("|\n")
	for _, row := range t.Rows {
		for i, cell := range row {
			if t.Columns[i].kind == name {
				cell = markdown.Escape(cell)
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
	}
	return b.String()
}
