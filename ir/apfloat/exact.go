package apfloat

import "math/big"

// addExact returns a + b, computed with big integers.
func (f *Format) addExact(a, b number, mode Mode) Bits {
	switch {
	case a.class == nan:
		return f.pack(a)
	case b.class == nan:
		return f.pack(b)
	case a.class == infinite && b.class == infinite && a.neg != b.neg:
		return f.NaN(false)
	case a.class == infinite:
		return f.pack(a)
	case b.class == infinite:
		return f.pack(b)
	case a.class == zero && b.class == zero && a.neg == b.neg:
		return f.Zero(a.neg)
	}
	return f.roundSum(a.bigTerm(), b.bigTerm(), mode)
}

// mulExact returns a * b, computed with big integers.
func (f *Format) mulExact(a, b number, mode Mode) Bits {
	neg := a.neg != b.neg
	switch {
	case a.class == nan:
		return f.pack(a)
	case b.class == nan:
		return f.pack(b)
	case a.class == zero && b.class == infinite, a.class == infinite && b.class == zero:
		return f.NaN(false)
	case a.class == infinite, b.class == infinite:
		return f.Inf(neg)
	case a.class == zero, b.class == zero:
		return f.Zero(neg)
	}
	p := a.bigTerm().mul(b.bigTerm())
	return f.roundBig(neg, p.sig.Abs(p.sig), p.exp, false, mode)
}

// divExact returns a / b, computed with big integers.
func (f *Format) divExact(a, b number, mode Mode) Bits {
	neg := a.neg != b.neg
	switch {
	case a.class == nan:
		return f.pack(a)
	case b.class == nan:
		return f.pack(b)
	case a.class == b.class && a.class != finite:
		return f.NaN(false)
	case a.class == infinite, b.class == zero:
		return f.Inf(neg)
	case b.class == infinite, a.class == zero:
		return f.Zero(neg)
	}
	// A one shifted this far and divided by a significand of 113 bits still has more bits than any precision.
	const shift = 256
	q, rem := bigOfBits(a.sig), new(big.Int)
	q.QuoRem(q.Lsh(q, shift), bigOfBits(b.sig), rem)
	return f.roundBig(neg, q, a.exp-shift-b.exp, rem.Sign() != 0, mode)
}

// remExact returns the remainder of the truncated division a / b, computed with big integers.
func (f *Format) remExact(a, b number) Bits {
	switch {
	case a.class == nan:
		return f.pack(a)
	case b.class == nan:
		return f.pack(b)
	case a.class == infinite, b.class == zero:
		return f.NaN(false)
	case a.class == zero, b.class == infinite:
		return f.pack(a)
	}
	x, y := a.bigTerm(), b.bigTerm()
	exp := align(&x, &y)
	r := x.sig.Rem(x.sig, y.sig)
	if r.Sign() == 0 {
		return f.Zero(a.neg)
	}
	return f.roundBig(a.neg, r.Abs(r), exp, false, ToNearestEven)
}

// fmaExact returns a*b + c, computed with big integers.
func (f *Format) fmaExact(a, b, c number, mode Mode) Bits {
	if a.class != finite || b.class != finite || c.class == nan || c.class == infinite {
		return f.fmaSpecial(a, b, c, mode)
	}
	return f.roundSum(a.bigTerm().mul(b.bigTerm()), c.bigTerm(), mode)
}

// fmaSpecial returns a*b + c if the product is special, or if c alone decides the sum.
func (f *Format) fmaSpecial(a, b, c number, mode Mode) Bits {
	product := number{neg: a.neg != b.neg}
	switch {
	case a.class == nan:
		return f.pack(a)
	case b.class == nan:
		return f.pack(b)
	case a.class == zero && b.class == infinite, a.class == infinite && b.class == zero:
		return f.NaN(false)
	case a.class == infinite, b.class == infinite:
		product.class = infinite
	case a.class == finite && b.class == finite:
		return f.pack(c)
	}
	return f.addExact(product, c, mode)
}

// sqrtExact returns the square root of a, computed with big integers.
func (f *Format) sqrtExact(a number, mode Mode) Bits {
	switch {
	case a.class == nan, a.class == zero:
		return f.pack(a)
	case a.neg:
		return f.NaN(false)
	case a.class == infinite:
		return f.Inf(false)
	}
	shift := 256
	if (a.exp-shift)&1 != 0 {
		shift++
	}
	x := bigOfBits(a.sig)
	x.Lsh(x, uint(shift))
	root := new(big.Int).Sqrt(x)
	inexact := new(big.Int).Mul(root, root).Cmp(x) != 0
	return f.roundBig(false, root, (a.exp-shift)/2, inexact, mode)
}

// pack returns the pattern of n, which must be representable in f. NaNs are made quiet.
func (f *Format) pack(n number) Bits {
	switch n.class {
	case zero:
		return f.Zero(n.neg)
	case infinite:
		return f.Inf(n.neg)
	case nan:
		return f.quietNaN(n.neg, n.sig)
	}
	return f.round(n.neg, n.sig, n.exp, false, ToNearestEven)
}

// bigTerm is the finite number sig·2**exp, where sig may be negative.
type bigTerm struct {
	sig *big.Int
	exp int
}

func (n number) bigTerm() bigTerm {
	if n.class == zero {
		return bigTerm{sig: new(big.Int)}
	}
	sig := bigOfBits(n.sig)
	if n.neg {
		sig.Neg(sig)
	}
	return bigTerm{sig, n.exp}
}

func (t bigTerm) mul(u bigTerm) bigTerm {
	return bigTerm{t.sig.Mul(t.sig, u.sig), t.exp + u.exp}
}

// align gives two terms the smaller of their exponents, and returns that exponent. A zero does not count.
func align(t, u *bigTerm) int {
	switch {
	case t.sig.Sign() == 0:
		t.exp = u.exp
	case u.sig.Sign() == 0:
		u.exp = t.exp
	}
	exp := min(t.exp, u.exp)
	t.sig.Lsh(t.sig, uint(t.exp-exp))
	u.sig.Lsh(u.sig, uint(u.exp-exp))
	return exp
}

// roundSum returns t + u rounded. A sum of zero is -0 when rounding to negative infinity, and else +0.
func (f *Format) roundSum(t, u bigTerm, mode Mode) Bits {
	exp := align(&t, &u)
	sum := t.sig.Add(t.sig, u.sig)
	if sum.Sign() == 0 {
		return f.Zero(mode == ToNegativeInf)
	}
	neg := sum.Sign() < 0
	return f.roundBig(neg, sum.Abs(sum), exp, false, mode)
}

// roundBig is [Format.round] for significands of any length: it rounds
// ±(sig+s)·2**exp with s in (0, 1) if sticky, else 0. sig must not be zero, and
// is clobbered.
func (f *Format) roundBig(neg bool, sig *big.Int, exp int, sticky bool, mode Mode) Bits {
	const keep = 128
	if drop := sig.BitLen() - keep; drop > 0 {
		sticky = sticky || sig.TrailingZeroBits() < uint(drop)
		sig.Rsh(sig, uint(drop))
		exp += drop
	}
	return f.round(neg, bitsOfBig(sig), exp, sticky, mode)
}

// bitsOfBig returns x, which must be in [0, 2**128).
func bitsOfBig(x *big.Int) Bits {
	lo := new(big.Int).And(x, new(big.Int).SetUint64(1<<64-1))
	return Bits{lo.Uint64(), new(big.Int).Rsh(x, 64).Uint64()}
}

func bigOfBits(b Bits) *big.Int {
	x := new(big.Int).SetUint64(b.Hi)
	return x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(b.Lo))
}
