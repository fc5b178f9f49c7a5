package judgetest_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assize-eval/assize/judge/judgetest"
)

var update = flag.Bool("update", false, "write the golden files")

// created matches the time of an answer.
var created = regexp.MustCompile(`"created(_at)?":\d+`)

// demanding are parameters that every refusal objects to.
func demanding(f judgetest.Fault, api judgetest.API) object {
	format := object{"type": "json_schema", "json_schema": object{"name": "verdict", "schema": object{}}}
	if strings.Contains(string(f), "json_object") {
		format = object{"type": "json_object"}
	}
	p := object{"temperature": 0, "top_p": 1, "seed": 7, "store": false}
	if api == judgetest.Responses {
		p["text"] = object{"format": format}
		p["reasoning"] = object{"effort": "low"}
		p["max_output_tokens"] = 900
		return p
	}
	p["response_format"] = format
	p["reasoning_effort"] = "low"
	p["max_tokens"] = 900
	p["max_completion_tokens"] = 900
	return p
}

// meet asks a server that always has the fault, and gives up between two blanks of a drip.
func meet(t testing.TB, f judgetest.Fault, api judgetest.API) got {
	ctx, cancel := context.WithTimeout(t.Context(), 10500*time.Millisecond)
	defer cancel()
	s := &judgetest.Server{Grade: replies(plain), Plan: judgetest.Always(f)}
	g := ask(ctx, s, api, strings.Repeat("A question of some length. ", 40), demanding(f, api))
	if st := s.Stats(); st.Faults[f] != 1 {
		t.Errorf("%s, %s: the server counts %+v", api, f, st.Faults)
	}
	return g
}

// TestFaultsAreWhatTheirNamesSay compares what a client sees of every fault in both protocols with
// a golden file, which is there to be read.
func TestFaultsAreWhatTheirNamesSay(t *testing.T) {
	for _, api := range []judgetest.API{judgetest.Chat, judgetest.Responses} {
		t.Run(string(api), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var b strings.Builder
				show(&b, judgetest.Healthy, meet(t, judgetest.Healthy, api))
				for _, f := range judgetest.Faults(api) {
					show(&b, f, meet(t, f, api))
				}
				golden(t, "faults-"+string(api)+".txt", b.String())
			})
		})
	}
}

// show writes what a client saw, long bodies cut.
func show(w io.Writer, f judgetest.Fault, g got) {
	fmt.Fprintf(w, "== %s (%s)\n", f, f.Action())
	if g.status != 0 {
		fmt.Fprintf(w, "%d\n", g.status)
	}
	var names []string
	for name := range g.header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if name != "Content-Length" {
			fmt.Fprintf(w, "%s: %s\n", name, strings.Join(g.header[name], ", "))
		}
	}
	body := g.body
	if len(body) > 1500 {
		body = fmt.Sprintf("%s… (%d bytes)", body[:700], len(body))
	}
	if body != "" {
		fmt.Fprintf(w, "%s\n", body)
	}
	if g.err != nil {
		fmt.Fprintf(w, "error: %v\n", g.err)
	}
	fmt.Fprintln(w)
}

// golden compares text with a file of testdata, or writes the file.
func golden(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (write it with -update)", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestEveryFaultHasAnActionAndDiffersFromHealth(t *testing.T) {
	actions := []judgetest.Action{
		judgetest.Use, judgetest.Retry, judgetest.Wait, judgetest.Renegotiate, judgetest.Poll,
		judgetest.AskAgain, judgetest.GiveUp, judgetest.StopRun,
	}
	if judgetest.Healthy.Action() != judgetest.Use || judgetest.Fault("nonsense").Action() != "" {
		t.Error("Healthy is to be used, and an unknown fault has no action")
	}
	for _, api := range []judgetest.API{judgetest.Chat, judgetest.Responses} {
		faults := judgetest.Faults(api)
		if len(faults) < 90 || !slices.IsSorted(faults) || len(slices.Compact(slices.Clone(faults))) != len(faults) {
			t.Errorf("%s: %d faults, sorted and each once: want more, or in order", api, len(faults))
		}
		synctest.Test(t, func(t *testing.T) {
			seen := make(map[string]judgetest.Fault)
			for _, f := range append([]judgetest.Fault{judgetest.Healthy}, faults...) {
				if !slices.Contains(actions, f.Action()) {
					t.Errorf("%s has the action %q", f, f.Action())
				}
				g := meet(t, f, api)
				what := fmt.Sprint(g.status, g.header, created.ReplaceAllString(g.body, ""), g.err)
				if strings.HasPrefix(string(f), "responses-poll") || f == judgetest.ResponsesStuck {
					continue // the polls differ
				}
				if other, ok := seen[what]; ok && (other == judgetest.Healthy || f.Action() != judgetest.Renegotiate) {
					t.Errorf("%s: a client cannot tell %q from %q", api, f, other)
				}
				seen[what] = f
			}
		})
	}
}

