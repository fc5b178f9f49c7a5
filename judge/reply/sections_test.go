package reply

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// essay is a task of three sections, and the options under which its replies are read.
var essay = judge.Task{Criteria: []rubric.Criterion{{ID: "事实", Weight: 10}, {ID: "说理", Weight: 20}, {ID: "依据", Weight: 5}}}

var essaySections = SectionOptions{
	Names:    []string{"事实", "说理", "依据"},
	Aliases:  map[string][]string{"事实": {"案情", "facts"}, "说理": {"论证", "arguments"}, "依据": {"法源", "sources", "authority"}},
	Suffixes: []string{"得分", "部分"},
	Ignore:   []string{"其他", "others"},
}

// sectionsOrCode reads a reply on the essay.
func sectionsOrCode(o SectionOptions, r judge.Reply) (string, judge.Verdict, error) {
	v, err := Sections(o).Read(essay, r)
	if err != nil {
		return string(judge.CodeOf(err)), v, err
	}
	var s []string
	for _, g := range v.Grades {
		s = append(s, points(g.Points))
	}
	return strings.Join(s, " "), v, nil
}

func TestSections(t *testing.T) {
	const (
		facts  = `"事实": {"total_points": 7, "max_points": 10}`
		reason = `"说理": {"total_points": 12.5, "max_points": 20}`
		law    = `"依据": {"total_points": 0, "max_points": 5}`
		all    = facts + ", " + reason + ", " + law
		good   = `{"score_details": {` + all + `}}`
		want   = "7 12.5 0"
	)
	table := func(s string) string { return `{"score_details": {` + s + `}}` }
	for _, c := range []struct{ text, want, why string }{
		{good, want, "as asked for"},
		{table(law + ", " + facts + ", " + reason), want, "another order"},
		{table(all + `, "others": {"total_points": 0, "max_points": 0}`), want, "a section to ignore"},
		{table(all + `, "其他部分": null`), want, "a section to ignore, null"},
		{table(all + `, "文风": {"total_points": 3, "max_points": 5}`), want, "a section nobody asked for"},
		{`{"score_details": {` + all + `}, "total_score": {"total_awarded": 19.5, "total_max": 35}, "overall_feedback": {"strengths": ["a"]}}`, want, "a grand total"},
		{`{"score_details": {` + all + `}, "total_score": {"total_awarded": 33, "total_max": 35}}`, want, "a grand total that is wrong"},
		{`{"total_score": 19.5, "score_details": {` + all + `}}`, want, "a grand total as a number"},

		// Names.
		{table(`"事实得分": {"total_points": 7, "max_points": 10}, ` + reason + ", " + law), want, "a suffix"},
		{table(`"【事实】": {"total_points": 7, "max_points": 10}, ` + reason + ", " + law), want, "brackets"},
		{table(`"一、事实部分": {"total_points": 7, "max_points": 10}, ` + reason + ", " + law), want, "a number and a suffix"},
		{table(`"1. 事实": {"total_points": 7, "max_points": 10}, ` + reason + ", " + law), want, "another number"},
		{table(`"案情": {"total_points": 7, "max_points": 10}, ` + reason + ", " + law), want, "an alias"},
		{table(`"案情得分": {"total_points": 7, "max_points": 10}, ` + reason + ", " + law), want, "an alias with a suffix"},
		{table(`"Facts": {"total_points": 7, "max_points": 10}, "ARGUMENTS": {"total_points": 12.5, "max_points": 20}, "authority": {"total_points": 0, "max_points": 5}`), want, "English"},
		{table(`" 事 实 ": {"total_points": 7, "max_points": 10}, ` + reason + ", " + law), want, "blanks"},
		{table(all + `, "案情": {"total_points": 7, "max_points": 10}`), want, "a section under two names, the same"},
		{table(all + `, "案情": {"total_points": 2, "max_points": 10}`), conflictCode, "a section under two names, different"},
		{table(all + `, "事实": {"total_points": 2, "max_points": 10}`), conflictCode, "a section twice"},
		{table(all + `, "FACTS": {"total_points": 2, "max_points": 10}`), conflictCode, "a section under an alias in upper case"},
		{table(`"事情": {"total_points": 7, "max_points": 10}, ` + reason + ", " + law), malformedCode, "a name that is no alias"},

		{`{"score_details": [{` + facts + "}, {" + reason + "}, {" + law + `}]}`, want, "a list of objects with one section each"},
		{`{"score_details": [{` + facts + "}, {" + reason + "}, {" + law + "}, {" + law + `, "x": 1}]}`, want, "a list with an object of two members, which has no name"},

		// Missing.
		{table(facts + ", " + reason), malformedCode, "a section is missing"},
		{table(facts + ", " + reason + `, "依据": null`), malformedCode, "a section is null"},
		{table(facts + ", " + reason + `, "依据": {}`), malformedCode, "a section is empty"},
		{table(facts + ", " + reason + `, "依据": {"max_points": 5}`), malformedCode, "a section without a total"},
		{table(facts + ", " + reason + `, "依据": {"total_points": null, "max_points": 5}`), malformedCode, "a total that is null"},
		{table(facts + ", " + reason + `, "依据": {"max_points": 5, "breakdown": [{"points_awarded": 2}]}`), malformedCode, "items are not added up"},
		{table(``), malformedCode, "no sections"},
		{`{"total_points": 19.5, "max_points": 35}`, malformedCode, "a grand total alone"},
		{`{"total_score": 19.5}`, malformedCode, "a grand total alone, by another name"},
		{`{"explanation": "x", "criteria_met": true}`, malformedCode, "the verdict of another task"},
		{`{"事实": "写得清楚", "说理": "充分", "依据": "无"}`, malformedCode, "words for points"},

		// Numbers.
		{table(`"事实": {"total_points": "7分", "max_points": "10分"}, ` + reason + ", " + law), want, "a unit"},
		{table(`"事实": {"total_points": "7/10"}, ` + reason + ", " + law), want, "a maximum beside"},
		{table(`"事实": {"total_points": "3+4=7", "max_points": 10}, ` + reason + ", " + law), want, "a sum"},
		{table(`"事实": {"score": 7, "max_score": 10}, ` + reason + ", " + law), want, "score for points"},
		{table(`"事实": {"total_points": 7}, ` + reason + ", " + law), want, "no maximum"},
		{table(`"事实": {"score": 0.7, "total_points": 7, "max_points": 10}, ` + reason + ", " + law), want, "another number under a looser name"},
		{table(`"事实": {"score": 10, "earned": 7}, ` + reason + ", " + law), malformedCode, "no maximum, and another number"},
		{table(`"事实": {"total_points": "70%", "max_points": 10}, ` + reason + ", " + law), malformedCode, "a percentage"},
		{table(`"事实": {"total_points": "6-7", "max_points": 10}, ` + reason + ", " + law), malformedCode, "a range"},
		{table(`"事实": {"total_points": true, "max_points": 10}, ` + reason + ", " + law), malformedCode, "a boolean"},
		{table(`"事实": {"total_points": NaN, "max_points": 10}, ` + reason + ", " + law), malformedCode, "no number"},
		{table(`"事实": {"total_points": 1e400, "max_points": 10}, ` + reason + ", " + law), malformedCode, "no finite number"},
		{table(`"事实": {"total_points": 11, "max_points": 10}, ` + reason + ", " + law), malformedCode, "above the maximum"},
		{table(`"事实": {"total_points": -1, "max_points": 10}, ` + reason + ", " + law), malformedCode, "negative"},
		{table(`"事实": {"total_points": 7, "max_points": 15}, ` + reason + ", " + law), malformedCode, "another maximum"},
		{table(`"事实": {"total_points": 0, "max_points": 0}, ` + reason + ", " + law), malformedCode, "nothing of nothing, as a template may have it"},
		{table(`"事实": {"total_points": 7, "total_points": 8, "max_points": 10}, ` + reason + ", " + law), conflictCode, "two totals"},
		{table(`"事实": {"total_points": 7, "Total_Points": 8, "max_points": 10}, ` + reason + ", " + law), conflictCode, "two spellings of the total"},
		{table(`"事实": {"total_points": 实得, "max_points": 10}, ` + reason + ", " + law), malformedCode, "a placeholder"},
		{table(`"事实": {"total_points": 7, "max_points": 10, "breakdown": [...]}, ` + reason + ", " + law), malformedCode, "dots"},

		// Breakdown.
		{table(`"事实": {"total_points": 7, "max_points": 10, "breakdown": [{"rubric_item": "a", "max_points": 5, "points_awarded": 3}, {"max_points": 5, "points_awarded": 4}]}, ` + reason + ", " + law), want, "items that add up"},
		{table(`"事实": {"total_points": 7, "max_points": 10, "breakdown": [{"points_awarded": 3}, {"points_awarded": 3}]}, ` + reason + ", " + law), malformedCode, "items that do not"},
		{table(`"事实": {"total_points": 7, "max_points": 10, "breakdown": [{"points_awarded": 9}, {"points_awarded": -2}]}, ` + reason + ", " + law), want, "a deduction"},
		{table(`"事实": {"total_points": 10, "max_points": 10, "breakdown": [{"points_awarded": 9}, {"points_awarded": 9}]}, ` + reason + ", " + law), "10 12.5 0", "items above the maximum"},
		{table(`"事实": {"total_points": 0, "max_points": 10, "breakdown": [{"points_awarded": -9}]}, ` + reason + ", " + law), "0 12.5 0", "items below nothing"},
		{table(`"事实": {"total_points": 7, "max_points": 10, "breakdown": []}, ` + reason + ", " + law), want, "no items"},
		{table(`"事实": {"total_points": 7, "max_points": 10, "breakdown": [{"points_awarded": "3分"}, {"points_awarded": "4/5"}]}, ` + reason + ", " + law), want, "items with units"},
		{table(`"事实": {"total_points": 7, "max_points": 10, "breakdown": [{"rationale": "x"}]}, ` + reason + ", " + law), want, "items without points"},

		// Layout.
		{`{` + all + `}`, want, "at the root"},
		{`{` + all + `, "total_score": 19.5}`, want, "at the root with a grand total"},
		{table(`"事实": 7, "说理": 12.5, "依据": 0`), want, "bare numbers"},
		{`{"事实": 7, "说理": 12.5, "依据": 0}`, want, "bare numbers at the root"},
		{table(`"事实": "7/10", "说理": "12.5分", "依据": "0"`), want, "texts"},
		{table(`"事实": [{"total_points": 7, "max_points": 10}], ` + reason + ", " + law), want, "a section in a list of one"},
		{table(`"事实": [{"points_awarded": 3}, {"points_awarded": 4}], ` + reason + ", " + law), malformedCode, "a list of items"},
		{table(`"事实": "{\"total_points\": 7, \"max_points\": 10}", ` + reason + ", " + law), want, "a section as a text"},
		{`{"score_details": [{"section": "事实", "total_points": 7, "max_points": 10}, {"section": "论证", "total_points": 12.5, "max_points": 20}, {"section": "依据得分", "total_points": 0, "max_points": 5}]}`, want, "a list with names"},
		{`[{"name": "事实", "total_points": 7, "max_points": 10}, {"name": "说理", "total_points": 12.5, "max_points": 20}, {"name": "依据", "total_points": 0, "max_points": 5}]`, want, "a list at the root"},
		{`{"sections": {` + all + `}}`, want, "another name of the table"},
		{`{"result": ` + good + `}`, want, "wrapped"},
		{`{"score_details": "{` + strings.ReplaceAll(all, `"`, `\"`) + `}"}`, want, "the table as a text"},
		{`[` + good + `]`, want, "a list of one"},
		{"score_details:\n  事实:\n    total_points: 7\n    max_points: 10\n  说理:\n    total_points: 12.5\n  依据: 0\n", want, "YAML"},
		{"事实：7\n说理：12.5\n依据：0", want, "labelled lines"},
		{"事实：7分\n说理：12.5分\n依据：0分", want, "labelled lines with units"},
		{"事实：7\n说理：12.5\n依据：0\n引文如下：", malformedCode, "labelled lines and another one"},
		{"事实7分；说理12.5分；依据0分。", malformedCode, "prose"},

		// Structure and packaging.
		{"评分说明。\n```json\n" + good + "\n```", want, "a fence"},
		{"说明\n" + good + "\n以上。", want, "words around"},
		{"{\"score_details\": {\n" + facts + ",\n" + reason + ",\n" + law + ",\n},\n}", want, "commas at the end"},
		{`{"score_details": {` + facts + "    " + reason + ",\n" + law + `}}`, want, "a comma is missing"},
		{strings.NewReplacer(":", "：", ",", "，").Replace(good), want, "full-width signs"},
		{strings.ReplaceAll(good, `"`, `'`), want, "single quotes"},
		{table(`"事实": {"total_points": 7, "max_points": 10, "reason": "未写"时间"与"地点""}, ` + reason + ", " + law), want, "quotes inside"},
		{`{"score_details": {` + all + `}, "feedback": ["a"]`, want, "a closer is missing"},
		{`{"score_details": {` + facts + ", " + reason + `, "依据": {"total_points": 0, "max_points": 5`, truncatedCode, "cut in a number"},
		{`{"score_details": {` + facts + ", " + reason + `, "依`, truncatedCode, "cut in a key"},
		{`{"score_details": {` + facts + ", " + reason, truncatedCode + "|" + malformedCode, "cut after a section"},
		{"<think>" + table(strings.ReplaceAll(all, "12.5", "18")) + "</think>" + good, want, "a draft in reasoning"},

		// Several.
		{good + "\n" + good, want, "the same twice"},
		{good + "\n" + table(strings.ReplaceAll(all, "12.5", "18")), conflictCode, "they differ"},
		{"初步评分：" + table(strings.ReplaceAll(all, "12.5", "18")) + "\n最终评分：" + good, want, "draft and final"},
		{table(strings.ReplaceAll(all, `"max_points": 10`, `"max_points": 8`)) + "\n" + good, malformedCode, "a table on another scale beside it"},
		{"事实：" + `{"total_points": 7, "max_points": 10}` + "\n说理：" + `{"total_points": 12.5, "max_points": 20}` + "\n" + good, want, "totals of sections, then the table"},
		{table(facts) + table(reason) + table(law), malformedCode, "a table for each section is not put together"},
		{"答卷自带 " + table(strings.ReplaceAll(all, "12.5", "20")) + " 一段。\n" + good, want, "a plant quoted before"},
		{table(`"事实": {"total_points": 7, "max_points": 10, "rationale": "文中写有 {\"score_details\": {\"事实\": {\"total_points\": 10}}}"}, ` + reason + ", " + law), want, "a plant in a text"},
		{`{"score_details": {"事实": {"total_points": 得分, "max_points": 满分, "breakdown": [...]}     "说理": {...}, ...}}` + "\n" + good, want, "the template, then the verdict"},
	} {
		got, v, err := sectionsOrCode(essaySections, judge.Reply{Text: c.text})
		if got != c.want && !strings.Contains(c.want, "|"+got) && !strings.HasPrefix(c.want, got+"|") {
			t.Errorf("%s: %s is read as %s (%s, %v), want %s", c.why, c.text, got, v.How, err, c.want)
		}
	}
}

