package stripmine

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/axisinfo"
)

// plan is how a class is divided: the operations that move into a loop, which takes the place of the last of them, and those
// in between that move behind it.
type plan struct {
	*class
	inside  []*ir.Operation
	after   []*ir.Operation
	between []*ir.Operation        // what accesses memory in between, and stays before the loop
	closed  map[*ir.Operation]bool // reductions along the class
	again   bool                   // whether what others use of the operations inside stays, too
}

// plan returns how to divide a class; ok is false if that might change what the program does.
func (a *analysis) plan(c *class) (p *plan, ok bool) {
	if c.twin {
		return nil, false
	}
	p = &plan{class: c, closed: make(map[*ir.Operation]bool)}
	var last *ir.Operation
	for op := range a.block.Ops() {
		if c.touches(op) {
			p.inside, last = append(p.inside, op), op
		}
	}
	for _, op := range p.inside {
		if d, has := c.of[firstOperand(op)]; has && op.Is(&tile.Reduce) && d == tile.Axis(op) {
			if !combinesTensors(op) {
				return nil, false
			}
			p.closed[op] = true
		}
	}
	return p, p.order(a.block, last) && p.sameMemory()
}

// touches reports whether an operation has a tensor of the class.
func (c *class) touches(op *ir.Operation) bool {
	has := func(v *ir.Value) bool { _, ok := c.of[v]; return ok }
	return slices.ContainsFunc(op.OperandValues(), has) || slices.ContainsFunc(op.ResultValues(), has)
}

func firstOperand(op *ir.Operation) *ir.Value {
	if op.NumOperands() == 0 {
		return nil
	}
	return op.Operand(0)
}

// combinesTensors reports whether the combiner of a reduction can be applied to tensors, and to zeros.
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

// order finds what has to move behind the loop, because it takes what a reduction along the class gives, and reports
// whether that is possible.
func (p *plan) order(b *ir.Block, last *ir.Operation) bool {
	late := make(map[*ir.Value]bool)
	started := false
	for op := range b.Ops() {
		inside := p.touches(op)
		started = started || inside
		depends := p.takes(op, late)
		switch {
		case inside && depends:
			return false
		case inside:
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
		case started && !ir.HasNoEffect(op):
			p.between = append(p.between, op)
		}
		if op == last {
			return true
		}
	}
	return true
}

// takes reports whether an operation, or one in its regions, uses one of values.
func (p *plan) takes(op *ir.Operation, values map[*ir.Value]bool) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		found = found || slices.ContainsFunc(inner.OperandValues(), func(v *ir.Value) bool { return values[v] })
		return !found
	})
	return found
}

// sameMemory reports whether the accesses of the operations inside may come in another order: those of which one writes are
// of arrays of different arguments, which do not overlap, or go through the same pointers, which are to consecutive elements
// along the class.
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
		return info.Of(ptr)[d].Contiguity >= p.size
	}
	var accesses []*ir.Operation
	var stores, publishes bool
	for _, op := range p.inside {
		if ir.HasNoEffect(op) {
			continue
		}
		switch {
		case op.Inherent(tile.VolatileName) != nil:
			return false
		case op.Is(&tile.Load), op.Is(&tile.Store):
			stores = stores || op.Is(&tile.Store)
		case op.Is(&tile.AtomicRMW) && !op.Result(0).HasUses():
			order, _ := tile.OrderAndScope(op)
			publishes = publishes || order != tile.Relaxed
		default:
			return false
		}
		accesses = append(accesses, op)
	}
	if stores && publishes { // to other programs, what was stored before
		return false
	}
	for _, op := range p.between {
		if !readsApart(op, accesses) {
			return false
		}
	}
	for i, x := range accesses {
		for _, y := range accesses[:i] {
			if x.Is(&tile.Load) && y.Is(&tile.Load) || x.Is(&tile.AtomicRMW) && y.Is(&tile.AtomicRMW) {
				continue
			}
			a, b := argumentOf(x.Operand(0)), argumentOf(y.Operand(0))
			apart := a != nil && b != nil && a != b
			if !apart && (x.Operand(0) != y.Operand(0) || !distinct(x.Operand(0))) {
				return false
			}
		}
	}
	return true
}

// readsApart reports whether an operation, with those in its regions, only reads memory, of arguments that accesses do not
// write to.
func readsApart(op *ir.Operation, accesses []*ir.Operation) bool {
	apart := true
	op.Walk(func(inner *ir.Operation) bool {
		switch {
		case inner.HasTrait(ir.RecursiveMemoryEffects) || ir.HasNoEffect(inner):
		case inner.Is(&tile.Load) && inner.Inherent(tile.VolatileName) == nil:
			from := argumentOf(inner.Operand(0))
			apart = apart && !slices.ContainsFunc(accesses, func(x *ir.Operation) bool {
				if x.Is(&tile.Load) || ir.HasNoEffect(x) {
					return false
				}
				to := argumentOf(x.Operand(0))
				return from == nil || to == nil || from == to
			})
		default:
			apart = false
		}
		return apart
	})
	return apart
}

// first returns how to take the first reduction along a class before the rest, which depends on it; ok is false if the rest
// could not be divided then, or what the reduction is made of cannot be computed again.
func (a *analysis) first(c *class) (p *plan, ok bool) {
	rest := &plan{class: c, closed: make(map[*ir.Operation]bool)}
	var reduction *ir.Operation
	for op := range a.block.Ops() {
		if c.touches(op) {
			rest.inside = append(rest.inside, op)
			if d, has := c.of[firstOperand(op)]; has && reduction == nil && op.Is(&tile.Reduce) && d == tile.Axis(op) {
				reduction = op
			}
		}
	}
	if c.twin || reduction == nil || !combinesTensors(reduction) || !rest.sameMemory() {
		return nil, false
	}
	p = &plan{class: c, closed: map[*ir.Operation]bool{reduction: true}, again: true}
	needed := map[*ir.Operation]bool{reduction: true}
	for _, op := range slices.Backward(rest.inside) {
		if !needed[op] {
			continue
		}
		if op != reduction && !ir.IsPure(op) && !(op.Is(&tile.Load) && readsApart(op, rest.inside)) {
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
	return p, p.order(a.block, reduction) && len(p.after) == 0 && p.sameMemory()
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

// argumentOf returns the kernel's argument that a pointer starts from; nil if that is not known.
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
