package reply

import "github.com/assize-eval/assize/judge"

// reasonKeys are the spellings of the key under which a judge gives its reason.
var reasonKeys = []string{
	"explanation", "reason", "reasoning", "rationale", "justification", "analysis", "comment", "comments", "feedback",
	"解释", "理由", "说明", "分析", "评语", "评价", "解釋", "說明",
}

// CriteriaMet returns the contract "criteria_met/1": a task of one criterion, and an object with an
// explanation and criteria_met, true or false. The grade is the criterion's weight or 0, as
// [judge.Binary] gives it.
//
// Other spellings of the key (criteriaMet, criterion_met, 是否满足) and of the value ("True", "not
// met", "不满足", 0, 1) are read; words that judge the answer and not the criterion (passed,
// correct) are not. Its reader may be called from several goroutines.
func CriteriaMet() judge.Contract {
	f := &flat{fields: []flatField{{key: "criteria_met", kind: Boolean, said: true}}}
	f.add(slot{role: roleValue}, "criteria_met", "criterion_met", "criteria_is_met", "criterion_is_met", "is_criteria_met",
		"is_criterion_met", "are_criteria_met", "criterias_met", "meets_criteria", "meets_criterion", "is_met", "met",
		"是否满足标准", "是否符合标准", "是否满足", "是否符合", "是否达标", "标准是否满足", "标准是否符合", "满足标准", "符合标准",
		"是否滿足標準", "是否符合標準", "是否滿足")
	f.add(slot{role: roleNegated}, "criteria_not_met", "criterion_not_met", "criteria_is_not_met", "criterion_is_not_met",
		"criteria_unmet", "criterion_unmet", "not_met", "unmet", "不满足标准", "不符合标准")
	f.add(slot{role: roleReason}, reasonKeys...)
	return f.contract("criteria_met/1", objectSchema(
		property{"explanation", stringSchema},
		property{"criteria_met", booleanSchema},
	))
}

// contract returns the contract that reads replies of the form.
func (f *flat) contract(name, schema string) judge.Contract {
	return contract(f, name, schema)
}

func contract(f form, name, schema string) judge.Contract {
	return judge.Contract{
		Name:   name,
		Schema: schema,
		Read: func(task judge.Task, reply judge.Reply) (judge.Verdict, error) {
			return read(f, task, reply)
		},
	}
}
