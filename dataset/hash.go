package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Hash returns the SHA-256 of the file's bytes in lower-case hexadecimal digits, for a report's
// provenance. The bytes are those on disk: a file and its compressed copy have different hashes.
func Hash(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
