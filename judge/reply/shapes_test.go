package reply

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
)

// shapedForm is a contract with two verdicts that differ, in JSON, and what they are read as.
type shapedForm struct {
	name              string
	one, two          string
	wantOne, wantTwo  string
	read              func(judge.Reply) (string, judge.Verdict, error)
	firstKey, anOther string // the first key, and a spelling of it in other letters
}

var shapedForms = []shapedForm{
	{"criterion", metObject, unmetObject, met, unmet, readOne, "criteria_met", "Criteria_Met"},
	{"points", `{"explanation": "Two of three.", "total_points": 12, "max_points": 20}`, `{"explanation": "One of three.", "total_points": 7, "max_points": 20}`, "12", "7",
		func(r judge.Reply) (string, judge.Verdict, error) { return pointsOrCode(20, r) }, "total_points", "Total_Points"},
	{"sections", tableObject, strings.Replace(tableObject, `"total_points": 12`, `"total_points": 15`, 1), "7 12 0", "7 15 0",
		func(r judge.Reply) (string, judge.Verdict, error) { return sectionsOrCode(essaySections, r) }, "score_details", "Score_Details"},
}

// TestShapesThatAreRead has shapes that every form is read in.
func TestShapesThatAreRead(t *testing.T) {
	for why, shape := range map[string]func(f shapedForm) string{
		"as asked for":                func(f shapedForm) string { return f.one },
		"a fence":                     func(f shapedForm) string { return "```json\n" + f.one + "\n```" },
		"an unclosed fence":           func(f shapedForm) string { return "```json\n" + f.one },
		"a quoted fence":              func(f shapedForm) string { return "> ```json\n> " + f.one + "\n> ```" },
		"words before":                func(f shapedForm) string { return "Here is my verdict:\n" + f.one },
		"words before, in Chinese":    func(f shapedForm) string { return "评分结果如下：\n" + f.one },
		"words on the line":           func(f shapedForm) string { return "My verdict: " + f.one },
		"a heading of its own":        func(f shapedForm) string { return "## Grade\n\n" + f.one },
		"words that nobody lists":     func(f shapedForm) string { return "Behold, the considered view of this humble grader\n" + f.one },
		"words around":                func(f shapedForm) string { return "Sure.\n" + f.one + "\nDone." },
		"reasoning before":            func(f shapedForm) string { return "<think>Perhaps " + f.two + "</think>\n" + f.one },
		"reasoning without its start": func(f shapedForm) string { return "Perhaps " + f.two + "</think>\n" + f.one },
		"reasoning in other letters":  func(f shapedForm) string { return "<THINKING>Perhaps.</THINKING>\n" + f.one },
		"twice the same":              func(f shapedForm) string { return f.one + "\n\n" + f.one },
		"twice the same in fences":    func(f shapedForm) string { return "```json\n" + f.one + "\n```\n```json\n" + f.one + "\n```" },
		"a list of one":               func(f shapedForm) string { return "[" + f.one + "]" },
		"a wrapper":                   func(f shapedForm) string { return `{"result": ` + f.one + `}` },
		"a wrapper in a wrapper":      func(f shapedForm) string { return `{"output": {"verdict": ` + f.one + `}}` },
		"a wrapper of a list of one":  func(f shapedForm) string { return `{"results": [` + f.one + `]}` },
		"a tool call":                 func(f shapedForm) string { return `{"name": "grade", "arguments": ` + f.one + `}` },
		"a text of an object":         func(f shapedForm) string { return fmt.Sprintf("%q", f.one) },
		"a trailing comma":            func(f shapedForm) string { return strings.TrimSuffix(f.one, "}") + ",}" },
		"a comma after it":            func(f shapedForm) string { return f.one + "," },
		"a comment":                   func(f shapedForm) string { return strings.Replace(f.one, "{", "{ // the verdict\n", 1) },
		"a comment in a block":        func(f shapedForm) string { return strings.Replace(f.one, "{", "{ /* the verdict */ ", 1) },
		"literals of Python":          func(f shapedForm) string { return pythonic(f.one) },
		"full-width signs":            func(f shapedForm) string { return strings.NewReplacer(":", "：", ",", "，").Replace(f.one) },
		"smart quotes":                func(f shapedForm) string { return smartQuotes(f.one) },
		"a key in other letters":      func(f shapedForm) string { return strings.Replace(f.one, f.firstKey, f.anOther, 1) },
		"a key in camel case":         func(f shapedForm) string { return strings.Replace(f.one, f.firstKey, camel(f.firstKey), 1) },
		"bare keys":                   func(f shapedForm) string { return strings.Replace(f.one, `"`+f.firstKey+`"`, f.firstKey, 1) },
		"a mark of byte order":        func(f shapedForm) string { return "\ufeff" + f.one },
		"blanks that do not break":    func(f shapedForm) string { return strings.ReplaceAll(f.one, ": ", ":\u00a0") },
		"an extra closer":             func(f shapedForm) string { return f.one + "}" },
		"a lost closer":               func(f shapedForm) string { return strings.TrimSuffix(f.one, "}") + "\n" },
		"a word of the fence":         func(f shapedForm) string { return "json\n" + f.one },
		"a stop token":                func(f shapedForm) string { return f.one + "<|im_end|>" },
		"tags around":                 func(f shapedForm) string { return "<answer>" + f.one + "</answer>" },
		"other code first":            func(f shapedForm) string { return "```py\nx = {\"a\": 1}\n```\n" + f.one },
		"a draft, then the final one": func(f shapedForm) string { return "Draft: " + f.two + "\nFinal: " + f.one },
		"a brace before":              func(f shapedForm) string { return "a stray { before it\n" + f.one },
		"a further key":               func(f shapedForm) string { return strings.Replace(f.one, "{", `{"confidence": 0.9, `, 1) },
		"on several lines, with tabs": func(f shapedForm) string { return strings.NewReplacer("{", "{\n\t", ", ", ",\n\t").Replace(f.one) },
		"escaped as a whole":          func(f shapedForm) string { return strings.ReplaceAll(f.one, `"`, `\"`) },
		"entities of HTML":            func(f shapedForm) string { return strings.ReplaceAll(f.one, `"`, "&quot;") },
		"the final channel": func(f shapedForm) string {
			return "<|channel|>analysis<|message|>" + f.two + "<|end|><|start|>assistant<|channel|>final<|message|>" + f.one
		},
		"a key repeated with one value": func(f shapedForm) string { return strings.TrimSuffix(f.one, "}") + ", " + lastMember(f.one) + "}" },
	} {
		for _, f := range shapedForms {
			text := shape(f)
			if got, v, err := f.read(judge.Reply{Text: text, Finish: "stop"}); got != f.wantOne {
				t.Errorf("%s, %s: %s is read as %s (%s, %v)", f.name, why, text, got, v.How, err)
			}
		}
	}
}

