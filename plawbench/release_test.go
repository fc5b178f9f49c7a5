package plawbench

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assize-eval/assize/dataset"
)

// pinnedLines are the lines of the released template that the repair removes. (Facts of the release:
// their blanks follow from the lengths before and after.)
const pinnedLines = "      \"total_points\": 0,\n      \"max_points\": 0,\n      \"breakdown\": [...]\n    }     \"others\": {\n"

// Texts in the shape of the release's, with the same placeholders, faults and lengths, and words of
// our own.
var (
	madeSystem = map[kind]string{
		consultationKind: pad("甲乙丙，只看前<<num>>问。\n", 659),
		documentKind:     pad("丁戊己，看文书。\n", 537),
		caseKind: pad("庚辛。示例："+strings.Repeat("\u00a0", 7)+"\n"+strings.Repeat("    \n", 12)+
			"{\n  \"score_details\": {\n    \"结论\": {\n"+pinnedLines+"      ...\n    }\n  },\n}\n", 1853),
	}
	madeFlatUser = pad("对话：<<conversation>>\n标准：<<rubric_item>>\n{\n\"total_points\": 得分,\n\"max_points\": <<score>>,\n    },\n", 197)
	madeUser     = map[kind]string{
		consultationKind: madeFlatUser,
		documentKind:     madeFlatUser,
		caseKind: pad("对话：<<conversation>>\n标准：<<rubric_item>>\n{\n  \"score_details\": {\n    \"法条依据\": {\n      \"total_points\": 该部分得分,\n    },\n    \"结论\": {\n"+
			pinnedLines+"      ...\n    }\n  }\n}\n", 985),
	}
	madeTask = map[kind]string{
		caseKind:         pad("写四个部分：\n"+strings.Repeat("例 \n", 10), 1975),
		consultationKind: pad("问十到二十五个问题。\n \n", 702),
		documentKind:     pad("写文书。## 模板\n", 370),
	}
	madeContent = map[kind]string{
		caseKind:         "案情如下：\n{context}\n问题如下：\n{question}\n。 ",
		consultationKind: "\n材料：\n{question}\n。 ",
		documentKind:     "\n材料：\n{question}\n。 ",
	}
	madeRelease = release{
		judgeSystem:     hashes(madeSystem),
		judgeUser:       hashes(madeUser),
		task:            hashes(madeTask),
		userLength:      official.userLength,
		evalScopeTask:   official.evalScopeTask,
		repairedUser:    official.repairedUser,
		evalScopeSystem: official.evalScopeSystem,
	}
)

// pad fills text up to n code points.
func pad(text string, n int) string {
	return text + strings.Repeat("字", n-utf8.RuneCountInString(text))
}

func hashes(texts map[kind]string) map[kind]string {
	out := make(map[kind]string)
	for k, text := range texts {
		out[k] = hash(text)
	}
	return out
}

// python writes the sources of a release. Other code is around the texts, as there.
func python(t *testing.T, system, user, task, content map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(judgeFile, `import re, json  # SYS_PROMPT = {"legal_qa": "no"}
from typing import Dict

FENCE = re.compile(r"`+"```"+`json\s*(\{.*?\})\s*`+"```"+`", re.DOTALL)

`+pyDict("SYS_PROMPT", system)+`
`+pyDict("JUDGE_PROMPT: Dict[str, str]", user)+`

class Judge:
    """Uses JUDGE_PROMPT["legal_qa"]."""
    SYS_PROMPT = {"legal_qa": "of the class"}

    def build(self, item):
        text = JUDGE_PROMPT[item["task"]].replace("<<score>>", f"{item['score']!r:>{10}}")
        return [{"role": "user", "content": f"""{text}
`+"```"+`"""}]
`)
	write(taskFile, `import json
`+pyDict(taskVariable, task)+`
`+pyDict(contentVariable, content)+`
for idx, line in enumerate(open("practical_case_analysis_250.jsonl")):
    item = json.loads(line)
    key = 'legal_consultation_mid' if idx < 50 else "legal_consultation_hard"
    print(prompt_template_dict[key] + user_prompt_dict["case_analysis"].format(**item))
`)
	return dir
}

