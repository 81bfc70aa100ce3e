package tile

import (
	"math/bits"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// Attributes of a kernel's arguments that promise facts about them. The host must keep the promises. All numbers are
// powers of two.
const (
	// ArgDivisibility says that an integer, or the address of a pointer or an array in bytes, is a multiple of a
	// number. The greater the number, the wider accesses can be. Launchers and executors reject arguments that break
	// the promise.
	ArgDivisibility = "tile.divisibility"
	// ShapeDivisibility says that the sizes of an array are multiples of numbers, one for each dimension.
	ShapeDivisibility = "tile.shape_divisibility"
	// StrideDivisibility says that the strides of an array, in elements, are multiples of numbers, one for each
	// dimension. All rows of an array are aligned if its address is aligned and its strides are divisible.
	StrideDivisibility = "tile.stride_divisibility"
)

// MayOverlap is an attribute of arguments that are pointers or arrays. The memory of two arguments with the attribute
// may overlap. The memory of an argument without it is reached through no other argument, unless nothing writes it.
const MayOverlap = "tile.may_overlap"

// MayOverlap reports whether the memory of argument i may overlap with that of other arguments.
func (k Kernel) MayOverlap(i int) bool {
	return function.ArgAttrsOf(k.Operation, i).Get(MayOverlap) != nil
}

// Facts are the promises of the host about an argument.
type Facts struct {
	Divisibility   int64   // 1 for no promise
	Shape, Strides []int64 // for arrays, one for each dimension; 1 for no promise
}

// ArgFacts returns the promises about argument i of a kernel.
func (k Kernel) ArgFacts(i int) Facts {
	facts := Facts{Divisibility: 1}
	attrs := function.ArgAttrsOf(k.Operation, i)
	if n, ok := attrs.Get(ArgDivisibility).(*ir.IntegerAttr); ok {
		facts.Divisibility = n.Int64()
	}
	if a, ok := k.Type().Inputs[i].(*ArrayType); ok {
		facts.Shape = divisors(attrs.Get(ShapeDivisibility), a.Rank())
		facts.Strides = divisors(attrs.Get(StrideDivisibility), a.Rank())
	}
	return facts
}

func divisors(a ir.Attribute, rank int) []int64 {
	if list, ok := a.(*ir.DenseArrayAttr); ok {
		return list.Ints()
	}
	out := make([]int64, rank)
	for i := range out {
		out[i] = 1
	}
	return out
}

// verifyFacts checks the attributes that promise facts about a kernel's arguments.
func verifyFacts(op *ir.Operation, inputs []ir.Type) error {
	list, _ := op.Inherent(function.ArgAttrs).(*ir.ArrayAttr)
	if list == nil {
		return nil
	}
	for i, a := range list.Elems {
		attrs, ok := a.(*ir.DictAttr)
		if !ok || i >= len(inputs) {
			continue
		}
		if n := attrs.Get(ArgDivisibility); n != nil {
			if v, ok := n.(*ir.IntegerAttr); !ok || !isPowerOfTwo(v.Int64()) {
				return op.Errorf("%s of argument #%d must be a power of two, but got %s", ArgDivisibility, i, n)
			}
			if ir.IsFloat(inputs[i]) || ir.IsInt(inputs[i], 1) {
				return op.Errorf("%s is only allowed on integers, pointers and arrays, but argument #%d is %s", ArgDivisibility, i,
					ir.Quote(inputs[i]))
			}
		}
		if a := attrs.Get(MayOverlap); a != nil {
			if a != ir.Attribute(op.Context().Unit()) {
				return op.Errorf("%s of argument #%d must be a unit attribute, but got %s", MayOverlap, i, a)
			}
			if !leadsToMemory(inputs[i]) {
				return op.Errorf("%s is only allowed on pointers and arrays, but argument #%d is %s", MayOverlap, i,
					ir.Quote(inputs[i]))
			}
		}
		for _, name := range [...]string{ShapeDivisibility, StrideDivisibility} {
			if err := verifyDivisors(op, name, attrs.Get(name), i, inputs[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// leadsToMemory reports whether values of a type are pointers or arrays.
func leadsToMemory(t ir.Type) bool {
	_, isPointer := t.(*PtrType)
	_, isArray := t.(*ArrayType)
	return isPointer || isArray
}

func verifyDivisors(op *ir.Operation, name string, a ir.Attribute, i int, t ir.Type) error {
	if a == nil {
		return nil
	}
	array, ok := t.(*ArrayType)
	if !ok {
		return op.Errorf("%s is only allowed on arrays, but argument #%d is %s", name, i, ir.Quote(t))
	}
	list, ok := a.(*ir.DenseArrayAttr)
	if !ok || list.Len() != array.Rank() || !ir.IsInt(list.ElementType(), 64) {
		return op.Errorf("%s of argument #%d must be %d numbers array<i64: ...>, one for each dimension, but got %s", name, i,
			array.Rank(), a)
	}
	for _, n := range list.Ints() {
		if !isPowerOfTwo(n) {
			return op.Errorf("%s of argument #%d must be powers of two, but got %d", name, i, n)
		}
	}
	return nil
}

func isPowerOfTwo(n int64) bool { return n > 0 && bits.OnesCount64(uint64(n)) == 1 }
