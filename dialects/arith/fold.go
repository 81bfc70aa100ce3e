package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

// The folds of this package return what upstream's do (mlir/lib/Dialect/Arith/IR/ArithOps.cpp), with the following
// differences. If one of several elements has no defined result (because of an oversized shift or a division by zero),
// the operation is not folded. A cast to a narrower integer and back to index is kept, since it truncates the value.
// Floats that the target format cannot represent (infinities and NaNs for some formats) are not converted.

// folder is the type of fold functions.
type folder = func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome

// binaryInt folds an operation on two integer constants to its first result.
func binaryInt(op *ir.Operation, f *ir.Folding, calc func(a, b apint.Int) apint.Int) ir.FoldOutcome {
	if !hasConstant(f) {
		return ir.NotFolded
	}
	return binaryIntIf(op, f, func(a, b apint.Int) (apint.Int, bool) { return calc(a, b), true })
}

// hasConstant reports whether an operand of a binary operation is a constant. Mostly none is.
func hasConstant(f *ir.Folding) bool { return f.Operands[0] != nil || f.Operands[1] != nil }

// binaryIntIf is like binaryInt for operations that are not defined for all operands.
func binaryIntIf(op *ir.Operation, f *ir.Folding, calc func(a, b apint.Int) (apint.Int, bool)) ir.FoldOutcome {
	return f.ToConstant(constfold.BinaryInt(op.Context(), f.Operands[0], f.Operands[1], op.Result(0).Type(), calc))
}

// constantInt returns the integer that all elements of operand i are equal to.
func constantInt(f *ir.Folding, i int) (v apint.Int, ok bool) { return constfold.Int(f.Operands[i]) }

func isZero(a ir.Attribute) bool {
	v, ok := constfold.Int(a)
	return ok && v.IsZero()
}

func isOne(a ir.Attribute) bool {
	v, ok := constfold.Int(a)
	return ok && v.IsOne()
}

func isAllOnes(a ir.Attribute) bool {
	v, ok := constfold.Int(a)
	return ok && v.IsAllOnes()
}

// toInt folds op to a constant whose elements are all v.
func toInt(op *ir.Operation, f *ir.Folding, v int64) ir.FoldOutcome {
	if c := constfold.Splat(op.Context(), op.Result(0).Type(), v); c != nil {
		return f.ToConstant(c)
	}
	return ir.NotFolded
}

// definedBy returns the operation that defines v if it is one of def, else nil.
func definedBy(v *ir.Value, def *ir.OpDef) *ir.Operation {
	if op := v.DefiningOp(); op != nil && op.Is(def) {
		return op
	}
	return nil
}

// isNot reports whether v is the complement of x, which is x ^ -1.
func isNot(v, x *ir.Value) bool {
	xor := definedBy(v, &XOrI)
	return xor != nil && xor.Operand(0) == x && isAllOnes(ir.ConstantOf(xor.Operand(1)))
}

// other returns the other operand of a binary operation of which v is an operand; nil if v is not an operand. The
// second operand is compared with v first.
func other(op *ir.Operation, v *ir.Value) *ir.Value {
	switch v {
	case op.Operand(1):
		return op.Operand(0)
	case op.Operand(0):
		return op.Operand(1)
	}
	return nil
}
