package plawbench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assize-eval/assize/internal/pyliteral"
)

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
	userLength                                    map[kind]int
	evalScopeTask                                 map[kind]int
	repairedSystem, repairedUser, evalScopeSystem int
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

// LoadPrompts returns the official prompts for judges, which this library does not contain, from a
// copy of the official release: path is its prompt_zh.py, or the folder that holds it. The texts are
// read without running the file, and each must have the SHA-256 of the released one; any other is an
// error that names both. For other texts use [NewPrompts].
//
// [Repaired] removes four lines, which stand together in the system and in the user prompt for case
// analyses, once in each: after the line "结论": { the three lines that give its total_points as 0, its
// max_points as 0 and its breakdown, and the line that closes it and opens a fifth section "others"
// without a comma. 结论 then has the body that was that of "others". It is an error when these lines
// are not there, exactly once. The user prompt becomes that of EvalScope. [EvalScope] makes the system
// prompt that of EvalScope too. [Verbatim] removes nothing: judges that obey it give 0 of 0 for 结论,
// and such replies are not accepted.
//
// In all variants the rubric of a consultation or statement is shown as text, <<score>> is the
// sample's MaxPoints and <<num>> is 25. The released program shows these rubrics as quoted strings and
// fills in an empty score and 50 for consultations.
func LoadPrompts(path string, v Variant) (Prompts, error) { return official.prompts(path, v) }

// LoadTaskPrompts returns the official task prompts, which this library does not contain, from a copy
// of the official release: path is its prompt_generate.py, or the folder that holds it. The texts are
// read without running the file. The instructions must have the SHA-256 of the released ones; the
// parts for context and question must have their length. Any other text is an error; for one use
// [NewTaskPrompts].
//
// [Repaired] and [Verbatim] are the same here. [EvalScope] removes the blanks at the ends of lines.
func LoadTaskPrompts(path string, v Variant) (TaskPrompts, error) {
	return official.taskPrompts(path, v)
}

func (r release) prompts(path string, v Variant) (Prompts, error) {
	v, err := v.orDefault()
	if err != nil {
		return Prompts{}, err
	}
	src, err := openSource(path, judgeFile)
	if err != nil {
		return Prompts{}, err
	}
	texts := make(map[kind]Template)
	for _, k := range []kind{caseKind, consultationKind, documentKind} {
		var t Template
		if t.System, err = src.verified(r.judgeSystem[k], systemVariable, judgeKeys[k]); err == nil {
			t.User, err = src.verified(r.judgeUser[k], userVariable, judgeKeys[k])
		}
		if err != nil {
			return Prompts{}, err
		}
		texts[k] = t
	}
	if texts[caseKind], err = r.repair(texts[caseKind], v); err != nil {
		return Prompts{}, src.error(err)
	}
	templates := make(map[Subset]Template)
	for _, s := range Subsets() {
		templates[s] = texts[s.kind()]
	}
	p, err := NewPrompts("PLawBench official, "+string(v), templates)
	p.official = err == nil
	return p, err
}

func (r release) taskPrompts(path string, v Variant) (TaskPrompts, error) {
	v, err := v.orDefault()
	if err != nil {
		return TaskPrompts{}, err
	}
	src, err := openSource(path, taskFile)
	if err != nil {
		return TaskPrompts{}, err
	}
	name := "PLawBench official"
	if v == EvalScope {
		name += ", evalscope"
	}
	templates := make(map[Subset]TaskTemplate)
	for _, s := range Subsets() {
		k := s.kind()
		var t TaskTemplate
		if t.Instructions, err = src.verified(r.task[k], taskVariable, taskKeys[k]); err == nil {
			t.User, err = src.userPart(k, r.userLength[k])
		}
		if err == nil && v == EvalScope {
			t.Instructions = trimLines(t.Instructions)
			err = src.error(wantLength(taskVariable+"["+taskKeys[k]+"] without blanks at line ends", t.Instructions, r.evalScopeTask[k]))
		}
		if err != nil {
			return TaskPrompts{}, err
		}
		templates[s] = t
	}
	p, err := NewTaskPrompts(name, templates)
	p.official = err == nil
	return p, err
}

// pySource is a Python source of the release.
type pySource struct {
	path string
	text []byte
}

func openSource(path, name string) (pySource, error) {
	info, err := os.Stat(path)
	if err != nil {
		return pySource{}, err
	}
	if info.IsDir() {
		dir := path
		path = filepath.Join(dir, name)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return pySource{}, fmt.Errorf("plawbench: no %s is in %s", name, dir)
		}
	}
	text, err := os.ReadFile(path)
	return pySource{path, text}, err
}

func (s pySource) error(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("plawbench: %s: %w", s.path, err)
}

// verified returns variable[key], which must have the SHA-256 want.
func (s pySource) verified(want, variable, key string) (string, error) {
	text, err := pyliteral.String(s.text, variable, key)
	if err != nil {
		return "", s.error(err)
	}
	if got := hash(text); got != want {
		return "", s.error(fmt.Errorf("%s[%q] is not the official text: its SHA-256 is %s, want %s", variable, key, got, want))
	}
	return text, nil
}

// hints are parts of the keys under which the release may have the template for context and question.
var hints = map[kind]string{caseKind: "case", consultationKind: "consultation", documentKind: "document"}

// userPart returns the template for context and question: the one of the right length whose key says
// what it is for, or else the only one of that length. A task may have several keys with one text.
func (s pySource) userPart(k kind, length int) (string, error) {
	keys, err := pyliteral.Keys(s.text, contentVariable)
	if err != nil {
		return "", s.error(err)
	}
	named := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !strings.Contains(key, hints[k]) })
	if len(named) == 0 {
		named = keys
	}
	found := make(map[string]bool)
	text := ""
	for _, key := range named {
		t, err := pyliteral.String(s.text, contentVariable, key)
		if err != nil {
			return "", s.error(err)
		}
		if utf8.RuneCountInString(t) == length {
			text, found[t] = t, true
		}
	}
	if len(found) != 1 {
		return "", s.error(fmt.Errorf("%s has %d texts of %d characters for %s under the keys %q, want one", contentVariable, len(found), length, k, named))
	}
	return text, nil
}

// wantLength returns an error for a text that has not the wanted number of code points.
func wantLength(what, text string, want int) error {
	if n := utf8.RuneCountInString(text); n != want {
		return fmt.Errorf("%s has %d characters, want %d", what, n, want)
	}
	return nil
}
