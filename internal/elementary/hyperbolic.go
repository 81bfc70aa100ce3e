package elementary

import "math/big"

func sinh(x *big.Float) *big.Float {
	e := expm1(new(big.Float).Abs(x)) // expm1 of a negative number may round to -1
	r := scale(add(e, quo(e, add(e, one(x)))), -1)
	if x.Signbit() {
		return neg(r)
	}
	return r
}

func cosh(x *big.Float) *big.Float {
	e := exp(x)
	return scale(add(e, quo(one(x), e)), -1)
}

func tanh(x *big.Float) *big.Float {
	e := expm1(scale(x, 1))
	return quo(e, add(e, integer(x, 2)))
}

func asinh(x *big.Float) *big.Float {
	a := new(big.Float).Abs(x)
	square := mul(a, a)
	r := log1p(add(a, quo(square, add(one(x), sqrt(add(one(x), square))))))
	if x.Signbit() {
		return neg(r)
	}
	return r
}

func acosh(x *big.Float) *big.Float {
	t := sub(x, one(x))
	if t.Sign() == 0 {
		return t
	}
	return log1p(add(t, sqrt(add(scale(t, 1), mul(t, t)))))
}

func atanh(x *big.Float) *big.Float {
	return scale(log1p(quo(scale(x, 1), sub(one(x), x))), -1)
}

// erf sums 2/sqrt(pi) exp(-x**2) (x + 2/3 x**3 + 4/15 x**5 + ...), whose terms do not cancel.
func erf(x *big.Float) *big.Float {
	square := scale(mul(x, x), 1)
	sum := series(x, func(term *big.Float, i int64) *big.Float { return quo(mul(term, square), integer(x, 2*i+3)) })
	root := sqrt(new(big.Float).SetPrec(x.Prec()).Set(pi()))
	return quo(scale(mul(sum, exp(neg(mul(x, x)))), 1), root)
}

// erfc is exp(-x**2) / sqrt(pi) / (x + 1/2 / (x + 1 / (x + 3/2 / (x + ...)))) for large x, after Laplace. An error of
// 2**-180 needs about 2000 / x**2 fractions.
func erfc(x *big.Float) *big.Float {
	if x.Cmp(big.NewFloat(2)) < 0 {
		return sub(one(x), erf(x))
	}
	square := mul(x, x)
	n, _ := quo(integer(x, 3000), square).Int64()
	denominator := x
	for k := n + 20; k > 0; k-- {
		denominator = add(x, quo(scale(integer(x, k), -1), denominator))
	}
	root := sqrt(new(big.Float).SetPrec(x.Prec()).Set(pi()))
	return quo(exp(neg(square)), mul(root, denominator))
}
