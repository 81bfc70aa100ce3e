package reduce

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// editor changes a module for a reducer.
type editor struct {
	pick    func(place int) bool
	b       *ir.Builder // nil while places are counted
	places  int
	changed bool
}

// here reports whether the reducer must change the module at the current place.
func (e *editor) here() bool {
	e.places++
	if !e.pick(e.places - 1) {
		return false
	}
	e.changed = true
	return true
}

// hasZero reports whether values of a type can be replaced by a constant.
func (e *editor) hasZero(t ir.Type) bool {
	if s, ok := t.(ir.ShapedType); ok {
		switch t.(type) {
		case *ir.VectorType, *ir.TensorType:
			for _, d := range s.Shape() {
				if d == ir.Dynamic {
					return false
				}
			}
			return e.hasZero(s.ElementType())
		}
		return false
	}
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Signedness == ir.Signless && t.Width > 0
	case *ir.FloatType:
		return t.Format.HasZero()
	case *ir.IndexType:
		return true
	}
	return false
}

func (e *editor) hasZeros(types []ir.Type) bool {
	for _, t := range types {
		if !e.hasZero(t) {
			return false
		}
	}
	return true
}

// zero creates the constant zero of a type at the insertion point.
func (e *editor) zero(t ir.Type) *ir.Value {
	ctx := e.b.Context()
	scalar := func(t ir.Type) ir.TypedAttr {
		if f, ok := t.(*ir.FloatType); ok {
			return ctx.FloatAttr(f, 0)
		}
		return ctx.Integer(t, 0)
	}
	if s, ok := t.(ir.ShapedType); ok {
		return arith.NewConstant(e.b, ctx.DenseSplat(s, scalar(s.ElementType())))
	}
	return arith.NewConstant(e.b, scalar(t))
}

func (e *editor) zeros(types []ir.Type) (values []*ir.Value) {
	for _, t := range types {
		values = append(values, e.zero(t))
	}
	return values
}

// isZero reports whether an operation is a constant, which cannot be replaced by anything simpler.
func isZero(op *ir.Operation) bool {
	if !op.HasTrait(ir.ConstantLike) {
		return false
	}
	for _, r := range op.Results() {
		if r.HasUses() {
			return true
		}
	}
	return false
}

// canReplace reports whether the results of an operation are unused or can become constants.
func (e *editor) canReplace(op *ir.Operation) bool {
	for _, r := range op.Results() {
		if r.HasUses() && !e.hasZero(r.Type()) {
			return false
		}
	}
	return true
}

// replaceByZeros makes constants of the results that are used.
func (e *editor) replaceByZeros(op *ir.Operation) {
	e.b.Before(op).SetLoc(op.Loc())
	for _, r := range op.Results() {
		if r.HasUses() && e.hasZero(r.Type()) {
			r.ReplaceAllUsesWith(e.zero(r.Type()))
		}
	}
}

// unwrap replaces an operation by the contents of one of its regions.
func (e *editor) unwrap(op *ir.Operation, r *ir.Region) {
	block := r.Entry()
	e.b.Before(op).SetLoc(op.Loc())
	for _, arg := range block.Args() {
		if arg.HasUses() {
			arg.ReplaceAllUsesWith(e.zero(arg.Type()))
		}
	}
	end := block.Last()
	yielded := end.OperandValues()
	end.Erase()
	for inner := range block.Ops() {
		inner.MoveBefore(op)
	}
	for i, result := range op.Results() {
		if result.HasUses() && i < len(yielded) && yielded[i].Type() == result.Type() {
			result.ReplaceAllUsesWith(yielded[i])
		}
	}
	e.replaceByZeros(op)
	op.Erase()
}

// endBy erases a terminator after its replacement, and the blocks that are then unreachable. The interesting part must
// stay reachable.
func (e *editor) endBy(old *ir.Operation) {
	r := old.ParentRegion()
	old.Erase()
	eraseBlocks(r, unreachableIn(r))
}

// eraseArgument drops an argument of a function from its entry block and its type.
func (e *editor) eraseArgument(f fn.Func, i int) {
	ctx := f.Context()
	f.SetAttr(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(without(f.Type().Inputs, i), f.Type().Results)))
	f.Entry().EraseArg(i)
}

// eraseResult drops result i of a function, and the corresponding operand of its returns.
func (e *editor) eraseResult(f fn.Func, i int) {
	ctx := f.Context()
	f.SetAttr(function.TypeAttr, ctx.TypeAttr(ctx.FunctionType(f.Type().Inputs, without(f.Type().Results, i))))
	for b := range f.Operation.Region(0).Blocks() {
		if end := b.Last(); end.Is(&fn.Return) {
			end.SetOperands(without(end.OperandValues(), i))
		}
	}
}

// without returns a copy of a list that lacks element i.
func without[T any](list []T, i int) []T { return slices.Delete(slices.Clone(list), i, i+1) }
