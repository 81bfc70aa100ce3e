package conversion

import (
	"errors"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// watch is a driver's side of an instrumentation. Its methods do nothing on a nil one, which is that of most drivers.
type watch struct {
	*rewrite.Instrumentation
	start int // where in the journal the pattern begins that runs, behind the casts of its operands
}

// errSkipped is why a pattern is not tried that a debug counter does not admit.
var errSkipped = errors.New("a debug counter skips it")

// maxShown bounds the operations that are shown after a rewrite.
const maxShown = 16

func newWatch(in *rewrite.Instrumentation) *watch {
	if in == nil {
		return nil
	}
	return &watch{Instrumentation: in}
}

// admit reports whether to try a pattern.
func (w *watch) admit(name string) bool { return w == nil || w.Counters.Admit(name) }

// begin takes note that the changes of a pattern begin.
func (w *watch) begin(d *driver) {
	if w != nil {
		w.start = d.journal.mark()
	}
}

// attempt is a rewrite that is going on.
type attempt struct {
	rewrite.Rewrite
	made bool
	unit *ir.Operation // a copy of what is being converted as it was, for the check
}

// attempt describes op before a rewrite.
func (w *watch) attempt(d *driver, name string, op *ir.Operation) (a attempt) {
	if w == nil {
		return a
	}
	if a.Pattern = name; w.Observe != nil {
		a.Loc, a.Before = op.Loc(), describe(op)
	}
	if w.Check {
		a.unit = new(ir.Arena).Clone(d.unit, new(ir.Mapping))
	}
	return a
}

// made reports a rewrite. With the check, a pattern must have changed something.
func (w *watch) made(d *driver, a *attempt) error {
	if w == nil {
		return nil
	}
	a.made = true
	if w.Check && d.journal.mark() == w.start {
		return d.unit.Errorf("%w: '%s' says that it matched, but has changed nothing through the rewriter",
			rewrite.ErrBroken, a.Pattern)
	}
	if w.Observe != nil {
		a.After = d.touched(w.start)
		w.Observe(a.Rewrite)
	}
	return nil
}

// undone reports that a rewrite was taken back, if it was made. With the check, all must be as it was before.
func (w *watch) undone(d *driver, a *attempt) error {
	if w == nil {
		return nil
	}
	if a.made && w.Observe != nil {
		w.Observe(rewrite.Rewrite{Pattern: a.Pattern, Loc: a.Loc, Before: a.Before, Undone: true})
	}
	if a.unit == nil {
		return nil
	}
	defer a.unit.DropAllReferences()
	if !ir.Equivalent(a.unit, d.unit) {
		return d.unit.Errorf("%w: '%s' did not convert anything, but has changed the IR without the rewriter",
			rewrite.ErrBroken, a.Pattern)
	}
	return nil
}

// touched describes the operations that were created or changed in place since a mark.
func (d *driver) touched(mark int) (lines []string) {
	var ops []*ir.Operation
	for op := range d.journal.changed(mark) {
		if !d.isGone(op) && !slices.Contains(ops, op) {
			ops = append(ops, op)
		}
		if len(ops) == maxShown {
			break
		}
	}
	for _, op := range ops {
		lines = append(lines, describe(op))
	}
	return lines
}
