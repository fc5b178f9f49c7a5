package report

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// browser drives one tab of a headless Chromium over the DevTools protocol, on a pipe.
type browser struct {
	t       *testing.T
	to      *os.File
	session string

	mu     sync.Mutex
	last   int
	waits  map[int]chan reply
	events []event
	signal chan struct{}
	gone   chan struct{}
}

type reply struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

type event struct {
	Method string
	Params json.RawMessage
}

// browserPath returns the Chromium to use: $ASSIZE_BROWSER, or the first that is installed.
func browserPath() (string, error) {
	if p := os.Getenv("ASSIZE_BROWSER"); p != "" {
		return p, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			return p, nil
		}
	}
	return "", fmt.Errorf("no Chromium is installed and ASSIZE_BROWSER is not set")
}

// newBrowser starts a browser with an empty profile; it ends with the test.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path, err := browserPath()
	if err != nil {
		t.Skip(err)
	}
	fromTest, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, toTest, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := os.MkdirTemp("", "assize-browser")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars",
		"--force-color-profile=srgb", "--font-render-hinting=none", "--user-data-dir="+profile, "about:blank")
	cmd.ExtraFiles = []*os.File{fromTest, toTest}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fromTest.Close()
	toTest.Close()
	b := &browser{t: t, to: to, waits: map[int]chan reply{}, signal: make(chan struct{}, 1), gone: make(chan struct{})}
	go b.read(from)
	t.Cleanup(func() {
		b.send("Browser.close", nil, "")
		to.Close()
		stop := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		cmd.Wait()
		stop.Stop()
		from.Close()
		os.RemoveAll(profile)
	})
	var targets struct {
		TargetInfos []struct{ TargetID, Type string }
	}
	b.call("Target.getTargets", nil, &targets)
	for _, target := range targets.TargetInfos {
		if target.Type == "page" {
			var attached struct{ SessionID string }
			b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
			b.session = attached.SessionID
		}
	}
	if b.session == "" {
		t.Fatal("the browser has no tab")
	}
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// read takes the browser's messages apart until the pipe closes.
func (b *browser) read(from *os.File) {
	defer close(b.gone)
	r := bufio.NewReader(from)
	for {
		data, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID int
			event
			reply
		}
		if json.Unmarshal(bytes.TrimSuffix(data, []byte{0}), &m) != nil {
			continue
		}
		b.mu.Lock()
		if m.ID != 0 {
			b.waits[m.ID] <- m.reply
			delete(b.waits, m.ID)
		} else {
			b.events = append(b.events, m.event)
		}
		b.mu.Unlock()
		select {
		case b.signal <- struct{}{}:
		default:
		}
	}
}

func (b *browser) send(method string, params any, session string) (chan reply, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	m := map[string]any{"id": b.last, "method": method}
	if params != nil {
		m["params"] = params
	}
	if session != "" {
		m["sessionId"] = session
	}
	data, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	wait := make(chan reply, 1)
	b.waits[b.last] = wait
	_, err = b.to.Write(append(data, 0))
	return wait, err
}

// patience bounds the wait for the browser; it is not a measure.
const patience = 60 * time.Second

// call calls a method of the protocol and waits for its result.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	wait, err := b.send(method, params, b.session)
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	select {
	case r := <-wait:
		if r.Error != nil {
			b.t.Fatalf("%s: %s", method, r.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(r.Result, result); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
	case <-b.gone:
		b.t.Fatalf("%s: the browser is gone", method)
	case <-time.After(patience):
		b.t.Fatalf("%s: no answer", method)
	}
}

// seen returns the events of a method since the last open.
func (b *browser) seen(method string) []event {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []event
	for _, e := range b.events {
		if e.Method == method {
			out = append(out, e)
		}
	}
	return out
}

// open opens an address and waits for its load event.
func (b *browser) open(url string) {
	b.t.Helper()
	b.mu.Lock()
	b.events = nil
	b.mu.Unlock()
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	deadline := time.After(patience)
	for len(b.seen("Page.loadEventFired")) == 0 {
		select {
		case <-b.signal:
		case <-b.gone:
			b.t.Fatal("the browser is gone")
		case <-deadline:
			b.t.Fatalf("%s does not load", url)
		}
	}
}

// write writes a page to a file and returns its address.
func (b *browser) write(html string) string {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(html), 0o644); err != nil {
		b.t.Fatal(err)
	}
	return "file://" + path
}

// eval evaluates an expression in the page, waits for it when it is a promise, and returns its value.
func (b *browser) eval(expression string) any {
	b.t.Helper()
	var out struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &out)
	if e := out.ExceptionDetails; e != nil {
		b.t.Fatalf("%s: %s %s", expression, e.Text, e.Exception.Description)
	}
	return out.Result.Value
}

// until waits in the page, frame by frame, until an expression is true.
func (b *browser) until(expression string) {
	b.t.Helper()
	b.eval(`new Promise((resolve, reject) => {
		const end = performance.now() + 30000;
		const look = () => (` + expression + `) ? resolve(true) : performance.now() > end ? reject(new Error("never true: " + ` + fmt.Sprintf("%q", expression) + `)) : setTimeout(look, 5);
		look();
	})`)
}

// complaints returns what the page logged, threw, or was refused.
func (b *browser) complaints() []string {
	var out []string
	for _, method := range []string{"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"} {
		for _, e := range b.seen(method) {
			out = append(out, method+" "+string(e.Params))
		}
	}
	return out
}

// requests returns the addresses that the page asked for.
func (b *browser) requests() []string {
	var out []string
	for _, e := range b.seen("Network.requestWillBeSent") {
		var p struct{ Request struct{ URL string } }
		if json.Unmarshal(e.Params, &p) == nil {
			out = append(out, p.Request.URL)
		}
	}
	return out
}

// look sets the size of the window and the color scheme.
func (b *browser) look(width, height int, scheme string) {
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// shoot returns a picture of the window, or of the elements that a selector finds.
func (b *browser) shoot(selector string) []byte {
	b.t.Helper()
	params := map[string]any{"format": "png"}
	if selector != "" {
		box := b.eval(`(() => {
			const e = document.querySelector(` + fmt.Sprintf("%q", selector) + `).getBoundingClientRect();
			return {x: 0, y: Math.max(0, e.top + scrollY - 16), width: document.documentElement.clientWidth, height: e.height + 32, scale: 1};
		})()`)
		params["clip"], params["captureBeyondViewport"] = box, true
	}
	var out struct{ Data string }
	b.call("Page.captureScreenshot", params, &out)
	data, err := base64.StdEncoding.DecodeString(out.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	return data
}
