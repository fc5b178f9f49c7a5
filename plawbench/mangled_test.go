package plawbench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
)

// record is one record of a file, to be spoiled.
type record map[string]any

// section returns the section with that index.
func (r record) section(i int) map[string]any { return r["rubrics"].([]any)[i].(map[string]any) }

func set(field string, value any) func(record) {
	return func(r record) { r[field] = value }
}

func drop(field string) func(record) {
	return func(r record) { delete(r, field) }
}

func setIn(i int, field string, value any) func(record) {
	return func(r record) { r.section(i)[field] = value }
}

// TestMangledOfficial spoils the last record of an official file.
func TestMangledOfficial(t *testing.T) {
	tests := []struct {
		why    string
		subset Subset
		spoil  func(record)
		want   string // the error after the file's name; %s is the place and the sample
	}{
		{"no label", CaseAnalysis, drop("label"), "%s: label: want a string, found nothing"},
		{"label of another type", CaseAnalysis, set("label", []string{"劳动人事"}), "%s: label: want a string, found a list of 1"},
		{"blank context", CaseAnalysis, set("context", " 　\n"), `%s: context: want a text, found the string " \u3000\n"`},
		{"context is a number", CaseAnalysis, set("context", 12), "%s: context: want a string, found the number 12"},
		{"question is null", CaseAnalysis, set("question", nil), "%s: question: want a string, found null"},
		{"field name in another case", CaseAnalysis, func(r record) { r["Rubrics"] = r["rubrics"]; delete(r, "rubrics") }, "%s: rubrics: want a list of objects, found nothing"},
		{"rubrics are an object", CaseAnalysis, set("rubrics", map[string]any{"结论": "x"}), "%s: rubrics: want a list of objects, found an object"},
		{"rubrics are a text", CaseAnalysis, set("rubrics", "总分：50分"), `%s: rubrics: want a list of sections in JSON, found the string "总分：50分"`},
		{"no sections", CaseAnalysis, set("rubrics", []any{}), "%s: rubrics: the section 结论 is missing; found no sections"},
		{"a section is a text", CaseAnalysis, func(r record) { r["rubrics"].([]any)[2] = "x" }, `%s: rubrics[2]: want an object, found the string "x"`},
		{"a section is missing", CaseAnalysis, func(r record) { r["rubrics"] = append(r["rubrics"].([]any)[:1], r["rubrics"].([]any)[2:]...) },
			"%s: rubrics: the section 案件事实 is missing; found 结论得分, 分析过程得分, 法条依据得分"},
		{"a section is there twice", CaseAnalysis, setIn(3, "tags", "结论得分"), `%s: rubrics[3].tags: "结论得分" and "结论得分" are the same section, 结论`},
		{"a section is there under two names", CaseAnalysis, setIn(3, "tags", "案件事实"), `%s: rubrics[3].tags: "案情简述得分" and "案件事实" are the same section, 案件事实`},
		{"a fifth section", CaseAnalysis, func(r record) { r["rubrics"] = append(r["rubrics"].([]any), r["rubrics"].([]any)[0]) }, `%s: rubrics[4].tags: "结论得分" and "结论得分" are the same section, 结论`},
		{"an unknown tag", CaseAnalysis, setIn(1, "tags", "格式得分"), `%s: rubrics[1].tags: want the tag of a section (结论, 案件事实, 推理过程, 法条依据), found the string "格式得分"`},
		{"no tag", CaseAnalysis, func(r record) { delete(r.section(1), "tags") }, "%s: rubrics[1].tags: want a string, found nothing"},
		{"several tags", CaseAnalysis, setIn(1, "tags", []string{"结论得分"}), "%s: rubrics[1].tags: want a string, found a list of 1"},
		{"points are a word", CaseAnalysis, setIn(0, "points", "十"), `%s: rubrics[0].points: want a positive number of points, found the string "十"`},
		{"points have a unit", CaseAnalysis, setIn(0, "points", "10分"), `%s: rubrics[0].points: want a positive number of points, found the string "10分"`},
		{"points have blanks", CaseAnalysis, setIn(0, "points", " 10"), `%s: rubrics[0].points: want a positive number of points, found the string " 10"`},
		{"points have a sign", CaseAnalysis, setIn(0, "points", "+10"), `%s: rubrics[0].points: want a positive number of points, found the string "+10"`},
		{"points are full-width", CaseAnalysis, setIn(0, "points", "１０"), `%s: rubrics[0].points: want a positive number of points, found the string "１０"`},
		{"points are empty", CaseAnalysis, setIn(0, "points", ""), `%s: rubrics[0].points: want a positive number of points, found the string ""`},
		{"points are zero", CaseAnalysis, setIn(0, "points", "0"), `%s: rubrics[0].points: want a positive number of points, found the string "0"`},
		{"points are negative", CaseAnalysis, setIn(0, "points", -5), `%s: rubrics[0].points: want a positive number of points, found the number -5`},
		{"points in exponents", CaseAnalysis, setIn(0, "points", "1e9"), `%s: rubrics[0].points: want a positive number of points, found the string "1e9"`},
		{"points are not a number", CaseAnalysis, setIn(0, "points", "NaN"), `%s: rubrics[0].points: want a positive number of points, found the string "NaN"`},
		{"points with too many digits", CaseAnalysis, setIn(0, "points", "10000000"), `%s: rubrics[0].points: want a positive number of points, found the string "10000000"`},
		{"points are true", CaseAnalysis, setIn(0, "points", true), `%s: rubrics[0].points: want a positive number of points, found true`},
		{"points are null", CaseAnalysis, setIn(0, "points", nil), `%s: rubrics[0].points: want a positive number of points, found null`},
		{"no points", CaseAnalysis, func(r record) { delete(r.section(2), "points") }, "%s: rubrics[2].points: want a positive number of points, found nothing"},
		{"a section without text", CaseAnalysis, setIn(2, "criterion", ""), `%s: rubrics[2].criterion: want a text, found the string ""`},
		{"the text of a section is a list", CaseAnalysis, setIn(2, "criterion", []string{"a", "b"}), `%s: rubrics[2].criterion: want a string, found a list of 2`},

		{"no id", LegalConsultation, drop("id"), "item 3: id: want a whole number, found nothing"},
		{"id is a string", LegalConsultation, set("id", "3"), `item 3: id: want a whole number, found the string "3"`},
		{"id is zero", LegalConsultation, set("id", 0), "item 3: id: want a number from 1, found the number 0"},
		{"id is there twice", LegalConsultation, set("id", 2), "item 3: legal_consultation-2: id: the record in public_legal_consultation_18.json, item 2 has the same id"},
		{"the name that the released program looks for", LegalConsultation, func(r record) { r["system.question"] = r["conversation"]; delete(r, "conversation") }, "%s: conversation: want a string, found nothing"},
		{"rubrics are a list", LegalConsultation, set("rubrics", []string{"（+3分）"}), "%s: rubrics: want a string, found a list of 1"},
		{"rubric without points", LegalConsultation, set("rubrics", "是否有人看见？"), `%s: rubrics: want points of items, such as （+3分）, or a total, such as 总分：16分; found neither in the string "是否有人看见？"`},
		{"rubric with a total of nothing", LegalConsultation, set("rubrics", "总分：0分"), `%s: rubrics: want points of items, such as （+3分）, or a total, such as 总分：16分; found neither in the string "总分：0分"`},
		{"a mark with a full-width digit", LegalConsultation, set("rubrics", "1.（+3分）甲\n2.（+２分）乙"), "%s: rubrics: 2 items have points, such as （+3分）, but only 1 of them can be read"},
		{"a mark in words", LegalConsultation, set("rubrics", "1.（+3分）甲\n2.（+三分）乙"), "%s: rubrics: 2 items have points, such as （+3分）, but only 1 of them can be read"},
		{"a mark that is not closed", LegalConsultation, set("rubrics", "1.（+3分）甲\n2.（+2分乙"), "%s: rubrics: 2 items have points, such as （+3分）, but only 1 of them can be read"},
		{"a mark for each of several", LegalConsultation, set("rubrics", "1.（+3分）甲\n2.（每项+1分，最多+3分）乙"), "%s: rubrics: 2 items have points, such as （+3分）, but only 1 of them can be read"},
		{"a mark with too many digits", LegalConsultation, set("rubrics", "1.（+3分）甲\n2.（+99999999分）乙"), "%s: rubrics: 2 items have points, such as （+3分）, but only 1 of them can be read"},
		{"two totals", LegalConsultation, set("rubrics", "总分：5分\n（+5分）甲\n总分：6分"), "%s: rubrics: two totals are stated: 6 and 5"},
		{"score is a text", LegalConsultation, set("score", "满分"), `%s: score: want 5, the points of the rubric, found the string "满分"`},
		{"score is another number", LegalConsultation, set("score", 7), `%s: score: want 5, the points of the rubric, found the number 7`},
		{"score is false", LegalConsultation, set("score", false), `%s: score: want 5, the points of the rubric, found false`},

		{"no tag", PlaintiffStatement, drop("tag"), "%s: tag: want a string, found nothing"},
		{"Rubrics in lower case", PlaintiffStatement, func(r record) { r["rubrics"] = r["Rubrics"]; delete(r, "Rubrics") }, "%s: Rubrics: want a string, found nothing"},
		{"empty conversation", PlaintiffStatement, set("conversation", ""), `%s: conversation: want a text, found the string ""`},
		{"score is empty", DefendantStatement, set("score", ""), `%s: score: want a positive number of points, found the string ""`},
		{"score is null", DefendantStatement, set("score", nil), "%s: score: want a positive number of points, found null"},
		{"score is a list", DefendantStatement, set("score", []int{30}), "%s: score: want a positive number of points, found a list of 1"},
		{"score is negative", DefendantStatement, set("score", -30), "%s: score: want a positive number of points, found the number -30"},
		{"no score", DefendantStatement, drop("score"), "%s: score: want a positive number of points, found nothing"},
		{"id has a fraction", DefendantStatement, set("id", 1.5), "item 1: id: want a whole number, found the number 1.5"},
	}
	for _, tt := range tests {
		t.Run(string(tt.subset)+"/"+tt.why, func(t *testing.T) {
			records := decodeRecords(t, tt.subset)
			n := len(records)
			tt.spoil(records[n-1])
			unit := "item"
			if tt.subset == CaseAnalysis {
				unit = "line"
			}
			want := tt.want
			if strings.Contains(want, "%s") {
				want = fmt.Sprintf(want, fmt.Sprintf("%s %d: %s-%d", unit, n, tt.subset, n))
			}
			name := officialFiles[tt.subset]
			checkError(t, encode(t, tt.subset, records), name, name+": "+want)
		})
	}
}

