package judgetest

import (
	"io"
	"net/http"
	"sync"
)

// pipeSize is how far a handler may be ahead of its client.
const pipeSize = 64 << 10

// pipe carries a body from a handler to a client.
type pipe struct {
	mu     sync.Mutex
	cond   sync.Cond
	buf    []byte
	err    error // set at the end; what is in buf comes before it
	closed bool  // by the client
}

func (p *pipe) write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.buf) >= pipeSize && !p.closed && p.err == nil {
		p.cond.Wait()
	}
	if p.closed || p.err != nil {
		return 0, io.ErrClosedPipe
	}
	p.buf = append(p.buf, b...)
	p.cond.Broadcast()
	return len(b), nil
}

func (p *pipe) read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.buf) == 0 && p.err == nil && !p.closed {
		p.cond.Wait()
	}
	switch {
	case p.closed:
		return 0, http.ErrBodyReadAfterClose
	case len(p.buf) == 0:
		return 0, p.err
	}
	n := copy(b, p.buf)
	p.buf = p.buf[n:]
	p.cond.Broadcast()
	return n, nil
}

// end ends the body, once; now drops what was not read yet.
func (p *pipe) end(err error, now bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = err
	}
	if now {
		p.buf, p.err = nil, err
	}
	p.cond.Broadcast()
}

// reader is the client's end of a pipe.
type reader struct {
	pipe    *pipe
	release func()
}

// Read reads what the handler wrote.
func (r *reader) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	n, err := r.pipe.read(b)
	if err != nil {
		r.release()
	}
	return n, err
}

// Close lets the handler know that nobody reads.
func (r *reader) Close() error {
	r.pipe.mu.Lock()
	r.pipe.closed = true
	r.pipe.cond.Broadcast()
	r.pipe.mu.Unlock()
	r.release()
	return nil
}
