// Package promote is the pass tile-promote: it makes the conversions of element types explicit that loosely typed
// operations of dialect tile imply. Afterwards all operands have the element types that the operations compute with;
// literals have become numbers. The rules are those of package dialects/tile/promotion.
//
// Shapes are package broadcast's, and the step to signless arith operations is package tilearith's.
package promote

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
)

// Pass is tile-promote.
var Pass = &pass.Pass{
	Name:    "tile-promote",
	Summary: "Convert the operands of loosely typed tile operations to a common element type",
	Anchor:  "builtin.module",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		_, err := rewrite.Greedy(op, Patterns(), rewrite.Options{Context: ctx, ScatteredConstants: true})
		return err
	},
}

// Patterns returns the patterns of the pass.
func Patterns() *rewrite.Set {
	return rewrite.MustSet(&rewrite.Pattern{Name: "promote-operands", Rewrite: promoteOperands})
}

// promoteOperands puts a tile.cast in front of every operand whose element type is not the wanted one.
func promoteOperands(rw *rewrite.Rewriter, op *ir.Operation) bool {
	want, ok, err := tile.StrictTypes(op)
	if !ok || err != nil {
		return false
	}
	changed := false
	for i, t := range want {
		v := op.Operand(i)
		if converted := tile.Convert(rw.Builder, v, ir.ElementOrSelf(t)); converted != v {
			rw.Modify(op, func() { op.SetOperand(i, converted) })
			changed = true
		}
	}
	return changed
}
