package broadcast

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// broadcastOperands broadcasts every operand that does not have the required shape. It skips literals, which have no
// element type until tile-promote gives them one.
func broadcastOperands(rw *rewrite.Rewriter, op *ir.Operation) bool {
	if haveOneShape(op) {
		return false
	}
	want, ok, err := tile.StrictTypes(op)
	if !ok || err != nil {
		return false
	}
	changed := false
	for i, t := range want {
		v := op.Operand(i)
		to, ok := t.(*ir.TensorType)
		if _, literal := v.Type().(*tile.LiteralType); !ok || literal {
			continue
		}
		if expanded := expand(rw.Builder, v, to.Shape()); expanded != v {
			rw.Modify(op, func() { op.SetOperand(i, expanded) })
			changed = true
		}
	}
	return changed
}

// haveOneShape reports whether all operands have the same shape already. This check is cheaper than tile.StrictTypes.
func haveOneShape(op *ir.Operation) bool {
	for i := 1; i < op.NumOperands(); i++ {
		if !slices.Equal(ir.TensorShape(op.Operand(i).Type()), ir.TensorShape(op.Operand(0).Type())) {
			return false
		}
	}
	return true
}

// expand broadcasts v to a shape; it returns v if it has the shape already.
func expand(b *ir.Builder, v *ir.Value, shape []int64) *ir.Value {
	from := ir.TensorShape(v.Type())
	switch {
	case slices.Equal(from, shape):
		return v
	case len(from) == 0:
		return tile.NewSplat(b, v, shape...)
	}
	return tile.NewBroadcast(b, v, shape...)
}
