// Package broadcast is the pass tile-broadcast: it makes the broadcasts explicit that loosely typed operations of
// dialect tile imply. Afterwards all operands have the shape that the operations compute with: scalars go through
// tile.splat, tensors through tile.broadcast.
//
// It runs after tile-promote (package promote), so that a value is converted before its elements are repeated.
package broadcast

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// Pass is tile-broadcast.
var Pass = &pass.Pass{
	Name:    "tile-broadcast",
	Summary: "Broadcast the operands of loosely typed tile operations to a common shape",
	Anchor:  "builtin.module",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		_, err := rewrite.Greedy(op, Patterns(), rewrite.Options{Context: ctx, ScatteredConstants: true})
		return err
	},
}

// Patterns returns the patterns of the pass.
func Patterns() *rewrite.Set {
	return rewrite.MustSet(&rewrite.Pattern{Name: "broadcast-operands", Rewrite: broadcastOperands})
}

// broadcastOperands expands every operand whose shape is not the wanted one. Literals wait for their promotion.
func broadcastOperands(rw *rewrite.Rewriter, op *ir.Operation) bool {
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

// expand broadcasts v to a shape; it returns v if it has that.
func expand(b *ir.Builder, v *ir.Value, shape []int64) *ir.Value {
	from, ok := v.Type().(*ir.TensorType)
	switch {
	case !ok:
		return tile.NewSplat(b, v, shape...)
	case slices.Equal(from.Shape(), shape):
		return v
	}
	return tile.NewBroadcast(b, v, shape...)
}
