package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/metrics/report/internal/numeral"
)

// csvHeader names the columns of [Report.WriteCSV].
var csvHeader = []string{"sample", "subset", "status", "criterion", "category", "weight", "grade", "points", "reason", "explanation", "how"}

// WriteCSV writes the grades for a spreadsheet: a header, and one row for each criterion of each
// sample, with these columns:
//
//	sample, subset, status         the sample, and whether it is scored, excluded or unanswered
//	criterion, category, weight    the criterion
//	grade, points, reason          graded with points, or missing with the reason
//	explanation, how               the judge's explanation, and how the reply was read
//
// A sample that was not graded has one row, without a criterion. Points of a missing verdict are
// empty. Numbers have a decimal point and as many digits as they need. The text is UTF-8 without a
// byte order mark; bytes that are not UTF-8 become U+FFFD.
//
// A text that a spreadsheet would take for a formula, because it starts with =, +, -, @, a tab or a
// line end, gets an apostrophe in front. Numbers do not.
func (r *Report) WriteCSV(w io.Writer) error {
	if r == nil {
		r = &Report{}
	}
	out := csv.NewWriter(w)
	out.Write(csvHeader)
	for _, s := range r.Samples {
		sample := []string{inert(s.ID), inert(s.Subset), inert(string(s.Status))}
		if len(s.Grades) == 0 {
			out.Write(append(sample, make([]string, len(csvHeader)-len(sample))...))
		}
		for _, g := range s.Grades {
			points := ""
			if g.Status == judge.Graded {
				points = numeral.Plain(g.Points)
			}
			out.Write(append(sample[:len(sample):len(sample)], inert(g.Criterion), inert(g.Category), numeral.Plain(g.Weight),
				inert(string(g.Status)), points, inert(string(g.Reason)), inert(g.Explanation), inert(g.How)))
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// inert returns text that no spreadsheet takes for a formula. Spaces and invisible characters at the
// start do not hide the sign that follows, since some programs drop them. The wide forms of the
// signs count: some programs take them for the narrow ones.
func inert(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	for _, c := range s {
		switch {
		case strings.ContainsRune("=+-@\t\r\n＝＋－＠−", c):
			return "'" + s
		case unicode.IsSpace(c), unicode.Is(unicode.Cf, c), unicode.Is(unicode.Cc, c):
			continue
		}
		break
	}
	return s
}
