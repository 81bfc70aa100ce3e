package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

// The folds of this package give what upstream's do (mlir/lib/Dialect/Arith/IR/ArithOps.cpp), with these differences:
// where one element of several has no defined result (an oversized shift, a division by zero), none is folded; a cast
// to a narrower integer and back to index is kept, as it cuts the value; floats that the target cannot hold (infinities
// and NaNs of some formats) are not converted.

// folder is the form of folds.
type folder = func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome

// binaryInt folds two integer constants to op's first result.
func binaryInt(op *ir.Operation, f *ir.Folding, calc func(a, b apint.Int) apint.Int) ir.FoldOutcome {
	return binaryIntIf(op, f, func(a, b apint.Int) (apint.Int, bool) { return calc(a, b), true })
}

// binaryIntIf is binaryInt for operations that are not defined for all operands.
func binaryIntIf(op *ir.Operation, f *ir.Folding, calc func(a, b apint.Int) (apint.Int, bool)) ir.FoldOutcome {
	return f.ToConstant(constfold.BinaryInt(op.Context(), f.Operands[0], f.Operands[1], op.Result(0).Type(), calc))
}

// constantInt returns the integer that operand i is, in all elements.
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

// other returns v's partner among the operands of a binary operation, nil if v is none of them; the second operand is
// looked at first.
func other(op *ir.Operation, v *ir.Value) *ir.Value {
	switch v {
	case op.Operand(1):
		return op.Operand(0)
	case op.Operand(0):
		return op.Operand(1)
	}
	return nil
}
