package judgetest

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Latency says how long a [Server] works on an answer: Base, then Prefill for each token of the
// prompt that no cache has, then a time for the reply that is log-normal with the given median and
// spread. Faults that are a status or a broken connection take Base alone. The times are real ones,
// so tests run in a testing/synctest bubble.
type Latency struct {
	Base    time.Duration
	Prefill time.Duration
	// Decode is the median time of a reply.
	Decode time.Duration
	// Sigma is the standard deviation of the logarithm of that time; 0 for replies that all take
	// Decode.
	Sigma float64
	// Seed and the request's Key and Attempt alone decide the time of a reply.
	Seed uint64
}

// prefill returns the time until the reply begins.
func (l Latency) prefill(uncached int) time.Duration {
	return l.Base + time.Duration(uncached)*l.Prefill
}

// decode returns the time of the reply.
func (l Latency) decode(r Request) time.Duration {
	if l.Decode <= 0 || l.Sigma == 0 {
		return max(0, l.Decode)
	}
	return time.Duration(float64(l.Decode) * math.Exp(l.Sigma*draw(l.Seed, "decode", r).NormFloat64()))
}

// hint returns how long a response asks to wait; 0 when it does not say or says nonsense.
func hint(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return time.Duration(ms * float64(time.Millisecond))
	}
	after := h.Get("Retry-After")
	if at, err := http.ParseTime(after); err == nil {
		return time.Until(at)
	}
	if after == "" {
		after = h.Get("X-Rate-Limit-Reset-Tokens")
	}
	if secs, err := strconv.ParseFloat(after, 64); err == nil {
		return time.Duration(secs * float64(time.Second))
	}
	d, _ := time.ParseDuration(strings.TrimSpace(h.Get("X-Ratelimit-Reset-Tokens")))
	return d
}
