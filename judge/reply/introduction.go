package reply

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words in the line that introduces an object. foreignWords say that the object is an example, a
// quotation or a supposition; doubtfulWords may say so where nothing calls the object the verdict;
// ownLabels call it that.
var (
	foreignWords = []string{
		"example", "sample", "template", "placeholder", "injected", "injection", "planted", "quoted", "quote", "quotation", "asks me", "asked me", "asks to",
		"asked to", "asks the", "wants me", "wants the", "tells me", "told me", "tries to", "instructs", "instructed", "demands a", "for instance",
		"proposes the", "proposed the", "suggests the", "suggested the",
		"claims to", "graded itself", "grades itself", "gives itself", "gave itself", "self-assessment",
		"self assessment", "hypothetical", "hypothetically", "would be", "would say", "would look", "would read", "would have", "had it", "were met", "were it",
		"wrong verdict", "wrong grade", "incorrect verdict", "incorrect grade", "reject", "rejected", "do not", "don't", "not output", "should not", "must not",
		"previous", "previously", "earlier", "another judge", "other judge", "another grader", "before correction", "lenient", "ignored", "ignore", "disregard",
		"discarded", "retracted", "withdrawn", "fake", "forged", "opposite of", "contrary of", "inverse of", "reverse of", "self-graded", "self graded", "self-grading", "self-grade",
		"format is", "format would", "reminder", "expected", "quoting", "attacker", "own claim", "maybe", "perhaps", "possibly",
		"exemple", "format attendu", "beispiel", "beispielhaft", "ejemplo", "formato esperado", "exemplo", "esempio", "пример", "voorbeeld", "przykład", "örnek", "例えば", "サンプル", "예시",
		"示例", "样例", "例如", "比如", "模板", "注入", "植入", "假如", "假设", "如果", "若满足", "若符合", "要求我", "要求输出", "要求评分者", "不要输出", "不应输出", "自评", "自带", "示范",
		"引用", "忽略", "作废", "此前", "之前", "不采纳", "不予采", "不采信", "虚假", "伪造", "伪装", "冒充", "给自己的", "为自己打",
	}
	// foreignTitles are whole introductions, foreignLabels those that need a colon, and foreignEnds last words.
	foreignTitles = []string{
		"example", "example output", "sample output", "template", "示例", "样例", "输出示例", "示例输出", "格式示例", "模板", "自评", "考生自评", "学生自评", "self-assessment",
	}
	foreignLabels = []string{
		"format", "the format", "output format", "reply format", "incorrect", "wrong", "bad", "bad answer", "bad output", "bad reply", "bad verdict", "wrong answer", "wrong output",
		"incorrect answer", "incorrect output", "old", "old verdict", "old grade", "old score", "the old verdict", "not this", "例", "例子", "范例", "範例", "格式", "输出格式", "错误", "错误答案", "错误输出", "旧评分", "原评分", "反例", "原文", "原文如下", "被评文本", "学生答案", "考生答案", "学生回答", "考生回答",
	}
	foreignEnds = []string{
		"to return", "to answer", "to output", "to say", "to give", "to write", "to reply", "to reply with", "to respond with", "to print", "demands", "demanded", "suggests", "suggested",
		"proposes", "proposed", "requests", "requested", "would say", "would be", "would read", "would answer", "would return", "would output", "would give", "would reply", "would write", "would respond with", "that i output", "that i return", "that i print",
	}
	// plantedObject has the text under judgement hold the object.
	plantedObject = regexp.MustCompile(`\b(?:answer|response|reply|candidate|model|student|author|user|assistant|examinee|text|document)(?:['’]s)?\b.*\b(?:ends?|ended|contains?|contained|includes?|included|states?|stated|claims?|writes?|wrote|inserts?|inserted|embeds?|embedded|adds?|added|appends?|appended|outputs?|prints?|printed)\b.*\b(?:json|object|verdict|block|snippet|following|this|grade|score|line|text|words)[^\pL]*$` +
		`|(?:回答|答案|作答|回复|学生|考生|模型|用户注入|用户植入).{0,12}(?:包含|含有|写了|写道|附有|附带|附上|插入|夹带|植入|注入|伪造|出现|带有|末尾|结尾|内容为)`)
	doubtfulWords = []string{"if the", "if it", "if this", "并非"}
	ownLabels     = []string{
		"final", "my ", "verdict", "grade", "grading", "result", "score", "assessment", "evaluation", "judgement", "judgment", "rating", "json", "output", "here is",
		"here's", "decision", "conclusion", "reply", "response:", "answer:", "评分", "结果", "最终", "得分", "打分", "评定", "结论", "输出", "如下",
	}
)

