package reply

import (
	"encoding/json"
	"strings"
	"testing"
)

// repairText repairs a text that is one object and nothing else.
func repairText(s string, closers bool) (repaired, problem) {
	work := newBudget(len(s))
	out, end, bad := repairAt(s, 0, closers, &work)
	if bad.what == "" && !isPackaging(s[end:]) {
		return repaired{}, problem{"text follows", end}
	}
	return out, bad
}

func TestRepair(t *testing.T) {
	for _, c := range []struct{ text, json, notes, why string }{
		{`{"a":1}`, `{"a":1}`, "", "what is valid stays"},
		{`{"a": 1, }`, `{"a":1}`, "extra comma", "a comma at the end"},
		{`{"a":1,,"b":2}`, `{"a":1,"b":2}`, "extra comma", "two commas"},
		{`{,"a":1}`, `{"a":1}`, "extra comma", "a comma at the start"},
		{`{"a":[1,2,],"b":{},}`, `{"a":[1,2],"b":{}}`, "extra comma", "also inside"},
		{`{"a":{"x":1} "b":2}`, `{"a":{"x":1},"b":2}`, "missing comma", "between members"},
		{"{\"a\":\"x\"\n\"b\":true}", `{"a":"x","b":true}`, "missing comma", "after a text"},
		{`{"a":true "b":2}`, `{"a":true,"b":2}`, "missing comma", "after a literal"},
		{`{"a":[{"x":1} {"x":2}]}`, `{"a":[{"x":1},{"x":2}]}`, "missing comma", "between objects of a list"},
		{`{"a":1 /* one */, // two
"b":2 # three
}`, `{"a":1,"b":2}`, "comment", "comments of three kinds"},
		{`{"u":"http://x/*y*/ #z", }`, `{"u":"http://x/*y*/ #z"}`, "extra comma", "no comment begins inside a text"},
		{`{'a': True, 'b': None, 'c': False}`, `{"a":true,"b":null,"c":false}`, "Python literal, single quotes", "a printed dict"},
		{`{'a': "it's", 'b': 'say "x"'}`, `{"a":"it's","b":"say \"x\""}`, "single quotes", "both quotes"},
		{`{'a': 'it\'s'}`, `{"a":"it's"}`, "single quotes, escape that JSON does not have", "an escaped apostrophe"},
		{`{'a': 'it's fine', 'b': 1}`, `{"a":"it's fine","b":1}`, "single quotes, quotes inside a text", "an apostrophe that is not escaped"},
		{`{“a”: “b”}`, `{"a":"b"}`, "curly quotes", "curly quotes as structure"},
		{`{"a": “b",}`, `{"a":"b"}`, "extra comma, curly quotes", "curly at one end"},
		{`{"a": "b”, "c": 1}`, `{"a":"b","c":1}`, "curly quotes", "curly at the other end"},
		{`{"a": "“b”",}`, `{"a":"“b”"}`, "extra comma", "curly quotes as text stay"},
		{`｛＂a＂：１２，＂b＂：［true］｝`, `{"a":12,"b":[true]}`, "curly quotes, full-width signs, form of a number", "everything full-width"},
		{"{\u00a0\"a\":\u30001}", `{"a":1}`, "odd blanks", "blanks that JSON does not have"},
		{`{a: 1, b-c: 2, 中文: 3}`, `{"a":1,"b-c":2,"中文":3}`, "key without quotes", "names"},
		{`{"a": +7, "b": 007, "c": .5, "d": 5.}`, `{"a":7,"b":7,"c":0.5,"d":5}`, "form of a number", "numbers"},
		{`{"a": 12分, "b": 3/5, "c": 1+2, "d": NaN}`, `{"a":"12分","b":"3/5","c":"1+2","d":"NaN"}`, "value without quotes", "what is no number becomes text, not a number"},
		{`{"a": <b or c>, "d": 模型得分}`, `{"a":"<b or c>","d":"模型得分"}`, "value without quotes", "placeholders become text"},
		{`{"a":"\$5 \(x\) \alpha \u12"}`, `{"a":"\\$5 \\(x\\) \\alpha \\u12"}`, "escape that JSON does not have", "escapes keep their backslash"},
		{"{\"a\":\"x\ty\nz\x00\"}", `{"a":"x\u0009y\u000az\u0000"}`, "raw control character", "control characters"},
		{`{"a":"lists "x", "y", and z.","b":1}`, `{"a":"lists \"x\", \"y\", and z.","b":1}`, "quotes inside a text", "quotes beside commas"},
		{`{"a":"ends with {"b": true} there","c":1}`, `{"a":"ends with {\"b\": true} there","c":1}`, "quotes inside a text", "an object inside a text"},
		{`{"a":"says „b" c","d":1}`, `{"a":"says „b\" c","d":1}`, "quotes inside a text", "a low quote and its partner"},
		{`{"a":{{"b":1}}}`, `{"a":{"b":1}}`, "doubled braces", "braces doubled as in a format string"},
		{`{"a":[1,{"b":true`, `{"a":[1,{"b":true}]}`, "missing closing bracket", "closers at the end"},
		{"{\"a\":{\"b\":1\n```", `{"a":{"b":1}}`, "missing closing bracket", "closers before the end of a fence"},
		{`{"a":[...], "b": 1, ...}`, `{"a":[],"b":1}`, "", "dots are dropped, and reported"},
	} {
		got, bad := repairText(c.text, true)
		if bad.what != "" || got.json != c.json || got.notes.String() != c.notes {
			t.Errorf("%s: repair(%s) = %s (%s), problem %q at %d; want %s (%s)", c.why, c.text, got.json, got.notes, bad.what, bad.at, c.json, c.notes)
		}
		if strings.Contains(c.text, "...") != got.elided {
			t.Errorf("%s: elided is %v", c.why, got.elided)
		}
	}
}

