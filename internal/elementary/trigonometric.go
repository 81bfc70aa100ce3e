package elementary

import "math/big"

// reduce returns r between -pi/4 and pi/4, and q modulo 4, with x = r + q * pi/2.
func reduce(x *big.Float) (r *big.Float, q int) {
	quarter := scale(pi(), -1)
	n := nearest(quo(x, quarter))
	exact := sub(new(big.Float).SetPrec(maxPiBits).Set(x), mul(new(big.Float).SetPrec(maxPiBits).SetInt(n), quarter))
	q = int(new(big.Int).And(n, big.NewInt(3)).Int64())
	return new(big.Float).SetPrec(precision).Set(exact), q
}

// sinSmall sums r - r**3/3! + ..., cosSmall 1 - r**2/2! + ...
func sinSmall(r *big.Float) *big.Float {
	square := neg(mul(r, r))
	return series(r, func(term *big.Float, i int64) *big.Float {
		return quo(mul(term, square), integer(r, (2*i+2)*(2*i+3)))
	})
}

func cosSmall(r *big.Float) *big.Float {
	square := neg(mul(r, r))
	return series(one(r), func(term *big.Float, i int64) *big.Float {
		return quo(mul(term, square), integer(r, (2*i+1)*(2*i+2)))
	})
}

func sin(x *big.Float) *big.Float { return quadrant(reduce(x)) }

func cos(x *big.Float) *big.Float {
	r, q := reduce(x)
	return quadrant(r, (q+1)%4)
}

// quadrant returns sin(r + q * pi/2).
func quadrant(r *big.Float, q int) *big.Float {
	switch q {
	case 0:
		return sinSmall(r)
	case 1:
		return cosSmall(r)
	case 2:
		return neg(sinSmall(r))
	}
	return neg(cosSmall(r))
}

func tan(x *big.Float) *big.Float {
	r, q := reduce(x)
	if q%2 == 1 {
		return neg(quo(cosSmall(r), sinSmall(r)))
	}
	return quo(sinSmall(r), cosSmall(r))
}

// atan halves the angle until the series converges fast.
func atan(x *big.Float) *big.Float {
	if new(big.Float).Abs(x).Cmp(one(x)) > 0 {
		right := new(big.Float).SetPrec(x.Prec()).Set(scale(pi(), -1))
		if x.Signbit() {
			right.Neg(right)
		}
		return sub(right, atan(quo(one(x), x)))
	}
	const halvings = 4
	for range halvings {
		x = quo(x, add(one(x), sqrt(add(one(x), mul(x, x)))))
	}
	return scale(power(x, -1), halvings)
}

// asin and acos are computed from the tangent of the angle, and of its half.
func asin(x *big.Float) *big.Float {
	cosine := sqrt(mul(sub(one(x), x), add(one(x), x)))
	if cosine.Sign() == 0 {
		return times(int64(x.Sign()), new(big.Float).SetPrec(x.Prec()).Set(scale(pi(), -1)))
	}
	return atan(quo(x, cosine))
}

func acos(x *big.Float) *big.Float {
	if add(one(x), x).Sign() == 0 {
		return new(big.Float).SetPrec(x.Prec()).Set(pi())
	}
	return scale(atan(sqrt(quo(sub(one(x), x), add(one(x), x)))), 1)
}

// atan2 returns the angle of the point (x, y), of which neither coordinate is zero.
func atan2(y, x *big.Float) *big.Float {
	angle := atan(quo(y, x))
	if !x.Signbit() {
		return angle
	}
	half := new(big.Float).SetPrec(x.Prec()).Set(pi())
	if y.Signbit() {
		return sub(angle, half)
	}
	return add(angle, half)
}
