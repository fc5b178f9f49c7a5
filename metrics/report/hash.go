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
	samples, answers := newDigest(), newDigest()
	for _, it := range items {
		id := it.Sample.ID()
		samples.text(it.Subset)
		samples.text(id)
		conversation := it.Sample.Conversation()
		samples.number(uint64(len(conversation)))
		for _, m := range conversation {
			samples.text(m.Role)
			samples.text(m.Content)
		}
		criteria := it.Sample.Rubric().Criteria()
		samples.number(uint64(len(criteria)))
		for _, c := range criteria {
			samples.text(c.ID)
			samples.text(c.Text)
			samples.text(c.Category)
			samples.float(c.Weight)
		}
		ds.Criteria += len(criteria)
		if len(it.Tasks) > 0 {
			answers.text(it.Subset)
			answers.text(id)
			answers.text(it.Sample.Response())
		}
	}
	ds.Samples = len(items)
	ds.SHA256, ds.AnswersSHA256 = samples.String(), answers.String()
	return ds
}
