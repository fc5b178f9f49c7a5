package reply

import (
	"strings"
	"unicode"
)

// dataTags are the tags of fences that can hold a verdict, in lower case.
var dataTags = map[string]bool{
	"": true, "json": true, "jsonc": true, "json5": true, "jsonl": true, "text": true, "txt": true, "plaintext": true, "markdown": true, "md": true,
}

// inCode reports whether a candidate is part of code: it stands in a fence of a programming language,
// with code before it. An object alone in such a fence is an object.
func inCode(c *candidate) bool {
	mark, tag, code := "", "", false
	for rest := c.text[:c.start]; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		line = strings.TrimLeft(line, " \t>")
		run := fenceRun(line)
		switch {
		case run != "" && mark == "":
			mark, tag, code = run, strings.ToLower(strings.TrimSpace(line[len(run):])), false
		case run != "" && run[0] == mark[0] && len(run) >= len(mark) && trim(line[len(run):]) == "":
			mark = ""
		default:
			code = code || trim(line) != ""
		}
	}
	word, _, _ := strings.Cut(tag, " ")
	return mark != "" && code && isWord(word) && !dataTags[word]
}

// fenceRun returns the backticks or tildes that open or close a fence at the start of a line.
func fenceRun(line string) string {
	for _, c := range []string{"`", "~"} {
		if rest := strings.TrimLeft(line, c); len(line)-len(rest) >= 3 {
			return line[:len(line)-len(rest)]
		}
	}
	return ""
}

// isFenceOpening reports whether a line does nothing but open or close a fence.
func isFenceOpening(line string) bool {
	line = strings.TrimSpace(line)
	run := fenceRun(line)
	return run != "" && isWord(line[len(run):])
}

// beforeFence returns s without the opening of a fence at its end, which is packaging: what counts is
// what stands before it.
func beforeFence(s string) string {
	opening := strings.TrimRightFunc(s, unicode.IsSpace)
	if i := strings.LastIndexAny(opening, "`~\n"); i >= 0 && isWord(opening[i+1:]) {
		opening = opening[:i+1]
	}
	if strings.HasSuffix(opening, "```") || strings.HasSuffix(opening, "~~~") {
		return strings.TrimRight(opening, "`~")
	}
	return s
}

// isWord reports whether s can be the tag of a fence.
func isWord(s string) bool {
	return !strings.ContainsFunc(strings.TrimSpace(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '+' && r != '_'
	})
}