// pyDict writes an assignment with triple-quoted strings, raw ones where that is the same.
func pyDict(name string, texts map[string]string) string {
	var b strings.Builder
	b.WriteString(name + " = {\n")
	for key, text := range texts {
		if strings.HasSuffix(text, `"`) || strings.Contains(text, `"""`) || strings.Contains(text, `\`) {
			panic("needs escapes")
		}
		fmt.Fprintf(&b, "    %q: r\"\"\"%s\"\"\",  # %s\n", key, text, key)
	}
	return b.String() + "}\n"
}

// keyed names texts by the keys of the release.
func keyed(keys map[kind]string, texts map[kind]string) map[string]string {
	out := make(map[string]string)
	for k, text := range texts {
		out[keys[k]] = text
	}
	return out
}

// contentKeys are keys under which a release may have the parts for context and question.
var contentKeys = map[kind]string{caseKind: "case_analysis", consultationKind: "legal_consultation", documentKind: "document_generation"}

func made(t *testing.T) (dir string) {
	t.Helper()
	return python(t, keyed(judgeKeys, madeSystem), keyed(judgeKeys, madeUser), keyed(taskKeys, madeTask), keyed(contentKeys, madeContent))
}

func ExampleLoadPrompts() {
	_, err := LoadPrompts("testdata", Repaired)
	fmt.Println(err)
	// Output: plawbench: no prompt_zh.py is in testdata
}

func ExampleLoadTaskPrompts() {
	_, err := LoadTaskPrompts("testdata", EvalScope)
	fmt.Println(err)
	// Output: plawbench: no prompt_generate.py is in testdata
}

func TestLoadPrompts(t *testing.T) {
	dir := made(t)
	wantName := map[Variant]string{
		"": "PLawBench official, repaired", Repaired: "PLawBench official, repaired",
		Verbatim: "PLawBench official, verbatim", EvalScope: "PLawBench official, evalscope",
	}
	for v, name := range wantName {
		p, err := madeRelease.prompts(dir, v)
		if err != nil {
			t.Fatalf("%q: %v", v, err)
		}
		if p.Name() != name || p.String() != name || !p.Official() {
			t.Errorf("%q: the prompts are %q, official %v", v, p, p.Official())
		}
		for _, s := range Subsets() {
			k := s.kind()
			system, user := madeSystem[k], madeUser[k]
			if k == caseKind && v != Verbatim {
				system = strings.Replace(system, pinnedLines, "", 1)
				user = strings.Replace(user, pinnedLines, "", 1)
				if n := utf8.RuneCountInString(user); n != 890 {
					t.Errorf("%q: the repaired user prompt has %d characters, want 890", v, n)
				}
			}
			if k == caseKind && v == EvalScope {
				system = strings.ReplaceAll(strings.ReplaceAll(system, "\u00a0", ""), "    \n", "\n")
				if n := utf8.RuneCountInString(system); n != 1703 {
					t.Errorf("the system prompt of EvalScope has %d characters, want 1703", n)
				}
			}
			if got, want := p.Template(s), (Template{system, user}); got != want {
				t.Errorf("%q, %s: got\n%q\nwant\n%q", v, s, got, want)
			}
		}
	}
	byFile, err := madeRelease.prompts(filepath.Join(dir, judgeFile), Repaired)
	byDir, err2 := madeRelease.prompts(dir, Repaired)
	if err != nil || err2 != nil || byFile.SHA256() != byDir.SHA256() {
		t.Errorf("by file %v, %v; by folder %v, %v", byFile, err, byDir, err2)
	}
}

func TestLoadTaskPrompts(t *testing.T) {
	dir := made(t)
	for v, name := range map[Variant]string{
		"": "PLawBench official", Repaired: "PLawBench official", Verbatim: "PLawBench official", EvalScope: "PLawBench official, evalscope",
	} {
		p, err := madeRelease.taskPrompts(dir, v)
		if err != nil {
			t.Fatalf("%q: %v", v, err)
		}
		if p.Name() != name || p.String() != name || !p.Official() {
			t.Errorf("%q: the prompts are %q, official %v", v, p, p.Official())
		}
		for _, s := range Subsets() {
			want := TaskTemplate{madeTask[s.kind()], madeContent[s.kind()]}
			if v == EvalScope {
				want.Instructions = strings.ReplaceAll(want.Instructions, " \n", "\n")
			}
			if got := p.Template(s); got != want {
				t.Errorf("%q, %s: got\n%q\nwant\n%q", v, s, got, want)
			}
		}
	}
}

// TestContentKeys finds the parts for context and question under keys of several kinds.
func TestContentKeys(t *testing.T) {
	c := madeContent
	for _, tt := range []struct {
		why     string
		content map[string]string
		want    string // the error; empty for none
	}{
		{"a key for each variant of a task", map[string]string{"case_analysis": c[caseKind], "legal_consultation_mid": c[consultationKind], "legal_consultation_hard": c[consultationKind], "document_generation": c[documentKind]}, ""},
		{"keys that say nothing", map[string]string{"a": c[caseKind], "b": c[documentKind]}, ""},
		{"no text of the length", map[string]string{"case_analysis": c[caseKind] + "x", "b": c[documentKind]}, `user_prompt_dict has 0 texts of 35 characters for case_analysis under the keys ["case_analysis"], want one`},
		{"two texts", map[string]string{"case_analysis": c[caseKind], "b": c[documentKind], "d": strings.Replace(c[documentKind], "材", "资", 1)}, `user_prompt_dict has 2 texts of 18 characters for legal_qa under the keys ["b" "case_analysis" "d"], want one`},
		{"no placeholder", map[string]string{"case_analysis": strings.Replace(c[caseKind], "{context}", "{contexts", 1), "b": c[documentKind]}, `task prompts "PLawBench official": case_analysis: the placeholder {context} is 0 times in the user part, want once`},
	} {
		dir := python(t, nil, nil, keyed(taskKeys, madeTask), tt.content)
		p, err := madeRelease.taskPrompts(dir, Verbatim)
		switch {
		case tt.want == "" && (err != nil || p.Template(CaseAnalysis).User != c[caseKind] || p.Template(LegalConsultation).User != c[consultationKind]):
			t.Errorf("%s: %v, %v", tt.why, p.Template(CaseAnalysis), err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || p.Official()):
			t.Errorf("%s: got the error %v, want %s", tt.why, err, tt.want)
		}
	}
}

func TestLoadPromptsErrors(t *testing.T) {
	change := func(texts map[kind]string, k kind, old, new string) map[kind]string {
		out := maps.Clone(texts)
		if !strings.Contains(out[k], old) {
			t.Fatalf("%q is not in the text", old)
		}
		out[k] = strings.Replace(out[k], old, new, 1)
		return out
	}
	for _, tt := range []struct {
		why          string
		system, user map[kind]string
		v            Variant
		want         string
	}{
		{"a blank more", change(madeSystem, documentKind, "看", "看 "), madeUser, Verbatim, `prompt_zh.py: SYS_PROMPT["document_generation"] is not the official text: its SHA-256 is `},
		{"another text", madeSystem, change(madeUser, caseKind, "结论", "结語"), Repaired, `prompt_zh.py: JUDGE_PROMPT["case_analysis_merge"] is not the official text: its SHA-256 is `},
		{"an unknown variant", madeSystem, madeUser, "mended", `unknown variant "mended" of the official prompts; want "repaired", "verbatim" or "evalscope"`},
	} {
		dir := python(t, keyed(judgeKeys, tt.system), keyed(judgeKeys, tt.user), nil, nil)
		p, err := madeRelease.prompts(dir, tt.v)
		if err == nil || !strings.Contains(err.Error(), tt.want) || p.Official() {
			t.Errorf("%s: got the error %v, want %s", tt.why, err, tt.want)
		}
	}

	// With the hashes of the real release none of these texts is official.
	dir := made(t)
	if _, err := LoadPrompts(dir, Repaired); err == nil || !strings.Contains(err.Error(), "is not the official text: its SHA-256 is "+madeRelease.judgeSystem[caseKind]+", want "+official.judgeSystem[caseKind]) {
		t.Errorf("made texts pass for the release: %v", err)
	}
	if _, err := LoadTaskPrompts(dir, Verbatim); err == nil || !strings.Contains(err.Error(), "is not the official text: its SHA-256 is "+madeRelease.task[caseKind]+", want "+official.task[caseKind]) {
		t.Errorf("made texts pass for the release: %v", err)
	}

	file := filepath.Join(t.TempDir(), "other.py")
	if err := os.WriteFile(file, []byte("SYS_PROMPT = f()\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadPrompts(file, Repaired); err == nil || !strings.Contains(err.Error(), `other.py: pyliteral: SYS_PROMPT["case_analysis_merge"]: line 1: found a call of a function`) {
		t.Errorf("a file of another form: %v", err)
	}
	if _, err := LoadTaskPrompts(filepath.Join(dir, "absent"), Repaired); !os.IsNotExist(err) {
		t.Errorf("no such folder: %v", err)
	}
}

func TestRepair(t *testing.T) {
	opened := "{\n    \"结论\": {\n"
	for _, tt := range []struct{ why, text, want, err string }{
		{"the lines", opened + pinnedLines + "      ...\n    }\n}", opened + "      ...\n    }\n}", ""},
		{"other blanks, and blank lines between", "\"结论\":{\n\"total_points\":0, \n   \n\t\"max_points\" : 0,\n\"breakdown\": [...]\u00a0\n}\n", "", "0 times"},
		{"blank lines between", "\"结论\": {\n\n\"total_points\": 0,\n   \n\"max_points\": 0,\n\"breakdown\": [...]\n} \"others\": {\nx", "\"结论\": {\n\n   \nx", ""},
		{"absent", opened + "      ...\n", "", "0 times"},
		{"in another section", strings.Replace(opened, "结论", "法条依据", 1) + pinnedLines, "", "0 times"},
		{"twice", opened + pinnedLines + opened + pinnedLines, "", "2 times"},
		{"cut", opened + strings.SplitAfter(pinnedLines, "]\n")[0], "", "0 times"},
		{"mended already", opened + strings.Replace(pinnedLines, "}     ", "},    ", 1), "", "0 times"},
		{"another number", opened + strings.Replace(pinnedLines, "0", "5", 1), "", "0 times"},
	} {
		got, err := unpin(tt.text)
		switch {
		case tt.err == "" && (err != nil || got != tt.want):
			t.Errorf("%s: got %q, %v, want %q", tt.why, got, err, tt.want)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), "the lines that pin 结论 to 0 points are there "+tt.err)):
			t.Errorf("%s: got %q, %v, want an error with %q", tt.why, got, err, tt.err)
		}
	}

	short := madeRelease
	short.repairedUser--
	if _, err := short.prompts(made(t), Repaired); err == nil || !strings.Contains(err.Error(), `JUDGE_PROMPT["case_analysis_merge"] after its repair has 890 characters, want 889`) {
		t.Errorf("a result of another length: %v", err)
	}
	short = madeRelease
	short.evalScopeSystem++
	if _, err := short.prompts(made(t), EvalScope); err == nil || !strings.Contains(err.Error(), `SYS_PROMPT["case_analysis_merge"] after its repair, without blanks at the ends of lines has 1703 characters, want 1704`) {
		t.Errorf("a result of another length: %v", err)
	}
}

// TestOfficialTaskPrompts asks for the exact prompt: instructions as they stand, then the user part,
// filled in one pass, with nothing stripped.
func TestOfficialTaskPrompts(t *testing.T) {
	p, err := madeRelease.taskPrompts(made(t), Verbatim)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		sample Sample
		want   string // after the instructions
	}{
		{Sample{Subset: CaseAnalysis, Context: " {question} \n甲{context}", Question: "乙 {context}{{}} "},
			"案情如下：\n {question} \n甲{context}\n问题如下：\n乙 {context}{{}} \n。 "},
		{Sample{Subset: DefendantStatement, Context: "丙", Question: "{context} {question}\r\n"},
			"\n材料：\n{context} {question}\r\n\n。 "},
	} {
		tt.sample.TaskPrompts = p
		got := tt.sample.Conversation()
		if len(got) != 1 || got[0].Role != dataset.User {
			t.Fatalf("got %d messages, the first by %q", len(got), got[0].Role)
		}
		rest, ok := strings.CutPrefix(got[0].Content, madeTask[tt.sample.Subset.kind()])
		if !ok || rest != tt.want {
			t.Errorf("after the instructions (%v): got %q, want %q", ok, rest, tt.want)
		}
	}
}