func TestRepairRefuses(t *testing.T) {
	for _, c := range []struct{ text, why string }{
		{`{"a":"cut`, "a cut text"},
		{`{"a":"cut, "b":1`, "a cut text with a quote in it"},
		{`{"a":1`, "a number at the end may be cut"},
		{`{"a":tru`, "a cut literal"},
		{`{"a":`, "no value"},
		{`{"a":true,`, "a comma says that more was to come"},
		{`{"a":[`, "nothing was read yet"},
		{`{`, "nothing at all"},
		{`{"a":true` + strings.Repeat("\n", 500), "a text that runs on in blanks"},
		{`{"a":[1}`, "brackets that do not match"},
		{`{"a" 1}`, "no colon"},
		{`{"a":b: c}`, "a second colon"},
		{`{"a":"x" y,"b":1}`, "words after a text"},
		{"{\"a\":true,\"b\":\"never ends\nMine: {\"c\":\"d\",\"a\":false}", "an object that begins inside an unfinished text"},
		{"{\"a\":true,\"b\":\"never ends\nMine: {'c': 'd', 'a': False}\"", "an object on a later line of an unfinished text"},
		{"{\"a\":true,\"b\":\"x\n{\"c\":1}\",}", "an object on a later line of any text"},
		{`{"a":true,"b":"x {'c': 1} y"`, "an object inside a text, and no end"},
		{`{{"a":1}`, "doubled at the start alone"},
		{`{"a":{{"b":1},"c":2}`, "a doubled brace that is closed by one"},
		{strings.Repeat(`{"a":`, maxDepth+1) + "1" + strings.Repeat("}", maxDepth+1), "nested too deep"},
	} {
		if got, bad := repairText(c.text, true); bad.what == "" {
			t.Errorf("%s: repair(%s) = %s", c.why, c.text, got.json)
		}
	}
	for _, s := range []string{`{"a":true`, `{"a":[1,{"b":"x"}`} {
		if got, bad := repairText(s, false); bad.what == "" {
			t.Errorf("repair(%s) = %s, although closers are not allowed", s, got.json)
		}
	}
}

func FuzzRepair(f *testing.F) {
	for _, s := range []string{
		`{"a":1,}`, `{'a': True}`, `{“a”：１２}`, `{"a":"x "y" z"}`, `{"a":[...]}`, `{"a":1 "b":2 // c`, `{"a":{{"b":1}}}`, `{a:12分}`, `{"a":"\$"}`, `{"a":{"b":true`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if sign, _ := sign(s, 0); sign != '{' {
			return
		}
		got, bad := repairText(s, true)
		work := newBudget(len(s))
		_, notJSON := parse(s, &work)
		if notJSON.what == "" {
			// Valid JSON keeps its contents and needs nothing.
			if bad.what != "" || got.notes != 0 {
				t.Fatalf("repair(%q), which is JSON, has notes %q, problem %q", s, got.notes, bad.what)
			}
			if strings.TrimSpace(s) != got.json {
				t.Fatalf("repair(%q) = %q", s, got.json)
			}
		}
		if bad.what != "" {
			return
		}
		if !json.Valid([]byte(got.json)) {
			t.Fatalf("repair(%q) = %q, which is no JSON", s, got.json)
		}
		if again, bad := repairText(got.json, true); bad.what != "" || again.json != got.json || again.notes != 0 {
			t.Fatalf("repair(%q) = %q, and again %q (%s, %q)", s, got.json, again.json, again.notes, bad.what)
		}
	})
}
