package reply

import (
	"strings"

	"github.com/assize-eval/assize/judge"
)

// maxWrappers is how many levels may stand around a verdict.
const maxWrappers = 3

// toolKeys are the keys, folded, that hold the object in a text of the form of a tool call, and
// foreignKeys those that say that what they hold is not the judge's verdict.
var (
	toolKeys    = map[string]bool{"arguments": true, "parameters": true, "input": true, "args": true, "function": true}
	foreignKeys = []string{
		"example", "sample", "template", "schema", "draft", "quot", "original", "candidate", "student", "planted", "inject", "ignored",
		"reject", "previous", "fake", "claim", "示例", "样例", "模板", "草稿", "初稿", "引用", "原文", "被评", "考生",
	}
)

// interpret reads a document as a verdict. When its root states none, it looks one level down while
// there is exactly one place to look.
func interpret(f form, d document, task judge.Task, work *budget) reading {
	v := d.root
	for level := 0; ; level++ {
		if d.twice != "" {
			return reading{state: bad, code: judge.Conflict, fault: "the key " + quote(d.twice) + " stands twice with different values"}
		}
		r := f.read(v, task)
		if d.repeated {
			r.notes.add(noteRepeated)
		}
		if r.state != other || level == maxWrappers {
			if level > 0 {
				r.notes.add(noteWrapped)
			}
			return r
		}
		inner := unwrap(v)
		if !inner.ok() {
			return r
		}
		if v = inner; v.kind() == text {
			within, bad := parse(trim(v.text()), work)
			if bad.what != "" {
				return r
			}
			d, v = within, within.root
		}
	}
}

// unwrap returns what a wrapper holds: an object, a list of one, or the text of an object.
func unwrap(v value) value {
	inner := value{}
	switch v.kind() {
	case array:
		if v.size() == 1 {
			inner = v.first()
		}
	case object:
		if v.size() == 1 && !isForeign(v.first().key()) {
			inner = v.first()
		} else if v.size() <= 5 {
			inner = toolInput(v)
		}
	}
	if !inner.ok() {
		return inner
	}
	switch inner.kind() {
	case object, array:
		return inner
	case text:
		if strings.HasPrefix(trim(inner.text()), "{") {
			return inner
		}
	}
	return value{}
}

// toolInput returns the input of a tool call.
func toolInput(o value) value {
	named := false
	for c := o.first(); c.ok(); c = c.next() {
		switch fold(c.key()) {
		case "name", "type", "tool", "toolname", "function":
			named = true
		}
	}
	if !named {
		return value{}
	}
	return member(o, toolKeys)
}

func isForeign(key string) bool {
	folded := fold(key)
	for _, w := range foreignKeys {
		if strings.Contains(folded, w) {
			return true
		}
	}
	return false
}
