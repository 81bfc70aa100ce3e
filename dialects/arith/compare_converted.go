package arith

import (
	"math/big"
	"slices"

	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
)

// conversionTest is a comparison of an integer that is converted to a float with a float that is not NaN.
type conversionTest struct {
	width  int
	signed bool // whether the integer is signed
	format *apfloat.Format
	rhs    apfloat.Bits
}

// intTest is a comparison of an integer with a constant, or a constant.
type intTest struct {
	predicate int
	with      apint.Int
	constant  bool
	holds     bool // the value, if the comparison is constant
}

func always(holds bool) (intTest, bool) { return intTest{constant: true, holds: holds}, true }

// asInt returns the integer comparison that is equal to the comparison by a float predicate; ok is false if there is
// none.
func (c conversionTest) asInt(p int) (test intTest, ok bool) {
	if c.isInexact() {
		return intTest{}, false
	}
	switch p {
	case FORD, AlwaysTrue: // converted integers are not NaN
		return always(true)
	case FUNO, AlwaysFalse:
		return always(false)
	}
	test.predicate = c.intPredicate(p)
	largest, smallest := c.limits()
	switch {
	case c.format.Compare(largest, c.rhs) == apfloat.Less:
		return always(slices.Contains([]int{NE, SLT, SLE, ULT, ULE}, test.predicate))
	case c.format.Compare(smallest, c.rhs) == apfloat.Greater:
		return always(slices.Contains([]int{NE, SGT, SGE, UGT, UGE}, test.predicate))
	}
	rhs := constfold.Float{Format: c.format, Bits: c.rhs}
	convert, convertBack := unsignedOf, floatOfUnsigned
	if c.signed {
		convert, convertBack = signedOf, floatOfSigned
	}
	if test.with, ok = convert(rhs, c.width); !ok {
		return intTest{}, false
	}
	if !c.format.IsZero(c.rhs) && convertBack(test.with, c.format) != c.rhs {
		return test.aroundFraction(c.format.Signbit(c.rhs))
	}
	return test, true
}

// isInexact reports whether the conversion may round or overflow in a way that changes the result of the comparison.
func (c conversionTest) isInexact() bool {
	if !c.format.HasZero() || !c.format.HasSign() {
		return true
	}
	valueBits := c.width
	if c.signed {
		valueBits--
	}
	overflows := c.format.MaxExponent() < valueBits
	if overflows && !c.format.HasInf() && c.format.HasNaN() {
		return true // a number that is too large becomes a NaN
	}
	if c.width <= c.format.Precision() {
		return false
	}
	if c.format.IsInf(c.rhs) {
		return overflows
	}
	v, _ := c.format.BigInt(c.rhs, apfloat.ToZero)
	exponent := v.BitLen() - 1
	return c.format.Precision() <= exponent && exponent <= valueBits
}

// limits returns the converted largest and smallest integer.
func (c conversionTest) limits() (largest, smallest apfloat.Bits) {
	one := big.NewInt(1)
	if !c.signed {
		ones := new(big.Int).Sub(new(big.Int).Lsh(one, uint(c.width)), one)
		return c.format.FromBigInt(ones, apfloat.ToNearestEven), c.format.Zero(false)
	}
	half := new(big.Int).Lsh(one, uint(c.width-1))
	largest = c.format.FromBigInt(new(big.Int).Sub(half, one), apfloat.ToNearestEven)
	return largest, c.format.FromBigInt(half.Neg(half), apfloat.ToNearestEven)
}

// intPredicate returns the integer predicate for a float predicate between numbers.
func (c conversionTest) intPredicate(p int) int {
	signed := [...]int{FOEQ: EQ, FUEQ: EQ, FONE: NE, FUNE: NE, FOGT: SGT, FUGT: SGT, FOGE: SGE, FUGE: SGE, FOLT: SLT,
		FULT: SLT, FOLE: SLE, FULE: SLE}[p]
	if c.signed {
		return signed
	}
	return [...]int{EQ: EQ, NE: NE, SGT: UGT, SGE: UGE, SLT: ULT, SLE: ULE}[signed]
}

// aroundFraction adjusts a comparison with a number that is not an integer. test.with is that number, rounded toward
// zero.
func (test intTest) aroundFraction(negative bool) (intTest, bool) {
	unsigned := slices.Contains([]int{ULT, ULE, UGT, UGE}, test.predicate)
	switch {
	case test.predicate == NE, negative && slices.Contains([]int{UGT, UGE}, test.predicate):
		return always(true)
	case test.predicate == EQ, negative && unsigned:
		return always(false)
	case negative: // x <= -4.4 is x < -4, and x > -4.4 is x >= -4
		test.predicate = [...]int{SLE: SLT, SLT: SLT, SGT: SGE, SGE: SGE}[test.predicate]
	default: // x < 4.4 is x <= 4, and x >= 4.4 is x > 4
		test.predicate = [...]int{
			SLT: SLE, SLE: SLE, SGE: SGT, SGT: SGT, ULT: ULE, ULE: ULE, UGE: UGT, UGT: UGT,
		}[test.predicate]
	}
	return test, true
}
