package tt

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Splat defines `tt.splat`: all elements of the result are one value.
var Splat = define(ir.OpDef{
	Name:     "tt.splat",
	Summary:  "splat",
	Operands: []ir.ValueDef{{Name: "src", Type: anyValue}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor}},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: cast,
})

// Unsplat defines `tt.unsplat`: the result is the only element of a tensor.
var Unsplat = define(ir.OpDef{
	Name:     "tt.unsplat",
	Summary:  "convert a tensor with a single element to a scalar",
	Operands: []ir.ValueDef{{Name: "src", Type: tensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: anyValue}},
	Traits:   ir.Pure,
	TypeRules: []ir.TypeRule{{From: "src", To: "result", Summary: "result type matches the element type of the source",
		Map: element}},
	Assembly: `$src attr-dict ':' type($src)`,
	Verify: func(op *ir.Operation) error {
		if ir.Product(ir.TensorShape(op.Operand(0).Type())) != 1 {
			return ir.Errorf(op.Loc(), "source tensor must have exactly one element")
		}
		return nil
	},
})

// ExpandDims defines `tt.expand_dims`: a dimension of size 1 is inserted at an axis.
var ExpandDims = define(ir.OpDef{
	Name:     "tt.expand_dims",
	Summary:  "expand_dims",
	Operands: []ir.ValueDef{{Name: "src", Type: tensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor}},
	Attrs:    []ir.OpAttr{{Name: "axis", Attr: constraints.I32Attr}},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: cast,
	Verify:   verifyExpandDims,
})

func verifyExpandDims(op *ir.Operation) error {
	shape, axis := ir.TensorShape(op.Operand(0).Type()), Axis(op)
	if axis < 0 || axis > len(shape) {
		return op.Errorf("axis must be in [0, %d], the places where a dimension fits, but is %d", len(shape), axis)
	}
	want := slices.Insert(slices.Clone(shape), axis, 1)
	if got := op.Result(0).Type(); !slices.Equal(ir.TensorShape(got), want) {
		return notInferred(op, op.Context().TensorType(want, ir.ElementOrSelf(got), nil))
	}
	return nil
}

// Reshape defines `tt.reshape`: the shape of a tensor changes. The elements stay in row-major order unless the
// operation allows reordering.
var Reshape = define(ir.OpDef{
	Name:     "tt.reshape",
	Summary:  "reinterpret a tensor to a different shape. It may change elements order if the attribute is set.",
	Operands: []ir.ValueDef{{Name: "src", Type: tensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor}},
	Attrs: []ir.OpAttr{
		{Name: "allow_reorder", Attr: constraints.Unit, Optional: true},
		{Name: "efficient_layout", Attr: constraints.Unit, Optional: true},
	},
	Traits: ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: `$src ('allow_reorder' $allow_reorder^)? ('efficient_layout' $efficient_layout^)? attr-dict
		':' type($src) '->' type($result)`,
	Verify: func(op *ir.Operation) error {
		if ir.Product(ir.TensorShape(op.Operand(0).Type())) != ir.Product(ir.TensorShape(op.Result(0).Type())) {
			return ir.Errorf(op.Loc(), "number of src and dst elements of reshape must be the same")
		}
		return nil
	},
})

// Broadcast defines `tt.broadcast`: dimensions of size 1 are repeated.
var Broadcast = define(ir.OpDef{
	Name:     "tt.broadcast",
	Summary:  "broadcast a tensor",
	Operands: []ir.ValueDef{{Name: "src", Type: tensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor}},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: cast,
	Verify: func(op *ir.Operation) error {
		from, to := ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Result(0).Type())
		if len(from) != len(to) {
			return ir.Errorf(op.Loc(), "rank of source must be same as rank of result")
		}
		for i, d := range from {
			if d != 1 && d != to[i] {
				return ir.Errorf(op.Loc(), "Different dimensions at index %d between source and result.  Broadcast "+
					"requires the source dimension to be 1.", i)
			}
		}
		return nil
	},
})

// Cat defines `tt.cat`: the result has the elements of two tensors, in any order.
var Cat = define(ir.OpDef{
	Name:     "tt.cat",
	Summary:  "concatenate 2 tensors",
	Operands: []ir.ValueDef{{Name: "lhs", Type: tensor}, {Name: "rhs", Type: tensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor}},
	Traits:   ir.NoMemoryEffect | ir.SameTypeOperands | ir.SameOperandsAndResultElementType,
	TypeRules: []ir.TypeRule{{From: "lhs", To: "rhs",
		Summary: "all operands have the same type"}},
	Assembly: `$lhs ',' $rhs attr-dict ':' type($lhs) '->' type($result)`,
})

