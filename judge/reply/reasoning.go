package reply

import "strings"

// answer is what is left of a reply when reasoning is taken out.
type answer struct {
	// segments are the parts of the answer. No object spans two of them.
	segments []string
	// how says what was taken out; empty for nothing.
	how string
	// fault says why there is no answer.
	fault string
	// empty says that nothing is left.
	empty bool
}

// withoutReasoning takes reasoning out of a text that is not one JSON value. material are the texts
// that the judge read: a mark that stands in them may be quoted, so it is not believed unless the
// reply begins with one.
func withoutReasoning(s string, material []string, work *budget) answer {
	if a, ok := finalChannel(s, material); ok {
		return a
	}
	tags := tagsIn(s)
	if len(tags) == 0 {
		return answer{segments: []string{s}}
	}
	tags = outsideObjects(s, tags, work)
	if len(tags) == 0 || !believable(s, tags, material) {
		return answer{segments: []string{s}}
	}
	b := blocks{text: s}
	for _, t := range tags {
		b.add(t)
	}
	return b.finish(tags)
}

// believable reports whether the marks are the reply's own.
func believable(s string, tags []tag, material []string) bool {
	first := tags[0]
	if !first.closes && trim(s[:first.start]) == "" {
		return true
	}
	for _, m := range material {
		if len(tagsIn(m)) > 0 {
			return false
		}
	}
	// A mark that opens in the middle of a line is spoken of, not used.
	return first.closes || trim(s[lineStart(s, first.start):first.start]) == ""
}

func lineStart(s string, i int) int { return strings.LastIndexByte(s[:i], '\n') + 1 }

// blocks collects what stands outside the blocks of reasoning.
type blocks struct {
	text     string
	segments []string
	from     int // where the current segment begins
	depth    int
}

// add takes in the next mark.
func (b *blocks) add(t tag) {
	switch {
	case !t.closes:
		if b.depth == 0 {
			b.segments = append(b.segments, b.text[b.from:t.start])
		}
		b.depth++
		return
	case b.depth > 0:
		b.depth--
	default:
		// The mark that opened was lost: all before is reasoning. But reasoning does not begin
		// with a verdict; what does is an answer that speaks of the mark.
		if beginsWithObject(b.text[b.from:t.start]) {
			return
		}
		b.segments = nil
	}
	if b.depth == 0 {
		b.from = t.end
	}
}

// beginsWithObject reports whether the first thing in s is an object, in a fence or not.
func beginsWithObject(s string) bool {
	s = trim(s)
	if strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~") {
		_, s, _ = strings.Cut(s, "\n")
		s = trim(s)
	}
	c, _ := sign(s, 0)
	return c == '{'
}

func (b *blocks) finish(tags []tag) answer {
	last := tags[len(tags)-1]
	switch {
	case b.depth == 0:
		b.segments = append(b.segments, b.text[b.from:])
	case last.closes:
		// Reasoning that speaks of the mark opens more often than it closes.
		b.segments = []string{b.text[last.end:]}
	default:
		return answer{fault: "a block of reasoning is not closed, so that draft and answer cannot be told apart"}
	}
	for _, s := range b.segments {
		if !isPackaging(s) {
			return answer{segments: b.segments, how: "reasoning dropped"}
		}
	}
	return answer{fault: "nothing follows the reasoning", empty: true}
}

// outsideObjects drops the marks that stand inside objects of the answer, as part of a text.
func outsideObjects(s string, tags []tag, work *budget) []tag {
	kept := tags[:0]
	depth, from := 0, 0
	for _, t := range tags {
		if depth == 0 {
			if t.start < from {
				continue
			}
			if from = objectAround(s, from, t.start, work); from > t.start {
				continue
			}
		}
		from = t.end
		if !t.closes {
			depth++
		} else if depth > 0 {
			depth--
		}
		kept = append(kept, t)
	}
	return kept
}

// objectAround returns the end of the object that begins at or after from and reaches over at, or at.
func objectAround(s string, from, at int, work *budget) int {
	for i := from; i < at; i++ {
		j := strings.IndexByte(s[i:at], '{')
		if j < 0 || work.spent() {
			break
		}
		i += j
		if !mayBeObject(s, i) {
			continue
		}
		_, end, bad := parseAt(s, i, work)
		switch {
		case bad.what != "":
		case end > at:
			return end
		default:
			i = end - 1
		}
	}
	return at
}
