package plawbench

import "fmt"

// Variant says what is changed in the official prompts when they are read.
type Variant string

// The variants.
const (
	// Repaired is the release with one fault of the judge's prompts for case analyses mended: their
	// template of a reply pins the section 结论 to 0 of 0 points and is not JSON. See [LoadPrompts].
	// It is the variant for scoring. The empty Variant is Repaired too.
	Repaired Variant = "repaired"
	// Verbatim is the release to the byte.
	Verbatim Variant = "verbatim"
	// EvalScope is Repaired without the blanks that EvalScope's copy of the prompts lacks: those at
	// the ends of lines in the task prompts and in the judge's system prompt for case analyses.
	EvalScope Variant = "evalscope"
)

func (v Variant) orDefault() (Variant, error) {
	switch v {
	case "":
		return Repaired, nil
	case Repaired, Verbatim, EvalScope:
		return v, nil
	}
	return "", fmt.Errorf("plawbench: unknown variant %q of the official prompts; want %q, %q or %q", v, Repaired, Verbatim, EvalScope)
}

// release is what is known of the official prompts: github.com/skylenage/PLawbench at commit
// f6ee07b36c1f4c0bfc2af8ca27183d3dd3175c56. The hashes are of the UTF-8 text of the values.
type release struct {
	judgeSystem, judgeUser, task map[kind]string
	// Lengths in code points, where the hash of a text is not known.
	userLength, evalScopeTask     map[kind]int
	repairedUser, evalScopeSystem int
}

var official = release{
	judgeSystem: map[kind]string{
		consultationKind: "c8deff7a43b9d3babff936946eb36980d87d74572f7feac94ae8dc3bd3314e77",
		documentKind:     "6e48881a8900d0d2403d572971270aa9cc7ba453f3962f5b3894f6a16a4ab5fb",
		caseKind:         "a9b49e5d7f7b18d00bb2a6e836646a1968b5cfa741ca0e80e4a07574997435b4",
	},
	judgeUser: map[kind]string{
		consultationKind: "2921e12d132f28115a807269b25cacdaf2f137b22e6879d14aa9489f6db96f09",
		documentKind:     "2921e12d132f28115a807269b25cacdaf2f137b22e6879d14aa9489f6db96f09",
		caseKind:         "369b7f1a7f05c259c8b7d07dc14db1f22795be9a8e55b7725a12fa2fde9e45fd",
	},
	task: map[kind]string{
		caseKind:         "188739cf965a215f208de1f2fc04b7d708ad2da0aa6d286a7c733fab569bbabe",
		consultationKind: "79291017852ce61a99d68ffb2f42351a8c432286c7bf0ed228095a365f539fcc",
		documentKind:     "b048976d0462bb644050f5a35f83b5693e22212bdfc1b8f50c0f3ec32e46ae28",
	},
	userLength:      map[kind]int{caseKind: 35, consultationKind: 18, documentKind: 18},
	evalScopeTask:   map[kind]int{caseKind: 1965, consultationKind: 701, documentKind: 370},
	repairedUser:    890,
	evalScopeSystem: 1703,
}

// Files and variables of the release.
const (
	judgeFile       = "prompt_zh.py"
	systemVariable  = "SYS_PROMPT"
	userVariable    = "JUDGE_PROMPT"
	taskFile        = "prompt_generate.py"
	taskVariable    = "prompt_template_dict"
	contentVariable = "user_prompt_dict"
)

// judgeKeys and taskKeys are the keys of the kinds in the dicts of the release.
var (
	judgeKeys = map[kind]string{
		caseKind:         "case_analysis_merge",
		consultationKind: "legal_qa",
		documentKind:     "document_generation",
	}
	taskKeys = map[kind]string{
		caseKind:         "case_analysis",
		consultationKind: "legal_consultation_mid",
		documentKind:     "document_generation",
	}
)
