package judge_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge"
)

func ExampleFill() {
	prompt, err := judge.Fill("Answer: <<answer>>\nCriterion: <<criterion>>", map[string]string{
		"<<answer>>":    "I quote <<criterion>>.",
		"<<criterion>>": "names the statute",
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(prompt)
	// Output:
	// Answer: I quote <<criterion>>.
	// Criterion: names the statute
}

// failed stands for an error among wanted texts.
const failed = "an error"

// filled returns what Fill returns, an error as failed.
func filled(template string, vars map[string]string) string {
	got, err := judge.Fill(template, vars)
	if err != nil {
		return failed
	}
	return got
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
		{"no values at all", "<<a>>", nil, failed},
		{"an empty key is no placeholder", "text", map[string]string{"": "X"}, "text"},
		{"the template is one placeholder", "<<a>>", ab, "A"},
		{"adjacent placeholders", "<<a>><<b>><<a>>", ab, "ABA"},
		{"text before, between and after", "1 <<b>> 2 <<a>> 3", ab, "1 B 2 A 3"},
		{"a placeholder without a value must not reach a judge", "<<a>><<c>>", ab, failed},
		{"a value that is another placeholder is not filled", "<<a>> <<b>>", map[string]string{"<<a>>": "<<b>>", "<<b>>": "<<a>>"}, "<<b>> <<a>>"},
		{"a value that is its own placeholder ends", "<<a>>", map[string]string{"<<a>>": "<<a>><<a>>"}, "<<a>><<a>>"},
		{"two values that join to a placeholder", "<<a>><<b>>", map[string]string{"<<a>>": "<<a", "<<b>>": ">>"}, "<<a>>"},
		{"an empty value at the start", "<<a>>x", map[string]string{"<<a>>": ""}, "x"},
		{"an empty value that is all", "<<a>>", map[string]string{"<<a>>": ""}, ""},
		{"the longer of two placeholders that start together", "$name $names", map[string]string{"$name": "1", "$names": "2"}, "1 2"},
		{"the first of two that overlap", "abc", map[string]string{"ab": "1", "bc": "2"}, "1c"},
		{"letter case counts", "<<A>>", ab, failed},
		{"a placeholder without a value before one that has one", "<<c>><<a>>", ab, failed},
		{"a value may look like a placeholder without a value", "<<a>>", map[string]string{"<<a>>": "<<c>>"}, "<<c>>"},
		{"a name in another script", "<<评分标准>>", map[string]string{"<<评分标准>>": "甲"}, "甲"},
		{"a name in another script without a value", "<<评分标准>>", ab, failed},
		{"a name of several words without a value", "<<rubric-item>> <<rubric.item>>", ab, failed},
		{"marks without a name are text", "<<>> << a >> <<...>> <<-->> <<a", ab, "<<>> << a >> <<...>> <<-->> <<a"},
		{"bytes stay: CRLF, NUL, invalid UTF-8", "\r\n\x00\xff<<a>>\r", map[string]string{"<<a>>": "\xfe\r\n"}, "\r\n\x00\xff\xfe\r\n\r"},
		{"characters that other template languages expand", "<<a>>", map[string]string{"<<a>>": "{0} %s ${x} {{y}} \\1 $&"}, "{0} %s ${x} {{y}} \\1 $&"},
	}
	for _, test := range tests {
		t.Run(test.why, func(t *testing.T) {
			if got := filled(test.template, test.vars); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestFillCases runs the shared cases of prompt rendering.
func TestFillCases(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(sharedDir(), "cases", "prompt_render.jsonl"))
	if err != nil {
		t.Skip("the shared cases are not here:", err)
	}
	ran := 0
	for line := range bytes.Lines(data) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		ran++
		var test struct {
			ID, Template, Want, Why string
			Vars                    map[string]string
		}
		if err := json.Unmarshal(line, &test); err != nil {
			t.Fatal(err)
		}
		t.Run(test.ID, func(t *testing.T) {
			want := test.Want
			if want == "error" {
				want = failed
			}
			if got := filled(test.Template, test.Vars); got != want {
				t.Errorf("%s\ngot  %q\nwant %q", test.Why, got, want)
			}
		})
	}
	if ran == 0 {
		t.Error("no cases in the file")
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
		// A placeholder without a value is an error, and nothing else is.
		if got := filled(template, vars); got != want.String() && got != failed {
			t.Errorf("Fill(%q, %q) = %q, want %q", template, vars, got, want.String())
		} else if got == failed && !strings.Contains(template, "<<") {
			t.Errorf("Fill(%q, %q) fails without a placeholder", template, vars)
		}
	})
}
