package judgetest

import (
	"container/list"
	"hash/maphash"
	"slices"
	"sync"
	"time"
)

// Cache is a prefix cache like those of real endpoints: a prompt is a chain of blocks, and the
// leading blocks that an earlier prompt had too are not worked on again, once that prompt has been
// worked on. What is cached is reported with each answer.
//
// The zero Cache has blocks of 128 tokens, at least 1,024 tokens per hit, no limit of size, and
// makes a prompt readable as soon as it has been prefilled. A Cache may be shared by servers; its
// fields are not changed once it is in use.
type Cache struct {
	// Block is the number of tokens in a block; 0 for 128.
	Block int
	// Min is the least number of tokens that are cached; 0 for 1,024.
	Min int
	// Settle is how much later than its prefill a prompt can be read by others.
	Settle time.Duration
	// AtEnd makes a prompt readable, after Settle, from the end of its answer rather than from its
	// prefill.
	AtEnd bool
	// Leaders is how many different prompts must have had a prefix before others can read it; 0
	// for 1. With 2 the server is one that keeps whole prompts and finds what they have in common
	// when it meets it for the second time; the very same prompt is read at once.
	Leaders int
	// Capacity is how many tokens the cache holds; beyond it the blocks that were not used for the
	// longest time go, ends of prompts first. 0 is no limit.
	Capacity int
	// PerMinute is how many calls of one key a machine takes in a minute; those above go to
	// another machine with a cache of its own. The key is the request's prompt_cache_key, else its
	// first 256 tokens. 0 is one machine for all.
	PerMinute int

	mu       sync.Mutex
	machines map[string][]*machine
}

// machine is one cache.
type machine struct {
	blocks map[uint64]*list.Element // of *block
	recent *list.List               // the front was used last
	// prompts holds when whole prompts can be read; it is kept for Leaders above 1.
	prompts map[uint64]time.Time
	// calls are the calls of the last minute.
	calls []time.Time
}

// block is a block of a prompt, named by the whole prefix that it ends.
type block struct {
	id uint64
	// readers wait for readable; it is zero while too few prompts had the prefix.
	readable time.Time
	writers  []uint64
}

var cacheSeed = maphash.MakeSeed()

// routing is the text by which the calls of one key are sent to a machine.
func routing(r Request) string {
	if key := r.Parameters["prompt_cache_key"]; key != nil {
		return "key " + string(key)
	}
	text := r.text()
	return "prefix " + text[:min(len(text), 4*256)]
}

// use looks a prompt up now and enters it. The function says when the prompt will have been
// prefilled and answered, given the number of tokens to prefill.
func (c *Cache) use(now time.Time, key, prompt string, times func(uncached int) (prefilled, end time.Time)) (cached int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.machine(now, key)
	size, least := c.sizes()
	ids := chain(prompt, 4*size)
	whole := maphash.String(cacheSeed, prompt)
	n := 0
	for n < len(ids) && m.readable(ids[n], now) {
		n++
	}
	if at, ok := m.prompts[whole]; ok && !at.After(now) {
		n = len(ids)
	}
	if n*size >= least {
		cached = n * size
	}
	prefilled, end := times(tokens(prompt) - cached)
	if c.AtEnd {
		prefilled = end
	}
	if len(ids)*size >= least {
		c.enter(m, ids, whole, prefilled.Add(c.Settle))
	}
	return cached
}

func (c *Cache) sizes() (size, least int) {
	size, least = c.Block, c.Min
	if size <= 0 {
		size = 128
	}
	if least <= 0 {
		least = 1024
	}
	return size, least
}

// machine returns the machine that takes a call of the key.
func (c *Cache) machine(now time.Time, key string) *machine {
	if c.machines == nil {
		c.machines = make(map[string][]*machine)
	}
	if c.PerMinute <= 0 {
		key = ""
	}
	for _, m := range c.machines[key] {
		old := func(t time.Time) bool { return now.Sub(t) >= time.Minute }
		m.calls = slices.DeleteFunc(m.calls, old)
		if c.PerMinute <= 0 || len(m.calls) < c.PerMinute {
			return m.called(now, c.PerMinute)
		}
	}
	m := &machine{blocks: make(map[uint64]*list.Element), recent: list.New(), prompts: make(map[uint64]time.Time)}
	c.machines[key] = append(c.machines[key], m)
	return m.called(now, c.PerMinute)
}

func (m *machine) called(now time.Time, perMinute int) *machine {
	if perMinute > 0 {
		m.calls = append(m.calls, now)
	}
	return m
}

// chain names the full blocks of a prompt, each by all of the text up to its end.
func chain(prompt string, size int) []uint64 {
	ids := make([]uint64, 0, len(prompt)/size)
	var h maphash.Hash
	h.SetSeed(cacheSeed)
	for ; len(prompt) >= size; prompt = prompt[size:] {
		h.WriteString(prompt[:size])
		ids = append(ids, h.Sum64())
	}
	return ids
}

func (m *machine) readable(id uint64, now time.Time) bool {
	e := m.blocks[id]
	if e == nil {
		return false
	}
	at := e.Value.(*block).readable
	return !at.IsZero() && !at.After(now)
}

// enter adds the blocks of a prompt, or marks them as used, and drops what is beyond the capacity.
func (c *Cache) enter(m *machine, ids []uint64, whole uint64, readable time.Time) {
	leaders := max(1, c.Leaders)
	if _, ok := m.prompts[whole]; !ok && leaders > 1 {
		m.prompts[whole] = readable
	}
	for _, id := range slices.Backward(ids) { // the beginning is used last, and so stays longest
		e := m.blocks[id]
		if e == nil {
			e = m.recent.PushFront(&block{id: id})
			m.blocks[id] = e
		}
		m.recent.MoveToFront(e)
		e.Value.(*block).write(whole, leaders, readable)
	}
	size, _ := c.sizes()
	for c.Capacity > 0 && m.recent.Len()*size > c.Capacity {
		e := m.recent.Back()
		m.recent.Remove(e)
		delete(m.blocks, e.Value.(*block).id)
	}
}

// write counts the prompt among those that had the block, and makes the block readable when there
// are enough.
func (b *block) write(prompt uint64, leaders int, readable time.Time) {
	if !b.readable.IsZero() || slices.Contains(b.writers, prompt) {
		return
	}
	b.writers = append(b.writers, prompt)
	if len(b.writers) >= leaders {
		b.readable, b.writers = readable, nil
	}
}
