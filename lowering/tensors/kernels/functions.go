package kernels

import (
	"math"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
)

// unaryFunctions are the elementwise primitives of one operand that correspond to one operation of dialect tile on
// floats.
var unaryFunctions = map[*ir.OpDef]*ir.OpDef{
	&prim.Abs: &tile.Abs, &prim.ACos: &tile.ACos, &prim.ASin: &tile.ASin, &prim.ATan: &tile.ATan, &prim.Cbrt: &tile.Cbrt,
	&prim.Ceil: &tile.Ceil, &prim.Cos: &tile.Cos, &prim.CosH: &tile.Cosh, &prim.Erf: &tile.Erf, &prim.Exp: &tile.Exp,
	&prim.Exp2: &tile.Exp2, &prim.ExpM1: &tile.ExpM1, &prim.Floor: &tile.Floor, &prim.IsFinite: &tile.IsFinite,
	&prim.Log: &tile.Log, &prim.Log10: &tile.Log10, &prim.Log1P: &tile.Log1P, &prim.Log2: &tile.Log2,
	&prim.Neg: &tile.Neg, &prim.Round: &tile.Round, &prim.RSqrt: &tile.RSqrt, &prim.Sin: &tile.Sin,
	&prim.SinH: &tile.Sinh, &prim.Sqrt: &tile.Sqrt, &prim.Tan: &tile.Tan, &prim.TanH: &tile.Tanh,
	&prim.Trunc: &tile.Trunc,
}

// binaryFunctions are those of two operands, on floats and integers.
var binaryFunctions = map[*ir.OpDef]*ir.OpDef{
	&prim.Add: &tile.Add, &prim.Sub: &tile.Sub, &prim.Mul: &tile.Mul, &prim.FMod: &tile.Rem,
	&prim.BitwiseAnd: &tile.And, &prim.BitwiseOr: &tile.Or, &prim.BitwiseXor: &tile.XOr,
}

// contracted maps primitives for which a product and a sum may be computed as one fma if all results are narrow.
var contracted = map[*ir.OpDef]*ir.OpDef{&prim.Add: &arith.AddF, &prim.Sub: &arith.SubF, &prim.Mul: &arith.MulF}

// contract creates an f32 operation that may be contracted with others, without rounding in between.
func (m *maker) contract(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	v := arith.Binary(m.Builder.Builder, def, x, y)
	v.DefiningOp().SetAttr("fastmath", arith.FastMath.Attr(m.ctx, fastmath.Contract))
	return v
}

// comparisons are those whose results are bools.
var comparisons = map[*ir.OpDef]tile.Predicate{
	&prim.Eq: tile.EQ, &prim.Ne: tile.NE, &prim.Lt: tile.LT, &prim.Le: tile.LE, &prim.Gt: tile.GT, &prim.Ge: tile.GE,
}

// boolFunctions are arithmetic primitives on bools, which are logical operations.
var boolFunctions = map[*ir.OpDef]*ir.OpDef{
	&prim.Add: &tile.Or, &prim.Mul: &tile.And, &prim.Maximum: &tile.Or, &prim.Minimum: &tile.And, &prim.FMax: &tile.Or,
	&prim.FMin: &tile.And, &prim.BitwiseAnd: &tile.And, &prim.BitwiseOr: &tile.Or, &prim.BitwiseXor: &tile.XOr,
}

// elementwise returns the result of an elementwise primitive, whose operands are tensors or scalars of one shape.
func (m *maker) elementwise(op *ir.Operation, x []*ir.Value) (*ir.Value, error) {
	to := ir.ElementOrSelf(op.Result(0).Type())
	switch op.Def() {
	case &prim.Where:
		return m.Where(x[0], x[1], x[2]), nil
	case &prim.Clone, &prim.ViewOf:
		return x[0], nil
	case &prim.ConvertElementType:
		return m.convert(x[0], to), nil
	}
	from := ir.ElementOrSelf(op.Operand(0).Type())
	if isNarrow(from) && !movesBits(op.Def()) {
		for i := range x {
			x[i] = m.Cast(x[i], m.ctx.F32())
		}
		from = m.ctx.F32()
	}
	var v *ir.Value
	switch prim.DtypeOf(from) {
	case prim.Bool:
		v = m.ofBools(op.Def(), x)
	case prim.Int:
		v = m.ofInts(op.Def(), from, x)
	default:
		v = m.ofFloats(op, from, x)
	}
	if v == nil && m.Err() == nil {
		return nil, noKernel("%s of %s has none", op.Name(), ir.Quote(from))
	}
	if isNarrow(to) && m.Err() == nil {
		v = m.Cast(v, to)
	}
	return v, m.Err()
}

