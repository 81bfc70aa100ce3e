package stripmine

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
)

// plan says how a class is divided. The operations in inside move into a loop at the place of the last of them. Of the
// operations between them, those in after move to after the loop; the others stay before it.
type plan struct {
	*class
	inside     []*ir.Operation
	after      []*ir.Operation
	between    []between              // operations that access memory and stay before the loop
	closed     map[*ir.Operation]bool // operations, such as reductions, whose results are complete after the last strip
	scans      map[*ir.Operation]bool // scans along the class
	descending bool                   // the loop goes from the last strip to the first, for scans
	again      bool                   // operations of inside that have other users stay in the block, too
	sunk       []*ir.Operation        // operations that are executed again for each strip (sink.go)
	cats       map[*ir.Operation]bool // concatenations along the class; each operand is one strip
}

// between is an operation that is not in the loop, with the number of operations of the loop that come before it.
type between struct {
	op     *ir.Operation
	inside int
}

func newPlan(c *class) *plan {
	return &plan{class: c, closed: make(map[*ir.Operation]bool), scans: make(map[*ir.Operation]bool),
		cats: make(map[*ir.Operation]bool)}
}

// plan returns how to divide a class. ok is false if dividing it might change what the program does.
func (a *analysis) plan(c *class) (p *plan, ok bool) {
	if c.repeated || c.opposed {
		return nil, false
	}
	p = newPlan(c)
	var last *ir.Operation
	for op := range a.block.Ops() {
		if c.touches(op) {
			p.inside, last = append(p.inside, op), op
			if c.closes(op) {
				p.closed[op] = true
			}
		}
	}
	return p, p.combines() && p.order(a.block, last) && p.sameMemory()
}

// closes reports whether an operation combines the strips of a class into a value that is not divided.
func (c *class) closes(op *ir.Operation) bool {
	d, has := c.of[firstOperand(op)]
	switch {
	case !has:
		return false
	case op.Is(&tile.Reduce):
		return d == tile.Axis(op)
	case op.Is(&tile.Dot):
		return d == len(shapeOf(op.Operand(0)))-1
	}
	return op.Is(&tile.Histogram)
}

func firstOperand(op *ir.Operation) *ir.Value {
	if op.NumOperands() == 0 {
		return nil
	}
	return op.Operand(0)
}

// combines finds the scans and concatenations along the class. It reports whether one order of strips suits all scans,
// and whether the combiners of scans and reductions can be applied to whole strips.
func (p *plan) combines() bool {
	for _, op := range p.inside {
		if p.concatenates(op) {
			p.cats[op] = true
		}
		d, has := p.of[firstOperand(op)]
		scan := has && op.Is(&tile.Scan) && d == tile.Axis(op)
		if (scan || p.closed[op] && op.Is(&tile.Reduce)) && !combinesTensors(op) {
			return false
		}
		if !scan {
			continue
		}
		descending := p.mirrored[op.Operand(0)] != (op.Inherent(tile.ReverseName) != nil)
		if len(p.scans) > 0 && descending != p.descending {
			return false
		}
		p.scans[op], p.descending = true, descending
	}
	return true
}

// combinesTensors reports whether the combiner of a reduction or scan can be applied to tensors, element by element,
// and to any values such as zeros.
func combinesTensors(op *ir.Operation) bool {
	for inner := range op.Region(0).Entry().Ops() {
		if inner.HasTrait(ir.Terminator) || inner.Is(&arith.ConstantOp) {
			continue
		}
		if !elementwise(inner) || !ir.IsPure(inner) {
			return false
		}
	}
	return true
}

