package reply

// Limits on what is read. A reply beyond them has no verdict; nothing is cut to fit.
const (
	// maxBytes is the longest reply that is looked at. Replies of judges are a few kilobytes.
	maxBytes = 4 << 20
	// maxDepth is how deep objects and arrays may nest.
	maxDepth = 100
	// maxObjects is how many objects a reply may hold.
	maxObjects = 256
	// workPerByte bounds the bytes looked at over all attempts, per byte of text.
	workPerByte = 12
	// workFloor is allowed in any case, so that short texts never run out.
	workFloor = 1 << 16
)

// budget bounds the work on one reply: every attempt to read an object pays for the bytes it looked
// at, so that a text made of openings costs no more than a few passes over it.
type budget struct{ left int }

func newBudget(bytes int) budget { return budget{left: workFloor + workPerByte*bytes} }

// spend takes n bytes and reports whether the budget holds.
func (b *budget) spend(n int) bool {
	b.left -= n
	return b.left >= 0
}

func (b *budget) spent() bool { return b.left < 0 }
