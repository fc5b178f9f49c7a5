package outside

import "testing"

func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		limit   int
		want    string
	}{
		{"short enough", "abc", 3, "abc"},
		{"says how many are cut", "abcdef", 2, "ab\x1f4"},
		{"counts characters, not bytes", "民法典第五百", 6, "民法典第五百"},
		{"cuts between characters", "民法典第五百", 2, "民法\x1f4"},
		{"nothing is kept", "abc", 0, "\x1f3"},
		{"nothing is there", "", 0, ""},
	} {
		if got := Shorten(tt.in, tt.limit); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
