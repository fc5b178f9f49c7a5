package judgetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// memory is a RoundTripper that has a handler serve each request in a goroutine of its own. What
// the handler does to its ResponseWriter, the client sees as it would over a network.
type memory struct{ handler http.Handler }

// RoundTrip serves one request.
func (m memory) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		body, err = io.ReadAll(req.Body)
		req.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	ctx := req.Context()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	served, cancel := context.WithCancel(ctx)
	in := req.Clone(served)
	in.Body = io.NopCloser(bytes.NewReader(body))
	in.RequestURI = req.URL.RequestURI()
	if in.Host == "" {
		in.Host = req.URL.Host
	}
	out := newWriter()
	stop := context.AfterFunc(ctx, func() { out.pipe.end(context.Cause(ctx), true) })
	go func() {
		defer cancel()
		out.serve(m.handler, in)
	}()
	select {
	case <-out.ready:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if out.err != nil {
		stop()
		return nil, out.err
	}
	length := int64(-1)
	if n, err := strconv.ParseInt(out.sent.Get("Content-Length"), 10, 64); err == nil {
		length = n
	}
	return &http.Response{
		Status: strconv.Itoa(out.status) + " " + http.StatusText(out.status), StatusCode: out.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: out.sent, ContentLength: length, Request: req,
		Body: &reader{&out.pipe, func() { stop(); cancel() }},
	}, nil
}

// writer is the ResponseWriter of a request in memory.
type writer struct {
	header http.Header
	pipe   pipe
	once   sync.Once
	// ready is closed when status and sent, or err, are set.
	ready  chan struct{}
	status int
	sent   http.Header
	err    error
}

func newWriter() *writer {
	w := &writer{header: http.Header{}, ready: make(chan struct{})}
	w.pipe.cond.L = &w.pipe.mu
	return w
}

// serve has the handler serve the request, whatever it does.
func (w *writer) serve(h http.Handler, r *http.Request) {
	defer func() {
		switch p := recover(); p {
		case nil:
			if ctx := r.Context(); ctx.Err() != nil { // the handler may have ended for this reason
				w.pipe.end(context.Cause(ctx), true)
			}
			w.WriteHeader(http.StatusOK)
			w.pipe.end(io.EOF, false)
		case http.ErrAbortHandler:
			w.breakOff(io.EOF)
		default:
			w.breakOff(fmt.Errorf("judgetest: the handler panicked: %v", p))
		}
	}()
	h.ServeHTTP(w, r)
}

// Header returns the header that the next WriteHeader sends.
func (w *writer) Header() http.Header { return w.header }

// WriteHeader sends the header; names with nil values are left out.
func (w *writer) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, http.Header{}
		for name, values := range w.header {
			if values != nil {
				w.sent[name] = values
			}
		}
		close(w.ready)
	})
}

// Write sends a piece of the body.
func (w *writer) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.pipe.write(b)
}

// Flush does nothing: what was written is there.
func (w *writer) Flush() {}

// breakOff ends the exchange with an error: of the request when no header was sent, else of the
// body. An end where more was due is an unexpected one.
func (w *writer) breakOff(err error) {
	w.once.Do(func() {
		w.err = err
		close(w.ready)
	})
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	w.pipe.end(err, false)
}
