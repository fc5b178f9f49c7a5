package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assize-eval/assize/judge/judgetest"
	"github.com/assize-eval/assize/metrics/report"
)

// asProgram, in the environment, has the test binary be the program, with these arguments.
const asProgram = "ASSIZE_TEST_EVALUATE"

func TestMain(m *testing.M) {
	if args := os.Getenv(asProgram); args != "" {
		os.Args = append(os.Args[:1], strings.Split(args, "\n")...)
		main()
	}
	os.Exit(m.Run())
}

func TestShardsAddUpToTheWholeRun(t *testing.T) {
	url, calls := serve(t, &judgetest.Server{Grade: judgetest.Coin()})
	base := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url}
	whole := evaluate(t, base...)
	if whole.code != exitDone {
		t.Fatal(whole.stderr)
	}
	before, dir := calls(), t.TempDir()
	merged := append(base, "-ledger", filepath.Join(dir, "whole"))
	samples := 0
	for i := range 2 {
		own := filepath.Join(dir, fmt.Sprint("shard-", i))
		r := evaluate(t, append(base, "-ledger", own, "-shard", fmt.Sprintf("%d/2", i))...)
		if r.code != exitDone {
			t.Fatal(r.stderr)
		}
		samples += r.report.Coverage.Samples
		merged = append(merged, "-merge", own)
	}
	if samples != whole.report.Coverage.Samples || calls() != 2*before {
		t.Errorf("the shards have %d samples of %d and took %d calls after %d", samples, whole.report.Coverage.Samples, calls()-before, before)
	}
	r := evaluate(t, merged...)
	if r.code != exitDone || calls() != 2*before {
		t.Fatalf("exit %d and %d calls more: %s", r.code, calls()-2*before, r.stderr)
	}
	r.report.Usage, r.report.EarlierUsage = whole.report.Usage, nil
	if encode(t, r.report) != encode(t, whole.report) {
		t.Error("the report of the merged ledger is not that of the whole run")
	}

	if r := evaluate(t, merged...); r.code != exitUsage || !strings.Contains(r.stderr, "leave -merge out") {
		t.Errorf("once more: exit %d: %s", r.code, r.stderr)
	}

	// A ledger of other parameters is no part of the run.
	other := filepath.Join(dir, "other")
	evaluate(t, append(base, "-ledger", other, "-judge-effort", "low")...)
	if r := evaluate(t, append(base, "-ledger", filepath.Join(dir, "mixed"), "-merge", filepath.Join(dir, "shard-0"), "-merge", other)...); r.code != exitUsage || !strings.Contains(r.stderr, "different runs") {
		t.Errorf("exit %d: %s", r.code, r.stderr)
	}
}

func TestShardsThatAreNone(t *testing.T) {
	for _, text := range []string{"1", "2/2", "-1/2", "0/0", "a/b", "1/2/3", "0/-1", "1/", "/2", "0 /2"} {
		if r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline", "-shard", text); r.code != exitUsage || !strings.Contains(r.stderr, "-shard") {
			t.Errorf("%q: exit %d: %s", text, r.code, r.stderr)
		}
	}
	if r := evaluate(t, "-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "baseline", "-merge", "x"); r.code != exitUsage {
		t.Errorf("-merge without -ledger: exit %d", r.code)
	}
}

// start starts the program as a process of its own. The lines of its standard error come on the channel.
func start(t *testing.T, args ...string) (cmd *exec.Cmd, lines chan string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(exe)
	cmd.Env = append(os.Environ(), asProgram+"="+strings.Join(args, "\n"), "OPENAI_API_KEY=", "JUDGE_API_KEY=", "OPENAI_BASE_URL=")
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines = make(chan string, 1000)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(pipe); in.Scan(); {
			lines <- in.Text()
		}
	}()
	return cmd, lines
}

