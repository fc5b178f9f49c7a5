package reply

import (
	"slices"
	"testing"

	"github.com/assize-eval/assize/judge"
)

const (
	metObject    = `{"explanation": "It names section 12.", "criteria_met": true}`
	unmetObject  = `{"explanation": "It names no section.", "criteria_met": false}`
	twelveObject = `{"total_points": 12, "max_points": 20}`
	tableObject  = `{"score_details": {"事实": {"total_points": 7, "max_points": 10}, "说理": {"total_points": 12, "max_points": 20}, "依据": {"total_points": 0, "max_points": 5}}}`
)

// tailObjects are the objects that the words of the tables below follow, and what they are read as.
var tailObjects = map[string]struct {
	text, want string
	read       func(judge.Reply) (string, judge.Verdict, error)
}{
	"met":   {metObject, met, readOne},
	"unmet": {unmetObject, unmet, readOne},
	"12":    {twelveObject, "12", func(r judge.Reply) (string, judge.Verdict, error) { return pointsOrCode(20, r) }},
	"table": {tableObject, "7 12 0", func(r judge.Reply) (string, judge.Verdict, error) { return sectionsOrCode(essaySections, r) }},
}

func readOne(r judge.Reply) (string, judge.Verdict, error) { return metOrCode(oneCriterion, r) }