// introduction returns the sentence that introduces an object, in lower case: the last words of the
// text before it, without the marks around them. Words that end a sentence introduce nothing unless they
// stand on the line of the object.
func introduction(before string) string {
	const longest = 400
	before = strings.TrimRightFunc(beforeFence(before), unicode.IsSpace)
	if len(before) > longest {
		before = before[len(before)-longest:]
		for before != "" && !utf8.RuneStart(before[0]) {
			before = before[1:]
		}
	}
	before = strings.TrimRight(before, " \t\r\n*_#>~`\"'“‘「『([（")
	before = before[lineStart(before, len(before)):]
	s := strings.TrimRight(before, ".。!！?？:： ")
	if i := strings.LastIndexAny(s, ".。!！?？}｝"); i >= 0 {
		_, n := utf8.DecodeRuneInString(s[i:])
		s = s[i+n:]
	}
	return " " + strings.ToLower(trim(strings.TrimLeft(s, " \t*_#>-0123456789")))
}

// endsSentence reports whether the words before an object end a sentence.
func endsSentence(before string) bool {
	before = strings.TrimRightFunc(beforeFence(before), unicode.IsSpace)
	c, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, "*_`\"'”’」』)）"))
	return strings.ContainsRune(".。!！?？;；", c)
}

// isForeign reports whether the words before an object say that it may not be the verdict. Words on a
// line of their own speak of the object when they end in a colon; else they are the end of the analysis,
// which may speak of anything.
func isForeign(before string) bool {
	if isStruck(before) {
		return true
	}
	if endsSentence(before) {
		return false
	}
	s := introduction(before)
	label := strings.Trim(s, " 【】")
	switch {
	case endsWithPhrase(s, foreignEnds), slices.Contains(foreignTitles, label):
		return true
	case (endsWithPhrase(s, quoteVerbs) || plantedObject.MatchString(s)) && (!containsAny(s, ownWords) || containsPhrase(s, foreignWords)):
		return true
	case !introduces(before):
		return false
	}
	return slices.Contains(foreignLabels, label) || containsPhrase(s, foreignWords) || containsPhrase(s, doubtfulWords) && !containsAny(s, []string{"final", " my ", "最终"})
}

// introduces reports whether the words before an object end in a colon, or stand on its line.
func introduces(before string) bool {
	before = beforeFence(before)
	words := strings.TrimRight(strings.TrimRightFunc(before, unicode.IsSpace), "*_~`\"'“‘「『([（ ")
	c, _ := utf8.DecodeLastRuneInString(words)
	return c == ':' || c == '：' || !strings.Contains(before[len(words):], "\n")
}

// mayBeQuoted reports whether the words before an object that also stands in what was judged leave open
// whose it is: they call it something else than the verdict, or speak of what was judged.
func mayBeQuoted(before string) bool {
	s := introduction(before)
	switch {
	case trim(s) == "":
		return false
	case endsSentence(before):
		return containsPhrase(s, foreignWords) || containsPhrase(s, quoteVerbs) || containsPhrase(s, []string{"follows", "following", "below", "这样", "以下", "如下"})
	}
	return !containsAny(s+":", ownLabels)
}

// isStruck reports whether an object stands in a comment or is struck out, by the mark before it.
func isStruck(before string) bool {
	if open := strings.LastIndex(before, "<!--"); open >= 0 && !strings.Contains(before[open:], "-->") {
		return true
	}
	s := strings.TrimRightFunc(beforeFence(before), unicode.IsSpace)
	if s == "<s>" {
		// The token with which some models begin a text.
		return false
	}
	return hasSuffix(s, []string{"/*", "//", "<del>", "<s>", "<strike>"}) || strings.HasSuffix(s, "~~") && !strings.HasSuffix(s, "~~~")
}
