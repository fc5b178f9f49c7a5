package reply

import (
	"strings"
	"unicode/utf8"

	"github.com/assize-eval/assize/judge"
)

// mostReason bounds, in bytes, explanations that are put together from several places. The whole
// reply is in the verdict's Raw.
const mostReason = 2000

// explain returns the text of an explanation of any type.
func explain(v value) string {
	if !v.ok() {
		return ""
	}
	switch v.kind() {
	case text:
		return valid(v.text())
	case null:
		return ""
	case number, boolean:
		return describe(v)
	}
	var b strings.Builder
	gather(&b, v)
	return cut(valid(b.String()))
}

// gather writes the texts and numbers of v, separated by semicolons.
func gather(b *strings.Builder, v value) {
	if b.Len() > mostReason {
		return
	}
	for c := v.first(); c.ok(); c = c.next() {
		if c.kind() == array || c.kind() == object {
			gather(b, c)
			continue
		}
		s := explain(c)
		if s == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		if c.key() != "" {
			b.WriteString(c.key() + ": ")
		}
		b.WriteString(s)
	}
}

// itemKeys are the keys, folded, of what an item of a breakdown is about.
var itemKeys = map[string]bool{"rubricitem": true, "item": true, "criterion": true, "name": true, "要点": true, "评分点": true, "得分点": true}

// explainParts joins what the items of a breakdown say: the item and its reason.
func explainParts(parts value) string {
	if !parts.ok() || parts.kind() != array {
		return ""
	}
	var b strings.Builder
	for p := parts.first(); p.ok() && b.Len() <= mostReason; p = p.next() {
		reason := explain(member(p, reasonSet))
		if reason == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		if item := explain(member(p, itemKeys)); item != "" {
			b.WriteString(item + ": ")
		}
		b.WriteString(reason)
	}
	return cut(b.String())
}

// explainByWords takes the words before an object as the explanation of a single grade that has none.
func explainByWords(grades []judge.Grade, words string) {
	if len(grades) != 1 || grades[0].Explanation != "" || words == "" {
		return
	}
	grades[0].Explanation = cut(valid(trim(beforeFence(words))))
}

// valid returns s as valid UTF-8, which is s itself nearly always.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// cut shortens s to mostReason bytes at the end of a character.
func cut(s string) string {
	if len(s) <= mostReason {
		return s
	}
	end := mostReason
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}
