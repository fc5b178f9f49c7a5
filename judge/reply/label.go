package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// label is what the words before an object say about it.
type label uint8

const (
	unlabelled label = iota
	// draft: it is called a draft.
	draft
	// final: it is called final, or the judge's own grade.
	final
	// quoted: it is said to stand in what was judged.
	quoted
	// denied: it is said not to be meant.
	denied
)

// place is where an object stands in its segment.
type place struct {
	label label
	// block says that the object begins on a line of its own, or in a fence.
	block bool
	// last says that nothing but packaging follows it.
	last bool
	// announced says that the words before it end in a colon.
	announced bool
}

// placeOf looks at the words around an object.
func placeOf(c *candidate) place {
	before := beforeFence(c.text[:c.start])
	line := before[lineStart(before, len(before)):]
	words := strings.TrimRightFunc(before, unicode.IsSpace)
	return place{
		label:     labelOf(words),
		block:     trim(strings.Trim(line, "`*> \t")) == "",
		last:      isPackaging(strings.TrimLeft(c.text[c.end:], " \t\r\n,，}]")),
		announced: strings.HasSuffix(strings.TrimRight(words, "*_> \t\r\n"), ":") || strings.HasSuffix(words, "："),
	}
}

var (
	finalWords = []string{
		"final", "my grade", "my verdict", "my score", "my answer", "my rating", "my assessment", "corrected", "revised",
		"最终", "终评", "定稿", "评分如下", "结果如下", "打分如下", "评定如下", "修正后", "更正后", "扣分后", "扣除后", "最后评分", "最終",
	}
	draftWords = []string{
		"draft", "first pass", "initial", "preliminary", "tentative", "provisional", "first attempt", "first guess", "rough", "estimate",
		"初步", "初评", "修正前", "更正前", "调整前", "扣分前", "扣除前", "草稿", "初稿", "暂定", "暂评", "先估", "初估", "预估", "草评",
	}
	// quoteVerbs end the words that introduce a quotation, quoteSubjects say from where, and ownWords
	// that it is none.
	quoteVerbs = []string{
		"contains", "contained", "containing", "includes", "included", "including", "ends", "ends with", "ended with", "ends in", "ending with",
		"trails off with", "begins with", "starts with", "began with", "started with", "says", "said", "states", "stated", "reads", "claims", "claimed",
		"carries", "carried", "quotes", "embeds", "embedded", "has", "had", "is followed by", "wrote", "writes", "appends", "appended", "inserts", "inserted",
		"自带", "写道", "写有", "写着", "包含", "含有", "附有", "附上", "载有", "声称", "自称", "引用", "夹带", "植入", "结尾是", "结尾为", "末尾为", "末尾是", "原文为",
	}
	quoteSubjects = []string{
		"answer", "response", "reply", "document", "text", "submission", "student", "candidate", "examinee", "assistant", "model", "conversation",
		"user", "it", "essay", "statement", "transcript", "message", "author", "lawyer",
		"文书", "回答", "答案", "答卷", "考生", "律师", "原文", "其", "用户", "对话", "材料", "文本", "诉状", "被评", "作答", "学生",
	}
	// denials end the words before an object that is not given, or not meant.
	denials = []string{
		"not", "instead of", "rather than", "look like", "looks like", "something like", "for example", "for instance", "such as",
		"而不是", "而非", "并非", "例如", "比如",
	}
	ownWords = []string{" my ", " i ", "verdict", "grade", "grading", "score", "result", "final", "评分", "得分", "打分", "最终", "结果"}
)

// labelOf reads the clause that ends a text.
func labelOf(lead string) label {
	const longest = 160
	if len(lead) > longest {
		lead = lead[len(lead)-longest:]
		for len(lead) > 0 && !utf8.RuneStart(lead[0]) {
			lead = lead[1:]
		}
	}
	lead = strings.TrimRight(lead, " \t\r\n:：*_#>\"“'‘「『`")
	if i := strings.LastIndexAny(lead, "\n.。!！?？;；}｝"); i >= 0 {
		_, n := utf8.DecodeRuneInString(lead[i:])
		lead = lead[i+n:]
	}
	lead = strings.TrimLeft(lead, " \t*_#>-0123456789")
	if lead == "" || utf8.RuneCountInString(lead) > 100 {
		return unlabelled
	}
	clause := " " + strings.ToLower(lead)
	switch {
	case endsWithPhrase(clause, denials):
		return denied
	case !containsAny(clause, ownWords) && endsWithPhrase(clause, quoteVerbs) && containsPhrase(clause, quoteSubjects):
		return quoted
	case isDraftLabel(clause):
		return draft
	case startsQuoted(lead) || containsAny(clause, draftWords):
		// The words may be quoted themselves, or speak of a "final draft".
		return unlabelled
	case containsAny(clause, finalWords) && !containsAny(clause, []string{"not ", "before", "非", "之前"}):
		return final
	}
	return unlabelled
}

func startsQuoted(s string) bool { first, _ := utf8.DecodeRuneInString(s); return isQuoteMark(first) }

// isDraftLabel reports whether a clause calls what follows a draft. Answers can be drafts too, so it
// must begin with the word and say little else.
func isDraftLabel(clause string) bool {
	clause = strings.TrimSpace(clause)
	for _, article := range []string{"my ", "the ", "a ", "an "} {
		clause = strings.TrimPrefix(clause, article)
	}
	if utf8.RuneCountInString(clause) > 32 {
		return false
	}
	for _, w := range draftWords {
		if strings.HasPrefix(clause, w) {
			return clause[0] < utf8.RuneSelf || utf8.RuneCountInString(clause) <= 10
		}
	}
	return false
}
