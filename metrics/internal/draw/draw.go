// Package draw makes seeded random draws that are the same everywhere.
package draw

import "math/rand/v2"

// Source draws from a PCG generator. It is not for use by several goroutines at once.
type Source struct {
	pcg *rand.PCG
}

// New returns a source with the given seed.
func New(seed uint64) *Source { return &Source{rand.NewPCG(seed, 0)} }

// Indexes fills dst with independent uniform draws from 0 to n−1, for n from 1 to 1<<31, two from each
// output of the generator (Lemire's method on 32 bits).
func (s *Source) Indexes(dst []int, n int) {
	size := uint64(n)
	// A draw whose low half is below this is drawn again, so that all are equally likely.
	reject := uint32(-size) % uint32(size)
	for i := 0; i < len(dst); {
		bits := s.pcg.Uint64()
		product := (bits & (1<<32 - 1)) * size
		if uint32(product) >= reject {
			dst[i] = int(product >> 32)
			i++
		}
		product = (bits >> 32) * size
		if uint32(product) >= reject && i < len(dst) {
			dst[i] = int(product >> 32)
			i++
		}
	}
}

// Bits returns 64 random bits.
func (s *Source) Bits() uint64 { return s.pcg.Uint64() }
