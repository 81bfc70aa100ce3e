package rewrite

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// watch is the driver's part of an instrumentation.
type watch struct {
	*Instrumentation
	touched []*ir.Operation // operations that the current rewrite created or changed, each once
	changes int
}

// maxShown bounds the number of operations shown after a rewrite.
const maxShown = 16

// touch records that the current rewrite changed op.
func (w *watch) touch(op *ir.Operation) {
	w.changes++
	if len(w.touched) < maxShown && !slices.Contains(w.touched, op) {
		w.touched = append(w.touched, op)
	}
}

// forget records that op is erased.
func (w *watch) forget(op *ir.Operation) {
	w.changes++
	if i := slices.Index(w.touched, op); i >= 0 {
		w.touched = slices.Delete(w.touched, i, i+1)
	}
}

// visitWatched is [driver.visit] with an instrumentation.
func (d *driver) visitWatched(op *ir.Operation) error {
	if !d.opts.KeepDead && ir.IsTriviallyDead(op) {
		_, err := d.watched(Erasure, op, func() bool {
			d.rw.Erase(op)
			d.changed = true
			return true
		})
		return err
	}
	k := d.kind(op.Info())
	if k.folds {
		if done, err := d.watched(Folding, op, func() bool { return d.tryFold(op) }); done || err != nil {
			return err
		}
	}
	for _, p := range k.patterns {
		if done, err := d.watched(p.Name, op, func() bool { return d.try(p, op) }); done || err != nil {
			return err
		}
	}
	return nil
}

// watched runs a rewrite of op if the counters allow it, checks it, and reports it if it changed something.
func (d *driver) watched(name string, op *ir.Operation, rewrite func() bool) (done bool, err error) {
	w := d.watch
	if !w.Counters.Admit(name) {
		return false, nil
	}
	r := Rewrite{Pattern: name}
	if w.Observe != nil {
		r.Loc, r.Before = op.Loc(), line(op)
	}
	w.changes = 0
	defer func() { w.touched = w.touched[:0] }()
	done = rewrite()
	if w.Check {
		if err := d.check(name, done); err != nil {
			return done, err
		}
	}
	if done && w.Observe != nil {
		for _, t := range w.touched {
			r.After = append(r.After, line(t))
		}
		w.Observe(r)
	}
	if done && name != Erasure {
		err = d.count(name)
	}
	return done, err
}

// check verifies the IR after a rewrite, and that it changed something exactly if done is true.
func (d *driver) check(name string, done bool) error {
	if done != (d.watch.changes > 0) {
		claim := "did not match, but has changed the IR"
		if done {
			claim = "matched, but has changed nothing through the rewriter"
		}
		return d.root.Errorf("%w: '%s' says that it %s", ErrBroken, name, claim)
	}
	if !done {
		return nil
	}
	if err := ir.Verify(d.root, nil); err != nil {
		return d.root.Errorf("%w: after '%s': %w", ErrBroken, name, err)
	}
	return nil
}

// line returns an operation on one line.
func line(op *ir.Operation) string {
	if f := op.Context().OpText; f != nil {
		return f(op)
	}
	return fmt.Sprintf("%s at %s", op.Name(), op.Loc())
}
