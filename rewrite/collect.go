package rewrite

import "github.com/girih-ir/girih/ir"

// collect fills the worklist with the operations of the unit, and gathers its constants.
func (d *driver) collect() {
	d.work.reset()
	clear(d.children)
	d.children = d.children[:0]
	d.branches, d.graphs = false, false
	d.constants.reset()
	for i := range d.root.NumRegions() {
		r := d.root.Region(i)
		d.collectRegion(r, d.constants.region(r))
	}
}

// collectRegion does the same for a region. constants gathers the constants of r: at the start of r, or of a region
// around it.
func (d *driver) collectRegion(r *ir.Region, constants *uniqueConstants) {
	if r.IsEmpty() {
		return
	}
	d.branches = d.branches || !r.HasOneBlock()
	graph := r.ParentOp().Def() == nil || r.ParentOp().HasTrait(ir.GraphRegion)
	gather := !d.opts.ScatteredConstants
	for b := range r.Blocks() {
		for op := range b.Ops() {
			if gather && op.HasTrait(ir.ConstantLike) && !constants.add(op) {
				continue
			}
			d.graphs = d.graphs || graph && op.NumResults() > 0
			if !d.opts.BottomUp {
				d.work.seed(op)
			}
			if op.NumRegions() > 0 {
				d.collectNested(op, constants)
			}
			if d.opts.BottomUp {
				d.add(op)
			}
		}
	}
}

// collectNested does the same for the regions of an operation inside the unit. An unregistered operation may be
// isolated from above, so constants stay inside its regions.
func (d *driver) collectNested(op *ir.Operation, constants *uniqueConstants) {
	if op.HasTrait(ir.IsolatedFromAbove) {
		d.children = append(d.children, op)
		return
	}
	for i := range op.NumRegions() {
		r := op.Region(i)
		if op.Def() == nil {
			d.collectRegion(r, d.constants.region(r))
		} else {
			d.collectRegion(r, constants)
		}
	}
}

// maxClimb bounds how many of the operations around a changed one are visited again in the same iteration. Without a
// bound, deep nests take time quadratic in their depth. The operations further out are visited in the next iteration.
const maxClimb = 16

// add puts op and the operations around it on the worklist. The outermost one is taken first.
func (d *driver) add(op *ir.Operation) {
	var around [maxClimb]*ir.Operation
	n := 0
	for at := op; at != d.root; at = at.Parent() {
		if at == nil {
			return // not in this unit, or not in any block yet
		}
		if around[n] = at; n == maxClimb-1 {
			n++
			break
		}
		n++
	}
	for i := range n {
		d.work.push(around[i])
	}
}

// Inserted implements [Listener].
func (d *driver) Inserted(op *ir.Operation) {
	if d.watch != nil {
		d.watch.touch(op)
	}
	d.branches = d.branches || op.NumSuccessors() > 0
	d.add(op)
}

// Modified implements [Listener].
func (d *driver) Modified(op *ir.Operation) {
	if d.watch != nil {
		d.watch.touch(op)
	}
	d.add(op)
}

// gone in the Number of an operation marks it as being erased.
const gone = 1<<32 - 2

// Erasing implements [Listener].
func (d *driver) Erasing(op *ir.Operation) {
	for i := range op.NumOperands() {
		d.released = append(d.released, op.Operand(i))
	}
	d.work.drop(op)
	op.Number = gone
	if d.watch != nil {
		d.watch.forget(op)
	}
	for inner := range op.Nested() {
		d.Erasing(inner)
	}
}

// Erased implements [Listener]. It puts the operations that defined the operands of the erased operation on the
// worklist, if they have at most one user left: they may now be dead, or match patterns that need a single use.
func (d *driver) Erased() {
	for _, v := range d.released {
		if def := v.DefiningOp(); def != nil && def.Number != gone && fewUsers(v) {
			d.add(def)
		}
	}
	clear(d.released)
	d.released = d.released[:0]
}

// fewUsers reports whether at most one operation uses v.
func fewUsers(v *ir.Value) bool {
	const enough = 16 // uses to look at: an operation rarely uses a value more often
	first := v.FirstUse()
	if first == nil {
		return true
	}
	n := 0
	for u := first.NextUse(); u != nil; u = u.NextUse() {
		if n++; u.Owner() != first.Owner() || n == enough {
			return false
		}
	}
	return true
}