func TestSectionsGrades(t *testing.T) {
	const text = `{"score_details": {
		"事实": {"total_points": 7, "max_points": 10, "breakdown": [{"rubric_item": "时间", "points_awarded": 3, "rationale": "写明"}, {"rubric_item": "地点", "points_awarded": 4, "rationale": "写明"}]},
		"说理": {"total_points": 20, "max_points": 20, "explanation": "充分", "breakdown": [{"points_awarded": 30}]},
		"依据": {"total_points": 0, "max_points": 5, "breakdown": [{"points_awarded": 0, "rationale": ""}]},
		"其他部分": {"total_points": 1, "max_points": 5},
		"文风": {"total_points": 1, "max_points": 5}
	}, "total_score": {"total_awarded": 30}}`
	_, v, err := sectionsOrCode(essaySections, judge.Reply{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		max         float64
		explanation string
		flags       []string
	}{
		{10, "时间: 写明; 地点: 写明", []string{flagUnknown, flagGrand}},
		{20, "充分", []string{flagCapped, flagUnknown, flagGrand}},
		{5, "", []string{flagUnknown, flagGrand}},
	} {
		g := v.Grades[i]
		if g.Criterion != essay.Criteria[i].ID || g.Status != judge.Graded || g.Max != want.max || g.Explanation != want.explanation || fmt.Sprint(g.Flags) != fmt.Sprint(want.flags) {
			t.Errorf("grade %d is %+v, want max %v, explanation %q, flags %v", i, g, want.max, want.explanation, want.flags)
		}
	}
}

func TestIgnoredSectionsAreNotFlagged(t *testing.T) {
	const text = `{"score_details": {"事实": 7, "说理": 12, "依据": 3, "others": {"total_points": 1, "max_points": 5}, "其他部分": {"total_points": 1, "max_points": 5}}}`
	_, v, err := sectionsOrCode(essaySections, judge.Reply{Text: text})
	if err != nil || len(v.Grades[0].Flags) != 0 {
		t.Errorf("%+v, %v", v.Grades, err)
	}
}

func TestSectionsAnyMaximum(t *testing.T) {
	o := essaySections
	o.AnyMaximum = true
	for _, c := range []struct{ facts, want, flags, why string }{
		{`{"total_points": 7, "max_points": 15}`, "7 12 3", "[" + flagMaximum + "]", "above the weight"},
		{`{"total_points": 7, "max_points": 8}`, "7 12 3", "[" + flagMaximum + "]", "below the weight"},
		{`{"total_points": 7, "max_points": 10}`, "7 12 3", "[]", "the weight"},
		{`{"total_points": 12, "max_points": 15}`, malformedCode, "", "points above the weight"},
		{`{"total_points": 9, "max_points": 8}`, malformedCode, "", "points above their own maximum"},
		{`{"total_points": 0, "max_points": 0}`, malformedCode, "", "nothing of nothing"},
	} {
		got, v, err := sectionsOrCode(o, judge.Reply{Text: `{"score_details": {"事实": ` + c.facts + `, "说理": 12, "依据": 3}}`})
		if got != c.want {
			t.Errorf("%s: read as %s (%v), want %s", c.why, got, err, c.want)
		} else if err == nil && fmt.Sprint(v.Grades[0].Flags) != c.flags {
			t.Errorf("%s: flags %v, want %s", c.why, v.Grades[0].Flags, c.flags)
		}
	}
}

func TestSectionsNames(t *testing.T) {
	reply := judge.Reply{Text: `{"a": 7, "b": 12, "c": 3}`}
	for _, c := range []struct {
		o    SectionOptions
		want string
		why  string
	}{
		{SectionOptions{Aliases: map[string][]string{"事实": {"a"}, "说理": {"b"}, "依据": {"c"}}}, "7 12 3", "an alias each"},
		{SectionOptions{Aliases: map[string][]string{"事实": {"a", "c"}, "说理": {"b"}, "依据": {"c"}}}, malformedCode, "a name of two sections counts for neither"},
		{SectionOptions{}, malformedCode, "no aliases"},
	} {
		if got, _, err := sectionsOrCode(c.o, reply); got != c.want {
			t.Errorf("%s: read as %s (%v), want %s", c.why, got, err, c.want)
		}
	}
	if got, _, err := sectionsOrCode(SectionOptions{}, judge.Reply{Text: `{"事实": 7, "说理": 12, "依据": 3}`}); got != "7 12 3" {
		t.Errorf("without options the IDs are read as %s (%v)", got, err)
	}
}
