package markdown

import "testing"

func TestOpening(t *testing.T) {
	for _, tt := range []struct {
		why, title string
		warnings   []string
		want       string
	}{
		{"no warnings", "a *run*", nil, "# a \\*run\\*\n\n"},
		{"each warning stands by itself", "run", []string{"one", "<b>"}, "# run\n\n> **Warning:** one\n>\n> **Warning:** \\<b\\>\n>\n\n"},
	} {
		if got := Opening(tt.title, tt.warnings); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
