package document

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
)

// ChunkSamples is the number of samples whose details are packed together: enough for the
// compression to learn their language, few enough to unpack at once.
const ChunkSamples = 64

// details are the grades of all samples, packed for a page: one line for each chunk, base64 of gzip
// of JSON.
type details struct {
	packed string
	limit  Limit
}

// Packer packs the details of samples.
type Packer struct {
	// Pairs says that the samples are those of a comparison.
	Pairs bool
	// Replies says that the samples have raw replies.
	Replies bool
	chunks  int
	// chunk returns what the script of the page reads of a chunk.
	chunk func(i int, l Limit) any
}

// NewPacker returns the packer of things of which each chunk becomes what encode returns.
func NewPacker[T any](things []T, encode func([]T, Limit) any) Packer {
	chunks := slices.Collect(slices.Chunk(things, ChunkSamples))
	return Packer{chunks: len(chunks), chunk: func(i int, l Limit) any { return encode(chunks[i], l) }}
}

// fit packs all chunks into at most size bytes, with the longest texts that allow it as far as a part of
// the chunks tells. When even the shortest do not it returns those. Below 0 there is no bound.
func (p Packer) fit(size int) (details, error) {
	if size < 0 {
		return p.pack(limits[0], 1)
	}
	every := 1 + p.chunks/4
	part := (p.chunks + every - 1) / every
	i, err := firstLimit(func(l Limit) (bool, error) {
		d, err := p.pack(l, every)
		return len(d.packed)*p.chunks <= size*part, err
	})
	for ; err == nil; i++ {
		var d details
		if d, err = p.pack(limits[i], 1); err == nil && (len(d.packed) <= size || i == len(limits)-1) {
			return d, nil
		}
	}
	return details{}, err
}

// ending is what the template of a document's end says about a limit.
type ending struct {
	Limit
	// Pairs says that the samples are those of a comparison, and Replies that raw replies are left out.
	Pairs, Replies bool
}

func (p Packer) ending(l Limit) ending { return ending{l, p.Pairs, l.NoReplies && p.Replies} }

// pack packs every n-th chunk with texts shortened to a limit.
func (p Packer) pack(l Limit, n int) (details, error) {
	var b strings.Builder
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return details{}, err
	}
	for i := 0; i < p.chunks; i += n {
		packed.Reset()
		z.Reset(&packed)
		enc := json.NewEncoder(z)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(p.chunk(i, l)); err != nil {
			return details{}, err
		}
		if err := z.Close(); err != nil {
			return details{}, err
		}
		b.WriteString(base64.StdEncoding.EncodeToString(packed.Bytes()))
		b.WriteByte('\n')
	}
	return details{b.String(), l}, nil
}
