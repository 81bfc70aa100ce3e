package approximate

import (
	"math"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// power replaces llvm.intr.exp2 by ex2.approx.ftz.f32 if no use shows whether a denormal result is flushed to zero.
// That the argument is flushed never shows, since 2^x is 1 for all denormal x.
func (s *selector) power(op *ir.Operation) {
	s.b.Before(op).CopyLoc(op)
	if hidesDenormals(op.Result(0)) {
		replace(op, s.instruction("ex2.approx.ftz.f32", op.Operand(0)))
	}
}

// negation replaces the argument (0 - x) * c of a power of two by x * -c.
func (s *selector) negation(op *ir.Operation) {
	s.b.Before(op).CopyLoc(op)
	if x := s.negatedInside(op.Operand(0)); x != nil {
		product := op.Operand(0).DefiningOp()
		op.SetOperand(0, x)
		ir.EraseDead(product, ir.IsTriviallyDead)
	}
}

// negatedInside returns x * -c for an argument (0 - x) * c, and nil for others. The two differ at most in the sign of a
// zero or NaN, which does not change the power of two.
func (s *selector) negatedInside(v *ir.Value) *ir.Value {
	product := v.DefiningOp()
	if product == nil || !product.Is(&llvm.FMul) || !v.HasOneUse() {
		return nil
	}
	for i := range 2 {
		c, ok := number(product.Operand(i))
		negation := product.Operand(1 - i).DefiningOp()
		if !ok || negation == nil || !negation.Is(&llvm.FSub) {
			continue
		}
		if zero, ok := number(negation.Operand(0)); ok && zero == 0 {
			return s.product(negation.Operand(1), s.f32(-c))
		}
	}
	return nil
}

// hidesDenormals reports whether every use of v computes the same from a denormal v as from zero.
func hidesDenormals(v *ir.Value) bool {
	for use := range v.Uses() {
		if !hides(use) {
			return false
		}
	}
	return true
}

// hides reports whether a use computes the same for all denormal values. That is so for the sum with a constant c that
// is large enough, and for a conversion to f16, whose smallest number is 2^-24.
//
// In a sum, everything closer to c than half the distance to its neighbor, which is at least 2^-26 |c|, is rounded to
// c. A denormal is below 2^-126, and so is its product with a factor of at most 1.
func hides(use *ir.Operand) bool {
	op := use.Owner()
	constant := func(i int) float64 {
		if c, ok := number(op.Operand(i)); ok && !math.IsInf(c, 0) {
			return math.Abs(c)
		}
		return math.NaN()
	}
	switch {
	case op.Is(&llvm.FAdd), op.Is(&llvm.FSub):
		return constant(1-use.Index()) >= 0x1p-100
	case op.Is(&llvm.FMA):
		return use.Index() < 2 && constant(2) >= 0x1p-100*max(1, constant(1-use.Index()))
	case op.Is(&llvm.FPTrunc):
		return op.Result(0).Type() == ir.Type(op.Context().F16())
	}
	return false
}
