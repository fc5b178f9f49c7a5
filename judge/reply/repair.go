package reply

import (
	"strings"
	"unicode/utf8"
)

// repaired is an object whose structure was put into JSON's form.
type repaired struct {
	// json is the object as JSON.
	json string
	// notes name what was done.
	notes note
	// elided says that dots stand where something should: the object is a template or a summary of
	// one, not a verdict.
	elided bool
	// entered are, after a failure, the places of the braces that were read as values inside.
	entered []int
	// comments are the words of its comments, a line each.
	comments string
}

// repairAt reads the object that starts at at, a brace, and returns it as JSON, and where it ends.
//
// It changes structure alone: commas, comments, quotes, widths, escapes, literals, and brackets that
// are missing at the very end where closers allows it. It never completes a text or a number that was
// cut, and it never takes two objects for one.
//
// Texts end at their first quote unless that makes no sense; then quotes inside them are looked for.
func repairAt(src string, at int, closers bool, work *budget) (repaired, int, problem) {
	out, end, bad := repairOnce(src, at, closers, false, work)
	if bad.what == "" || bad.what == tooDeep || bad.what == outOfWork {
		return out, end, bad
	}
	loose, looseEnd, looseBad := repairOnce(src, at, closers, true, work)
	if looseBad.what == "" || looseBad.what == outOfWork {
		return loose, looseEnd, looseBad
	}
	out.entered = append(out.entered, loose.entered...)
	return out, max(end, looseEnd), bad
}

func repairOnce(src string, at int, closers, loose bool, work *budget) (repaired, int, problem) {
	r := repairer{src: src, at: at, closers: closers, loose: loose, work: work}
	r.object()
	if r.what != "" {
		return repaired{entered: r.entered}, r.at, problem{r.what, r.at}
	}
	if r.notes == 0 && !r.elided {
		return repaired{json: src[at:r.at]}, r.at, problem{}
	}
	return repaired{json: string(r.out), notes: r.notes, elided: r.elided, comments: r.comments}, r.at, problem{}
}

type repairer struct {
	src     string
	at      int
	out     []byte
	notes   note
	elided  bool
	depth   int
	what    string
	closers bool
	// loose allows unescaped quotes inside texts.
	loose bool
	// entered are the places of the braces inside the object.
	entered []int
	work    *budget
	// holdsObject says that an object begins inside a text: then a missing end cannot be told from that
	// object's.
	holdsObject bool
	// comments are the words of the comments so far.
	comments string
}

// spend pays for n bytes that were looked at.
func (r *repairer) spend(n int) bool {
	return r.work.spend(n) || r.fail(outOfWork)
}

func (r *repairer) fail(what string) bool {
	if r.what == "" {
		r.what = what
	}
	return false
}

// sign returns the character at i in the form that has a meaning in JSON, with its length: full-width
// brackets, colons and commas as ASCII, every double quote as '"', every single quote as '\”. It
// returns 0, 0 at the end.
func sign(s string, i int) (rune, int) {
	if i >= len(s) {
		return 0, 0
	}
	if s[i] < utf8.RuneSelf {
		return rune(s[i]), 1
	}
	c, n := utf8.DecodeRuneInString(s[i:])
	switch c {
	case '“', '”', '„', '‟', '＂', '«', '»':
		return '"', n
	case '‘', '’', '‚', '‛', '＇':
		return '\'', n
	case '｛', '｝', '［', '］', '：', '，':
		return narrow(c), n
	}
	return c, n
}

// take consumes the character c, in any of its forms.
func (r *repairer) take(c rune) bool {
	got, n := sign(r.src, r.at)
	if got != c {
		return false
	}
	if n > 1 {
		r.notes |= fullWidth
	}
	r.at += n
	r.out = append(r.out, byte(c))
	return true
}

// blank skips white space and comments.
func (r *repairer) blank() {
	var notes note
	end := skipBlank(r.src, r.at, &notes)
	r.spend(end - r.at + 1)
	if notes&comment != 0 && len(r.comments) < longestProse {
		words := strings.NewReplacer("/*", "\n", "*/", "\n").Replace(r.src[r.at:end])
		r.comments += "\n" + strings.Trim(words, "/#* \t\r\n")
	}
	r.notes |= notes
	r.at = end
}

// longestComment bounds how far the end of a comment is looked for.
const longestComment = 1 << 12

// peekBlank is skipBlank for looking ahead: it looks at a bounded part of s.
func peekBlank(s string, i int) int {
	const window = 512
	var ignored note
	return skipBlank(s[:min(len(s), i+window)], i, &ignored)
}

// skipBlank returns where the blanks and comments at i end.
func skipBlank(s string, i int, notes *note) int {
	for i < len(s) {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == ' ', c == '\n', c == '\r', c == '\t':
		case isBlank(c):
			*notes |= oddBlank
		case c == '#' || strings.HasPrefix(s[i:], "//"):
			*notes |= comment
			if n = strings.IndexByte(s[i:], '\n'); n < 0 {
				n = len(s) - i
			}
		case strings.HasPrefix(s[i:], "/*"):
			n = strings.Index(s[i+2:min(len(s), i+longestComment)], "*/")
			if n < 0 {
				return i
			}
			*notes |= comment
			n += 4
		default:
			return i
		}
		i += n
	}
	return i
}

