package tensorcores

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// mapAlignment is what the address and the strides of a tensor map's array are multiples of, in bytes; maxRank is the
// most dimensions (CUDA driver API, cuTensorMapEncodeTiled).
const (
	mapAlignment = 16
	maxRank      = 5
)

// IsTransposed reports whether elements of a matrix follow each other along its columns: its map has the dimensions
// exchanged.
func IsTransposed(t *tile.ArrayType) bool {
	return t.Rank() == 2 && t.Strides()[1] != 1 && t.Strides()[0] == 1
}

// Argument returns the kernel's argument that an array is, or that it describes in another way: with sizes and strides
// that are known, at the same address; nil if it is something else.
func Argument(kernel tile.Kernel, array *ir.Value) *ir.Value {
	if op := array.DefiningOp(); op != nil && op.Is(&tile.MakeArray) && op.NumOperands() == 1 {
		base := op.Operand(0).DefiningOp()
		if base == nil || !base.Is(&tile.Base) {
			return nil
		}
		array = base.Operand(0)
	}
	if _, ok := array.Type().(*tile.ArrayType); !ok || array.ArgumentOf() != kernel.Entry() {
		return nil
	}
	return array
}

// Aligned reports whether the kernel promises that elements of an argument, or of another description of it, follow
// each other along the last dimension, or of a matrix the first one, and that its address and other strides are
// multiples of 16 bytes.
func Aligned(kernel tile.Kernel, array *ir.Value) bool {
	argument := Argument(kernel, array)
	if argument == nil {
		return false
	}
	t := array.Type().(*tile.ArrayType)
	facts := kernel.ArgFacts(argument.Index())
	bits, fast := int64(ir.BitWidth(t.ElementType())), t.Rank()-1
	if IsTransposed(t) {
		fast = 0
	}
	if t.Rank() < 2 || t.Rank() > maxRank || t.Strides()[fast] != 1 || facts.Divisibility%mapAlignment != 0 ||
		bits%8 != 0 {
		return false
	}
	for d, stride := range t.Strides() {
		if stride == ir.Dynamic {
			stride = facts.Strides[d]
		}
		if d != fast && stride*bits/8%mapAlignment != 0 {
			return false
		}
	}
	return true
}
