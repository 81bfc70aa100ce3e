package conversion

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// explanation collects the reasons why an operation could not be legalized. Its methods do nothing on a nil
// explanation, which the driver has until something fails.
type explanation struct {
	notes []note
}

type note struct {
	loc  ir.Location
	text string
}

// maxNotes bounds the number of notes about one failure.
const maxNotes = 16

func (e *explanation) add(loc ir.Location, format string, args ...any) {
	if len(e.notes) < maxNotes {
		e.notes = append(e.notes, note{loc, fmt.Sprintf(format, args...)})
	}
}

// refused records that a pattern did not apply.
func (e *explanation) refused(d *driver, p *Pattern, op *ir.Operation, reason error) {
	if e != nil {
		e.add(op.Loc(), "pattern '%s' does not convert '%s'%s: %v", p.Name, op.Name(), d.chain(), reason)
	}
}

// unfolded records that folding was not tried.
func (e *explanation) unfolded(op *ir.Operation) {
	if e != nil {
		e.add(op.Loc(), "'%s' is not folded: %v", op.Name(), errSkipped)
	}
}

// unmatched records an operation that patterns created and nothing could legalize.
func (e *explanation) unmatched(d *driver, op *ir.Operation) {
	if e != nil && len(d.active) > 0 {
		e.add(op.Loc(), "nothing legalizes '%s'%s", op.Name(), d.chain())
	}
}

// chain describes how the driver got to the current operation: ", which pattern 'b' made of 'y', which pattern 'a' made
// of 'x'".
func (d *driver) chain() string {
	var out strings.Builder
	for i := len(d.active) - 1; i >= 0; i-- {
		by := "folding"
		if p := d.active[i].pattern; p != nil {
			by = fmt.Sprintf("pattern '%s'", p.Name)
		}
		fmt.Fprintf(&out, ", which %s made of '%s'", by, d.active[i].op)
	}
	return out.String()
}

// failure builds the error about an operation that stays illegal. If the reasons are not known, it repeats the
// conversion of the operation to find them.
func (d *driver) failure(op *ir.Operation, l Legality) error {
	if d.explain == nil {
		d.explain = &explanation{}
		d.legalize(op)
	}
	marked := ""
	if l == Illegal {
		marked = " that was explicitly marked illegal"
	}
	diag := ir.Errorf(op.Loc(), "failed to legalize operation '%s'%s: %s", op.Name(), marked, describe(op))
	diag.Err = ErrNotLegalized
	if len(d.explain.notes) == 0 {
		diag.Note(op.Loc(), "no pattern has '%s' as its root", op.Name())
	}
	for _, n := range d.explain.notes {
		diag.Note(n.loc, "%s", n.text)
	}
	return diag
}
