package plawbench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func ExampleContract() {
	samples, _ := Load("testdata/release")
	task := judge.Task{Sample: samples[0], Criteria: samples[0].Rubric().Criteria()}
	reply := judge.Reply{Text: `{"score_details": {
		"结论得分":     {"total_points": 5, "max_points": 5},
		"案情简述":     {"total_points": "7.5分", "max_points": 10},
		"【分析过程】": {"total_points": 12, "max_points": 20},
		"法律依据":     {"total_points": 0, "max_points": 10},
		"others":       {"total_points": 3, "max_points": 3},
	}}`, Finish: "stop"}
	verdict, err := Contract(CaseAnalysis).Read(task, reply)
	for _, g := range verdict.Grades {
		fmt.Println(g.Criterion, g.Points)
	}
	fmt.Println(err)
	// Output:
	// 结论 5
	// 案件事实 7.5
	// 推理过程 12
	// 法条依据 0
	// <nil>
}

func ExampleSectionName() {
	for _, text := range []string{"案情简述得分", "【推理过程】", "法律依据部分", "Case Facts", "格式"} {
		name, ok := SectionName(text)
		fmt.Println(name, ok)
	}
	// Output:
	// 案件事实 true
	// 推理过程 true
	// 法条依据 true
	// 案件事实 true
	//  false
}

func TestSectionName(t *testing.T) {
	for _, tt := range []struct{ why, text, want string }{
		{"the name", "结论", Conclusion},
		{"a tag of the release", "分析过程得分", Reasoning},
		{"both words after it", "【结论部分得分】", Conclusion},
		{"a heading with a number", "四、法条依据", LegalBasis},
		{"a number and a dot", "2. 案件事实：", Facts},
		{"Markdown", "**案件事实**", Facts},
		{"traditional characters", "推理過程", Reasoning},
		{"full-width brackets and blanks", "（ 依据　法条 ）", LegalBasis},
		{"English", "legal_basis", LegalBasis},
		{"English with a suffix", "Reasoning Score", Reasoning},
		{"nothing", "", ""},
		{"a suffix alone", "得分", ""},
		{"another section", "格式得分", ""},
		{"a sum", "总分", ""},
		{"more than a name", "结论与案件事实", ""},
	} {
		if got, ok := SectionName(tt.text); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %q is %q, %v, want %q", tt.why, tt.text, got, ok, tt.want)
		}
	}
}

func TestAliasesAreDistinct(t *testing.T) {
	first := map[string]string{}
	for name, aliases := range sectionAliases {
		for _, a := range slices.Concat([]string{name}, aliases) {
			if got, ok := SectionName(a); !ok || got != name {
				t.Errorf("%q is %q, want %q", a, got, name)
			}
			if other, dup := first[a]; dup {
				t.Errorf("%q is a name of %s and of %s", a, other, name)
			}
			first[a] = name
		}
	}
}

// TestOwnTemplatesAreNoVerdict hands the shapes that the library's prompts show back as replies.
func TestOwnTemplatesAreNoVerdict(t *testing.T) {
	samples, err := Load("testdata/release")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range samples {
		user := DefaultPrompts().Render(s).User()
		shape := user[strings.LastIndex(user, "\n{")+1:]
		if i := strings.Index(user, "{\n  \"score_details\""); i >= 0 {
			shape = user[i:]
		}
		if !json.Valid([]byte(shape)) {
			t.Errorf("%s: the shape of the reply is not JSON: %s", s.ID(), shape)
		}
		task := judge.Task{Sample: s, Criteria: s.Rubric().Criteria()}
		if v, err := Contract(s.Subset).Read(task, judge.Reply{Text: shape, Finish: "stop"}); err == nil {
			t.Errorf("%s: the template gives the verdict %+v", s.ID(), v.Grades)
		}
	}
}

// replyCase is one reply of the corpus with its right readings.
type replyCase struct {
	ID           string          `json:"id"`
	Schema       string          `json:"schema"`
	MaxPoints    json.RawMessage `json:"max_points"`
	Reply        string          `json:"reply"`
	FinishReason string          `json:"finish_reason"`
	Reasoning    string          `json:"reasoning_content"`
	Refusal      string          `json:"refusal"`
	Want         json.RawMessage `json:"want"`
	Accept       []json.RawMessage
	Why          string `json:"why"`
}

// sample returns a sample whose rubric has the case's maxima.
func (c replyCase) sample(t *testing.T) Sample {
	if c.Schema == "total_points" {
		s := Sample{SampleID: c.ID, Subset: LegalConsultation, Question: "甲", RubricText: "乙"}
		if err := json.Unmarshal(c.MaxPoints, &s.MaxPoints); err != nil {
			t.Fatal(err)
		}
		return s
	}
	var most map[string]float64
	if err := json.Unmarshal(c.MaxPoints, &most); err != nil {
		t.Fatal(err)
	}
	s := Sample{SampleID: c.ID, Subset: CaseAnalysis, Context: "甲", Question: "乙"}
	for _, name := range SectionNames() {
		// No dataset has a section without points, and no rubric a criterion.
		if p := most[name]; p > 0 {
			s.Sections = append(s.Sections, Section{Name: name, Tag: name, Text: "丙", Points: p})
			s.MaxPoints += p
		}
	}
	return s
}

// matches reports whether an outcome, nil for an invalid reply, is the one that raw describes.
func matches(raw json.RawMessage, grades []judge.Grade) bool {
	if string(raw) == `"invalid"` {
		return grades == nil
	}
	if grades == nil {
		return false
	}
	var total float64
	if json.Unmarshal(raw, &total) == nil {
		return len(grades) == 1 && math.Abs(grades[0].Points-total) < 1e-9
	}
	var sections map[string]float64
	if json.Unmarshal(raw, &sections) != nil {
		return false
	}
	for _, g := range grades {
		if p, ok := sections[g.Criterion]; !ok || math.Abs(g.Points-p) > 1e-9 {
			return false
		}
	}
	return len(grades) > 1
}

// TestReplies reads the corpus of replies: no outcome may be one that is wrong, and nearly all replies
// that state points must be read.
func TestReplies(t *testing.T) {
	f, err := os.Open(sharedFile(t, "cases/judge_replies.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	read, numeric, all := 0, 0, 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var c replyCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Schema != "total_points" && c.Schema != "case_analysis" {
			continue
		}
		all++
		s := c.sample(t)
		finish := c.FinishReason
		if finish == "" {
			finish = "stop"
		}
		v, err := Contract(s.Subset).Read(
			judge.Task{Sample: s, Criteria: s.Rubric().Criteria()},
			judge.Reply{Text: c.Reply, Finish: finish, Reasoning: c.Reasoning, Refusal: c.Refusal})
		grades := v.Grades
		if err != nil {
			grades = nil
		}
		accept := c.Accept
		if len(accept) == 0 {
			accept = []json.RawMessage{c.Want}
		}
		if !slices.ContainsFunc(accept, func(raw json.RawMessage) bool { return matches(raw, grades) }) {
			t.Errorf("%s: got %+v, %v, want %s (%s)", c.ID, grades, err, c.Want, c.Why)
		}
		if string(c.Want) != `"invalid"` {
			numeric++
			if matches(c.Want, grades) {
				read++
			} else {
				t.Logf("%s is not read: %v", c.ID, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d replies that state points are read; %d in all", read, numeric, all)
	if all == 0 {
		t.Skip("no reply in the file states points")
	}
	if 10*read < 9*numeric {
		t.Errorf("%d of %d are read, of %d", read, numeric, all)
	}
}
