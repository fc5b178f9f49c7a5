package reply

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"testing"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/rubric"
)

// shared returns the path of a file of the shared folder, or skips the test.
func shared(t *testing.T, name string) string {
	t.Helper()
	var tried []string
	for _, dir := range []string{os.Getenv("ASSIZE_SHARED"), "../../shared", "../../../shared"} {
		if dir == "" {
			continue
		}
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
		tried = append(tried, path)
	}
	t.Skipf("%s is in none of %v", name, tried)
	return ""
}

// sectionNames are the sections of the tests, and how judges have been seen to name them.
var sectionNames = SectionOptions{
	Names: []string{"结论", "案件事实", "推理过程", "法条依据"},
	Aliases: map[string][]string{
		"结论":   {"結論", "conclusion"},
		"案件事实": {"案件事實", "案情简述", "案情簡述", "案情", "case_facts", "facts"},
		"推理过程": {"推理過程", "分析过程", "分析過程", "reasoning", "reasoning_process", "analysis"},
		"法条依据": {"法條依據", "依据法条", "法律依据", "依據法條", "法律依據", "legal_basis", "law"},
	},
	Suffixes: []string{"得分", "部分", "分数"},
	Ignore:   []string{"others", "other", "其他"},
}

// anyVerdict is a verdict of any of the three contracts, or "invalid".
func anyVerdict(v judge.Verdict, err error, schema string) any {
	if err != nil {
		return "invalid"
	}
	switch schema {
	case "criteria_met":
		return v.Grades[0].Points == 1
	case "total_points":
		return v.Grades[0].Points
	}
	m := map[string]any{}
	for _, g := range v.Grades {
		m[g.Criterion] = g.Points
	}
	return m
}

func taskFor(schema string, max any) (judge.Contract, judge.Task) {
	switch schema {
	case "criteria_met":
		return CriteriaMet(), judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: 1}}}
	case "total_points":
		return Points(), judge.Task{Criteria: []rubric.Criterion{{ID: "c", Weight: max.(float64)}}}
	}
	var task judge.Task
	for _, id := range sectionNames.Names {
		task.Criteria = append(task.Criteria, rubric.Criterion{ID: id, Weight: max.(map[string]any)[id].(float64)})
	}
	return Sections(sectionNames), task
}

// TestCorpus reads replies that were collected in the field, with the reading of a careful person.
func TestCorpus(t *testing.T) {
	f, err := os.Open(shared(t, "cases/judge_replies.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type counts struct{ cases, wanted, values, valuesRead int }
	total := map[string]*counts{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var c struct {
			ID, Schema, Reply, Refusal, Why, Tier string
			Finish                                string `json:"finish_reason"`
			Reasoning                             string `json:"reasoning_content"`
			Want, Accept                          any
			Max                                   any `json:"max_points"`
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		contract, task := taskFor(c.Schema, c.Max)
		v, err := contract.Read(task, judge.Reply{Text: c.Reply, Finish: c.Finish, Reasoning: c.Reasoning, Refusal: c.Refusal})
		got := anyVerdict(v, err, c.Schema)
		accept, _ := c.Accept.([]any)
		if accept == nil {
			accept = []any{c.Want}
		}
		ok := false
		for _, a := range accept {
			ok = ok || reflect.DeepEqual(got, a)
		}
		if !ok {
			t.Errorf("%s: read %v (%s, %v), accepted are %v: %s", c.ID, got, v.How, err, accept, c.Why)
		}
		n := total[c.Schema]
		if n == nil {
			n = &counts{}
			total[c.Schema] = n
		}
		n.cases++
		wanted := reflect.DeepEqual(got, c.Want)
		if wanted {
			n.wanted++
		} else {
			t.Logf("%s: read %v (%s, %v), wanted is %v: %s", c.ID, got, v.How, err, c.Want, c.Why)
		}
		if c.Want != "invalid" {
			n.values++
			if wanted {
				n.valuesRead++
			} else if c.Tier == "must" {
				t.Errorf("%s must be read", c.ID)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	var schemas []string
	for s := range total {
		schemas = append(schemas, s)
	}
	sort.Strings(schemas)
	read, values := 0, 0
	for _, s := range schemas {
		n := total[s]
		t.Logf("%s: %d of %d as wanted, %d of %d values read", s, n.wanted, n.cases, n.valuesRead, n.values)
		read, values = read+n.valuesRead, values+n.values
	}
	if 10*read < 9*values || len(total) == 0 {
		t.Errorf("%d of %d values read", read, values)
	}
}
