package ledger

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// A record ends in a sum of all that stands before it, since a digit that was changed on a bad disk, or by
// hand, is a verdict that nobody gave. Records of programs that wrote no sums are taken as they are.
const (
	sumKey  = `,"sum":"`
	sumSize = len(sumKey) + 8 + len(`"}`)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sumOf(b []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(b, castagnoli)) }

// withSum returns the object in line with the sum as its last member.
func withSum(line []byte) []byte {
	body := line[:len(line)-1]
	return append(append(append(body[:len(body):len(body)], sumKey...), sumOf(body)...), `"}`...)
}

// isDamaged reports whether a line has a sum and is not what it was when it was written.
func isDamaged(line []byte) bool {
	line = bytes.TrimRight(line, "\r\n")
	n := len(line) - sumSize
	if n < 0 || !bytes.HasPrefix(line[n:], []byte(sumKey)) {
		return false
	}
	return string(line[n+len(sumKey):len(line)-2]) != sumOf(line[:n])
}
