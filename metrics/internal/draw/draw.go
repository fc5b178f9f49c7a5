// Package draw makes seeded random draws that are the same everywhere.
package draw

import "math/rand/v2"

// Source draws from a PCG generator. It is not for use by several goroutines at once.
type Source struct {
	pcg  *rand.PCG
	bits uint64
	left uint
}

// New returns a source with the given seed.
func New(seed uint64) *Source { return &Source{pcg: rand.NewPCG(seed, 0)} }

// Below returns a uniform draw from 0 to n−1, for n from 1 to 1<<31 (Lemire's method on 32 bits, two
// draws from one output of the generator).
func (s *Source) Below(n int) int {
	size := uint64(n)
	for {
		product := uint64(s.half()) * size
		if low := uint32(product); uint64(low) >= size || low >= uint32(-size)%uint32(size) {
			return int(product >> 32)
		}
	}
}

// half returns 32 random bits.
func (s *Source) half() uint32 {
	if s.left == 0 {
		s.bits, s.left = s.pcg.Uint64(), 2
	}
	s.left--
	half := uint32(s.bits)
	s.bits >>= 32
	return half
}

// Bits returns 64 random bits.
func (s *Source) Bits() uint64 { return s.pcg.Uint64() }
