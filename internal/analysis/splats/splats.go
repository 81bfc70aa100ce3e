// Package splats finds tensors whose elements are all equal, such as a count that a loop keeps for every element of a
// tile. A thread holds one register for them, and threads need not exchange them. Start at [Info].
package splats

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
)

// Info answers questions about IR that does not change meanwhile. It remembers what it found, as a sort asks about the
// result of each of its steps, which depend on all steps before. The zero value is ready to use.
type Info struct {
	known pointermap.Map[ir.Value, bool]
}

// Is reports whether all elements of a tensor are known to be equal.
func (n *Info) Is(v *ir.Value) bool { return search{known: &n.known, info: n}.isSplat(v) }

// Carried reports which carried tensors of a loop have equal elements in every iteration. A thread then carries one
// register for all its elements and computes the next value once. An example is the number of elements that each column
// of a tile has seen so far.
func (n *Info) Carried(f scf.For) []bool {
	args, next := f.IterArgs(), f.Yield().OperandValues()
	assumed := make(map[*ir.Value]bool)
	for i, init := range f.Inits() {
		if _, tensor := init.Type().(*ir.TensorType); tensor && n.Is(init) {
			assumed[args[i]] = true
		}
	}
	// An assumption about a tensor may depend on those about others, so all are checked again until none is removed.
	for {
		wrong := slices.IndexFunc(args, func(v *ir.Value) bool {
			under := search{known: new(pointermap.Map[ir.Value, bool]), assumed: assumed, info: n}
			return assumed[v] && !under.isSplat(next[slices.Index(args, v)])
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

// search looks for tensors with equal elements, provided that the assumed ones have equal elements.
type search struct {
	known   *pointermap.Map[ir.Value, bool] // what depends on the assumptions, too
	assumed map[*ir.Value]bool
	info    *Info
}

// isSplat reports whether all elements of a tensor are equal.
func (s search) isSplat(v *ir.Value) bool {
	if _, tensor := v.Type().(*ir.TensorType); !tensor || s.assumed[v] {
		return true
	}
	op := v.DefiningOp()
	if op == nil {
		return false
	}
	is, found := s.known.Lookup(v)
	if !found {
		is = s.isResult(op, v.Index())
		s.known.Set(v, is)
	}
	return is
}

// isResult reports whether all elements of a result are equal.
func (s search) isResult(op *ir.Operation, i int) bool {
	if f, loop := scf.AsFor(op); loop {
		return s.info.Carried(f)[i]
	}
	if op.Is(&tile.Reduce) {
		return combined(op, s.isSplat)[i]
	}
	if isConstantSplat(op) {
		return true
	}
	if !keepsEqual(op) {
		return false
	}
	for _, x := range op.Operands() {
		if !s.isSplat(x) {
			return false
		}
	}
	return true
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