// movesBits reports whether a primitive gives the same result if narrow floats are not extended to f32.
func movesBits(def *ir.OpDef) bool {
	switch def {
	case &prim.Neg, &prim.Abs, &prim.Eq, &prim.Ne, &prim.Lt, &prim.Le, &prim.Gt, &prim.Ge:
		return true
	}
	return false
}

func (m *maker) ofBools(def *ir.OpDef, x []*ir.Value) *ir.Value {
	if len(x) == 2 {
		if f, ok := boolFunctions[def]; ok {
			return m.Binary(f, x[0], x[1])
		}
		not := func(v *ir.Value) *ir.Value { return m.Not(v) }
		switch def {
		case &prim.Eq:
			return not(m.XOr(x[0], x[1]))
		case &prim.Ne:
			return m.XOr(x[0], x[1])
		case &prim.Lt:
			return m.And(not(x[0]), x[1])
		case &prim.Le:
			return m.Or(not(x[0]), x[1])
		case &prim.Gt:
			return m.And(x[0], not(x[1]))
		case &prim.Ge:
			return m.Or(x[0], not(x[1]))
		}
		return nil
	}
	switch def {
	case &prim.BitwiseNot:
		return m.Not(x[0])
	case &prim.IsFinite:
		return m.Or(x[0], m.Not(x[0]))
	case &prim.SignBit:
		return m.And(x[0], m.Not(x[0]))
	case &prim.Ceil, &prim.Floor, &prim.Round, &prim.Trunc, &prim.Sign:
		return x[0]
	}
	return nil
}

func (m *maker) ofInts(def *ir.OpDef, elem ir.Type, x []*ir.Value) *ir.Value {
	if p, ok := comparisons[def]; ok {
		return m.Cmp(p, x[0], x[1])
	}
	if f, ok := binaryFunctions[def]; ok && def != &prim.FMod {
		return m.Binary(f, x[0], x[1])
	}
	number := func(n int64) *ir.Value { return m.constantOf(n, elem, shapeOf(x[0])) }
	unsigned := prim.IsUnsigned(elem)
	switch def {
	case &prim.Maximum, &prim.FMax:
		return m.Max(x[0], x[1])
	case &prim.Minimum, &prim.FMin:
		return m.Min(x[0], x[1])
	case &prim.ShiftLeft, &prim.ShiftRight:
		return m.shift(def, elem, x)
	case &prim.Neg:
		return m.Sub(number(0), x[0])
	case &prim.BitwiseNot:
		return m.Not(x[0])
	case &prim.Abs:
		if unsigned {
			return x[0]
		}
		return m.Where(m.Cmp(tile.LT, x[0], number(0)), m.Sub(number(0), x[0]), x[0])
	case &prim.Sign:
		positive := m.Where(m.Cmp(tile.GT, x[0], number(0)), number(1), number(0))
		if unsigned {
			return positive
		}
		return m.Where(m.Cmp(tile.LT, x[0], number(0)), number(-1), positive)
	case &prim.SignBit:
		return m.Cmp(tile.LT, x[0], number(0))
	case &prim.IsFinite:
		return m.Cmp(tile.EQ, x[0], x[0])
	case &prim.Ceil, &prim.Floor, &prim.Round, &prim.Trunc:
		return x[0]
	}
	return nil
}

