package plawbench

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

// FuzzRead checks that whatever is read can be scored, and that whatever is not is an error about the
// file.
func FuzzRead(f *testing.F) {
	for _, s := range Subsets() {
		f.Add(releaseFile(f, s), officialFiles[s])
	}
	f.Add(string(readFile(f, "testdata/modelscope.jsonl")), "rows.jsonl")
	f.Add(`{"id":"a","task":"case_analysis","context":"b","question":"c","rubrics":"[{\"tags\":\"结论\",\"criterion\":\"d\",\"points\":1}]","max_points":1}`, "")
	f.Fuzz(checkRead)
}

// checkRead reads data and checks what comes out.
func checkRead(t *testing.T, data, name string) {
	samples, err := Read(strings.NewReader(data), name)
	var e *dataset.Error
	if err != nil && (!errors.As(err, &e) || samples != nil) {
		t.Fatalf("%d samples and the error %v", len(samples), err)
	}
	ids := map[string]bool{}
	for _, s := range samples {
		if err := rubric.Validate(s.Rubric()); err != nil {
			t.Fatal(err)
		}
		if total, _ := rubric.Totals(s.Rubric().Criteria()); total != s.MaxPoints {
			t.Fatalf("%s: the criteria are worth %v, the sample %v", s.ID(), total, s.MaxPoints)
		}
		if ids[s.ID()] || s.ID() == "" || !s.Subset.valid() {
			t.Fatalf("the sample %q of subset %q", s.ID(), s.Subset)
		}
		ids[s.ID()] = true
		if user := DefaultPrompts().Render(s).User(); !strings.Contains(user, s.Question) {
			t.Fatalf("%s: the question is not shown", s.ID())
		}
	}
	Lint(samples)
}

// FuzzRecord puts texts into the fields that decide a score.
func FuzzRecord(f *testing.F) {
	f.Add("结论得分", "5", "（+5分）甲", "总分：5分\n1.（+5分）乙", 5.0)
	f.Add("法律依据", "2.5", "一、甲（10分）", "（＋1分)", 0.5)
	f.Fuzz(func(t *testing.T, tag, points, criterion, text string, score float64) {
		section := func(tag, points string) map[string]any {
			return map[string]any{"tags": tag, "points": points, "criterion": criterion}
		}
		for subset, fields := range map[Subset]map[string]any{
			CaseAnalysis: {"label": "a", "context": "b", "question": "c", "rubrics": []any{
				section(tag, points), section("案情简述得分", "1"), section("分析过程得分", "1"), section("法条依据得分", "1"),
			}},
			LegalConsultation:  {"id": 1, "conversation": criterion, "rubrics": text, "score": points},
			PlaintiffStatement: {"id": 1, "tag": tag, "conversation": criterion, "Rubrics": text, "score": score},
		} {
			data, err := json.Marshal([]any{fields})
			if err != nil {
				t.Skip(err)
			}
			checkRead(t, string(data), officialFiles[subset])
		}
	})
}

// FuzzSectionName checks that names are stable under what does not distinguish them.
func FuzzSectionName(f *testing.F) {
	f.Add("案情简述得分")
	f.Add("三、Reasoning Score")
	f.Fuzz(func(t *testing.T, text string) {
		name, ok := SectionName(text)
		if _, known := sectionAliases[name]; ok != known {
			t.Fatalf("%q is %q, %v", text, name, ok)
		}
		if again, _ := SectionName("【" + strings.ToUpper(text) + "】"); ok && again != name && strings.EqualFold(strings.ToUpper(text), text) {
			t.Fatalf("%q is %q, in brackets and capitals %q", text, name, again)
		}
	})
}
