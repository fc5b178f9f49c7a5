package llm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/assize-eval/assize/judge"
)

// serverVariable makes the test binary a server, so that a benchmark's server spends the time of another
// process.
const serverVariable = "ASSIZE_LLM_BENCH_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverVariable) != "" {
		benchServer()
		return
	}
	os.Exit(m.Run())
}

// benchServer answers every request with the same completion until its input ends.
func benchServer() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	reply := []byte(chatReply(`{"met":true}`, "stop"))
	go func() {
		_ = http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(reply)
		}))
	}()
	fmt.Println(l.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func startBenchServer(b *testing.B) string {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverVariable+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return "http://" + strings.TrimSpace(addr) + "/v1"
}

// BenchmarkClient compares Grade with a bare net/http client, its pool of connections apart the default
// one, that posts one ready body and reads the bytes of the response. Both ask the same server process, 64 at a time, with prompts of
// 20,003 bytes: 16,865 of prefix, shared by 17 tasks, and 3,138 of suffix. Rounds of the two alternate,
// and the medians of their CPU time per call, this process's alone, are reported with their ratio.
func BenchmarkClient(b *testing.B) {
	base := startBenchServer(b)
	j, err := New(Config{BaseURL: base, Model: "m"})
	if err != nil {
		b.Fatal(err)
	}
	const perSample = 17
	tasks := make([]judge.Task, perSample*64)
	for i := range tasks {
		tasks[i] = testTask(benchText(16865-10, i/perSample), benchText(3138, i))
		tasks[i].Prompt.System = ""
		// The reading of a reply is not the client's.
		tasks[i].Contract.Read = func(judge.Task, judge.Reply) (judge.Verdict, error) { return judge.Verdict{}, nil }
	}
	body := taskQuestion(tasks[0].Prompt, new(prefixCache)).body(j.e.head, j.e.negotiator.settings(), j.e.negotiator.settings().tail(tailKey{}))
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 256
	floor := &http.Client{Transport: transport}
	whole := bytes.Join(body, nil)
	round := 2000
	calls := func(ask func(i int) error) time.Duration {
		start := cpuTime(b)
		inParallel(b, round, ask)
		return (cpuTime(b) - start) / time.Duration(round)
	}
	askFloor := func(int) error { return postFloor(floor, base+"/chat/completions", whole) }
	askJudge := func(i int) error {
		_, err := j.Grade(context.Background(), tasks[i%len(tasks)])
		return err
	}
	calls(askFloor)
	calls(askJudge)
	var floors, judges []time.Duration
	for b.Loop() {
		floors = append(floors, calls(askFloor))
		judges = append(judges, calls(askJudge))
	}
	slices.Sort(floors)
	slices.Sort(judges)
	f, g := floors[len(floors)/2], judges[len(judges)/2]
	b.ReportMetric(float64(f.Nanoseconds())/1e3, "floor-cpu-us/call")
	b.ReportMetric(float64(g.Nanoseconds())/1e3, "judge-cpu-us/call")
	b.ReportMetric(float64(g)/float64(f), "ratio")
	b.ReportMetric(float64(len(floors)), "rounds")
}

func postFloor(c *http.Client, url string, body []byte) error {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := c.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return err
}

// inParallel calls ask n times, 64 at a time.
func inParallel(b *testing.B, n int, ask func(i int) error) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := ask(i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// benchText is prose of n bytes that differs with i.
func benchText(n, i int) string {
	s := fmt.Sprintf("%08d\n", i) + strings.Repeat("The lessee said: \"I may withhold rent\"\nunder § 536; the court agreed. ", n/60+1)
	return s[:n-1] + "."
}

// BenchmarkBody is the encoding of one request alone, with its prefix known and not known.
func BenchmarkBody(b *testing.B) {
	p := judge.Prompt{Prefix: benchText(16865, 1), Suffix: benchText(3138, 1)}
	h := head("m", ChatCompletions)
	s := &settings{api: ChatCompletions, base: map[string]json.RawMessage{}}
	for _, known := range []bool{true, false} {
		b.Run(fmt.Sprintf("known=%v", known), func(b *testing.B) {
			b.ReportAllocs()
			cache := new(prefixCache)
			for b.Loop() {
				if !known {
					cache = new(prefixCache)
				}
				taskQuestion(p, cache).body(h, s, s.tail(tailKey{}))
			}
		})
	}
}
