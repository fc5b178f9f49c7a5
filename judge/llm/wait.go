package llm

import (
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// resetHeaders say when a limit is restored, in several spellings.
var resetHeaders = []string{
	"X-Ratelimit-Reset-Requests", "X-Ratelimit-Reset-Tokens",
	"X-Rate-Limit-Reset-Requests", "X-Rate-Limit-Reset-Tokens",
	"Anthropic-Ratelimit-Requests-Reset", "Anthropic-Ratelimit-Tokens-Reset",
	"Anthropic-Ratelimit-Input-Tokens-Reset", "Anthropic-Ratelimit-Output-Tokens-Reset",
	"X-Ratelimit-Reset-After", "X-Ratelimit-Reset", "X-Rate-Limit-Reset", "Ratelimit-Reset",
}

// waitHint returns how long a failure asks to wait: by Retry-After, in milliseconds where they are stated,
// else, for a refusal for load, by the longest reset that belongs to a limit with nothing left, else by the
// text. It returns false when nothing readable is said; a negative time is nothing readable. Points in time
// are held against the server's clock where it says what that shows, else against now.
func waitHint(h http.Header, load bool, f fault, now time.Time) (time.Duration, bool) {
	if t, err := http.ParseTime(h.Get("Date")); err == nil {
		now = t
	}
	for _, name := range []string{"Retry-After-Ms", "X-Ms-Retry-After-Ms"} {
		if d, ok := parseWait(h.Get(name), time.Millisecond, now); ok {
			return d, true
		}
	}
	if d, ok := parseWait(h.Get("Retry-After"), time.Second, now); ok {
		return d, true
	}
	if load {
		if d, ok := longestReset(h, now); ok {
			return d, true
		}
	}
	if d, ok := parseWait(f.delay, time.Second, now); ok {
		return d, true
	}
	if m := waitText.FindStringSubmatch(f.words); m != nil {
		return parseWait(waitUnit(m[1], m[2]), time.Second, now)
	}
	return 0, false
}

// longestReset returns the longest time until a limit with nothing left is restored; false for none.
func longestReset(h http.Header, now time.Time) (longest time.Duration, ok bool) {
	for _, name := range resetHeaders {
		if left := h.Get(strings.Replace(name, "Reset", "Remaining", 1)); left != "" && left != "0" {
			continue
		}
		if d, good := parseWait(h.Get(name), time.Second, now); good && d > longest {
			longest, ok = d, true
		}
	}
	return longest, ok
}

// waitText finds a wait in the words of a refusal.
var waitText = regexp.MustCompile(`(?i)(?:retry|try again|wait)\s+(?:after|in|for)?\s*((?:\d+h)?(?:\d+m)?\d+(?:\.\d+)?)\s?(ms|s|m|h|milliseconds|seconds|second|minutes|minute|secs?|mins?)?\b`)

// decimal is a number as a header may state it; Go's own reading takes more, as words and other bases.
var decimal = regexp.MustCompile(`^\+?[\d.]+(?:[eE][-+]?\d+)?$`)

// waitWords is a number and the word of a unit.
var waitWords = regexp.MustCompile(`(?i)^([\d.]+) ?(milliseconds|seconds?|secs?|minutes?|mins?|hours?)$`)

// waitUnit joins a number and the word after it into what parseWait reads.
func waitUnit(n, unit string) string {
	unit = strings.ToLower(unit)
	switch {
	case unit == "":
		return n
	case unit == "ms", strings.HasPrefix(unit, "milli"):
		return n + "ms"
	case unit[0] == 'm':
		return n + "m"
	case unit[0] == 'h':
		return n + "h"
	}
	return n + "s"
}

// parseWait reads a number of units, a duration as in "1m3s", a date, or the Unix time of one.
func parseWait(s string, unit time.Duration, now time.Time) (time.Duration, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, false
	}
	if first, rest, ok := strings.Cut(s, ","); ok && decimal.MatchString(first) && decimal.MatchString(strings.TrimSpace(rest)) {
		s = first // the header came twice
	}
	if m := waitWords.FindStringSubmatch(s); m != nil {
		s = waitUnit(m[1], m[2])
	}
	if n, err := strconv.ParseFloat(s, 64); decimal.MatchString(s) && (err == nil || math.IsInf(n, 1)) {
		switch {
		case n >= 1e12 && !math.IsInf(n, 1): // Unix time in milliseconds
			return until(time.UnixMilli(int64(min(n, 1e15))), now)
		case n >= 1e9 && unit == time.Second && !math.IsInf(n, 1): // Unix time
			return until(time.Unix(int64(n), 0), now)
		}
		if n *= float64(unit); n > float64(maxWait) {
			return maxWait, true
		}
		return time.Duration(n), true
	}
	if d, err := time.ParseDuration(s); err == nil {
		return d, d >= 0
	}
	if t, err := http.ParseTime(s); err == nil {
		return until(t, now)
	}
	for _, layout := range []string{time.RFC1123Z, time.RFC1123, time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return until(t, now)
		}
	}
	return 0, false
}

// maxWait stands for every longer wait.
const maxWait = 10 * 365 * 24 * time.Hour

func until(t, now time.Time) (time.Duration, bool) {
	d := t.Sub(now)
	return max(d, 0), d >= 0
}
