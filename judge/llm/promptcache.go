package llm

import (
	"crypto/sha256"
	"encoding/hex"
)

// PromptCache is how prompts are marked for the endpoint's prefix cache. It changes what calls cost and
// how soon they are answered, never what is asked. The zero PromptCache is [Unmarked].
type PromptCache string

// The ways of marking. Which of them helps, the endpoint's documentation says; one that it refuses is
// not sent again.
const (
	// Unmarked sends no marks. Most caches need none.
	Unmarked PromptCache = ""
	// CacheKey sends a prompt_cache_key that is the same for the tasks of a sample, so that they meet
	// on one machine. It is for OpenAI's models before GPT-5.6.
	CacheKey PromptCache = "key"
	// CacheBreakpoint sends the key and, of the user message, two parts of text with an explicit
	// breakpoint between what is the same for the tasks of a sample and the rest. It is for OpenAI's
	// GPT-5.6 and later, which find nothing else again and charge for what they keep. An endpoint that
	// joins parts with a line break would be asked something else: use it with no other.
	CacheBreakpoint PromptCache = "breakpoint"
)

const (
	fieldCacheKey        = "prompt_cache_key"
	fieldCacheOptions    = "prompt_cache_options"
	fieldCacheBreakpoint = "prompt_cache_breakpoint"
)

// names returns the fields of the marks, which are no parameters that a reply depends on.
func (c PromptCache) names() []string {
	switch c {
	case CacheKey:
		return []string{fieldCacheKey}
	case CacheBreakpoint:
		return []string{fieldCacheKey, fieldCacheBreakpoint, fieldCacheOptions}
	}
	return nil
}

// weakened returns the marks that are left when the endpoint refuses one of them.
func (c PromptCache) weakened(name string) (left PromptCache, what string) {
	if c == CacheBreakpoint && name != fieldCacheKey {
		return CacheKey, "dropped, with the breakpoints of prompts"
	}
	return Unmarked, "dropped, with all marks for the prompt cache"
}

// marks are what stands around the two parts of a user message.
type marks struct{ open, between, end, next []byte }

var chatMarks, responsesMarks = marksOf("text"), marksOf("input_text")

func marksOf(kind string) marks {
	return marks{
		open:    []byte(`","content":[{"type":"` + kind + `","text":"`),
		between: []byte(`","` + fieldCacheBreakpoint + `":{"mode":"explicit"}},{"type":"` + kind + `","text":"`),
		end:     []byte(`"}]}`),
		next:    []byte(`"}]},`),
	}
}

// cacheOptions has the endpoint keep nothing but what is marked.
var cacheOptions = []byte(`{"mode":"explicit"}`)

var (
	keyStart = []byte(`,"` + fieldCacheKey + `":"`)
	keyEnd   = []byte(`"}`)
)

// key returns the cache key of a prefix.
func (c *prefixCache) key(text string) []byte {
	c.mu.Lock()
	if el, ok := c.entries[text]; ok && el.Value.(*prefix).key != nil {
		defer c.mu.Unlock()
		return el.Value.(*prefix).key
	}
	c.mu.Unlock()
	sum := sha256.Sum256([]byte(text))
	key := []byte(hex.EncodeToString(sum[:16]))
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.entries[text]; ok {
		el.Value.(*prefix).key = key
	}
	return key
}
