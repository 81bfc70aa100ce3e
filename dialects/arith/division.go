package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

func init() {
	DivUI.Fold = foldDivUI
	DivSI.Fold = foldDivSI
	CeilDivUI.Fold = quotient(ceilDiv)
	CeilDivSI.Fold = quotient(signedCeilDiv)
	FloorDivSI.Fold = quotient(signedFloorDiv)
	RemUI.Fold = remainder(apint.Int.Rem)
	RemSI.Fold = remainder(apint.Int.SignedRem)
}

func foldDivUI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if v := undone(op, NUW); v != nil && !isOne(f.Operands[1]) {
		return f.To(v)
	}
	return quotient(func(a, b apint.Int) (apint.Int, bool) { return a.Div(b), true })(op, f)
}

func foldDivSI(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if v := undone(op, NSW); v != nil && !isOne(f.Operands[1]) {
		return f.To(v)
	}
	return quotient(func(a, b apint.Int) (apint.Int, bool) { return a.SignedDiv(b), !a.DivOverflows(b) })(op, f)
}

// undone returns a if op is (a * b) / b or (b * a) / b and a flag says that the product does not overflow.
func undone(op *ir.Operation, flag uint32) *ir.Value {
	mul := definedBy(op.Operand(0), &MulI)
	if mul == nil || OverflowOf(mul)&flag == 0 {
		return nil
	}
	switch op.Operand(1) {
	case mul.Operand(0):
		return mul.Operand(1)
	case mul.Operand(1):
		return mul.Operand(0)
	}
	return nil
}

// quotient returns the fold of a division. It does not call calc for a zero divisor, for which there is no result.
func quotient(calc func(a, b apint.Int) (apint.Int, bool)) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		if isOne(f.Operands[1]) {
			return f.To(op.Operand(0))
		}
		return binaryIntIf(op, f, func(a, b apint.Int) (apint.Int, bool) {
			if b.IsZero() {
				return a, false
			}
			return calc(a, b)
		})
	}
}

func remainder(calc func(a, b apint.Int) apint.Int) folder {
	return func(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
		if isOne(f.Operands[1]) {
			return toInt(op, f, 0)
		}
		return binaryIntIf(op, f, func(a, b apint.Int) (apint.Int, bool) {
			if b.IsZero() {
				return a, false
			}
			return calc(a, b), true
		})
	}
}

// ceilDiv returns the unsigned quotient a / b, rounded up.
func ceilDiv(a, b apint.Int) (apint.Int, bool) {
	q := a.Div(b)
	if !a.Rem(b).IsZero() {
		q = q.Add(apint.New(q.Width(), 1))
	}
	return q, true
}

// signedCeilDiv returns the signed quotient a / b, rounded up. Like upstream, it fails if an operand is the smallest
// number, which cannot be negated.
func signedCeilDiv(a, b apint.Int) (apint.Int, bool) {
	if a.IsZero() {
		return a, true
	}
	if a.IsMinSigned() || b.IsMinSigned() {
		return a, false
	}
	q := a.SignedDiv(b)
	if a.IsNegative() == b.IsNegative() && !a.SignedRem(b).IsZero() {
		q = q.Add(apint.New(q.Width(), 1))
	}
	return q, true
}

// signedFloorDiv returns the signed quotient a / b, rounded down. It fails if the quotient is out of range.
func signedFloorDiv(a, b apint.Int) (apint.Int, bool) {
	q := a.SignedDiv(b)
	if a.IsNegative() != b.IsNegative() && !a.SignedRem(b).IsZero() {
		q = q.Sub(apint.New(q.Width(), 1))
	}
	return q, !a.DivOverflows(b)
}

// safeDivisor implements [ir.Speculation] for divisions. They may be speculated if the divisor is a constant whose
// elements all satisfy the condition. Other divisors may be zero, for which the behavior is undefined.
type safeDivisor func(d apint.Int) bool

// IsSpeculatable implements [ir.Speculation].
func (safe safeDivisor) IsSpeculatable(op *ir.Operation) bool {
	return constfold.AllInts(ir.ConstantOf(op.Operand(1)), safe)
}

var (
	notZero safeDivisor = func(d apint.Int) bool { return !d.IsZero() }
	// Dividing the smallest number by -1 overflows.
	notZeroOrMinusOne safeDivisor = func(d apint.Int) bool { return !d.IsZero() && !d.IsAllOnes() }
)
