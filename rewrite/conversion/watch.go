package conversion

import (
	"errors"
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// watch is the driver's part of an instrumentation. Its methods do nothing on a nil watch, which most drivers have.
type watch struct {
	*rewrite.Instrumentation
	start int // where the changes of the running pattern begin in the journal, after the casts of its operands
}

// errSkipped is the reason why a pattern is not tried if a debug counter skips it.
var errSkipped = errors.New("a debug counter skips it")

// maxShown is the largest number of operations that are shown after a rewrite.
const maxShown = 16

func newWatch(in *rewrite.Instrumentation) *watch {
	if in == nil {
		return nil
	}
	return &watch{Instrumentation: in}
}

// admit reports whether a pattern may be tried.
func (w *watch) admit(name string) bool { return w == nil || w.Counters.Admit(name) }

// begin records that the changes of a pattern begin.
func (w *watch) begin(d *driver) {
	if w != nil {
		w.start = d.journal.mark()
	}
}

// attempt is a rewrite in progress.
type attempt struct {
	rewrite.Rewrite
	made bool
	unit *ir.Operation // a copy of the unit before the rewrite, for the check
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

// made reports a rewrite. With the check, it is an error if the pattern has changed nothing.
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

// undone reports that a rewrite, if it was made, was undone. With the check, it is an error if the IR differs from
// before.
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
