package judgetest

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// Faults of the connection. Those that need a client's own network stack (a name that does not
// resolve, a refused connection, a certificate, ports, GOAWAY) are errors of the in-memory client;
// on a real listener they close the connection.
const (
	// No response.
	NetReset   Fault = "net-reset"   // the connection is reset
	NetEOF     Fault = "net-eof"     // the connection is closed
	NetGoAway  Fault = "net-goaway"  // an HTTP/2 connection is closed with GOAWAY
	NetDNS     Fault = "net-dns"     // there is no such host
	NetRefused Fault = "net-refused" // nobody listens
	NetTLS     Fault = "net-tls"     // the certificate is not trusted
	NetPorts   Fault = "net-ports"   // the client has no port left
	NetHang    Fault = "net-hang"    // nothing ever comes

	// A response that does not end well.
	NetShort     Fault = "net-short"      // less than its stated length
	NetChunk     Fault = "net-chunk"      // no last chunk
	NetResetBody Fault = "net-reset-body" // a reset after half of the body
	NetHangBody  Fault = "net-hang-body"  // half of the body, and nothing more
	NetDrip      Fault = "net-drip"       // a blank line every second for ever

	// A response that does.
	NetSlow Fault = "net-slow" // a blank line every second for five seconds, then the answer
)

var (
	errReset   = &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
	errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	errPorts   = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.EADDRNOTAVAIL)}
	errDNS     = &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "judge.test", IsNotFound: true}}
	errGoAway  = errors.New("http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=NO_ERROR")
)

var netFaults = map[Fault]spec{
	NetReset:     {action: Retry, err: errReset},
	NetEOF:       {action: Retry, err: io.EOF},
	NetGoAway:    {action: Retry, err: errGoAway},
	NetDNS:       {action: Retry, err: errDNS},
	NetRefused:   {action: Retry, err: errRefused},
	NetTLS:       {action: StopRun, err: &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}},
	NetPorts:     {action: Retry, err: errPorts},
	NetShort:     {action: Retry, body: func(r *response) { r.send = short }},
	NetChunk:     {action: Retry, body: func(r *response) { r.send = half(io.ErrUnexpectedEOF) }},
	NetResetBody: {action: Retry, body: func(r *response) { r.send = half(errReset) }},
	NetHang:      {action: Retry, body: func(r *response) { r.send = (*wire).hang }},
	NetHangBody:  {action: Retry, body: func(r *response) { r.send = halfThenHang }},
	NetDrip:      {action: Retry, body: func(r *response) { r.send = drip }},
	NetSlow:      {action: Use, body: func(r *response) { r.send = slow }},
}

// short states the whole length, sends half of it and ends.
func short(w *wire) {
	w.start(len(w.body))
	w.write(w.body[:len(w.body)/2])
	w.fail(io.ErrUnexpectedEOF)
}

// half sends half of the body without stating its length, and breaks off.
func half(err error) func(*wire) {
	return func(w *wire) {
		w.start(-1)
		w.write(w.body[:len(w.body)/2])
		w.fail(err)
	}
}

func halfThenHang(w *wire) {
	w.start(-1)
	w.write(w.body[:len(w.body)/2])
	w.hang()
}

// drip sends a blank line every second until the client leaves.
func drip(w *wire) {
	w.start(-1)
	for w.write([]byte("\n")) && w.wait(time.Second) {
	}
}

// slow sends a blank line every second, five times, and then the body.
func slow(w *wire) {
	w.start(-1)
	for range 5 {
		if !w.write([]byte("\n")) || !w.wait(time.Second) {
			return
		}
	}
	w.write(w.body)
}

// endless sends the body and then blanks without end.
func endless(w *wire) {
	w.start(-1)
	blanks := make([]byte, 32<<10)
	for i := range blanks {
		blanks[i] = ' '
	}
	for ok := w.write(w.body); ok; ok = w.write(blanks) {
	}
}
