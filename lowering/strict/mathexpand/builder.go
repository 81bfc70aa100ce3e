package mathexpand

import (
	gomath "math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/fastmath"
)

// builder creates arithmetic on values of one shape and format.
type builder struct {
	*ir.Builder
	*format
	shape     ir.Type // with elements of the format
	words     ir.Type // the same shape, with integers of the format's width
	constants map[ir.TypedAttr]*ir.Value
	// approximate says that functions may be approximated, so that approximate instructions of the target may be used.
	approximate bool
	// summed says that only the absolute error of the result matters; see [onlySummed].
	summed bool
	// absorbed is an operation that multiplies or divides the argument by a constant. A polynomial has been scaled by
	// the constant instead, so that the operation is not needed any more; see [builder.withoutFactor].
	absorbed *ir.Operation
}

// newBuilder returns a builder that inserts before op.
func newBuilder(op *ir.Operation) *builder {
	ctx := op.Context()
	b := &builder{Builder: ir.NewBuilder(ctx), format: &single, constants: make(map[ir.TypedAttr]*ir.Value),
		approximate: arith.FastMathOf(op)&fastmath.AFn != 0}
	elem := ir.Type(ctx.F32())
	if ir.BitWidth(ir.ElementOrSelf(op.Result(0).Type())) == 64 {
		b.format, elem = &double, ctx.F64()
	}
	b.summed = b.approximate && onlySummed(op.Result(0), 1)
	b.shape = ctx.WithElement(op.Result(0).Type(), elem)
	b.words = ctx.WithElement(b.shape, ctx.I(uint32(b.width)))
	b.Before(op).SetLoc(op.Loc())
	return b
}

// of returns a builder of f32 in the shape of t.
func (b *builder) of(t ir.Type) *builder {
	ctx := b.Context()
	return &builder{Builder: b.Builder, format: &single, constants: b.constants, shape: ctx.WithElement(t, ctx.F32()),
		words: ctx.WithElement(t, ctx.I(32))}
}

// inDouble returns a builder of f64 in the same shape.
func (b *builder) inDouble() *builder {
	ctx := b.Context()
	return &builder{Builder: b.Builder, format: &double, constants: b.constants,
		shape: ctx.WithElement(b.shape, ctx.F64()),
		words: ctx.WithElement(b.shape, ctx.I(64))}
}

// widened converts a value to the builder's format, which is at least as wide.
func (b *builder) widened(v *ir.Value) *ir.Value {
	if v.Type() == b.shape {
		return v
	}
	return arith.Cast(b.Builder, &arith.ExtF, v, b.shape)
}

// narrowed converts a value of the builder's format to t, rounding to nearest even.
func (b *builder) narrowed(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return arith.Cast(b.Builder, &arith.TruncF, v, t)
}

// constant returns a scalar constant, or a splat constant, of type t. Each constant is created once.
func (b *builder) constant(t ir.Type, elem ir.TypedAttr) *ir.Value {
	if shaped, ok := t.(ir.ShapedType); ok {
		elem = b.Context().DenseSplat(shaped, elem)
	}
	if b.constants[elem] == nil {
		b.constants[elem] = arith.NewConstant(b.Builder, elem)
	}
	return b.constants[elem]
}

// float returns the number of the format that is nearest to x.
func (b *builder) float(x float64) *ir.Value {
	t := ir.ElementOrSelf(b.shape).(*ir.FloatType)
	return b.constant(b.shape, b.Context().FloatBits(t, t.Format.FromFloat64(x, apfloat.ToNearestEven)))
}

// word returns an integer as wide as the format.
func (b *builder) word(v int64) *ir.Value { return b.integer(b.words, v) }

func (b *builder) integer(t ir.Type, v int64) *ir.Value {
	return b.constant(t, b.Context().Integer(ir.ElementOrSelf(t), v))
}

func (b *builder) binary(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return arith.Binary(b.Builder, def, x, y)
}

func (b *builder) unary(def *ir.OpDef, x *ir.Value) *ir.Value {
	return b.Build(def, []*ir.Value{x}).Result(0)
}

func (b *builder) add(x, y *ir.Value) *ir.Value { return b.binary(&arith.AddF, x, y) }
func (b *builder) sub(x, y *ir.Value) *ir.Value { return b.binary(&arith.SubF, x, y) }
func (b *builder) mul(x, y *ir.Value) *ir.Value { return b.binary(&arith.MulF, x, y) }
func (b *builder) div(x, y *ir.Value) *ir.Value { return b.binary(&arith.DivF, x, y) }
func (b *builder) neg(x *ir.Value) *ir.Value    { return b.unary(&arith.NegF, x) }
func (b *builder) abs(x *ir.Value) *ir.Value    { return b.unary(&math.AbsF, x) }
func (b *builder) sqrt(x *ir.Value) *ir.Value   { return b.unary(&math.Sqrt, x) }

// scale multiplies by a constant.
func (b *builder) scale(x *ir.Value, by float64) *ir.Value { return b.mul(x, b.float(by)) }

