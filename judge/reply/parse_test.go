package reply

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestParseAgreesWithEncodingJSON(t *testing.T) {
	for _, s := range []string{
		`{}`, `[]`, `null`, `true`, `false`, `0`, `-0`, `-1.5e+3`, `1E400`, `01`, `1.`, `.5`, `+1`, `-`, `1e`, `""`, `"a`, `"\u00e9"`,
		`"\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\x"`, `"\u12g4"`, "\"a\nb\"", `"\/\b\f\n\r\t\"\\"`,
		`{"a":1,}`, `{"a" 1}`, `{a:1}`, `{"a":1 "b":2}`, `[1,]`, `[1 2]`, `[,]`, `{"a":{"b":[{"c":null}]}}`, ` { "a" : [ 1 , "x" ] } `,
		`{"a":1}}`, `{"a":1} x`, `{`, `[`, `{"a"`, `{"a":`, `tru`, `nul`, `nullx`, `NaN`, "\ufeff{}", "\u00a0{}", "{}\x00", "\"\x7f\"", "\"\xff\"", "",
	} {
		checkParse(t, s)
	}
}

// checkParse holds the parser against encoding/json: the same texts, with the same contents.
func checkParse(t *testing.T, s string) {
	t.Helper()
	work := newBudget(len(s))
	d, bad := parse(s, &work)
	if bad.what == tooDeep {
		return
	}
	if got, want := bad.what == "", json.Valid([]byte(s)); got != want {
		t.Fatalf("parse(%q) accepts: %v (%s at %d); encoding/json: %v", s, got, bad.what, bad.at, want)
	}
	if bad.what != "" || d.twice != "" || d.repeated {
		return
	}
	var want any
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	if err := dec.Decode(&want); err != nil {
		t.Fatalf("encoding/json refuses %q, which it calls valid: %v", s, err)
	}
	if got, err := json.Marshal(plain(d.root)); err != nil {
		t.Fatal(err)
	} else if expected, _ := json.Marshal(want); string(got) != string(expected) {
		t.Errorf("parse(%q) = %s, encoding/json has %s", s, got, expected)
	}
}

// plain returns v as encoding/json would decode it.
func plain(v value) any {
	switch v.kind() {
	case boolean:
		return v.node().truth
	case number:
		return json.Number(v.text())
	case text:
		return string([]rune(v.text()))
	case array:
		list := []any{}
		for c := v.first(); c.ok(); c = c.next() {
			list = append(list, plain(c))
		}
		return list
	case object:
		m := map[string]any{}
		for c := v.first(); c.ok(); c = c.next() {
			m[string([]rune(c.key()))] = plain(c)
		}
		return m
	}
	return nil
}

func TestParseNotesRepeatedKeys(t *testing.T) {
	many := strings.Repeat(`"x":0,`, 1)
	for i := range 20 {
		many += `"k` + strings.Repeat("k", i) + `":1,`
	}
	for _, c := range []struct {
		text, why string
		twice     string
		repeated  bool
	}{
		{`{"a":1,"b":1}`, "different keys", "", false},
		{`{"a":1,"a":2}`, "one key, two values", "a", false},
		{`{"a":1,"a":1.0}`, "one key, one value in two spellings", "", true},
		{`{"x":[{"a":true,"b":0,"a":false}]}`, "deep inside", "a", false},
		{`{"":1,"":2}`, "the empty key", `""`, false},
		{`{"a":1,"A":2}`, "case is for the reader of the object", "", false},
		{`{"a":{"x":1,"y":[2]},"a":{"y":[2],"x":1}}`, "the order of members does not matter", "", true},
		{`{` + many + `"k":2}`, "more keys than are compared one by one", "k", false},
		{`{` + many + `"x":0}`, "more keys than are compared one by one, same value", "", true},
		{`{"\u0061":1,"a":2}`, "one key in two spellings", "a", false},
	} {
		work := newBudget(len(c.text))
		d, bad := parse(c.text, &work)
		if bad.what != "" || d.twice != c.twice || d.repeated != c.repeated {
			t.Errorf("%s: parse(%s): twice %q, repeated %v, problem %q; want %q, %v", c.why, c.text, d.twice, d.repeated, bad.what, c.twice, c.repeated)
		}
	}
}

func TestParseBoundsDepth(t *testing.T) {
	for _, n := range []int{maxDepth, maxDepth + 1, 100_000} {
		s := strings.Repeat("[", n) + strings.Repeat("]", n)
		work := newBudget(len(s))
		if _, bad := parse(s, &work); (bad.what == "") != (n <= maxDepth) {
			t.Errorf("depth %d: problem %q", n, bad.what)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,"\u00e9\n",true,null]}`, `{"a":1,"a":2}`, `"\ud83d\ude00"`, `[1e5,-0.5]`, `{"a":`} {
		f.Add(s)
	}
	f.Fuzz(checkParse)
}
