package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/assize-eval/assize/dataset"
	"github.com/assize-eval/assize/judge"
)

// bodyOf encodes a question with no parameters and decodes it again.
func bodyOf(t *testing.T, q *question) wireBody {
	t.Helper()
	s := &settings{base: map[string]json.RawMessage{}}
	raw := bytes.Join(q.body(head("m", ChatCompletions), s, s.tail(tailKey{})), nil)
	var b wireBody
	if err := json.Unmarshal(raw, &b); err != nil {
		t.Fatalf("%v\n%q", err, raw)
	}
	return b
}

func TestBrokenText(t *testing.T) {
	const lone = "a\xed\xa0\x80b" // half of a pair of surrogates
	long := strings.Repeat("x", minPrefix)
	for _, tc := range []struct {
		prefix, suffix, want, why string
	}{
		{lone, "", "a\uFFFDb", "a lone surrogate"},
		{"a\xff", "\xfeb", "a\uFFFDb", "not UTF-8"},
		{"a\xe6\xb3", "\x95b", "a法b", "a character cut in two is whole"},
		{long + "\xe6\xb3", "\x95b", long + "法b", "also after a prefix that would be cached"},
		{long, lone, long + "a\uFFFDb", "broken in the suffix alone"},
		{"\x00\x1f\u2028<&>", "\"\\\b", "\x00\x1f\u2028<&>\"\\\b", "odd characters are kept"},
	} {
		b := bodyOf(t, taskQuestion(judge.Prompt{Prefix: tc.prefix, Suffix: tc.suffix}, new(prefixCache)))
		if got := b.Messages[0].Content; got != tc.want {
			t.Errorf("%q + %q: %q, want %q (%s)", tc.prefix, tc.suffix, got, tc.want, tc.why)
		}
	}
	b := bodyOf(t, chatQuestion([]dataset.Message{{Role: "dev\"eloper", Content: lone}}))
	if b.Messages[0] != (dataset.Message{Role: "dev\"eloper", Content: "a\uFFFDb"}) {
		t.Errorf("%+v", b.Messages)
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "a\"b\\c\n\r\t\x00\x1f\x7f", "法\u2028<&>", "a\xed\xa0\x80b", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		escaped := escape(s)
		var got string
		if err := json.Unmarshal([]byte(`"`+string(escaped)+`"`), &got); err != nil {
			t.Fatalf("%q: %v", escaped, err)
		}
		if want := strings.ToValidUTF8(s, "\uFFFD"); got != want || !utf8.Valid(escaped) {
			t.Fatalf("%q became %q", s, got)
		}
	})
}

func TestPrefixCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := new(prefixCache)
		text := strings.Repeat("p\"", minPrefix)
		first, _ := c.escape(text)
		second, _ := c.escape(strings.Clone(text))
		if &first[0] != &second[0] {
			t.Error("an equal prefix was escaped twice")
		}
		size := func() (entries, bytes int) {
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.recent.Len() != len(c.entries) {
				t.Errorf("%d entries, %d of them in order", len(c.entries), c.recent.Len())
			}
			return len(c.entries), c.bytes
		}
		_, whole := c.escape("short")
		if n, _ := size(); !whole || n != 1 {
			t.Errorf("%d entries; a short prefix is not worth one", n)
		}
		var wg sync.WaitGroup
		big := strings.Repeat("b", maxPrefixBytes/10)
		for i := range 8 {
			wg.Go(func() { c.escape(fmt.Sprint(i, big)) })
		}
		wg.Wait()
		if n, b := size(); b > maxPrefixBytes || n > 5 || n < 2 {
			t.Errorf("%d bytes in %d entries", b, n)
		}
		time.Sleep(prefixIdle / 2)
		c.escape(text)
		time.Sleep(prefixIdle * 2 / 3)
		synctest.Wait()
		if n, _ := size(); n == 0 {
			t.Error("emptied while in use")
		}
		time.Sleep(2 * prefixIdle)
		synctest.Wait()
		if n, b := size(); n != 0 || b != 0 {
			t.Errorf("%d entries, %d bytes after it was idle", n, b)
		}
		third, _ := c.escape(text)
		if n, _ := size(); !bytes.Equal(first, third) || n != 1 {
			t.Error("not usable after it was emptied")
		}
	})
}

func TestPrefixIsShared(t *testing.T) {
	c := new(prefixCache)
	prefix := strings.Repeat("shared ", 1000)
	a := taskQuestion(judge.Prompt{Prefix: prefix, Suffix: "1"}, c)
	b := taskQuestion(judge.Prompt{Prefix: strings.Clone(prefix), Suffix: "2"}, c)
	if &a.open[3][0] != &b.open[3][0] {
		t.Error("two tasks of a sample do not share their prefix")
	}
}
