package llm

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unzip returns a body that came compressed although net/http did not ask for it, as some proxies send it,
// and any other as it is.
func unzip(body []byte) ([]byte, error) {
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return body, nil // no more than it looks: let it be classified
	}
	var b bytes.Buffer
	n, err := b.ReadFrom(io.LimitReader(z, maxBody+1))
	switch {
	case err == nil && n > maxBody:
		err = errTooLarge
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("the response cannot be decompressed: %w", err)
	}
	return b.Bytes(), err
}

// plainUTF8 returns a body without its byte order mark, in UTF-8 also where it came in UTF-16.
func plainUTF8(body []byte) []byte {
	switch {
	case bytes.HasPrefix(body, []byte("\xef\xbb\xbf")):
		return body[3:]
	case bytes.HasPrefix(body, []byte("\xff\xfe")):
		return fromUTF16(body[2:], 0)
	case bytes.HasPrefix(body, []byte("\xfe\xff")):
		return fromUTF16(body[2:], 1)
	}
	return body
}

// fromUTF16 decodes UTF-16 whose units have their lower byte at low.
func fromUTF16(body []byte, low int) []byte {
	units := make([]uint16, len(body)/2)
	for i := range units {
		units[i] = uint16(body[2*i+low]) | uint16(body[2*i+1-low])<<8
	}
	return []byte(string(utf16.Decode(units)))
}

// foreignCharset returns the charset that a response declares and that its body is indeed in, where that is
// not UTF-8. JSON is UTF-8, whatever is declared, when it can be.
func foreignCharset(h http.Header, body []byte) string {
	if utf8.Valid(body) {
		return ""
	}
	_, params, _ := mime.ParseMediaType(h.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	if charset == "utf-8" || charset == "utf8" {
		return ""
	}
	return charset
}

// packed says of a body that is not JSON how it was encoded; empty when nothing is known of that.
func packed(h http.Header) string {
	if enc := h.Get("Content-Encoding"); enc != "" && !strings.EqualFold(enc, "identity") {
		return fmt.Sprintf("the response came in the content encoding %q, which was not asked for", cutText(enc, 40))
	}
	return ""
}
