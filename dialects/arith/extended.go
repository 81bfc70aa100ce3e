package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite"
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

func init() {
	rewrite.Canonicalize(&AddUIExtended, onlyFirst("AddUIExtendedToAddI", &AddI))
	rewrite.Canonicalize(&MulSIExtended, onlyFirst("MulSIExtendedToMulI", &MulI),
		&rewrite.Pattern{Name: "MulSIExtendedRHSOne", Benefit: 2, Rewrite: timesOne})
	rewrite.Canonicalize(&MulUIExtended, onlyFirst("MulUIExtendedToMulI", &MulI))
}

// onlyFirst replaces an extended operation whose second result is unused by the ordinary operation.
func onlyFirst(name string, def *ir.OpDef) *rewrite.Pattern {
	return &rewrite.Pattern{Name: name, Benefit: 1, Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		if op.Result(1).HasUses() {
			return false
		}
		rw.ReplaceAllUses(op.Result(0), Binary(rw.Builder, def, op.Operand(0), op.Operand(1)))
		rw.Erase(op)
		return true
	}}
}

// timesOne replaces the extended signed product of x and 1 by x and its sign in all bits. It does not handle i1, in
// which the bit 1 stands for -1.
func timesOne(rw *rewrite.Rewriter, op *ir.Operation) bool {
	x := op.Operand(0)
	one, ok := constfold.Int(ir.ConstantOf(op.Operand(1)))
	zero := constfold.Splat(op.Context(), x.Type(), 0)
	if !ok || !one.IsOne() || one.Width() == 1 || zero == nil || ir.IsIndex(ir.ElementOrSelf(x.Type())) {
		return false
	}
	negative := NewCmpI(rw.Builder, SLT, x, NewConstant(rw.Builder, zero))
	rw.Replace(op, x, Cast(rw.Builder, &ExtSI, negative, x.Type()))
	return true
}
