package elementary

import "math/big"

// exp reduces x modulo ln 2, and to less than 2**-16.
func exp(x *big.Float) *big.Float {
	k := nearest(quo(x, ln2()))
	r := sub(x, mul(new(big.Float).SetPrec(ln2().Prec()).SetInt(k), ln2()))
	return scale(expSmall(r), int(k.Int64()))
}

// expSmall returns exp(r) for r below 1.
func expSmall(r *big.Float) *big.Float {
	const halvings = 16
	sum := add(one(r), expm1Series(scale(r, -halvings)))
	for range halvings {
		sum = mul(sum, sum)
	}
	return sum
}

// expm1Series sums x + x**2/2! + ...
func expm1Series(x *big.Float) *big.Float {
	return series(x, func(term *big.Float, i int64) *big.Float { return quo(mul(term, x), integer(x, i+2)) })
}

func expm1(x *big.Float) *big.Float {
	if x.MantExp(nil) < -1 {
		return expm1Series(x)
	}
	return sub(exp(x), one(x))
}

func exp2(x *big.Float) *big.Float {
	k := nearest(x)
	r := sub(x, new(big.Float).SetPrec(x.Prec()).SetInt(k))
	return scale(expSmall(mul(r, ln2())), int(k.Int64()))
}

// log splits x into m * 2**k with m near 1.
func log(x *big.Float) *big.Float {
	m, k := split(x)
	return add(logNear1(m), mul(integer(x, int64(k)), ln2()))
}

// split returns m between 3/4 and 3/2, and k, with x = m * 2**k.
func split(x *big.Float) (m *big.Float, k int) {
	m = new(big.Float)
	k = x.MantExp(m)
	if m.Cmp(big.NewFloat(0.75)) < 0 {
		return scale(m, 1), k - 1
	}
	return m, k
}

// logNear1 returns log(m) as 2 atanh((m-1)/(m+1)).
func logNear1(m *big.Float) *big.Float {
	return scale(power(quo(sub(m, one(m)), add(m, one(m))), 1), 1)
}

func log2(x *big.Float) *big.Float {
	m, k := split(x)
	return add(quo(logNear1(m), ln2()), integer(x, int64(k)))
}

func log10(x *big.Float) *big.Float { return quo(log(x), ln10()) }

func log1p(x *big.Float) *big.Float {
	if x.MantExp(nil) < -1 {
		return scale(power(quo(x, add(x, integer(x, 2))), 1), 1)
	}
	return log(add(x, one(x)))
}

// maxExactPower is the largest exponent for which powers are computed exactly.
const maxExactPower = 64

// pow returns x**y for x != 0 that is positive, or negative with an integer y. Powers by small integers are exact,
// since they may be halfway between two numbers.
func pow(x, y *big.Float) *big.Float {
	n, accuracy := y.Int64()
	isInteger := y.IsInt()
	if isInteger && accuracy == big.Exact && 0 < n && n <= maxExactPower {
		return exactPower(x, n)
	}
	r := exp(mul(y, log(new(big.Float).Abs(x))))
	if x.Signbit() && isInteger && isOdd(y) {
		return neg(r)
	}
	return r
}

func isOdd(y *big.Float) bool {
	n, _ := y.Int(nil)
	return n.Bit(0) == 1
}

func exactPower(x *big.Float, n int64) *big.Float {
	r := new(big.Float).SetPrec(maxExactPower * 53).SetInt64(1)
	for range n {
		r = mul(r, x)
	}
	return r
}
