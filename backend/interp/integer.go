package interp

import (
	"math/bits"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
)

// integer2 computes with two integers of a width in bits, given zero-extended. The result is cut to the width.
type integer2 func(width int, x, y uint64) (uint64, error)

func (fn integer2) kernel(t ir.Type) kernel {
	width := integerWidth(t)
	return func(args []uint64) (uint64, error) {
		w, err := fn(width, args[0], args[1])
		return w & mask(width), err
	}
}

// integerWidth returns the width of an integer type; index has that of its constants.
func integerWidth(t ir.Type) int {
	if elem := ir.ElementOrSelf(t); !ir.IsIndex(elem) {
		return ir.BitWidth(elem)
	}
	return ir.IndexWidth
}

func addIntegers(table map[*ir.OpDef]evaluator) {
	for def, fn := range map[*ir.OpDef]integer2{
		&arith.DivSI: divSigned, &arith.DivUI: divUnsigned, &arith.RemSI: remSigned, &arith.RemUI: remUnsigned,
		&arith.FloorDivSI: floorDivSigned, &arith.CeilDivSI: ceilDivSigned, &arith.CeilDivUI: ceilDivUnsigned,
		&arith.AndI: and, &arith.OrI: or, &arith.XOrI: xor, &arith.ShRUI: shiftRightUnsigned,
		&arith.ShRSI: shiftRightSigned, &arith.MinSI: minSigned, &arith.MaxSI: maxSigned, &arith.MinUI: minUnsigned,
		&arith.MaxUI: maxUnsigned, &math.IPowI: powSigned,
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel { return fn.kernel(op.Result(0).Type()) })
	}
	table[&arith.AddI] = wrapping(add, addOverflows)
	table[&arith.SubI] = wrapping(sub, subOverflows)
	table[&arith.MulI] = wrapping(mul, mulOverflows)
	table[&arith.ShLI] = wrapping(shiftLeft, shiftOverflows)
	table[&arith.CmpI] = evaluate(func(op *ir.Operation) kernel {
		predicate, _ := arith.IntPredicate.Value(op.Inherent("predicate"))
		width := integerWidth(op.Operand(0).Type())
		return func(args []uint64) (uint64, error) { return compareIntegers(predicate, width, args[0], args[1]), nil }
	})
	table[&arith.AddUIExtended] = twoResults(func(width int, x, y uint64) (uint64, uint64) {
		sum := (x + y) & mask(width)
		return sum, truth(sum < x)
	})
	table[&arith.MulUIExtended] = twoResults(func(width int, x, y uint64) (uint64, uint64) {
		high, low := bits.Mul64(x, y)
		return splitProduct(width, high, low)
	})
	table[&arith.MulSIExtended] = twoResults(func(width int, x, y uint64) (uint64, uint64) {
		high, low := mulSigned128(signExtend(x, width), signExtend(y, width))
		return splitProduct(width, high, low)
	})
	for def, fn := range map[*ir.OpDef]func(width int, x uint64) uint64{
		&math.AbsI:  absSigned,
		&math.CtPop: func(_ int, x uint64) uint64 { return uint64(bits.OnesCount64(x)) },
		&math.CtLZ:  func(width int, x uint64) uint64 { return uint64(bits.LeadingZeros64(x) - 64 + width) },
		&math.CtTZ:  func(width int, x uint64) uint64 { return uint64(min(bits.TrailingZeros64(x), width)) },
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel {
			width := integerWidth(op.Result(0).Type())
			return func(args []uint64) (uint64, error) { return fn(width, args[0]) & mask(width), nil }
		})
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func add(_ int, x, y uint64) (uint64, error) { return x + y, nil }
func sub(_ int, x, y uint64) (uint64, error) { return x - y, nil }
func mul(_ int, x, y uint64) (uint64, error) { return x * y, nil }
func and(_ int, x, y uint64) (uint64, error) { return x & y, nil }
func or(_ int, x, y uint64) (uint64, error)  { return x | y, nil }
func xor(_ int, x, y uint64) (uint64, error) { return x ^ y, nil }

func minUnsigned(_ int, x, y uint64) (uint64, error) { return min(x, y), nil }
func maxUnsigned(_ int, x, y uint64) (uint64, error) { return max(x, y), nil }

func minSigned(width int, x, y uint64) (uint64, error) {
	return uint64(min(signExtend(x, width), signExtend(y, width))), nil
}

func maxSigned(width int, x, y uint64) (uint64, error) {
	return uint64(max(signExtend(x, width), signExtend(y, width))), nil
}

func absSigned(width int, x uint64) uint64 {
	if v := signExtend(x, width); v < 0 {
		return uint64(-v)
	}
	return x
}

// Shifts by the width or more have no defined result.

func shiftLeft(width int, x, y uint64) (uint64, error) {
	if y >= uint64(width) {
		return 0, errPoison
	}
	return x << y, nil
}

func shiftRightUnsigned(width int, x, y uint64) (uint64, error) {
	if y >= uint64(width) {
		return 0, errPoison
	}
	return x >> y, nil
}

func shiftRightSigned(width int, x, y uint64) (uint64, error) {
	if y >= uint64(width) {
		return 0, errPoison
	}
	return uint64(signExtend(x, width) >> y), nil
}

func divUnsigned(_ int, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, ErrDivisionByZero
	}
	return x / y, nil
}

func remUnsigned(_ int, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, ErrDivisionByZero
	}
	return x % y, nil
}

func ceilDivUnsigned(_ int, x, y uint64) (uint64, error) {
	if y == 0 {
		return 0, ErrDivisionByZero
	}
	return x/y + truth(x%y != 0), nil
}

