package tilegen

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Slot is the place where a program stores a value: the number of a parameter, and the index of the value's first
// element.
type Slot struct{ Parameter, Offset int }

// Kept returns where a program stores values whose NaNs keep the bits of its input, since only operations that move
// elements are in between. For other values, the language does not define the sign and payload of NaNs.
func Kept(module *ir.Operation) map[Slot]bool {
	kept := make(map[Slot]bool)
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Store) {
			if at, ok := slotOf(op.Operand(0)); ok {
				kept[at] = moved(op.Operand(1), make(map[*ir.Value]bool))
			}
		}
		return true
	})
	return kept
}

// slotOf returns the slot that a pointer, or the first element of a tensor of pointers, refers to.
func slotOf(ptr *ir.Value) (Slot, bool) {
	offset := 0
	for op := ptr.DefiningOp(); op != nil; op = ptr.DefiningOp() {
		if !op.Is(&tile.AddPtr) {
			return Slot{}, false
		}
		if n, ok := tile.LiteralValue(op.Operand(1)); ok {
			offset += int(n.Int.Int64())
		}
		ptr = op.Operand(0)
	}
	return Slot{ptr.Index(), offset}, true
}

// movers are operations that do not change elements.
var movers = []*ir.OpDef{&tile.Load, &tile.LoadView, &tile.Splat, &tile.Broadcast, &tile.Reshape, &tile.ExpandDims,
	&tile.Permute, &tile.Cat, &tile.Join, &tile.Split, &tile.Extract, &tile.Insert, &tile.Flip, &tile.Gather,
	&tile.Sort, &tile.Where}

// moved reports whether the elements of a value come from inputs, or are not NaN.
func moved(v *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	op := v.DefiningOp()
	if op == nil {
		return v.ParentBlock().ParentOp().Is(&tile.KernelOp)
	}
	elem := ir.ElementOrSelf(v.Type())
	if op.Is(&tile.Cast) {
		_, literal := tile.LiteralValue(op.Operand(0))
		return literal || !ir.IsFloat(ir.ElementOrSelf(op.Operand(0).Type()))
	}
	is := false
	for _, def := range movers {
		is = is || op.Is(def)
	}
	if !is {
		return false
	}
	for _, operand := range op.OperandValues() {
		if t := ir.ElementOrSelf(operand.Type()); ir.IsFloat(t) && (t != elem || !moved(operand, seen)) {
			return false
		}
		if _, literal := operand.Type().(*tile.LiteralType); literal {
			return false
		}
	}
	return true
}