// TestMangledText spoils the text of a file.
func TestMangledText(t *testing.T) {
	cases := releaseFile(t, CaseAnalysis)
	lines := strings.SplitAfter(cases, "\n")
	statements := releaseFile(t, PlaintiffStatement)
	consultations := releaseFile(t, LegalConsultation)
	caseFile, consultationFile, statementFile := officialFiles[CaseAnalysis], officialFiles[LegalConsultation], officialFiles[PlaintiffStatement]
	for _, tt := range []struct{ why, name, data, want string }{
		{"cut inside a record", caseFile, cases[:len(cases)-40], caseFile + ": line 2: not valid JSON"},
		{"cut inside an array", statementFile, statements[:len(statements)-3], statementFile + ": "},
		{"an empty file", caseFile, "", caseFile + ": the file is empty"},
		{"an empty array", statementFile, "[]", statementFile + ": the file has no rows"},
		{"text after the array", statementFile, statements + "]", statementFile + ": there is text after the end of the array"},
		{"a web page", caseFile, "<!DOCTYPE html>", caseFile + ": "},
		{"a pointer of Git LFS", caseFile, "version https://git-lfs.github.com/spec/v1\n", caseFile + ": this is a Git LFS pointer"},
		{"a record is there twice", caseFile, cases + lines[0], caseFile + ": line 3: case_analysis-3: the record in " + caseFile + ", line 1 has the same question, context and rubric"},
		{"a record is there twice, under another label", caseFile, cases + strings.Replace(lines[0], "个人生活", "劳动人事", 1), caseFile + ": line 3: case_analysis-3: the record in " + caseFile + ", line 1 has the same question, context and rubric"},
		{"a record is there twice, with another id", consultationFile, strings.TrimSuffix(consultations, "]") + "," + strings.Replace(strings.TrimPrefix(strings.SplitAfter(consultations, "}")[0], "["), `"id": 1`, `"id": 4`, 1) + "]",
			consultationFile + ": item 4: legal_consultation-4: the record in " + consultationFile + ", item 1 has the same question, context and rubric"},
		{"a field is there twice", caseFile, strings.Replace(lines[0], `"label"`, `"question": "x", "label"`, 1), caseFile + ": line 1: the key \"question\" stands there twice"},
		{"bytes that are not UTF-8", caseFile, strings.Replace(lines[0], "甲", "\xff", 1), caseFile + ": line 1: not valid UTF-8"},
		{"a list where a record is due", caseFile, lines[0] + "[]\n", caseFile + ": line 2: want an object, found a list of 0"},
		{"an official file by another name", "cases.jsonl", cases, `cases.jsonl: line 1: task: want the name of a subset, found nothing (files of the official release are known by their names: `},
	} {
		t.Run(tt.why, func(t *testing.T) { checkError(t, tt.data, tt.name, tt.want) })
	}
}

