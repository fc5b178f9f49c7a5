package consumer

import (
	"go/parser"
	"go/token"
	"os/exec"
	"strings"
	"testing"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/metrics"
)

func TestBenchmark(t *testing.T) {
	rep, err := benchmark(t.Context(), []dataset.Sample{word{"yes"}, word{"yes and no"}}, wordJudge)
	if err != nil {
		t.Fatal(err)
	}
	if got := rep.Metrics[metrics.ClippedScore].Value; got != 0.75 {
		t.Errorf("%s = %v, want 0.75", metrics.ClippedScore, got)
	}
}

func TestEveryPublicPackageIsImported(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "consumer.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]bool{}
	for _, spec := range file.Imports {
		imported[strings.Trim(spec.Path.Value, `"`)] = true
	}
	cmd := exec.Command("go", "list", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(string(out)) {
		if !strings.Contains(p, "/internal/") && !strings.Contains(p, "/examples/") && !imported[p] {
			t.Errorf("%s is not imported", p)
		}
	}
}
