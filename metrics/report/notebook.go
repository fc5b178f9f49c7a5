package report

import (
	"html/template"
	"strings"
)

// HTML returns the report in short for a notebook: coverage, warnings, and the metrics with their
// intervals drawn. It is a fragment without script and style sheet; its styles are on its elements
// and suit light and dark. Text from outside is shown as text; see [Report.WritePage].
func (r *Report) HTML() string {
	if r == nil {
		return "<p>no report</p>\n"
	}
	parts, err := loadPage()
	if err == nil {
		var b strings.Builder
		if err = parts.templates.ExecuteTemplate(&b, "notebook", notebook{r, r.tabulate("Subset", r.lines()), r.Coverage.String()}); err == nil {
			return b.String()
		}
	}
	return "<pre>" + template.HTMLEscapeString(visible(r.String())) + "</pre>\n"
}

// notebook is what the template of the compact form shows.
type notebook struct {
	*Report
	Headline intervals
	Cover    string
}

// SimpleRender returns the report in the forms that a notebook chooses from: "text/html" as
// [Report.HTML], "text/plain" as [Report.String].
func (r *Report) SimpleRender() map[string]interface{} {
	return map[string]interface{}{"text/html": r.HTML(), "text/plain": r.String()}
}