// TestMangledModelScope spoils a row in the form of the copy on ModelScope.
func TestMangledModelScope(t *testing.T) {
	const caseRow, consultationRow, statementRow = 0, 2, 5
	for _, tt := range []struct {
		why   string
		row   int
		spoil func(record)
		want  string
	}{
		{"no task", caseRow, drop("task"), "case_analysis-1: task: want a string, found nothing"},
		{"an unknown task", caseRow, set("task", "case"), `case_analysis-1: task: want one of [case_analysis legal_consultation plaintiff_statement defendant_statement], found the string "case"`},
		{"the judge's type of another task", statementRow, set("judge_type", "legal_qa"), `plaintiff_statement-1: judge_type: want "document_generation" for the task plaintiff_statement, found the string "legal_qa"`},
		{"no id", caseRow, drop("id"), "id: want a string, found nothing"},
		{"a number for the id", caseRow, set("id", 1), "id: want a string, found the number 1"},
		{"an id that is there twice", statementRow, set("id", "legal_consultation-1"), "legal_consultation-1: id: the record in rows.jsonl, line 3 has the same id"},
		{"a case without context", caseRow, set("context", ""), `case_analysis-1: context: want a text, found the string ""`},
		{"a total that is not the sections'", caseRow, set("max_points", 44), "case_analysis-1: max_points: want 45, the sum of the sections' points, found the number 44"},
		{"a total that is no number", caseRow, set("max_points", "full"), `case_analysis-1: max_points: want a positive number of points, found the string "full"`},
		{"sections that are cut", caseRow, set("rubrics", `[{"criterion": "x", "points": "5", "tags": "结论得分"}`), "case_analysis-1: rubrics: want a list of sections in JSON: after item 1: "},
		{"sections as Python writes them", caseRow, set("rubrics", `[{'criterion': 'x'}]`), "case_analysis-1: rubrics: want a list of sections in JSON: item 1: "},
		{"a field of a section twice", caseRow, set("rubrics", `[{"tags": "结论得分", "points": "5", "points": "6", "criterion": "x"}]`), `case_analysis-1: rubrics: want a list of sections in JSON: item 1: the key "points" stands there twice`},
		{"points of a section that are a word", caseRow, set("rubrics", `[{"tags": "结论得分", "points": "5", "criterion": "x"}, {"tags": "法条依据得分", "points": "many", "criterion": "x"}]`), `case_analysis-1: rubrics[1].points: want a positive number of points, found the string "many"`},
		{"a total that is neither stated nor the sum", consultationRow, set("max_points", 9), "legal_consultation-1: max_points: want 6, the points of the rubric, found the number 9"},
		{"a statement without total", statementRow, set("max_points", 0), "plaintiff_statement-1: max_points: want a positive number of points, found the number 0"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			records := decodeLines(t, "testdata/modelscope.jsonl")
			tt.spoil(records[tt.row])
			want := fmt.Sprintf("rows.jsonl: line %d: %s", tt.row+1, tt.want)
			checkError(t, encodeLines(t, records), "rows.jsonl", want)
		})
	}
}

