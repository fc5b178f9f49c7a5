package report

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assize-eval/assize/metrics/report/internal/document"
)

func TestPageStaysUnderOneMegabyte(t *testing.T) {
	rep, page := thousand()
	t.Logf("%d bytes", len(page))
	if len(page) >= document.Size(0) {
		t.Errorf("the page has %d bytes", len(page))
	}
	if len(page) < document.Size(0)*8/10 {
		t.Errorf("the page has only %d bytes, although texts are shortened", len(page))
	}
	if !strings.Contains(page, `id="shortened"`) {
		t.Fatal("the page does not say that texts are shortened")
	}
	// Whatever is shortened: every verdict is there, and every text starts as it does.
	chunks := unpacked(t, page)
	cut := 0
	for i, s := range rep.Samples {
		c := chunks[i/document.ChunkSamples]
		got := regrade(c, c.Samples[i%document.ChunkSamples])
		if len(got) != len(s.Grades) {
			t.Fatalf("sample %d has %d grades, want %d", i, len(got), len(s.Grades))
		}
		for k, g := range got {
			want := s.Grades[k]
			if g.Status != want.Status || g.Points != want.Points || g.Weight != want.Weight || g.Reason != want.Reason || g.How != want.How {
				t.Fatalf("sample %d grade %d = %+v, want %+v", i, k, g, want)
			}
			for _, texts := range [][2]string{{g.Text, want.Text}, {g.Explanation, want.Explanation}} {
				kept, more, isCut := strings.Cut(texts[0], "\x1f")
				if !strings.HasPrefix(texts[1], kept) {
					t.Fatalf("%q does not start with %q", texts[1], kept)
				}
				if isCut {
					cut++
				}
				if want := fmt.Sprint(utf8.RuneCountInString(texts[1]) - utf8.RuneCountInString(kept)); isCut && more != want || !isCut && kept != texts[1] {
					t.Fatalf("%q is cut to %q without saying so", texts[1], texts[0])
				}
			}
		}
	}
	if cut == 0 {
		t.Error("no text is cut")
	}
}

// Chinese takes more room than anything else: thousands of characters, hardly any of them predictable.
func TestPageOfChineseStaysUnderOneMegabyte(t *testing.T) {
	sh := plawbenchShape()
	sh.sizes, sh.samples, sh.criteria = []int{700, 200, 100, 100}, 1100, 17
	rep := synthetic(sh)
	rng := rand.New(rand.NewPCG(1, 2))
	chinese := func(n int) string {
		text := make([]rune, n)
		for i := range text {
			text[i] = rune(0x4e00 + rng.IntN(3500))
		}
		return string(text)
	}
	for i := range rep.Samples {
		for k := range rep.Samples[i].Grades {
			g := &rep.Samples[i].Grades[k]
			g.Text, g.Explanation = chinese(120), chinese(200)
		}
	}
	if page := pageOf(t, rep); len(page) >= document.Size(0) {
		t.Errorf("the page has %d bytes", len(page))
	}
}
