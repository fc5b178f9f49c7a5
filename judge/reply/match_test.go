package reply

import "testing"

// matchedObject is what the texts of TestMatch are held against.
const matchedObject = `{"a": "x\u00e9\n\"", "b": [1, 2.50, {"c": null}], "d": true, "e": {}}`

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
		why  string
	}{
		{matchedObject, true, "itself"},
		{`{"d":true,"e":{ },"b":[1.0,2.5,{"c":null}],"a":"xé\u000A\u0022"}`, true, "another order and other spellings"},
		{matchedObject + ` and more`, true, "more behind it"},
		{`{"a": "xé\n\"", "b": [1, 2.5, {"c": null}], "d": true}`, false, "a member less"},
		{`{"a": "xé\n\"", "b": [1, 2.5, {"c": null}], "d": true, "e": {}, "f": 1}`, false, "a member more"},
		{`{"a": "xé\n\"", "b": [1, 2.5, {"c": null}], "d": false, "e": {}}`, false, "another literal"},
		{`{"a": "xé\n\"", "b": [1, 2.6, {"c": null}], "d": true, "e": {}}`, false, "another number"},
		{`{"a": "xé\n", "b": [1, 2.5, {"c": null}], "d": true, "e": {}}`, false, "a shorter text"},
		{`{"a": "xé\n\"!", "b": [1, 2.5, {"c": null}], "d": true, "e": {}}`, false, "a longer text"},
		{`{"a": "xé\n\"", "b": [1, 2.5], "d": true, "e": {}}`, false, "a shorter list"},
		{`{"a": "xé\n\"", "b": [1, 2.5, {"c": null}, 3], "d": true, "e": {}}`, false, "a longer list"},
		{`{"a": "xé\n\"", "b": [1, 2.5, {"c": null}], "d": true, "e": {"x": 1}}`, false, "an object that is not empty"},
		{`{"a": "xé\n\"", "b": [1, 2.5, {"c": null}], "d": true, "e": {}`, false, "no end"},
		{`{"a": "xé\n`, false, "cut in a text"},
		{`{"a"`, false, "cut after a key"},
		{`[` + matchedObject + `]`, false, "inside a list"},
		{``, false, "nothing"},
	} {
		work := newBudget(1000)
		d, bad := parse(matchedObject, &work)
		if bad.what != "" {
			t.Fatal(bad)
		}
		if _, got := match(c.text, 0, d.root); got != c.want {
			t.Errorf("%s: match(%s) is %v", c.why, c.text, got)
		}
		if got := holds("text { {"+c.text, d.root); got != c.want && c.why != "inside a list" {
			t.Errorf("%s: holds is %v", c.why, got)
		}
	}
}

// FuzzMatch holds match against the parser.
func FuzzMatch(f *testing.F) {
	f.Add(`{"a": [1, "x"]}`, `{"a":[1.0,"\u0078"]}`)
	f.Add(`{"a": 1, "b": 2}`, `{"b":2,"a":1}`)
	f.Add(`{"a": 1, "a": 1}`, `{"a": 1, "b": 1}`)
	f.Fuzz(func(t *testing.T, a, b string) {
		work := newBudget(len(a) + len(b))
		d, bad := parse(a, &work)
		e, bad2 := parse(b, &work)
		if bad.what != "" || bad2.what != "" || d.twice != "" || d.repeated || e.twice != "" || e.repeated || d.root.size() > 64 {
			return
		}
		if _, got := match(b, 0, d.root); got != d.root.equal(e.root) {
			t.Fatalf("match(%q, %q) is %v", b, a, got)
		}
	})
}
