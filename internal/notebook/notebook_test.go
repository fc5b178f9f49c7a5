// Package notebook checks that the library works in the gophernotes kernel: it evaluates cells in the
// kernel's interpreter, which imports compiled packages as plugins.
package notebook

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cosmos72/gomacro/fast"
)

// root is the library's folder.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// run runs a command of the go tool in the library's folder and returns what it prints.
func run(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = root(t)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// publicPackages returns the import paths of the packages that users import.
func publicPackages(t *testing.T) []string {
	var out []string
	for _, p := range strings.Fields(run(t, "list", "./...")) {
		rest := strings.TrimPrefix(p, "github.com/assize-eval/assize")
		if rest != "" && !strings.Contains(rest, "/internal/") && !strings.HasPrefix(rest, "/examples/") {
			out = append(out, p)
		}
	}
	return out
}

// offline has the interpreter's calls of the go tool find modules in the local cache alone, where the
// library's own are once they have been downloaded.
func offline(t *testing.T) {
	run(t, "mod", "download")
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(filepath.Join(run(t, "env", "GOMODCACHE"), "cache", "download")))
	t.Setenv("GOSUMDB", "off")
	t.Setenv("GOFLAGS", "-mod=mod -buildvcs=false")
	t.Setenv("GOPATH", run(t, "env", "GOPATH"))
}

// kernel imports every public package, in one cell, under its own name.
func kernel(t *testing.T) *fast.Interp {
	t.Helper()
	offline(t)
	ir := fast.New()
	var cell strings.Builder
	cell.WriteString("import (\n\"context\"\n\"fmt\"\n\"strings\"\n")
	for _, p := range publicPackages(t) {
		cell.WriteString("\"" + root(t) + strings.TrimPrefix(p, "github.com/assize-eval/assize") + "\"\n")
	}
	cell.WriteString(")")
	t.Logf("cell:\n%s", cell.String())
	eval(t, ir, cell.String())
	return ir
}

// eval evaluates a cell and returns its last value, or fails the test with the interpreter's error.
func eval(t *testing.T, ir *fast.Interp, cell string) any {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("cell:\n%s\nfails: %v", cell, p)
		}
	}()
	values, _ := ir.Eval(cell)
	if len(values) == 0 {
		return nil
	}
	return values[len(values)-1].Interface()
}

const sample = `{"task":"000000000000000000000001","turns":1,"field":"Finance","topic":"Corporate Finance","expert":"Expert",` +
	`"rubric":[{"id":"a","title":"States the net present value.","annotations":{"criteria_category":"Financial Accuracy",` +
	`"criteria_description":"It decides.","field_for_category":"finance","weight_class":"important","important_weight":6}},` +
	`{"id":"b","title":"Confuses nominal and real rates.","annotations":{"criteria_category":"Financial Accuracy",` +
	`"criteria_description":"A fault.","field_for_category":"finance","weight_class":"detrimental","detrimental_weight":-4}}],` +
	`"prompt_0":"Should we build the plant?","reference_texts_0":[],"canary":"assize:sample:test:000000000000000000000001"}`

func TestCells(t *testing.T) {
	ir := kernel(t)
	eval(t, ir, "samples, err := prbench.Read(strings.NewReader(`"+sample+"`), \"cell.jsonl\")")
	if err := eval(t, ir, "err"); err != nil {
		t.Fatal(err)
	}
	eval(t, ir, `prbench.SetAnswers(samples, map[string]string{"000000000000000000000001": "The net present value is 12 million."})`)
	eval(t, ir, `
j := judge.Func(func(ctx context.Context, t judge.Task) (judge.Verdict, error) {
	met := strings.Contains(t.Criteria[0].Text, "net present value")
	return judge.Met(t, met, "looked for the words"), nil
})`)
	eval(t, ir, `rep, err := prbench.Score(context.Background(), samples, j)`)
	if got := eval(t, ir, `fmt.Sprint(err)`); got != "<nil>" {
		t.Fatalf("Score: %v", got)
	}
	if got := eval(t, ir, `rep.Metrics["clipped_score"].Value`); got != 1.0 {
		t.Errorf("clipped_score = %v, want 1", got)
	}
	if got := eval(t, ir, `rep.Coverage.Graded`); got != 2 {
		t.Errorf("graded = %v, want 2", got)
	}
	html, _ := eval(t, ir, `rep.HTML()`).(string)
	if !strings.Contains(html, "clipped_score") {
		t.Errorf("HTML = %.200q", html)
	}
	shown, _ := eval(t, ir, `rep.SimpleRender()`).(map[string]interface{})
	if shown["text/html"] == nil || shown["text/plain"] == nil {
		t.Errorf("SimpleRender has %d forms", len(shown))
	}
	// A panic in a cell's judge is an error of its task, and the kernel lives on.
	eval(t, ir, `
bad := judge.Func(func(ctx context.Context, t judge.Task) (judge.Verdict, error) { panic("oops") })
worse, err := prbench.Score(context.Background(), samples, bad)`)
	if got := eval(t, ir, `worse.Coverage.Missing`); got != 2 {
		t.Errorf("missing = %v, want 2", got)
	}
}
