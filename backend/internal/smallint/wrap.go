package smallint

import "math/bits"

// Wrapping is an operation whose results wrap around and that may have the flags nsw and nuw.
type Wrapping struct {
	Compute func(width int, x, y uint64) (uint64, error)
	// Signed and Unsigned report whether the exact result, of signed or unsigned numbers, does not fit in the width. If
	// Compute has no result for the operands, their result is arbitrary.
	Signed, Unsigned func(width int, x, y uint64) bool
}

// The operations that may have these flags.
var (
	Add = Wrapping{
		Compute:  func(_ int, x, y uint64) (uint64, error) { return x + y, nil },
		Signed:   func(width int, x, y uint64) bool { return (x^(x+y))&(y^(x+y))>>(width-1)&1 != 0 },
		Unsigned: func(width int, x, y uint64) bool { return (x+y)&Mask(width) < x },
	}
	Sub = Wrapping{
		Compute:  func(_ int, x, y uint64) (uint64, error) { return x - y, nil },
		Signed:   func(width int, x, y uint64) bool { return (x^y)&(x^(x-y))>>(width-1)&1 != 0 },
		Unsigned: func(_ int, x, y uint64) bool { return x < y },
	}
	Mul = Wrapping{
		Compute: func(_ int, x, y uint64) (uint64, error) { return x * y, nil },
		Signed: func(width int, x, y uint64) bool {
			high, low := MulSigned(SignExtend(x, width), SignExtend(y, width))
			narrow := SignExtend(low, width)
			return uint64(narrow) != low || uint64(narrow>>63) != high
		},
		Unsigned: func(width int, x, y uint64) bool {
			high, low := bits.Mul64(x, y)
			return high != 0 || low&^Mask(width) != 0
		},
	}
	Shl = Wrapping{
		Compute: ShiftLeft,
		Signed: func(width int, x, y uint64) bool {
			return SignExtend(x<<y&Mask(width), width)>>y != SignExtend(x, width)
		},
		Unsigned: func(width int, x, y uint64) bool { return x<<y&Mask(width)>>y != x },
	}
)

// ShiftLeft shifts left. An amount of the width or more has no result.
func ShiftLeft(width int, x, y uint64) (uint64, error) {
	if y >= uint64(width) {
		return 0, ErrPoison
	}
	return x << y, nil
}

// ShiftRightUnsigned shifts zeros in. An amount of the width or more has no result.
func ShiftRightUnsigned(width int, x, y uint64) (uint64, error) {
	if y >= uint64(width) {
		return 0, ErrPoison
	}
	return x >> y, nil
}

// ShiftRightSigned shifts the sign in. An amount of the width or more has no result.
func ShiftRightSigned(width int, x, y uint64) (uint64, error) {
	if y >= uint64(width) {
		return 0, ErrPoison
	}
	return uint64(SignExtend(x, width) >> y), nil
}
