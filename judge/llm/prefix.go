package llm

import (
	"container/list"
	"sync"
	"time"
	"unicode/utf8"
)

// prefixCache keeps the escaped prefixes of the samples that are being graded, so that each is
// escaped once for all its tasks. It is bounded, and emptied when it has not been used for a while.
type prefixCache struct {
	mu      sync.Mutex
	entries map[string]*list.Element
	recent  list.List // of *prefix, the most recently used first
	bytes   int
	used    time.Time
	sweep   *time.Timer
}

type prefix struct {
	text    string
	escaped []byte
	key     []byte // nil until it is asked for
}

const (
	minPrefix      = 512
	maxPrefixBytes = 64 << 20
	prefixIdle     = 30 * time.Second
)

// escape returns the escaped text, and whether the text is UTF-8 from end to end. Tasks that ask for
// one text at the same time may each escape it.
func (c *prefixCache) escape(text string) (escaped []byte, whole bool) {
	if len(text) < minPrefix || len(text) > maxPrefixBytes/8 {
		return escape(text), utf8.ValidString(text)
	}
	now := time.Now()
	c.mu.Lock()
	c.used = now
	if el, ok := c.entries[text]; ok {
		c.recent.MoveToFront(el)
		c.mu.Unlock()
		return el.Value.(*prefix).escaped, true
	}
	c.mu.Unlock()
	if !utf8.ValidString(text) {
		return nil, false
	}
	escaped = escape(text)
	c.put(&prefix{text: text, escaped: escaped})
	return escaped, true
}

func (c *prefixCache) put(p *prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.entries[p.text]; ok {
		return
	}
	if c.entries == nil {
		c.entries = make(map[string]*list.Element)
	}
	c.entries[p.text] = c.recent.PushFront(p)
	c.bytes += p.size()
	for c.bytes > maxPrefixBytes {
		oldest := c.recent.Back()
		p := c.recent.Remove(oldest).(*prefix)
		delete(c.entries, p.text)
		c.bytes -= p.size()
	}
	if c.sweep == nil {
		c.sweep = time.AfterFunc(prefixIdle, c.clearIdle)
	}
}

// clearIdle empties the cache when it has been idle, and else looks again later.
func (c *prefixCache) clearIdle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if idle := time.Since(c.used); idle < prefixIdle {
		c.sweep.Reset(prefixIdle - idle)
		return
	}
	clear(c.entries)
	c.recent.Init()
	c.bytes, c.sweep = 0, nil
}

// size counts the text as well, since the cache keeps it alive.
func (p *prefix) size() int { return len(p.text) + len(p.escaped) }