// TestInterruptsOfTheProcess sends the signal that Ctrl-C sends. The server holds its answers back until it
// is told, so that calls are at work when the signal comes.
func TestInterruptsOfTheProcess(t *testing.T) {
	for _, r := range []struct {
		name    string
		signals int
		code    int
		graded  int
		why     string
	}{
		{"once", 1, exitInterrupted, 2, "the two calls at work are waited for, and no other is begun"},
		{"twice", 2, -1, 0, "the second ends the program at once"},
	} {
		t.Run(r.name, func(t *testing.T) {
			came, answer := make(chan struct{}, 100), make(chan struct{})
			coin := judgetest.Coin()
			url, calls := serve(t, &judgetest.Server{Grade: func(q judgetest.Request) string {
				came <- struct{}{}
				<-answer
				return coin(q)
			}})
			dir := t.TempDir()
			args := []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url,
				"-out", filepath.Join(dir, "out"), "-ledger", filepath.Join(dir, "run.jsonl"), "-concurrency", "2"}
			cmd, lines := start(t, args...)
			<-came
			<-came
			interrupt := func() {
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
			}
			interrupt()
			said := ""
			for line := range lines {
				said += line + "\n"
				if strings.Contains(line, "interrupted; waiting") {
					break
				}
			}
			if r.signals == 2 {
				interrupt()
			} else {
				close(answer)
			}
			for line := range lines {
				said += line + "\n"
			}
			cmd.Wait()
			if r.signals == 2 {
				close(answer)
			}
			if got := cmd.ProcessState.ExitCode(); got != r.code {
				t.Fatalf("exit %d, want %d: %s\n%s", got, r.code, r.why, said)
			}
			if r.signals > 1 {
				return
			}
			if n := calls(); n != 2 {
				t.Errorf("%d calls, want %d: %s", n, r.graded, r.why)
			}
			f, err := os.Open(filepath.Join(dir, "out", "report.json"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			rep, err := report.Read(f)
			if err != nil || rep.Coverage.Graded != r.graded || rep.Coverage.Missing == 0 {
				t.Errorf("%v; the partial report has %+v", err, rep.Coverage)
			}
			// A later run asks the rest.
			before := calls()
			code := run(context.Background(), context.Background(), args, new(strings.Builder), new(strings.Builder))
			if code != exitDone || calls()-before != rep.Coverage.Missing {
				t.Errorf("exit %d after %d calls more, want %d", code, calls()-before, rep.Coverage.Missing)
			}
		})
	}
}

// TestAnInterruptedRunThatWaitedLongEnoughIsEnded has a server that never answers: the run waits no longer
// than main lets it, and reports.
func TestAnInterruptedRunThatWaitedLongEnoughIsEnded(t *testing.T) {
	soft, interrupt := context.WithCancel(t.Context())
	hard, end := context.WithCancel(t.Context())
	answer := make(chan struct{})
	defer close(answer)
	url, _ := serve(t, &judgetest.Server{Grade: func(judgetest.Request) string {
		interrupt()
		end() // as main does when its patience is over
		<-answer
		return "{}"
	}})
	dir := t.TempDir()
	var stderr strings.Builder
	code := run(hard, soft, []string{"-benchmark", "prbench", "-data", prData, "-answers", prAnswers, "-judge", "m", "-judge-url", url,
		"-out", filepath.Join(dir, "out"), "-ledger", filepath.Join(dir, "run.jsonl")}, new(strings.Builder), &stderr)
	if code != exitInterrupted || !strings.Contains(stderr.String(), "partial") || !exists(filepath.Join(dir, "out")) {
		t.Errorf("exit %d: %s", code, stderr.String())
	}
	if _, err := os.Stat(filepath.Join(dir, "run.jsonl.lock")); !os.IsNotExist(err) {
		t.Errorf("the ledger was not closed: %v", err)
	}
}

// TestAnInterruptKeepsTheAnswersAtWork interrupts while a model answers: the calls at work are waited for, and
// a later run asks for none of theirs.
func TestAnInterruptKeepsTheAnswersAtWork(t *testing.T) {
	soft, interrupt := context.WithCancel(t.Context())
	url, calls := serve(t, &judgetest.Server{Grade: func(judgetest.Request) string { interrupt(); return "My answer." }})
	args := []string{"-benchmark", "prbench", "-data", prData, "-judge", "baseline", "-model", "m", "-model-url", url,
		"-concurrency", "2", "-out", filepath.Join(t.TempDir(), "out")}
	var stderr strings.Builder
	if code := run(t.Context(), soft, args, new(strings.Builder), &stderr); code != exitInterrupted || !strings.Contains(stderr.String(), "the answers so far are kept") {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	first := calls()
	if first > 2 {
		t.Errorf("%d calls, want no more than were at work", first)
	}
	stderr.Reset()
	code := run(t.Context(), t.Context(), args, new(strings.Builder), &stderr)
	if code != exitDone || calls() != 8 || !strings.Contains(stderr.String(), fmt.Sprintf("%d answers of an earlier run", first)) {
		t.Errorf("exit %d, %d calls for 8 samples after %d: %s", code, calls(), first, stderr.String())
	}
	if want := fmt.Sprintf("%d/%d done, ", 8-first, 8-first); !strings.Contains(stderr.String(), want) {
		t.Errorf("the answers' progress does not say %q: %s", want, stderr.String())
	}
}
