package modular

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// factorOut is a pattern in declarative form: x * y + x * z = x * (y + z). A name that occurs twice stands for one
// value.
var factorOut = rewrite.Rule{
	Name: "modular-factor-out",
	Match: rewrite.Op(&Add,
		rewrite.Op(&Mul, rewrite.Any("x"), rewrite.Any("y")).OneUse(),
		rewrite.Op(&Mul, rewrite.Any("x"), rewrite.Any("z")).OneUse()),
	Replace: []rewrite.New{
		rewrite.Make(&Mul, rewrite.Use("x"), rewrite.Make(&Add, rewrite.Use("y"), rewrite.Use("z"))),
	},
}

// gatherConstants is a pattern by hand: (x + c) + d = x + (c + d). The inner sum of constants folds.
var gatherConstants = rewrite.Pattern{
	Name: "modular-gather-constants",
	Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		inner := op.Operand(0).DefiningOp()
		if inner == nil || !inner.Is(&Add) || ir.ConstantOf(inner.Operand(1)) == nil || ir.ConstantOf(op.Operand(1)) == nil {
			return false
		}
		constants := rw.Build(&Add, []*ir.Value{inner.Operand(1), op.Operand(1)})
		rw.ReplaceWithOp(op, rw.Build(&Add, []*ir.Value{inner.Operand(0), constants.Result(0)}))
		return true
	},
}

// Patterns refer to definitions and definitions to patterns; Go only allows such a cycle in a function.
func init() {
	rewrite.Canonicalize(&Add, factorOut.MustPattern(), &gatherConstants)
}
