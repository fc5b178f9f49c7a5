package reply

import "strings"

// dataTags are the tags of fences that can hold a verdict, in lower case.
var dataTags = map[string]bool{
	"": true, "json": true, "jsonc": true, "json5": true, "jsonl": true, "text": true, "txt": true, "plaintext": true, "markdown": true, "md": true,
}

// inCode reports whether a candidate stands inside a fence of a programming language.
func inCode(c *candidate) bool {
	mark, tag := "", ""
	for rest := c.text[:c.start]; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		rest = after
		line = strings.TrimLeft(line, " \t>")
		run := fenceRun(line)
		switch {
		case run == "":
		case mark == "":
			mark, tag = run, strings.ToLower(strings.TrimSpace(line[len(run):]))
		case run[0] == mark[0] && len(run) >= len(mark) && strings.TrimSpace(line[len(run):]) == "":
			mark = ""
		}
	}
	if mark == "" {
		return false
	}
	word, _, _ := strings.Cut(tag, " ")
	return isWord(word) && !dataTags[word]
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
