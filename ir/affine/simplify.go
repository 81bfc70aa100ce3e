package affine

import "math"

// The functions in this file build the expressions of mlir/lib/IR/AffineExpr.cpp. They apply the same rules in the same
// order, since these decide how an expression prints and which maps are equal.

// Binary returns the simplified expression lhs kind rhs, as [Add], [Mul], [Mod], [FloorDiv] or [CeilDiv] does. For
// other kinds it returns the zero Expr.
func Binary(kind Kind, lhs, rhs Expr) Expr {
	switch kind {
	case KindAdd:
		return Add(lhs, rhs)
	case KindMul:
		return Mul(lhs, rhs)
	case KindMod:
		return Mod(lhs, rhs)
	case KindFloorDiv:
		return FloorDiv(lhs, rhs)
	case KindCeilDiv:
		return CeilDiv(lhs, rhs)
	}
	return Expr{}
}

// Add returns lhs + rhs, simplified.
func Add(lhs, rhs Expr) Expr {
	if e, ok := simplifyAdd(lhs, rhs); ok {
		return e
	}
	return newCommutative(KindAdd, lhs, rhs)
}

// newCommutative returns a sum or product without simplifying it. Dimensions come before symbols, and both in the order
// of their positions. Operands of other kinds stay where they are.
func newCommutative(kind Kind, lhs, rhs Expr) Expr {
	l, r := lhs.n, rhs.n
	sortable := (l.kind == KindDim || l.kind == KindSymbol) && (r.kind == KindDim || r.kind == KindSymbol)
	if sortable && (l.kind > r.kind || l.kind == r.kind && l.value > r.value) {
		lhs, rhs = rhs, lhs
	}
	return newBinary(kind, lhs, rhs)
}

// simplifyAdd returns the simpler form of lhs + rhs, if there is one.
func simplifyAdd(lhs, rhs Expr) (e Expr, ok bool) {
	l, lhsConst := lhs.Constant()
	r, rhsConst := rhs.Constant()
	switch {
	case lhsConst && rhsConst:
		// A sum of two constants that overflows is not folded; the sums below wrap around.
		sum := l + r
		return Constant(sum), (sum > l) == (r > 0)
	case lhsConst, lhs.n.symbolic && !rhs.n.symbolic:
		return Add(rhs, lhs), true
	case rhsConst && r == 0:
		return lhs, true
	}

	// (x + c) + r is x + (c + r), also if r is not a constant: constants move to the end.
	addend, lhsAddsConst := lhs.constantOperand(KindAdd)
	if lhsAddsConst && rhsConst {
		return Add(lhs.n.lhs, Constant(addend+r)), true
	}
	// x * c1 + x * c2 is x * (c1 + c2).
	x, c1 := lhs.term()
	y, c2 := rhs.term()
	if x.Equal(y) {
		return Mul(x, Constant(c1+c2)), true
	}
	if lhsAddsConst {
		return Add(Add(lhs.n.lhs, rhs), lhs.n.rhs), true
	}
	return foldRemainder(lhs, rhs)
}

// foldRemainder returns lhs mod q if rhs is (lhs floordiv q) * -q, or (lhs floordiv q) * q * -1 for symbolic q. If rhs
// multiplies the quotient by another factor and lhs is a sum, it may combine the last summand of lhs with rhs.
func foldRemainder(lhs, rhs Expr) (e Expr, ok bool) {
	if rhs.n.kind != KindMul {
		return Expr{}, false
	}
	quotient, coefficient := rhs.n.lhs, rhs.n.rhs
	if coefficient.isConstant(-1) && quotient.n.kind == KindMul {
		quotient, q := quotient.n.lhs, quotient.n.rhs
		if quotient.n.kind == KindFloorDiv && quotient.n.rhs.Equal(q) && quotient.n.lhs.Equal(lhs) {
			return Mod(lhs, q), true
		}
		return Expr{}, false
	}
	if quotient.n.kind != KindFloorDiv {
		return Expr{}, false
	}
	q, qConst := quotient.n.rhs.Constant()
	if qConst && q >= 1 && coefficient.isConstant(-q) && quotient.n.lhs.Equal(lhs) {
		return Mod(lhs, quotient.n.rhs), true
	}
	if lhs.n.kind == KindAdd {
		if e, ok := simplifyAdd(lhs.n.rhs, rhs); ok {
			return Add(lhs.n.lhs, e), true
		}
	}
	return Expr{}, false
}

// constantOperand returns c if e is of the given kind and its right operand is the constant c.
func (e Expr) constantOperand(kind Kind) (c int64, ok bool) {
	if e.n.kind != kind {
		return 0, false
	}
	return e.n.rhs.Constant()
}

