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

// withoutFactor returns v and a positive factor for x = factor v, which is v times or over a constant that nothing else
// needs, and x and 1 of others. A negative constant leaves its sign at v.
//
// A function computed of v has no part in the rounding of x, and does not overflow or underflow with it: it is closer
// to that of the exact product. That is an approximation of the function of the rounded one, so only functions that may
// be approximated take it.
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
