package pyliteral

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// oracle reads the source of modules from a JSON list and writes what each assigns to X, or null.
const oracle = `
import json, sys, warnings
warnings.simplefilter("ignore")
out = []
for src in json.load(sys.stdin.buffer):
    try:
        names = {}
        exec(compile(src.encode("utf-8"), "", "exec"), names)
        x = names["X"]
        x.encode("utf-8")
        out.append(x if type(x) is str else None)
    except Exception:
        out.append(None)
json.dump(out, sys.stdout)
`

// pieces are what the random literals are made of.
var pieces = []string{`\`, `\`, `"`, `'`, `"""`, "\n", "\r\n", "r", "x", "u4e00", "U0001F600", "41", "7", "0", "d", "N", "{", "}",
	"一", "　", " ", "\t", "#", "\x1c", "a", "\u2028", "\u0085", "é"}

// TestPython compares random literals with Python itself.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to compare with")
	}
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	sources := make([]string, 20000)
	for i := range sources {
		var b strings.Builder
		b.WriteString("X = ")
		for range 1 + random.IntN(2) {
			quote := pick([]string{`"`, `'`, `"""`, `'''`})
			b.WriteString(pick([]string{"", "", "", "r", "R", "u"}) + quote)
			for range random.IntN(8) {
				b.WriteString(pick(pieces))
			}
			b.WriteString(quote + pick([]string{"", " ", "+", ".strip()", ".lstrip(' a')", "\\\n"}))
		}
		sources[i] = b.String() + "\n"
	}
	in, err := json.Marshal(sources)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, "-c", oracle)
	cmd.Stdin = bytes.NewReader(in)
	raw, err := cmd.Output()
	if err != nil {
		t.Skip("python3 does not run here: ", err)
	}
	var want []*string
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	valid := 0
	for i, src := range sources {
		got, err := String([]byte(src), "X")
		switch {
		case want[i] == nil && err == nil:
			if text, _ := source([]byte(src)); manyLines(text) {
				continue // The fault is in another line, which is not read.
			}
			t.Errorf("%q: got %q, which Python does not accept", src, got)
		case want[i] != nil && err != nil:
			t.Errorf("%q: %v, want %q", src, err, *want[i])
		case want[i] != nil && got != *want[i]:
			t.Errorf("%q: got %q, want %q", src, got, *want[i])
		}
		if want[i] != nil {
			valid++
		}
	}
	if valid < 3000 {
		t.Errorf("only %d of %d sources are valid", valid, len(sources))
	}
}

func manyLines(src string) bool {
	lines, err := scan(src)
	return err == nil && len(lines) > 1
}