// Join defines `tt.join`: two tensors are joined along a new last dimension.
var Join = define(ir.OpDef{
	Name:     "tt.join",
	Summary:  "join two tensors along a new, minor dimension",
	Operands: []ir.ValueDef{{Name: "lhs", Type: tensor}, {Name: "rhs", Type: tensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor}},
	Traits:   ir.NoMemoryEffect | ir.SameTypeOperands,
	TypeRules: []ir.TypeRule{{From: "lhs", To: "rhs",
		Summary: "all operands have the same type"}},
	Assembly: `$lhs ',' $rhs attr-dict ':' type($lhs) '->' type($result)`,
	Verify: func(op *ir.Operation) error {
		want := append(slices.Clone(ir.TensorShape(op.Operand(0).Type())), 2)
		if got := ir.TensorShape(op.Result(0).Type()); !slices.Equal(got, want) {
			return op.Errorf("result shape must be (%s), but got %s", list(want), list(got))
		}
		if from, to := ir.ElementOrSelf(op.Operand(0).Type()), ir.ElementOrSelf(op.Result(0).Type()); from != to {
			return op.Errorf("result element type must match the input element type, but got %s and %s", ir.Quote(to),
				ir.Quote(from))
		}
		return nil
	},
})

// Split defines `tt.split`: a tensor whose last dimension has size 2 is split into its two halves.
var Split = define(ir.OpDef{
	Name:     "tt.split",
	Summary:  "splits a tensor into two, along its last dimension",
	Operands: []ir.ValueDef{{Name: "src", Type: tensor}},
	Results:  []ir.ValueDef{{Name: "outLHS", Type: tensor}, {Name: "outRHS", Type: tensor}},
	Traits:   ir.NoMemoryEffect,
	TypeRules: []ir.TypeRule{{From: "outLHS", To: "outRHS",
		Summary: "outLHS and outRHS types match"}},
	Assembly:    `$src attr-dict ':' type($src) '->' type($outLHS)`,
	ResultNames: ir.DeclaredResultNames,
	Verify: func(op *ir.Operation) error {
		t := op.Operand(0).Type()
		shape := ir.TensorShape(t)
		if len(shape) == 0 || shape[len(shape)-1] != 2 {
			return errors.Join(ir.Errorf(op.Loc(), "last dimension of input tensor must be 2"),
				op.Errorf("failed to infer returned types"))
		}
		half := op.Context().TensorType(shape[:len(shape)-1], ir.ElementOrSelf(t), nil)
		if got := op.Result(0).Type(); !sameShape(got, half) || ir.ElementOrSelf(got) != ir.ElementOrSelf(t) {
			return notInferred(op, half, half)
		}
		return nil
	},
})

// Trans defines `tt.trans`: the dimensions of a tensor are permuted. Dimension i of the result is dimension order[i] of
// the operand.
var Trans = define(ir.OpDef{
	Name:     "tt.trans",
	Summary:  "rearrange the dimensions of a tensor",
	Operands: []ir.ValueDef{{Name: "src", Type: tensor}},
	Results:  []ir.ValueDef{{Name: "result", Type: tensor}},
	Attrs:    []ir.OpAttr{{Name: "order", Attr: constraints.DenseI32Array}},
	Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
	Assembly: cast,
	Verify: func(op *ir.Operation) error {
		from, to := ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Result(0).Type())
		order := Order(op)
		if len(order) != len(from) || len(order) != len(to) {
			return ir.Errorf(op.Loc(), "order must have the same size as the rank of the operand and result")
		}
		sorted := slices.Sorted(slices.Values(order))
		for i, d := range sorted {
			if i != d {
				return ir.Errorf(op.Loc(), "order must be a permutation of [0, ..., rank - 1]")
			}
		}
		for i, d := range order {
			if from[d] != to[i] {
				return ir.Errorf(op.Loc(), "result shape must match the permutation of the source shape")
			}
		}
		return nil
	},
})

// Axis returns the attribute `axis` of an operation.
func Axis(op *ir.Operation) int {
	a, _ := op.Inherent("axis").(*ir.IntegerAttr)
	if a == nil {
		return -1
	}
	return int(a.Int64())
}

// Order returns the attribute `order` of an operation.
func Order(op *ir.Operation) []int {
	a, _ := op.Inherent("order").(*ir.DenseArrayAttr)
	if a == nil {
		return nil
	}
	order := make([]int, a.Len())
	for i := range order {
		order[i] = int(a.Int64(i))
	}
	return order
}

func element(_ *ir.Context, t ir.Type) ir.Type { return ir.ElementOrSelf(t) }

func list(shape []int64) string {
	var out strings.Builder
	for i, d := range shape {
		if i > 0 {
			out.WriteString(", ")
		}
		fmt.Fprint(&out, d)
	}
	return out.String()
}
