package plawbench

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// hash returns the SHA-256 of a text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// hashAll returns the SHA-256 of the texts, each followed by a zero byte.
func hashAll(texts []string) string {
	h := sha256.New()
	for _, t := range texts {
		io.WriteString(h, t)
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}
