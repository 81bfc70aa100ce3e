// Package promote is the pass tile-promote. Loosely typed operations of dialect tile take operands of different element
// types; the pass makes the implied conversions explicit. Afterwards operands have the element types that the
// operations compute with, and results have the types that they compute. Literals become constants of such a type;
// operations on literals alone are folded. The rules are those of package dialects/tile/promotion.
//
// Package broadcast makes shapes agree, and package tilearith lowers to the signless operations of dialect arith.
//
// Before:
//
//	module attributes {tile.semantics = #tile.semantics<triton>} {
//	  func.func @f(%x: tensor<8xf16>, %y: tensor<8xi32>) -> tensor<8xf16> {
//	    %s = tile.add %x, %y : tensor<8xf16>, tensor<8xi32> -> tensor<8xf16>
//	    return %s : tensor<8xf16>
//	  }
//	}
//
// After tile-promote:
//
//	module attributes {tile.semantics = #tile.semantics<triton>} {
//	  func.func @f(%arg0: tensor<8xf16>, %arg1: tensor<8xi32>) -> tensor<8xf16> {
//	    %0 = tile.cast %arg1 : tensor<8xi32> -> tensor<8xf16>
//	    %1 = tile.add %arg0, %0 : tensor<8xf16>, tensor<8xf16> -> tensor<8xf16>
//	    return %1 : tensor<8xf16>
//	  }
//	}
package promote

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
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
		if _, err := rewrite.Greedy(op, patterns(), rewrite.Options{Context: ctx, ScatteredConstants: true}); err != nil {
			return err
		}
		return checkLiterals(ctx, op)
	},
}

// patterns returns the patterns of the pass.
func patterns() *rewrite.Set {
	return rewrite.MustSet(&rewrite.Pattern{Name: "promote-operands", Rewrite: promoteOperands})
}

// promoteOperands inserts a tile.cast before the operation for every operand that does not have the required element
// type, and one after it if the operation computes its result in another type.
func promoteOperands(rw *rewrite.Rewriter, op *ir.Operation) bool {
	t, ok, err := tile.TypingOf(op)
	if !ok || err != nil {
		return false
	}
	changed := false
	for i, want := range t.Operands {
		v := op.Operand(i)
		if converted := tile.Convert(rw.Builder, v, ir.ElementOrSelf(want)); converted != v {
			rw.Modify(op, func() { op.SetOperand(i, converted) })
			changed = true
		}
	}
	for i, computed := range t.Computed {
		if computed != t.Results[i] {
			convertResult(rw, op, op.Result(i), computed)
			changed = true
		}
	}
	return changed
}

// convertResult changes the type of a result and converts it back for its users.
func convertResult(rw *rewrite.Rewriter, op *ir.Operation, v *ir.Value, computed ir.Type) {
	to := ir.ElementOrSelf(v.Type())
	rw.Modify(op, func() { v.SetType(computed) })
	rw.After(op)
	back := tile.Convert(rw.Builder, v, to)
	rw.ReplaceUsesIf(v, back, func(u *ir.Operand) bool { return u.Owner() != back.DefiningOp() })
}

// checkLiterals reports operations on literals that have no value, such as divisions by zero. Operations that use their
// results are not reported.
func checkLiterals(ctx *pass.Context, module *ir.Operation) (err error) {
	module.Walk(func(op *ir.Operation) bool {
		if op.NumOperands() == 0 || op.NumResults() != 1 || !isLiteral(op.Result(0)) {
			return true
		}
		args := make([]promotion.Number, op.NumOperands())
		for i, v := range op.Operands() {
			n, ok := tile.LiteralValue(v)
			if !ok {
				return true
			}
			args[i] = n
		}
		if _, failure := tile.EvaluateLiterals(op, args); failure != nil && err == nil {
			err = op.Errorf("%w", failure)
		} else if failure != nil {
			ctx.Report(op.Errorf("%w", failure))
		}
		return true
	})
	return err
}

func isLiteral(v *ir.Value) bool {
	_, ok := v.Type().(*tile.LiteralType)
	return ok
}