// TestOddButValid loads records that are odd in ways which change no score.
func TestOddButValid(t *testing.T) {
	consultation := func(fields string) string {
		return `[{"id": 3, "conversation": "甲", ` + fields + `}]`
	}
	first := strings.SplitAfter(releaseFile(t, CaseAnalysis), "\n")[0]
	caseFile, consultationFile := officialFiles[CaseAnalysis], officialFiles[LegalConsultation]
	for _, tt := range []struct {
		why, name, data string
		ids             []string
		max             float64 // of the last sample
	}{
		{"one question with two rubrics, as in the release", caseFile, first + strings.Replace(first, "链条", "链子", 2), []string{"case_analysis-1", "case_analysis-2"}, 45},
		{"one question with other points", caseFile, first + strings.Replace(first, `"points": "5"`, `"points": "15"`, 1), []string{"case_analysis-1", "case_analysis-2"}, 55},
		{"points as numbers, with halves", caseFile, strings.Replace(strings.Replace(first, `"points": "5"`, `"points": 5`, 1), `"points": "20"`, `"points": "2.5"`, 1), []string{"case_analysis-1"}, 27.5},
		{"blank lines and a byte order mark", caseFile, "\uFEFF\n\n" + first, []string{"case_analysis-1"}, 45},
		{"another order of sections", caseFile, strings.NewReplacer("结论得分", "法条依据得分", "法条依据得分", "结论得分").Replace(first), []string{"case_analysis-1"}, 45},
		{"a field that nobody knows", caseFile, strings.Replace(first, `{"label"`, `{"note": [1], "label"`, 1), []string{"case_analysis-1"}, 45},
		{"one statement of a client with two rubrics", consultationFile, strings.TrimSuffix(consultation(`"rubrics": "（+3分）"`), "]") + `,{"id": 4, "conversation": "甲", "rubrics": "（+4分）"}]`, []string{"legal_consultation-3", "legal_consultation-4"}, 4},
		{"a part of a file keeps its ids", consultationFile, consultation(`"rubrics": "（+3分）", "score": ""`), []string{"legal_consultation-3"}, 3},
		{"no score field", consultationFile, consultation(`"rubrics": "（+3分）"`), []string{"legal_consultation-3"}, 3},
		{"a score that is null", consultationFile, consultation(`"rubrics": "（+3分）", "score": null`), []string{"legal_consultation-3"}, 3},
		{"a score that is the sum", consultationFile, consultation(`"rubrics": "总分：4分（+3分）", "score": "3"`), []string{"legal_consultation-3"}, 3},
		{"a score that is the stated total", consultationFile, consultation(`"rubrics": "总分：4分（+3分）", "score": 4`), []string{"legal_consultation-3"}, 3},
		{"no item has points", consultationFile, consultation(`"rubrics": "总分: 16 分，每项 2 分", "score": ""`), []string{"legal_consultation-3"}, 16},
		{"all forms of marks, and sums in prose", consultationFile, consultation(`"rubrics": "1.（+3分）a 2.(+2 分) b 3.（＋1分) c 4.(+2.5) 80 万 = 20 万 + 30 万（5分）（-1分）(+ 0.5分）", "score": ""`), []string{"legal_consultation-3"}, 9},
	} {
		t.Run(tt.why, func(t *testing.T) {
			samples, err := Read(strings.NewReader(tt.data), tt.name)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, s := range samples {
				ids = append(ids, s.ID())
			}
			if !reflect.DeepEqual(ids, tt.ids) || samples[len(samples)-1].MaxPoints != tt.max {
				t.Errorf("got %q with %v points, want %q with %v", ids, samples[len(samples)-1].MaxPoints, tt.ids, tt.max)
			}
		})
	}
}

