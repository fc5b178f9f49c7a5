package judgetest

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// Plan says which fault befalls a request; [Healthy] for none. It is called from several
// goroutines. A plan that looks at the request's Key and Attempt alone gives the same faults at any
// concurrency. The nil Plan is healthy.
type Plan func(Request) Fault

// Rates returns a plan by chance: each attempt meets each fault with its rate, a number from 0 to 1,
// and none with what is left of 1. Where the rates sum to more than 1, faults late in the order of
// their names have less than theirs, or never happen. The draws depend on the seed and on the
// request's Key and Attempt alone.
func Rates(seed uint64, rates map[Fault]float64) Plan {
	names := slices.Sorted(maps.Keys(rates))
	shares := maps.Clone(rates)
	return func(r Request) Fault {
		x := draw(seed, "fault", r).Float64()
		for _, f := range names {
			if x -= shares[f]; x < 0 {
				return f
			}
		}
		return Healthy
	}
}

// Each returns rates for [Rates] that divide a total rate evenly among faults. A fault that is named
// twice has twice the share.
func Each(total float64, faults ...Fault) map[Fault]float64 {
	rates := make(map[Fault]float64, len(faults))
	for _, f := range faults {
		rates[f] += total / float64(len(faults))
	}
	return rates
}

// Sequence returns a plan in which the first attempt at each question meets the first fault, the
// second the second, and attempts after the last none.
func Sequence(faults ...Fault) Plan {
	return func(r Request) Fault {
		if r.Attempt < len(faults) {
			return faults[r.Attempt]
		}
		return Healthy
	}
}

// Always returns a plan in which every attempt meets f.
func Always(f Fault) Plan {
	return func(Request) Fault { return f }
}

// First returns a plan that does as p does in the first n attempts at each question and is healthy
// from then on, so that a client that tries more than n times comes through.
func First(n int, p Plan) Plan {
	return func(r Request) Fault {
		if r.Attempt >= n || p == nil {
			return Healthy
		}
		return p(r)
	}
}

// draw returns random numbers that depend on a seed, a purpose, and the question and attempt of a
// request.
func draw(seed uint64, purpose string, r Request) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%d", seed, purpose, r.Key, r.Attempt))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16])))
}