// shift shifts. If the distance is not between 0 and the width, the result is 0, or has only copies of the sign.
func (m *maker) shift(def *ir.OpDef, elem ir.Type, x []*ir.Value) *ir.Value {
	number := func(n int64) *ir.Value { return m.constantOf(n, elem, shapeOf(x[0])) }
	bits := int64(ir.ElementBits(elem))
	inside := m.Cmp(tile.LT, x[1], number(bits))
	if !prim.IsUnsigned(elem) {
		inside = m.And(inside, m.Cmp(tile.GE, x[1], number(0)))
	}
	if def == &prim.ShiftLeft {
		by := m.Where(inside, x[1], number(0))
		return m.Where(inside, m.Shl(x[0], by), number(0))
	}
	if prim.IsUnsigned(elem) {
		return m.Where(inside, m.Shr(x[0], m.Where(inside, x[1], number(0))), number(0))
	}
	return m.Shr(x[0], m.Where(inside, x[1], number(bits-1)))
}

func (m *maker) ofFloats(op *ir.Operation, elem ir.Type, x []*ir.Value) *ir.Value {
	def := op.Def()
	if p, ok := comparisons[def]; ok {
		return m.Cmp(p, x[0], x[1])
	}
	if f, ok := unaryFunctions[def]; ok {
		if m.narrow && elem == m.ctx.F32() && def == &prim.TanH {
			return m.fastTanh(op, x[0])
		}
		return m.Unary(f, x[0])
	}
	if f, ok := contracted[def]; ok && m.narrow && elem == m.ctx.F32() {
		return m.contract(f, x[0], x[1])
	}
	if f, ok := binaryFunctions[def]; ok {
		return m.Binary(f, x[0], x[1])
	}
	number := func(f float64) *ir.Value { return m.constantOf(f, elem, shapeOf(x[0])) }
	switch def {
	case &prim.Div:
		return m.Div(x[0], x[1])
	case &prim.Reciprocal:
		return m.Div(number(1), x[0])
	case &prim.Pow:
		return m.power(op, x)
	case &prim.ATan2:
		return m.ATan2(x[0], x[1])
	case &prim.Maximum:
		return m.extremum(&tile.Max, x[0], x[1])
	case &prim.Minimum:
		return m.extremum(&tile.Min, x[0], x[1])
	case &prim.FMax:
		return m.Max(x[0], x[1])
	case &prim.FMin:
		return m.Min(x[0], x[1])
	case &prim.Remainder: // the result has the sign of the divisor
		r := m.Rem(x[0], x[1])
		zero := number(0)
		other := m.XOr(m.Cmp(tile.LT, r, zero), m.Cmp(tile.LT, x[1], zero))
		return m.Where(m.And(other, m.Cmp(tile.NE, r, zero)), m.Add(r, x[1]), r)
	case &prim.Sign:
		negative := m.Where(m.Cmp(tile.LT, x[0], number(0)), number(-1), number(0))
		return m.Where(m.Cmp(tile.GT, x[0], number(0)), number(1), negative)
	case &prim.SignBit:
		whole := m.ctx.I(uint32(ir.ElementBits(elem)))
		return m.Cmp(tile.LT, m.Bitcast(x[0], whole), m.constantOf(int64(0), whole, shapeOf(x[0])))
	}
	return nil
}

// fastTanh computes the hyperbolic tangent with an absolute error of at most 2^-20. The relative error is at most
// 2^-16: for small numbers it takes the first terms of the series, unless the result is only used where they do not
// matter.
func (m *maker) fastTanh(op *ir.Operation, x *ir.Value) *ir.Value {
	number := func(f float64) *ir.Value { return m.constantOf(f, m.ctx.F32(), shapeOf(x)) }
	power := m.rounded(m.Exp2(m.Mul(x, number(2*math.Log2E))), tile.RoundApprox)
	quotient := m.rounded(m.Div(number(2), m.Add(power, number(1))), tile.RoundFull)
	if quotient == nil {
		return nil
	}
	result := m.contract(&arith.SubF, number(1), quotient)
	if besideOne(op.Result(0)) {
		return result
	}
	series := m.FMA(m.Mul(m.Mul(x, x), x), number(-1.0/3), x)
	return m.Where(m.Cmp(tile.LT, m.Abs(x), number(0.04)), series, result)
}

// rounded sets the rounding mode of a value's operation.
func (m *maker) rounded(v *ir.Value, mode tile.Rounding) *ir.Value {
	if v != nil {
		v.DefiningOp().SetAttr(tile.RoundingName, tile.Roundings.Attr(m.ctx, mode))
	}
	return v
}

