package llm

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

// bucket is a limit of so many requests, or tokens, per minute. It does nothing while the limit is
// not known.
type bucket struct {
	// size is the limit; 0 while it is unknown.
	size float64
	// level is what may be taken now; it may be negative.
	level float64
	// rate is what flows back in a second.
	rate float64
	at   time.Time
	// given is all that was ever taken.
	given float64
	// learned says that the limit comes from headers, which may be wrong.
	learned bool
}

func newBucket(perMinute int) bucket {
	size := float64(perMinute)
	return bucket{size: size, level: size, rate: size / 60}
}

func (b *bucket) refill(now time.Time) {
	if !b.at.IsZero() {
		b.level = min(b.size, b.level+b.rate*now.Sub(b.at).Seconds())
	}
	b.at = now
}

// wait returns how long until n may be taken. More than the size needs a full bucket.
func (b *bucket) wait(n float64, now time.Time) time.Duration {
	if b.size <= 0 {
		return 0
	}
	b.refill(now)
	short := min(n, b.size) - b.level
	switch {
	case short <= 0:
		return 0
	case b.rate <= 0:
		return maxStall
	}
	return time.Duration(math.Ceil(short / b.rate * float64(time.Second)))
}

func (b *bucket) take(n float64, now time.Time) {
	b.given += n
	if b.size > 0 {
		b.refill(now)
		b.level = max(b.level-n, -b.size)
	}
}

// limitHeaders are the headers of one limit.
type limitHeaders struct{ limit, remaining, reset string }

var (
	requestHeaders = limitHeaders{"X-Ratelimit-Limit-Requests", "X-Ratelimit-Remaining-Requests", "X-Ratelimit-Reset-Requests"}
	tokenHeaders   = limitHeaders{"X-Ratelimit-Limit-Tokens", "X-Ratelimit-Remaining-Tokens", "X-Ratelimit-Reset-Tokens"}
)

// correct takes size, level and rate from a response's headers. They tell the state when the request
// came in, so what was given out since, and what has flowed back, is counted on top.
func (b *bucket) correct(h http.Header, names *limitHeaders, start time.Time, mark float64, now time.Time) {
	size, ok := headerNumber(h, names.limit)
	left, ok2 := headerNumber(h, names.remaining)
	if !ok || !ok2 || size < 1 || left > size {
		return
	}
	rate := b.rate
	if b.size != size || rate <= 0 {
		rate = size / 60
	}
	if reset, ok := parseWait(h.Get(names.reset), time.Second, now); ok && reset > 0 && left < size {
		rate = (size - left) / reset.Seconds()
	}
	b.size, b.rate, b.at, b.learned = size, rate, now, true
	since := rate*now.Sub(start).Seconds() - (b.given - mark)
	b.level = max(min(left+since, size), -size)
}

func headerNumber(h http.Header, name string) (float64, bool) {
	v := h[name]
	if len(v) == 0 {
		return 0, false
	}
	n, err := strconv.ParseFloat(v[0], 64)
	return n, err == nil && n >= 0 && !math.IsInf(n, 0)
}