// TestShapesThatAreNotRead has shapes that no form is read in: nobody can tell which verdict is meant, or
// whether it is whole.
func TestShapesThatAreNotRead(t *testing.T) {
	for why, shape := range map[string]func(f shapedForm) string{
		"two that differ":            func(f shapedForm) string { return f.one + "\n" + f.two },
		"two that differ, in fences": func(f shapedForm) string { return "```json\n" + f.one + "\n```\n```json\n" + f.two + "\n```" },
		"a list of two that differ":  func(f shapedForm) string { return "[" + f.one + ", " + f.two + "]" },
		"two wrappers":               func(f shapedForm) string { return `{"result": ` + f.one + `, "verdict": ` + f.two + `}` },
		"a key twice": func(f shapedForm) string {
			return strings.TrimSuffix(f.one, "}") + ", " + lastMember(f.two) + ", " + changed(f) + "}"
		},
		"a key twice in other letters": func(f shapedForm) string {
			return strings.TrimSuffix(f.one, "}") + ", " + strings.Replace(changed(f), f.firstKey, f.anOther, 1) + "}"
		},
		"reasoning without its end":      func(f shapedForm) string { return "<think>Perhaps " + f.one },
		"a draft alone":                  func(f shapedForm) string { return "Draft: " + f.one },
		"an example":                     func(f shapedForm) string { return "An example of the format:\n" + f.one },
		"an example in Chinese":          func(f shapedForm) string { return "格式示例：\n" + f.one },
		"a quotation":                    func(f shapedForm) string { return "The answer ends with " + f.one },
		"struck out":                     func(f shapedForm) string { return "~~" + f.one + "~~" },
		"in a comment":                   func(f shapedForm) string { return "<!-- " + f.one + " -->" },
		"an unknown wrapper":             func(f shapedForm) string { return `{"example": ` + f.one + `}` },
		"the other one begins after it":  func(f shapedForm) string { return f.one + "\n" + f.two[:len(f.two)-4] },
		"an unterminated text before it": func(f shapedForm) string { return `{"x": "` + f.one },
		"a correction":                   func(f shapedForm) string { return f.one + "\nCorrection: " + f.two },
		"a correction in Chinese":        func(f shapedForm) string { return f.one + "\n更正：" + f.two },
		"a correction in words":          func(f shapedForm) string { return f.one + "\nOn second thought, no." },
		"a correction in Chinese words":  func(f shapedForm) string { return f.one + "\n更正：以上评分有误。" },
		"the final one, then a draft":    func(f shapedForm) string { return "Final: " + f.one + "\nDraft: " + f.two },
		"inside a text":                  func(f shapedForm) string { return fmt.Sprintf(`{"explanation": %q}`, f.one) },
		"dots":                           func(f shapedForm) string { return "{...}" },
		"the schema":                     func(f shapedForm) string { return `{"properties": {"` + f.firstKey + `": {"type": "string"}}}` },
		"a null":                         func(f shapedForm) string { return `{"` + f.firstKey + `": null}` },
		"nothing":                        func(f shapedForm) string { return "{}" },
		"too deep":                       func(f shapedForm) string { return strings.Repeat("[", 600) + f.one + strings.Repeat("]", 600) },
		"a refusal beside it": func(f shapedForm) string {
			return strings.Replace(f.one, "{", `{"refusal": "I cannot grade this.", `, 1)
		},
	} {
		for _, f := range shapedForms {
			text := shape(f)
			if got, v, err := f.read(judge.Reply{Text: text, Finish: "stop"}); err == nil {
				t.Errorf("%s, %s: %s is read as %s (%s)", f.name, why, text, got, v.How)
			}
		}
	}
}

// pythonic writes an object as Python does.
func pythonic(s string) string {
	return strings.NewReplacer(`"`, "'", "true", "True", "false", "False").Replace(s)
}

// smartQuotes writes an object with the quotes of a word processor.
func smartQuotes(s string) string {
	open := true
	return strings.Map(func(c rune) rune {
		if c != '"' {
			return c
		}
		open = !open
		if open {
			return '”'
		}
		return '“'
	}, s)
}

func camel(key string) string {
	first, second, _ := strings.Cut(key, "_")
	return first + strings.ToUpper(second[:1]) + second[1:]
}

// lastMember returns the last member of an object.
func lastMember(s string) string {
	s = strings.TrimSuffix(s, "}")
	if i := strings.Index(s, `"score_details"`); i >= 0 {
		return s[i:]
	}
	return s[strings.LastIndex(s, ", ")+2:]
}

// changed returns the member with the first key, as the other verdict has it.
func changed(f shapedForm) string {
	i := strings.Index(f.two, `"`+f.firstKey+`"`)
	rest := strings.TrimSuffix(f.two[i:], "}")
	if f.name == "points" {
		rest, _, _ = strings.Cut(rest, ",")
	}
	return rest
}