// checkError reads data and wants a *dataset.Error that begins so.
func checkError(t *testing.T, data, name, want string) {
	t.Helper()
	samples, err := Read(strings.NewReader(data), name)
	var e *dataset.Error
	switch {
	case err == nil:
		t.Errorf("read %d samples, want the error %s", len(samples), want)
	case !strings.HasPrefix(err.Error(), want):
		t.Errorf("got the error\n%v\nwant\n%s", err, want)
	case !errors.As(err, &e) || e.File != name:
		t.Errorf("the error %#v is not about the file", err)
	case samples != nil:
		t.Errorf("%d samples beside an error", len(samples))
	}
}

func decodeRecords(t *testing.T, s Subset) (records []record) {
	t.Helper()
	if s == CaseAnalysis {
		return decodeLines(t, "testdata/release/"+officialFiles[s])
	}
	if err := json.Unmarshal([]byte(releaseFile(t, s)), &records); err != nil {
		t.Fatal(err)
	}
	return records
}

func decodeLines(t *testing.T, path string) (records []record) {
	t.Helper()
	for line := range bytes.Lines(readFile(t, path)) {
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

func encode(t *testing.T, s Subset, records []record) string {
	if s == CaseAnalysis {
		return encodeLines(t, records)
	}
	data, err := json.Marshal(records)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func encodeLines(t *testing.T, records []record) string {
	var b strings.Builder
	for _, r := range records {
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(data, '\n'))
	}
	return b.String()
}
