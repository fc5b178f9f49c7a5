package plawbench

import (
	"fmt"
	"reflect"
	"testing"
)

func ExampleLint() {
	samples, _ := Load("testdata/release")
	for _, w := range Lint(samples) {
		fmt.Println(w)
	}
	// Output:
	// case_analysis-2: section 推理过程: the 3 items have 40 points, more than the section's 30
	// legal_consultation-2: the rubric states no total; the sum of its items' points, 5, is used
	// legal_consultation-3: the rubric states a total of 4 points, its items add up to 5; the sum is used
	// plaintiff_statement-2: the 2 parts of the rubric add up to 25 points, the sample has 30
}

func TestLintSections(t *testing.T) {
	const more, fewer = "more than", "fewer than"
	for _, tt := range []struct {
		why, text string
		points    float64
		want      string // "", more or fewer
	}{
		{"the points", "（+5分）甲\n（+5分）乙", 10, ""},
		{"too many", "（+5分）甲\n（+5分）乙", 5, more},
		{"too many, numbered with the mark at the end", "1、甲（+5分）\n2、乙（+5分）", 5, more},
		{"too many, on one line", "（+5分）甲（+5分）乙", 5, more},
		{"too many, with a heading before the first", "【结论得分】（+5分）甲\n（+5分）乙", 5, more},
		{"too few", "【依据法条得分】20分\n(+5分)《甲法》第一条\n·第一条的内容\n\n(+5分)《乙法》第二条", 20, fewer},
		{"an item and its parts", "第一步：甲（+10分）\n（+4分）（1）乙\n（+6分）（2）丙\n第二步：丁（+10分）", 20, ""},
		{"parts after the mark of their item", "1.甲(+10分)\n(1)(+5分)乙\n(2)(+5分)丙", 10, ""},
		{"an outline and its details", "（+10分）第一步：甲\n（+10分）第二步：乙\n（+10分）（1）丙\n（+10分）（2）丁", 20, ""},
		{"two numberings", "1.（+10分）甲\n（+10分）一、乙", 10, ""},
		{"an item without mark", "（+5分）1.甲\n（+5分）2.乙\n3.丙", 15, ""},
		{"a paragraph without mark", "（+5）甲\n（+5）乙\n丙", 15, ""},
		{"a mark without sign", "第一步：甲（+10分）\n第二步：乙（+10分）\n第三步：丙（10分）", 30, ""},
		{"a mark that is not closed", "(1)（+5分）甲\n(2)（+5分）乙\n（3）（+5分丙", 15, ""},
		{"one item", "（+5分）甲", 15, ""},
		{"no marks", "甲\n乙", 15, ""},
		{"deductions are no items", "（+5分）甲（未提及扣3分）\n（+5分）乙（-5分）", 10, ""},
		{"halves", "（+2.5分）甲\n（+2.5分）乙", 5, ""},
		{"tenths, which do not add up exactly", "（+0.1分）甲\n（+0.2分）乙", 0.3, ""},
	} {
		s := Sample{SampleID: "x", Subset: CaseAnalysis, Sections: []Section{{Name: Reasoning, Text: tt.text, Points: tt.points}}}
		var want []string
		if tt.want != "" {
			total, items := marked(tt.text)
			want = []string{fmt.Sprintf("x: section 推理过程: the %d items have %v points, %s the section's %v", items, total, tt.want, tt.points)}
		}
		if got := Lint([]Sample{s}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", tt.why, got, want)
		}
	}
}

func TestLintFlat(t *testing.T) {
	for _, tt := range []struct {
		why    string
		sample Sample
		want   []string
	}{
		{"a total that is the sum", Sample{Subset: LegalConsultation, RubricText: "总分：5分\n（+3分）（+2分）", MaxPoints: 5}, nil},
		{"no items", Sample{Subset: LegalConsultation, RubricText: "总分：5分", MaxPoints: 5}, []string{": no item of the rubric has points; the total that it states, 5, is used"}},
		{"parts with notes, and parts of parts", Sample{Subset: PlaintiffStatement, RubricText: "总分：20\n一、甲（乙）（5 分）注意（1分）\n 二、丙（占 15分）\n1. 丁（5分）\n三、统一扣分项", MaxPoints: 20}, nil},
		{"another total", Sample{Subset: DefendantStatement, RubricText: "总分：30分", MaxPoints: 20}, []string{": the rubric states a total of 30 points, the sample has 20"}},
		{"no total and one part", Sample{Subset: DefendantStatement, RubricText: "一、甲（5分）", MaxPoints: 20}, nil},
	} {
		if got := Lint([]Sample{tt.sample}); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.why, got, tt.want)
		}
	}
}
