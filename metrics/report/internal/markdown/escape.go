package markdown

import (
	"strings"

	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// Escape keeps text from being read as Markdown, as HTML or as an address that becomes a link, and
// on one line. Control characters are named, as on the page.
func Escape(s string) string {
	s = strings.NewReplacer("\n", " ", "\t", " ").Replace(outside.Visible(s))
	var b strings.Builder
	for i, c := range s {
		if strings.ContainsRune("\\`*_{}[]<>()#+!|~&$", c) || c == ':' && strings.HasPrefix(s[i:], "://") ||
			c == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www") {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Code returns text as code: between more backticks than it holds in a row.
func Code(s string) string {
	s = strings.NewReplacer("\n", " ", "\t", " ").Replace(outside.Visible(s))
	if s == "" {
		return ""
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}
