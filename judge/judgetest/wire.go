package judgetest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"
)

// elsewhere is the host that redirects name.
const elsewhere = "elsewhere.test"

// response is what goes out.
type response struct {
	status int
	header http.Header
	body   []byte
	// send sends the body in another way than whole and at once; nil for that.
	send func(*wire)
	// err breaks the exchange off before there is a response.
	err error
}

// wire carries one response to one client.
type wire struct {
	w   http.ResponseWriter
	ctx context.Context
	response
	started bool
	// release frees the slot of the request, once, as soon as the client can know of its end; nil
	// for a request without a slot.
	release func()
}

// breaker is a ResponseWriter that can break an exchange off with an error of choice.
type breaker interface{ breakOff(error) }

// send sends a response.
func (o *wire) send(r response) {
	o.response = r
	switch {
	case r.err != nil:
		o.fail(r.err)
	case r.send != nil:
		r.send(o)
	default:
		o.free()
		o.start(len(r.body))
		o.write(r.body)
	}
}

// start sends status and headers, and the length of the body unless it is below 0.
func (o *wire) start(length int) {
	h := o.w.Header()
	for name, values := range o.header {
		h[name] = values
	}
	if length >= 0 {
		h.Set("Content-Length", strconv.Itoa(length))
	}
	o.started = true
	o.w.WriteHeader(o.status)
}

// write sends a piece of the body and reports whether the client is still there.
func (o *wire) write(b []byte) bool {
	if _, err := o.w.Write(b); err != nil {
		return false
	}
	err := http.NewResponseController(o.w).Flush()
	return (err == nil || errors.Is(err, http.ErrNotSupported)) && o.ctx.Err() == nil
}

// wait waits for d and reports whether the client is still there.
func (o *wire) wait(d time.Duration) bool { return wait(o.ctx, d) == nil }

func (o *wire) free() {
	if o.release != nil {
		o.release()
	}
}

// hang waits until the client leaves.
func (o *wire) hang() { <-o.ctx.Done() }

// fail breaks the exchange off. Over a network a reset is a reset and everything else a close.
func (o *wire) fail(err error) {
	o.started = true
	o.free()
	if b, ok := o.w.(breaker); ok {
		b.breakOff(err)
	} else if errors.Is(err, syscall.ECONNRESET) {
		if conn, _, err := http.NewResponseController(o.w).Hijack(); err == nil {
			if tcp, ok := conn.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			conn.Close()
			return
		}
	}
	panic(http.ErrAbortHandler)
}