// divide checks what signed divisions leave undefined.
func divide(width int, x, y uint64) (a, b int64, err error) {
	a, b = signExtend(x, width), signExtend(y, width)
	switch {
	case b == 0:
		return 0, 1, ErrDivisionByZero
	case b == -1 && a == -1<<(width-1):
		return 0, 1, ErrOverflow
	}
	return a, b, nil
}

func divSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := divide(width, x, y)
	return uint64(a / b), err
}

func remSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := divide(width, x, y)
	return uint64(a % b), err
}

func floorDivSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := divide(width, x, y)
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return uint64(q), err
}

func ceilDivSigned(width int, x, y uint64) (uint64, error) {
	a, b, err := divide(width, x, y)
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return uint64(q), err
}

// powSigned raises by squaring; a negative exponent inverts, which only 1 and -1 survive.
func powSigned(width int, x, y uint64) (uint64, error) {
	base, exponent := signExtend(x, width), signExtend(y, width)
	if exponent < 0 {
		switch base {
		case 0:
			return 0, ErrDivisionByZero
		case 1, -1:
			exponent = -exponent
		default:
			return 0, nil
		}
	}
	result, square := uint64(1), uint64(base)
	for e := uint64(exponent); e > 0; e >>= 1 {
		if e&1 == 1 {
			result *= square
		}
		square *= square
	}
	return result, nil
}

// wrapping evaluates an operation with overflow flags: a result that wraps around against them is undefined.
func wrapping(fn integer2, overflows func(width int, x, y uint64) (signed, unsigned bool)) evaluator {
	return evaluate(func(op *ir.Operation) kernel {
		width, flags := integerWidth(op.Result(0).Type()), arith.OverflowOf(op)
		compute := fn.kernel(op.Result(0).Type())
		if flags == 0 {
			return compute
		}
		return func(args []uint64) (uint64, error) {
			signed, unsigned := overflows(width, args[0], args[1])
			if signed && flags&arith.NSW != 0 || unsigned && flags&arith.NUW != 0 {
				return 0, errPoison
			}
			return compute(args)
		}
	})
}

func addOverflows(width int, x, y uint64) (signed, unsigned bool) {
	sum := (x + y) & mask(width)
	sign := uint64(1) << (width - 1)
	return (x^sum)&(y^sum)&sign != 0, sum < x
}

func subOverflows(width int, x, y uint64) (signed, unsigned bool) {
	diff := (x - y) & mask(width)
	sign := uint64(1) << (width - 1)
	return (x^y)&(x^diff)&sign != 0, x < y
}

func mulOverflows(width int, x, y uint64) (signed, unsigned bool) {
	high, low := bits.Mul64(x, y)
	unsigned = high != 0 || low&^mask(width) != 0
	high, low = mulSigned128(signExtend(x, width), signExtend(y, width))
	narrow := signExtend(low, width)
	return uint64(narrow) != low || uint64(narrow>>63) != high, unsigned
}

func shiftOverflows(width int, x, y uint64) (signed, unsigned bool) {
	if y >= uint64(width) {
		return false, false
	}
	shifted := x << y & mask(width)
	return signExtend(shifted, width)>>y != signExtend(x, width), shifted>>y != x
}

// mulSigned128 returns the product in two's complement.
func mulSigned128(x, y int64) (high, low uint64) {
	high, low = bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		high -= uint64(y)
	}
	if y < 0 {
		high -= uint64(x)
	}
	return high, low
}

// splitProduct cuts a product of 128 bits into two halves of a width.
func splitProduct(width int, high, low uint64) (lowHalf, highHalf uint64) {
	if width == 64 {
		return low, high
	}
	return low & mask(width), (low>>width | high<<(64-width)) & mask(width)
}

func twoResults(fn func(width int, x, y uint64) (uint64, uint64)) evaluator {
	return func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		width := integerWidth(op.Operand(0).Type())
		first, err := elementwise(op.Result(0).Type(), func(args []uint64) (uint64, error) {
			w, _ := fn(width, args[0], args[1])
			return w, nil
		}, operands)
		if err != nil {
			return nil, err
		}
		second, err := elementwise(op.Result(1).Type(), func(args []uint64) (uint64, error) {
			_, w := fn(width, args[0], args[1])
			return w, nil
		}, operands)
		return []*value{first, second}, err
	}
}

func compareIntegers(predicate, width int, x, y uint64) uint64 {
	a, b := signExtend(x, width), signExtend(y, width)
	switch predicate {
	case arith.EQ:
		return truth(x == y)
	case arith.NE:
		return truth(x != y)
	case arith.SLT:
		return truth(a < b)
	case arith.SLE:
		return truth(a <= b)
	case arith.SGT:
		return truth(a > b)
	case arith.SGE:
		return truth(a >= b)
	case arith.ULT:
		return truth(x < y)
	case arith.ULE:
		return truth(x <= y)
	case arith.UGT:
		return truth(x > y)
	}
	return truth(x >= y)
}

func mulHighUnsigned(width int, x, y uint64) (uint64, error) {
	high, low := bits.Mul64(x, y)
	if width == 64 {
		return high, nil
	}
	return low >> width, nil
}

func mulHighSigned(width int, x, y uint64) (uint64, error) {
	high, low := mulSigned128(signExtend(x, width), signExtend(y, width))
	if width == 64 {
		return high, nil
	}
	return low >> width, nil
}

func powUnsigned(width int, x, y uint64) (uint64, error) {
	result := uint64(1)
	for ; y > 0; y >>= 1 {
		if y&1 == 1 {
			result *= x
		}
		x *= x
	}
	return result & mask(width), nil
}
