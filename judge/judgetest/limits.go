package judgetest

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Limits are requests and tokens per minute, as two buckets that fill steadily and hold what a
// minute brings. A server with limits states them in x-ratelimit-* headers on every response to a
// request that it looked at, and answers what is above them with status 429 and the time to wait.
// A request counts the tokens of its prompt.
//
// The zero Limits limit nothing. Limits may be shared by servers; their fields are not changed once
// they are in use.
type Limits struct {
	// Requests and Tokens are the limits per minute; 0 for none.
	Requests, Tokens int

	mu               sync.Mutex
	requests, tokens bucket
}

// bucket is how much there is at a time. A bucket that was never used is full.
type bucket struct {
	level float64
	at    time.Time
}

// limited is what the limits say about one request.
type limited struct {
	ok     bool
	header http.Header
}

// take takes a request and its tokens out of the buckets, if both hold enough.
func (l *Limits) take(tokens int) limited {
	if l == nil {
		return limited{ok: true}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.requests.fill(l.Requests, now)
	l.tokens.fill(l.Tokens, now)
	lacking := max(l.requests.lacks(l.Requests, 1), l.tokens.lacks(l.Tokens, float64(tokens)))
	if lacking == 0 {
		l.requests.level--
		l.tokens.level -= float64(tokens)
	}
	h := http.Header{"Content-Type": {"application/json"}}
	l.requests.state(h, "Requests", l.Requests)
	l.tokens.state(h, "Tokens", l.Tokens)
	if lacking > 0 {
		h.Set("Retry-After-Ms", strconv.FormatInt(lacking.Milliseconds()+1, 10))
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(lacking.Seconds()))))
	}
	return limited{lacking == 0, h}
}

// fill adds what has come in since the last time.
func (b *bucket) fill(perMinute int, now time.Time) {
	most := float64(perMinute)
	if b.at.IsZero() {
		b.level = most
	} else {
		b.level = min(most, b.level+most*now.Sub(b.at).Minutes())
	}
	b.at = now
}

// lacks returns how long it takes until the bucket holds n, or is full.
func (b *bucket) lacks(perMinute int, n float64) time.Duration {
	missing := min(n, float64(perMinute)) - b.level
	if perMinute <= 0 || missing <= 1e-9 {
		return 0
	}
	return time.Duration(missing / float64(perMinute) * float64(time.Minute))
}

func (b *bucket) state(h http.Header, name string, perMinute int) {
	if perMinute <= 0 {
		return
	}
	left := max(0, b.level)
	full := time.Duration((float64(perMinute) - left) / float64(perMinute) * float64(time.Minute))
	h.Set("X-Ratelimit-Limit-"+name, strconv.Itoa(perMinute))
	h.Set("X-Ratelimit-Remaining-"+name, strconv.Itoa(int(left)))
	h.Set("X-Ratelimit-Reset-"+name, full.Round(time.Millisecond).String())
}
