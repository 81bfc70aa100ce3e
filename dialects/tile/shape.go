package tile

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// ExpandDims defines `tile.expand_dims`: a dimension of size 1 is inserted before dimension axis.
var ExpandDims = func() ir.OpDef {
	def := shaping("expand_dims", "tensor with one more dimension, of size 1", verifyExpandDims,
		`$in 'axis' '=' $axis attr-dict ':' type($in) '->' type($out)`, ir.OpAttr{Name: "axis", Attr: constraints.I32Attr})
	def.Elided = oneResult(func(ctx *ir.Context, st *ir.OpState) ir.Type {
		return expandedType(ctx, st.Operands[0].Type(), axisOf(st))
	})
	return def
}()

// Broadcast defines `tile.broadcast`: missing dimensions are added in front, and dimensions of size 1 are repeated.
var Broadcast = shaping("broadcast", "tensor with repeated elements", verifyBroadcast,
	`$in attr-dict ':' type($in) '->' type($out)`)

// Reshape defines `tile.reshape`: the shape of a tensor changes, and its elements stay in row-major order.
var Reshape = shaping("reshape", "tensor of another shape with the same elements", verifyReshape,
	`$in attr-dict ':' type($in) '->' type($out)`)

// NewExpandDims creates a tensor with one more dimension and returns it.
func NewExpandDims(b *ir.Builder, v *ir.Value, axis int) *ir.Value {
	return reshaped(b, &ExpandDims, v, expandedType(b.Context(), v.Type(), axis), axisAttr(b, axis))
}

// expandedType returns a tensor type with one more dimension.
func expandedType(ctx *ir.Context, t ir.Type, axis int) ir.Type {
	shape := ir.TensorShape(t)
	at := max(0, min(axis, len(shape))) // the verifier refuses another axis
	return Of(ctx, slices.Insert(slices.Clone(shape), at, 1), ir.ElementOrSelf(t))
}

// NewBroadcast creates a tensor with repeated elements and returns it.
func NewBroadcast(b *ir.Builder, v *ir.Value, shape ...int64) *ir.Value {
	return reshaped(b, &Broadcast, v, Of(b.Context(), shape, ir.ElementOrSelf(v.Type())))
}

// NewReshape creates a tensor of another shape and returns it.
func NewReshape(b *ir.Builder, v *ir.Value, shape ...int64) *ir.Value {
	return reshaped(b, &Reshape, v, Of(b.Context(), shape, ir.ElementOrSelf(v.Type())))
}

func shaping(name, summary string, verify func(op *ir.Operation, in, out []int64) error, assembly string,
	attrs ...ir.OpAttr) ir.OpDef {
	return ir.OpDef{
		Name:     "tile." + name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "in", Type: tensorValues}},
		Results:  []ir.ValueDef{{Name: "out", Type: tensorValues}},
		Attrs:    attrs,
		Traits:   ir.Pure | ir.SameOperandsAndResultElementType,
		Assembly: assembly,
		Verify: func(op *ir.Operation) error {
			return verify(op, ir.TensorShape(op.Operand(0).Type()), ir.TensorShape(op.Result(0).Type()))
		},
		Interfaces: []any{alias.Source(0)},
	}
}

func verifyExpandDims(op *ir.Operation, in, out []int64) error {
	axis := Axis(op)
	if axis < 0 || axis > len(in) {
		return op.Errorf("axis must be between 0 and %d, but got %d", len(in), axis)
	}
	if want := slices.Insert(slices.Clone(in), axis, 1); !slices.Equal(out, want) {
		return op.Errorf("result must have shape %v, but got %s", want, ir.Quote(op.Result(0).Type()))
	}
	return nil
}

func verifyBroadcast(op *ir.Operation, in, out []int64) error {
	if !promotion.BroadcastsTo(in, out) {
		return op.Errorf("%s cannot be broadcast to %s", ir.Quote(op.Operand(0).Type()), ir.Quote(op.Result(0).Type()))
	}
	return nil
}

func verifyReshape(op *ir.Operation, in, out []int64) error {
	if n, m := ir.Product(in), ir.Product(out); n != m {
		return op.Errorf("operand has %d elements, but the result %d", n, m)
	}
	return nil
}
