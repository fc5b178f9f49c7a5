package report

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"math"
)

// digest hashes fields so that no two different sequences of fields hash alike: each is preceded by
// its length.
type digest struct{ h hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) text(s string) {
	d.number(uint64(len(s)))
	io.WriteString(d.h, s)
}

func (d digest) number(n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	d.h.Write(b[:])
}

func (d digest) float(x float64) { d.number(math.Float64bits(x)) }

func (d digest) String() string { return hex.EncodeToString(d.h.Sum(nil)) }

// Identify fills in the hashes and counts of what the items hold, as [Build] does for the report: a
// dataset has the same name before it is graded, in whatever parts.
func Identify(ds Dataset, items []Item) Dataset {
	id := newIdentity()
	for _, it := range items {
		id.add(it)
	}
	return id.of(ds)
}

// identity is what a report says of its items, made of them one by one.
type identity struct {
	samples, answers digest
	n, criteria      int
}

func newIdentity() *identity { return &identity{samples: newDigest(), answers: newDigest()} }

func (x *identity) add(it Item) {
	id := it.Sample.ID()
	x.samples.text(it.Subset)
	x.samples.text(id)
	conversation := it.Sample.Conversation()
	x.samples.number(uint64(len(conversation)))
	for _, m := range conversation {
		x.samples.text(m.Role)
		x.samples.text(m.Content)
	}
	criteria := it.Sample.Rubric().Criteria()
	x.samples.number(uint64(len(criteria)))
	for _, c := range criteria {
		x.samples.text(c.ID)
		x.samples.text(c.Text)
		x.samples.text(c.Category)
		x.samples.float(c.Weight)
	}
	x.n++
	x.criteria += len(criteria)
	if len(it.Tasks) > 0 {
		x.answers.text(it.Subset)
		x.answers.text(id)
		x.answers.text(it.Sample.Response())
	}
}

// of fills in the dataset.
func (x *identity) of(ds Dataset) Dataset {
	ds.Samples, ds.Criteria = x.n, x.criteria
	ds.SHA256, ds.AnswersSHA256 = x.samples.String(), x.answers.String()
	return ds
}
