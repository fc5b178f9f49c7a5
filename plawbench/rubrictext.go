package plawbench

import (
	"fmt"
	"strings"

	"github.com/assize-eval/assize/judge"
)

// fencedRubric writes the rubric between markers, for a case each section's with its points.
func fencedRubric(s Sample) string {
	if s.Subset != CaseAnalysis {
		return judge.Fence("rubric", s.RubricText)
	}
	parts := make([]string, len(s.Sections))
	for i, section := range s.Sections {
		parts[i] = fmt.Sprintf("%s（满分 %s 分）：\n%s", section.Name, formatPoints(section.Points), judge.Fence("rubric", section.Text))
	}
	return strings.Join(parts, "\n\n")
}

// officialRubric writes the rubric as the released evaluator does: for a case the list of the dataset
// as Python's json.dumps(…, ensure_ascii=False, indent=2) writes it. For other subsets it is the text
// as it is, as EvalScope has it; the release shows it as one quoted string.
func officialRubric(s Sample) string {
	if s.Subset != CaseAnalysis {
		return s.RubricText
	}
	var b strings.Builder
	b.WriteString("[")
	for i, section := range s.Sections {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n  {\n    \"criterion\": ")
		writePythonJSON(&b, section.Text)
		b.WriteString(",\n    \"points\": ")
		writePythonJSON(&b, formatPoints(section.Points))
		b.WriteString(",\n    \"tags\": ")
		writePythonJSON(&b, section.Tag)
		b.WriteString("\n  }")
	}
	b.WriteString("\n]")
	return b.String()
}

// writePythonJSON writes text as Python's json.dumps does with ensure_ascii=False.
func writePythonJSON(b *strings.Builder, text string) {
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r < ' ':
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}
