package earlybranches

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// branch is a branch in the body of a loop, between the beginning of a product and the wait for it.
type branch struct {
	*ir.Operation
	body *ir.Block

	work []*ir.Operation        // the operations that move into the branches, in order, with the branch itself
	in   map[*ir.Operation]bool // the same as a set
}

// branchWhileRunning returns the branch of a loop, or nil if op is no loop or has none that can move up. If there are
// several branches, only the first one does.
func branchWhileRunning(op *ir.Operation) *branch {
	loop, ok := scf.AsFor(op)
	if !ok {
		return nil
	}
	for inner := range loop.Body().Ops() {
		if !inner.Is(&scf.IfOp) || !isLate(inner) {
			continue
		}
		b := &branch{Operation: inner, body: loop.Body(), in: make(map[*ir.Operation]bool)}
		b.collect()
		if !b.dependsOnWork(inner.Operand(0)) && !slices.ContainsFunc(b.work, hasOtherEffects) {
			return b
		}
		return nil
	}
	return nil
}

// isLate reports whether an asynchronous product of the same block runs at an operation.
func isLate(at *ir.Operation) bool {
	for op := at.Prev(); op != nil; op = op.Prev() {
		if p, ok := tilegpu.AsRingProduct(op); ok && p.IsAsync() && waitedBehind(p, at) {
			return true
		}
	}
	return false
}

// waitedBehind reports whether threads wait for a product behind an operation of its block.
func waitedBehind(p tilegpu.RingProduct, at *ir.Operation) bool {
	for u := range p.Result(0).Uses() {
		if wait := u.Owner(); wait.Is(&tilegpu.RingWait) && wait.Block() == at.Block() && at.IsBefore(wait) {
			return true
		}
	}
	return false
}

// collect finds the work of an iteration: all but arithmetic on scalars that does not depend on it, and copies at the
// end.
func (b *branch) collect() {
	last := b.body.Last().Prev()
	for last != b.Operation && (last.Is(&tilegpu.RingCopy) || isScalar(last)) {
		last = last.Prev()
	}
	for op := range b.body.Ops() {
		if op == last.Next() {
			break
		}
		if isScalar(op) && !b.usesWork(op) {
			continue
		}
		b.work = append(b.work, op)
		b.in[op] = true
	}
}

// hasOtherEffects reports whether an operation does something other than to compute, and to take tiles from rings. Two
// of it may take twice the shared memory.
func hasOtherEffects(op *ir.Operation) bool {
	_, isProduct := tilegpu.AsRingProduct(op)
	switch {
	case isProduct, ir.IsPure(op), op.Is(&scf.IfOp):
		return false
	case op.Is(&tilegpu.RingAwait), op.Is(&tilegpu.RingWait), op.Is(&tilegpu.RingRelease), op.Is(&tilegpu.RingCopy),
		op.Is(&tilegpu.TakeTurn), op.Is(&tilegpu.PassTurn):
		return false
	}
	return true
}

// isScalar reports whether an operation without effects computes scalars from scalars, or is a constant.
func isScalar(op *ir.Operation) bool {
	if op.HasTrait(ir.ConstantLike) {
		return true
	}
	if !ir.IsPure(op) || op.NumRegions() > 0 || op.NumResults() == 0 {
		return false
	}
	for _, v := range append(op.OperandValues(), op.ResultValues()...) {
		if _, isTensor := v.Type().(*ir.TensorType); isTensor {
			return false
		}
	}
	return true
}

// usesWork reports whether an operation uses a result of the work.
func (b *branch) usesWork(op *ir.Operation) bool {
	for _, v := range op.OperandValues() {
		if b.dependsOnWork(v) {
			return true
		}
	}
	return false
}

func (b *branch) dependsOnWork(v *ir.Value) bool {
	return v.DefiningOp() != nil && b.in[v.DefiningOp()]
}

// surround moves the work into the branches of a new scf.if.
func (b *branch) surround() {
	next := b.work[len(b.work)-1].Next()
	for op := b.work[0]; op != next; { // what the condition needs comes before the new branch
		following := op.Next()
		if !b.in[op] {
			op.MoveBefore(b.work[0])
		}
		op = following
	}
	var out []*ir.Value
	for _, op := range b.work {
		for _, v := range op.ResultValues() {
			if b.isUsedOutside(v) {
				out = append(out, v)
			}
		}
	}
	at := ir.NewBuilder(b.Context()).Before(next)
	at.SetLoc(b.Loc())
	region := func(i int) func(at *ir.Builder) []*ir.Value {
		return func(at *ir.Builder) []*ir.Value { return b.clone(at, i, out) }
	}
	whole := scf.NewIf(at, b.Operand(0), region(0), region(1))
	for i, v := range out {
		v.ReplaceUsesIf(whole.Result(i), func(u *ir.Operand) bool { return !b.holds(u.Owner()) })
	}
	for i := len(b.work) - 1; i >= 0; i-- {
		b.work[i].Erase()
	}
}

// isUsedOutside reports whether something other than the work uses a value.
func (b *branch) isUsedOutside(v *ir.Value) bool {
	for u := range v.Uses() {
		if !b.holds(u.Owner()) {
			return true
		}
	}
	return false
}

// holds reports whether an operation, or one around it, belongs to the work.
func (b *branch) holds(op *ir.Operation) bool {
	for ; op != nil && op.Block() != b.body; op = op.Parent() {
	}
	return b.in[op]
}

// clone creates the work with region i of the branch instead of the branch, and returns its values for out.
func (b *branch) clone(at *ir.Builder, i int, out []*ir.Value) (values []*ir.Value) {
	var m ir.Mapping
	for _, op := range b.work {
		if op != b.Operation {
			at.Clone(op, &m)
			continue
		}
		if b.Region(i).IsEmpty() {
			continue
		}
		for inner := range b.Region(i).Entry().Ops() {
			if !inner.Is(&scf.Yield) {
				at.Clone(inner, &m)
				continue
			}
			for k, v := range inner.OperandValues() {
				m.Map(b.Result(k), m.Lookup(v))
			}
		}
	}
	for _, v := range out {
		values = append(values, m.Lookup(v))
	}
	return values
}
