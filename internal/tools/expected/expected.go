// Package expected checks the diagnostics of a source against the comments in it that expect them, as mlir-opt's
// --verify-diagnostics does:
//
//	// expected-error@+1 {{expected SSA operand}}
//	arith.addi
//
// Start reading at [Check]. Package lit/filecheck checks what tools print.
package expected

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Mismatch is a diagnostic that no comment expects, a comment without a diagnostic, or a diagnostic whose severity
// differs from that of its comment.
type Mismatch struct {
	Got  *ir.Diagnostic // nil for a comment without a diagnostic
	Want *Comment       // nil for a diagnostic that no comment expects
	file string
}

// Render returns the mismatch as text, with the line of source that a diagnostic is about. ctx knows the source.
func (m Mismatch) Render(ctx *ir.Context) string {
	switch {
	case m.Got == nil:
		return fmt.Sprintf("%s:%d: error: expected %s \"%s\" was not produced\n", m.file, m.Want.At, m.Want.Severity,
			m.Want.text)
	case m.Want == nil:
		return fmt.Sprintf("unexpected %s:\n%s", m.Got.Severity, m.Got.Render(ctx))
	}
	return fmt.Sprintf("'%s' diagnostic emitted when expecting a '%s':\n%s", m.Got.Severity, m.Want.Severity,
		m.Got.Render(ctx))
}

// Check compares diagnostics, and their notes, with the comments of a source, and returns the differences: diagnostics
// in their order, then comments in theirs. With onlyExpected, diagnostics that no comment expects are ignored. As in
// mlir-opt, several diagnostics may match one comment. The error names a comment that cannot be read.
func Check(src *ir.Source, diags []*ir.Diagnostic, onlyExpected bool) ([]Mismatch, error) {
	comments, err := Comments(src)
	if err != nil {
		return nil, err
	}
	var out []Mismatch
	met := make(map[*Comment]bool)
	check := func(d *ir.Diagnostic) {
		c, ok := meet(comments, d)
		switch {
		case ok:
			met[c] = true
		case !onlyExpected:
			out = append(out, Mismatch{Got: d, Want: c})
		}
	}
	for _, d := range diags {
		check(d)
		for _, n := range d.Notes {
			check(n)
		}
	}
	for _, c := range comments {
		if !met[c] {
			out = append(out, Mismatch{Want: c, file: src.Name})
		}
	}
	return out, nil
}

// meet returns the comment that expects a diagnostic, and true. Otherwise it returns a comment that expects it with
// another severity, or nil if there is none, and false.
func meet(comments []*Comment, d *ir.Diagnostic) (near *Comment, ok bool) {
	line := unknownLine
	if f := ir.FileLocation(d.Loc); f != nil {
		line = int(f.StartLine)
	}
	for _, c := range comments {
		if c.Line != line || !c.matches(d.Message) {
			continue
		}
		if c.Severity == d.Severity.String() {
			return c, true
		}
		near = c
	}
	return near, false
}

func (c *Comment) matches(message string) bool {
	if c.re != nil {
		return c.re.MatchString(message)
	}
	return strings.Contains(message, c.text)
}
