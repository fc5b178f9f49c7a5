package agreement

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadJSONL(t *testing.T) {
	got, err := ReadJSONL(strings.NewReader("\ufeff"+`{"sample":"s1","criterion":"c1","met":true}

  {"note": {"met": false}, "met": 0, "criterion": "c2", "sample": "s1", "Met": "x"}
{"sample":"法\u5f8b","criterion":"\"","met":1}`+"\r\n"), "labels")
	want := []Label{{"s1", "c1", true}, {"s1", "c2", false}, {"法律", `"`, true}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if got, err = ReadJSONL(strings.NewReader(""), "labels"); err != nil || got != nil {
		t.Errorf("nothing: %v, %v", got, err)
	}
	ok := `{"sample":"s","criterion":"c","met":true}` + "\n"
	for _, tt := range []struct{ in, want, why string }{
		{`{"criterion":"c","met":true}`, `labels: line 1: field "sample" is missing`, "no sample"},
		{ok + `{"sample":"s","met":true}`, `line 2: field "criterion" is missing`, "no criterion"},
		{`{"sample":"s","criterion":"c"}`, `field "met" is missing`, "no verdict"},
		{`{"sample":"s","criterion":"c","Met":true}`, `field "met" is missing`, "names are exact"},
		{`{"sample":"s","criterion":"c","met":null}`, `field "met" is null, not true or false`, "null is no verdict"},
		{`{"sample":"s","criterion":"c","met":"true"}`, `field "met" is "true", not true or false`, "text is no verdict"},
		{`{"sample":"s","criterion":"c","met":0.9}`, `field "met" is 0.9`, "a number in between"},
		{`{"sample":7,"criterion":"c","met":true}`, `field "sample" is 7, not a string`, "a number is no name"},
		{`{"sample":"s","criterion":null,"met":true}`, `field "criterion" is null, not a string`, "null is no name"},
		{`{"sample":"","criterion":"c","met":true}`, `field "sample" is empty`, "an empty name"},
		{`{"sample":"s","criterion":"","met":true}`, `field "criterion" is empty`, "an empty name"},
		{`{"sample":"s","criterion":"c","met":true,"met":false}`, `field "met" is there twice`, "two verdicts in one line"},
		{ok + ok, `line 2: sample "s", criterion "c" is labeled already on line 1`, "two labels"},
		{`{"sample":"s","criterion":"c","met":tru`, `not valid JSON: {"sample"`, "cut off"},
		{`{"sample":"s","criterion":"c","met":true} {}`, `not valid JSON`, "more than one value"},
		{`["s","c",true]`, `not a JSON object: ["s"`, "a list"},
		{"{\"sample\":\"\xff\",\"criterion\":\"c\",\"met\":true}", `not valid UTF-8`, "broken text"},
		{`{"sample":"\ud800","criterion":"c","met":true}`, `field "sample" is "\ud800", which is not valid text`, "half of a surrogate pair"},
		{ok + "\ufeff" + ok, "line 2: not valid JSON", "a byte order mark that is not at the beginning"},
		{ok + strings.Repeat(" ", maxLine+1), `line 2: bufio.Scanner: token too long`, "a second line without end"},
		{strings.Repeat("x", 60), "not valid JSON: " + strings.Repeat("x", 60), "an excerpt of all there is"},
		{strings.Repeat("x", 61), "not valid JSON: " + strings.Repeat("x", 60) + "…", "an excerpt"},
		{strings.Repeat(" ", maxLine+1), `line 1: bufio.Scanner: token too long`, "a line without end"},
		{`{"sample":"` + strings.Repeat("长", 100), "长…", "a long excerpt is cut between characters"},
	} {
		got, err := ReadJSONL(strings.NewReader(tt.in), "labels")
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "agreement: labels: line ") || got != nil {
			t.Errorf("%s: got %v, error %v, want %q", tt.why, got, err, tt.want)
		}
		if err != nil && tt.why == "an excerpt of all there is" && strings.Contains(err.Error(), "…") {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
	long := strings.Repeat(" ", maxLine-len(ok)) + ok
	if got, err := ReadJSONL(strings.NewReader(long), "labels"); err != nil || len(got) != 1 {
		t.Errorf("a line of nearly 1 MiB: %v, %v", got, err)
	}
	if got, err := ReadJSONL(strings.NewReader(`{"sample":"\ufffd","criterion":"�","met":true}`), "labels"); err != nil || got[0] != (Label{"\ufffd", "\ufffd", true}) {
		t.Errorf("U+FFFD that is meant: %v, %v", got, err)
	}
}

func TestReadCSV(t *testing.T) {
	got, err := ReadCSV(strings.NewReader("\ufeffmet,note,sample,criterion\nTRUE,,s1,c1\nfalse,\"a\nb\",s1,\"c,2\"\r\n1,x,\"say \"\"x\"\"\",c\n0,x,s2,c\n"), "labels")
	want := []Label{{"s1", "c1", true}, {"s1", "c,2", false}, {`say "x"`, "c", true}, {"s2", "c", false}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	head := "sample,criterion,met\n"
	if got, err = ReadCSV(strings.NewReader(head), "labels"); err != nil || got != nil {
		t.Errorf("no labels: %v, %v", got, err)
	}
	for _, tt := range []struct{ in, want, why string }{
		{"", "no line with the names of the columns", "nothing"},
		{"sample,criterion\n", `line 1: column "met" is missing; there are ["sample" "criterion"]`, "no column"},
		{"s1,c1,true\n", `column "sample" is missing`, "no header"},
		{"sample,criterion,met,met\n", `line 1: column "met" is there twice`, "two columns"},
		{"sample,criterion,met,sample\n", `line 1: column "sample" is there twice`, "two columns"},
		{"criterion,sample,criterion,met\n", `line 1: column "criterion" is there twice`, "two columns"},
		{head + "\"a\nb\",c,yes\n", `line 2: column "met" is "yes"`, "the line on which the row begins"},
		{head + "s,c,\n", `line 2: column "met" is "", not true or false`, "no verdict"},
		{head + "s,c,yes\n", `column "met" is "yes"`, "another word"},
		{head + "s,c,1.0\n", `column "met" is "1.0"`, "a number"},
		{head + ",c,1\n", `line 2: field "sample" is empty`, "an empty name"},
		{head + "s,,1\n", `line 2: field "criterion" is empty`, "an empty name"},
		{head + "s,c\n", `record on line 2: wrong number of fields`, "a field lacks"},
		{head + "s,c,1\n\"a\nb\",c,1\ns,c,0\n", `line 5: sample "s", criterion "c" is labeled already on line 2`, "two labels; lines count, not rows"},
		{head + "s,c\xff,1\n", `line 2: field "criterion" is not valid UTF-8`, "broken text"},
		{head + "s\",c,1\n", `bare "`, "a stray quote"},
		{"\"sample\n", `extraneous or missing " in quoted-field`, "a quote without end"},
	} {
		got, err := ReadCSV(strings.NewReader(tt.in), "labels")
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "agreement: labels: ") || got != nil {
			t.Errorf("%s: got %v, error %v, want %q", tt.why, got, err, tt.want)
		}
	}
	if _, err := ReadCSV(strings.NewReader("note,note,sample,criterion,met\na,b,s,c,1\n"), "labels"); err != nil {
		t.Errorf("two columns that nobody asks for: %v", err)
	}
}

func TestReadPoints(t *testing.T) {
	want := []PointLabel{{"s1", "c1", 7.5}, {"s1", "c2", 0}, {"s2", "c1", -4}, {"s2", "c2", 1e2}}
	got, err := ReadPointsJSONL(strings.NewReader(`{"sample":"s1","criterion":"c1","points":7.5}
{"criterion":"c2","points":0,"sample":"s1"}
{"sample":"s2","criterion":"c1","points":-4}
{"sample":"s2","criterion":"c2","points":1e2}`), "labels")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("JSONL: %v, %v; want %v", got, err, want)
	}
	got, err = ReadPointsCSV(strings.NewReader("points,sample,criterion\n7.5,s1,c1\n0,s1,c2\n-4,s2,c1\n1e2,s2,c2\n"), "labels")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("CSV: %v, %v; want %v", got, err, want)
	}
	for _, tt := range []struct{ value, why string }{
		{`null`, "null is no number"}, {`true`, "a verdict"}, {`"7"`, "text"}, {`1e999`, "infinite"}, {`[7]`, "a list"},
	} {
		got, err := ReadPointsJSONL(strings.NewReader(`{"sample":"s","criterion":"c","points":`+tt.value+`}`), "labels")
		want := `agreement: labels: line 1: field "points" is ` + tt.value + `, not a number of points`
		if got != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, error %v, want %q", tt.why, got, err, want)
		}
	}
	for _, tt := range []struct{ value, why string }{
		{"", "nothing"}, {"NaN", "no number"}, {"Inf", "infinite"}, {"0x1p4", "hexadecimal"}, {"1_0", "underscores"}, {"7分", "a unit"}, {" 7", "a blank"},
	} {
		got, err := ReadPointsCSV(strings.NewReader("sample,criterion,points\ns,c,"+tt.value+"\n"), "labels")
		want := `agreement: labels: line 2: column "points" is "` + tt.value + `", not a number of points`
		if got != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, error %v, want %q", tt.why, got, err, want)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{`{"sample":"s","criterion":"c","met":true}`, `field "points" is missing`},
		{`{"sample":"s","criterion":"c","points":1}` + "\n" + `{"sample":"s","criterion":"c","points":2}`, "is labeled already on line 1"},
	} {
		if got, err := ReadPointsJSONL(strings.NewReader(tt.text), "labels"); got != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, error %v, want %q", got, err, tt.want)
		}
	}
	if _, err := ReadPointsCSV(strings.NewReader("sample,criterion,met\ns,c,1\n"), "labels"); err == nil || !strings.Contains(err.Error(), `column "points" is missing`) {
		t.Errorf("error %v", err)
	}
	path := filepath.Join(t.TempDir(), "p.csv")
	if err := os.WriteFile(path, []byte("sample,criterion,points\ns,c,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := LoadPoints(path); err != nil || !reflect.DeepEqual(got, []PointLabel{{"s", "c", 3}}) {
		t.Errorf("file: %v, %v", got, err)
	}
}

