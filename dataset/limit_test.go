package dataset

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestReadLineLimit(t *testing.T) {
	tests := []struct {
		why, text string
		want      string
	}{
		{"as long as allowed", "123456789\nx", ""},
		{"one byte more", "1234567890\nx", "the line has more than 10 bytes"},
		{"without an end", "12345678901", "the line has more than 10 bytes"},
		{"longer than the buffer", strings.Repeat("x", 100), "the line has more than 10 bytes"},
	}
	for _, test := range tests {
		_, err := readLine(bufio.NewReaderSize(strings.NewReader(test.text), 16), nil, 10)
		if got := text(err); got != test.want {
			t.Errorf("%s: got the error %q, want %q", test.why, got, test.want)
		}
	}
}

func TestMeterLimit(t *testing.T) {
	item := `"` + strings.Repeat("x", 100) + `"`
	src := &meter{r: strings.NewReader(item), left: 50, limit: 50}
	var raw json.RawMessage
	err := json.NewDecoder(src).Decode(&raw)
	if got, want := text(err), "the item has more than 50 bytes"; got != want {
		t.Errorf("got the error %q, want %q", got, want)
	}
	src = &meter{r: strings.NewReader(item), left: 102, limit: 102}
	if data, err := io.ReadAll(io.LimitReader(src, 102)); err != nil || string(data) != item {
		t.Errorf("got %d bytes and the error %v, want all of the item", len(data), err)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
