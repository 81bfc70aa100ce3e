package rewrite

import (
	"sync/atomic"

	"github.com/girih-ir/girih/ir"
)

// SimplifyRegions simplifies the control flow of the regions of root and of all operations inside it, without folding
// and patterns. It erases unreachable blocks, and operations and block arguments that are dead or only keep each other
// alive. [SimplifyAggressive] also merges blocks. It reports whether anything changed.
func SimplifyRegions(root *ir.Operation, level Simplification) (changed bool) {
	if level == SimplifyDisabled {
		return false
	}
	options := &Options{Simplify: level}
	units := unitsIn(root)
	var anyChanged atomic.Bool
	_ = InParallel(units, options.threads(root.Context()), func() func(*ir.Operation) error {
		return func(u *ir.Operation) error {
			if simplifyUnits(u, options) {
				anyChanged.Store(true)
			}
			return nil
		}
	})
	return simplifyUnit(root, options) || anyChanged.Load()
}

// simplifyUnits simplifies a unit and those inside, the inner ones first.
func simplifyUnits(root *ir.Operation, options *Options) (changed bool) {
	for _, u := range unitsIn(root) {
		changed = simplifyUnits(u, options) || changed
	}
	return simplifyUnit(root, options) || changed
}

// unitsIn returns the units directly inside of another one.
func unitsIn(root *ir.Operation) (units []*ir.Operation) {
	root.Walk(func(op *ir.Operation) bool {
		inside := op != root && op.HasTrait(ir.IsolatedFromAbove)
		if inside {
			units = append(units, op)
		}
		return !inside
	})
	return units
}

// simplifyUnit simplifies a unit, without those inside.
func simplifyUnit(root *ir.Operation, options *Options) bool {
	d := newDriver(root.Context(), empty, options)
	defer d.release()
	d.root, d.changed, d.branches, d.graphs = root, false, true, true
	d.simplify()
	return d.changed
}

// empty is the set without patterns.
var empty = MustSet()

// simplify simplifies the control flow of the unit's regions after patterns have run.
func (d *driver) simplify() {
	if d.opts.Simplify == SimplifyDisabled {
		return
	}
	if d.branches {
		d.changed = d.eraseUnreachable() || d.changed
	}
	if d.branches || d.graphs {
		d.changed = d.eraseDead() || d.changed
	}
	if d.branches && d.opts.Simplify == SimplifyAggressive {
		d.changed = d.mergeBlocks() || d.changed
	}
}

// mergeBlocks merges identical blocks and drops arguments that are always the same.
func (d *driver) mergeBlocks() (changed bool) {
	d.regions(func(r *ir.Region) { changed = mergeIdentical(r) || changed })
	d.regions(func(r *ir.Region) {
		for b := range r.Blocks() {
			changed = dropRedundant(b) || changed
		}
	})
	return changed
}

// regions calls f for the regions of the unit, outer ones first.
func (d *driver) regions(f func(r *ir.Region)) {
	var inside func(op *ir.Operation)
	inside = func(op *ir.Operation) {
		for i := range op.NumRegions() {
			r := op.Region(i)
			f(r)
			for b := range r.Blocks() {
				for inner := range b.Ops() {
					if !inner.HasTrait(ir.IsolatedFromAbove) {
						inside(inner)
					}
				}
			}
		}
	}
	inside(d.root)
}

// eraseUnreachable erases the blocks that cannot be reached from the entry of their region.
func (d *driver) eraseUnreachable() (changed bool) {
	d.regions(func(r *ir.Region) {
		if !r.IsEmpty() && !r.HasOneBlock() && d.eraseUnreachableIn(r) {
			changed = true
		}
	})
	return changed
}

func (d *driver) eraseUnreachableIn(r *ir.Region) bool {
	const reached = 1
	n := 0
	for b := range r.Blocks() {
		b.Number = 0
		n++
	}
	stack := []*ir.Block{r.Entry()}
	r.Entry().Number = reached
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n--
		last := b.Last()
		if last == nil {
			continue
		}
		for i := range last.NumSuccessors() {
			if s := last.Successor(i); s.Number != reached && s.Region() == r {
				s.Number = reached
				stack = append(stack, s)
			}
		}
	}
	if n == 0 {
		return false
	}
	// Unreachable blocks may use each other's values in any order.
	var dead []*ir.Block
	for b := range r.Blocks() {
		if b.Number != reached {
			dead = append(dead, b)
			for op := range b.Ops() {
				d.Erasing(op)
				op.DropAllReferences()
			}
		}
	}
	for _, b := range dead {
		for op := range b.Ops() {
			op.Remove()
		}
		r.Remove(b)
	}
	d.Erased()
	return true
}
