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

const keySize = sha256.Size

// keyOf returns the key of a question: a hash of the messages, of who is asked with what parameters, of
// the schema that the reply may be held to, of what the criteria say and are worth, since a grade is in
// points, and of the repeat. The answer counts also where the prompt shows a part of it alone, since a
// programmatic judge reads it as it is. A task without a prompt is for such a judge, which sees the
// conversation and all names too.
func keyOf(task judge.Task, identity string) string {
	h := sha256.New()
	texts(h, identity, task.Prompt.System, task.Prompt.User(), task.Contract.Schema)
	number(h, uint64(task.Repeat))
	texts(h, task.Sample.Response())
	number(h, uint64(len(task.Criteria)))
	for _, c := range task.Criteria {
		texts(h, c.Text)
		number(h, math.Float64bits(c.Weight))
	}
	if task.Prompt == (judge.Prompt{}) {
		texts(h, task.Sample.ID())
		for _, c := range task.Criteria {
			texts(h, c.ID, c.Category)
		}
		for _, m := range task.Sample.Conversation() {
			texts(h, m.Role, m.Content)
		}
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
