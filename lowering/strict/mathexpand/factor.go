package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
)

// factorLimit bounds the factors that are merged into a polynomial. Within this bound, the coefficients that
// [polynomial.inMultiples] computes from errorExponentSlope stay between 2^-95 and 2^80. They are normal then, and so
// are all sums of Horner's rule that matter.
const factorLimit = 0x1p10

// withoutFactor returns v and a positive factor with x = factor v, if x is a product or quotient of v and a constant
// and has no other uses. If the constant is negative, v is negated. Otherwise it returns x and 1.
//
// A function that is computed from v and the factor does not see the rounding, overflow or underflow of x. It is closer
// to the function of the exact product than to the function of the rounded x. So only functions that may be
// approximated use it.
func (b *builder) withoutFactor(x *ir.Value) (v *ir.Value, factor float64) {
	op := x.DefiningOp()
	if op == nil || x.Type() != b.shape || !x.HasOneUse() {
		return x, 1
	}
	switch {
	case op.Is(&arith.MulF):
		v, factor = op.Operand(0), number(op.Operand(1))
		if gomath.IsNaN(factor) {
			v, factor = op.Operand(1), number(op.Operand(0))
		}
	case op.Is(&arith.DivF):
		v, factor = op.Operand(0), 1/number(op.Operand(1))
	}
	if !(gomath.Abs(factor) >= 1/factorLimit && gomath.Abs(factor) <= factorLimit) {
		return x, 1
	}
	b.absorbed = op
	if factor < 0 {
		return b.neg(v), -factor
	}
	return v, factor
}

// inMultiples returns the polynomial q with q(v) v = p(x) x for x = factor v.
func (p polynomial) inMultiples(factor float64) polynomial {
	q := make(polynomial, len(p))
	power := factor
	for i, c := range p {
		q[i] = c * power
		power *= factor
	}
	return q
}
