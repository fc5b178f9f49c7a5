package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"math"

	"github.com/assize-eval/assize/judge"
)

// keyOf returns the key of a question: a hash of the messages, of who is asked with what parameters,
// of what the criteria are worth, since a grade is in points, and of the repeat. A programmatic judge
// reads the sample and the criteria themselves, so they count too.
func keyOf(task judge.Task, identity string) string {
	h := sha256.New()
	texts(h, identity, task.Prompt.System, task.Prompt.User())
	number(h, uint64(task.Repeat))
	if task.Prompt == (judge.Prompt{}) {
		conversation := task.Sample.Conversation()
		number(h, uint64(len(conversation)))
		for _, m := range conversation {
			texts(h, m.Role, m.Content)
		}
		texts(h, task.Sample.Response())
	}
	number(h, uint64(len(task.Criteria)))
	for _, c := range task.Criteria {
		texts(h, c.ID, c.Text)
		number(h, math.Float64bits(c.Weight))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// texts adds texts, each behind its length, so that no two sequences of texts hash alike.
func texts(h hash.Hash, all ...string) {
	for _, s := range all {
		number(h, uint64(len(s)))
		io.WriteString(h, s)
	}
}

func number(h hash.Hash, n uint64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	h.Write(b[:])
}