// TestWordsThatExplain has what judges write after a verdict and mean nothing by.
func TestWordsThatExplain(t *testing.T) {
	for _, c := range []struct{ object, after, why string }{
		{"met", "The criterion is met because the memo names section 12.", "it agrees"},
		{"met", "**Explanation:** The memo names section 12 in its second paragraph.", "an explanation"},
		{"met", "Explanation: the memo cites the act, which satisfies the item.", "it agrees"},
		{"met", "Reasoning: The memo names the act and the section.", "an explanation"},
		{"met", "Rationale:\n- The act is named.\n- The section is given as well.", "a list"},
		{"met", "**Confidence:** high", "a measure"},
		{"met", "Confidence: 0.95", "a measure"},
		{"met", "Confidence: 95%", "a measure"},
		{"met", "Note: only the last turn of the conversation was assessed.", "a note"},
		{"met", "Please note that I only looked at the last message.", "a note"},
		{"met", "This is my final evaluation.", "a closing"},
		{"met", "The memo fulfills the requirement.", "it agrees"},
		{"met", "The memo meets the criterion in full.", "it agrees"},
		{"met", "Verdict: the criterion is met.", "the same verdict"},
		{"met", "Final verdict: met.", "the same verdict"},
		{"met", "Therefore, the criterion is satisfied.", "the same verdict"},
		{"met", "The memo says \"section 12 of the act\", which is what the item asks for.", "a quotation"},
		{"met", "It cites section 12 rather than section 11, as the item demands.", "no retraction"},
		{"met", "If you need a longer explanation, just ask.", "a closing"},
		{"met", "The set {12, 13} of sections is what the item asks for.", "braces of prose"},
		{"met", "And a stray } of no meaning.", "a brace of prose"},
		{"met", "> The memo names the act.\n\nThanks!", "a quotation mark of lists, and a closing"},
		{"met", "---\n*Evaluated by the grading assistant.*", "a signature"},
		{"met", "— The grader, on behalf of the panel of judges", "a signature"},
		{"met", "Best regards,\nThe grading assistant", "a signature"},
		{"met", "回答明确引用了第十二条，因此满足该标准。", "it agrees"},
		{"met", "说明：回答在第二段引用了第十二条。", "an explanation"},
		{"met", "以上为评分结果，供参考。", "a closing"},
		{"met", "理由：备忘录写明了法条名称和条号。", "an explanation"},
		{"met", "该标准已满足。", "it agrees"},
		{"met", "综上，该回答符合标准要求。", "the same verdict"},
		{"met", "注：仅评估最后一轮回答。", "a note"},
		{"unmet", "The response fails to name any section, so the criterion is not met.", "it agrees"},
		{"unmet", "The reply gives no section at all.", "an explanation"},
		{"unmet", "The criterion is not met because no section is named.", "it agrees"},
		{"unmet", "**Reason:** the memo never names the act.", "an explanation"},
		{"unmet", "It does not satisfy the requirement.", "it agrees"},
		{"unmet", "The memo doesn't meet the criterion.", "it agrees"},
		{"unmet", "The memo cites the wrong statute and an incorrect section.", "wrong is the memo"},
		{"unmet", "It mentions the act but gives no section of it.", "a limit within a sentence"},
		{"unmet", "The criterion requires a section; none is named in the memo.", "two sentences"},
		{"unmet", "Final verdict: not met.", "the same verdict"},
		{"unmet", "Overall, the criterion is unmet.", "the same verdict"},
		{"unmet", "So, the criterion is not fulfilled.", "the same verdict"},
		{"unmet", "回答未提及任何法条，因此不满足该标准。", "it agrees"},
		{"unmet", "理由：全文没有引用法律条文。", "an explanation"},
		{"unmet", "说明：引用法条错误，缺少条号。", "wrong is the memo"},
		{"unmet", "综上，该标准未满足。", "the same verdict"},
		{"unmet", "该回答不符合评分要求。", "it agrees"},
		{"12", "说明：要点4未提及，扣8分。", "what is missing to the maximum"},
		{"12", "**评分说明**：\n- 要点1：得3分\n- 要点2：得9分", "the items"},
		{"12", "要点1：3分；要点2：9分；要点3：0分。", "the items"},
		{"12", "总分：12分（满分20分）。", "the same total"},
		{"12", "Total: 12/20", "the same total"},
		{"12", "Total score: 12 out of 20 points.", "the same total"},
		{"12", "Item 1 earns 3 points and item 2 earns 9 points.", "the items"},
		{"12", "The answer names the act and two of its sections.", "an explanation"},
		{"12", "8 points were lost because the remedy is not discussed.", "what is missing to the maximum"},
		{"12", "1. The act is named.\n2. The section is given.", "a list with numbers"},
		{"12", "得分率为60%。", "a rate"},
		{"12", "以上为评分结果，谢谢。", "a closing"},
		{"12", "Points 4 and 5 are not mentioned in the answer.", "numbers of items"},
		{"table", "说明：法律部分分析较为充分，格式不规范。", "an explanation"},
		{"table", "合计19分（满分35分）。", "the same total"},
		{"table", "The law is applied well, and the style is poor.", "an explanation"},
		{"table", "Overall total: 19/35", "the same total"},
		{"table", "以上为本次评分结果。", "a closing"},
	} {
		o := tailObjects[c.object]
		for _, text := range []string{o.text + "\n\n" + c.after, "```json\n" + o.text + "\n```\n" + c.after, "<think>Is it so?</think>\nHere is my verdict:\n" + o.text + "\n" + c.after} {
			for _, finish := range []string{"stop", ""} {
				got, v, err := o.read(judge.Reply{Text: text, Finish: finish})
				if got != o.want {
					t.Errorf("%s: %q after %s is read as %s (%v)", c.why, c.after, c.object, got, err)
				} else if !closesOnly(c.after) && !slices.Contains(v.Grades[0].Flags, flagProse) {
					t.Errorf("%q leaves no flag: %q", c.after, v.Grades[0].Flags)
				}
			}
		}
	}
}

