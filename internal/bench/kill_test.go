package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
	"github.com/assize-eval/assize/judge/ledger"
	"github.com/assize-eval/assize/metrics/report"
	"github.com/assize-eval/assize/prbench"
)

// The run that is killed: 3,000 tasks, 16 at a time.
const (
	killSamples     = 200
	killCriteria    = 15
	killTasks       = killSamples * killCriteria
	killConcurrency = 16
	kills           = 30
)

// killDir names, in the environment, the folder in which the test binary is the run to be killed, and
// killFaults has one in twenty of its questions fail after it was paid for.
const (
	killDir    = "ASSIZE_BENCH_KILL"
	killFaults = "ASSIZE_BENCH_KILL_FAULTS"
)

func TestMain(m *testing.M) {
	dir := os.Getenv(killDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := runToBeKilled(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// runToBeKilled scores the samples with a ledger and writes the report. Each question is noted in a file
// before it is answered, as an endpoint would put it on the bill.
func runToBeKilled(dir string) error {
	bill, err := os.OpenFile(filepath.Join(dir, "bill"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	l, err := ledger.Open(filepath.Join(dir, "run.jsonl"), ledger.About{})
	if err != nil {
		return err
	}
	j := judge.Func(func(ctx context.Context, t judge.Task) (judge.Verdict, error) {
		if _, err := bill.WriteString(taskName(t.Sample.ID(), t.Criteria[0].ID)); err != nil {
			return judge.Verdict{}, err
		}
		time.Sleep(time.Duration(rand.IntN(4)) * time.Millisecond)
		if os.Getenv(killFaults) != "" && rand.IntN(20) == 0 {
			v := judge.Verdict{Raw: "no verdict", Usage: judge.Usage{Calls: 1}}
			return v, judge.Errorf(judge.Malformed, "no verdict")
		}
		return byHash(ctx, t)
	})
	rep, err := prbench.Score(context.Background(), samples(killSamples, killCriteria, 300, 200), l.Judge(j, "hash/1"), judge.Concurrency(killConcurrency))
	if err != nil {
		return err
	}
	earlier := l.Earlier()
	rep.EarlierUsage = &earlier
	if err := l.Close(); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "report.json"))
	if err != nil {
		return err
	}
	defer f.Close()
	return rep.WriteJSON(f)
}

func taskName(sample, criterion string) string { return sample + " " + criterion + "\n" }

// TestARunThatIsKilledLosesNothing kills a run thirty times, at random moments, and lets it end.
func TestARunThatIsKilledLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("some thirty processes")
	}
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(5, uint64(time.Now().UnixNano())))
	audit := &audit{dir: dir, kept: map[string]bool{}}
	for n := range kills {
		// From at once to 150 questions later: all kills together leave some of the run.
		after := audit.asked + rng.IntN(150) - 20
		cmd := startKillable(t, dir, killFaults+"=1")
		for len(bill(t, dir)) < after {
			time.Sleep(100 * time.Microsecond)
		}
		time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !ws.Signaled() {
			t.Fatalf("the run ended before kill %d: %v", n, cmd.ProcessState)
		}
		audit.check(t, n+1)
	}
	before := audit.asked
	cmd := startKillable(t, dir)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the last run: %v", err)
	}
	audit.check(t, kills)
	asked := audit.asked
	twice := asked - killTasks - audit.failures
	t.Logf("%d kills, %d of %d verdicts asked for in the last run, %d failures asked again, %d paid twice, at most %d were at work",
		kills, asked-before, killTasks, audit.failures, twice, kills*killConcurrency)
	if audit.failures == 0 {
		t.Error("no question has failed: the test shows little")
	}
	if asked == before || twice < 0 {
		t.Errorf("%d questions before the last run, %d after it: the kills came too late", before, asked)
	}

	got, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	final, err := report.Read(strings.NewReader(string(got)))
	if err != nil {
		t.Fatal(err)
	}
	// What was paid is in the accounts, but for the calls that a kill has lost, and all of it once.
	if own, earlier := final.Usage.Calls, final.EarlierUsage.Calls; own != int64(asked-before) || own+earlier != int64(killTasks+audit.failures) {
		t.Errorf("the last run says that it made %d calls and earlier ones %d; it made %d, and the ledger has %d verdicts and %d failures",
			own, earlier, asked-before, killTasks, audit.failures)
	}
	rep, err := prbench.Score(t.Context(), samples(killSamples, killCriteria, 300, 200), judge.Func(byHash), judge.Concurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	want := encode(t, rep)
	// Usage stands in one place, and everything else must be the same to the byte.
	if a, b := cutUsage(t, string(got)), cutUsage(t, want); a != b {
		t.Errorf("the report of the killed run is not that of an uninterrupted one: %s", firstDifference(a, b))
	}
}

// cutUsage takes the usage out of a report.
func cutUsage(t *testing.T, text string) string {
	t.Helper()
	from := strings.Index(text, "\n \"usage\": {")
	to := strings.Index(text, "\n \"provenance\": {")
	if from < 0 || to < from {
		t.Fatal("the report has no usage")
	}
	return text[:from] + text[to:]
}

func startKillable(t *testing.T, dir string, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(append(os.Environ(), killDir+"="+dir), env...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd
}

// bill returns the questions that were asked so far.
func bill(t *testing.T, dir string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "bill"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(b)))
}

// audit compares the bill with the ledger.
type audit struct {
	dir string
	// asked is the number of questions so far, kept are those that had a verdict in the ledger when it was
	// last looked at, and failures the number of failures in it.
	asked    int
	kept     map[string]bool
	failures int
}

// check checks that no question was asked again once its verdict was in the ledger, and that with the
// kills so far no more verdicts were lost than calls were at work.
func (a *audit) check(t *testing.T, kills int) {
	t.Helper()
	all := bill(t, a.dir)
	for _, name := range all[a.asked:] {
		if a.kept[name] {
			t.Errorf("before kill %d: %q was asked although its verdict was in the ledger", kills, name)
		}
	}
	a.asked = len(all)
	l, err := ledger.Read(filepath.Join(a.dir, "run.jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		return // killed before it began
	}
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, n := range l.Notes() {
		if !strings.Contains(n, "is cut") {
			t.Errorf("after kill %d: %s", kills, n)
		}
	}
	b, err := os.ReadFile(filepath.Join(a.dir, "run.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	a.failures = 0
	for line := range strings.Lines(string(b)) {
		var r struct {
			Sample, Failure string
			Grades          []judge.Grade
		}
		switch err := json.Unmarshal([]byte(line), &r); {
		case err != nil:
		case r.Failure != "":
			a.failures++
		case len(r.Grades) > 0:
			a.kept[taskName(r.Sample, r.Grades[0].Criterion)] = true
		}
	}
	if len(a.kept) != l.Len() {
		t.Errorf("after kill %d: %d questions have %d verdicts", kills, len(a.kept), l.Len())
	}
	if lost := a.asked - len(a.kept) - a.failures; lost > kills*killConcurrency {
		t.Errorf("after kill %d: %d questions were asked, %d verdicts and %d failures kept: more were lost than at work", kills, a.asked, len(a.kept), a.failures)
	}
}
