package pyliteral

import (
	"fmt"
	"slices"
)

// statement is one simple statement that binds or changes names at module level.
type statement struct {
	line int
	// targets are what stands left of each =, value what stands right of the last one.
	targets [][]token
	value   []token
	augment bool // += instead of =
	// binds are the names that the statement binds or changes in a way that is not read, and why.
	binds []string
	why   string
	// mutates says that the statement changes what the names hold, which no string allows.
	mutates bool
}

// compound holds the keywords that begin a block. match and case are names elsewhere.
var compound = map[string]bool{
	"if": true, "elif": true, "else": true, "for": true, "while": true, "try": true, "except": true,
	"finally": true, "with": true, "async": true, "def": true, "class": true,
}

// block is a compound statement around a line.
type block struct {
	indent int
	word   string
}

// statements returns the statements of a module that can decide the value of a module-level name, in
// order: those outside all blocks as they are, those in blocks other than functions and classes as
// binding names in a way that is not read.
func statements(lines []line) []statement {
	var out []statement
	var blocks []block
	for _, l := range lines {
		for len(blocks) > 0 && blocks[len(blocks)-1].indent >= l.indent {
			blocks = blocks[:len(blocks)-1]
		}
		outside, body := blocks, l.tokens
		if beginsBlock(l) {
			b := block{l.indent, l.tokens[0].text}
			if isMain(l) {
				b.word = "main"
			}
			parts := split(l.tokens, ":")
			body = l.tokens[min(len(parts[0])+1, len(l.tokens)):]
			if names := header(parts[0]); len(names) > 0 && !local(outside) {
				out = append(out, statement{line: l.tokens[0].line, binds: names, why: "bound by " + b.word})
			}
			blocks = append(blocks, b)
		}
		if local(blocks) || len(body) == 0 {
			continue
		}
		for _, tokens := range split(body, ";") {
			if len(tokens) == 0 {
				continue
			}
			s := parse(tokens)
			if len(blocks) > 0 {
				why := "changed under " + blocks[len(blocks)-1].word
				s = statement{line: s.line, binds: s.changes(), why: why, mutates: s.mutates}
			}
			out = append(out, s)
		}
	}
	return out
}

// header lists the names that the first line of a block binds.
func header(tokens []token) []string {
	first := tokens[0].text
	if first == "async" && len(tokens) > 1 {
		return header(tokens[1:])
	}
	for i, t := range tokens {
		switch {
		case (first == "def" || first == "class") && i == 1:
			return []string{t.text}
		case first == "for" && t.text == "in":
			return names(tokens[1:i])
		case (first == "with" || first == "except") && t.text == "as":
			return names(tokens[i+1:])
		}
	}
	return nil
}

// local reports whether code in the blocks does not run when the module is imported, or has names of
// its own.
func local(blocks []block) bool {
	return slices.ContainsFunc(blocks, func(b block) bool {
		return b.word == "def" || b.word == "class" || b.word == "async" || b.word == "main"
	})
}

func beginsBlock(l line) bool {
	first, last := l.tokens[0], l.tokens[len(l.tokens)-1]
	soft := first.text == "match" || first.text == "case"
	return first.kind == ident && (compound[first.text] || soft && last.text == ":" && len(l.tokens) > 2)
}

// isMain recognizes if __name__ == "__main__":.
func isMain(l line) bool {
	t := l.tokens
	return len(t) >= 5 && t[0].text == "if" && t[1].text == "__name__" && t[2].text == "==" &&
		t[3].kind == str && t[3].str == "__main__" && t[4].text == ":"
}

// split cuts tokens at the separators that are outside all brackets.
func split(tokens []token, separator string) [][]token {
	var out [][]token
	from := 0
	depth := tokens[0].depth
	for i, t := range tokens {
		if t.kind == other && t.text == separator && t.depth == depth {
			out = append(out, tokens[from:i])
			from = i + 1
		}
	}
	return append(out, tokens[from:])
}

// parse recognizes the form of a simple statement.
func parse(tokens []token) statement {
	s := statement{line: tokens[0].line}
	switch tokens[0].text {
	case "import", "from", "del", "global":
		s.why = "used in a statement of the kind " + tokens[0].text
		s.binds = names(tokens)
		return s
	}
	for i, t := range tokens {
		if t.kind == other && t.depth == 0 && len(t.text) > 1 && t.text[len(t.text)-1] == '=' && !comparison(t.text) {
			if s.augment = t.text == "+="; s.augment {
				s.targets, s.value = [][]token{tokens[:i]}, tokens[i+1:]
			} else {
				s.binds, s.why = names(tokens[:i]), "changed by "+t.text
			}
			return s
		}
	}
	parts := split(tokens, "=")
	if len(parts) == 1 {
		for i, t := range tokens[1:] {
			if tokens[i].text == "." && mutators[t.text] {
				s.binds, s.why, s.mutates = []string{tokens[0].text}, "changed by the method "+t.text, true
			}
		}
		return s
	}
	s.value = parts[len(parts)-1]
	for _, target := range parts[:len(parts)-1] {
		if len(target) == 0 {
			continue
		}
		target = split(target, ":")[0] // without an annotation
		if isTarget(target) {
			s.targets = append(s.targets, target)
			continue
		}
		s.binds = append(s.binds, names(target)...)
		s.why = "assigned in a form that is not read"
	}
	return s
}

// mutators are the methods that change a dict.
var mutators = map[string]bool{"update": true, "setdefault": true, "pop": true, "popitem": true, "clear": true}

func comparison(op string) bool {
	return op == "==" || op == "!=" || op == "<=" || op == ">="
}

// isTarget reports whether tokens are a name, or a name with subscripts.
func isTarget(tokens []token) bool {
	if len(tokens) == 0 || tokens[0].kind != ident {
		return false
	}
	for _, t := range tokens[1:] {
		if t.depth == 0 && t.text != "[" && t.text != "]" {
			return false
		}
	}
	return true
}

// names lists the names in tokens that are not attributes.
func names(tokens []token) []string {
	var out []string
	for i, t := range tokens {
		if t.kind == ident && (i == 0 || tokens[i-1].text != ".") && !slices.Contains(out, t.text) {
			out = append(out, t.text)
		}
	}
	return out
}

// changes lists the names whose values s decides.
func (s statement) changes() []string {
	out := slices.Clone(s.binds)
	for _, t := range s.targets {
		out = append(out, t[0].text)
	}
	return out
}

// reads lists the names that the effect of s depends on.
func (s statement) reads() []string {
	out := names(s.value)
	for _, t := range s.targets {
		if len(t) > 1 || s.augment {
			out = append(out, names(t)...)
		}
	}
	return out
}

func (s statement) errorf(format string, args ...any) value {
	return unread("line %d: "+format, append([]any{s.line}, args...)...)
}

// variable returns the value of a module-level name.
func variable(lines []line, name string) (value, error) {
	all := statements(lines)
	needed := map[string]bool{name: true}
	var program []statement
	for _, s := range slices.Backward(all) {
		if !slices.ContainsFunc(s.changes(), func(n string) bool { return needed[n] }) {
			continue
		}
		program = append(program, s)
		for _, n := range s.reads() {
			needed[n] = true
		}
	}
	e := env{}
	for _, s := range slices.Backward(program) {
		e.run(s)
	}
	v, ok := e[name]
	if !ok {
		return value{}, fmt.Errorf("found no assignment to %s at module level", name)
	}
	return v, nil
}