// besideOne reports whether a number, or its square, is only added to or subtracted from 1. The relative error of small
// numbers then does not matter.
func besideOne(v *ir.Value) bool {
	for use := range v.Uses() {
		op := use.Owner()
		switch {
		case op.Is(&prim.Fill): // only uses its shape
		case op.Is(&prim.Mul) && op.Operand(0) == v && op.Operand(1) == v:
			if !besideOne(op.Result(0)) {
				return false
			}
		case !op.Is(&prim.Add) && !op.Is(&prim.Sub) || !isOne(op.Operand(0)) && !isOne(op.Operand(1)):
			return false
		}
	}
	return true
}

// isOne reports whether all elements of a value are 1 or -1.
func isOne(v *ir.Value) bool {
	op := v.DefiningOp()
	if op == nil || !op.Is(&prim.Fill) {
		return false
	}
	switch n := prim.NumberOf(op.Inherent("value")).(type) {
	case int64:
		return n == 1 || n == -1
	case float64:
		return n == 1 || n == -1
	}
	return false
}

// power multiplies for common constant exponents, and calls the general function for others.
func (m *maker) power(op *ir.Operation, x []*ir.Value) *ir.Value {
	fill := op.Operand(1).DefiningOp()
	if fill == nil || !fill.Is(&prim.Fill) {
		return m.Pow(x[0], x[1])
	}
	switch prim.NumberOf(fill.Inherent("value")) {
	case int64(1), 1.0:
		return x[0]
	case int64(2), 2.0:
		return m.Mul(x[0], x[0])
	case int64(3), 3.0:
		return m.Mul(m.Mul(x[0], x[0]), x[0])
	}
	return m.Pow(x[0], x[1])
}

// extremum returns NaN if an operand is NaN.
func (m *maker) extremum(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	v := m.Binary(def, x, y)
	if v != nil {
		v.DefiningOp().SetAttr(tile.PropagateNaN, m.ctx.Unit())
	}
	return v
}

// convert converts elements as [prim.ConvertElementType] does. Floats are first converted to 64-bit integers, of which
// the low bits are taken. Floats out of range become the least integer.
func (m *maker) convert(v *ir.Value, to ir.Type) *ir.Value {
	from, shape := ir.ElementOrSelf(v.Type()), shapeOf(v)
	kind, was := prim.DtypeOf(to), prim.DtypeOf(from)
	number := func(n any, elem ir.Type) *ir.Value { return m.constantOf(n, elem, shape) }
	switch {
	case from == to:
		return v
	case was == prim.Bool:
		return m.Where(v, number(int64(1), to), number(int64(0), to))
	case kind == prim.Bool:
		if isNarrow(from) {
			v, from = m.Cast(v, m.ctx.F32()), m.ctx.F32()
		}
		return m.Cmp(tile.NE, v, number(int64(0), from))
	case kind == prim.Int && was == prim.Float:
		return m.toInteger(v, to)
	case isNarrow(to) && from != m.ctx.F32():
		return m.Cast(m.Cast(v, m.ctx.F32()), to)
	}
	return m.Cast(v, to)
}

func (m *maker) toInteger(v *ir.Value, to ir.Type) *ir.Value {
	shape := shapeOf(v)
	if isNarrow(ir.ElementOrSelf(v.Type())) {
		v = m.Cast(v, m.ctx.F32())
	}
	from, long := ir.ElementOrSelf(v.Type()), m.ctx.I(64)
	number := func(f float64) *ir.Value { return m.constantOf(f, from, shape) }
	below := m.Cmp(tile.LT, v, number(0x1p63))
	inside := m.And(m.Cmp(tile.GT, v, number(-0x1p63)), below)
	whole := m.Cast(m.Where(inside, v, number(0)), long)
	whole = m.Where(inside, whole, m.constantOf(int64(-1<<63), long, shape))
	whole = m.Cast(whole, to)
	if prim.IsUnsigned(to) && ir.ElementBits(to) == 64 {
		high := m.And(m.Not(below), m.Cmp(tile.LT, v, number(0x1p64)))
		whole = m.Where(high, m.Cast(m.Where(high, v, number(0)), to), whole)
	}
	return whole
}

// shapeOf returns the shape of a tensor, nil for a scalar.
func shapeOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.TensorType); ok {
		return t.Shape()
	}
	return nil
}
