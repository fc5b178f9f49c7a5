package pyliteral

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// cookie finds the declaration of another encoding, as PEP 263 has it.
var cookie = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)

// source returns src as Python reads it: without a byte order mark and with \n for every line end.
func source(src []byte) (string, error) {
	src = bytes.TrimPrefix(src, []byte("\uFEFF"))
	text := strings.ReplaceAll(string(src), "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	if at := strings.IndexByte(text, 0); at >= 0 {
		return "", fmt.Errorf("line %d: found a null byte", 1+strings.Count(text[:at], "\n"))
	}
	for i, line := range strings.SplitN(text, "\n", 3) {
		if m := cookie.FindStringSubmatch(line); m != nil && i < 2 && !isUTF8(m[1]) {
			return "", fmt.Errorf("the source says that its encoding is %q, which is not UTF-8", m[1])
		}
		if i == 0 && strings.Trim(strings.SplitN(line, "#", 2)[0], " \t\f") != "" {
			break // Python looks at the second line only below a blank one or a comment.
		}
	}
	if !utf8.ValidString(text) {
		return "", errors.New("the source is not valid UTF-8")
	}
	return text, nil
}

func isUTF8(name string) bool {
	switch strings.ReplaceAll(strings.ToLower(name), "_", "-") {
	case "utf-8", "utf8", "utf-8-sig", "ascii", "us-ascii":
		return true
	}
	return false
}
