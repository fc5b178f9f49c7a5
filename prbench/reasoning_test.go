package prbench_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assize-eval/assize/prbench"
)

func ExampleStripReasoning() {
	fmt.Println(prbench.StripReasoning("<think>\nLet me see.\n</think>\n\nArticle 3 applies.\n\n\n\nSo does Article 4.\n"))
	// Output:
	// Article 3 applies.
	//
	// So does Article 4.
}

// TestStripReasoning holds what Python's re and str made of the texts; they stand in the rows as
// python3 printed them.
func TestStripReasoning(t *testing.T) {
	tests := []struct{ why, text, want string }{
		{"nothing", "", ""},
		{"nothing to do", "An answer.\n\nIt goes on.", "An answer.\n\nIt goes on."},
		{"each of the four tags", "a<think>1</think>b<thinking>2</thinking>c<reasoning>3</reasoning>d<reason>4</reason>e", "abcde"},
		{"blocks over lines", "<think>\n1\n\n\n2\n</think>a", "a"},
		{"several blocks, each to its own end", "<think>1</think>a<think>2</think>b", "ab"},
		{"capitals", "<THINK>1</tHiNk>a", "a"},
		{"letters that Python takes for others when case does not count", "<th\u0131n\u212a>1</TH\u0130NK>a<rea\u017fon>2</REA\u017fON>b", "ab"},
		{"a block that is not closed", "<think>1\n\n\n2", "<think>1\n\n2"},
		{"a block that is not opened", "1</think>2", "1</think>2"},
		{"a tag with an attribute", `<think x="1">1</think>2`, `<think x="1">1</think>2`},
		{"a tag with a space", "< think>1</think >2", "< think>1</think >2"},
		{"other tags", "<analysis>1</analysis>2", "<analysis>1</analysis>2"},
		{"an opening tag inside", "<think>1<think>2</think>3</think>4", "3</think>4"},
		{"tags that cross: the order of the tags counts", "<reasoning>a<think>b</reasoning>c</think>d", "<reasoning>ad"},
		{"tags that cross the other way", "<think>a<reasoning>b</think>c</reasoning>d", "c</reasoning>d"},
		{"tags of one stem that cross: think comes before thinking", "<think>a<thinking>b</think>c</thinking>d", "c</thinking>d"},
		{"tags of one stem that cross: reasoning comes before reason", "<reason>a<reasoning>b</reason>c</reasoning>d", "<reason>ad"},
		{"a tag that a removal joins, of the same name", "<thi<think>1</think>nk>2</think>3", "<think>2</think>3"},
		{"a tag that a removal joins, of a later name", "<rea<think>1</think>son>2</reason>3", "3"},
		{"a longer tag is not a shorter one", "<thinking>1</think>2", "<thinking>1</think>2"},
		{"an empty block", "<think></think>a", "a"},
		{"a broken opening before a good one", "<<think>1</think>a", "<a"},

		{"two line feeds stay", "a\n\nb", "a\n\nb"},
		{"three become two", "a\n\n\nb", "a\n\nb"},
		{"many become two", "a\n\n\n\n\n\nb", "a\n\nb"},
		{"spaces between", "a\n \t\n  \nb", "a\n\nb"},
		{"spaces before the first and after the last stay", "a \n\n\n b", "a \n\n b"},
		{"two line feeds with spaces stay", "a\n \n b", "a\n \n b"},
		{"CRLF: the first carriage return stays", "a\r\n\r\n\r\nb", "a\r\n\nb"},
		{"white space that is so to Python alone", "a\n\x1c\n\x1d\n\x1e\x1fb", "a\n\n\x1e\x1fb"},
		{"white space of Unicode", "a\n\u3000\n\u00a0\u2003\nb", "a\n\nb"},
		{"no white space: the zero-width space", "a\n\u200b\n\nb", "a\n\u200b\n\nb"},
		{"no white space: the Mongolian vowel separator", "a\n\u180e\n\nb", "a\n\u180e\n\nb"},
		{"runs one after the other", "a\n\n\nb\n\n\n\nc", "a\n\nb\n\nc"},
		{"line feeds that a removal joins", "a\n<think>1</think>\n<reason>2</reason>\nb", "a\n\nb"},

		{"outer white space", " \n\ta b\r\n\x0b\x0c", "a b"},
		{"outer white space of Python and Unicode", "\x1c\x1f\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000a\u2000\u200a\x1d", "a"},
		{"outer marks that are no white space", "\ufeffa\u200b", "\ufeffa\u200b"},
		{"white space alone", " \n\n\n\n ", ""},
		{"reasoning alone", "<think>1</think>\n", ""},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			if got := prbench.StripReasoning(test.text); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestStripReasoningLong would not end if the work grew with the square of the length.
func TestStripReasoningLong(t *testing.T) {
	const n = 100_000
	for _, text := range []string{
		strings.Repeat("<think>", n), strings.Repeat("</think>", n), strings.Repeat("<", n*5),
		strings.Repeat("<think><thinking><reasoning><reason>", n/10), strings.Repeat("<think></think", n),
		strings.Repeat("\n", n) + "a", strings.Repeat("\n ", n) + "a", strings.Repeat(" ", n) + "a" + strings.Repeat(" ", n),
		strings.Repeat("\n\n\na", n), strings.Repeat("a \n", n) + "b", strings.Repeat("<think>x</think>", n),
	} {
		if got := prbench.StripReasoning(text); len(got) > len(text) {
			t.Errorf("%.20q… became longer", text)
		}
	}
}

// Expressions of Go's that find what Python's find: white space and letters are spelled out.
const space = `[\x09-\x0d\x1c-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]`

var (
	blocks = func() []*regexp.Regexp {
		letters := strings.NewReplacer("t", "[tT]", "h", "[hH]", "i", `[iI\x{130}\x{131}]`, "n", "[nN]", "k", `[kK\x{212a}]`,
			"r", "[rR]", "e", "[eE]", "a", "[aA]", "s", `[sS\x{17f}]`, "o", "[oO]", "g", "[gG]")
		var list []*regexp.Regexp
		for _, name := range []string{"think", "thinking", "reasoning", "reason"} {
			name = letters.Replace(name)
			list = append(list, regexp.MustCompile(`(?s)<`+name+`>.*?</`+name+`>`))
		}
		return list
	}()
	blankLines = regexp.MustCompile(`\n` + space + `*\n` + space + `*\n`)
	outer      = regexp.MustCompile(`^` + space + `+|` + space + `+$`)
)

func FuzzStripReasoning(f *testing.F) {
	for _, seed := range []string{
		"<think>1</think>a", "<th\u0131n\u212a>\u3000</TH\u0130NK>\n\x1c\n\n\u00a0x", "<reasoning>a<think>b</reasoning>c</think>d",
		"a\r\n\r\n\r\nb", "<thi<think>1</think>nk>2</think>", "<reason></rea\u017fon>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("answers are UTF-8")
		}
		want := text
		for _, block := range blocks {
			want = block.ReplaceAllString(want, "")
		}
		want = outer.ReplaceAllString(blankLines.ReplaceAllString(want, "\n\n"), "")
		if got := prbench.StripReasoning(text); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	})
}
