package reply

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

func TestHow(t *testing.T) {
	const no = `{"explanation": "No section is named.", "criteria_met": false}`
	for _, c := range []struct{ text, how string }{
		{no, "strict"},
		{" " + no + "\n", "strict"},
		{"```json\n" + no + "\n```", "found in text"},
		{`{"explanation": "x", "criteria_met": false,}`, "repaired: extra comma"},
		{"So {'criteria_met': False}", "found in text; repaired: Python literal, single quotes"},
		{"<think>x</think>" + no, "reasoning dropped"},
		{"<think>x</think>\n" + no, "reasoning dropped"},
		{"<think>x</think>\nSo: " + no, "reasoning dropped; found in text"},
		{"<|channel|>final<|message|>" + no, "final channel"},
		{no + no, "chosen among 2: all agree"},
		{"Draft: {\"criteria_met\": true}\nFinal: " + no, "chosen among 2: called final"},
		{"It says {\"criteria_met\": true}.\n" + no, "chosen among 2: the others are quoted"},
		{"It is so:\n{\"criteria_met\": true}\n" + no, ""},
		{`{"result": ` + no + `}`, "understood: unwrapped"},
		{`{"criteriaMet": "no"}`, "understood: key spelled otherwise, value spelled otherwise"},
		{`{"criteria_not_met": true}`, "understood: key spelled otherwise, key negated"},
		{`{"criteria_met": false, "criteria_met": false}`, "understood: key repeated"},
		{"criteria_met: false", "labelled lines"},
		{`"{\"criteria_met\": false}"`, "text of an object"},
	} {
		v, err := CriteriaMet().Read(oneCriterion, judge.Reply{Text: c.text})
		if v.How != c.how || (err == nil) != (c.how != "") {
			t.Errorf("%s: read %q (%v), want %q", c.text, v.How, err, c.how)
		}
	}
}

// TestFaults checks that an error names its fault in words for the judge, and quotes little.
func TestFaults(t *testing.T) {
	long := strings.Repeat("词", 500)
	for _, c := range []struct{ text, want string }{
		{`{"total_points": 21, "max_points": 20}`, "total_points is 21, above the maximum 20"},
		{`{"total_points": 9, "max_points": 25}`, "max_points is 25, but the maximum is 20"},
		{`{"total_points": null, "max_points": 20}`, "total_points is null"},
		{`{"total_points": "` + long + `1", "max_points": 20}`, "not a number"},
		{`{"total_points": 1` + strings.Repeat("0", 500) + `, "max_points": 20}`, "no finite number"},
		{`{"max_points": 20}`, "total_points is missing"},
		{`{"total_points": 9, "total_points": 8}`, `the key "total_points" stands twice with different values`},
		{`{"total_points": 9}{"total_points": 8}`, "2 objects that differ (points 9, 8)"},
		{`{"total_points": 模型得分}`, "a template that was not filled in"},
		{long, "no JSON object; an object with total_points is due"},
		{"", "the reply is empty"},
		{"我无法评分" + strings.Repeat("。", 200), "declined to grade"},
	} {
		_, err := Points().Read(judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: 20}}}, judge.Reply{Text: c.text})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", quote(c.text), err, c.want)
			continue
		}
		if n := utf8.RuneCountInString(err.Error()); n > 300 {
			t.Errorf("the error has %d characters: %v", n, err)
		}
		if _, ok := err.(*judge.Error); !ok {
			t.Errorf("the error is a %T", err)
		}
	}
}

func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		text    string
		flagged bool
		why     string
	}{
		{`{"explanation": "It names none. So the criterion is not met.", "criteria_met": true}`, true, "a reason that ends in the opposite"},
		{`{"explanation": "It names one, so the criterion is met.", "criteria_met": false}`, true, "the other way round"},
		{`{"explanation": "综上，该标准未满足。", "criteria_met": true}`, true, "in Chinese"},
		{`{"explanation": "All is there; the criterion is clearly satisfied.", "criteria_met": false}`, true, "with an adverb"},
		{`{"explanation": "该项完全满足要求。", "criteria_met": false}`, true, "in Chinese, of the item"},
		{`{"explanation": "The answer doesn't meet the criterion, since it names none.", "criteria_met": false}`, false, "they agree, with the answer as the subject"},
		{`{"explanation": "So the criterion is met.", "criteria_met": true}`, false, "they agree"},
		{`{"explanation": "The criterion is not met, since none is named.", "criteria_met": false}`, false, "they agree"},
		{`{"explanation": "One may hold that the criterion is not met. I do not.", "criteria_met": true}`, false, "an earlier sentence weighs the other side"},
		{`{"explanation": "The advice is right and the fault is absent.", "criteria_met": false}`, false, "a good answer without the fault"},
		{`{"criteria_met": true}`, false, "no reason"},
	} {
		v, err := CriteriaMet().Read(oneCriterion, judge.Reply{Text: c.text})
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
		} else if got := len(v.Grades[0].Flags) > 0; got != c.flagged {
			t.Errorf("%s: flags %v", c.why, v.Grades[0].Flags)
		}
	}
}

