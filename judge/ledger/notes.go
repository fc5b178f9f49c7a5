package ledger

import "fmt"

// notes are what was odd about a file. Of one kind only the first few are kept, and the others counted.
type notes struct {
	list  []string
	kinds []string
	count map[string]int
}

// mostNotes is how many notes of a kind are kept.
const mostNotes = 10

func (n *notes) add(kind, format string, args ...any) {
	if n.count == nil {
		n.count = map[string]int{}
	}
	if n.count[kind] == 0 {
		n.kinds = append(n.kinds, kind)
	}
	if n.count[kind]++; n.count[kind] <= mostNotes {
		n.list = append(n.list, fmt.Sprintf(format, args...))
	}
}

func (n *notes) texts() []string {
	out := append([]string(nil), n.list...)
	for _, k := range n.kinds {
		if more := n.count[k] - mostNotes; more > 0 {
			out = append(out, fmt.Sprintf("%d more: %s", more, k))
		}
	}
	return out
}
