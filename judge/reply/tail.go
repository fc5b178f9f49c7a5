package reply

import (
	"strings"
	"unicode/utf8"
)

// loaded are words that can take a verdict back, change it or say that it was not meant; words after an
// object that have none of them, and no number, only close the reply.
var (
	loadedWords = []string{
		"wait", "actually", "actual", "correct", "corrected", "correction", "reflection", "second thought", "hmm", "hold on", "scratch", "sorry", "apologies", "oops",
		"however", "but", "rather", "instead", "though", "although", "unless", "mistake", "mistaken", "mistakenly", "error", "wrong", "wrongly", "incorrect", "invalid", "change", "changed", "changes",
		"revise", "revised", "revision", "update", "updated", "edit", "edited", "amend", "amended", "replace", "replaced", "retract", "withdraw", "withdrawn",
		"disregard", "ignore", "ignored", "discard", "void", "should", "shouldn't", "would", "could", "ought", "must", "not", "isn't", "wasn't", "doesn't", "don't",
		"didn't", "can't", "cannot", "no longer", "never", "nor", "true", "false", "met", "unmet", "satisfied", "fulfilled", "yes", "final", "finally", "example", "sample",
		"template", "placeholder", "draft", "hypothetical", "quoted", "quote", "planted", "injected", "contains", "reads", "says", "said", "claims", "ends", "reconsider",
		"reconsidered", "reconsidering", "recheck", "rechecked", "lower", "lowered", "higher", "raise", "raised", "deduct", "deducted", "add", "added", "more points", "fewer", "less",
		"half", "full marks", "zero", "opposite", "reverse", "reversed", "contrary", "fails", "failed", "passes", "passed",
	}
	loadedSigns = []string{
		"不", "未", "没", "无效", "非", "错", "误", "更正", "更新", "修正", "修改", "改", "等等", "但", "然而", "却", "重新", "抱歉", "应为", "应当", "应该", "应得", "作废", "忽略", "撤",
		"示例", "样例", "例", "模板", "草稿", "初稿", "引用", "植入", "最终", "得分", "总分", "加分", "扣", "多给", "少给", "满足", "符合", "满分", "零分", "一分", "两分", "三分", "四分", "五分", "六分", "七分", "八分", "九分", "十分", "真", "假", "反", "换", "调整", "分为",
		"{", "｛", "true", "false", "~~",
	}
)

// closesOnly reports whether the words after the last object only close the reply, and cannot correct
// the object or withdraw it.
func closesOnly(after string) bool {
	const longest = 400
	s := trim(after)
	for s != "" {
		if isPackaging(s) {
			return true
		}
		n := stopTokenEnd(s)
		if n == 0 {
			n = closingTagEnd(s)
		}
		if n == 0 {
			c, size := utf8.DecodeRuneInString(s)
			if !strings.ContainsRune("`,;.!)]}|-*_、，；。！）】｝", c) && !isBlank(c) {
				break
			}
			n = size
		}
		s = s[n:]
	}
	s = strings.ToLower(s)
	return len(s) <= longest && !strings.HasPrefix(s, "no,") && !strings.HasPrefix(s, "no.") && !hasDigit(s) && !containsAny(s, loadedSigns) && !containsPhrase(s, loadedWords)
}

// closingTagEnd returns the length of a tag that ends an element, or 0.
func closingTagEnd(s string) int {
	const longest = 40
	if !strings.HasPrefix(s, "</") {
		return 0
	}
	end := strings.IndexByte(s[:min(len(s), longest)], '>')
	if end < 0 || strings.ContainsAny(s[2:end], "<{\"") {
		return 0
	}
	// Struck out is taken back.
	switch strings.ToLower(s[2:end]) {
	case "del", "s", "strike":
		return 0
	}
	return end + 1
}
