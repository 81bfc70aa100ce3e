package tensorcores

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// mapAlignment is the alignment in bytes of the address and the strides of a tensor map's array, maxRank the greatest
// number of dimensions (CUDA driver API, cuTensorMapEncodeTiled).
const (
	mapAlignment = 16
	maxRank      = 5
)

// IsTransposed reports whether the elements of a matrix are contiguous along its columns. Its tensor map then has the
// dimensions exchanged.
func IsTransposed(t *tile.ArrayType) bool {
	return t.Rank() == 2 && t.Strides()[1] != 1 && t.Strides()[0] == 1
}

// Origin says from which arguments of a kernel a launcher can encode an array's tensor map.
type Origin struct {
	// Argument is the argument that contains the array's address: an array, or a pointer.
	Argument *ir.Value
	// Sizes and Strides are those of the array, one for each dimension.
	Sizes, Strides []Extent
}

// Extent is a size or a stride of an array: a number, or an argument of the kernel.
type Extent struct {
	N        int64     // -1 for one that is not a number
	Argument *ir.Value // nil for a number, and for a size or stride that belongs to an array argument
}

// OriginOf returns the origin of an array, or nil if a launcher cannot compute its address, sizes and strides. A
// launcher can for array arguments, for views of them with other known sizes and strides, and for arrays that are made
// of a pointer argument and of sizes and strides that are constants or arguments.
func OriginOf(kernel tile.Kernel, array *ir.Value) *Origin {
	t, ok := array.Type().(*tile.ArrayType)
	if !ok {
		return nil
	}
	o := &Origin{Argument: array, Sizes: extents(t.Shape()), Strides: extents(t.Strides())}
	if op := array.DefiningOp(); op != nil && op.Is(&tile.MakeArray) {
		o.Argument = op.Operand(0)
		if base := o.Argument.DefiningOp(); base != nil && base.Is(&tile.Base) && op.NumOperands() == 1 {
			o.Argument = base.Operand(0)
		} else if !fill(kernel, o.Sizes, op.GroupValues(1)) || !fill(kernel, o.Strides, op.GroupValues(2)) {
			return nil
		}
	}
	if o.Argument.ArgumentOf() != kernel.Entry() {
		return nil
	}
	return o
}

// extents returns the extents in an array's type.
func extents(numbers []int64) []Extent {
	out := make([]Extent, len(numbers))
	for i, n := range numbers {
		if out[i].N = n; n == ir.Dynamic {
			out[i].N = -1
		}
	}
	return out
}

// fill sets the extents that a type leaves open, and reports whether they are numbers and arguments of the kernel.
func fill(kernel tile.Kernel, list []Extent, values []*ir.Value) bool {
	for i := range list {
		if list[i].N >= 0 {
			continue
		}
		v := values[0]
		values = values[1:]
		for op := v.DefiningOp(); op != nil && op.Is(&arith.ExtSI); op = v.DefiningOp() {
			v = op.Operand(0)
		}
		if n, ok := arith.ConstantInt(v); ok && n >= 0 {
			list[i].N = n
		} else if v.ArgumentOf() == kernel.Entry() {
			list[i].Argument = v
		} else {
			return false
		}
	}
	return true
}

// Aligned reports whether a tensor map can describe an array: the array has an origin; it is contiguous along its last
// dimension, or, if it is a matrix, along its first one; and the kernel promises that its address and its other strides
// are multiples of 16 bytes.
func Aligned(kernel tile.Kernel, array *ir.Value) bool {
	o := OriginOf(kernel, array)
	if o == nil {
		return false
	}
	t := array.Type().(*tile.ArrayType)
	facts := kernel.ArgFacts(o.Argument.Index())
	bits, fast := int64(ir.BitWidth(t.ElementType())), t.Rank()-1
	if IsTransposed(t) {
		fast = 0
	}
	if t.Rank() < 2 || t.Rank() > maxRank || t.Strides()[fast] != 1 || facts.Divisibility%mapAlignment != 0 ||
		bits%8 != 0 {
		return false
	}
	for d, stride := range o.Strides {
		divisor := stride.N
		switch {
		case stride.Argument != nil:
			divisor = kernel.ArgFacts(stride.Argument.Index()).Divisibility
		case stride.N < 0:
			divisor = facts.Strides[d]
		}
		if d != fast && divisor*bits/8%mapAlignment != 0 {
			return false
		}
	}
	return true
}

// ReadsFirst reports whether an operation loads from an array before its program may write to the same memory: the
// operation, with all loops and branches around it, comes before every operation that may write there. There must be no
// atomic operation before it either, by which a program could learn that other programs have written.
func ReadsFirst(kernel tile.Kernel, array *ir.Value, load *ir.Operation) bool {
	if !kernel.Region(0).HasOneBlock() {
		return false
	}
	var an alias.Analysis
	writes := func(op *ir.Operation) bool { return an.Effects(op, array)&alias.Mod != 0 || updates(op) }
	for at := load; at != kernel.Operation && !tile.RunsPrograms(at); at = at.Parent() {
		for op := range at.Block().Ops() {
			if op == at {
				break
			}
			if writes(op) {
				return false
			}
		}
		if at != load && !at.Is(&scf.IfOp) && writes(at) { // a loop may repeat it
			return false
		}
	}
	return true
}

// updates reports whether an operation, or one inside it, is an atomic update.
func updates(op *ir.Operation) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		found = found || inner.Is(&tile.AtomicRMW) || inner.Is(&tile.AtomicCAS)
		return !found
	})
	return found
}
