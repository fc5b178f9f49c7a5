package baseline

import "sync"

// vocabulary is the set of the keys of a text's terms.
type vocabulary map[uint64]struct{}

func newVocabulary(text string) vocabulary {
	v := make(vocabulary, len(text)/8)
	s := scanner{text: text}
	for t, ok := s.next(); ok; t, ok = s.next() {
		v[t.key] = struct{}{}
	}
	return v
}

func (v vocabulary) has(t term) bool {
	_, ok := v[t.key]
	return ok
}

// cache keeps the vocabularies of the answers that were asked about last: an answer is asked about
// once for each of its criteria, and many answers at a time. Its zero value is ready to use.
type cache struct {
	mu      sync.Mutex
	entries map[string]func() vocabulary
	// order holds the texts in entries as a ring, the oldest at next once it is full.
	order [256]string
	next  int
}

// of returns the vocabulary of text, made once for those who ask at the same time.
func (c *cache) of(text string) vocabulary {
	return c.entry(text)()
}

func (c *cache) entry(text string) func() vocabulary {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[text]; ok {
		return e
	}
	if c.entries == nil {
		c.entries = make(map[string]func() vocabulary)
	}
	if len(c.entries) == len(c.order) {
		delete(c.entries, c.order[c.next])
	}
	e := sync.OnceValue(func() vocabulary { return newVocabulary(text) })
	c.entries[text] = e
	c.order[c.next] = text
	c.next = (c.next + 1) % len(c.order)
	return e
}
