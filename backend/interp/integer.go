package interp

import (
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
)

// integer2 computes with two integers of a width in bits, given zero-extended. The result is truncated to the width.
type integer2 func(width int, x, y uint64) (uint64, error)

func (fn integer2) kernel(t ir.Type) kernel {
	width := bitWidth(t)
	return func(args []uint64) (uint64, error) {
		w, err := fn(width, args[0], args[1])
		return w & smallint.Mask(width), err
	}
}

func addIntegers(table map[*ir.OpDef]evaluator) {
	for def, fn := range map[*ir.OpDef]integer2{
		&arith.DivSI: smallint.DivSigned, &arith.FloorDivSI: smallint.FloorDivSigned,
		&arith.CeilDivSI: smallint.CeilDivSigned, &arith.RemSI: smallint.RemSigned,
		&arith.DivUI: smallint.DivUnsigned, &arith.CeilDivUI: smallint.CeilDivUnsigned, &arith.RemUI: smallint.RemUnsigned,
		&arith.ShRUI: smallint.ShiftRightUnsigned, &arith.ShRSI: smallint.ShiftRightSigned,
		&arith.AndI: and, &arith.OrI: or, &arith.XOrI: xor, &arith.MinSI: minSigned, &arith.MaxSI: maxSigned,
		&arith.MinUI: minUnsigned, &arith.MaxUI: maxUnsigned, &math.IPowI: powSigned,
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel { return fn.kernel(op.Result(0).Type()) })
	}
	table[&arith.AddI] = wrapping(smallint.Add)
	table[&arith.SubI] = wrapping(smallint.Sub)
	table[&arith.MulI] = wrapping(smallint.Mul)
	table[&arith.ShLI] = wrapping(smallint.Shl)
	table[&arith.CmpI] = evaluate(func(op *ir.Operation) kernel {
		predicate, _ := arith.IntPredicate.Value(op.Inherent("predicate"))
		compare := smallint.Compare(arith.IntPredicate.Name(predicate), bitWidth(op.Operand(0).Type()))
		return func(args []uint64) (uint64, error) { return compare(args[0], args[1]), nil }
	})
	table[&arith.AddUIExtended] = twoResults(func(width int, x, y uint64) (uint64, uint64) {
		sum := (x + y) & smallint.Mask(width)
		return sum, smallint.Truth(sum < x)
	})
	table[&arith.MulUIExtended] = twoResults(func(width int, x, y uint64) (uint64, uint64) {
		high, low := bits.Mul64(x, y)
		return splitProduct(width, high, low)
	})
	table[&arith.MulSIExtended] = twoResults(func(width int, x, y uint64) (uint64, uint64) {
		high, low := smallint.MulSigned(smallint.SignExtend(x, width), smallint.SignExtend(y, width))
		return splitProduct(width, high, low)
	})
	for def, fn := range map[*ir.OpDef]func(width int, x uint64) uint64{
		&math.AbsI:  absSigned,
		&math.CtPop: func(_ int, x uint64) uint64 { return uint64(bits.OnesCount64(x)) },
		&math.CtLZ:  func(width int, x uint64) uint64 { return uint64(bits.LeadingZeros64(x) - 64 + width) },
		&math.CtTZ:  func(width int, x uint64) uint64 { return uint64(min(bits.TrailingZeros64(x), width)) },
	} {
		table[def] = evaluate(func(op *ir.Operation) kernel {
			width := bitWidth(op.Result(0).Type())
			return func(args []uint64) (uint64, error) { return fn(width, args[0]) & smallint.Mask(width), nil }
		})
	}
}

func and(_ int, x, y uint64) (uint64, error) { return x & y, nil }
func or(_ int, x, y uint64) (uint64, error)  { return x | y, nil }
func xor(_ int, x, y uint64) (uint64, error) { return x ^ y, nil }

func minUnsigned(_ int, x, y uint64) (uint64, error) { return min(x, y), nil }
func maxUnsigned(_ int, x, y uint64) (uint64, error) { return max(x, y), nil }

func minSigned(width int, x, y uint64) (uint64, error) {
	return uint64(min(smallint.SignExtend(x, width), smallint.SignExtend(y, width))), nil
}

func maxSigned(width int, x, y uint64) (uint64, error) {
	return uint64(max(smallint.SignExtend(x, width), smallint.SignExtend(y, width))), nil
}

func absSigned(width int, x uint64) uint64 {
	if v := smallint.SignExtend(x, width); v < 0 {
		return uint64(-v)
	}
	return x
}

// powSigned raises to a power by squaring. A negative exponent gives the inverse, which is nonzero only for 1 and -1.
func powSigned(width int, x, y uint64) (uint64, error) {
	base, exponent := smallint.SignExtend(x, width), smallint.SignExtend(y, width)
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

// wrapping evaluates an operation with overflow flags: if the result overflows although a flag says that it does not,
// it is undefined.
func wrapping(operation smallint.Wrapping) evaluator {
	return evaluate(func(op *ir.Operation) kernel {
		width, flags := bitWidth(op.Result(0).Type()), arith.OverflowOf(op)
		compute := integer2(operation.Compute).kernel(op.Result(0).Type())
		if flags == 0 {
			return compute
		}
		return func(args []uint64) (uint64, error) {
			x, y := args[0], args[1]
			if flags&arith.NSW != 0 && operation.Signed(width, x, y) ||
				flags&arith.NUW != 0 && operation.Unsigned(width, x, y) {
				return 0, smallint.ErrPoison
			}
			return compute(args)
		}
	})
}

// splitProduct splits a 128-bit product into two halves of a width.
func splitProduct(width int, high, low uint64) (lowHalf, highHalf uint64) {
	if width == 64 {
		return low, high
	}
	return low & smallint.Mask(width), (low>>width | high<<(64-width)) & smallint.Mask(width)
}

func twoResults(fn func(width int, x, y uint64) (uint64, uint64)) evaluator {
	return func(_ *frame, op *ir.Operation, operands []*value) ([]*value, error) {
		width := bitWidth(op.Operand(0).Type())
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

func mulHighUnsigned(width int, x, y uint64) (uint64, error) {
	high, low := bits.Mul64(x, y)
	if width == 64 {
		return high, nil
	}
	return low >> width, nil
}

func mulHighSigned(width int, x, y uint64) (uint64, error) {
	high, low := smallint.MulSigned(smallint.SignExtend(x, width), smallint.SignExtend(y, width))
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
	return result & smallint.Mask(width), nil
}
