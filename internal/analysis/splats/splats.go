// Package splats finds tensors whose elements are all equal, such as a count that a loop keeps for every element of a
// tile. A thread holds one register for them, and threads need not exchange them. Start at [Is].
package splats

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// Is reports whether all elements of a tensor are known to be equal.
func Is(v *ir.Value) bool { return isSplat(v, nil) }

// Carried reports which carried tensors of a loop have equal elements in every iteration. A thread then carries one
// register for all its elements and computes the next value once. An example is the number of elements that each column
// of a tile has seen so far.
func Carried(f scf.For) []bool {
	args, next := f.IterArgs(), f.Yield().OperandValues()
	assumed := make(map[*ir.Value]bool)
	for i, init := range f.Inits() {
		if _, tensor := init.Type().(*ir.TensorType); tensor && isSplat(init, nil) {
			assumed[args[i]] = true
		}
	}
	// An assumption about a tensor may depend on those about others, so all are checked again until none is removed.
	for {
		wrong := slices.IndexFunc(args, func(v *ir.Value) bool {
			return assumed[v] && !isSplat(next[slices.Index(args, v)], assumed)
		})
		if wrong < 0 {
			break
		}
		delete(assumed, args[wrong])
	}
	out := make([]bool, len(args))
	for i, v := range args {
		out[i] = assumed[v]
	}
	return out
}

// isSplat reports whether all elements of a tensor are equal, provided that this holds for the assumed tensors.
func isSplat(v *ir.Value, assumed map[*ir.Value]bool) bool {
	known := make(map[*ir.Value]bool)
	var equal func(v *ir.Value) bool
	equal = func(v *ir.Value) bool {
		if _, tensor := v.Type().(*ir.TensorType); !tensor || assumed[v] {
			return true
		}
		op := v.DefiningOp()
		if op == nil {
			return false
		}
		is, ok := known[v]
		if f, loop := scf.AsFor(op); loop && !ok {
			is = Carried(f)[v.Index()]
			known[v] = is
		} else if op.Is(&tile.Reduce) && !ok {
			is = combined(op, equal)[v.Index()]
			known[v] = is
		} else if !ok {
			is = keepsEqual(op) && !slices.ContainsFunc(op.OperandValues(), func(x *ir.Value) bool { return !equal(x) }) ||
				isConstantSplat(op)
			known[v] = is
		}
		return is
	}
	return equal(v)
}

// keepsEqual reports whether the results of an operation have equal elements if each operand has equal elements.
func keepsEqual(op *ir.Operation) bool {
	switch op.Def() {
	case &tile.Splat, &tile.Broadcast, &tile.ExpandDims, &tile.Reshape, &tile.Permute, &tilegpu.ConvertLayout:
		return true
	}
	return op.NumOperands() > 0 && op.NumRegions() == 0 && op.HasTrait(ir.Elementwise) && ir.IsPure(op)
}

// isConstantSplat reports whether op is a constant tensor with equal elements.
func isConstantSplat(op *ir.Operation) bool {
	if !op.Is(&arith.ConstantOp) {
		return false
	}
	dense, ok := op.Inherent("value").(*ir.DenseElementsAttr)
	return ok && dense.IsSplat()
}
