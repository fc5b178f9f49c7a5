package reply

import (
	"testing"

	"github.com/assize-eval/assize/judge"
)

// TestOrdinaryWords has judges write what they usually write around a verdict. A reader that is afraid of
// every word asks again for nothing.
func TestOrdinaryWords(t *testing.T) {
	const object = "```json\n{\"total_points\": 9, \"max_points\": 20}\n```"
	for _, before := range []string{
		"总分为「9」/「20」\n-要点1:「0分」，理由为：没有问及若干证据", "-要点5:「2分」，理由为：此前已告知", "以下是JSON格式的评分结果：", "按要求的格式输出如下：", "输出JSON：",
		"JSON格式：", "综合以上分析，给出评分：", "-要点9: 如果存在违约，律师应当追问，未问", "- 要点3：原告自称遭受家暴，律师已问", "-要点2：引用法条错误", "-要点7：未要求我方提供合同",
		"综上，依据评分标准，该律师得分为9分", "最终评分", "Here is the JSON in the requested format:", "Below is the evaluation in JSON format:", "Point 4: never mentioned",
		"- The wrong statute is cited (0)", "- Earlier termination is not discussed", "The instruction to count 25 questions was followed", "Item 3: the quoted clause is missing - 0",
		"As requested, the object:", "### Verdict", "The answer does not name the act:", "Since the claims are not addressed:", "**Final score:**",
		"Considering everything, the output is:", "Rubric evaluation result →", "Step 4 - Output JSON", "Okay. Output:", "I'll now provide the structured output.", "以下为本人的判断：",
		"根据上述分析，输出如下JSON：", "好的，以下是评估：", "Voici mon évaluation :",
	} {
		if got, _, err := pointsOrCode(20, judge.Reply{Text: before + "\n" + object, Finish: "stop"}); got != "9" {
			t.Errorf("after %q the verdict is read as %s (%v)", before, got, err)
		}
	}
	for _, after := range []string{
		"That is my reading of the item.", "Let me know if you'd like a more detailed breakdown.", "I hope this helps with your evaluation!", "This concludes my assessment.",
		"以上就是我的评分结果。", "以上为本次评分，如有疑问请告知。", "请注意，评分严格依据标准。", "The grade follows the rubric as given.", "If you need anything else, just ask.",
		"如需进一步说明，请告诉我。", "Please let me know if further clarification is needed.", "（评分完）", "No further remarks.", "Done.", "以上。",
	} {
		if got, _, err := pointsOrCode(20, judge.Reply{Text: object + "\n\n" + after, Finish: "stop"}); got != "9" {
			t.Errorf("before %q the verdict is read as %s (%v)", after, got, err)
		}
	}
}
