package reply

// kind is the type of a JSON value.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

// node is one value of a parsed text. Children are linked by index into the same slice; index 0 is
// the root, so that 0 stands for none.
type node struct {
	kind  kind
	truth bool
	size  int32 // number of children
	first int32
	next  int32
	// key is the decoded name of a member.
	key string
	// text is the decoded text of a string or the literal of a number.
	text string
}

// value is one node with the nodes around it. The zero value is no value at all.
type value struct {
	nodes []node
	at    int32
}

func (v value) ok() bool     { return v.nodes != nil }
func (v value) node() *node  { return &v.nodes[v.at] }
func (v value) kind() kind   { return v.nodes[v.at].kind }
func (v value) text() string { return v.nodes[v.at].text }
func (v value) key() string  { return v.nodes[v.at].key }
func (v value) size() int    { return int(v.nodes[v.at].size) }

// first returns the first child, or no value.
func (v value) first() value { return v.to(v.nodes[v.at].first) }

// next returns the next sibling, or no value.
func (v value) next() value { return v.to(v.nodes[v.at].next) }

func (v value) to(i int32) value {
	if i == 0 {
		return value{}
	}
	return value{v.nodes, i}
}

// equal reports whether v and w are the same JSON value. The order of members does not matter.
func (v value) equal(w value) bool {
	a, b := v.node(), w.node()
	if a.kind != b.kind || a.size != b.size || a.truth != b.truth {
		return false
	}
	switch a.kind {
	case text:
		return a.text == b.text
	case number:
		return a.text == b.text || sameNumber(a.text, b.text)
	case array:
		for c, d := v.first(), w.first(); c.ok(); c, d = c.next(), d.next() {
			if !c.equal(d) {
				return false
			}
		}
	case object:
		return v.equalMembers(w)
	}
	return true
}

// equalMembers compares objects of one size. Members usually stand in the same order, which is tried
// first; else each is looked for, and objects too large for that count as different.
func (v value) equalMembers(w value) bool {
	const most = 64
	d := w.first()
	for c := v.first(); c.ok(); c, d = c.next(), d.next() {
		e := d
		if c.key() != e.key() {
			if v.size() > most {
				return false
			}
			for e = w.first(); e.ok() && e.key() != c.key(); {
				e = e.next()
			}
		}
		if !e.ok() || !c.equal(e) {
			return false
		}
	}
	return true
}

// letters counts the letters of all texts in v, a Chinese one for two: how much there is that two
// authors would hardly write alike.
func (v value) letters() int {
	n := 0
	if v.kind() == text {
		for _, r := range v.text() {
			if n++; r >= 0x2E80 {
				n++
			}
		}
	}
	for c := v.first(); c.ok(); c = c.next() {
		n += c.letters()
	}
	return n
}
