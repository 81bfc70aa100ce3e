package broadcast

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// moveBehindElementwise rewrites op(broadcast(a), broadcast(b)) to broadcast(op(a, b)), if the common shape of a and b
// has fewer elements than the result. Every element that the new operation computes was computed before, too. So
// results are the same, and no new undefined behavior arises.
func moveBehindElementwise(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if op.NumOperands() == 0 {
		return false
	}
	if _, repeated := shapeOfSource(op.Operand(0)); !repeated || !isElementwise(op) { // the first answer is a short one
		return false
	}
	to := ir.TensorShape(op.Result(0).Type())
	shape, ok := sourceShape(op.OperandValues(), to)
	if !ok || ir.Product(shape) >= ir.Product(to) {
		return false
	}
	operands := make([]*ir.Value, op.NumOperands())
	for i, v := range op.Operands() {
		operands[i] = v
		if len(ir.TensorShape(v.Type())) > 0 { // a scalar is the condition of an arith.select on tensors
			operands[i] = expand(rw.Builder, sourceOf(rw.Builder, v), shape)
		}
	}
	elem := ir.ElementOrSelf(op.Result(0).Type())
	small := like(rw.Builder, op, operands, tile.Of(op.Context(), shape, elem))
	rw.Replace(op, expand(rw.Builder, small.Result(0), to))
	return true
}

// isElementwise reports whether op is pure, its result is a tensor, and it computes each element from the elements of
// its operands at the same position.
func isElementwise(op *ir.Operation) bool {
	if op.NumResults() != 1 || op.NumOperands() == 0 || op.NumRegions() > 0 || !op.HasTrait(ir.Pure) {
		return false
	}
	t, ok := op.Result(0).Type().(*ir.TensorType)
	if !ok || t.Encoding != nil || !mapsElements(op) {
		return false
	}
	for _, v := range op.Operands() {
		switch o := v.Type().(type) {
		case *ir.TensorType:
			if !slices.Equal(o.Shape(), t.Shape()) {
				return false
			}
		case *ir.IntegerType:
			if !op.Is(&arith.Select) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// mapsElements reports whether operations of a definition compute element by element.
func mapsElements(op *ir.Operation) bool {
	if op.HasTrait(ir.Elementwise) {
		return true
	}
	switch op.Def() {
	case &tile.Cast, &tile.Bitcast, &tile.PtrToInt, &tile.IntToPtr, &tile.PtrCast:
		return true
	}
	_, loose := ir.InterfaceOf[tile.Loose](op)
	return loose
}

// like creates an operation with the attributes of another, other operands and another result.
func like(b *ir.Builder, op *ir.Operation, operands []*ir.Value, t ir.Type) *ir.Operation {
	st := b.State(op.Def())
	st.Operands, st.Types = operands, []ir.Type{t}
	out := b.Create(st)
	out.SetProperties(op.Properties())
	out.SetAttrs(op.Attrs())
	return out
}

// sourceShape returns the common shape of the sources of values, which are tensors of shape to, and scalars. The source
// of a tensor is the value whose elements it repeats. ok is false if a tensor has no source, or if the common shape is
// to.
func sourceShape(values []*ir.Value, to []int64) (shape []int64, ok bool) {
	for _, v := range values {
		from, ok := shapeOfSource(v)
		if !ok {
			return nil, false
		}
		joined, err := promotion.Broadcast(shape, from)
		if err != nil || len(joined) == len(to) && slices.Equal(joined, to) {
			return nil, false
		}
		shape = joined
	}
	return shape, true
}

// shapeOfSource returns the shape of a tensor's source; ok is false if it has none.
func shapeOfSource(v *ir.Value) (shape []int64, ok bool) {
	if len(ir.TensorShape(v.Type())) == 0 || splatOf(v) != nil {
		return nil, true
	}
	op := v.DefiningOp()
	if op == nil || !op.Is(&tile.Splat) && !op.Is(&tile.Broadcast) {
		return nil, false
	}
	return ir.TensorShape(op.Operand(0).Type()), true
}

// sourceOf returns the source of a tensor for which shapeOfSource is ok.
func sourceOf(b *ir.Builder, v *ir.Value) *ir.Value {
	if value := splatOf(v); value != nil {
		return arith.NewConstant(b, value)
	}
	return v.DefiningOp().Operand(0)
}

// splatOf returns the element of a splat constant; nil for other values.
func splatOf(v *ir.Value) ir.TypedAttr {
	dense, ok := arith.ConstantValue(v).(*ir.DenseElementsAttr)
	if !ok || !dense.IsSplat() {
		return nil
	}
	value, _ := dense.SplatValue(v.DefiningOp().Context()).(ir.TypedAttr)
	return value
}
