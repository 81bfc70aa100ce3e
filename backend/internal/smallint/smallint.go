// Package smallint computes with integers of 1 to 64 bits as operations of arith and llvm do. An integer is held in a
// uint64, zero-extended. Functions take its width in bits first; the bits of a result above the width are arbitrary,
// and for the caller to clear.
//
// Package ir/apint has integers of any width, for constants.
package smallint

import (
	"errors"
	"math/bits"
)

// Errors of operations without a result, for errors.Is.
var (
	ErrDivisionByZero = errors.New("division by zero")
	ErrOverflow       = errors.New("signed division overflows")
	// ErrPoison says that the result is poison, in the sense of LLVM.
	ErrPoison = errors.New("poison")
)

// Mask returns a word whose lowest bits are set.
func Mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// SignExtend returns the number that w stands for in two's complement.
func SignExtend(w uint64, width int) int64 { return int64(w<<(64-width)) >> (64 - width) }

// Truth returns 1 for true and 0 for false.
func Truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// MulSigned returns the product of 128 bits, in two's complement.
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

// Compare returns the comparison by a predicate of arith.cmpi and llvm.icmp; its result is 1 or 0.
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
