package reply

import (
	"strings"

	"github.com/assize-eval/assize/judge"
)

// maxWrappers is how many levels may stand around a verdict.
const maxWrappers = 5

// toolKeys are the keys, folded, that hold the object in a text of the form of a tool call, and
// wrapperKeys those that may hold a verdict. Any other key may say that what it holds is an example, a
// quotation, a maximum or the verdict of somebody else.
var (
	toolKeys    = map[string]bool{"arguments": true, "parameters": true, "input": true, "args": true, "function": true}
	wrapperKeys = foldedSet([]string{
		"result", "results", "verdict", "verdicts", "score_details", "output", "final", "final_answer", "final_verdict", "final_result", "final_grade",
		"final_score", "evaluation", "evaluation_result", "grade", "grading", "grading_result", "grades", "assessment", "judgement",
		"judgment", "score", "scores", "scoring", "data", "json", "json_tool_call", "tool_call", "tool_calls", "function_call", "arguments", "parameters", "args", "tool_input",
		"properties", "criterion", "criteria", "结果", "评分", "评分结果", "评估结果", "最终结果", "输出",
	})
)

// refusalKeys is the key, folded, under which a judge declines to grade.
var refusalKeys = map[string]bool{"refusal": true}

// interpret reads a document as a verdict. When its root states none, it looks one level down while
// there is exactly one place to look.
func interpret(f form, d document, task judge.Task, work *budget) reading {
	v := d.root
	for level := 0; ; level++ {
		if d.twice != "" {
			return reading{state: bad, at: v, code: judge.Conflict, fault: "the key " + quote(d.twice) + " stands twice with different values"}
		}
		if m := member(v, refusalKeys); m.ok() && !f.names([]byte("refusal")) && m.kind() == text && trim(m.text()) != "" {
			return reading{state: bad, at: v, code: judge.Refused, fault: "the judge declined to grade: " + describe(m)}
		}
		r := f.read(v, task)
		r.at = v
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
		if v.size() == 1 && wrapperKeys[fold(v.first().key())] {
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
