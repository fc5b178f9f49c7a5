package llm

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	firstBackoff = 500 * time.Millisecond
	maxBackoff   = 30 * time.Second
)

// backoff returns a random wait before the repeat after the nth failure, from 0: the range doubles
// with each.
func backoff(n int) time.Duration {
	most := maxBackoff
	if n < 6 {
		most = min(maxBackoff, firstBackoff<<n)
	}
	return time.Millisecond + rand.N(most)
}

// jitter returns what is added to a wait that the endpoint asks for, so that not all come back at one
// instant.
func jitter(d time.Duration) time.Duration {
	return rand.N(min(d/10, 2*time.Second) + 10*time.Millisecond)
}

// sleep waits for d, or returns the context's cause when that is done first.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
