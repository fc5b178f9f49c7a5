package reply

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// TestRubricTextsInReplies has a judge that copies the experts' texts into its object, as they are and
// badly escaped in several ways: the texts have quotes, brackets, points and line breaks of their own.
// What is read must be the points that the judge gave.
func TestRubricTextsInReplies(t *testing.T) {
	f, err := os.Open(shared(t, "data/plawbench/practical_case_analysis_250.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	escapes := []struct {
		name   string
		escape func(string) string
		all    bool // everything must be read
	}{
		{"JSON", func(s string) string { return unquoted(s) }, true},
		{"raw line breaks", func(s string) string { return strings.ReplaceAll(unquoted(s), `\n`, "\n") }, true},
		{"raw quotes", func(s string) string { return strings.ReplaceAll(unquoted(s), `\"`, `"`) }, false},
		{"nothing escaped", func(s string) string { return s }, false},
	}
	read, lost := map[string]int{}, map[string]int{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	contract := Sections(SectionOptions{Suffixes: []string{"得分"}, Aliases: map[string][]string{"案情简述": {"案件事实"}}})
	for n := 0; lines.Scan(); n++ {
		var c struct {
			Rubrics []struct{ Criterion, Points, Tags string }
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		for _, e := range escapes {
			var task judge.Task
			var sections []string
			var want []float64
			for i, r := range c.Rubrics {
				var max float64
				fmt.Sscan(r.Points, &max)
				got := max - float64((n+i)%int(max))
				id := strings.TrimSuffix(r.Tags, "得分")
				task.Criteria = append(task.Criteria, rubric.Criterion{ID: id, Weight: max})
				want = append(want, got)
				sections = append(sections, fmt.Sprintf(`%q: {"total_points": %v, "max_points": %s, "breakdown": [{"rubric_item": "%s", "points_awarded": %v, "rationale": "见"回答""}]}`,
					r.Tags, got, r.Points, e.escape(r.Criterion), got))
			}
			text := "分析如下。\n```json\n{\"score_details\": {" + strings.Join(sections, ",\n") + "}}\n```"
			if e.all {
				text = strings.ReplaceAll(text, `"见"回答""`, `"见回答"`)
			}
			v, err := contract.Read(task, judge.Reply{Text: text, Finish: "stop"})
			if err != nil {
				lost[e.name]++
				if e.all {
					t.Errorf("record %d, %s: %v", n, e.name, err)
				}
				continue
			}
			read[e.name]++
			for i, g := range v.Grades {
				if g.Points != want[i] {
					t.Errorf("record %d, %s: %s has %v points, want %v (%s)", n, e.name, g.Criterion, g.Points, want[i], v.How)
				}
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for _, e := range escapes {
		t.Logf("%s: %d read, %d to be asked again", e.name, read[e.name], lost[e.name])
		if read[e.name] < 9*lost[e.name] {
			t.Errorf("%s: %d read, %d to be asked again", e.name, read[e.name], lost[e.name])
		}
	}
}

// unquoted returns s as it stands between the quotes of a JSON text.
func unquoted(s string) string { quoted := jsonText(s); return quoted[1 : len(quoted)-1] }
