package approximate

import (
	"math"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// halves replaces a product (p v) s by v (p s), also as part of an fma, if p is a power of two and p s is a sum s with
// other constants. In 0.5 x (1 + erf(...)), for instance, the first product disappears. The results have the same bits:
// p v must be exact, as it is for numbers of f16 and bf16 down to 2^-16 v, and so must p s, see [selector.shrunk].
func (s *selector) halves(products []*ir.Operation) {
	var dead []*ir.Operation
	for _, op := range products {
		for i := range 2 {
			scaled, sum := op.Operand(i).DefiningOp(), op.Operand(1-i)
			v, p := factored(scaled)
			if v == nil || !op.Operand(i).HasOneUse() || !extended(v) || !sum.HasOneUse() {
				continue
			}
			if shrunk := s.shrunk(sum, p); shrunk != nil {
				op.SetOperand(i, v)
				op.SetOperand(1-i, shrunk)
				dead = append(dead, scaled, sum.DefiningOp())
				break
			}
		}
	}
	for _, op := range dead {
		eraseDead(op)
	}
}

// shrink multiplies the product v by p for all its uses, if a constant factor can absorb p, and reports whether it
// could. One use is in op, whose results then are p times as large. All others are products with constants that become
// 1/p times as large, and arguments of powers of two.
//
// It is not exact where the product becomes denormal, by up to 2^-150. In op, which multiplies it by a reciprocal of at
// most 4, that is up to 2^-148, two units in the last place of denormals. In the arguments, with constants up to 2^64,
// it cannot be seen: powers of numbers so small are 1. A product that could overflow where p times it does not is left.
func (s *selector) shrink(v *ir.Value, p float64, op *ir.Operation) bool {
	product := v.DefiningOp()
	if product == nil || !product.Is(&llvm.FMul) || !suitable(p) || !neverOverflows(v) {
		return false
	}
	var exponents []*ir.Operation
	uses := 0
	for use := range v.Uses() {
		switch {
		case use.Owner() == op:
			uses++
		case isExponent(use):
			exponents = append(exponents, use.Owner())
		default:
			return false
		}
	}
	if uses != 1 || !s.shrinkEither(product, p) {
		return false
	}
	for _, exponent := range exponents {
		for i := range 2 {
			if c, ok := number(exponent.Operand(i)); ok {
				s.b.Before(exponent).CopyLoc(exponent)
				exponent.SetOperand(i, s.f32(c/p))
				break
			}
		}
	}
	return true
}

// shrinkEither multiplies one factor of a product by p, at no cost, if one can be.
func (s *selector) shrinkEither(product *ir.Operation, p float64) bool {
	for i := range 2 {
		factor := product.Operand(i)
		if c, ok := number(factor); ok && inside(c*p) {
			s.b.Before(product).CopyLoc(product)
			product.SetOperand(i, s.f32(c*p))
			return true
		}
		if !factor.HasOneUse() {
			continue
		}
		if shrunk := s.shrunk(factor, p); shrunk != nil {
			product.SetOperand(i, shrunk)
			eraseDead(factor.DefiningOp())
			return true
		}
	}
	return false
}

// isExponent reports whether an operand is the factor of a constant, in products that only are arguments of powers of
// two.
func isExponent(use *ir.Operand) bool {
	op := use.Owner()
	if !op.Is(&llvm.FMul) {
		return false
	}
	if c, ok := number(op.Operand(1 - use.Index())); !ok || !inside(c) {
		return false
	}
	for next := range op.Result(0).Uses() {
		if !next.Owner().Is(&llvm.Exp2) {
			return false
		}
	}
	return true
}

// shrunk returns p*(k*x + c) as (p*k)*x + p*c, for constants k and c. It returns nil if sum is not of the form k*x + c.
//
// The result is bit-exact. The product k*x has at most 48 significant bits, so the sum is zero or at least 2^-50 |c| in
// magnitude, which is a normal number. For |k| <= 1 it overflows only if x does.
func (s *selector) shrunk(sum *ir.Value, p float64) *ir.Value {
	op := sum.DefiningOp()
	if op == nil {
		return nil
	}
	x, k, c := linear(op)
	if x == nil || math.Abs(k) > 1 || !inside(c*p) || !inside(k*p) {
		return nil
	}
	s.b.Before(op).CopyLoc(op)
	return s.fma(x, s.f32(k*p), s.f32(c*p))
}

// linear returns what a sum k x + c with two constants is made of, and nil of other operations.
func linear(op *ir.Operation) (x *ir.Value, k, c float64) {
	constantOf := func(operands ...int) (at int, value float64) {
		for _, i := range operands {
			if c, ok := number(op.Operand(i)); ok {
				return i, c
			}
		}
		return -1, 0
	}
	switch {
	case op.Is(&llvm.FAdd), op.Is(&llvm.FSub):
		at, c := constantOf(0, 1)
		switch {
		case at < 0:
			return nil, 0, 0
		case op.Is(&llvm.FAdd):
			return op.Operand(1 - at), 1, c
		case at == 0:
			return op.Operand(1), -1, c
		}
		return op.Operand(0), 1, -c
	case op.Is(&llvm.FMA):
		at, k := constantOf(0, 1)
		end, c := constantOf(2)
		if at >= 0 && end >= 0 {
			return op.Operand(1 - at), k, c
		}
	}
	return nil, 0, 0
}

// factored returns the factors of a product with a suitable power of two, and nil of other operations.
func factored(op *ir.Operation) (v *ir.Value, p float64) {
	if op == nil || !op.Is(&llvm.FMul) {
		return nil, 0
	}
	for i := range 2 {
		if p, ok := number(op.Operand(i)); ok && suitable(p) {
			return op.Operand(1 - i), p
		}
	}
	return nil, 0
}

// suitable is true of powers of two below 1, down to 2^-16, by which the least bf16, 2^-133, can be multiplied in f32.
func suitable(p float64) bool {
	fraction, _ := math.Frexp(p)
	return fraction == 0.5 && p < 1 && p >= 0x1p-16
}

// inside is true of constants that leave room on both sides of the range of f32.
func inside(c float64) bool { return math.Abs(c) >= 0x1p-64 && math.Abs(c) <= 0x1p+64 }

// extended reports whether a number is one of f16 or bf16.
func extended(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Is(&llvm.FPExt) && ir.BitWidth(op.Operand(0).Type()) == 16
}

// onlyUse returns the use of a value that has one.
func onlyUse(v *ir.Value) (only *ir.Operand) {
	for use := range v.Uses() {
		only = use
	}
	return only
}
