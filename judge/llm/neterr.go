package llm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"
)

// classifyNet says what an exchange is that ended without a whole response. Whether the caller gave
// up is for the caller to know: a deadline is a timeout here.
func classifyNet(err error) envelope {
	var e envelope
	err = withoutURL(err)
	text := strings.ToLower(err.Error())
	c := classTransport
	switch {
	case errors.Is(err, context.Canceled):
		c = classCancelled
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		c = classTimeout
	case isCertificate(err, text):
		c = classConfig
	case errors.Is(err, io.ErrUnexpectedEOF):
		c = classTruncated
	case strings.Contains(text, "server gave http response to https client"),
		strings.Contains(text, "unsupported protocol scheme"),
		strings.Contains(text, "proxy authentication required"):
		c = classConfig
	}
	e.set(c, err.Error())
	e.cause = err
	return e
}

// withoutURL takes off the layers that name the URL, which may hold a key in its query.
func withoutURL(err error) error {
	for {
		var u *url.Error
		if !errors.As(err, &u) || u.Err == nil {
			return err
		}
		err = u.Err
	}
}

func isTimeout(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}

func isCertificate(err error, text string) bool {
	var (
		authority x509.UnknownAuthorityError
		hostname  x509.HostnameError
		invalid   x509.CertificateInvalidError
		verify    *tls.CertificateVerificationError
		record    tls.RecordHeaderError
	)
	return errors.As(err, &authority) || errors.As(err, &hostname) || errors.As(err, &invalid) ||
		errors.As(err, &verify) || errors.As(err, &record) || strings.Contains(text, "x509:")
}

// unreachable reports whether no connection could be made at all: a wrong address, a server that is
// down, no way to it. Ports that have run out here are another matter.
func unreachable(err error) bool {
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case err == nil, errors.Is(err, syscall.EADDRNOTAVAIL), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return false
	case errors.As(err, &dns), errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect"):
		return true
	}
	for _, no := range unreachableErrors {
		if errors.Is(err, no) || strings.Contains(err.Error(), no.Error()) {
			return true
		}
	}
	return strings.Contains(err.Error(), "no such host")
}

var unreachableErrors = []syscall.Errno{syscall.ECONNREFUSED, syscall.ENETUNREACH, syscall.EHOSTUNREACH, syscall.ENETDOWN, syscall.EHOSTDOWN}
