package ir

import (
	"fmt"
	"strings"
)

// Severity ranks diagnostics.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Remark
	Note
)

// String returns the severity as it prints: "error", "warning", "remark" or "note".
func (s Severity) String() string { return [...]string{"error", "warning", "remark", "note"}[s] }

// Diagnostic is a located message with notes. It is an error.
type Diagnostic struct {
	Severity Severity
	Loc      Location // nil when unknown
	Message  string
	Notes    []*Diagnostic
	Op       *Operation // that the message is about; nil for none
	// Err is an error that the message comes from, for errors.Is and errors.As; it may be nil.
	Err error
}

// Error returns the diagnostic's first line, without source text.
func (d *Diagnostic) Error() string {
	var p Printer
	p.diagnosticHead(d)
	return string(p.Buf)
}

// Unwrap returns the error that the diagnostic comes from.
func (d *Diagnostic) Unwrap() error { return d.Err }

// Note appends a note and returns d.
func (d *Diagnostic) Note(loc Location, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, &Diagnostic{Severity: Note, Loc: loc, Message: fmt.Sprintf(format, args...)})
	return d
}

// Errorf returns an error diagnostic at a location.
func Errorf(loc Location, format string, args ...any) *Diagnostic {
	err := fmt.Errorf(format, args...)
	return &Diagnostic{Severity: Error, Loc: loc, Message: err.Error(), Err: err}
}

// Errorf returns an error at the operation's location; the message starts with "'name' op ".
func (op *Operation) Errorf(format string, args ...any) *Diagnostic {
	return op.at("'%s' op %w", op.Name(), fmt.Errorf(format, args...))
}

// at returns an error at the operation's location, about the operation, with nothing before the message.
func (op *Operation) at(format string, args ...any) *Diagnostic {
	d := Errorf(op.Loc(), format, args...)
	d.Op = op
	return d
}

// DiagnosticHandler receives diagnostics as they arise.
type DiagnosticHandler func(*Diagnostic)

// diagnosticHead appends `file:line:col: error: message`, without end of line.
func (p *Printer) diagnosticHead(d *Diagnostic) {
	if f := FileLocation(d.Loc); f != nil {
		p.text(f.File)
		p.text(":")
		p.Int(int64(f.StartLine))
		p.text(":")
		p.Int(int64(f.StartCol))
		p.text(": ")
	} else if d.Loc != nil {
		p.Location(d.Loc)
		p.text(": ")
	}
	p.text(d.Severity.String())
	p.text(": ")
	p.text(d.Message)
}

// Position returns the position in a file that a location stands for, such as k.mlir:3:5, or "" (see [FileLocation]).
func Position(l Location) string {
	if f := FileLocation(l); f != nil {
		return fmt.Sprintf("%s:%d:%d", f.File, f.StartLine, f.StartCol)
	}
	return ""
}

// FileLocation returns the position in a file that a location stands for, or nil. For a call site it is the position of
// the callee, or else of the caller. For a fused location it is that of the first part that has one.
func FileLocation(l Location) *FileLineColRange {
	switch l := l.(type) {
	case *FileLineColRange:
		return l
	case *NameLoc:
		return FileLocation(l.Child)
	case *CallSiteLoc:
		if f := FileLocation(l.Callee); f != nil {
			return f
		}
		return FileLocation(l.Caller)
	case *FusedLoc:
		for _, inner := range l.Locs {
			if f := FileLocation(inner); f != nil {
				return f
			}
		}
	}
	return nil
}

// callSite returns the call site in a location, in a fused location the first one; nil if there is none.
func callSite(l Location) *CallSiteLoc {
	switch l := l.(type) {
	case *CallSiteLoc:
		return l
	case *NameLoc:
		return callSite(l.Child)
	case *FusedLoc:
		for _, inner := range l.Locs {
			if site := callSite(inner); site != nil {
				return site
			}
		}
	}
	return nil
}

// maxShownLine bounds the source text that a diagnostic shows.
const maxShownLine = 400

// maxCallers bounds how many calls a diagnostic shows.
const maxCallers = 10

// Render returns the diagnostic's full text: its message, then the source line with a caret under the column if ctx
// knows the file's text. The same follows for the chain of inlined calls of its location, and for every note. A note at
// the same position as the previous one shows no source line.
func (d *Diagnostic) Render(ctx *Context) string {
	var p Printer
	p.diagnosticHead(d)
	p.sourceLine(ctx, d.Loc)
	callers := 0
	for site := callSite(d.Loc); site != nil && callers < maxCallers; site = callSite(site.Caller) {
		if FileLocation(site.Caller) != nil {
			p.diagnosticHead(&Diagnostic{Severity: Note, Loc: site.Caller, Message: "called from"})
			p.sourceLine(ctx, site.Caller)
		}
		callers++
	}
	before := d.Loc
	for _, n := range d.Notes {
		p.diagnosticHead(n)
		if n.Loc == before {
			p.text("\n")
		} else {
			p.sourceLine(ctx, n.Loc)
		}
		before = n.Loc
	}
	return string(p.Buf)
}

// sourceLine ends the line, and appends the source text at a location.
func (p *Printer) sourceLine(ctx *Context, l Location) {
	p.text("\n")
	f := FileLocation(l)
	if f == nil {
		return
	}
	src := ctx.Source(f.File)
	if src == nil {
		return
	}
	offset, ok := src.offsetOf(int(f.StartLine), int(f.StartCol))
	if !ok {
		return
	}
	line, col := src.Line(offset), int(f.StartCol)-1
	if len(line) > maxShownLine {
		from := min(max(0, col-maxShownLine/2), len(line)-maxShownLine)
		line, col = line[from:from+maxShownLine], col-from
	}
	p.text(strings.ToValidUTF8(strings.ReplaceAll(line, "\x00", " "), "?"))
	p.text("\n")
	for i := 0; i < col && i < len(line); i++ {
		if line[i] == '\t' {
			p.text("\t")
		} else {
			p.text(" ")
		}
	}
	p.text("^\n")
}