// TestUsableFaultsHoldTheVerdict checks that what a client should use is there.
func TestUsableFaultsHoldTheVerdict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, api := range []judgetest.API{judgetest.Chat, judgetest.Responses} {
			for _, f := range judgetest.Faults(api) {
				if f.Action() != judgetest.Use {
					continue
				}
				g := meet(t, f, api)
				if g.status != 200 || g.err != nil {
					t.Errorf("%s, %s: status %d, %v", api, f, g.status, g.err)
				}
				flat := strings.NewReplacer(`\`, "", `"`, "", "'", "", "_", " ").Replace(strings.ToLower(g.body))
				if !strings.Contains(flat, "criteria met: true") && f != judgetest.ContentParts { // its text is in pieces
					t.Errorf("%s, %s: no verdict in %s", api, f, g.body)
				}
			}
		}
	})
}

// TestFaultsOverARealConnection checks that a real listener breaks things in the same way as the
// client in memory does.
func TestFaultsOverARealConnection(t *testing.T) {
	s := &judgetest.Server{Grade: replies(plain), Plan: func(r judgetest.Request) judgetest.Fault {
		return judgetest.Fault(r.Header.Get("X-Fault"))
	}}
	real := httptest.NewServer(s)
	defer real.Close()
	never := []judgetest.Fault{ // these end by a client's patience alone
		judgetest.NetHang, judgetest.NetHangBody, judgetest.NetDrip, judgetest.NetSlow, judgetest.BodyEndless,
	}
	closes := []judgetest.Fault{judgetest.NetDNS, judgetest.NetRefused, judgetest.NetTLS, judgetest.NetPorts, judgetest.NetGoAway, judgetest.NetEOF}
	for _, f := range judgetest.Faults(judgetest.Chat) {
		if slices.Contains(never, f) {
			continue
		}
		want := meet(t, f, judgetest.Chat)
		g := overTCP(t, real, f)
		switch {
		case slices.Contains(closes, f):
			if !errors.Is(g.err, io.EOF) {
				t.Errorf("%s over TCP: %v, want the end of the connection", f, g.err)
			}
		case f == judgetest.NetReset || f == judgetest.NetResetBody:
			if !errors.Is(g.err, syscall.ECONNRESET) || !errors.Is(want.err, syscall.ECONNRESET) {
				t.Errorf("%s: %v over TCP, %v in memory; want a reset", f, g.err, want.err)
			}
		case f == judgetest.NetShort || f == judgetest.NetChunk:
			if !errors.Is(g.err, io.ErrUnexpectedEOF) || !errors.Is(want.err, io.ErrUnexpectedEOF) || len(g.body) == 0 {
				t.Errorf("%s: %v over TCP, %v in memory; want an unexpected end", f, g.err, want.err)
			}
		case (g.err == nil) != (want.err == nil) || g.status != want.status || g.header.Get("Content-Type") != want.header.Get("Content-Type"):
			t.Errorf("%s: %d, %v over TCP; %d, %v in memory", f, g.status, g.err, want.status, want.err)
		case len(g.body) != len(want.body) && json.Valid([]byte(g.body)) != json.Valid([]byte(want.body)):
			t.Errorf("%s: body %.200q over TCP, %.200q in memory", f, g.body, want.body)
		}
	}
}

// overTCP asks a real listener, on a connection of its own.
func overTCP(t testing.TB, real *httptest.Server, f judgetest.Fault) got {
	transport := real.Client().Transport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true
	client := &http.Client{Transport: named{string(f), transport}}
	prompt := strings.Repeat("A question of some length. ", 40)
	return send(t.Context(), client, "POST", real.URL+"/chat/completions", question(judgetest.Chat, prompt, demanding(f, judgetest.Chat)))
}

// named puts the name of a fault into a header.
type named struct {
	fault string
	base  http.RoundTripper
}

func (n named) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Fault", n.fault)
	return n.base.RoundTrip(r)
}
