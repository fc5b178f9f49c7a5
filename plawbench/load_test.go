package plawbench

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/rubric"
)

func ExampleLoad() {
	samples, err := Load("testdata/release")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range samples {
		fmt.Println(s.ID(), len(s.Rubric().Criteria()), s.MaxPoints)
	}
	// Output:
	// case_analysis-1 4 45
	// case_analysis-2 4 50
	// legal_consultation-1 1 6
	// legal_consultation-2 1 5
	// legal_consultation-3 1 5
	// plaintiff_statement-1 1 40
	// plaintiff_statement-2 1 30
	// defendant_statement-1 1 30
}

func ExampleRead() {
	file := strings.NewReader(`[{"id": 1, "conversation": "房东不退押金。", "rubrics": "1.（+2分）是否有收据？", "score": ""}]`)
	samples, err := Read(file, "public_legal_consultation_18.json")
	fmt.Println(len(samples), err)
	file = strings.NewReader(`[{"id": 1, "conversation": "房东不退押金。", "rubrics": "是否有收据？", "score": ""}]`)
	_, err = Read(file, "public_legal_consultation_18.json")
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// public_legal_consultation_18.json: item 1: legal_consultation-1: rubrics: want points of items, such as （+3分）, or a total, such as 总分：16分; found neither in the string "是否有收据？"
}

func ExampleEach() {
	n := 0
	err := Each("testdata/modelscope.jsonl", func(s Sample) error {
		n += len(s.Rubric().Criteria())
		return nil
	})
	fmt.Println(n, "criteria", err)
	// Output: 14 criteria <nil>
}

func ExampleFiles() {
	files, err := Files("testdata/release")
	for _, f := range files {
		fmt.Println(filepath.Base(f))
	}
	fmt.Println(err)
	// Output:
	// practical_case_analysis_250.jsonl
	// public_legal_consultation_18.json
	// Plantiffs_Statement.json
	// Defendants_Statement.json
	// <nil>
}

func ExampleSample_Rubric() {
	samples, _ := Load("testdata/release")
	for _, c := range samples[0].Rubric().Criteria() {
		fmt.Println(c.ID, c.Weight)
	}
	for _, c := range samples[2].Rubric().Criteria() {
		fmt.Println(c.ID, c.Weight)
	}
	// Output:
	// 结论 5
	// 案件事实 10
	// 推理过程 20
	// 法条依据 10
	// total 6
}

