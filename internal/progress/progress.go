// Package progress shows the progress of a long task on a terminal, in a line that is redrawn.
package progress

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// refresh is the least time between two drawings.
const refresh = 100 * time.Millisecond

// width is the number of characters of the bar between its brackets.
const width = 30

// Line is a line such as
//
//	programs [==========                    ] 34% (12/35)
type Line struct {
	w     io.Writer
	label string
	total int
	drawn time.Time // zero if nothing is drawn
	size  int       // number of drawn characters
}

// New returns a line for total steps, written to w. The line is drawn by [Line.Set].
func New(w io.Writer, label string, total int) *Line { return &Line{w: w, label: label, total: total} }

// Set draws the line after done steps, unless it was drawn very recently.
func (l *Line) Set(done int) {
	if time.Since(l.drawn) < refresh {
		return
	}
	part := float64(done) / float64(max(l.total, 1))
	text := fmt.Sprintf("%s [%-*s] %3.0f%% (%d/%d)", l.label, width, strings.Repeat("=", int(part*width)), 100*part,
		done, l.total)
	fmt.Fprintf(l.w, "\r%-*s", l.size, text)
	l.drawn, l.size = time.Now(), len(text)
}

// Clear removes the line, so that something else can be printed in its place.
func (l *Line) Clear() {
	if l.size > 0 {
		fmt.Fprintf(l.w, "\r%*s\r", l.size, "")
		l.drawn, l.size = time.Time{}, 0
	}
}
