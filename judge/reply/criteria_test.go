package reply

import (
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// What a reply is read as in the tables: met, unmet, or a code.
const (
	met   = "met"
	unmet = "unmet"
)

const (
	malformedCode = string(judge.Malformed)
	conflictCode  = string(judge.Conflict)
	truncatedCode = string(judge.Truncated)
	emptyCode     = string(judge.Empty)
	refusedCode   = string(judge.Refused)
	filteredCode  = string(judge.Filtered)
)

var oneCriterion = judge.Task{Criteria: []rubric.Criterion{{ID: "cites-statute", Weight: 5}}}

// metOrCode reads a reply on one criterion.
func metOrCode(task judge.Task, r judge.Reply) (string, judge.Verdict, error) {
	v, err := CriteriaMet().Read(task, r)
	switch {
	case err != nil:
		return string(judge.CodeOf(err)), v, err
	case v.Grades[0].Points == task.Criteria[0].Weight:
		return met, v, nil
	case v.Grades[0].Points == 0:
		return unmet, v, nil
	}
	return "no boolean", v, nil
}

const (
	criterionMet   = `{"explanation": "The memo names section 12 of the act.", "criteria_met": true}`
	criterionUnmet = `{"explanation": "No section is named anywhere.", "criteria_met": false}`
)

// criteriaRow is a reply on one criterion and what it is read as.
type criteriaRow struct{ text, want, why string }

func checkCriteria(t *testing.T, rows []criteriaRow) {
	t.Helper()
	for _, c := range rows {
		got, v, err := metOrCode(oneCriterion, judge.Reply{Text: c.text})
		if got != c.want {
			t.Errorf("%s: %s is read as %s (%s, %v), want %s", c.why, quote(c.text), got, v.How, err, c.want)
		}
		if v.Raw != c.text {
			t.Errorf("%s: the verdict does not keep the reply", c.why)
		}
	}
}

func TestCriteriaMet(t *testing.T) {
	const yes, no = criterionMet, criterionUnmet
	checkCriteria(t, []criteriaRow{
		// Packaging.
		{yes, met, "as asked for"},
		{"\n\n  " + no + "  \n", unmet, "blank lines around"},
		{"```json\n" + yes + "\n```", met, "a fence"},
		{"```json\r\n" + yes + "\r\n```\r\n", met, "line ends of Windows"},
		{"~~~json\n" + no + "\n~~~", unmet, "a fence of tildes"},
		{"````json\n" + yes + "\n````", met, "a longer fence"},
		{"```json" + no + "```", unmet, "no line break after the tag"},
		{"```" + no + "```", unmet, "no tag and no line break"},
		{"`" + no + "`", unmet, "set as code in a line"},
		{"```json\n" + yes, met, "a fence that is never closed around an object that is"},
		{yes + "\n```", met, "a fence that was never opened"},
		{"```JSON5\n" + yes + "\n```", met, "another tag"},
		{"```python\n" + yes + "\n```", met, "a programming language, but nothing else to take"},
		{"> " + no, unmet, "a quote block of Markdown"},
		{"- " + no, unmet, "an item of a list"},
		{"**Verdict**\n\n" + no, unmet, "a heading"},
		{"json\n" + yes, met, "the tag alone"},
		{"JSON: " + yes, met, "a word in front"},
		{"Output:\n```\n" + yes + "\n```\nLet me know if you need more.", met, "prose at both ends"},
		{"I compared the memo with the item.\n\n" + yes, met, "prose before"},
		{no + "\n\nThat is my reading of the item.", unmet, "prose after that takes nothing back"},
		{"The set {a, b} and the map {k: v} are fine.\n" + no, unmet, "braces in prose"},
		{"A placeholder like {name} stays unfilled.\n" + no, unmet, "a placeholder in prose"},
		{"It has \\frac{1}{2} and f(x) = {x | x > 0}.\n" + yes, met, "formulas"},
		{"The list {x: [1} is odd.\n" + no, unmet, "a bracket in prose that does not match"},
		{"A closing } without an opening one. " + no, unmet, "a stray closer"},
		{"An opening { without a closing one. " + no, unmet, "a stray opener"},
		{"{{{ " + no, unmet, "several stray openers"},
		{"Nested {a {b {c} d} e} text " + yes, met, "nested braces in prose"},
		{"```js\nconst limits = { low: 1, high: 2 };\n```\n```json\n" + yes + "\n```", met, "code in another fence first"},
		{"```ts\ninterface G { explanation: string; criteria_met: boolean }\n```\n" + yes, met, "a type in code"},
		{"```ts\nif (ok) {\n  return { criteria_met: false };\n}\n```\n" + yes, met, "a statement in code"},
		{"```go\nv := map[string]bool{\"criteria_met\": false}\n```\n```json\n" + yes + "\n```", met, "code with the key in it"},
		{"```python\ngrade = {'criteria_met': False}\n```\n" + yes, met, "code with a whole object in it"},
		{yes + "\n" + `{"tokens": 91, "model": "x"}`, met, "another object after it"},
		{`{"item": "names a section", "weight": 5}` + "\n" + no, unmet, "another object before it"},
		{"The options were {} and [].\n" + yes, met, "empty brackets"},
		{"<answer>" + yes + "</answer>", met, "in a tag"},
		{"<output>\n" + no + "\n</output>", unmet, "in a tag on lines of its own"},
		{yes + "<|eot_id|>", met, "a stop token"},
		{"<|im_start|>assistant\n" + no + "<|im_end|>", unmet, "the frame of a chat template"},
		{no + "</s>", unmet, "another stop token"},
		{"\ufeff" + yes, met, "a byte order mark"},
		{"\u200b" + no + "\u200b", unmet, "zero-width blanks around"},

		// Wrappers.
		{`{"result": ` + yes + `}`, met, "one level of wrapping"},
		{`{"data": {"grade": ` + no + `}}`, unmet, "two levels"},
		{`{"a": {"b": {"c": {"d": ` + yes + `}}}}`, malformedCode, "too many levels"},
		{`{"output": "{\"explanation\": \"None.\", \"criteria_met\": false}"}`, unmet, "the object as a text"},
		{`"{\"explanation\": \"None.\", \"criteria_met\": false}"`, unmet, "the whole reply as a text"},
		{`{"tool": "grade", "input": ` + yes + `}`, met, "a tool call"},
		{`{"type": "function", "function": {"name": "grade", "arguments": "{\"criteria_met\": true}"}}`, met, "a tool call with its input as a text"},
		{`<tool_call>{"name": "grade", "arguments": ` + no + `}</tool_call>`, unmet, "a tool call in its tag"},
		{`[` + no + `]`, unmet, "a list of one"},
		{`{"verdicts": [` + yes + `]}`, met, "a list of one inside"},
		{`[` + yes + `, ` + no + `]`, conflictCode, "a list of two that differ"},
		{`[` + yes + `, {"explanation": "Also named in the annex.", "criteria_met": true}]`, met, "a list of two that agree"},
		{`{"verdicts": [` + yes + `, ` + no + `]}`, malformedCode, "two inside one object: nothing says which"},
		{`{"example": ` + yes + `}`, malformedCode, "wrapped and called an example"},
		{`{"quoted_from_answer": {"criteria_met": true}}`, malformedCode, "wrapped and called a quotation"},
		{`{"draft": ` + yes + `}`, malformedCode, "wrapped and called a draft"},
		{`{"criteria_met": false, "steps": [{"criteria_met": true}, {"criteria_met": true}]}`, unmet, "the top level counts"},
		{`{"steps": [{"criteria_met": true}], "summary": "mixed"}`, malformedCode, "only parts are graded"},
		{`{"a": {"criteria_met": true}, "b": {"criteria_met": true}}`, malformedCode, "two places to look"},
		{`{"properties": {"criteria_met": {"type": "boolean"}}}`, malformedCode, "a schema under one key"},
		{`{"$schema": "x", "type": "object", "properties": {"criteria_met": {"type": "boolean"}}, "required": ["criteria_met"]}`, malformedCode, "a schema"},
		{`{"criteria_met": {"type": "boolean", "description": "whether"}}` + "\n" + yes, met, "a schema and then an instance"},

		// Several objects.
		{yes + "\n" + yes, met, "the same twice"},
		{no + "\nIn short:\n" + `{"criteria_met": false}`, unmet, "long and short form agree"},
		{yes + "\n" + no, conflictCode, "they differ"},
		{no + "\n\n\n" + yes, conflictCode, "they differ the other way round"},
		{"```json\n" + yes + "\n```\n```json\n" + no + "\n```", conflictCode, "two fences that differ"},
		{"Either " + yes + " or " + no, conflictCode, "an alternative"},
		{"Initial verdict: " + yes + "\nThe annex is not part of the memo.\nFinal verdict: " + no, unmet, "draft and final"},
		{"Draft:\n```json\n" + no + "\n```\nFinal:\n```json\n" + yes + "\n```", met, "draft and final in fences"},
		{"**Preliminary:** " + yes + "\n\n**Final answer:** " + no, unmet, "draft and final in bold"},
		{yes + "\nFinal answer: " + no, conflictCode, "final, but the other is not called a draft"},
		{"Final answer: " + yes + "\nFinal answer: " + no, conflictCode, "two finals"},
		{"Final answer: " + yes + "\nDraft: " + no, conflictCode, "a draft after the final one"},
		{"The answer grades itself as follows:\n" + yes + "\n\nMy verdict:\n" + no, unmet, "another's verdict and the judge's"},
		{"Example of the format: " + yes + "\nFinal: " + no, unmet, "an example and the verdict"},
		{"The answer grades itself as follows:\n" + yes + "\n\n" + no, conflictCode, "another's verdict, and one that nobody calls the judge's"},
		{"Quoting aside, my verdict is " + no + "\n" + yes, conflictCode, "words of a quotation before the verdict, and another on its own lines"},
		{"Draft: " + yes, malformedCode, "a draft alone"},
		{"初步审理查明的事实清楚，证据不足：" + no, unmet, "a first hearing is no first grade"},
		{"Draft terms of the lease that I was given: " + no, unmet, "a draft contract is what was judged, on one line"},
		{"Draft memo, page 2, names the section as asked.\n" + yes, met, "a draft is what was judged"},
		{`{"part": 1, "criteria_met": "partly"}` + "\n" + no, malformedCode, "one of them cannot be read"},
		{`{"explanation": "first half"}` + "\n" + `{"criteria_met": true}`, met, "the reason in an object of its own"},
		{yes + "\n\nWait, the annex was withdrawn.", malformedCode, "taken back in words"},
		{yes + "\n\nOn reflection this should be false.", malformedCode, "taken back in other words"},
		{yes + "\n\nNo further remarks.", met, "words that take nothing back"},
		{`A good answer would look like {"criteria_met": true}, but this one fails.`, malformedCode, "a verdict that is not given"},
		{`My verdict is not {"criteria_met": true}.`, malformedCode, "a verdict that is denied"},
		{`It is not {"criteria_met": true} but` + "\n" + no, unmet, "one denied, one given"},
		{"```python\n{'criteria_met': False}\n```\n```json\n{\"criteria_met\": true}\n```", conflictCode, "an object in a fence of another language is an object"},
		{`{"explanation": "x", "passed": false}` + "\n" + `{"criteria_met": true}`, malformedCode, "a verdict under another key beside it"},

		// Quotations.
		{`The response contains {"criteria_met": true}, which decides nothing.` + "\n" + no, unmet, "quoted before"},
		{no + "\n" + `Note that the answer ends with {"criteria_met": true}.`, unmet, "quoted after"},
		{"The document includes\n```json\n{\"criteria_met\": true}\n```\nand I do not follow it.\n" + no, conflictCode, "quoted on lines of its own"},
		{`The answer contains {"criteria_met": true}.`, malformedCode, "quoted, and no verdict"},
		{`The answer contains {\"criteria_met\": true}.`, malformedCode, "quoted with escapes, and no verdict"},
		{`The response ended with "Final answer: {"criteria_met": true}"` + "\n" + no, conflictCode, "a label that is part of the quotation"},
		{`{"explanation": "It says \"criteria_met\": true at its end.", "criteria_met": false}`, unmet, "quoted in the explanation"},
		{`{"explanation": "It ends with {\"criteria_met\": true}", "criteria_met": false}`, unmet, "an object in the explanation"},
		{"{\"explanation\": \"It ends with ```json\\n{\\\"criteria_met\\\": true}\\n```\", \"criteria_met\": false}", unmet, "a fence in the explanation"},
		{"```json\n{\"explanation\": \"It ends with ```json {\\\"criteria_met\\\": true}```\", \"criteria_met\": false}\n```", unmet, "a fence in a fence"},
		{`{"criteria_met_claimed_by_answer": true, "criteria_met": false}`, unmet, "a longer key is another key"},
		{`The text begins {"criteria_met": true, "explanation": "as told` + "\n" + no, malformedCode, "a fragment that is quoted and never ends"},
		{`{"criteria_met": true, "explanation": "as told` + "\n" + `{"explanation": "None.", "criteria_met": false}`, malformedCode, "a fragment and a verdict"},
		{`{"explanation": "quotes {"criteria_met": true} from it", "criteria_met": false}`, conflictCode, "an object quoted without escapes"},
		{`{"explanation": "quotes "criteria_met": true from it", "criteria_met": false}`, conflictCode, "a pair quoted without escapes"},
		{`{"explanation": "says ""criteria_met": true}`, malformedCode, "a pair quoted with a doubled quote"},
		{"Draft: " + no + "\n" + `"Final answer: {"criteria_met": true}" is how it ends.`, conflictCode, "a label in quotes"},
		{"My verdict on what the response says: " + no + "\n" + yes, conflictCode, "words of a quotation that introduce the verdict"},
		{`{"explanation": "has "x", "criteria_met": true, "y": "z" in it", "criteria_met": false}`, conflictCode, "pairs quoted without escapes, between commas"},
		{`{"verdicts": [{"criteria_met": true}, {"criteria_met": fal`, truncatedCode, "what is inside a broken object is no verdict"},

		// Structure.
		{`{"explanation": "Named.", "criteria_met": true,}`, met, "a comma at the end"},
		{`{"explanation": "Named.", "criteria_met": true},`, met, "a comma behind"},
		{`{"explanation": "Named." "criteria_met": true}`, met, "a comma is missing"},
		{"{\"explanation\": \"Named.\"\n \"criteria_met\": true}", met, "a comma is missing at a line end"},
		{`{'explanation': 'Not named', 'criteria_met': False}`, unmet, "Python"},
		{`{'explanation': 'It isn\'t named', 'criteria_met': False}`, unmet, "Python with an escape"},
		{`{'explanation': 'It isn't named', 'criteria_met': False}`, unmet, "an apostrophe"},
		{`{'explanation': 'It has "criteria_met": true in a note', 'criteria_met': False}`, unmet, "Python, with a key of JSON in a text"},
		{`{"explanation": "It has 'criteria_met': True in a note", "criteria_met": False}`, unmet, "a literal of Python, with a key of Python in a text"},
		{`{'explanation': 'It isn't "criteria_met": true', 'criteria_met': False}`, conflictCode, "an apostrophe, with a key of JSON in a text"},
		{`{"explanation": "It has "criteria_met": true in a note", "criteria_met": false}`, conflictCode, "a key in quotes that nobody escaped"},
		{`{'criteria_met': None}`, malformedCode, "None is no verdict"},
		{`{"criteria_met": TRUE}`, met, "upper case"},
		{"{\"criteria_met\": true // see p. 3\n}", met, "a comment"},
		{"{\n# strict\n\"criteria_met\": false}", unmet, "a comment of Python"},
		{`{"explanation": "see https://a.example/x // y", "criteria_met": false,}`, unmet, "no comment in a text"},
		{`{criteria_met: false, explanation: "None"}`, unmet, "keys without quotes"},
		{`{explanation: none at all, criteria_met: false}`, unmet, "a text without quotes"},
		{`{{"explanation": "Named.", "criteria_met": true}}`, met, "doubled braces"},
		{`{\"explanation\": \"Named.\", \"criteria_met\": true}`, met, "escaped as a whole"},
		{`So: {\"explanation\": \"Named.\", \"criteria_met\": true}`, met, "escaped as a whole, after words"},
		{`{\n  \"explanation\": \"Named.\",\n  \"criteria_met\": true\n}`, met, "escaped with its line breaks"},
		{`{&quot;criteria_met&quot;: true, &quot;explanation&quot;: &quot;a &amp;lt; b&quot;}`, met, "HTML entities"},
		{yes + "}", met, "a closer too many"},
		{`{"explanation": "None.", "criteria_met": false`, unmet, "a closer too few"},
		{`[{"explanation": "None.", "criteria_met": false}`, unmet, "a closing bracket too few"},
		{`{"result": {"explanation": "None.", "criteria_met": false}`, unmet, "a closer too few around"},
		{`{"explanation": "names "lex" and "ius", not more.", "criteria_met": true}`, met, "quotes inside"},
		{`{"explanation": "names "lex".", "criteria_met": true}`, met, "a quote at the end"},
		{`{"criteria_met": true, "explanation": "names "lex"."}`, met, "a quote at the very end"},
		{"{\"explanation\": \"One.\nTwo.\", \"criteria_met\": true}", met, "a raw line break"},
		{"{\"explanation\": \"One.\x00\x07\", \"criteria_met\": true}", met, "other control characters"},
		{`{“explanation”: “None.”, “criteria_met”: false}`, unmet, "curly quotes"},
		{`{"explanation": "says “yes” and „no“", "criteria_met": true}`, met, "curly quotes in a text"},
		{`{"explanation": „None.“, "criteria_met": false}`, unmet, "German quotes"},
		{`{"explanation"："无"，"criteria_met"：false}`, unmet, "full-width colon and comma"},
		{`｛"criteria_met"：true｝`, met, "full-width braces"},
		{"{\"criteria_met\":\u00a0false}", unmet, "a no-break space"},
		{"{\u200b\"criteria_met\"\u200b: true}", met, "zero-width spaces"},
		{"{\"criteria\u200b_met\": true}", met, "a zero-width space in the key"},
		{`{"explanation": "\alpha \frac{1}{2} \$3 \'x\'", "criteria_met": true}`, met, "LaTeX"},
		{`{"explanation": "ends \ud83d", "criteria_met": false}`, unmet, "half a pair"},
		{`{"explanation": "C:\new\units", "criteria_met": false}`, unmet, "a path"},

		// Keys.
		{`{"criteriaMet": true}`, met, "camel case"},
		{`{"Criteria-Met": false}`, unmet, "hyphen"},
		{`{"CRITERION MET": true}`, met, "upper case and singular"},
		{`{"met": false, "reason": "none"}`, unmet, "short"},
		{`{"理由": "无", "是否满足": true}`, met, "Chinese"},
		{`{"criteria_met": true, "criteriaMet": true}`, met, "two spellings that agree"},
		{`{"criteria_met": true, "criteria_met": true}`, met, "the same twice"},
		{`{"criteria_met": true, "criteria_met": false}`, conflictCode, "one key, two values"},
		{`{"criteria_met": true, "criteriaMet": false}`, conflictCode, "two spellings, two values"},
		{`{"criteria_met": true, "x": {"y": 1, "y": 2}}`, conflictCode, "a contradiction further down"},
		{`{"criteria_not_met": true}`, unmet, "negated"},
		{`{"criteria_not_met": false}`, malformedCode, "a double negation may be meant as one"},
		{`{"criteria_met": false, "criteria_not_met": true}`, unmet, "both, and they agree"},
		{`{"criteria_met": true, "criteria_not_met": true}`, conflictCode, "both, and they do not"},
		{`{"passed": true}`, malformedCode, "passed is not met"},
		{`{"correct": false}`, malformedCode, "nor is correct"},
		{`{"score": 1}`, malformedCode, "nor is a score"},
		{`{"verdict": true}`, malformedCode, "a verdict on what?"},
		{`{"criteria_met?": true}`, malformedCode, "a sign that may change the meaning"},
		{`{"criteria_met %": 100}`, malformedCode, "a share"},
		{`{"explanation": "It is met."}`, malformedCode, "no verdict"},
		{`{}`, malformedCode, "nothing"},
		{`{"criteria": "met"}`, malformedCode, "another key"},

		// Values.
		{`{"criteria_met": "True"}`, met, "a text"},
		{`{"criteria_met": "false."}`, unmet, "a text with a full stop"},
		{`{"criteria_met": " Yes "}`, met, "yes"},
		{`{"criteria_met": "no"}`, unmet, "no"},
		{`{"criteria_met": "met"}`, met, "met"},
		{`{"criteria_met": "NOT_MET"}`, unmet, "not met"},
		{`{"criteria_met": "是"}`, met, "yes in Chinese"},
		{`{"criteria_met": "否"}`, unmet, "no in Chinese"},
		{`{"criteria_met": "未满足"}`, unmet, "not met in Chinese"},
		{`{"criteria_met": 1}`, met, "a number"},
		{`{"criteria_met": 0.0}`, unmet, "a number with a point"},
		{`{"criteria_met": yes}`, met, "a word without quotes"},
		{`{"criteria_met": 2}`, malformedCode, "another number"},
		{`{"criteria_met": 0.5}`, malformedCode, "half"},
		{`{"criteria_met": -1}`, malformedCode, "less than nothing"},
		{`{"criteria_met": null}`, malformedCode, "null"},
		{`{"criteria_met": ""}`, malformedCode, "empty"},
		{`{"criteria_met": []}`, malformedCode, "a list"},
		{`{"criteria_met": [true]}`, malformedCode, "a list of one"},
		{`{"criteria_met": {"value": true}}`, malformedCode, "an object"},
		{`{"criteria_met": "partially"}`, malformedCode, "partly"},
		{`{"criteria_met": "mostly met"}`, malformedCode, "mostly"},
		{`{"criteria_met": "not sure"}`, malformedCode, "in doubt"},
		{`{"criteria_met": "n/a"}`, malformedCode, "not applicable"},
		{`{"criteria_met": "passed"}`, malformedCode, "passed"},
		{`{"criteria_met": "true or false"}`, malformedCode, "the template"},
		{`{"criteria_met": true/false}`, malformedCode, "the template without quotes"},
		{`{"criteria_met": ...}`, malformedCode, "dots"},
		{`{"explanation": "<reason>", "criteria_met": <bool>}` + "\n" + no, unmet, "a template, then the verdict"},
		{`{"criteria_met": "yes, since the annex names it"}`, malformedCode, "more than a verdict"},
		{`{"criteria_met": "nottrue"}`, malformedCode, "no word"},
		{`{"criteria_met": "-1"}`, malformedCode, "a sign is part of a number"},
		{`{"criteria_met": ".1"}`, malformedCode, "a point is part of a number"},
		{`{"criteria_met": "1"}`, met, "a number as a text"},
		{`{"criteria_met": **true**}`, met, "bold inside the object"},
		{`{"criteria\_met": true}`, met, "an underscore that Markdown escapes"},
		{`{"criteria_met": NaN}`, malformedCode, "no number"},

		// Explanations.
		{`{"explanation": null, "criteria_met": true}`, met, "null"},
		{`{"explanation": 3, "criteria_met": true}`, met, "a number"},
		{`{"explanation": {"pro": "a", "contra": "b"}, "criteria_met": false}`, unmet, "an object"},
		{`{"explanation": ["a", ["b"]], "criteria_met": false}`, unmet, "lists"},
		{`{"explanation": false, "criteria_met": true}`, met, "a boolean"},
		{`{"criteria_met": true}`, met, "none"},
		{`{"explanation": "The advice is sound; the fault is not there.", "criteria_met": false}`, unmet, "a good answer without the fault"},
	})
}

func TestCriteriaMetEndings(t *testing.T) {
	const no = `{"explanation": "No section is named.", "criteria_met": false}`
	for _, c := range []struct {
		reply judge.Reply
		want  string
		why   string
	}{
		{judge.Reply{Text: no, Finish: "stop"}, unmet, "the usual ending"},
		{judge.Reply{Text: no, Finish: "completed"}, unmet, "the other API"},
		{judge.Reply{Text: no, Finish: "length"}, unmet, "the limit was met, but the object is whole and alone"},
		{judge.Reply{Text: " " + no + "\n", Finish: "length"}, unmet, "blanks around it"},
		{judge.Reply{Text: no + " However, th", Finish: "length"}, truncatedCode, "something came after it"},
		{judge.Reply{Text: "```json\n" + no, Finish: "length"}, truncatedCode, "not alone"},
		{judge.Reply{Text: no[:len(no)-1], Finish: "length"}, truncatedCode, "a closer is missing and the reply was cut"},
		{judge.Reply{Text: no[:len(no)-1], Finish: "stop"}, unmet, "a closer is missing and the reply was not cut"},
		{judge.Reply{Text: no[:len(no)-3], Finish: "stop"}, malformedCode, "the value is broken and the reply was not cut"},
		{judge.Reply{Text: `{"criteria_met": true, "explanation": "At fir`, Finish: "length"}, truncatedCode, "a reason may reverse it"},
		{judge.Reply{Text: "", Finish: "length"}, truncatedCode, "all was spent on reasoning"},
		{judge.Reply{Text: no, Finish: "max_tokens"}, unmet, "another word for length"},
		{judge.Reply{Text: no, Finish: "tool_calls"}, unmet, "a tool call was made beside a whole object"},
		{judge.Reply{Text: "Calling the tool.", Finish: "tool_calls"}, malformedCode, "a tool call instead of an object"},
		{judge.Reply{Text: no, Finish: "content_filter"}, filteredCode, "a filter ended it"},
		{judge.Reply{Text: no, Finish: "error"}, unmet, "an ending nobody knows, and a whole object"},
		{judge.Reply{Text: "So: " + no, Finish: "error"}, truncatedCode, "an ending nobody knows, and words"},
		{judge.Reply{Text: no, Refusal: "I can't help."}, refusedCode, "the refusal stands"},
		{judge.Reply{Text: "", Refusal: "I can't help."}, refusedCode, "a refusal alone"},
		{judge.Reply{Text: "", Reasoning: no}, emptyCode, "reasoning is not graded"},
		{judge.Reply{Text: no, Reasoning: `{"criteria_met": true}`}, unmet, "reasoning that differs"},
	} {
		if got, v, err := metOrCode(oneCriterion, c.reply); got != c.want {
			t.Errorf("%s: %+v is read as %s (%s, %v), want %s", c.why, c.reply, got, v.How, err, c.want)
		}
	}
}
