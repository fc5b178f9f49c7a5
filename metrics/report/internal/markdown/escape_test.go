package markdown

import (
	"regexp"
	"strings"
	"testing"

	"github.com/assize-eval/assize/metrics/report/internal/outside"
)

// inMarkdown are texts that would be something else in Markdown.
var inMarkdown = []string{
	"a | b", "![x](https://example.invalid/x.png)", "[look](javascript:alert(1))", "<img src=x onerror=alert(1)>", "`code` and ```\nfence", "# heading",
	"line\n\n# heading\n\n- item", "*bold* _slant_ ~~gone~~", "https://example.invalid/?a=b", "see www.example.invalid now", "&lt;b&gt;", "\\", "costs $5 and $6", "| --- |", "tail\\",
	"<script>window.hacked = 1</script>", "]]> --> */ // \\u003cscript>", "{{.Benchmark}}${1+1}",
	"over\u202eride", "a\u2028b", "null \x00 escape \x1b[2J", "broken \xff",
}

// escaped is an escaped character.
var escaped = regexp.MustCompile(`\\[\\` + "`" + `*_{}\[\]<>()#+!|~&$:.]`)

func TestEscape(t *testing.T) {
	for _, s := range inMarkdown {
		got := Escape(s)
		bare := escaped.ReplaceAllString(got, "")
		if strings.ContainsAny(bare, "\\`*_{}[]<>()#+!|~&$\n\r\t") || strings.Contains(bare, "://") || strings.Contains(strings.ToLower(bare), "www.") || strings.ContainsFunc(bare, outside.Hidden) {
			t.Errorf("%q is written as %q", s, got)
		}
		// Nothing is lost: without the escapes it is what the page shows, on one line.
		plain := regexp.MustCompile(`\\(.)`).ReplaceAllString(got, "$1")
		if want := strings.NewReplacer("\n", " ", "\t", " ").Replace(outside.Visible(s)); plain != want {
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
		if got := Escape(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestCode(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"a name", "clipped_score", "`clipped_score`"},
		{"with backticks", "a`b``c", "```a`b``c```"},
		{"with one at the end", "a`", "`` a` ``"},
		{"over two lines", "a\nb", "`a b`"},
		{"none", "", ""},
	} {
		if got := Code(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range inMarkdown {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Escape(s)
		if bare := escaped.ReplaceAllString(got, ""); strings.ContainsAny(bare, "\\`*_{}[]<>()#+!|~&$\n\r\t") || strings.Contains(bare, "://") || strings.ContainsFunc(bare, outside.Hidden) {
			t.Errorf("%q is written as %q", s, got)
		}
		if c := Code(s); s != "" && strings.ContainsAny(c, "\n\r") {
			t.Errorf("the code of %q is %q", s, c)
		}
	})
}
