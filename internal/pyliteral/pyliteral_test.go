package pyliteral

import (
	"fmt"
	"strings"
	"testing"
)

func ExampleString() {
	src := []byte(`
import re

class Client:
    PROMPT = "not this one"
    def ask(self, x):
        return re.sub(r"['\"]+", f"{x['a']!r:>{10}}", "\"")

PROMPT = """
Grade the answer.
Reply with "yes" or "no".
""".strip()
USER = {"short": PROMPT, "long": PROMPT + "\n" "Say why."}
`)
	s, err := String(src, "USER", "long")
	fmt.Printf("%q %v\n", s, err)
	_, err = String(src, "USER", "both")
	fmt.Println(err)
	// Output:
	// "Grade the answer.\nReply with \"yes\" or \"no\".\nSay why." <nil>
	// pyliteral: USER["both"]: no such key; found the keys ["long", "short"]
}

func ExampleKeys() {
	keys, err := Keys([]byte(`X = {"b": "1", "a": f(2)}`), "X")
	fmt.Println(keys, err)
	// Output:
	// [a b] <nil>
}

func TestKeysErrors(t *testing.T) {
	for src, want := range map[string]string{
		`X = "a"`:     "pyliteral: X: found a string, not a dict",
		`X = f(1)`:    "pyliteral: X: line 1: found a call of a function",
		`Y = {}`:      "pyliteral: X: found no assignment",
		`X = {1: "a"`: "pyliteral: X: line 1: the bracket '{' is never closed",
	} {
		if _, err := Keys([]byte(src), "X"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", src, err, want)
		}
	}
}

