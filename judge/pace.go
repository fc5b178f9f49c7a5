package judge

import "time"

// pace tells how fast a run is of late: what a ledger answers at its beginning says nothing about the
// rest.
type pace struct {
	// marks are how far the run was at times at least a second apart, the oldest first.
	marks []mark
}

type mark struct {
	at   time.Duration
	done int
}

// paceSpan is how far back a pace looks.
const paceSpan = 30 * time.Second

// rate notes how many tasks are done and returns the tasks per second of late; 0 at the very beginning.
func (p *pace) rate(at time.Duration, done int) float64 {
	if len(p.marks) == 0 {
		p.marks = []mark{{}}
	}
	if at-p.marks[len(p.marks)-1].at >= time.Second {
		p.marks = append(p.marks, mark{at, done})
	}
	for len(p.marks) > 1 && at-p.marks[1].at >= paceSpan {
		p.marks = p.marks[1:]
	}
	from := p.marks[0]
	if at <= from.at {
		return 0
	}
	return float64(done-from.done) / (at - from.at).Seconds()
}
