package ledger

import (
	"encoding/hex"
	"math"
	"slices"
)

// question is the name under which verdicts on a question are found: the beginning of its key. The
// whole key is compared when the record is read.
type question [16]byte

// questionOf returns the question of a key, and false for what is no key.
func questionOf(key string) (q question, ok bool) {
	if len(key) != hex.EncodedLen(keySize) {
		return q, false
	}
	b, err := hex.DecodeString(key)
	copy(q[:], b)
	return q, err == nil
}

// place is where a record's line stands in the file.
type place struct {
	at     int64
	length int32
}

// index says where the verdicts on questions are, by the contracts under which their replies were
// read. Of several verdicts under one contract it has the last. Of failures it has all.
type index struct {
	contracts []string
	places    []map[question]place // of each contract
	failures  map[question][]place
}

// findFailures returns the places of the failures on a question, the last first.
func (x *index) findFailures(q question) []place {
	all := slices.Clone(x.failures[q])
	slices.Reverse(all)
	return all
}

func (x *index) putFailure(q question, at place) {
	if x.failures == nil {
		x.failures = make(map[question][]place)
	}
	x.failures[q] = append(x.failures[q], at)
}

// find returns the place of the verdict under the contract.
func (x *index) find(q question, contract string) (place, bool) {
	for i, name := range x.contracts {
		if name == contract {
			at, ok := x.places[i][q]
			return at, ok
		}
	}
	return place{}, false
}

// findOther returns the places of the verdicts under other contracts, the last first.
func (x *index) findOther(q question, contract string) (all []place) {
	for before := int64(math.MaxInt64); ; {
		last := place{at: -1}
		for i, name := range x.contracts {
			if at, ok := x.places[i][q]; ok && name != contract && at.at < before && at.at > last.at {
				last = at
			}
		}
		if last.at < 0 {
			return all
		}
		all = append(all, last)
		before = last.at
	}
}

func (x *index) put(q question, contract string, at place) {
	for i, name := range x.contracts {
		if name == contract {
			x.places[i][q] = at
			return
		}
	}
	x.contracts = append(x.contracts, contract)
	x.places = append(x.places, map[question]place{q: at})
}

func (x *index) len() int {
	n := 0
	for _, p := range x.places {
		n += len(p)
	}
	return n
}
