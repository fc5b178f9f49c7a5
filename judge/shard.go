package judge

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Shard is one of N parts of a run that is split by sample. The same sample is in the same shard
// wherever and whenever it is asked for. The zero Shard is the whole run.
type Shard struct {
	// I is the number of the part, from 0 to N-1.
	I int
	// N is the number of parts.
	N int
}

// Validate returns an error when s is no part of anything.
func (s Shard) Validate() error {
	if s != (Shard{}) && (s.N < 1 || s.I < 0 || s.I >= s.N) {
		return fmt.Errorf("judge: there is no shard %d of %d", s.I, s.N)
	}
	return nil
}

// Has reports whether the sample with this ID is in s.
func (s Shard) Has(id string) bool {
	if s.N <= 1 {
		return true
	}
	sum := sha256.Sum256([]byte(id))
	return binary.BigEndian.Uint64(sum[:])%uint64(s.N) == uint64(s.I)
}
