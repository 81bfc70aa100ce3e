package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
)

func init() { // here, as folds refer to each other's definitions
	AddI.Fold = foldAddI
	SubI.Fold = foldSubI
	MulI.Fold = foldMulI
	ShLI.Fold = shift(apint.Int.ShiftLeft)
	ShRUI.Fold = shift(apint.Int.ShiftRight)
	ShRSI.Fold = shift(apint.Int.SignedShiftRight)
	AndI.Fold = foldAndI
	OrI.Fold = foldOrI
	XOrI.Fold = foldXOrI
	MaxSI.Fold = extremum(greatest, apint.Int.IsMaxSigned, apint.Int.IsMinSigned)
	MinSI.Fold = extremum(least, apint.Int.IsMinSigned, apint.Int.IsMaxSigned)
	MaxUI.Fold = extremum(greatestUnsigned, apint.Int.IsAllOnes, apint.Int.IsZero)
	MinUI.Fold = extremum(leastUnsigned, apint.Int.IsZero, apint.Int.IsAllOnes)
}

func foldAddI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	lhs, rhs := op.Operand(0), op.Operand(1)
	if isZero(f.Operands[1]) {
		return f.To(lhs)
	}
	// (a - b) + b and b + (a - b) are a.
	if sub := definedBy(lhs, &SubI); sub != nil && sub.Operand(1) == rhs {
		return f.To(sub.Operand(0))
	}
	if sub := definedBy(rhs, &SubI); sub != nil && sub.Operand(1) == lhs {
		return f.To(sub.Operand(0))
	}
	return binaryInt(op, f, apint.Int.Add)
}

func foldSubI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	lhs, rhs := op.Operand(0), op.Operand(1)
	if lhs == rhs {
		if outcome := toInt(op, f, 0); outcome == ir.Folded {
			return outcome
		}
	}
	if isZero(f.Operands[1]) {
		return f.To(lhs)
	}
	// (a + b) - b is a, and (a + b) - a is b.
	if add := definedBy(lhs, &AddI); add != nil {
		if v := other(add, rhs); v != nil {
			return f.To(v)
		}
	}
	return binaryInt(op, f, apint.Int.Sub)
}

func foldMulI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	switch {
	case isZero(f.Operands[1]):
		return f.To(op.Operand(1))
	case isOne(f.Operands[1]):
		return f.To(op.Operand(0))
	}
	return binaryInt(op, f, apint.Int.Mul)
}

// shift returns the fold of a shift. A shift by the width or more is poison and is not folded.
func shift(calc func(a, b apint.Int) apint.Int) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		if isZero(f.Operands[1]) {
			return f.To(op.Operand(0))
		}
		return binaryIntIf(op, f, func(a, b apint.Int) (apint.Int, bool) { return calc(a, b), b.ShiftInRange() })
	}
}

func foldAndI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	lhs, rhs := op.Operand(0), op.Operand(1)
	switch {
	case isZero(f.Operands[1]):
		return f.To(rhs)
	case isAllOnes(f.Operands[1]):
		return f.To(lhs)
	case isNot(rhs, lhs), isNot(lhs, rhs):
		return toInt(op, f, 0)
	}
	// (a & b) & a is a & b.
	if and := definedBy(lhs, &AndI); and != nil && other(and, rhs) != nil {
		return f.To(lhs)
	}
	if and := definedBy(rhs, &AndI); and != nil && other(and, lhs) != nil {
		return f.To(rhs)
	}
	return binaryInt(op, f, apint.Int.And)
}

func foldOrI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	lhs, rhs := op.Operand(0), op.Operand(1)
	switch {
	case isZero(f.Operands[1]):
		return f.To(lhs)
	case isAllOnes(f.Operands[1]):
		return f.ToConstant(f.Operands[1])
	// In x | ~x all bits are set, so the result is the second operand of the complement, which is -1.
	case isNot(rhs, lhs):
		return f.To(rhs.DefiningOp().Operand(1))
	case isNot(lhs, rhs):
		return f.To(lhs.DefiningOp().Operand(1))
	}
	return binaryInt(op, f, apint.Int.Or)
}

func foldXOrI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	lhs, rhs := op.Operand(0), op.Operand(1)
	if isZero(f.Operands[1]) {
		return f.To(lhs)
	}
	if lhs == rhs {
		return toInt(op, f, 0)
	}
	// (x ^ a) ^ a is x.
	if xor := definedBy(lhs, &XOrI); xor != nil {
		if v := other(xor, rhs); v != nil {
			return f.To(v)
		}
	}
	if xor := definedBy(rhs, &XOrI); xor != nil {
		if v := other(xor, lhs); v != nil {
			return f.To(v)
		}
	}
	return binaryInt(op, f, apint.Int.Xor)
}

// extremum returns the fold of a maximum or minimum. absorbing reports whether a constant is always the result, and
// neutral whether it never changes the result.
func extremum(calc func(a, b apint.Int) apint.Int, absorbing, neutral func(apint.Int) bool) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		if op.Operand(0) == op.Operand(1) {
			return f.To(op.Operand(1))
		}
		if c, ok := constantInt(f, 1); ok {
			switch {
			case absorbing(c):
				return f.To(op.Operand(1))
			case neutral(c):
				return f.To(op.Operand(0))
			}
		}
		return binaryInt(op, f, calc)
	}
}

func greatest(a, b apint.Int) apint.Int {
	if a.SignedLess(b) {
		return b
	}
	return a
}

func least(a, b apint.Int) apint.Int {
	if b.SignedLess(a) {
		return b
	}
	return a
}

func greatestUnsigned(a, b apint.Int) apint.Int {
	if a.Less(b) {
		return b
	}
	return a
}

func leastUnsigned(a, b apint.Int) apint.Int {
	if b.Less(a) {
		return b
	}
	return a
}