// order finds the operations that must move to after the loop, because they use the result of a reduction along the
// class. It reports whether they can.
func (p *plan) order(b *ir.Block, last *ir.Operation) bool {
	late := make(map[*ir.Value]bool)
	started := 0
	for op := range b.Ops() {
		inside := started < len(p.inside) && p.inside[started] == op
		depends := p.takes(op, late)
		switch {
		case inside && depends:
			return false
		case inside:
			started++
			for _, v := range op.Results() {
				late[v] = p.closed[op]
			}
		case depends:
			if !ir.IsPure(op) {
				return false
			}
			p.after = append(p.after, op)
			for _, v := range op.Results() {
				late[v] = true
			}
		case started > 0 && !ir.HasNoEffect(op):
			p.between = append(p.between, between{op, started})
		}
		if op == last {
			return true
		}
	}
	return true
}

// takes reports whether an operation, or one in its regions, uses one of the given values.
func (p *plan) takes(op *ir.Operation, values map[*ir.Value]bool) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		found = found || slices.ContainsFunc(inner.OperandValues(), func(v *ir.Value) bool { return values[v] })
		return !found
	})
	return found
}

// sameMemory reports whether the memory accesses of the loop may be reordered strip by strip. Two accesses, one of
// which writes, may be reordered if they access arrays of different arguments that do not overlap. They may also be
// reordered if both use the same tensor of pointers and its elements along the class point to distinct, consecutive
// addresses.
func (p *plan) sameMemory() bool {
	var info *axisinfo.Info
	distinct := func(ptr *ir.Value) bool {
		d, has := p.of[ptr]
		if !has {
			return false
		}
		if info == nil {
			info = axisinfo.Analyze(kernelOf(p.inside[0]))
		}
		return info.Of(ptr)[d].Contiguity >= shapeOf(ptr)[d]
	}
	var accesses []*ir.Operation
	var stores, publishes bool
	for _, op := range p.inside {
		if ir.HasNoEffect(op) && !op.Is(&scf.ForOp) {
			continue
		}
		switch {
		case op.Is(&scf.ForOp):
			if !p.canRepeat(op) {
				return false
			}
			continue
		case op.Inherent(tile.VolatileName) != nil:
			return false
		case op.Is(&tile.Load), op.Is(&tile.Store):
			stores = stores || op.Is(&tile.Store)
		case op.Is(&tile.AtomicRMW), op.Is(&tile.AtomicCAS):
			order, _ := tile.OrderAndScope(op)
			publishes = publishes || order != tile.Relaxed
			if order != tile.Relaxed && op.Result(0).HasUses() {
				return false
			}
		case statement(op), op.Is(&tile.Print): // a failing assertion ends the program, in whatever order
			continue
		default:
			return false
		}
		accesses = append(accesses, op)
	}
	if stores && publishes { // an atomic operation with release order makes earlier stores visible to other programs
		return false
	}
	for _, other := range p.between {
		if !apart(other.op, p.inside[:other.inside]) {
			return false
		}
	}
	for i, x := range accesses {
		for _, y := range accesses[:i] {
			if x.Is(&tile.Load) && y.Is(&tile.Load) || commute(x, y) {
				continue
			}
			apart := distinctArguments(argumentOf(x.Operand(0)), argumentOf(y.Operand(0)))
			if !apart && (x.Operand(0) != y.Operand(0) || !distinct(x.Operand(0))) {
				return false
			}
		}
	}
	return true
}

// statement reports whether an operation states a condition.
func statement(op *ir.Operation) bool { return op.Is(&tile.Assert) || op.Is(&tile.Assume) }

// commute reports whether two atomic operations do the same in either order.
func commute(x, y *ir.Operation) bool {
	return x.Is(&tile.AtomicRMW) && y.Is(&tile.AtomicRMW) && !x.Result(0).HasUses() && !y.Result(0).HasUses() &&
		tile.AtomicKindOf(x) == tile.AtomicKindOf(y) && tile.AtomicKindOf(x) != tile.AtomicXchg
}

