package dataset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// plain returns what src holds after decompression.
func plain(src io.Reader) (*bufio.Reader, error) {
	text := bufio.NewReaderSize(src, 64<<10)
	magic, _ := text.Peek(2)
	if string(magic) != "\x1f\x8b" {
		return text, nil
	}
	unzip, err := gzip.NewReader(text)
	if err != nil {
		return nil, gzipError(err)
	}
	return bufio.NewReaderSize(gzipReader{unzip}, 64<<10), nil
}

// gzipReader says in its errors that the compression is at fault.
type gzipReader struct{ r *gzip.Reader }

func (g gzipReader) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	if err != nil && err != io.EOF {
		err = gzipError(err)
	}
	return n, err
}

func gzipError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("gzip: the file is cut")
	}
	return fmt.Errorf("gzip: the file is damaged: %w", err)
}

func readWhole(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxWhole+1))
	if err == nil && len(data) > maxWhole {
		err = fmt.Errorf("more than %d bytes", maxWhole)
	}
	return data, err
}

// firstByte returns the first byte of text that is not white space, without taking it, and the
// number of its line. A byte order mark is skipped.
func firstByte(text *bufio.Reader) (first byte, line int, err error) {
	if mark, _ := text.Peek(3); string(mark) == "\uFEFF" {
		text.Discard(len(mark))
	}
	line = 1
	for {
		b, err := text.ReadByte()
		if err != nil {
			return 0, line, err
		}
		switch b {
		case '\n':
			line++
		case ' ', '\t', '\r':
		default:
			return b, line, text.UnreadByte()
		}
	}
}

// notJSON says what a file may be whose start is not JSON's.
func notJSON(start []byte) error {
	for _, known := range []struct{ magic, text string }{
		{"PAR1", "this is a parquet file, which is not read here"},
		{"PK\x03\x04", "this is a zip archive; unpack it first"},
		{"\x28\xb5\x2f\xfd", "this is compressed by zstd; unpack it first"},
		{"BZh", "this is compressed by bzip2; unpack it first"},
		{"\xfd7zXZ", "this is compressed by xz; unpack it first"},
		{"\x1f\x8b", "this is compressed by gzip twice"},
		{"\xff\xfe", "this is UTF-16; want UTF-8"},
		{"\xfe\xff", "this is UTF-16; want UTF-8"},
		{"version https", "this is a Git LFS pointer, not the file itself"},
	} {
		if bytes.HasPrefix(start, []byte(known.magic)) {
			return errors.New(known.text)
		}
	}
	return fmt.Errorf("want JSON Lines or a JSON array of objects, found a file that begins with %q", start)
}
