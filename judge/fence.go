package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Fence puts text between two marker lines that the text cannot contain, for prompts that show a
// judge text of unknown origin: whatever the text says, it cannot close its own fence. The markers
// carry name and a tag derived from the text alone, so that equal texts give equal prompts. The text
// itself is not changed.
func Fence(name, text string) string {
	sum := sha256.Sum256([]byte(text))
	tag := hex.EncodeToString(sum[:6])
	for strings.Contains(text, tag) {
		sum = sha256.Sum256(append(sum[:], text...))
		tag = hex.EncodeToString(sum[:6])
	}
	return "<<<" + name + " " + tag + "\n" + text + "\n" + name + " " + tag + ">>>"
}