func FuzzReadPoints(f *testing.F) {
	f.Add([]byte(`{"sample":"s","criterion":"c","points":1.5}`))
	f.Add([]byte("sample,criterion,points\ns,c,0x1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func(io.Reader, string) ([]PointLabel, error){ReadPointsJSONL, ReadPointsCSV} {
			labels, err := read(strings.NewReader(string(data)), "fuzz")
			if err != nil && labels != nil {
				t.Errorf("labels %v beside the error %v", labels, err)
			}
			for _, l := range labels {
				if l.Sample == "" || l.Criterion == "" || l.Points-l.Points != 0 {
					t.Errorf("label %+v", l)
				}
			}
		}
	})
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	want := []Label{{"s", "c", true}}
	for _, path := range []string{
		write("a.jsonl", `{"sample":"s","criterion":"c","met":true}`),
		write("b.CSV", "sample,criterion,met\ns,c,true"),
	} {
		if got, err := Load(path); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
	bad := write("c.jsonl", "x")
	if _, err := Load(bad); err == nil || !strings.Contains(err.Error(), bad+": line 1") {
		t.Errorf("error %v", err)
	}
	if _, err := Load(write("d.json", "{}")); err == nil || !strings.Contains(err.Error(), `not ".json"`) {
		t.Errorf("error %v", err)
	}
	if _, err := Load(filepath.Join(dir, "none.csv")); err == nil || !os.IsNotExist(unwrapped(err)) {
		t.Errorf("error %v", err)
	}
}