// object reads an object that starts at its brace.
func (r *repairer) object() bool {
	if r.depth++; r.depth > maxDepth {
		return r.fail(tooDeep)
	}
	defer func() { r.depth-- }()
	if r.depth > 1 {
		r.entered = append(r.entered, r.at)
	}
	r.take('{')
	doubled := r.depth > 1 && strings.HasPrefix(r.src[r.at:], "{")
	if doubled {
		r.at++
		r.notes |= doubledBraces
	}
	for first := true; ; first = false {
		if done, ok := r.separator('}', first); done {
			if ok && doubled && !r.takeSecond() {
				return r.fail("a doubled brace is closed by one")
			}
			return ok
		}
		if r.dots() {
			continue
		}
		if !r.key() {
			return false
		}
		r.blank()
		if !r.take(':') {
			return r.fail("a key without a colon")
		}
		if r.blank(); !r.value('}') {
			return false
		}
	}
}

func (r *repairer) takeSecond() bool {
	ok := strings.HasPrefix(r.src[r.at:], "}")
	if ok {
		r.at++
	}
	return ok
}

// array reads a list that starts at its bracket.
func (r *repairer) array() bool {
	if r.depth++; r.depth > maxDepth {
		return r.fail(tooDeep)
	}
	defer func() { r.depth-- }()
	r.take('[')
	for first := true; ; first = false {
		if done, ok := r.separator(']', first); done {
			return ok
		}
		if r.dots() {
			continue
		}
		if !r.value(']') {
			return false
		}
	}
}

// separator reads what stands before a member or an element: commas, or the closer, with which the
// object or the list is done.
func (r *repairer) separator(closer rune, first bool) (done, ok bool) {
	commas := 0
	for r.blank(); ; r.blank() {
		c, n := sign(r.src, r.at)
		if c != ',' {
			break
		}
		if n > 1 {
			r.notes |= fullWidth
		}
		r.at += n
		commas++
	}
	if r.what != "" {
		return true, false
	}
	c, _ := sign(r.src, r.at)
	last := len(r.out) > 0 && (r.out[len(r.out)-1] == '{' || r.out[len(r.out)-1] == '[')
	switch {
	case c == closer:
		if commas > 0 {
			r.notes |= extraComma
		}
		return true, r.take(closer)
	case r.atEnd():
		if !r.closers || r.holdsObject || commas > 0 || first || !r.whole() {
			return true, r.fail(cutOff)
		}
		r.notes |= missingCloser
		r.at = len(r.src)
		r.out = append(r.out, byte(closer))
		return true, true
	case commas > 1 || commas == 1 && first:
		r.notes |= extraComma
	case commas == 0 && !first:
		if !r.beginsNext(closer) {
			return true, r.fail("a comma or a closing bracket is missing")
		}
		r.notes |= missingComma
	}
	if !last {
		r.out = append(r.out, ',')
	}
	return false, true
}

// beginsNext reports whether a member or element plainly begins here, although no comma stands before
// it.
func (r *repairer) beginsNext(closer rune) bool {
	c, _ := sign(r.src, r.at)
	if closer == '}' {
		return isQuote(c) && keyAt(r.src, r.at) && r.at > 0 && !isQuoteBefore(r.src, r.at)
	}
	return c == '{'
}

// isQuoteBefore reports whether a quote touches i from the left: then what looks like the start of a
// key may as well be the end of a text.
func isQuoteBefore(s string, i int) bool {
	c, _ := utf8.DecodeLastRuneInString(s[:i])
	q, _ := sign(string(c), 0)
	return isQuote(q)
}

// dots skips dots that stand for something left out.
func (r *repairer) dots() bool {
	end := dotsEnd(r.src, r.at)
	if end == r.at {
		return false
	}
	r.at = end
	r.elided = true
	if n := len(r.out); n > 0 && r.out[n-1] == ',' {
		r.out = r.out[:n-1]
	}
	return true
}

// dotsEnd returns where a run of dots that starts at i ends; i when there is none.
func dotsEnd(s string, i int) int {
	end := i
	for {
		switch {
		case strings.HasPrefix(s[end:], "..."):
			end += 3
		case end > i && strings.HasPrefix(s[end:], "."):
			end++
		case strings.HasPrefix(s[end:], "…"):
			end += len("…")
		default:
			return end
		}
	}
}

// value reads any value; in is the closer of what it stands in.
func (r *repairer) value(in rune) bool {
	switch c, _ := sign(r.src, r.at); {
	case c == '{':
		return r.object()
	case c == '[':
		return r.array()
	case isQuote(c):
		return r.text(in)
	case c == 0:
		return r.fail(cutOff)
	}
	return r.bare()
}

// key reads the name of a member.
func (r *repairer) key() bool {
	if c, _ := sign(r.src, r.at); isQuote(c) {
		return r.text(':')
	}
	name, end := bareName(r.src, r.at)
	if name == "" {
		return r.fail("a key is due")
	}
	r.at = end
	r.notes |= bareKey
	r.out = appendQuoted(r.out, name)
	return true
}

// atEnd reports whether nothing but packaging follows: the end of a fence, a stop token, blanks.
func (r *repairer) atEnd() bool { return isPackaging(r.src[r.at:]) }

// whole reports whether what was read last can be trusted to be whole: a number that ends with the
// text may have been cut. So may a text that runs on in blanks.
func (r *repairer) whole() bool {
	const most = 64
	if len(r.out) == 0 || len(r.src)-r.at > most {
		return false
	}
	before := strings.TrimRight(r.src[:r.at], " \t\r\n")
	if r.at-len(before) > most {
		return false
	}
	last := before[len(before)-1]
	return last < '0' || last > '9' || len(before) < r.at
}
