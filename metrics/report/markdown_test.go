package report

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// inMarkdown are texts that would be something else in Markdown.
var inMarkdown = []string{
	"a | b", "![x](https://example.invalid/x.png)", "[look](javascript:alert(1))", "<img src=x onerror=alert(1)>", "`code` and ```\nfence", "# heading",
	"line\n\n# heading\n\n- item", "*bold* _slant_ ~~gone~~", "https://example.invalid/?a=b", "see www.example.invalid now", "&lt;b&gt;", "\\", "costs $5 and $6", "| --- |", "tail\\",
	"over\u202eride", "a\u2028b", "null \x00 escape \x1b[2J", "broken \xff",
}

// pair is an escaped character.
var pair = regexp.MustCompile(`\\[\\` + "`" + `*_{}\[\]<>()#+!|~&$:.]`)

func TestEscapeMarkdown(t *testing.T) {
	for _, s := range slices.Concat(inMarkdown, hostile) {
		got := escapeMarkdown(s)
		bare := pair.ReplaceAllString(got, "")
		if strings.ContainsAny(bare, "\\`*_{}[]<>()#+!|~&$\n\r\t") || strings.Contains(bare, "://") || strings.Contains(strings.ToLower(bare), "www.") || strings.ContainsFunc(bare, hidden) {
			t.Errorf("%q is written as %q", s, got)
		}
		// Nothing is lost: without the escapes it is what the page shows, on one line.
		plain := regexp.MustCompile(`\\(.)`).ReplaceAllString(got, "$1")
		if want := strings.NewReplacer("\n", " ", "\t", " ").Replace(visible(s)); plain != want {
			t.Errorf("%q reads as %q", s, plain)
		}
	}
	for _, tt := range []struct{ why, in, want string }{
		{"an amount", "5.1 %", "5.1 %"},
		{"a time", "at 10:30", "at 10:30"},
		{"an address", "https://x.example", `https\://x.example`},
		{"an address without its scheme", "www.x.example", `www\.x.example`},
		{"a name with a dot", "llm.example", "llm.example"},
	} {
		if got := escapeMarkdown(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestCodeSpan(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"a name", "clipped_score", "`clipped_score`"},
		{"with backticks", "a`b``c", "```a`b``c```"},
		{"with one at the end", "a`", "`` a` ``"},
		{"over two lines", "a\nb", "`a b`"},
		{"none", "", ""},
	} {
		if got := codeSpan(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

// notMarkdown checks that a text holds nothing of Markdown but what the package writes itself.
func notMarkdown(t *testing.T, name, md string) {
	t.Helper()
	if strings.ContainsFunc(md, hidden) {
		t.Errorf("%s: there are control characters", name)
	}
	cells := 0
	for _, line := range strings.Split(md, "\n") {
		bare := strings.ReplaceAll(pair.ReplaceAllString(line, ""), " <0.001", "")
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
		if strings.ContainsFunc(s, hidden) {
			t.Errorf("%s as a plain table: there are control characters", name)
		}
	}
}

func FuzzEscapeMarkdown(f *testing.F) {
	for _, s := range slices.Concat(inMarkdown, hostile) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := escapeMarkdown(s)
		if bare := pair.ReplaceAllString(got, ""); strings.ContainsAny(bare, "\\`*_{}[]<>()#+!|~&$\n\r\t") || strings.Contains(bare, "://") || strings.ContainsFunc(bare, hidden) {
			t.Errorf("%q is written as %q", s, got)
		}
		if c := codeSpan(s); s != "" && strings.ContainsAny(c, "\n\r") {
			t.Errorf("the code of %q is %q", s, c)
		}
	})
}