// term splits e into a factor and its constant coefficient.
func (e Expr) term() (factor Expr, coefficient int64) {
	if c, ok := e.constantOperand(KindMul); ok {
		return e.n.lhs, c
	}
	return e, 1
}

// Sub returns lhs - rhs, simplified. It is lhs + rhs * -1.
func Sub(lhs, rhs Expr) Expr { return Add(lhs, Neg(rhs)) }

// Neg returns -e, simplified. It is e * -1.
func Neg(e Expr) Expr { return Mul(e, Constant(-1)) }

// Mul returns lhs * rhs, simplified. At least one of them should be symbolic;
// otherwise the result is not affine (see checkAffine).
func Mul(lhs, rhs Expr) Expr {
	l, lhsConst := lhs.Constant()
	r, rhsConst := rhs.Constant()
	switch {
	case lhsConst && rhsConst:
		// A product of two constants that overflows is not folded; the products below wrap around.
		if product, ok := multiply(l, r); ok {
			return Constant(product)
		}
		return newBinary(KindMul, lhs, rhs)
	case lhsConst, lhs.n.symbolic && !rhs.n.symbolic:
		return Mul(rhs, lhs)
	case rhsConst && r == 1:
		return lhs
	case rhsConst && r == 0:
		return rhs
	}
	// (x * c) * r is x * (c * r), or (x * r) * c if r is no constant.
	if c, ok := lhs.constantOperand(KindMul); ok {
		if rhsConst {
			return Mul(lhs.n.lhs, Constant(c*r))
		}
		return Mul(Mul(lhs.n.lhs, rhs), lhs.n.rhs)
	}
	return newCommutative(KindMul, lhs, rhs)
}

// multiply returns a * b, and whether it did not overflow.
func multiply(a, b int64) (product int64, ok bool) {
	product = a * b
	if a == 0 || b == 0 {
		return 0, true
	}
	return product, product/b == a && !(a == math.MinInt64 && b == -1)
}

// FloorDiv returns lhs floordiv rhs, the quotient rounded towards negative
// infinity, simplified. Division by zero stays as it is.
func FloorDiv(lhs, rhs Expr) Expr {
	r, ok := rhs.Constant()
	if !ok || r == 0 {
		return newBinary(KindFloorDiv, lhs, rhs)
	}
	if e, ok := divideExactly(KindFloorDiv, lhs, r); ok {
		return e
	}
	if lhs.n.kind == KindAdd && (lhs.n.lhs.n.divisor%r == 0 || lhs.n.rhs.n.divisor%r == 0) {
		return Add(FloorDiv(lhs.n.lhs, rhs), FloorDiv(lhs.n.rhs, rhs))
	}
	return newBinary(KindFloorDiv, lhs, rhs)
}

// CeilDiv returns lhs ceildiv rhs, the quotient rounded towards positive
// infinity, simplified. Division by zero stays as it is.
func CeilDiv(lhs, rhs Expr) Expr {
	r, ok := rhs.Constant()
	if !ok || r == 0 {
		return newBinary(KindCeilDiv, lhs, rhs)
	}
	if e, ok := divideExactly(KindCeilDiv, lhs, r); ok {
		return e
	}
	return newBinary(KindCeilDiv, lhs, rhs)
}

// divideExactly divides by r != 0 if the quotient is exact or e is a constant.
func divideExactly(kind Kind, lhs Expr, r int64) (Expr, bool) {
	if l, ok := lhs.Constant(); ok {
		q, ok := divide(kind, l, r)
		return Constant(q), ok
	}
	if r == 1 {
		return lhs, true
	}
	if c, ok := lhs.constantOperand(KindMul); ok && c%r == 0 {
		if q, ok := divide(kind, c, r); ok {
			return Mul(lhs.n.lhs, Constant(q)), true
		}
	}
	return Expr{}, false
}

// Mod returns lhs mod rhs, which is in [0, rhs), simplified. The remainder by
// a constant that is not positive is undefined and stays as it is.
func Mod(lhs, rhs Expr) Expr {
	r, ok := rhs.Constant()
	if !ok || r < 1 {
		return newBinary(KindMod, lhs, rhs)
	}
	if l, ok := lhs.Constant(); ok {
		v, _ := divide(KindMod, l, r)
		return Constant(v)
	}
	if lhs.n.divisor%r == 0 {
		return Constant(0)
	}
	switch lhs.n.kind {
	case KindAdd:
		if lhs.n.lhs.n.divisor%r == 0 {
			return Mod(lhs.n.rhs, rhs)
		}
		if lhs.n.rhs.n.divisor%r == 0 {
			return Mod(lhs.n.lhs, rhs)
		}
	case KindMod:
		if c, ok := lhs.n.rhs.Constant(); ok && c >= 1 && c%r == 0 {
			return Mod(lhs.n.lhs, rhs)
		}
	}
	return newBinary(KindMod, lhs, rhs)
}
