package reply

import (
	"errors"
	"slices"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// TestAnObjectThatStatesTwoVerdicts has members beside those that were asked for: some correct them, others
// only look like it.
func TestAnObjectThatStatesTwoVerdicts(t *testing.T) {
	binary := judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: 1}}}
	points := judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: 16}}}
	section := judge.Task{Criteria: []rubric.Criterion{{ID: "结论", Weight: 6}}}
	declared := func(fields ...Field) judge.Contract {
		contract, err := Schema{Name: "declared", Fields: fields}.Contract()
		if err != nil {
			t.Fatal(err)
		}
		return contract
	}
	sound := Field{Key: "sound", Kind: Boolean}
	depth := Field{Key: "depth", Kind: Choice, Choices: []Word{{"low", 0}, {"high", 1}}}
	style := Field{Key: "style", Kind: Number}
	two := judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: 9}, {ID: "d", Weight: 1}}}
	for _, c := range []struct {
		contract judge.Contract
		task     judge.Task
		object   string
		want     float64 // -1 for a conflict
		why      string
	}{
		{CriteriaMet(), binary, `{"criteria_met": true, "final_verdict": false}`, -1, "a last word of its own"},
		{CriteriaMet(), binary, `{"criteria_met": true, "revised_criteria_met": false}`, -1, "a revision"},
		{CriteriaMet(), binary, `{"criteria_met": true, "criteria_met_final": false}`, -1, "the sign of a revision at the end"},
		{CriteriaMet(), binary, `{"criteria_met": true, "corrected": {"criteria_met": false}}`, -1, "a revision that is an object"},
		{CriteriaMet(), binary, `{"criteria_met": true, "override": {"criteria_met": "no", "reason": "misread"}}`, -1, "another, with words"},
		{CriteriaMet(), binary, `{"criteria_met": true, "verdict": "not met"}`, -1, "a verdict in words"},
		{CriteriaMet(), binary, `{"criteria_met": true, "最终判定": "不满足"}`, -1, "a revision in Chinese"},
		{CriteriaMet(), binary, `{"criteria_met": true, "final_verdict": true}`, 1, "a last word that agrees"},
		{CriteriaMet(), binary, `{"criteria_met": true, "verdict": "see above"}`, 1, "words that are no verdict"},
		{CriteriaMet(), binary, `{"criteria_met": false, "parts": [{"criteria_met": true}]}`, 0, "parts are not revisions"},
		{CriteriaMet(), binary, `{"criteria_met": false, "finality": true, "point_of_law": true}`, 0, "keys about something else"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "final_score": 10}`, -1, "a last word of its own"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "adjusted_total_points": 10}`, -1, "a revision"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "最终得分": "10分"}`, -1, "a revision in Chinese"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "corrected": {"total_points": 10}}`, -1, "a revision that is an object"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "score": 10}`, -1, "another name for the points"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "总分": 16}`, 12, "a name that may be that of the maximum"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "final_score": 0.75}`, 12, "the share of the points"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "score": 75}`, 12, "the share in percent"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "deductions": 4}`, 12, "what is missing"},
		{Points(), points, `{"total_points": 12, "max_points": 16, "final_max_points": 20}`, 12, "a revision of something else"},
		{declared(sound), binary, `{"sound": true, "final_sound": false}`, -1, "a revision of a key of one's own"},
		{declared(sound), binary, `{"sound": true, "sound_reason": "false start"}`, 1, "a member about the key"},
		{declared(depth), binary, `{"depth": "high", "revised_depth": "low"}`, -1, "a revision of a choice"},
		{declared(depth), binary, `{"depth": "high", "revised_depth": "high"}`, 1, "a revision of a choice that agrees"},
		{declared(depth), binary, `{"depth": "high", "final_verdict": "low"}`, -1, "a choice with a last word"},
		{declared(style, sound), two, `{"style": 7, "sound": true, "revised_style": 5}`, -1, "a revision of one of two fields"},
		{declared(style, sound), two, `{"style": 7, "sound": true, "corrected": {"sound": false}}`, -1, "an object that revises one of two fields"},
		{declared(style, sound), two, `{"style": 7, "sound": true, "final_score": 8}`, 7, "a sum of two fields"},
		{declared(style, sound), two, `{"style": 7, "sound": true, "final_style_max": 10}`, 7, "a maximum of one of two fields"},
		{Sections(SectionOptions{}), section, `{"score_details": {"结论": {"total_points": 6, "max_points": 6, "score": 4}}}`, -1, "two totals of a section"},
		{Sections(SectionOptions{}), section, `{"score_details": {"结论": {"total_points": 6, "max_points": 6, "final_points": 4}}}`, -1, "a section's last word"},
		{Sections(SectionOptions{}), section, `{"score_details": {"结论": {"total_points": 6, "max_points": 6, "deducted": 0}}}`, 6, "what is missing in a section"},
	} {
		v, err := c.contract.Read(c.task, judge.Reply{Text: c.object, Finish: "stop"})
		var e *judge.Error
		switch {
		case c.want < 0 && (!errors.As(err, &e) || e.Code != judge.Conflict):
			t.Errorf("%s: %s is read as %v (%v), want a conflict", c.why, c.object, v.Grades, err)
		case c.want >= 0 && (err != nil || v.Grades[0].Points != c.want):
			t.Errorf("%s: %s is read as %v (%v), want %v", c.why, c.object, v.Grades, err, c.want)
		}
	}
}

// TestComments has judges write comments into an object: notes, and second thoughts.
func TestComments(t *testing.T) {
	for _, c := range []struct {
		object, want, why string
	}{
		{"{\"total_points\": 9, \"max_points\": 20 // 4+5\n}", "9", "how the points came about"},
		{"{\"total_points\": 9, /* strict reading */ \"max_points\": 20}", "9", "a note"},
		{"{\"total_points\": 9, // 应为7\n\"max_points\": 20}", "malformed", "a correction in Chinese"},
		{"{\"total_points\": 9, # total should be 7\n\"max_points\": 20}", "malformed", "a correction"},
		{"{\"total_points\": 9, /* total 7 */ \"max_points\": 20}", "malformed", "another total"},
	} {
		if got, _, err := pointsOrCode(20, judge.Reply{Text: c.object, Finish: "stop"}); got != c.want {
			t.Errorf("%s: %s is read as %s (%v), want %s", c.why, c.object, got, err, c.want)
		}
	}
	for text, why := range map[string]string{
		"{\"criteria_met\": true // should be false\n}": "a correction",
		"{\"criteria_met\": true /* not met */}":        "the opposite",
	} {
		task := judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: 1}}}
		if v, err := CriteriaMet().Read(task, judge.Reply{Text: text, Finish: "stop"}); err == nil {
			t.Errorf("%s: %q is read as %v", why, text, v.Grades)
		}
	}
}

// TestTitles has lines before the object that state another verdict. The object counts, with a flag.
func TestTitles(t *testing.T) {
	task := judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: 3}}}
	for words, flagged := range map[string]bool{
		"Verdict: NOT MET": true, "**Criteria met:** No": true, "# Result: FALSE": true, "结论：不满足。": true, "No.": true,
		"The criterion is not met.": true, "Verdict: met": false, "Deadline: no": false, "Verdict: see below": false,
		"Verdict: not met\n\nHaving read on:\n\nVerdict: met": false,
	} {
		v, err := CriteriaMet().Read(task, judge.Reply{Text: words + "\n\n{\"explanation\": \"It names the day.\", \"criteria_met\": true}", Finish: "stop"})
		if err != nil || v.Grades[0].Points != 3 || slices.Contains(v.Grades[0].Flags, flagTitle) != flagged {
			t.Errorf("after %q: %v (%v), want a flag: %v", words, v.Grades, err, flagged)
		}
	}
	task.Criteria[0].Weight = 20
	for words, flagged := range map[string]bool{
		"总分：7分": true, "**Final score:** 7": true, "| 总分 | 7 |": true, "最终得分为7分（满分20分）": true, "总分：9分": false, "总分：20分": false, "要点一得分：7分": false,
		"Total: 7 because of the act": false,
	} {
		v, err := Points().Read(task, judge.Reply{Text: words + "\n\n{\"total_points\": 9, \"max_points\": 20}", Finish: "stop"})
		if err != nil || v.Grades[0].Points != 9 || slices.Contains(v.Grades[0].Flags, flagHeadline) != flagged {
			t.Errorf("after %q: %v (%v), want a flag: %v", words, v.Grades, err, flagged)
		}
	}
}

// TestForeignIntroductions has judges announce an object that is not theirs, and the words of others that do.
func TestForeignIntroductions(t *testing.T) {
	task := judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: 1}}}
	const object = "\n\n```json\n{\"explanation\": \"It names the day.\", \"criteria_met\": true}\n```"
	for words, foreign := range map[string]bool{
		"The model's answer ends with this JSON:": true, "The response contains the following:": true, "Here is what the candidate self-graded:": true,
		"For reference, the format is:": true, "Le format attendu est :": true, "Voici un exemple :": true, "Beispiel:": true, "Ejemplo:": true, "例:": true,
		"回答中包含如下内容：": true, "该回答夹带了以下对象：": true, "【示例】": true, "Example output": true, "Incorrect": false, "Incorrect:": true, "The opposite of this:": true,
		"The answer contains a fake verdict": true, "A lenient grader would reply": true, "The student inserted a forged grade": true,
		"The answer states the day and earns the verdict": false,
		"Voici mon évaluation :":                          false, "Hier ist meine Bewertung:": false, "以下が評価です。": false, "对该回答的评分如下：": false,
		"以下是回答中的评分（不采纳）：": true, "不予采信的评分：": true, "回答给自己的评分：": true, "考生自评": true, "该回答植入了评分": true, "该回答包含虚假评分": true,
		"原文如下：": true, "被评文本：": true, "学生答案：": true, "本回答得分如下：": false, "综合该回答的内容，评分如下：": false, "The response names the day:": false,
		"Quoting the end of the memo:": true, "The attacker wants:": true, "The author's own claim:": true, "Reminder of the format:": true, "若符合则输出：": true,
		"The answer ends with the text": true, "The memo itself contained:": true, "The last line of the answer ends": true, "Perhaps:": true,
		"The author demands that I output": true, "用户注入的内容为": true, "The memo demands notice of the breach": false,
		"The expected JSON:": true,
		"Since the answer states the day, here is my verdict:": false, "Evaluation of the candidate's response:": false,
	} {
		v, err := CriteriaMet().Read(task, judge.Reply{Text: words + object, Finish: "stop"})
		if (err != nil) != foreign {
			t.Errorf("after %q: %v (%v), want no verdict: %v", words, v.Grades, err, foreign)
		}
	}
}
