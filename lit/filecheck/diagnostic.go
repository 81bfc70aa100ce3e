package filecheck

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Severity is the kind of a diagnostic.
type Severity int

// The severities. A Note belongs to the diagnostic before it. A Remark does not report a problem.
const (
	Error Severity = iota
	Note
	Remark
	// Bare is an error that is shown without the word "error".
	Bare
)

// String returns the name of the severity.
func (s Severity) String() string { return [...]string{"error", "note", "remark", ""}[s] }

// Diagnostic is a message about a place.
type Diagnostic struct {
	Severity Severity
	Message  string
	// At starts at the position of the message. Its Source is nil if the message has no position.
	At Range
	// Underline is marked below the line, as far as it is on that line.
	Underline Range
	// Spaced means that an empty line follows. FileCheck prints one after errors in variables and expressions.
	Spaced bool
}

// Error returns the message with its place, on one line.
func (d *Diagnostic) Error() string {
	var b strings.Builder
	b.WriteString(d.place())
	if d.Severity != Bare {
		b.WriteString(d.Severity.String() + ": ")
	}
	b.WriteString(d.Message)
	return b.String()
}

// place returns the position as "file:line:column: ".
func (d *Diagnostic) place() string {
	if d.At.Source == nil {
		return ""
	}
	name := d.At.Source.Name
	if name == "-" {
		name = "<stdin>"
	}
	line, column := d.At.Source.Position(d.At.Start)
	return fmt.Sprintf("%s:%d:%d: ", name, line, column)
}

// SyntaxError is the error of [Parse]. It describes the errors in the check file or in the options.
type SyntaxError struct {
	Diagnostics []Diagnostic
	// ExitCode is the exit code of FileCheck for this error: 2, or 1 for an unbalanced bracket.
	ExitCode int
}

// Error returns the first diagnostic.
func (e *SyntaxError) Error() string {
	text := e.Diagnostics[0].Error()
	if n := len(e.Diagnostics) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// The colors of messages, as LLVM's terminal output has them.
const (
	colorBold  = "\x1b[1m"
	colorReset = "\x1b[0m"
	colorCaret = "\x1b[0;1;32m"
)

var severityColors = map[Severity]string{Error: "\x1b[0;1;31m", Note: "\x1b[0;1;30m", Remark: "\x1b[0;1;34m"}

// WriteDiagnostics writes diagnostics as text: each with its position, the line, and a caret below the line.
func WriteDiagnostics(w io.Writer, diagnostics []Diagnostic, color bool) error {
	out := bufio.NewWriter(w)
	for i := range diagnostics {
		diagnostics[i].write(out, color)
		if diagnostics[i].Spaced {
			out.WriteByte('\n')
		}
	}
	return out.Flush()
}

func (d *Diagnostic) write(w *bufio.Writer, color bool) {
	paint := func(code, text string) {
		if color {
			text = code + text + colorReset
		}
		w.WriteString(text)
	}
	if d.At.Source == nil {
		w.WriteString(d.Error() + "\n")
		return
	}
	paint(colorBold, d.place())
	paint(severityColors[d.Severity], d.Severity.String()+": ")
	paint(colorBold, d.Message+"\n")
	start, end := d.At.Source.line(d.At.Start)
	line := d.At.Source.Text[start:end]
	writeExpanded(w, line, line)
	// Below characters of several bytes a caret would be in the wrong place.
	if bytes.IndexFunc(line, func(r rune) bool { return r > 0x7f }) >= 0 {
		return
	}
	var caret bytes.Buffer
	out := bufio.NewWriter(&caret)
	writeExpanded(out, d.caret(start, end), line)
	out.Flush()
	paint(colorCaret, caret.String())
}

// caret returns the line with the marks below source text[start:end].
func (d *Diagnostic) caret(start, end int) []byte {
	marks := bytes.Repeat([]byte{' '}, end-start+1)
	if u := d.Underline; u.Source != nil && u.Start <= end && u.End >= start {
		for i := max(u.Start, start); i < min(u.End, end); i++ {
			marks[i-start] = '~'
		}
	}
	marks[d.At.Start-start] = '^'
	return bytes.TrimRight(marks, " ")
}

// tabStop is the distance of tabs in messages.
const tabStop = 8

// writeExpanded writes text. Each character below a tab of line is widened to the next tab stop, and so are tabs.
func writeExpanded(w *bufio.Writer, text, line []byte) {
	column := 0
	for i, c := range text {
		if i >= len(line) || line[i] != '\t' {
			w.WriteByte(c)
			column++
			continue
		}
		if c == '\t' {
			c = ' '
		}
		for again := true; again; again = column%tabStop != 0 {
			w.WriteByte(c)
			column++
		}
	}
	w.WriteByte('\n')
}
