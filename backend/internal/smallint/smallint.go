// Package smallint computes with integers of 1 to 64 bits, with the semantics of the operations of arith and llvm. An
// integer is a uint64, zero-extended. Functions take its width in bits first. The bits of a result above the width are
// arbitrary; the caller clears them.
//
// Package ir/apint has integers of any width, for constants.
package smallint

import (
	"errors"
	"math/bits"
)

// Errors for operations that have no result, for errors.Is.
var (
	ErrDivisionByZero = errors.New("division by zero")
	ErrOverflow       = errors.New("signed division overflows")
	// ErrPoison says that the result is poison, in the sense of LLVM.
	ErrPoison = errors.New("poison")
)

// Mask returns a word whose lowest width bits are set.
func Mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// SignExtend returns w as a signed number, in two's complement.
func SignExtend(w uint64, width int) int64 { return int64(w<<(64-width)) >> (64 - width) }

// Truth returns 1 for true and 0 for false.
func Truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// MulSigned returns the 128-bit product, in two's complement.
func MulSigned(x, y int64) (high, low uint64) {
	high, low = bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		high -= uint64(y)
	}
	if y < 0 {
		high -= uint64(x)
	}
	return high, low
}

// Compare evaluates a predicate of arith.cmpi and llvm.icmp; its result is 1 or 0.
func Compare(predicate string, width int) func(x, y uint64) uint64 {
	signed := func(holds func(x, y int64) bool) func(x, y uint64) uint64 {
		return func(x, y uint64) uint64 { return Truth(holds(SignExtend(x, width), SignExtend(y, width))) }
	}
	switch predicate {
	case "eq":
		return func(x, y uint64) uint64 { return Truth(x == y) }
	case "ne":
		return func(x, y uint64) uint64 { return Truth(x != y) }
	case "slt":
		return signed(func(x, y int64) bool { return x < y })
	case "sle":
		return signed(func(x, y int64) bool { return x <= y })
	case "sgt":
		return signed(func(x, y int64) bool { return x > y })
	case "sge":
		return signed(func(x, y int64) bool { return x >= y })
	case "ult":
		return func(x, y uint64) uint64 { return Truth(x < y) }
	case "ule":
		return func(x, y uint64) uint64 { return Truth(x <= y) }
	case "ugt":
		return func(x, y uint64) uint64 { return Truth(x > y) }
	}
	return func(x, y uint64) uint64 { return Truth(x >= y) }
}
