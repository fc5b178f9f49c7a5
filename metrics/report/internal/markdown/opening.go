package markdown

import (
	"fmt"
	"strings"
)

// Opening writes a title and below it the warnings.
func Opening(title string, warnings []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", Escape(title))
	for _, s := range warnings {
		fmt.Fprintf(&b, "> **Warning:** %s\n>\n", Escape(s))
	}
	if len(warnings) > 0 {
		b.WriteString("\n")
	}
	return b.String()
}
