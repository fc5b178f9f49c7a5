package prbench

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/rubric"
)

// release is a file as the official one is, with a text of our own.
const release = `import os
from typing import Dict

OTHER = f"{os.name} <<conversation>>"

GRADER_TEMPLATE = """
Here is a talk.
<<conversation>>
Does it "do" this?\n<<rubric_item>>
""".strip()

def later():
    return GRADER_TEMPLATE
`

const releaseText = "Here is a talk.\n<<conversation>>\nDoes it \"do\" this?\n<<rubric_item>>"

func TestLoadPrompt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "constants.py")
	save(t, path, release)
	for _, from := range []string{path, dir} {
		p, err := loadPrompt(from, hash(releaseText))
		if err != nil {
			t.Fatal(err)
		}
		if p.Text() != releaseText || !p.Official() || p.SHA256() != hash(releaseText) || p.Name() != "PRBench official" {
			t.Errorf("got %q, %q, official %t", p.Name(), p.Text(), p.Official())
		}
		s := Sample{Turns: []Turn{{Prompt: "q"}}, Answer: "a"}
		got := p.Render(s, rubric.Criterion{Text: "c "})
		if got.Prefix != "Here is a talk.\nuser: q\nassistant: a\nDoes it \"do\" this?\n" || got.Suffix != "c " {
			t.Errorf("got %q", got)
		}
	}
}

func TestLoadPromptRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "constants.py")
	save(t, path, release)
	_, err := LoadPrompt(dir)
	want := "prbench: " + path + ": GRADER_TEMPLATE is not the official prompt: its SHA-256 is " + hash(releaseText) + ", want " + officialSHA256
	if err == nil || err.Error() != want {
		t.Errorf("another text: got  %v\nwant %s", err, want)
	}
	if _, err := LoadPrompt(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: got the error %v", err)
	}
	empty := t.TempDir()
	if _, err := LoadPrompt(empty); err == nil || err.Error() != "prbench: no constants.py is in "+empty {
		t.Errorf("a folder without the file: got the error %v", err)
	}
	for text, want := range map[string]string{
		"":                                   "GRADER_TEMPLATE",
		"X = 1":                              "GRADER_TEMPLATE",
		"GRADER_TEMPLATE = 1":                "GRADER_TEMPLATE",
		"GRADER_TEMPLATE = f'{x}'":           "GRADER_TEMPLATE",
		"GRADER_TEMPLATE = open('x').read()": "GRADER_TEMPLATE",
	} {
		save(t, path, text)
		if p, err := LoadPrompt(path); err == nil || !strings.HasPrefix(err.Error(), "prbench: "+path+": ") || !strings.Contains(err.Error(), want) || p.text != "" {
			t.Errorf("%q: got %q and the error %v", text, p.text, err)
		}
	}
	// A hash that fits a text without placeholders: the text is still of no use.
	save(t, path, "GRADER_TEMPLATE = 'x'")
	if p, err := loadPrompt(path, hash("x")); err == nil || p.Official() {
		t.Errorf("a text without placeholders: official %t, error %v", p.Official(), err)
	}
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