func (b *builder) fma(x, y, z *ir.Value) *ir.Value {
	return b.Build(&math.FMA, []*ir.Value{x, y, z}).Result(0)
}

// withSign returns the magnitude of x with the sign of sign.
func (b *builder) withSign(x, sign *ir.Value) *ir.Value {
	return b.Build(&math.CopySign, []*ir.Value{x, sign}).Result(0)
}

// withSignOf returns x, which must not be negative, with the sign of sign. It takes one instruction (lop3), withSign
// two.
func (b *builder) withSignOf(x, sign *ir.Value) *ir.Value {
	bit := b.binary(&arith.AndI, b.bits(sign), b.word(gomath.MinInt64>>(64-b.width)))
	return b.fromBits(b.binary(&arith.OrI, b.bits(x), bit))
}

func (b *builder) compare(predicate int, x, y *ir.Value) *ir.Value {
	return arith.NewCmpF(b.Builder, predicate, x, y)
}

func (b *builder) choose(condition, x, y *ir.Value) *ir.Value {
	return arith.NewSelect(b.Builder, condition, x, y)
}

// atLeast returns the maximum of x and a bound. A NaN stays NaN.
func (b *builder) atLeast(x *ir.Value, bound float64) *ir.Value {
	limit := b.float(bound)
	return b.choose(b.compare(arith.FOLT, x, limit), limit, x)
}

// atMost returns the minimum of x and a bound. A NaN stays NaN.
func (b *builder) atMost(x *ir.Value, bound float64) *ir.Value {
	limit := b.float(bound)
	return b.choose(b.compare(arith.FOGT, x, limit), limit, x)
}

func (b *builder) bits(x *ir.Value) *ir.Value {
	return arith.Cast(b.Builder, &arith.Bitcast, x, b.words)
}

// bitsOf returns the bits of a constant.
func (b *builder) bitsOf(x float64) *ir.Value {
	if b.width == 32 {
		return b.word(int64(gomath.Float32bits(float32(x))))
	}
	return b.word(int64(gomath.Float64bits(x)))
}

func (b *builder) fromBits(x *ir.Value) *ir.Value {
	return arith.Cast(b.Builder, &arith.Bitcast, x, b.shape)
}

// polynomial evaluates the polynomial with coefficients c, the constant one first, by Horner's rule.
func (b *builder) polynomial(c polynomial, x *ir.Value) *ir.Value {
	v := b.float(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		v = b.fma(v, x, b.float(c[i]))
	}
	return v
}

// approximateExp2 computes 2^x by the target's approximate instruction.
func (b *builder) approximateExp2(x *ir.Value) *ir.Value {
	return b.Build(&math.Exp2, []*ir.Value{x},
		ir.NamedAttr{Name: "fastmath", Value: arith.FastMath.Attr(b.Context(), fastmath.AFn)}).Result(0)
}

// odd evaluates x + x z P(z), where z is the square of x.
func (b *builder) odd(c polynomial, x, z *ir.Value) *ir.Value {
	return b.fma(b.mul(x, z), b.polynomial(c, z), x)
}

// product returns high + low = x y, where high is the rounded product. The sum is exact.
func (b *builder) product(x, y *ir.Value) (high, low *ir.Value) {
	high = b.mul(x, y)
	return high, b.fma(x, y, b.neg(high))
}

// sum returns high + low = x + y, where high is the rounded sum. This is exact if x is zero or |x| >= |y| (T. J.
// Dekker, "A floating-point technique for extending the available precision", 1971).
func (b *builder) sum(x, y *ir.Value) (high, low *ir.Value) {
	high = b.add(x, y)
	return high, b.add(b.sub(x, high), y)
}

// powerOfTwo returns 2^n, which must be a normal number.
func (b *builder) powerOfTwo(n *ir.Value) *ir.Value {
	biased := b.binary(&arith.AddI, n, b.word(b.bias))
	return b.fromBits(b.binary(&arith.ShLI, biased, b.word(b.fraction)))
}

// scaled returns x 2^n, rounded once, where 2^(n/2) is normal and x is near 1.
func (b *builder) scaled(x, n *ir.Value) *ir.Value {
	half := b.binary(&arith.ShRSI, n, b.word(1))
	x = b.mul(x, b.powerOfTwo(half))
	return b.mul(x, b.powerOfTwo(b.binary(&arith.SubI, n, half)))
}

// rounded returns the integer nearest to x * by, as a float and as a word. It adds the format's shifter, 1.5 *
// 2^fraction. In the sum, the unit in the last place is 1, so the addition rounds to an integer, and the low bits of
// the sum are this integer. The word is taken from these bits, because the conversion of a NaN to an integer would be
// undefined.
func (b *builder) rounded(x *ir.Value, by float64) (float, word *ir.Value) {
	shifter := b.float(b.shifter)
	shifted := b.fma(x, b.float(by), shifter)
	return b.sub(shifted, shifter), b.binary(&arith.SubI, b.bits(shifted), b.bitsOf(b.shifter))
}
