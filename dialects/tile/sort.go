package tile

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Sort defines `tile.sort`: tensors of one shape are reordered along an axis so that the elements of the first tensor,
// the keys, ascend, or descend with descending. The sort is stable. NaN is greater than every number, and -0.0 is equal
// to +0.0.
var Sort = ir.OpDef{
	Name:     "tile.sort",
	Summary:  "tensors sorted along an axis by the first of them",
	Operands: []ir.ValueDef{{Name: "inputs", Type: even("tensor of numbers", tensors("", isNumber)), Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "results", Type: numbers, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{
		axisDef, {Name: DescendingName, Attr: constraints.Unit, Optional: true},
		{Name: UnsignedName, Attr: constraints.Unit, Optional: true},
	},
	Traits: ir.Pure,
	Assembly: `$inputs 'axis' '=' $axis ('descending' $descending^)? ('unsigned' $unsigned^)? attr-dict ':' ` +
		`type($inputs) '->' type($results)`,
	Verify: func(op *ir.Operation) error { return verifyAlongAxis(op, sameType) },
	Elided: operandTypes,
}

// Unit attributes of tile.sort.
const (
	// DescendingName sorts the greatest key first.
	DescendingName = "descending"
	// UnsignedName says that signless integers, as the strict level has them, are unsigned.
	UnsignedName = "unsigned"
)

// Leading returns how many elements from the start of the sorted axis the users of a tile.sort need, rounded up to a
// power of two. This is the size of the axis, unless every user is a tile.extract with a constant index, for example of
// the greatest elements.
func Leading(op *ir.Operation) int64 {
	axis := Axis(op)
	size := ir.TensorShape(op.Operand(0).Type())[axis]
	taken := int64(0)
	for _, v := range op.ResultValues() {
		for use := range v.Uses() {
			user := use.Owner()
			if !user.Is(&Extract) {
				return size
			}
			index, ok := arith.ConstantInt(user.Operand(1 + axis))
			if !ok {
				return size
			}
			part := int64(1) // the part is a scalar
			if t, ok := user.Result(0).Type().(*ir.TensorType); ok {
				part = t.Shape()[axis]
			}
			taken = max(taken, int64(min(uint64(index), uint64(size/part-1))+1)*part)
		}
	}
	if taken == 0 {
		return size
	}
	return min(size, 1<<bits.Len64(uint64(taken-1)))
}

// Histogram defines `tile.histogram`: element i of the result is the number of occurrences of i among the elements of a
// tensor, which are read as unsigned integers. Elements whose mask is false do not count, nor do numbers that are not
// less than the size of the result. If an element or a mask is undefined, all counts are undefined.
var Histogram = ir.OpDef{
	Name:    "tile.histogram",
	Summary: "number of occurrences of each number",
	Operands: []ir.ValueDef{
		{Name: "in", Type: even("tensor of integers", tensors("", isInteger))},
		{Name: "mask", Type: bools, Arity: ir.Optional},
	},
	Results:  []ir.ValueDef{{Name: "counts", Type: even("tensor of integers", tensors("", isInteger))}},
	Traits:   ir.Pure,
	Assembly: `$in ('mask' $mask^)? attr-dict ':' type($in) (',' type($mask)^)? '->' type($counts)`,
	Verify:   verifyHistogram,
}

// Gather defines `tile.gather`: the result has the elements of a tensor at indices along an axis. Along the other
// dimensions, the position of an element stays the same. The element for an index that is out of bounds is undefined.
var Gather = ir.OpDef{
	Name:    "tile.gather",
	Summary: "elements of a tensor at indices along an axis",
	Operands: []ir.ValueDef{
		{Name: "in", Type: even("tensor of numbers or pointers", tensorValues)},
		{Name: "indices", Type: even("tensor of integers", tensors("", isInteger))},
	},
	Results:  []ir.ValueDef{{Name: "out", Type: even("tensor of numbers or pointers", tensorValues)}},
	Attrs:    []ir.OpAttr{axisDef},
	Traits:   ir.Pure,
	Assembly: `$in '[' $indices ']' 'axis' '=' $axis attr-dict ':' type($in) ',' type($indices) '->' type($out)`,
	Verify:   verifyGather,
	Elided: oneResult(func(ctx *ir.Context, st *ir.OpState) ir.Type {
		return gatheredType(ctx, st.Operands[0].Type(), st.Operands[1].Type())
	}),

	Interfaces: []any{alias.Source(0)},
}

// NewSort creates tensors that are sorted by the first one and returns them.
func NewSort(b *ir.Builder, axis int, descending bool, inputs ...*ir.Value) []*ir.Value {
	st := b.State(&Sort)
	st.Operands = append(st.Operands, inputs...)
	for _, v := range inputs {
		st.Types = append(st.Types, v.Type())
	}
	a := axisAttr(b, axis)
	st.AddAttr(a.Name, a.Value)
	if descending {
		st.AddAttr(DescendingName, b.Context().Unit())
	}
	return b.Create(st).ResultValues()
}

// NewHistogram creates the number of occurrences of each number below bins and returns them; mask may be nil.
func NewHistogram(b *ir.Builder, v, mask *ir.Value, bins int64) *ir.Value {
	st := b.State(&Histogram)
	st.Operands = append(st.Operands, v)
	if mask != nil {
		st.Operands = append(st.Operands, mask)
	}
	st.Types = append(st.Types, b.Context().TensorType([]int64{bins}, b.Context().I(32), nil))
	return b.Create(st).Result(0)
}

// NewGather creates the elements of a tensor at indices along an axis and returns them.
func NewGather(b *ir.Builder, v, indices *ir.Value, axis int) *ir.Value {
	st := b.State(&Gather)
	st.Operands = append(st.Operands, v, indices)
	st.Types = append(st.Types, gatheredType(b.Context(), v.Type(), indices.Type()))
	a := axisAttr(b, axis)
	st.AddAttr(a.Name, a.Value)
	return b.Create(st).Result(0)
}

// gatheredType returns the type of the elements of a tensor at indices.
func gatheredType(ctx *ir.Context, t, indices ir.Type) ir.Type {
	return Of(ctx, slices.Clone(ir.TensorShape(indices)), ir.ElementOrSelf(t))
}

func verifyHistogram(op *ir.Operation) error {
	in, out := ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Result(0).Type())
	if len(in) != 1 || len(out) != 1 {
		return op.Errorf("operand and result must have one dimension, but got %s and %s", ir.Quote(op.Operand(0).Type()),
			ir.Quote(op.Result(0).Type()))
	}
	if op.NumOperands() == 2 && !slices.Equal(ir.TensorShape(op.Operand(1).Type()), in) {
		return op.Errorf("the mask must have the operand's shape %v, but got %s", in, ir.Quote(op.Operand(1).Type()))
	}
	return nil
}

func verifyGather(op *ir.Operation) error {
	if err := verifyAxis(op, op.Operand(0).Type()); err != nil {
		return err
	}
	in, at, out := ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Operand(1).Type()), op.Result(0).Type()
	if len(in) != len(at) {
		return op.Errorf("indices must have the operand's %d dimensions, but got %s", len(in),
			ir.Quote(op.Operand(1).Type()))
	}
	for i := range in {
		if i != Axis(op) && in[i] != at[i] {
			return op.Errorf("indices must have the operand's size %d along dimension %d, but got %s", in[i], i,
				ir.Quote(op.Operand(1).Type()))
		}
	}
	want := gatheredType(op.Context(), op.Operand(0).Type(), op.Operand(1).Type())
	if !sameUpToLayout(out, want) {
		return op.Errorf("result must be of type %s, but got %s", ir.Quote(want), ir.Quote(out))
	}
	return nil
}
