package judgetest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// ErrNotRecorded is the error of a request for which a [Replayer] has no response left.
var ErrNotRecorded = errors.New("judgetest: the request is not recorded")

// Replayer is an [http.RoundTripper] that plays back what a [Recorder] wrote. It knows a request by
// its method, path, query and JSON body, whatever its host, its headers and the order of its keys.
// Responses to equal requests come in the order in which they were recorded, each once. It may be
// used by many goroutines.
type Replayer struct {
	secrets []string

	mu   sync.Mutex
	left map[string][]received
	n    int
}

// NewReplayer reads the records in r to its end. The secrets are those that were named to the
// Recorder; they matter where they stand in requests. Errors name the line.
func NewReplayer(r io.Reader, secrets ...string) (*Replayer, error) {
	p := &Replayer{secrets: secrets, left: make(map[string][]received)}
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("judgetest: records: line %d: %w", n, err)
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if readErr := p.read(line); readErr != nil {
				return nil, fmt.Errorf("judgetest: records: line %d: %w", n, readErr)
			}
		}
		if err == io.EOF {
			return p, nil
		}
	}
}

func (p *Replayer) read(line []byte) error {
	var rec record
	if err := json.Unmarshal(line, &rec); err != nil {
		return errors.New("it is not a record")
	}
	switch {
	case rec.Version != recordVersion:
		return fmt.Errorf("it has version %d, not %d", rec.Version, recordVersion)
	case rec.Request.Method == "" || rec.Request.URL == "":
		return errors.New("it has no request")
	case rec.Response.Status < 100 || rec.Response.Status > 999:
		return fmt.Errorf("it has status %d", rec.Response.Status)
	}
	key := rec.Request.key()
	p.left[key] = append(p.left[key], rec.Response)
	p.n++
	return nil
}

// RoundTrip returns the next recorded response to the request. Without one its error is
// [ErrNotRecorded].
func (p *Replayer) RoundTrip(req *http.Request) (*http.Response, error) {
	_, body, err := takeBody(req)
	if err != nil {
		return nil, err
	}
	if ctx := req.Context(); ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s := newCleaner(req, p.secrets).sentOf(req, body)
	got, ok := p.next(s.key())
	if !ok {
		return nil, fmt.Errorf("%w: %s %s, %d bytes, sha256 %s", ErrNotRecorded, s.Method, s.URL, len(body), s.key()[:16])
	}
	var end error
	if got.Cut {
		end = io.ErrUnexpectedEOF
	}
	length := int64(len(got.Body))
	if got.Cut {
		length = -1
	}
	header := http.Header(got.Header).Clone()
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{
		Status: strconv.Itoa(got.Status) + " " + http.StatusText(got.Status), StatusCode: got.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, ContentLength: length, Request: req,
		Body: io.NopCloser(io.MultiReader(bytes.NewReader(got.Body), failing{end})),
	}, nil
}

func (p *Replayer) next(key string) (received, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	left := p.left[key]
	if len(left) == 0 {
		return received{}, false
	}
	p.left[key] = left[1:]
	p.n--
	return left[0], true
}

// Left returns the number of recorded responses that were not played back yet.
func (p *Replayer) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n
}
