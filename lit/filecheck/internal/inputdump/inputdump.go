// Package inputdump shows an input with the annotations of its check: FileCheck's --dump-input.
//
// Start with [Write]. Package filecheck decides which annotations there are.
package inputdump

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/lit/filecheck"
)

// Filter selects the lines to show. Lines around them are shown as context.
type Filter int

// The filters, from the fewest lines to the most.
const (
	// Errors are the lines where annotations of errors start.
	Errors Filter = iota
	// Starts are the lines where annotations start.
	Starts
	// Full are the lines with annotations.
	Full
	// All are all lines.
	All
)

// DefaultContext is the default number of lines that are shown before and after the lines of the filter.
const DefaultContext = 5

// Options are the choices about a dump.
type Options struct {
	Filter  Filter
	Context int
	Color   bool
	// Verbose highlights, in color, the text that no positive directive matched.
	Verbose bool
}

// The colors of dumps, as LLVM's terminal output has them.
const (
	colorPlain     = "\x1b[1m"
	colorReset     = "\x1b[0m"
	colorMuted     = "\x1b[0;1;30m"
	colorUnmatched = "\x1b[0;1;46m"
)

// ellipsisLines is the height of the mark for omitted lines. Fewer lines are shown as they are.
const ellipsisLines = 3

// dump writes an annotated input.
type dump struct {
	options Options
	out     *bufio.Writer
	elided  bytes.Buffer
	marks   []mark
	width   int // of the labels
}

// Write writes the input of a result with its annotations.
func Write(w io.Writer, checks *filecheck.Checks, result *filecheck.Result, options Options) error {
	d := dump{options: options, out: bufio.NewWriter(w)}
	d.out.WriteString("Input was:\n<<<<<<\n")
	text := result.Input.Text
	d.marks, d.width = marksOf(checks, result.Annotations)
	lines := bytes.Count(text, []byte{'\n'})
	if !bytes.HasSuffix(text, []byte{'\n'}) {
		lines++
	}
	// Three more columns separate the line numbers from the labels of annotations.
	d.width = max(d.width, len(fmt.Sprint(lines))) + 3
	if options.Color {
		d.out.WriteString(colorPlain + colorReset)
	}
	d.lines(text)
	d.out.WriteString(">>>>>>\n")
	return d.out.Flush()
}

// lines writes the lines that the filter selects, with their context.
func (d *dump) lines(text []byte) {
	last, next := 0, -1 // lines that the filter selects; next is 0 if there are no more
	for number := 1; len(text) > 0 || len(d.marks) > 0; number++ {
		if next != 0 && next < number {
			next = d.nextSelected(number)
		}
		if next == number {
			last = number
		}
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		if len(rest) < len(text)-len(line) {
			line = text[:len(line)+1]
		}
		text = rest
		near := last > 0 && number <= last+d.options.Context || next > 0 && number+d.options.Context >= next
		if near {
			d.flushElided()
			d.line(d.out, number, line)
		} else {
			d.line(&d.elided, number, line)
		}
	}
	d.flushElided()
}

// nextSelected returns the next line that the filter selects, or 0.
func (d *dump) nextSelected(number int) int {
	if d.options.Filter == All {
		return number
	}
	for _, m := range d.marks {
		if d.options.Filter == Full || m.first && (d.options.Filter == Starts || m.style.isError) {
			return m.line
		}
	}
	return 0
}

// flushElided writes the omitted lines, or a mark in their place if that is shorter.
func (d *dump) flushElided() {
	if bytes.Count(d.elided.Bytes(), []byte{'\n'}) > ellipsisLines {
		for range ellipsisLines {
			d.paint(d.out, colorMuted, fmt.Sprintf("%*s", d.width, "."))
			d.out.WriteByte('\n')
		}
	} else {
		d.out.Write(d.elided.Bytes())
	}
	d.elided.Reset()
}

func (d *dump) paint(w io.Writer, color, text string) {
	if d.options.Color {
		text = color + text + colorReset
	}
	io.WriteString(w, text)
}

// line writes an input line and its annotations. The newline is shown as a space.
func (d *dump) line(w io.Writer, number int, line []byte) {
	d.paint(w, colorMuted, fmt.Sprintf("%*d: ", d.width, number))
	marks := d.marks
	for i, m := range marks {
		if m.line != number {
			marks = marks[:i]
			break
		}
	}
	shown := bytes.ReplaceAll(line, []byte{'\n'}, []byte{' '})
	switch {
	case !d.options.Color:
		w.Write(shown)
	case !d.options.Verbose:
		d.paint(w, colorPlain, string(shown))
	default:
		io.WriteString(w, highlighted(shown, marks))
	}
	io.WriteString(w, "\n")
	for _, m := range marks {
		d.mark(w, m, len(line))
	}
	d.marks = d.marks[len(marks):]
}

// highlighted returns a line with the text highlighted that no positive directive matched.
func highlighted(line []byte, marks []mark) string {
	var b strings.Builder
	b.WriteString(colorPlain + colorUnmatched)
	matched := false
	for i, c := range line {
		was := matched
		matched = false
		for _, m := range marks {
			matched = matched || m.good && m.start <= i+1 && i+1 < m.end
		}
		if matched && !was {
			b.WriteString(colorReset)
		} else if was && !matched {
			b.WriteString(colorUnmatched)
		}
		b.WriteByte(c)
	}
	return b.String() + colorReset
}

// mark writes an annotation below a line with a given length. Its note is to the right of the end of the line.
func (d *dump) mark(w io.Writer, m mark, length int) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s  ", d.width, m.label)
	b.WriteString(strings.Repeat(" ", max(m.start-1, 0)))
	b.WriteByte(m.style.lead)
	column := m.start + 1
	for ; column < m.end && column <= length; column++ {
		b.WriteByte('~')
	}
	if m.note != "" {
		b.WriteString(strings.Repeat(" ", max(length-column+1, 0)))
		b.WriteString(" " + m.note)
	}
	d.paint(w, m.style.color, b.String()+"\n")
}
