package judge

import (
	"fmt"
	"io"
	"os"
	"time"
)

// How often a line is drawn over the one before, and how often a whole line is written where that cannot
// be done.
const (
	redraw  = 250 * time.Millisecond
	newLine = 10 * time.Second
)

// ProgressLine returns a function for [OnProgress] that keeps its reader up to date: in a terminal by one
// line that is drawn again a few times a second, and elsewhere, as in a file, a pipe or a notebook, by a
// line every ten seconds. The end of the run has a line in any case. A nil w is os.Stderr as it is at each
// call.
func ProgressLine(w io.Writer) func(Progress) {
	l := &progressLine{w: w, terminal: isTerminal}
	return l.show
}

type progressLine struct {
	w        io.Writer
	terminal func(io.Writer) bool
	shown    bool
	at       time.Duration
	// width is the length of the line that is to be drawn over.
	width int
}

func (l *progressLine) show(p Progress) {
	w := l.w
	if w == nil {
		w = os.Stderr
	}
	over := l.terminal(w)
	pause := newLine
	if over {
		pause = redraw
	}
	last := p.Tasks > 0 && p.Done == p.Tasks // Tasks is 0 where it is not known

	if since := p.Elapsed - l.at; l.shown && since >= 0 && since < pause && !last { // below 0 in another run
		return
	}
	l.at, l.shown = p.Elapsed, !last
	line := p.String()
	switch {
	case !over:
		fmt.Fprintln(w, line)
	case last:
		fmt.Fprintf(w, "\r%-*s\n", l.width, line)
		l.width = 0
	default:
		fmt.Fprintf(w, "\r%-*s", l.width, line) // over all of a longer line
		l.width = len(line)
	}
}

// isTerminal reports whether a carriage return takes the writer back to the beginning of its line.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
