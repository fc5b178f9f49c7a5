package judge_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func ExampleFill() {
	prompt := judge.Fill("Answer: <<answer>>\nCriterion: <<criterion>>", map[string]string{
		"<<answer>>":    "I quote <<criterion>>.",
		"<<criterion>>": "names the statute",
	})
	fmt.Println(prompt)
	// Output:
	// Answer: I quote <<criterion>>.
	// Criterion: names the statute
}

func TestFill(t *testing.T) {
	ab := map[string]string{"<<a>>": "A", "<<b>>": "B"}
	tests := []struct {
		why, template string
		vars          map[string]string
		want          string
	}{
		{"nothing to fill", "text", ab, "text"},
		{"an empty template", "", ab, ""},
		{"no values at all", "<<a>>", nil, "<<a>>"},
		{"an empty key is no placeholder", "text", map[string]string{"": "X"}, "text"},
		{"the template is one placeholder", "<<a>>", ab, "A"},
		{"adjacent placeholders", "<<a>><<b>><<a>>", ab, "ABA"},
		{"text before, between and after", "1 <<b>> 2 <<a>> 3", ab, "1 B 2 A 3"},
		{"a placeholder without a value stays", "<<a>><<c>>", ab, "A<<c>>"},
		{"a value that is another placeholder is not filled", "<<a>> <<b>>", map[string]string{"<<a>>": "<<b>>", "<<b>>": "<<a>>"}, "<<b>> <<a>>"},
		{"a value that is its own placeholder ends", "<<a>>", map[string]string{"<<a>>": "<<a>><<a>>"}, "<<a>><<a>>"},
		{"two values that join to a placeholder", "<<a>><<b>>", map[string]string{"<<a>>": "<<a", "<<b>>": ">>"}, "<<a>>"},
		{"an empty value at the start", "<<a>>x", map[string]string{"<<a>>": ""}, "x"},
		{"an empty value that is all", "<<a>>", map[string]string{"<<a>>": ""}, ""},
		{"the longer of two placeholders that start together", "$name $names", map[string]string{"$name": "1", "$names": "2"}, "1 2"},
		{"the first of two that overlap", "abc", map[string]string{"ab": "1", "bc": "2"}, "1c"},
		{"letter case counts", "<<A>>", ab, "<<A>>"},
		{"bytes stay: CRLF, NUL, invalid UTF-8", "\r\n\x00\xff<<a>>\r", map[string]string{"<<a>>": "\xfe\r\n"}, "\r\n\x00\xff\xfe\r\n\r"},
		{"characters that other template languages expand", "<<a>>", map[string]string{"<<a>>": "{0} %s ${x} {{y}} \\1 $&"}, "{0} %s ${x} {{y}} \\1 $&"},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			if got := judge.Fill(test.template, test.vars); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestFillCases runs the shared cases of prompt rendering. A case that wants an error has a template
// with a placeholder that gets no value: Fill leaves it to be found, and whoever makes a prompt of a
// template refuses it.
func TestFillCases(t *testing.T) {
	f, err := os.Open(filepath.Join(sharedDir(), "cases", "prompt_render.jsonl"))
	if err != nil {
		t.Skip("the shared cases are not here:", err)
	}
	defer f.Close()
	ran := 0
	for lines := bufio.NewScanner(f); lines.Scan(); ran++ {
		var test struct {
			ID, Template, Want, Why string
			Vars                    map[string]string
		}
		if err := json.Unmarshal(lines.Bytes(), &test); err != nil {
			t.Fatal(err)
		}
		t.Run(test.ID, func(t *testing.T) {
			got := judge.Fill(test.Template, test.Vars)
			if test.Want != "error" {
				if got != test.Want {
					t.Errorf("%s\ngot  %q\nwant %q", test.Why, got, test.Want)
				}
				return
			}
			if unfilled(test.Template, test.Vars) == "" || unfilled(got, nil) != unfilled(test.Template, test.Vars) {
				t.Errorf("%s\nthe placeholder without a value does not stand in %q", test.Why, got)
			}
		})
	}
	if ran == 0 {
		t.Error("no cases in the file")
	}
}

// unfilled returns the first placeholder in s that is not a key of vars.
func unfilled(s string, vars map[string]string) string {
	for {
		_, rest, ok := strings.Cut(s, "<<")
		if !ok {
			return ""
		}
		name, _, ok := strings.Cut(rest, ">>")
		if _, known := vars["<<"+name+">>"]; ok && !known {
			return name
		}
		s = rest
	}
}

func sharedDir() string {
	if dir := os.Getenv("ASSIZE_SHARED"); dir != "" {
		return dir
	}
	return filepath.Join("..", "..", "shared")
}

// FuzzFill compares Fill with a walk over the template, byte by byte.
func FuzzFill(f *testing.F) {
	f.Add("<<a>> and <<b>>", "<<a>>", "<<b>>", "<<b>>", "x")
	f.Add("aab", "a", "1", "aa", "2")
	f.Add("<<<a>>>", "<<a>>", "", "", "y")
	f.Fuzz(func(t *testing.T, template, key1, value1, key2, value2 string) {
		vars := map[string]string{key1: value1, key2: value2}
		var want strings.Builder
		for at := 0; at < len(template); {
			key := ""
			for k := range vars {
				if strings.HasPrefix(template[at:], k) && len(k) > len(key) {
					key = k
				}
			}
			if key == "" {
				want.WriteByte(template[at])
				at++
				continue
			}
			want.WriteString(vars[key])
			at += len(key)
		}
		if got := judge.Fill(template, vars); got != want.String() {
			t.Errorf("Fill(%q, %q) = %q, want %q", template, vars, got, want.String())
		}
	})
}
