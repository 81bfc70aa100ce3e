package approximate

import (
	"math"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// halves rewrites (p*v)*s as v*(p*s), also inside an fma, if p is a power of two and s is a sum whose constants can
// absorb p. For instance, the first product of 0.5*x*(1 + erf(...)) disappears. The results have the same bits, because
// both products are exact: v is an f16 or bf16 number and p is at least 2^-16; for p*s see [selector.shrunk].
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
		ir.EraseDead(op, ir.IsTriviallyDead)
	}
}

// shrink multiplies the product v by p, for all its uses, if a constant in the product can absorb p. It reports whether
// it could. Exactly one use must be in op, whose results become p times as large. All other uses must be arguments of
// powers of two, multiplied by a constant, which becomes 1/p times as large.
//
// The rewrite is not exact where the product becomes denormal: the error is at most 2^-150. In op, which multiplies the
// product by a reciprocal of at most 4, it is at most 2^-148, two units in the last place of denormals. In the
// arguments, with constants of at most 2^64, the error has no effect: 2^x is 1 for numbers so small. A product that
// could overflow is left alone, since p times the product might not overflow.
func (s *selector) shrink(v *ir.Value, p float64, op *ir.Operation) bool {
	product := v.DefiningOp()
	if product == nil || !product.Is(&llvm.FMul) || !suitable(p) || !s.bounds.neverOverflows(v) {
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

// shrinkEither multiplies one factor of a product by p, if that needs no additional operation. It reports whether it
// did.
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
			ir.EraseDead(factor.DefiningOp(), ir.IsTriviallyDead)
			return true
		}
	}
	return false
}

// isExponent reports whether an operand is multiplied by a constant and the product is used only as an argument of
// llvm.intr.exp2.
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

// linear returns x, k and c for a sum k*x + c with constants k and c, and nil for other operations.
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

// factored returns the factors v and p of a product with a suitable power of two p, and nil for other operations.
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

// suitable reports whether p is a power of two from 2^-16 to 1/2. Its product with the smallest bf16 number, 2^-133, is
// exact in f32.
func suitable(p float64) bool {
	fraction, _ := math.Frexp(p)
	return fraction == 0.5 && p < 1 && p >= 0x1p-16
}

// inside reports whether the magnitude of a constant is from 2^-64 to 2^64, so that products with it stay far from the
// limits of f32.
func inside(c float64) bool { return math.Abs(c) >= 0x1p-64 && math.Abs(c) <= 0x1p+64 }

// extended reports whether v is an f16 or bf16 number that was extended.
func extended(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Is(&llvm.FPExt) && ir.BitWidth(op.Operand(0).Type()) == 16
}

// onlyUse returns the use of a value that has exactly one.
func onlyUse(v *ir.Value) (only *ir.Operand) {
	for use := range v.Uses() {
		only = use
	}
	return only
}
