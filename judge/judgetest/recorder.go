package judgetest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// Recorder is an [http.RoundTripper] that passes requests on and writes each exchange as one line of
// JSON, for a [Replayer] to play back. It may be used by many goroutines.
//
// What it writes holds no secret that it can know: no request headers at all and none but harmless
// response headers, no user and only harmless values in URLs; members of the body that are named
// like keys are blanked; and the values of credential headers, of cookies and of blanked parameters,
// text that looks like a key, and the values that the user names are replaced wherever they stand.
// Prompts and replies are kept: records are as confidential as they are.
//
// Exchanges without a response, such as canceled ones, are not written.
type Recorder struct {
	base    http.RoundTripper
	secrets []string

	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewRecorder returns a Recorder that writes to w what passes through base, or through
// [http.DefaultTransport] when base is nil. The secrets are values that must not be written, beside
// those that the Recorder finds itself; empty ones do not count.
func NewRecorder(w io.Writer, base http.RoundTripper, secrets ...string) *Recorder {
	if base == nil {
		base = http.DefaultTransport
	}
	return &Recorder{base: base, w: w, secrets: secrets}
}

// RoundTrip passes the request on and writes the exchange down. The body of the response has been
// read when it returns. A response of more than 64 MiB is an error.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	out, body, err := takeBody(req)
	if err != nil {
		return nil, err
	}
	out.Header.Del("Accept-Encoding") // the transport may compress, the record must not
	resp, err := r.base.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	if coding := resp.Header.Get("Content-Encoding"); coding != "" {
		resp.Body.Close()
		return nil, fmt.Errorf("judgetest: a response with content encoding %q cannot be recorded", coding)
	}
	got, readErr := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	resp.Body.Close()
	if len(got) > maxBody {
		return nil, errors.New("judgetest: the response is too long to be recorded")
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	c := newCleaner(req, r.secrets)
	c.addCookies(resp.Header)
	r.write(record{
		Version: recordVersion,
		Request: c.sentOf(req, body),
		Response: received{
			Status: resp.StatusCode, Header: c.header(resp.Header), Body: payload(c.responseBody(got)), Cut: readErr != nil,
		},
	})
	resp.Body = io.NopCloser(io.MultiReader(bytes.NewReader(got), failing{readErr}))
	resp.Request = req
	return resp, nil
}

// write writes a record in one piece.
func (r *Recorder) write(rec record) {
	line := append(encode(rec), '\n')
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return
	}
	if _, err := r.w.Write(line); err != nil {
		r.err = fmt.Errorf("judgetest: write a record: %w", err)
	}
}

// Err returns the first error of writing, after which nothing more was written. Exchanges go on
// without being recorded.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// failing is a reader that fails with its error; with nil it is at its end.
type failing struct{ err error }

// Read returns the error, or io.EOF.
func (f failing) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}
