package memref

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Cast defines `memref.cast`: the result is the same buffer. Its type has more or less static information about shape
// and layout.
var Cast = ir.OpDef{
	Name:        "memref.cast",
	Summary:     "memref cast operation",
	Operands:    []ir.ValueDef{{Name: "source", Type: anyOrUnranked}},
	Results:     []ir.ValueDef{{Name: "dest", Type: anyOrUnranked}},
	Traits:      ir.Pure,
	Assembly:    `$source attr-dict ':' type($source) 'to' type($dest)`,
	ResultNames: name("cast"),
	Verify: func(op *ir.Operation) error {
		from, to := op.Operand(0).Type(), op.Result(0).Type()
		if !castable(from, to) {
			return op.Errorf("operand type %s and result type %s are cast incompatible", ir.Quote(from), ir.Quote(to))
		}
		return nil
	},
}

// castable reports whether two types may describe the same buffer. At least one of them must be ranked.
func castable(from, to ir.Type) bool {
	a, ranked := from.(*ir.MemRefType)
	b, alsoRanked := to.(*ir.MemRefType)
	if !ranked || !alsoRanked {
		return ranked != alsoRanked && elementAndSpace(from) == elementAndSpace(to)
	}
	return a.ElementType() == b.ElementType() && a.MemorySpace == b.MemorySpace && sameShape(a, b) &&
		(a.Layout == b.Layout || compatibleStrides(a, b))
}

// sameShape reports whether two buffer types may have the same sizes at run time.
func sameShape(a, b *ir.MemRefType) bool {
	return slices.EqualFunc(a.Shape(), b.Shape(), func(d, e int64) bool {
		return d == e || d == ir.Dynamic || e == ir.Dynamic
	})
}

type elementInSpace struct {
	element ir.Type
	space   ir.Attribute
}

func elementAndSpace(t ir.Type) elementInSpace {
	switch t := t.(type) {
	case *ir.MemRefType:
		return elementInSpace{t.ElementType(), t.MemorySpace}
	case *ir.UnrankedMemRefType:
		return elementInSpace{t.ElementType(), t.MemorySpace}
	}
	return elementInSpace{}
}

// compatibleStrides reports whether the static offsets and strides of two types are equal where both are known.
func compatibleStrides(a, b *ir.MemRefType) bool {
	offset, strides, ok1 := Strides(a)
	offset2, strides2, ok2 := Strides(b)
	agree := func(x, y int64) bool { return x == y || x == ir.Dynamic || y == ir.Dynamic }
	if !ok1 || !ok2 || !agree(offset, offset2) {
		return false
	}
	for i := range strides {
		// The stride of a dimension of one element does not matter.
		if !agree(strides[i], strides2[i]) && a.Shape()[i] != 1 {
			return false
		}
	}
	return true
}

// Strides returns the offset and the strides of a buffer in elements, [ir.Dynamic] where they are not known; ok is
// false for a layout that is neither the identity nor given by strides.
func Strides(t *ir.MemRefType) (offset int64, strides []int64, ok bool) {
	switch l := t.Layout.(type) {
	case nil:
		strides = make([]int64, len(t.Shape()))
		next := int64(1)
		for i := range slices.Backward(t.Shape()) {
			strides[i] = next
			if d := t.Shape()[i]; next != ir.Dynamic && d != ir.Dynamic {
				next *= d
			} else {
				next = ir.Dynamic
			}
		}
		return 0, strides, true
	case *ir.StridedLayoutAttr:
		return l.Offset, l.Strides, true
	}
	return 0, nil, false
}

// Dim defines `memref.dim`: the result is the size of a dimension.
var Dim = ir.OpDef{
	Name:        "memref.dim",
	Summary:     "dimension index operation",
	Operands:    []ir.ValueDef{{Name: "source", Type: hasDimensions}, {Name: "index", Type: constraints.Index}},
	Results:     []ir.ValueDef{{Name: "result", Type: constraints.Index}},
	Traits:      ir.NoMemoryEffect,
	Assembly:    `attr-dict $source ',' $index ':' type($source)`,
	ResultNames: name("dim"),
	Interfaces:  []any{dimInRange{}},
}

// dimInRange implements [ir.Speculation]. The size of a dimension has no undefined behavior if the dimension exists.
type dimInRange struct{}

func (dimInRange) IsSpeculatable(op *ir.Operation) bool {
	i, known := ir.ConstantOf(op.Operand(1)).(*ir.IntegerAttr)
	t, ranked := op.Operand(0).Type().(*ir.MemRefType)
	return known && ranked && i.Int64() >= 0 && i.Int64() < int64(len(t.Shape()))
}

// Copy defines `memref.copy`: all elements of a buffer are copied to another one.
var Copy = ir.OpDef{
	Name:     "memref.copy",
	Summary:  "memref copy operation",
	Operands: []ir.ValueDef{{Name: "source", Type: anyOrUnranked}, {Name: "target", Type: anyOrUnranked}},
	Traits:   ir.SameOperandsElementType | ir.SameOperandsShape,
	Assembly: `$source ',' $target attr-dict ':' type($source) 'to' type($target)`,
	Interfaces: []any{ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
		_ = yield(ir.Effect{Kind: ir.Read, Value: op.Operand(0)}) && yield(ir.Effect{Kind: ir.Write, Value: op.Operand(1)})
	})},
}