func TestString(t *testing.T) {
	tests := []struct {
		why, src string
		keys     []string
		want     string
		err      string
	}{
		{why: "plain", src: `X = "a"`, want: "a"},
		{why: "single quotes", src: `X = 'a"b'`, want: `a"b`},
		{why: "triple quotes hold quotes and newlines", src: "X = \"\"\"a\n\"b\" ''' c\\\"\"\"\"\n", want: "a\n\"b\" ''' c\""},
		{why: "adjacent literals join", src: "X = ('a' # one\n \"b\"\n r'\\n')", want: `ab\n`},
		{why: "raw keeps a backslash before a quote", src: `X = r"a\"b"`, want: `a\"b`},
		{why: "raw keeps unicode escapes", src: `X = R'\u4e00'`, want: `\u4e00`},
		{why: "unicode prefix", src: `X = u'一'`, want: "一"},
		{why: "escapes", src: `X = "\a\b\f\n\r\t\v\\\'\"\0\101\1234\x41\u4e00\U0001F600"`, want: "\a\b\f\n\r\t\v\\'\"\x00AS4A一😀"},
		{why: "octal above 255 is a code point", src: `X = "\777"`, want: "\u01ff"},
		{why: "hex above 7f is a code point, not a byte", src: `X = "\xe9"`, want: "é"},
		{why: "unknown escapes keep the backslash", src: `X = "\d\。\8"`, want: `\d\。\8`},
		{why: "an escaped newline vanishes", src: "X = 'a\\\nb'", want: "ab"},
		{why: "a raw escaped newline stays", src: "X = r'''a\\\nb'''", want: "a\\\nb"},
		{why: "CRLF in a source is a newline", src: "X = '''a\r\nb\rc'''\r\n", want: "a\nb\nc"},
		{why: "byte order mark", src: "\uFEFFX = 'a'", want: "a"},
		{why: "no newline at the end, comment", src: "X = 'a' # 'b'", want: "a"},
		{why: "strip", src: `X = " \u3000\x1f a \n".strip()`, want: "a"},
		{why: "lstrip with a set", src: `X = "xyxa x".lstrip("yx").rstrip("x")`, want: "a "},
		{why: "annotation", src: `X: Final[Dict[str, "y"]] = "a"`, want: "a"},
		{why: "annotation alone assigns nothing", src: "X = 'a'\nX: str", want: "a"},
		{why: "several targets", src: `Y = X = Z = "a"`, want: "a"},
		{why: "several statements on a line", src: `Y = "b"; X = "a"; X2 = "c"`, want: "a"},
		{why: "the last assignment counts", src: "X = f(1)\nX = 'a'\n", want: "a"},
		{why: "a name used before it changes", src: "Y = 'a'\nX = Y\nY = 'b'", want: "a"},
		{why: "augmented", src: "X = 'a'\nX += 'b' 'c'", want: "abc"},
		{why: "dict", src: "X = {\n 'a': \"1\", # x\n \"b\": '''2''',\n}", keys: []string{"b"}, want: "2"},
		{why: "the last of equal keys counts", src: "X = {'a': '1', 'a': '2'}", keys: []string{"a"}, want: "2"},
		{why: "key assigned later", src: "X = {}\nX['a'] = 'b'", keys: []string{"a"}, want: "b"},
		{why: "key replaced later", src: "X = {'a': '1'}\nX['a'] = 'b' + X['a']\nX['a'] += '!'", keys: []string{"a"}, want: "b1!"},
		{why: "nested dicts", src: "K = 'b'\nX = {'a': {K: '1'}}\nX['a']['c'] = X['a'][K] + '2'", keys: []string{"a", "c"}, want: "12"},
		{why: "an unreadable value hides only itself", src: "X = {'a': f'{x}', 'b': g(1)[2], 'c': '3', 'd': 1 if 2 else 3}", keys: []string{"c"}, want: "3"},
		{why: "line continuation", src: "X = \\\n  'a'", want: "a"},
		{why: "locals are other names", src: "def f(X='c'):\n  X = 'b'\nX = 'a'\nclass C:\n\tX = 'd'\n", want: "a"},
		{why: "the main block does not run on import", src: "X = 'a'\nif __name__ == '__main__':\n  X = 'b'\n", want: "a"},
		{why: "an attribute is another name", src: "X = 'a'\nY.X = 'b'\nf(X='c')\n", want: "a"},
		{why: "mentioned under a condition", src: "X = 'a'\nif X == 'b': print(X)\nfor y in X:\n  Y = X.pop\n", want: "a"},
		{why: "strings that look like code", src: "'''\nX = 'b'\n'''\nX = 'a'\n\"\"\"X = 'c'\"\"\"", want: "a"},
		{why: "comments that look like code", src: "# X = \"\"\"\nX = 'a' # '''\n", want: "a"},
		{why: "f-strings around", src: "a = f\"{x[\"y\"]:{w}} {{ } {'}'}\" rf'\\{x}' f'''{\n1}'''\nX = 'a'", want: "a"},
		{why: "named characters in f-strings", src: "a = f'\\N{DASH} {1}'\nX = 'a'", want: "a"},
		{why: "comparisons are no assignments", src: "X = 'a'\nX == 'b'\nX != X <= X\n", want: "a"},
		{why: "keyword arguments are no assignments", src: "f(\nX = 'b',\n)\nX = 'a'", want: "a"},
		{why: "form feed in the indent", src: " \fX = 'a'", want: "a"},
		{why: "an encoding that is UTF-8", src: "#!x\n# -*- coding: UTF-8 -*-\nX = 'a'", want: "a"},
		{why: "a declaration in the second line of code is none", src: "y = 1\n# coding: latin-1\nX = 'a'", want: "a"},

		{why: "absent", src: `Y = "a"`, err: `pyliteral: X: found no assignment to X at module level`},
		{why: "only in a class", src: "class C:\n  X = 'a'", err: "found no assignment"},
		{why: "key absent", src: `X = {"b": "1", "a": "2"}`, keys: []string{"c"}, err: `X["c"]: no such key; found the keys ["a", "b"]`},
		{why: "inner key absent", src: `X = {"a": {}}`, keys: []string{"a", "c"}, err: `X["a"]["c"]: no such key; found the keys []`},
		{why: "a string where a dict is asked", src: `X = "a"`, keys: []string{"c", "d"}, err: `X["c"]: found a string, not a dict with the key "c"`},
		{why: "a dict where a string is asked", src: `X = {"a": "1"}`, err: `found a dict with the keys ["a"], not a string`},
		{why: "f-string", src: "\nX = f'a{b}'", err: "line 2: found a formatted string"},
		{why: "f-string in a join", src: "X = 'a' f'b'", err: "found a formatted string"},
		{why: "bytes", src: "X = b'a'", err: "found a bytes literal"},
		{why: "number", src: "X = 12", err: "found the number 12"},
		{why: "None", src: "X = None", err: "found the name None"},
		{why: "tuple", src: "X = ('a',)", err: "found a tuple"},
		{why: "tuple without brackets", src: "X = 'a',", err: "found an expression that cannot be read"},
		{why: "list", src: "X = ['a']", err: "found a list"},
		{why: "unknown function", src: "X = open('a').read()", err: "found a call of the method read"},
		{why: "format", src: "X = 'a{}'.format(1)", err: "found a call of the method format"},
		{why: "operator", src: "X = 'a' * 100000000000", err: "found an expression with *"},
		{why: "condition", src: "X = 'a' if y else 'b'", err: "found an expression of the kind CondExpr"},
		{why: "unknown name", src: "X = Y", err: "found the name Y, which is not assigned before"},
		{why: "recursion", src: "X = X", err: "found the name X, which is not assigned before"},
		{why: "not Starlark", src: "X = await y", err: "found an expression that cannot be read"},
		{why: "assigned under a condition", src: "X = 'a'\nif y:\n  X = 'b'", err: "line 3: changed under if"},
		{why: "assigned under a condition on its line", src: "X = 'a'\nif y: X = 'b'", err: "line 2: changed under if"},
		{why: "assigned in a try", src: "try:\n  from y import X\nexcept E:\n  X = 'b'", err: "line 4: changed under except"},
		{why: "imported", src: "X = 'a'\nfrom y import X", err: "line 2: used in a statement of the kind from"},
		{why: "deleted", src: "X = {'a': 'b'}\ndel X['a']", keys: []string{"a"}, err: "used in a statement of the kind del"},
		{why: "unpacked", src: "X, Y = 'a', 'b'", err: "assigned in a form that is not read"},
		{why: "a function of the name", src: "X = 'a'\nasync def X(): pass", err: "bound by async"},
		{why: "a loop variable of the name", src: "X = 'a'\nfor k, X in y: pass", err: "bound by for"},
		{why: "a with target of the name", src: "with open() as X: pass", err: "bound by with"},
		{why: "changed by a method", src: "X = {'a': 'b'}\nX.update(y)", keys: []string{"a"}, err: "line 2: changed by the method update"},
		{why: "changed by a method under a key", src: "X = {'a': {'a': 'b'}}\nX['a'].clear()", keys: []string{"a", "a"}, err: "changed by the method clear"},
		{why: "changed in a loop", src: "X = {'a': 'b'}\nfor k in X:\n  X[k] = ''", keys: []string{"a"}, err: "line 3: changed under for"},
		{why: "other augmented assignment", src: "X = 'a'\nX %= 'b'", err: "changed by %="},
		{why: "key not a string", src: "X = {1: 'a'}", keys: []string{"1"}, err: "in a key of a dict: found the number 1"},
		{why: "key assigned that is unknown", src: "X = {'a': 'b'}\nX[y] = 'c'", keys: []string{"a"}, err: "line 2: assigned under a key that cannot be read"},
		{why: "short escape", src: `X = "\x4"`, err: `the escape \x has not the digits`},
		{why: "sign in an escape", src: `X = "\u+123"`, err: `the escape \u has not the digits`},
		{why: "beyond Unicode", src: `X = "\U00110000"`, err: `the escape \U00110000 is beyond Unicode`},
		{why: "surrogate", src: `X = "\ud83d\ude00"`, err: `half of a surrogate pair`},
		{why: "named character", src: `X = "\N{DASH}"`, err: `found the escape \N{…}`},
		{why: "cut source", src: "Y = 1\nX = '''a\nb", err: "line 2: a string that begins here is never closed"},
		{why: "cut line", src: "X = 'a\n", err: "line 1: a string is not closed on its line"},
		{why: "cut brackets", src: "X = 'a'\nY = {\n(1)\n", err: `line 2: the bracket '{' is never closed`},
		{why: "crossed brackets", src: "X = ('a'}", err: `line 1: the bracket '}' closes nothing`},
		{why: "deep brackets", src: "X = " + strings.Repeat("(", 1e5), err: "nested more than 100 deep"},
		{why: "deep f-strings", src: strings.Repeat("f'{", 1e5), err: "nested more than 100 deep"},
		{why: "deep format specifications", src: "f'" + strings.Repeat("{a:", 1e5), err: "nested more than 100 deep"},
		{why: "long chain of operators", src: "X = " + strings.Repeat("-", 1e5) + "1", err: "longer than 20000 tokens"},
		{why: "doubling", src: "X = 'a'\n" + strings.Repeat("X = X + X\n", 100), err: "found a string longer than"},
		{why: "null byte", src: "X = 'a\x00'", err: "line 1: found a null byte"},
		{why: "not UTF-8", src: "X = '\xff'", err: "not valid UTF-8"},
		{why: "other encoding", src: "# vim: set fileencoding=gbk :\nX = 'a'", err: `its encoding is "gbk"`},
		{why: "stray character", src: "X = 'a' $", err: `found the character '$' outside a string`},
		{why: "stray backslash", src: "X = 'a' \\ 'b'", err: "found a backslash that does not end its line"},
		{why: "empty source", src: "", err: "found no assignment"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got, err := String([]byte(tt.src), "X", tt.keys...)
			switch {
			case tt.err == "" && (err != nil || got != tt.want):
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
				t.Errorf("got %q, %v, want an error with %q", got, err, tt.err)
			case tt.err != "" && !strings.HasPrefix(err.Error(), "pyliteral: X"):
				t.Errorf("the error %q does not name the variable", err)
			}
		})
	}
}

