package arithexpand

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// expandExtFOfF4E2M1 composes an f32 from sign, exponent and fraction. The magnitudes of f4E2M1FN are 0, 0.5, 1, 1.5,
// 2, 3, 4 and 6. Except for 0.5, the lower three bits, shifted, give the fraction and the last bit of the exponent.
func expandExtFOfF4E2M1(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if formatOf(op.Operand(0)) != apfloat.F4E2M1FN {
		return rw.Refuse("it is not an extension of f4E2M1FN")
	}
	b, err := newBuilder(rw, operands.One(0))
	if err != nil {
		return err
	}
	i32 := b.Context().I(32)
	pattern := b.asBits(operands.One(0))
	zero, half, two, four := b.bits(4, 0), b.bits(4, 1), b.bits(4, 2), b.bits(4, 4)
	magnitude := b.binary(&arith.AndI, pattern, b.bits(4, 7))

	shift := b.bits(32, 20)
	shifted := b.binary(&arith.ShLI, magnitude, two)
	fraction := b.choose(b.compare(arith.EQ, magnitude, half), zero, shifted)
	low := b.binary(&arith.ShLI, b.cast(&arith.ExtUI, fraction, i32), shift)

	none, large, small := b.bits(32, 0), b.bits(32, 0x4000_0000), b.bits(32, 0x3F00_0000)
	exponent := b.choose(b.compare(arith.UGE, magnitude, four), large, small)
	exponent = b.choose(b.compare(arith.EQ, magnitude, zero), none, exponent)

	minus := b.bits(32, -1<<31)
	sign := b.choose(b.compare(arith.UGE, pattern, b.bits(4, -8)), minus, none)
	bits := b.binary(&arith.AddI, b.binary(&arith.AddI, low, exponent), sign)
	rw.Replace(op, fromF32WithoutFlags(rw, op, b.cast(&arith.Bitcast, bits, b.Context().F32())))
	return nil
}

// fromF32WithoutFlags is fromF32 without op's flags.
func fromF32WithoutFlags(rw *conversion.Rewriter, op *ir.Operation, v *ir.Value) *ir.Value {
	t := op.Result(0).Type()
	switch bits := formatOf(op.Result(0)).Bits(); {
	case bits > apfloat.F32.Bits():
		return castLike(rw, &arith.ExtF, v, t)
	case bits < apfloat.F32.Bits():
		return castLike(rw, &arith.TruncF, v, t)
	}
	return v
}

// expandTruncFToF4E2M1 clamps the number to -6 and 6, and takes sign, exponent and the first bit of the fraction from
// the f32. It adds one if the next bit of the fraction is set. Numbers below 1 are converted separately.
func expandTruncFToF4E2M1(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if formatOf(op.Result(0)) != apfloat.F4E2M1FN {
		return rw.Refuse("it is not a truncation to f4E2M1FN")
	}
	b, err := newBuilder(rw, operands.One(0))
	if err != nil {
		return err
	}
	x := toF32(rw, operands.One(0), ir.NamedAttr{})
	n := narrowing{builder: b}
	n.one, n.three, n.firstFraction = b.bits(4, 1), b.bits(4, 3), b.bits(32, exponentShift-1)
	n.noExponent, n.minusOne, n.zero = b.bits(8, 0), b.bits(8, -1), b.bits(32, 0)
	largest, smallest := b.f32(6), b.f32(-6)
	clamped := arith.Binary(b.Builder, &arith.MinNumF, x, largest)
	clamped = arith.Binary(b.Builder, &arith.MaxNumF, clamped, smallest)
	bits := n.truncated(b.asBits(clamped))
	rw.Replace(op, arith.Cast(b.Builder, &arith.Bitcast, bits, op.Result(0).Type()))
	return nil
}

// narrowing creates the truncation of an f32 to an f4E2M1FN.
type narrowing struct {
	builder
	one, three           *ir.Value // i4
	noExponent, minusOne *ir.Value // i8
	firstFraction, zero  *ir.Value // i32
}

// truncated returns the bits, as an i4, of the f4E2M1FN for the bits of an f32 between -6 and 6.
func (n *narrowing) truncated(pattern *ir.Value) *ir.Value {
	i4 := n.Context().I(4)
	sign := n.cast(&arith.TruncI, n.binary(&arith.ShRUI, pattern, n.bits(32, 31)), i4)
	sign = n.binary(&arith.ShLI, sign, n.three)

	bias := n.bits(32, 126) // the difference of the exponent biases of f32 and f4E2M1FN
	exponent := n.binary(&arith.SubI, n.binary(&arith.ShRUI, pattern, n.bits(32, exponentShift)), bias)
	number := n.binary(&arith.AddI, sign, n.binary(&arith.ShLI, n.cast(&arith.TruncI, exponent, i4), n.one))

	fraction := n.binary(&arith.AndI, pattern, n.bits(32, 1<<(exponentShift-1)))
	fraction = n.cast(&arith.TruncI, n.binary(&arith.ShRUI, fraction, n.firstFraction), i4)
	number = n.binary(&arith.AddI, number, fraction)

	number, isSmall := n.belowOne(pattern, exponent, number)
	rest, half := n.bits(32, 1<<(exponentShift-1)-1), n.bits(32, 1<<(exponentShift-2))
	isRoundedUp := n.compare(arith.UGE, n.binary(&arith.AndI, pattern, rest), half)
	isRoundedUp = n.binary(&arith.OrI, isRoundedUp, isSmall)
	return n.choose(isRoundedUp, n.binary(&arith.AddI, number, n.one), number)
}

// belowOne corrects the result for magnitudes below 1, whose exponents f4E2M1FN does not have. The final rounding adds
// one to all of them. So the result starts from -1 for magnitudes up to 0.25, and from 0 for larger ones.
func (n *narrowing) belowOne(pattern, exponent, number *ir.Value) (corrected, isSmall *ir.Value) {
	fractionMask := n.bits(32, 1<<exponentShift-1)
	exponent = n.cast(&arith.TruncI, exponent, n.Context().I(8))
	isSmall = n.compare(arith.SLE, exponent, n.noExponent)
	isQuarter := n.compare(arith.EQ, exponent, n.minusOne)
	hasFraction := n.compare(arith.UGT, n.binary(&arith.AndI, pattern, fractionMask), n.zero)
	isMore := n.binary(&arith.AndI, isQuarter, hasFraction)
	isHalf := n.compare(arith.EQ, exponent, n.noExponent)
	down, none := n.bits(4, -1), n.bits(4, 0)
	corrected = n.choose(isMore, none, n.choose(isSmall, down, number))
	return n.choose(isHalf, number, corrected), isSmall
}