// TestPackagingNeverChangesAVerdict puts every body in every packaging: what is read must be the body's
// verdict, whatever stands around it.
func TestPackagingNeverChangesAVerdict(t *testing.T) {
	bodies := []struct{ text, want string }{
		{`{"explanation": "It names section 4, \"as amended\".", "criteria_met": true}`, met},
		{"{\n  \"explanation\": \"None {is} named; see <b>4</b>.\",\n  \"criteria_met\": false\n}", unmet},
		{`{'explanation': 'It isn\'t named', 'criteria_met': False}`, unmet},
		{`{"explanation": "names "lex", "ius" and more", "criteria_met": true,}`, met},
		{"{\"explanation\": \"one\ntwo\", // note\n\"criteria_met\": true}", met},
		{`｛“explanation”：“无”，“criteria_met”：false｝`, unmet},
		{`{"criteria_met": "partly"}`, malformedCode},
		{`{"criteria_met": null, "explanation": "cannot say"}`, malformedCode},
		{`{"criteria_met": true, "criteria_met": false}`, conflictCode},
		{`{"explanation": "no verdict here"}`, malformedCode},
	}
	packagings := []string{
		"%", "\n%\n", "```json\n%\n```", "```\n%\n```", "~~~\n%\n~~~", "````json\n%\n````", "```json\r\n%\r\n```", "```json\n%", "%\n```", "   ```json\n   %\n   ```",
		"```json\n```json\n%\n```\n```", "json\n%", "Here it is: %", "My reading of the item.\n\n%\n\nDone.", "%\nThat is all.", "`%`", "**Result**\n%", "%,", "%}", "- %",
		"<answer>%</answer>", "%<|im_end|>", "<|im_start|>assistant\n%", "%</s>", "%<｜end▁of▁sentence｜>", "\ufeff%", "\u200b%\u200b",
		"<think>x</think>%", "<think>\nIs it? {\"criteria_met\": true}\n</think>\n\n```json\n%\n```", "Is it? {\"criteria_met\": true}\n</think>\n%",
		"<Thinking>a {\"criteria_met\": false}</Thinking>\nSo:\n%", "[THINK]x[/THINK]%", "<|channel|>analysis<|message|>{\"criteria_met\": true}<|end|><|start|>assistant<|channel|>final<|message|>%<|return|>",
		"The set {a, b} is {x: 1}.\n%", "A stray { here.\n%", "A stray } here.\n%", "[] {} %", "{\"tokens\": 3}\n%", "%\n{\"tokens\": 3}", "{\"error\": null}\n%",
		"```ts\nconst a = {b: 1};\n```\n```json\n%\n```", "```python\nx = {'criteria_met': True}\n```\n%", "%\n\n%", "Draft: {\"criteria_met\": true}\nFinal: %",
	}
	for _, p := range packagings {
		for _, b := range bodies {
			text := strings.ReplaceAll(p, "%", b.text)
			got, v, err := metOrCode(oneCriterion, judge.Reply{Text: text, Finish: "stop"})
			if b.want == met || b.want == unmet {
				if got != b.want {
					t.Errorf("%s is read as %s (%s, %v), want %s", text, got, v.How, err, b.want)
				}
			} else if err == nil && !strings.Contains(p, "criteria_met") {
				t.Errorf("%s is read as %s (%s), want none", text, got, v.How)
			}
		}
	}
}

