package plawbench

import (
	"slices"
	"strings"
	"unicode"
)

// Names of the four sections of a case analysis: the IDs of its criteria, and the keys of a judge's
// reply.
const (
	Conclusion = "结论"
	Facts      = "案件事实"
	Reasoning  = "推理过程"
	LegalBasis = "法条依据"
)

// Section is the part of a case analysis that is graded against a rubric of its own.
type Section struct {
	// Name is [Conclusion], [Facts], [Reasoning] or [LegalBasis].
	Name string
	// Tag is the dataset's name for the section, such as 案情简述得分.
	Tag string
	// Text is the rubric of the section, byte for byte.
	Text string
	// Points are what the section is worth, above 0. They are the dataset's; marks inside Text may
	// add up to something else.
	Points float64
}

// SectionNames returns the names of the sections in the order of the dataset.
func SectionNames() []string { return []string{Conclusion, Facts, Reasoning, LegalBasis} }

// sectionAliases maps the names under which datasets, questions and judges know the sections to ours,
// in the form that plainName gives them. The task prompt of the release speaks of 案件事实 and 推理过程
// where its rubrics and most questions have 案情简述 and 分析过程.
var sectionAliases = map[string][]string{
	Conclusion: {"結論", "conclusion", "conclusions"},
	Facts: {"案情简述", "案情簡述", "案件事實", "案情", "案情事实", "案情事實", "案情概述", "事实", "事實",
		"casefacts", "facts", "fact", "casesummary", "casedescription"},
	Reasoning: {"推理過程", "分析过程", "分析過程", "推理", "分析", "推理分析", "分析推理",
		"reasoning", "reasoningprocess", "analysis", "analysisprocess", "legalreasoning", "legalanalysis"},
	LegalBasis: {"法條依據", "依据法条", "依據法條", "法律依据", "法律依據", "法条", "法條",
		"legalbasis", "legalbases", "law", "laws", "statutes", "statutorybasis", "legalprovisions"},
}

// sectionNames is sectionAliases the other way round, the names themselves included.
var sectionNames = func() map[string]string {
	names := make(map[string]string)
	for name, aliases := range sectionAliases {
		for _, a := range slices.Concat([]string{name}, aliases) {
			names[a] = name
		}
	}
	return names
}()

// SectionName returns the name of the section that text means, in any of the forms that occur:
// 案情简述得分, 【推理过程】, 法律依据部分, legal_basis. It reports false when text means none of them.
func SectionName(text string) (name string, ok bool) {
	name, ok = sectionNames[plainName(text)]
	return name, ok
}

// sectionSuffixes are the words that may follow the name of a section. A longer one comes before those
// that it ends in.
var sectionSuffixes = []string{"部分得分", "得分", "部分", "分数", "分數", "score", "section"}

// plainName removes from a name what does not distinguish it: case, blanks, brackets, numbering, and
// the words for "score" and "part".
func plainName(text string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("_-【】[]《》「」()（）:：.、#*\"“”", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
	for _, suffix := range sectionSuffixes {
		if short, ok := strings.CutSuffix(name, suffix); ok && short != "" {
			name = short
			break
		}
	}
	if runes := []rune(name); len(runes) > 2 && strings.ContainsRune("一二三四1234", runes[0]) {
		name = string(runes[1:])
	}
	return name
}
