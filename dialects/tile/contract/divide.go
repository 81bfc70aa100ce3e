package contract

// Divide returns the quotient and the remainder of an expression and a number d, which must be at least 1. The
// remainder is between 0 and d-1. Terms that are multiples of d only occur in the quotient: for 2*h+r and d = 2, the
// quotient is h + r//2 and the remainder r%2.
func Divide(x Expr, d int64) (quotient, remainder Expr) {
	quotient, rest := Expr(Const(0)), Expr(Const(0))
	for _, t := range termsOf(x, 1) {
		c, isConst := t.expr.(Const)
		switch {
		case t.times%d == 0:
			t.times /= d
			quotient = plus(quotient, t)
		case isConst && int64(c)%d == 0:
			quotient = plus(quotient, term{t.times, Const(int64(c) / d)})
		default:
			rest = plus(rest, t)
		}
	}
	if rest == Expr(Const(0)) {
		return quotient, rest
	}
	return plus(quotient, term{1, &Binary{"//", rest, Const(d)}}), &Binary{"%", rest, Const(d)}
}
