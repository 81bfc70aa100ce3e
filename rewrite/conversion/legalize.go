package conversion

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// ErrPanic is wrapped by the error of a conversion in which a pattern panicked.
var ErrPanic = errors.New("pattern panicked")

// legalize makes op, which is not legal, legal: by folding it, or by a pattern whose results can be legalized in turn.
// If it returns false, nothing has changed.
func (d *driver) legalize(op *ir.Operation) bool {
	patterns := d.patterns.of(op)
	// An operation that may stay is not folded unless patterns exist for it.
	if !d.opts.NoFolding && (len(patterns) > 0 || d.legality(op) == Illegal) && d.fold(op) {
		return true
	}
	for _, p := range patterns {
		if !p.Recursive && d.isActive(p) {
			continue
		}
		if d.apply(p, op) {
			return true
		}
		if d.fatal != nil {
			return false
		}
	}
	d.explain.unmatched(d, op)
	return false
}

func (d *driver) isActive(p *Pattern) bool {
	for i := range d.active {
		if d.active[i].pattern == p {
			return true
		}
	}
	return false
}

// apply tries one pattern. If it returns false, nothing has changed.
func (d *driver) apply(p *Pattern, op *ir.Operation) bool {
	if !d.watch.admit(p.Name) {
		d.explain.refused(d, p, op, errSkipped)
		return false
	}
	mark, start, converter, attempt := d.journal.mark(), len(d.pending), d.converter, d.watch.attempt(d, p.Name, op)
	err := d.rewrite(p, op)
	d.converter = converter
	if err != nil {
		d.explain.refused(d, p, op, err)
	} else if err = d.watch.made(d, &attempt); err == nil && d.legalizePending(frame{p, op.Name()}, start) {
		return true
	}
	if errors.Is(err, ErrPanic) || errors.Is(err, rewrite.ErrBroken) {
		d.fatal = err
	}
	d.takeBack(mark, start, &attempt)
	return false
}

// takeBack undoes an attempt. The attempt began at mark, when pending operations were pending.
func (d *driver) takeBack(mark, pending int, a *attempt) {
	d.undo(mark)
	d.pending = d.pending[:pending]
	if err := d.watch.undone(d, a); err != nil && d.fatal == nil {
		d.fatal = err
	}
}

// rewrite runs a pattern. A panic becomes an error, since a bug in a pattern must not end the program.
func (d *driver) rewrite(p *Pattern, op *ir.Operation) (err error) {
	operands, bad := d.operands(op, p.Converter)
	if bad >= 0 {
		return fmt.Errorf("operand #%d has type %s, which has no conversion", bad, ir.Quote(op.Operand(bad).Type()))
	}
	d.converter = p.Converter
	d.rw.Before(op)
	d.rw.CopyLoc(op)
	d.watch.begin(d)
	defer func() {
		if r := recover(); r != nil {
			err = ir.Errorf(op.Loc(), "%w: '%s' on '%s': %v\n%s", ErrPanic, p.Name, op.Name(), r, debug.Stack())
		}
	}()
	return p.Rewrite(d.rw, op, operands)
}

// legalizePending legalizes the operations that a pattern created or modified: the pending operations from start on.
func (d *driver) legalizePending(by frame, start int) bool {
	d.active = append(d.active, by)
	defer func() { d.active = d.active[:len(d.active)-1] }()
	for i := start; i < len(d.pending); i++ {
		op := d.pending[i]
		if d.isGone(op) || d.insideRecursive(op) || d.legality(op) == Legal {
			continue
		}
		if !d.legalize(op) {
			return false
		}
	}
	d.pending = d.pending[:start]
	return true
}

// fold replaces op by the values or constants that it folds to, if the constants are legal.
func (d *driver) fold(op *ir.Operation) bool {
	if op.HasTrait(ir.ConstantLike) || op == d.root || op.NumResults() == 0 {
		return false
	}
	if def := op.Def(); def == nil || def.Fold == nil && !op.HasTrait(ir.Idempotent) && !op.HasTrait(ir.Involution) {
		return false
	}
	if !d.watch.admit(rewrite.Folding) {
		d.explain.unfolded(op)
		return false
	}
	d.folding.ConstantsOnly = true
	d.folding.SetOperands(op)
	if op.Fold(&d.folding) != ir.Folded {
		return false
	}
	mark, start, attempt := d.journal.mark(), len(d.pending), d.watch.attempt(d, rewrite.Folding, op)
	d.watch.begin(d)
	if d.replaceByFolded(op, d.folding.Results) && d.watch.made(d, &attempt) == nil &&
		d.legalizePending(frame{op: op.Name()}, start) {
		return true
	}
	d.takeBack(mark, start, &attempt)
	return false
}

func (d *driver) replaceByFolded(op *ir.Operation, results []ir.FoldResult) bool {
	values := make([]*ir.Value, len(results))
	d.rw.Before(op)
	for i, r := range results {
		if r.Value != nil {
			values[i] = r.Value
			continue
		}
		dialect := op.Info().Dialect
		if dialect == nil || dialect.Constant == nil {
			return false
		}
		c := dialect.Constant(d.rw.Builder, r.Constant, op.Result(i).Type(), op.Loc())
		if c == nil {
			return false
		}
		values[i] = c.Result(0)
	}
	d.rw.Replace(op, values...)
	return true
}
