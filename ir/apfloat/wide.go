package apfloat

import "math/big"

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
	var b [16]byte
	x.FillBytes(b[:])
	var r Bits
	for _, c := range b {
		r = r.shl(8)
		r.Lo |= uint64(c)
	}
	return r
}