// TestCutNeverChangesAVerdict cuts a reply at every place: what is left has the verdict or none.
func TestCutNeverChangesAVerdict(t *testing.T) {
	const text = "理由如下。\n```json\n" + `{"explanation": "写有"甲"，缺{乙}。\n", "total_points": 12.5, "max_points": 20, "breakdown": [{"points_awarded": 2.5}, {"points_awarded": 10}],}` + "\n```\n以上。"
	read := 0
	for _, finish := range []string{"", "stop", "length"} {
		for i := range text {
			got, v, err := pointsOrCode(20, judge.Reply{Text: text[:i], Finish: finish})
			if err == nil {
				read++
				if got != "12.5" || finish == "length" {
					t.Errorf("cut after %q with finish %q: read as %s (%s)", text[:i], finish, got, v.How)
				}
			}
		}
	}
	if read == 0 {
		t.Error("nothing was ever read")
	}
}

// TestWorkIsBounded counts the bytes that are looked at in texts made to cost much.
func TestWorkIsBounded(t *testing.T) {
	const n = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, n/len(s)+1)[:n] }
	for _, s := range []string{
		fill("{"), fill("["), fill(`{"a":`), fill(`{"a":"`), fill(`{'a':"x`), fill(`{"a":"x" "`), fill(`{"a": b, `), fill(`{"a":[`), fill("{criteria_met:"),
		fill(`{"criteria_met":true} `), fill(`{"criteria_met":null,`), `{"a":"` + fill(`\u00e9`), "{" + fill(`"k":1,`), "{" + fill(`"k":"" ",`), fill("{ /*"), fill("{//"),
		"{" + fill(" "), fill("<think>"), fill("</think>{\"a\":1"), fill("```js\n{\"criteria_met\":true}\n"), fill("a: b\n"), fill(`{\"a\":1} `), fill(`{&quot;a":1} `),
		fill("｛"), fill("“"), fill(`{“a”：“`), fill("\\"), fill(`{"a":"\`), fill("."), `{"a":` + fill("1"), fill("<|channel|>final<|message|>{"),
	} {
		r := reader{form: criteriaMetForm(), task: oneCriterion, reply: judge.Reply{Text: s}, text: trim(s), work: newBudget(len(s))}
		total := r.work.left
		_, _, err := r.read()
		if err == nil {
			t.Errorf("%s… has a verdict", quote(s[:20]))
		}
		// The last attempt may run past the end of the budget, once over the text.
		if used := total - r.work.left; used > total+4*n {
			t.Errorf("%s…: %d bytes were looked at for %d", quote(s[:20]), used, len(s))
		}
	}
}

// criteriaMetForm returns the form of CriteriaMet.
func criteriaMetForm() form {
	f := &flat{fields: []flatField{{key: "criteria_met", kind: Boolean}}}
	f.add(slot{role: roleValue}, "criteria_met")
	return f
}

func TestExplanationsAreBounded(t *testing.T) {
	item := `{"points_awarded": 0, "rationale": "` + strings.Repeat("理由", 100) + `"}`
	text := `{"total_points": 0, "max_points": 20, "breakdown": [` + item + strings.Repeat(","+item, 50) + `]}`
	_, v, err := pointsOrCode(20, judge.Reply{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if e := v.Grades[0].Explanation; len(e) > mostReason+3 || !utf8.ValidString(e) || !strings.HasSuffix(e, "…") {
		t.Errorf("the explanation has %d bytes: %s", len(e), e)
	}
}

func TestWholeObjectOfAReplyThatWasCutIsFlagged(t *testing.T) {
	v, err := CriteriaMet().Read(oneCriterion, judge.Reply{Text: `{"criteria_met": true}`, Finish: "length"})
	if err != nil || len(v.Grades[0].Flags) != 1 || v.Grades[0].Flags[0] != flagLength {
		t.Errorf("%+v, %v", v.Grades, err)
	}
}

func TestReplyThatIsTooLong(t *testing.T) {
	text := `{"criteria_met": true, "explanation": "` + strings.Repeat("x", maxBytes) + `"}`
	if got, _, err := metOrCode(oneCriterion, judge.Reply{Text: text}); got != malformedCode {
		t.Errorf("read as %s (%v)", got, err)
	}
}

// fuzzContracts are the contracts that the fuzz target reads with, and a task for each.
func fuzzContracts() (contracts []judge.Contract, tasks []judge.Task) {
	custom, _ := review.Contract()
	any := essaySections
	any.AnyMaximum = true
	return []judge.Contract{CriteriaMet(), Points(), Sections(essaySections), Sections(any), custom},
		[]judge.Task{oneCriterion, {Criteria: []rubric.Criterion{{ID: "c", Weight: 20}}}, essay, essay, reviewTask}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"explanation": "x", "criteria_met": true}`, "```json\n{'criteria_met': False,}\n```", `<think>{"criteria_met": true}</think>{"criteria_met": "no"}`,
		`{"total_points": "9/20", "max_points": 20, "breakdown": [{"points_awarded": 9}]}`, `{"score_details": {"事实": 7, "说理": "12分", "依据": {"total_points": 0}}}`,
		`[{"name": "事实", "score": 7}]`, `{"why": "x", "on_topic": true, "depth": "some", "style": 7, "errors": -2}`, "criteria_met: true", `Draft: {"total_points": 1} Final: {"total_points": 2}`,
		`{\"total_points\": 3}`, `{&quot;total_points&quot;: 3}`, `"{\"total_points\": 3}"`, "<|channel|>final<|message|>{}", `{"total_points": 3+4=7}`,
	} {
		f.Add(s, "stop", `{"criteria_met": true}`)
		f.Add(s, "", s)
	}
	contracts, tasks := fuzzContracts()
	f.Fuzz(func(t *testing.T, text, finish, answer string) {
		for i, contract := range contracts {
			task := tasks[i]
			task.Sample = sample{answer}
			task.Prompt.Prefix = answer
			reply := judge.Reply{Text: text, Finish: finish}
			v, err := contract.Read(task, reply)
			if v.Raw != text {
				t.Fatalf("the reply is not kept")
			}
			if err != nil {
				if _, ok := err.(*judge.Error); !ok || judge.CodeOf(err) == "" || len(v.Grades) != 0 {
					t.Fatalf("error %T %v with %d grades", err, err, len(v.Grades))
				}
				continue
			}
			checkVerdict(t, v, task)
			if again, err := contract.Read(task, reply); err != nil || !sameVerdict(v, again) {
				t.Fatalf("%q is read as %+v and then as %+v, %v", text, v, again, err)
			}
		}
	})
}

// checkVerdict checks that a verdict answers each criterion within its range.
func checkVerdict(t *testing.T, v judge.Verdict, task judge.Task) {
	t.Helper()
	if len(v.Grades) != len(task.Criteria) || v.How == "" {
		t.Fatalf("%d grades for %d criteria, read %q", len(v.Grades), len(task.Criteria), v.How)
	}
	for i, g := range v.Grades {
		c := task.Criteria[i]
		lo, hi := c.Range()
		if g.Criterion != c.ID || g.Status != judge.Graded || !(lo <= g.Points && g.Points <= hi) || math.IsNaN(g.Max) || math.IsInf(g.Max, 0) {
			t.Fatalf("grade %+v of criterion %+v", g, c)
		}
		if !utf8.ValidString(g.Explanation) {
			t.Fatalf("explanation %q", g.Explanation)
		}
	}
}

func sameVerdict(v, w judge.Verdict) bool {
	a, _ := json.Marshal(v)
	b, _ := json.Marshal(w)
	return string(a) == string(b)
}

// FuzzStrict reads a valid verdict with any explanation and any other members: it is always the same.
func FuzzStrict(f *testing.F) {
	f.Add("The answer says </think> and {\"criteria_met\": false}.", "note", "```", true)
	f.Add("<|channel|>final<|message|>", "criteria_met ", "{", false)
	f.Add("\xff\u2028", "", "\\", true)
	f.Fuzz(func(t *testing.T, explanation, key, other string, want bool) {
		members := map[string]any{"criteria_met": want, "explanation": explanation}
		if f := fold(key); f != "" && !isMeant(f) {
			members[key] = other
		}
		text, err := json.Marshal(members)
		if err != nil {
			t.Skip("not encodable")
		}
		for _, around := range []string{"%", "```json\n%\n```", "Words before.\n%"} {
			v, err := CriteriaMet().Read(oneCriterion, judge.Reply{Text: strings.Replace(around, "%", string(text), 1)})
			if err != nil {
				t.Fatalf("%s in %q: %v", text, around, err)
			}
			if got := v.Grades[0].Points != 0; got != want {
				t.Fatalf("%s is read as %v", text, got)
			}
		}
	})
}

// isMeant reports whether a folded key has a meaning in CriteriaMet.
func isMeant(folded string) bool {
	v, err := CriteriaMet().Read(oneCriterion, judge.Reply{Text: `{"` + folded + `": true, "criteria_met": true}`})
	w, err2 := CriteriaMet().Read(oneCriterion, judge.Reply{Text: `{"` + folded + `": false, "criteria_met": false}`})
	return err != nil || err2 != nil || v.How != "strict" || w.How != "strict"
}
