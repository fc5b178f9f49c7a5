package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// escaped is an escaped character of Markdown.
var escaped = regexp.MustCompile(`\\[\\` + "`" + `*_{}\[\]<>()#+!|~&$:.]`)

// notMarkdown checks that a text holds nothing of Markdown but what the package writes itself.
func notMarkdown(t *testing.T, name, md string) {
	t.Helper()
	if strings.ContainsFunc(md, outside.Hidden) {
		t.Errorf("%s: there are control characters", name)
	}
	cells := 0
	for _, line := range strings.Split(md, "\n") {
		bare := strings.ReplaceAll(escaped.ReplaceAllString(line, ""), " <0.001", "")
		if !strings.HasPrefix(bare, "- `") { // the names of metrics are code
			for _, bad := range []string{"<", "](", "`", "://", "www."} {
				if strings.Contains(strings.ToLower(bare), bad) {
					t.Errorf("%s: a line holds %q: %s", name, bad, line)
				}
			}
		}
		switch n := strings.Count(bare, "|"); {
		case !strings.HasPrefix(bare, "|"):
			cells = 0
			if n > 0 {
				t.Errorf("%s: a line outside of tables has bars: %s", name, line)
			}
		case cells == 0:
			cells = n
		case n != cells:
			t.Errorf("%s: a row has %d bars, its table %d: %s", name, n, cells, line)
		}
	}
}

func TestHostileTextIsNoMarkdown(t *testing.T) {
	rep := hostileReport()
	notMarkdown(t, "report", rep.Markdown())
	notMarkdown(t, "comparison", hostileComparison(t).Markdown())
	notMarkdown(t, "agreement", hostileAgreement().Markdown())
	for name, s := range map[string]string{"report": rep.String(), "comparison": hostileComparison(t).String(), "agreement": hostileAgreement().String()} {
		if strings.ContainsFunc(s, outside.Hidden) {
			t.Errorf("%s as a plain table: there are control characters", name)
		}
	}
}
