package ledger_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/assize-eval/assize/judge/ledger"
)

// helper names, in the environment, what the test binary does in place of its tests: it opens the ledger
// in its first argument, says how that went, and holds it until its standard input ends.
const helper = "ASSIZE_TEST_LEDGER"

func TestMain(m *testing.M) {
	if path := os.Getenv(limited); path != "" {
		runLimited(path)
		return
	}
	path := os.Getenv(helper)
	if path == "" {
		os.Exit(m.Run())
	}
	l, err := ledger.Open(path, ledger.About{})
	switch {
	case errors.Is(err, ledger.ErrLocked):
		fmt.Println("locked:", err)
	case err != nil:
		fmt.Println("failed:", err)
	default:
		fmt.Println("open")
		io.Copy(io.Discard, os.Stdin)
		l.Close()
	}
}

// process is another process with a ledger.
type process struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	says  string
}

// start starts a process that opens the ledger at path, and waits until it has said how that went.
func start(t *testing.T, path string, edit ...func(*exec.Cmd)) *process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.Command(exe)}
	p.cmd.Env = append(os.Environ(), helper+"="+path)
	for _, e := range edit {
		e(p.cmd)
	}
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the process said %q: %v", line, err)
	}
	p.says = strings.TrimSpace(line)
	return p
}

// end ends the process, by a signal or, with 0, by itself.
func (p *process) end(sig syscall.Signal) {
	if sig != 0 {
		p.cmd.Process.Signal(sig)
	}
	p.stdin.Close()
	p.cmd.Wait()
}

func wantLocked(t *testing.T, path string) {
	t.Helper()
	l, err := ledger.Open(path, ledger.About{})
	if err == nil {
		l.Close()
	}
	if !errors.Is(err, ledger.ErrLocked) || !strings.Contains(fmt.Sprint(err), "in use by another run") || !strings.Contains(err.Error(), path) {
		t.Errorf("opening it again gives %v, want ErrLocked in words, with the path", err)
	}
}

func TestASecondWriterIsRefused(t *testing.T) {
	path := newPath(t)
	l := open(t, path, ledger.About{})
	wantLocked(t, path)
	if p := start(t, path); !strings.HasPrefix(p.says, "locked:") {
		p.end(0)
		t.Errorf("another process says %q, want locked", p.says)
	}
	link := filepath.Join(t.TempDir(), "link.jsonl")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	wantLocked(t, link)
	if r, err := ledger.Read(path); err != nil {
		t.Errorf("reading is no writing: %v", err)
	} else {
		r.Close()
	}
	l.Close()
	open(t, path, ledger.About{}).Close()
}

func TestALedgerIsFreeWhenItsProcessIsGone(t *testing.T) {
	for name, sig := range map[string]syscall.Signal{"it closed it": 0, "it was killed": syscall.SIGKILL} {
		path := newPath(t)
		p := start(t, path)
		if p.says != "open" {
			t.Fatalf("the process says %q", p.says)
		}
		wantLocked(t, path)
		p.end(sig)
		if _, err := os.Stat(path + ".lock"); (err == nil) != (sig != 0) {
			t.Errorf("%s: the lock file: %v", name, err)
		}
		l, err := ledger.Open(path, ledger.About{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		l.Close()
		if _, err := os.Stat(path + ".lock"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: a lock file is left behind: %v", name, err)
		}
	}
}

// TestAReadOnlyLedgerCanBeReadAlone is for users other than root, for whom nothing is read-only.
func TestAReadOnlyLedgerCanBeReadAlone(t *testing.T) {
	path := newPath(t)
	all := tasks(2)
	fill(t, path, ledger.About{}, all)
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	run(t, l.Judge(nil, "test/1"), all)
	if os.Getuid() == 0 {
		return
	}
	for why, dir := range map[string]os.FileMode{"the file": 0o755, "file and directory": 0o555} {
		if err := os.Chmod(filepath.Dir(path), dir); err != nil {
			t.Fatal(err)
		}
		if l, err := ledger.Open(path, ledger.About{}); !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s may not be written: %v, %v", why, l, err)
		}
	}
	if err := os.Chmod(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := lines(t, path); len(got) != 2 {
		t.Errorf("%d lines are left", len(got))
	}
}

// TestALedgerThatMayNotBeWritten has a process of another user open it: for root nothing is read-only.
func TestALedgerThatMayNotBeWritten(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("to become another user takes root")
	}
	nobody := func(c *exec.Cmd) {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	dir, err := os.MkdirTemp("", "assize-ledger") // a t.TempDir is closed to others
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "run.jsonl")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The test binary itself may lie where others cannot reach it.
	own := filepath.Join(dir, "test")
	b, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, b, 0o755); err != nil {
		t.Fatal(err)
	}
	other := func(c *exec.Cmd) { nobody(c); c.Path, c.Args[0], c.Dir = own, own, dir }

	if p := start(t, path, other); !strings.HasPrefix(p.says, "failed:") || !strings.Contains(p.says, "permission denied") || !strings.Contains(p.says, path) {
		p.end(0)
		t.Errorf("in a directory that may not be written: %q", p.says)
	}
	fill(t, path, ledger.About{}, tasks(2))
	before := lines(t, path)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if p := start(t, path, other); !strings.HasPrefix(p.says, "failed:") || !strings.Contains(p.says, "permission denied") || !strings.Contains(p.says, path) {
		p.end(0)
		t.Errorf("a file that may not be written: %q", p.says)
	}
	if got := lines(t, path); strings.Join(got, "") != strings.Join(before, "") {
		t.Errorf("the file has changed: %q", got)
	}
}