func unwrapped(err error) error {
	type wrapper interface{ Unwrap() error }
	if w, ok := err.(wrapper); ok {
		return w.Unwrap()
	}
	return err
}

func FuzzReadJSONL(f *testing.F) {
	f.Add([]byte(`{"sample":"s","criterion":"c","met":true}`))
	f.Add([]byte("{\"sample\":\"s\\ud800\",\"criterion\":\"\xff\",\"met\":1}\n\n{}"))
	f.Add([]byte(`{"sample":"s","sample":"t","criterion":"c","met":0}`))
	f.Fuzz(func(t *testing.T, data []byte) { checkRead(t, data, ReadJSONL) })
}

func FuzzReadCSV(f *testing.F) {
	f.Add([]byte("sample,criterion,met\ns,c,true\n"))
	f.Add([]byte("\ufeffmet,sample,criterion\n1,\"a\nb\",c\n0,a,\"\"\n"))
	f.Add([]byte("sample,criterion,met\r\n\"s,c,1"))
	f.Fuzz(func(t *testing.T, data []byte) { checkRead(t, data, ReadCSV) })
}

// checkRead reads data and checks that labels are named, not there twice, and not more than lines.
func checkRead(t *testing.T, data []byte, read func(io.Reader, string) ([]Label, error)) {
	labels, err := read(strings.NewReader(string(data)), "fuzz")
	if err != nil {
		if labels != nil {
			t.Errorf("labels %v beside the error %v", labels, err)
		}
		return
	}
	if _, err := byKey(labels); err != nil {
		t.Error(err)
	}
	if lines := strings.Count(string(data), "\n") + 1; len(labels) > lines {
		t.Errorf("%d labels in %d lines", len(labels), lines)
	}
}
