package report

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// luminance is the relative luminance of a color #rrggbb, by WCAG 2.2.
func luminance(t *testing.T, color string) float64 {
	t.Helper()
	if len(color) == 4 {
		color = "#" + strings.Repeat(color[1:2], 2) + strings.Repeat(color[2:3], 2) + strings.Repeat(color[3:4], 2)
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil || len(color) != 7 {
		t.Fatalf("color %q", color)
	}
	part := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}

// contrast is the contrast ratio of two colors, from 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrast(t *testing.T) {
	if got := contrast(t, "#000", "#ffffff"); math.Abs(got-21) > 1e-9 {
		t.Fatalf("black on white has a contrast of %v", got)
	}
	if got := contrast(t, "#777777", "#ffffff"); math.Abs(got-4.478) > 0.001 {
		t.Fatalf("#777 on white has a contrast of %v", got)
	}
	css, err := os.ReadFile("internal/document/page/page.css")
	if err != nil {
		t.Fatal(err)
	}
	palettes := regexp.MustCompile(`:root \{([^}]*)\}`).FindAllStringSubmatch(string(css), -1)
	if len(palettes) != 3 {
		t.Fatalf("%d palettes, want those of light, dark and print", len(palettes))
	}
	for i, name := range []string{"light", "dark", "print"} {
		color := map[string]string{}
		for _, m := range regexp.MustCompile(`--(\w+): (#[0-9a-f]+);`).FindAllStringSubmatch(palettes[i][1], -1) {
			color[m[1]] = m[2]
		}
		// AA wants 4.5 for text, and 3 for what a picture is made of and for what shows the focus.
		for _, tt := range []struct {
			front, back string
			least       float64
		}{
			{"ink", "paper", 7}, {"ink", "fill", 7}, {"soft", "paper", 4.5}, {"soft", "fill", 4.5}, {"accent", "paper", 4.5}, {"accent", "fill", 4.5},
			{"alarm", "paper", 4.5}, {"accent", "band", 3}, {"ink", "band", 4.5}, {"accent", "grid", 3}, {"soft", "grid", 3},
		} {
			if color[tt.front] == "" || color[tt.back] == "" {
				t.Fatalf("%s: no color %s or %s", name, tt.front, tt.back)
			}
			if got := contrast(t, color[tt.front], color[tt.back]); got < tt.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %v", name, tt.front, tt.back, got, tt.least)
			}
		}
	}
	// Nothing else of the style sheet is a color.
	rest := string(css)
	for _, p := range palettes {
		rest = strings.Replace(rest, p[1], "", 1)
	}
	if other := regexp.MustCompile(`#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(`).FindAllString(strings.ReplaceAll(rest, "#f", "f"), -1); len(other) > 0 {
		t.Errorf("colors outside of the palettes: %q", other)
	}
}
