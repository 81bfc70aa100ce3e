package elementary

import (
	"math/big"
	"sync"
)

// precision is the number of bits of intermediate results. All have at least 180 correct bits: the arguments have 53
// bits, and cancellation in the steps below loses little more than twice as many.
const precision = 256

// wide returns x with the precision of intermediate results.
func wide(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// The results of the functions below have the larger precision of the operands.

func add(x, y *big.Float) *big.Float { return new(big.Float).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return new(big.Float).Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return new(big.Float).Quo(x, y) }
func sqrt(x *big.Float) *big.Float   { return new(big.Float).Sqrt(x) }
func neg(x *big.Float) *big.Float    { return new(big.Float).Neg(x) }

// scale returns x * 2**n.
func scale(x *big.Float, n int) *big.Float { return new(big.Float).SetMantExp(x, n) }

// integer returns n with the precision of x.
func integer(x *big.Float, n int64) *big.Float { return new(big.Float).SetPrec(x.Prec()).SetInt64(n) }

func one(x *big.Float) *big.Float { return integer(x, 1) }

// nearest returns x rounded to an integer, half away from zero.
func nearest(x *big.Float) *big.Int {
	half := big.NewFloat(0.5)
	if x.Signbit() {
		half.Neg(half)
	}
	n, _ := add(x, half).Int(nil)
	return n
}

// series returns the sum of terms until they no longer change it; next computes term i+1 from term i.
func series(first *big.Float, next func(term *big.Float, i int64) *big.Float) *big.Float {
	sum, term := first, first
	for i := int64(0); term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-int(sum.Prec())-2; i++ {
		term = next(term, i)
		sum = add(sum, term)
	}
	return sum
}

// power returns the sum of x**(2i+1) * sign**i / (2i+1): atan for a sign of -1, and atanh for 1.
func power(x *big.Float, sign int64) *big.Float {
	square := mul(mul(x, x), integer(x, sign))
	odd := x
	return series(x, func(_ *big.Float, i int64) *big.Float {
		odd = mul(odd, square)
		return quo(odd, integer(x, 2*i+3))
	})
}

// inverse returns 1/n with prec bits.
func inverse(prec uint, n int64) *big.Float {
	x := new(big.Float).SetPrec(prec).SetInt64(n)
	return quo(one(x), x)
}

// times returns n * x.
func times(n int64, x *big.Float) *big.Float { return mul(integer(x, n), x) }

// maxPiBits is enough to reduce the largest f64 modulo pi.
const maxPiBits = 1024 + 2*precision

// Constants, computed on first use.
var (
	// pi by Machin's formula.
	pi = sync.OnceValue(func() *big.Float {
		return sub(times(16, power(inverse(maxPiBits, 5), -1)), times(4, power(inverse(maxPiBits, 239), -1)))
	})
	ln2 = sync.OnceValue(func() *big.Float {
		const prec = 2 * precision
		sum := times(18, power(inverse(prec, 26), 1))
		return add(sub(sum, times(2, power(inverse(prec, 4801), 1))), times(8, power(inverse(prec, 8749), 1)))
	})
	ln10 = sync.OnceValue(func() *big.Float { return log(new(big.Float).SetPrec(2 * precision).SetInt64(10)) })
)
