package approximate

import (
	"math"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
)

// least and greatest bound constants such that quotients can scale them within the range of f32.
const least, greatest = 0x1p-100, 0x1p+100

// quotient replaces n/d by n times the reciprocal of d, if the flags permit that. The reciprocal is rcp.approx.ftz.f32,
// whose error is at most one unit in the last place for numbers whose reciprocal is normal (PTX ISA, "rcp").
//
// The divisor must be known not to be small: a sum of a positive constant and something that is not negative, as in
// 1/(1 + exp(-x)). It may be so large that its reciprocal is denormal. So the code takes the reciprocal of a quarter of
// the divisor, and multiplies it by a quarter, which rounds to denormals correctly. A quarter of the divisor costs
// nothing if the terms of the sum can be quartered. The numerator, or what the quotient is multiplied by, is quartered
// instead of the reciprocal if that costs nothing; see [selector.shrink].
func (s *selector) quotient(op *ir.Operation) {
	if llvm.FastMathOf(op)&(fastmath.ARcp|fastmath.AFn) == 0 {
		return
	}
	s.b.Before(op).CopyLoc(op)
	quarter, term := s.quarterOf(op.Operand(1))
	if quarter == nil {
		return
	}
	reciprocal := s.instruction("rcp.approx.ftz.f32", quarter)
	numerator := op.Operand(0)
	n, constant := number(numerator)
	switch {
	case constant && math.Abs(n) >= least && math.Abs(n) <= greatest:
		if term < 1 || !s.shrinkFactor(op, reciprocal, n/4) {
			replace(op, s.product(reciprocal, s.f32(n/4)))
		}
	case term >= 1 && s.shrink(numerator, 0.25, op):
		s.b.Before(op).CopyLoc(op)
		replace(op, s.product(op.Operand(0), reciprocal))
	default:
		replace(op, s.product(numerator, s.product(reciprocal, s.f32(0.25))))
	}
}

// shrinkFactor rewrites a product x * q, where the quotient q is p * r, as x' * r, with x' = p*x. It does so if
// [selector.shrink] can compute x' without an additional operation, and reports whether it did.
func (s *selector) shrinkFactor(quotient *ir.Operation, r *ir.Value, p float64) bool {
	if !quotient.Result(0).HasOneUse() {
		return false
	}
	use := onlyUse(quotient.Result(0))
	product := use.Owner()
	if !product.Is(&llvm.FMul) || !s.shrink(product.Operand(1-use.Index()), p, product) {
		return false
	}
	replace(quotient, r)
	return true
}

// quarterOf returns a quarter of a sum that is at least 2^-100 because of its constant term, and that term. It returns
// nil for other values. The quarter is bit-exact: powers of two are exact factors, and the constant does not make a
// finite sum infinite.
func (s *selector) quarterOf(v *ir.Value) (quarter *ir.Value, term float64) {
	sum := v.DefiningOp()
	switch {
	case sum == nil:
	case sum.Is(&llvm.FAdd):
		for i := range 2 {
			if c, ok := positive(sum.Operand(i)); ok && notNegative(sum.Operand(1-i), maxDepth) {
				return s.fma(sum.Operand(1-i), s.f32(0.25), s.f32(c/4)), c
			}
		}
	case sum.Is(&llvm.FMA):
		if c, ok := positive(sum.Operand(2)); ok && notNegativeProduct(sum, maxDepth) {
			return s.product(v, s.f32(0.25)), c
		}
	}
	return nil, 0
}

func (s *selector) fma(x, y, z *ir.Value) *ir.Value {
	return s.b.Build(&llvm.FMA, []*ir.Value{x, y, z}).Result(0)
}

// positive returns the value of a constant between least and greatest, and whether v is one.
func positive(v *ir.Value) (c float64, ok bool) {
	c, ok = number(v)
	return c, ok && c >= least && c <= greatest
}

// maxDepth is how many operations notNegative looks back.
const maxDepth = 4

// notNegative reports whether a number is known to be positive, a zero of either sign, or NaN. A quotient is never
// known to be, since x / -0 is negative for positive x.
func notNegative(v *ir.Value, depth int) bool {
	op := v.DefiningOp()
	if op == nil || depth == 0 {
		return false
	}
	depth--
	all := func(operands ...int) bool {
		for _, i := range operands {
			if !notNegative(op.Operand(i), depth) {
				return false
			}
		}
		return true
	}
	switch {
	case op.Is(&llvm.Exp2), op.Is(&llvm.FAbs), op.Is(&llvm.Sqrt):
		return true
	case op.Is(&llvm.FMul):
		return notNegativeProduct(op, depth)
	case op.Is(&llvm.FMA):
		return notNegativeProduct(op, depth) && all(2)
	case op.Is(&llvm.FAdd):
		return all(0, 1)
	case op.Is(&llvm.Select):
		return all(1, 2)
	}
	c, ok := number(v)
	return ok && c >= 0
}

// notNegativeProduct is notNegative for the product of the first two operands: a square, or two factors that are not
// negative.
func notNegativeProduct(op *ir.Operation, depth int) bool {
	return op.Operand(0) == op.Operand(1) || notNegative(op.Operand(0), depth) && notNegative(op.Operand(1), depth)
}