// FuzzString looks for panics and for strings without end.
func FuzzString(f *testing.F) {
	f.Add("X = 'a'", "k")
	f.Add("Y = {'k': \"\"\"b\"\"\"}\nX = Y\nX['k'] += r'\\n' '\\x41'.strip()", "k")
	f.Add("if f'{a!r:>{b}}': X, Y = 1\nX.update(a)\ndef X(): pass", "")
	f.Fuzz(func(t *testing.T, src, key string) {
		if s, err := String([]byte(src), "X"); err == nil && len(s) > maxString {
			t.Errorf("%d bytes", len(s))
		}
		_, _ = String([]byte(src), "X", key)
	})
}

// FuzzLiteral checks that a string survives being written as Python and read again.
func FuzzLiteral(f *testing.F) {
	f.Add("a\n\"b\" '''c''' \\d \u3000 {x}")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range s {
			if r == '\uFFFD' {
				t.Skip("may not be UTF-8")
			}
		}
		var b strings.Builder
		for _, r := range s {
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", `\r`, "\x00", `\0`+`""""""`).Replace(s)
		for _, src := range []string{"X = '" + b.String() + "'", `X = """` + escaped + `"""`} {
			got, err := String([]byte(src), "X")
			if err != nil || got != s {
				t.Fatalf("%q: got %q, %v, want %q", src, got, err, s)
			}
		}
	})
}