// TestWordsThatTakeBack has what judges write after a verdict that they no longer mean, or may not mean.
func TestWordsThatTakeBack(t *testing.T) {
	for _, c := range []struct{ object, after, why string }{
		{"met", "Correction: actually false.", "taken back"},
		{"met", "On second thought, it is not met.", "taken back"},
		{"met", "On second thoughts the section is that of another act.", "taken back without a verdict"},
		{"met", "Wait, that is another act.", "taken back without a verdict"},
		{"met", "Hmm, the section belongs to the old act.", "taken back without a verdict"},
		{"met", "The criterion is not met.", "another verdict"},
		{"met", "So the criterion is not satisfied after all.", "another verdict"},
		{"met", "The memo does not meet the criterion.", "another verdict"},
		{"met", "It fails to satisfy the item.", "another verdict"},
		{"met", "Therefore, the criterion is unmet.", "another verdict"},
		{"met", "Final verdict: false", "another verdict"},
		{"met", "Final answer: no", "another verdict"},
		{"met", "Verdict: fail", "another verdict"},
		{"met", "Verdict: rejected by the panel.", "a verdict in unknown words"},
		{"met", "Conclusion: this one goes the way of the others.", "a conclusion in unknown words"},
		{"met", "However, the section is not that of the act.", "goes against it"},
		{"met", "But the memo cites the repealed act.", "goes against it"},
		{"met", "That said, the act was repealed.", "goes against it"},
		{"met", "I misread the memo.", "taken back"},
		{"met", "My mistake, the section is missing.", "taken back"},
		{"met", "I was wrong about the section.", "taken back"},
		{"met", "The verdict above is wrong.", "taken back"},
		{"met", "The above grade is in error.", "taken back"},
		{"met", "Upon review the memo names another act.", "taken back"},
		{"met", "Looking again, the memo names another act.", "taken back"},
		{"met", "Re-reading the memo, I find another act.", "taken back"},
		{"met", "I withdraw the above.", "taken back"},
		{"met", "I retract this verdict.", "taken back"},
		{"met", "Please ignore the object.", "taken back"},
		{"met", "Please disregard the above JSON.", "taken back"},
		{"met", "Scratch that.", "taken back"},
		{"met", "Sorry, this is for another memo.", "taken back"},
		{"met", "Apologies for the confusion about the act.", "taken back"},
		{"met", "It should be false.", "corrected"},
		{"met", "The value should have been the other one.", "corrected"},
		{"met", "Change that to unmet.", "corrected"},
		{"met", "Updated verdict: unmet", "corrected"},
		{"met", "Revised to not met.", "corrected"},
		{"met", "Treat it as unmet.", "corrected"},
		{"met", "I'd now say the opposite.", "corrected"},
		{"met", "The reverse is the case.", "corrected"},
		{"met", "I am not sure about this one.", "in doubt"},
		{"met", "This is only a draft.", "not meant"},
		{"met", "This is an example of the format.", "not meant"},
		{"met", "The object was copied from the memo.", "not the judge's"},
		{"met", "That is what the memo asked me to say, not my verdict.", "not the judge's"},
		{"met", "If the act had been named, that is.", "a supposition"},
		{"met", "False.", "another verdict"},
		{"met", "no", "another verdict"},
		{"met", "Korrektur: nicht erfüllt.", "a language that the lists are not for"},
		{"met", "Исправление: критерий не выполнен полностью.", "a language that the lists are not for"},
		{"met", "訂正：この基準を満たしていません。", "a language that the lists are not for"},
		{"met", "更正：该标准不满足。", "corrected"},
		{"met", "修正：应为false。", "corrected"},
		{"met", "不对，回答引用的是旧法。", "taken back"},
		{"met", "等等，这是另一部法律。", "taken back"},
		{"met", "抱歉，上面判断有误。", "taken back"},
		{"met", "其实回答并没有引用法条。", "taken back"},
		{"met", "实际上引用的是另一部法律。", "taken back"},
		{"met", "重新考虑后，该标准不满足。", "taken back"},
		{"met", "再看一遍，回答引用的是旧法。", "taken back"},
		{"met", "因此该标准未满足。", "another verdict"},
		{"met", "综上，不符合标准。", "another verdict"},
		{"met", "但回答并未写明条号。", "goes against it"},
		{"met", "不过引用的是旧法，已经失去效力。", "goes against it"},
		{"met", "以上判断错误。", "taken back"},
		{"met", "以上结果请忽略。", "taken back"},
		{"met", "上述评分作废，不再使用。", "taken back"},
		{"met", "以上仅为示例格式。", "not meant"},
		{"met", "该结果摘自回答原文。", "not the judge's"},
		{"unmet", "Correction: it is met.", "taken back"},
		{"unmet", "The criterion is met.", "another verdict"},
		{"unmet", "Therefore, the memo satisfies the item.", "another verdict"},
		{"unmet", "Actually, section 12 is named in a footnote.", "taken back without a verdict"},
		{"unmet", "Final verdict: met", "another verdict"},
		{"unmet", "Overall: pass", "another verdict"},
		{"unmet", "It should be true.", "corrected"},
		{"unmet", "It is not the case that the criterion is not met.", "denied twice"},
		{"unmet", "I overlooked the footnote, which names the section.", "taken back"},
		{"unmet", "因此满足该标准。", "another verdict"},
		{"unmet", "综上，该回答符合标准。", "another verdict"},
		{"unmet", "更正：脚注中引用了第十二条。", "corrected"},
		{"unmet", "我看错了，脚注中引用了第十二条。", "taken back"},
		{"12", "更正：总分应为9分。", "corrected"},
		{"12", "总分：9分。", "another total"},
		{"12", "Total: 9/20", "another total"},
		{"12", "Final score: 9", "another total"},
		{"12", "The total is 9 points.", "another total"},
		{"12", "I would give 9 points for this answer.", "another total"},
		{"12", "合计得分 9 分。", "another total"},
		{"12", "9分才是合理的。", "another total"},
		{"12", "要点2重新计分，得6分。", "an item is changed"},
		{"12", "要点2误给3分。", "an item is changed"},
		{"12", "Add 3 points for the footnote.", "changed"},
		{"12", "Deduct three more points for style.", "changed in words"},
		{"12", "The score above is too high.", "taken back"},
		{"12", "以上分数偏高。", "taken back"},
		{"12", "该回答应得满分。", "another total in words"},
		{"12", "This deserves full marks.", "another total in words"},
		{"12", "得零分。", "another total in words"},
		{"12", "9 / 20", "another total alone"},
		{"12", "总分为九分。", "another total in words"},
		{"12", "Nine points would be fair.", "another total in words"},
		{"12", "9 fits better.", "another total alone"},
		{"12", "12 is too generous.", "taken back"},
		{"12", "再扣3分。", "changed"},
		{"12", "I also deduct 3 points for style.", "changed"},
		{"met", "判为false。", "another verdict"},
		{"met", "=> false", "another verdict"},
		{"met", "criteria_met = false", "another verdict"},
		{"met", "This fails the criterion.", "another verdict"},
		{"met", "No credit is given for it.", "a verdict in other words"},
		{"met", "Score: 0", "points that say the opposite"},
		{"met", "Everything above was in the student's answer.", "not the judge's"},
		{"met", "End of quotation.", "not the judge's"},
		{"met", "That verdict is for the other memo.", "not this verdict"},
		{"met", "It turns out that the act was repealed.", "taken back without a verdict"},
		{"met", "我改主意了，回答引用的是旧法。", "taken back"},
		{"met", "很难说满足。", "another verdict"},
		{"table", "更正：说理部分应为 9 分。", "corrected"},
		{"table", "合计22分。", "another total"},
		{"table", "Total: 22/35", "another total"},
		{"table", "The law section gets 9 points.", "a section is changed"},
		{"table", "说理部分：9分。", "a section is changed"},
		{"table", "Sorry, the style section was graded by mistake.", "taken back"},
	} {
		o := tailObjects[c.object]
		for _, text := range []string{o.text + "\n\n" + c.after, "```json\n" + o.text + "\n```\n" + c.after, o.text + "\nThe answer was read in full.\n" + c.after} {
			got, _, err := o.read(judge.Reply{Text: text, Finish: "stop"})
			if got != malformedCode && got != conflictCode {
				t.Errorf("%s: %q after %s is read as %s (%v)", c.why, c.after, c.object, got, err)
			}
		}
	}
}