// releaseFile returns the fixture's file of a subset.
func releaseFile(t testing.TB, s Subset) string {
	t.Helper()
	return string(readFile(t, filepath.Join("testdata/release", officialFiles[s])))
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestLoadKeepsTexts(t *testing.T) {
	samples, err := Load("testdata/release")
	if err != nil {
		t.Fatal(err)
	}
	got := samples[0]
	want := Sample{
		SampleID: "case_analysis-1",
		Subset:   CaseAnalysis,
		Category: "个人生活",
		Context:  "甲向乙租用一辆自行车，押金二百元。归还时乙以链条生锈为由拒退押金，双方没有约定检查标准。",
		Question: "以【结论+案情简述+分析过程+依据法条】的结构回答：甲能否要求返还押金？",
		Sections: []Section{
			{Conclusion, "结论得分", "【结论得分】\n（+5分）甲可以要求返还押金。", 5},
			{Facts, "案情简述得分", "【案情简述得分】\n（+5分）双方成立租赁合同，押金二百元。\n（+5分）乙以\"链条生锈\"为由拒绝退还。", 10},
			{Reasoning, "分析过程得分", "【分析过程得分】\n第一步：分析举证责任。（+10分）\n第二步：分析正常损耗。（+10分）（未提及正常使用扣3分）", 20},
			{LegalBasis, "法条依据得分", "【依据法条得分】\n（+5分）《民法典》第七百一十条\n（+5分）《民法典》第五百零九条", 10},
		},
		MaxPoints: 45,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := samples[5].RubricText; !strings.HasPrefix(got, "总分：40分\n一、") || !strings.HasSuffix(got, "总分为止。") {
		t.Errorf("the rubric of a statement is %q", got)
	}
	for _, s := range samples {
		if err := rubric.Validate(s.Rubric()); err != nil {
			t.Errorf("%s: %v", s.ID(), err)
		}
		if s.HasAnswer() {
			t.Errorf("%s has an answer", s.ID())
		}
	}
}

func TestFormsAgree(t *testing.T) {
	want, err := Load("testdata/release")
	if err != nil {
		t.Fatal(err)
	}
	rows := readFile(t, "testdata/modelscope.jsonl")
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	array := "[" + strings.ReplaceAll(strings.TrimSpace(string(rows)), "\n", ",\n") + "]"
	for _, tt := range []struct{ why, path string }{
		{"JSON Lines", "testdata/modelscope.jsonl"},
		{"a JSON array", write("array.json", []byte(array))},
		{"gzip", write("rows.gz", zip(t, rows))},
		{"parquet", write("rows.parquet", parquetOf[int64](t, rows))},
		{"parquet with floats for the points", write("float.parquet", parquetOf[float64](t, rows))},
		{"lists for the rubrics, not strings with lists", write("lists.jsonl", withLists(t, rows))},
	} {
		got, err := Load(tt.path)
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", tt.why, got, want)
		}
	}
}

func zip(t *testing.T, data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parquetRow is a row of the copy on ModelScope.
type parquetRow[N any] struct {
	ID        string `json:"id" parquet:"id"`
	Task      string `json:"task" parquet:"task"`
	JudgeType string `json:"judge_type" parquet:"judge_type"`
	Category  string `json:"category" parquet:"category"`
	Context   string `json:"context" parquet:"context"`
	Question  string `json:"question" parquet:"question"`
	Rubrics   string `json:"rubrics" parquet:"rubrics"`
	MaxPoints N      `json:"max_points" parquet:"max_points"`
}

func parquetOf[N any](t *testing.T, lines []byte) []byte {
	var rows []parquetRow[N]
	for line := range bytes.Lines(lines) {
		var row parquetRow[N]
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	var b bytes.Buffer
	if err := pq.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func withLists(t *testing.T, lines []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(lines) {
		var row map[string]any
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if row["task"] == "case_analysis" {
			row["rubrics"] = json.RawMessage(row["rubrics"].(string))
		}
		out, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(out, '\n'))
	}
	return b.Bytes()
}

func TestLoadSomeFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "none of the official files is in this directory: Defendants_Statement.json, Plantiffs_Statement.json") {
		t.Errorf("an empty directory: %v", err)
	}
	name := officialFiles[DefendantStatement]
	data := []byte(releaseFile(t, DefendantStatement))
	if err := os.WriteFile(filepath.Join(dir, name+".gz"), zip(t, data), 0o600); err != nil {
		t.Fatal(err)
	}
	samples, err := Load(dir)
	if err != nil || len(samples) != 1 || samples[0].ID() != "defendant_statement-1" {
		t.Errorf("one compressed file: %v, %v", samples, err)
	}
	samples, err = Load(filepath.Join(dir, name+".gz"))
	if err != nil || len(samples) != 1 || samples[0].Subset != DefendantStatement {
		t.Errorf("the file itself: %v, %v", samples, err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "both Defendants_Statement.json and Defendants_Statement.json.gz") {
		t.Errorf("two copies: %v", err)
	}
	if _, err := Load(filepath.Join(dir, "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such path: %v", err)
	}
}

func TestEachStops(t *testing.T) {
	stop := errors.New("stop")
	n := 0
	err := Each("testdata/release", func(Sample) error { n++; return stop })
	if err != stop || n != 1 {
		t.Errorf("got %v after %d samples, want the caller's error after 1", err, n)
	}
}

// TestLoadRealFiles holds the loader against the measured facts of the release.
func TestLoadRealFiles(t *testing.T) {
	samples := realSamples(t)
	count, points := map[Subset]int{}, map[Subset]float64{}
	for _, s := range samples {
		count[s.Subset]++
		points[s.Subset] += s.MaxPoints
		if err := rubric.Validate(s.Rubric()); err != nil {
			t.Errorf("%s: %v", s.ID(), err)
		}
	}
	wantCount := map[Subset]int{CaseAnalysis: 250, LegalConsultation: 18, PlaintiffStatement: 6, DefendantStatement: 6}
	wantPoints := map[Subset]float64{CaseAnalysis: 18590, LegalConsultation: 336, PlaintiffStatement: 575, DefendantStatement: 480}
	if !reflect.DeepEqual(count, wantCount) || !reflect.DeepEqual(points, wantPoints) {
		t.Errorf("got %v with %v points, want %v with %v", count, points, wantCount, wantPoints)
	}
	for _, tt := range []struct {
		why string
		i   int
		id  string
		max float64
	}{
		{"the first case", 0, "case_analysis-1", 60},
		{"states 12, adds up to 13", 250 + 16, "legal_consultation-17", 13},
		{"states nothing", 250 + 11, "legal_consultation-12", 33},
		{"the parts add up to 95", 268 + 4, "plaintiff_statement-5", 100},
		{"the last statement", 279, "defendant_statement-6", 100},
	} {
		if s := samples[tt.i]; s.ID() != tt.id || s.MaxPoints != tt.max {
			t.Errorf("%s: got %s with %v points, want %s with %v", tt.why, s.ID(), s.MaxPoints, tt.id, tt.max)
		}
	}
}

// sharedFile returns the path of a file of the shared folder, or skips the test.
func sharedFile(t testing.TB, path string) string {
	t.Helper()
	dir := os.Getenv("ASSIZE_SHARED")
	if dir == "" {
		dir = "../../shared"
	}
	path = filepath.Join(dir, path)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the file is not here: %v", err)
	}
	return path
}

func realSamples(t testing.TB) []Sample {
	t.Helper()
	samples, err := Load(sharedFile(t, "data/plawbench"))
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

var _ dataset.Sample = Sample{}
