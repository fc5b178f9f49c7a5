package reply

// readings are the words for met and not met, folded. A word that says neither for every criterion
// (passed, correct, good, partly) is not among them: for a criterion that describes a fault, "passed"
// is the opposite of met.
var readings = words(map[bool][]string{
	true: {
		"true", "yes", "y", "√", "✓", "✔", "met", "1", "satisfied", "fulfilled", "is met", "fully met", "criteria met", "criterion met", "criteria is met",
		"criterion is met", "是", "真", "满足", "符合", "达标", "已满足", "满足标准", "符合标准", "滿足", "達標", "已滿足", "符合標準",
	},
	false: {
		"false", "no", "n", "×", "✗", "✘", "not met", "unmet", "0", "not satisfied", "unsatisfied", "not fulfilled", "unfulfilled", "is not met",
		"criteria not met", "criterion not met", "criteria is not met", "criterion is not met", "否", "假", "不是", "不满足", "未满足",
		"不符合", "未达标", "不达标", "不满足标准", "不符合标准", "不滿足", "未滿足", "未達標", "不符合標準",
	},
})

func words(lists map[bool][]string) map[string]bool {
	m := make(map[string]bool)
	for met, list := range lists {
		for _, w := range list {
			m[foldWord(w)] = met
		}
	}
	return m
}

// readBoolean reads v as met or not met and reports whether it was a JSON boolean. It returns what is
// wrong with it otherwise, in words that follow the name of the field.
func readBoolean(v value) (met, plain bool, why string) {
	switch v.kind() {
	case boolean:
		return v.node().truth, true, ""
	case number:
		switch x, why := parseNumber(v.text()); {
		case why == "" && x == 0:
			return false, false, ""
		case why == "" && x == 1:
			return true, false, ""
		}
	case text:
		if met, ok := readings[foldWord(v.text())]; ok {
			return met, false, ""
		}
	}
	return false, false, "is " + describe(v) + ", not true or false"
}
