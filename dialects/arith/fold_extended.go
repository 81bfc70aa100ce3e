package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

func init() {
	AddUIExtended.Fold = foldAddUIExtended
	MulSIExtended.Fold = func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		return foldProduct(op, f, apint.Int.SignedMulHigh)
	}
	MulUIExtended.Fold = func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		if isOne(f.Operands[1]) {
			if zero := constfold.Splat(op.Context(), op.Result(1).Type(), 0); zero != nil {
				return f.ToAll(ir.FoldResult{Value: op.Operand(0)}, ir.FoldResult{Constant: zero})
			}
		}
		return foldProduct(op, f, apint.Int.MulHigh)
	}
}

func foldAddUIExtended(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if isZero(f.Operands[1]) {
		if no := constfold.Splat(op.Context(), op.Result(1).Type(), 0); no != nil {
			return f.ToAll(ir.FoldResult{Value: op.Operand(0)}, ir.FoldResult{Constant: no})
		}
	}
	return toConstants(op, f, apint.Int.Add, func(a, b apint.Int) apint.Int {
		return apint.FromBool(a.Add(b).Less(a))
	})
}

func foldProduct(op *ir.Operation, f *ir.Folding, high func(a, b apint.Int) apint.Int) ir.FoldOutcome {
	if isZero(f.Operands[1]) {
		zero := ir.FoldResult{Constant: f.Operands[1]}
		return f.ToAll(zero, zero)
	}
	return toConstants(op, f, apint.Int.Mul, high)
}

// toConstants folds an operation of two integer constants with two results.
func toConstants(op *ir.Operation, f *ir.Folding, first, second func(a, b apint.Int) apint.Int) ir.FoldOutcome {
	var results [2]ir.FoldResult
	for i, calc := range [2]func(a, b apint.Int) apint.Int{first, second} {
		results[i].Constant = constfold.BinaryInt(op.Context(), f.Operands[0], f.Operands[1], op.Result(i).Type(),
			func(a, b apint.Int) (apint.Int, bool) { return calc(a, b), true })
		if results[i].Constant == nil {
			return ir.NotFolded
		}
	}
	return f.ToAll(results[:]...)
}