// apart reports whether an operation, with those in its regions, can be executed before accesses that precede it. Where
// one of two accesses writes, they must be to arrays of different arguments that do not overlap.
func apart(op *ir.Operation, accesses []*ir.Operation) bool {
	apart := true
	op.Walk(func(inner *ir.Operation) bool {
		switch {
		case inner.HasTrait(ir.RecursiveMemoryEffects) || ir.HasNoEffect(inner) || statement(inner) || inner.Is(&tile.Print):
		case inner.Is(&tile.Load), inner.Is(&tile.Store), inner.Is(&tile.AtomicRMW), inner.Is(&tile.AtomicCAS):
			to := argumentOf(inner.Operand(0))
			apart = apart && !orders(inner) && !slices.ContainsFunc(accesses, func(x *ir.Operation) bool {
				if ir.HasNoEffect(x) || statement(x) || x.Is(&tile.Print) || x.Is(&tile.Load) && inner.Is(&tile.Load) {
					return false
				}
				return !distinctArguments(argumentOf(x.Operand(0)), to)
			})
		default:
			apart = false
		}
		return apart
	})
	return apart
}

// orders reports whether an access must keep its place among accesses to any memory: it is volatile, or an atomic
// operation with acquire or release order.
func orders(op *ir.Operation) bool {
	if op.Is(&tile.AtomicRMW) || op.Is(&tile.AtomicCAS) {
		order, _ := tile.OrderAndScope(op)
		return order != tile.Relaxed
	}
	return op.Inherent(tile.VolatileName) != nil
}

// first returns a plan for only the first reduction along a class. The operations that depend on it are divided later.
// ok is false if they could not be, or if the operands of the reduction cannot be computed again for them.
func (a *analysis) first(c *class) (p *plan, ok bool) {
	rest := newPlan(c)
	var reduction *ir.Operation
	for op := range a.block.Ops() {
		if c.touches(op) {
			rest.inside = append(rest.inside, op)
			if reduction == nil && c.closes(op) {
				reduction = op
			}
		}
	}
	if c.repeated || c.opposed || reduction == nil || !rest.combines() || !rest.sameMemory() {
		return nil, false
	}
	p = newPlan(c)
	p.closed[reduction], p.again = true, true
	needed := map[*ir.Operation]bool{reduction: true}
	for _, op := range slices.Backward(rest.inside) {
		if !needed[op] {
			continue
		}
		if op != reduction && !ir.IsPure(op) && !(op.Is(&tile.Load) && apart(op, rest.inside)) {
			return nil, false
		}
		for _, v := range op.Operands() {
			if _, has := c.of[v]; has {
				needed[v.DefiningOp()] = true
			}
		}
		p.inside = append(p.inside, op)
	}
	slices.Reverse(p.inside)
	return p, p.combines() && p.order(a.block, reduction) && len(p.after) == 0 && p.sameMemory()
}

// kernelOf returns the kernel that holds an operation.
func kernelOf(op *ir.Operation) tile.Kernel {
	for {
		if k, ok := tile.AsKernel(op); ok {
			return k
		}
		op = op.Parent()
	}
}

// distinctArguments reports whether the memory of two pointer arguments is known not to overlap where one of them is
// written. nil stands for an unknown argument.
func distinctArguments(a, b *ir.Value) bool {
	if a == nil || b == nil || a == b {
		return false
	}
	k := tile.Kernel{Operation: a.ParentBlock().ParentOp()}
	return !k.MayOverlap(a.Index()) || !k.MayOverlap(b.Index())
}

// argumentOf returns the kernel argument from which a pointer is computed; nil if it is not known.
func argumentOf(v *ir.Value) *ir.Value {
	for {
		def := v.DefiningOp()
		if def == nil {
			if _, isKernel := tile.AsKernel(v.ParentBlock().ParentOp()); isKernel && v.ParentBlock().IsEntry() {
				return v
			}
			return nil
		}
		switch def.Def() {
		case &tile.AddPtr, &tile.Splat, &tile.Broadcast, &tile.ExpandDims, &tile.Permute, &tile.PtrCast:
			v = def.Operand(0)
		default:
			return nil
		}
	}
}
