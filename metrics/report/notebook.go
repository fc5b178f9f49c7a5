package report

import (
	"html/template"

	"github.com/assize-eval/assize/metrics/report/internal/document"
	"github.com/assize-eval/assize/metrics/report/internal/outside"
	"github.com/assize-eval/assize/metrics/report/internal/table"
)

// HTML returns the report in short for a notebook: coverage, warnings, and the metrics with their
// intervals drawn. It is a fragment without script and style sheet; its styles are on its elements
// and suit light and dark. Text from outside is shown as text; see [Report.WritePage].
func (r *Report) HTML() string {
	if r == nil {
		return "<p>no report</p>\n"
	}
	return fragment("notebook", notebook{r.Benchmark, r.Coverage.String(), r.Warnings, []intervals{r.tabulate("Subset", r.lines())}}, r.String)
}

// HTML returns the comparison in short for a notebook, in the manner of [Report.HTML]: settings that
// differ, warnings, and the differences drawn around zero.
func (c *Comparison) HTML() string {
	if c == nil {
		return "<p>no comparison</p>\n"
	}
	return fragment("notebook-comparison", notebookComparison{c, c.title(), c.legend(), c.tabulate()}, c.String)
}

// HTML returns the agreement in short for a notebook, in the manner of [Report.HTML]: warnings, the
// measures of agreement with their intervals drawn, and the corrected scores.
func (a *Agreement) HTML() string {
	if a == nil {
		return "<p>no agreement</p>\n"
	}
	v := a.view()
	return fragment("notebook", notebook{v.Title, "", v.Warnings, []intervals{v.Measures, v.Bias, v.Corrected}}, a.String)
}

// HTML returns the matrix in short for a notebook, in the manner of [Report.HTML]: warnings, and each run's
// difference from each other one.
func (m *Matrix) HTML() string {
	if m == nil {
		return "<p>no comparison</p>\n"
	}
	return fragment("notebook-matrix", notebookMatrix{m.title(), m.legend(), m.Warnings, m.grids()}, m.String)
}

// notebookMatrix is what the template of the compact form of a matrix shows.
type notebookMatrix struct {
	Title, Legend string
	Warnings      []string
	Tables        []table.Table
}

// notebook is what the template of the compact form of estimates shows.
type notebook struct {
	Benchmark, Cover string
	Warnings         []string
	Tables           []intervals
}

// notebookComparison is what the template of the compact form of a comparison shows.
type notebookComparison struct {
	*Comparison
	Title, Legend string
	Headline      differences
}

// fragment returns the HTML of a template; that of a plain text where that cannot be had.
func fragment(name string, view any, plain func() string) string {
	if html, err := document.Fragment(name, view); err == nil {
		return html
	}
	return "<pre>" + template.HTMLEscapeString(outside.Visible(plain())) + "</pre>\n"
}

// SimpleRender returns the report in the forms that a notebook chooses from: "text/html" as
// [Report.HTML], "text/plain" as [Report.String].
func (r *Report) SimpleRender() map[string]interface{} {
	return map[string]interface{}{"text/html": r.HTML(), "text/plain": r.String()}
}

// SimpleRender returns the comparison in the forms that a notebook chooses from: "text/html" as
// [Comparison.HTML], "text/plain" as [Comparison.String].
func (c *Comparison) SimpleRender() map[string]interface{} {
	return map[string]interface{}{"text/html": c.HTML(), "text/plain": c.String()}
}

// SimpleRender returns the agreement in the forms that a notebook chooses from: "text/html" as
// [Agreement.HTML], "text/plain" as [Agreement.String].
func (a *Agreement) SimpleRender() map[string]interface{} {
	return map[string]interface{}{"text/html": a.HTML(), "text/plain": a.String()}
}

// SimpleRender returns the matrix in the forms that a notebook chooses from: "text/html" as
// [Matrix.HTML], "text/plain" as [Matrix.String].
func (m *Matrix) SimpleRender() map[string]interface{} {
	return map[string]interface{}{"text/html": m.HTML(), "text/plain": m.String()}
}
