package mathexpand

import (
	gomath "math"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// unscale replaces a product of block-scaled matrices by a product in bf16, if that has enough bits for the elements
// times their scales, and in f32 otherwise. It decodes the elements and multiplies them by the scales of their blocks.
// Scaled elements beyond the range of f32 are infinite; those below the least number of bf16, 2^-133, are rounded.
func unscale(op *ir.Operation) {
	base := newBuilder(op)
	var factors [2]*ir.Value
	for i, format := range formatsOf(op) {
		v := op.Operand(i)
		if axis, packed := tile.PackedAxis(op, i); packed {
			v = unpack(base, v, axis)
		}
		b := base.of(v.Type())
		x := b.number(v, format)
		if scale := op.GroupValue(3 + i); scale != nil {
			x = b.mul(x, b.scales(scale, i == 1))
		}
		factors[i] = x
	}
	if significantBits(op, 0) <= apfloat.BF16.Precision() && significantBits(op, 1) <= apfloat.BF16.Precision() {
		for i, x := range factors {
			t := base.Context().WithElement(x.Type(), base.Context().Float(apfloat.BF16.Name()))
			if source := x.DefiningOp(); source.Is(&arith.ExtF) && source.Operand(0).Type() == t {
				factors[i] = source.Operand(0)
			} else {
				factors[i] = base.narrowed(x, t)
			}
		}
	}
	product := tile.NewDot(base.Builder, factors[0], factors[1], op.Operand(2), tile.PrecisionIEEE)
	op.Result(0).ReplaceAllUsesWith(product)
	op.Erase()
}

// formatsOf returns the formats of the elements of both factors of a tile.dot_scaled.
func formatsOf(op *ir.Operation) [2]*apfloat.Format {
	lhs, rhs := tile.FormatsOf(op)
	return [2]*apfloat.Format{tile.FormatOf(lhs), tile.FormatOf(rhs)}
}

// significantBits returns how many bits the significands of the scaled elements of a factor have at most. Integers are
// scales that are powers of two.
func significantBits(op *ir.Operation, factor int) int {
	n := formatsOf(op)[factor].Precision()
	if scale := op.GroupValue(3 + factor); scale != nil {
		if f, ok := ir.ElementOrSelf(scale.Type()).(*ir.FloatType); ok && f.Format != apfloat.F8E8M0FNU {
			n += f.Format.Precision()
		}
	}
	return n
}

// unpack splits each byte into two bytes with 4 bits each. Along the axis, the low half of a byte becomes the element
// with the even index, the high half the next one.
func unpack(base *builder, v *ir.Value, axis int) *ir.Value {
	b := base.Builder
	t := v.Type().(*ir.TensorType)
	constant := func(n int64) *ir.Value {
		return base.constant(t, b.Context().Integer(t.ElementType(), n))
	}
	low := arith.Binary(b, &arith.AndI, v, constant(15))
	high := arith.Binary(b, &arith.ShRUI, v, constant(4))
	both := tile.NewJoin(b, low, high)
	order := make([]int, len(t.Shape()), len(t.Shape())+1)
	for i := range order {
		order[i] = i
	}
	order = slices.Insert(order, axis+1, len(order))
	shape := slices.Clone(t.Shape())
	shape[axis] *= 2
	return tile.NewReshape(b, tile.NewPermute(b, both, order...), shape...)
}

// number converts elements of a format to f32. v has this format, or integers with the same bits.
func (b *builder) number(v *ir.Value, f *apfloat.Format) *ir.Value {
	if f.Bits() < 16 {
		return b.decodeWord(b.wordOf(v), f)
	}
	if t := b.Context().WithElement(v.Type(), b.Context().Float(f.Name())); v.Type() != t {
		v = arith.Cast(b.Builder, &arith.Bitcast, v, t)
	}
	return b.widened(v)
}

// scales returns the scale of each element of a factor. v has a row of scales for each row of the factor or, if
// transposed is set, for each column.
func (b *builder) scales(v *ir.Value, transposed bool) *ir.Value {
	s := b.of(v.Type())
	f, isFloat := ir.ElementOrSelf(v.Type()).(*ir.FloatType)
	word := s.wordOf(v)
	if isFloat && f.Format != apfloat.F8E8M0FNU {
		v = s.decodeWord(word, f.Format)
	} else {
		v = s.powerOfScale(word)
	}
	shape := slices.Clone(b.shape.(*ir.TensorType).Shape())
	rank := len(shape)
	if transposed {
		shape[rank-1], shape[rank-2] = shape[rank-2], shape[rank-1]
	}
	blocks := slices.Clone(v.Type().(*ir.TensorType).Shape())
	each := append(blocks, shape[rank-1]/blocks[rank-1])
	v = tile.NewReshape(b.Builder, tile.NewBroadcast(b.Builder, tile.NewExpandDims(b.Builder, v, rank), each...), shape...)
	if !transposed {
		return v
	}
	order := []int{0, 1, 2}[:rank]
	order[rank-1], order[rank-2] = order[rank-2], order[rank-1]
	return tile.NewPermute(b.Builder, v, order...)
}

// powerOfScale returns 2^(n-127) in f32, and NaN for n = 255. For n = 0 the result is denormal.
func (b *builder) powerOfScale(n *ir.Value) *ir.Value {
	v := b.binary(&arith.ShLI, n, b.word(23))
	v = b.choose(arith.NewCmpI(b.Builder, arith.EQ, n, b.word(0)), b.word(1<<22), v)
	return b.fromBits(b.choose(arith.NewCmpI(b.Builder, arith.EQ, n, b.word(255)), b.word(0x7FC00000), v))
}

// encodeScale converts the magnitude of an f32 to f8E8M0FNU, a format of powers of two whose code is the biased
// exponent of f32. Magnitudes that are too large become NaN.
func (b *builder) encodeScale(x *ir.Value, t ir.Type, mode apfloat.Mode) *ir.Value {
	pattern := b.bits(x)
	magnitude := b.binary(&arith.AndI, pattern, b.word(gomath.MaxInt32))
	negative := arith.NewCmpI(b.Builder, arith.SLT, pattern, b.word(0))
	// f32 has 2^23 numbers between one power of two and the next, but only 2^22 denormal numbers between 2^-127 and
	// 2^-126.
	tiny := arith.NewCmpI(b.Builder, arith.ULT, magnitude, b.word(1<<23))
	half := b.choose(tiny, b.word(1<<21), b.word(1<<22))
	rest := b.choose(tiny, b.word(1<<22-1), b.word(1<<23-1))
	var added *ir.Value
	switch mode {
	case apfloat.ToZero:
		added = b.word(0)
	case apfloat.ToPositiveInf:
		added = b.choose(negative, b.word(0), rest)
	case apfloat.ToNegativeInf:
		added = b.choose(negative, rest, b.word(0))
	default: // both nearest modes round ties away from zero: all significands are 1, and so odd
		added = half
	}
	code := b.binary(&arith.ShRUI, b.binary(&arith.AddI, magnitude, added), b.word(23))
	code = b.binary(&arith.MinUI, code, b.word(255))
	code = arith.Cast(b.Builder, &arith.TruncI, code, b.Context().WithElement(b.shape, b.Context().I(8)))
	return arith.Cast(b.Builder, &arith.Bitcast, code, t)
}
