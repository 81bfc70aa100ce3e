package promotion

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// Kinds of results, depending on the highest kind of the operands.

func arithmetic(k Kind) (Kind, bool) { return max(k, Int), true }

func integral(k Kind) (Kind, bool) { return Int, k != Float }

func bits(k Kind) (Kind, bool) { return k, k != Float }

func same(k Kind) (Kind, bool) { return k, true }

func always(result Kind) func(Kind) (Kind, bool) {
	return func(Kind) (Kind, bool) { return result, true }
}

var (
	errZero = errors.New("division by zero")
	errSize = fmt.Errorf("the result has more than %d bits", maxLiteralBits)
)

func wrapInt(f func(z, x, y *big.Int) *big.Int) func(x, y *big.Int) (Number, error) {
	return func(x, y *big.Int) (Number, error) {
		z := f(new(big.Int), x, y)
		if z.BitLen() > maxLiteralBits {
			return Number{}, errSize
		}
		return NewInt(z), nil
	}
}

func wrapFloat(f func(x, y float64) float64) func(x, y float64) (Number, error) {
	return func(x, y float64) (Number, error) { return NewFloat(f(x, y)), nil }
}

func nonZeroInt(f func(z, x, y *big.Int) *big.Int) func(x, y *big.Int) (Number, error) {
	return func(x, y *big.Int) (Number, error) {
		if y.Sign() == 0 {
			return Number{}, errZero
		}
		return NewInt(f(new(big.Int), x, y)), nil
	}
}

func nonZeroFloat(f func(x, y float64) float64) func(x, y float64) (Number, error) {
	return func(x, y float64) (Number, error) {
		if y == 0 {
			return Number{}, errZero
		}
		return NewFloat(f(x, y)), nil
	}
}

func multiply(x, y *big.Int) (Number, error) {
	if x.BitLen()+y.BitLen() > maxLiteralBits+1 {
		return Number{}, errSize
	}
	return NewInt(new(big.Int).Mul(x, y)), nil
}

// divideInts returns the exact quotient, rounded once to a float.
func divideInts(x, y *big.Int) (Number, error) {
	if y.Sign() == 0 {
		return Number{}, errZero
	}
	if x.Sign() == 0 && y.Sign() < 0 {
		return NewFloat(math.Copysign(0, -1)), nil
	}
	q, _ := new(big.Rat).SetFrac(x, y).Float64()
	if math.IsInf(q, 0) {
		return Number{}, errors.New("the quotient is too large for a float")
	}
	return NewFloat(q), nil
}

func floorDivInt(z, x, y *big.Int) *big.Int {
	r := new(big.Int)
	z.QuoRem(x, y, r)
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		z.Sub(z, big.NewInt(1))
	}
	return z
}

func ceilDivInt(z, x, y *big.Int) *big.Int {
	r := new(big.Int)
	z.QuoRem(x, y, r)
	if r.Sign() == y.Sign() {
		z.Add(z, big.NewInt(1))
	}
	return z
}

func modInt(z, x, y *big.Int) *big.Int {
	z.Rem(x, y)
	if z.Sign() != 0 && z.Sign() != y.Sign() {
		z.Add(z, y)
	}
	return z
}

// modFloat returns the remainder with the sign of the divisor.
func modFloat(x, y float64) float64 {
	r := math.Mod(x, y)
	switch {
	case r == 0:
		return math.Copysign(0, y)
	case (r < 0) != (y < 0):
		return r + y
	}
	return r
}

// floorDivFloat returns the quotient that matches modFloat. It does not compute the floor of x/y, since x/y may be
// rounded up to the next integer.
func floorDivFloat(x, y float64) float64 {
	r := math.Mod(x, y)
	q := (x - r) / y
	if r != 0 && (r < 0) != (y < 0) {
		q--
	}
	if q == 0 {
		return math.Copysign(0, x/y)
	}
	floor := math.Floor(q)
	if q-floor > 0.5 {
		floor++
	}
	return floor
}

func powInt(x, y *big.Int) (Number, error) {
	if y.Sign() < 0 {
		return Number{}, errors.New("a negative power of an integer is a float: write the base as a float")
	}
	if x.BitLen() > 1 && (!y.IsInt64() || y.Int64() > maxLiteralBits || int64(x.BitLen()-1)*y.Int64() > maxLiteralBits) {
		return Number{}, errSize
	}
	if x.BitLen() <= 1 && y.Sign() > 0 { // x is -1, 0 or 1, so that the power is small for any exponent
		y = big.NewInt(2 - int64(y.Bit(0)))
	}
	return NewInt(new(big.Int).Exp(x, y, nil)), nil
}

func powFloat(x, y float64) (Number, error) {
	v := math.Pow(x, y)
	if exact, ok := powHalves(x, y); ok {
		v = exact
	}
	switch {
	case x == 0 && y < 0:
		return Number{}, errZero
	case math.IsNaN(v) && !math.IsNaN(x) && !math.IsNaN(y):
		return Number{}, errors.New("the power is not a real number")
	case math.IsInf(v, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0):
		return Number{}, errors.New("the power is too large for a float")
	}
	return NewFloat(v), nil
}

// powHalves returns the float nearest to x to the power of y if y is a small multiple of one half. [math.Pow] may be
// wrong in the last bit for such powers.
func powHalves(x, y float64) (v float64, ok bool) {
	const largest, precision = 1024, 2048
	n := 2 * math.Abs(y)
	if n != math.Trunc(n) || n > 2*largest || x == 0 || math.IsInf(x, 0) || math.IsNaN(x) || x < 0 && math.Mod(n, 2) != 0 {
		return 0, false
	}
	base := new(big.Float).SetPrec(precision).SetFloat64(x)
	out := new(big.Float).SetPrec(precision).SetInt64(1)
	if math.Mod(n, 2) != 0 {
		out.Sqrt(base)
	}
	for i := int64(n) / 2; i > 0; i /= 2 {
		if i%2 != 0 {
			out.Mul(out, base)
		}
		base.Mul(base, base)
	}
	if y < 0 {
		out.Quo(new(big.Float).SetPrec(precision).SetInt64(1), out)
	}
	v, _ = out.Float64()
	return v, true
}

func shiftLeft(x, y *big.Int) (Number, error) {
	switch {
	case y.Sign() < 0:
		return Number{}, errors.New("negative shift count")
	case x.Sign() == 0:
		return NewInt(new(big.Int)), nil
	case !y.IsInt64() || y.Int64() > maxLiteralBits || int64(x.BitLen())+y.Int64() > maxLiteralBits:
		return Number{}, errSize
	}
	return NewInt(new(big.Int).Lsh(x, uint(y.Int64()))), nil
}

func shiftRight(x, y *big.Int) (Number, error) {
	if y.Sign() < 0 {
		return Number{}, errors.New("negative shift count")
	}
	count := x.BitLen() // a shift by x.BitLen() leaves only the sign
	if y.IsInt64() {
		count = int(min(y.Int64(), int64(count)))
	}
	return NewInt(new(big.Int).Rsh(x, uint(count))), nil
}

func minInt(z, x, y *big.Int) *big.Int {
	if x.Cmp(y) <= 0 {
		return z.Set(x)
	}
	return z.Set(y)
}

func maxInt(z, x, y *big.Int) *big.Int {
	if x.Cmp(y) >= 0 {
		return z.Set(x)
	}
	return z.Set(y)
}

// numberWins makes a minimum or maximum ignore NaN if the other operand is a number.
func numberWins(f func(x, y float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 {
		switch {
		case math.IsNaN(x):
			return y
		case math.IsNaN(y):
			return x
		}
		return f(x, y)
	}
}
