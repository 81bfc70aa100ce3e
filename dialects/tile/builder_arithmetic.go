package tile

import "github.com/girih-ir/girih/ir"

// Int, Float and Bool create literals. A literal takes its type from the operands that it is combined with.
func (b *Builder) Int(v int64) *ir.Value {
	return b.value(LiteralOp.Name, nil, func(b *ir.Builder) (*ir.Value, error) { return LiteralInt(b, v), nil })
}

// Float creates a literal; see [Builder.Int].
func (b *Builder) Float(v float64) *ir.Value {
	return b.value(LiteralOp.Name, nil, func(b *ir.Builder) (*ir.Value, error) { return LiteralFloat(b, v), nil })
}

// Bool creates a literal; see [Builder.Int].
func (b *Builder) Bool(v bool) *ir.Value {
	return b.value(LiteralOp.Name, nil, func(b *ir.Builder) (*ir.Value, error) { return LiteralBool(b, v), nil })
}

// Binary creates a loosely typed operation of two operands, such as &Add.
func (b *Builder) Binary(def *ir.OpDef, lhs, rhs *ir.Value) *ir.Value {
	return b.value(def.Name, []*ir.Value{lhs, rhs}, func(b *ir.Builder) (*ir.Value, error) {
		return Binary(b, def, lhs, rhs)
	})
}

// Unary creates a loosely typed operation of one operand, such as &Exp.
func (b *Builder) Unary(def *ir.OpDef, v *ir.Value) *ir.Value {
	return b.value(def.Name, []*ir.Value{v}, func(b *ir.Builder) (*ir.Value, error) { return Unary(b, def, v) })
}

// Arithmetic of two operands, which are promoted and broadcast; see the definitions of the same names.
func (b *Builder) Add(x, y *ir.Value) *ir.Value      { return b.Binary(&Add, x, y) }
func (b *Builder) Sub(x, y *ir.Value) *ir.Value      { return b.Binary(&Sub, x, y) }
func (b *Builder) Mul(x, y *ir.Value) *ir.Value      { return b.Binary(&Mul, x, y) }
func (b *Builder) Div(x, y *ir.Value) *ir.Value      { return b.Binary(&Div, x, y) }
func (b *Builder) FloorDiv(x, y *ir.Value) *ir.Value { return b.Binary(&FloorDiv, x, y) }
func (b *Builder) TruncDiv(x, y *ir.Value) *ir.Value { return b.Binary(&TruncDiv, x, y) }
func (b *Builder) CDiv(x, y *ir.Value) *ir.Value     { return b.Binary(&CDiv, x, y) }
func (b *Builder) Mod(x, y *ir.Value) *ir.Value      { return b.Binary(&Mod, x, y) }
func (b *Builder) Rem(x, y *ir.Value) *ir.Value      { return b.Binary(&Rem, x, y) }
func (b *Builder) MulHi(x, y *ir.Value) *ir.Value    { return b.Binary(&MulHi, x, y) }
func (b *Builder) Pow(x, y *ir.Value) *ir.Value      { return b.Binary(&Pow, x, y) }
func (b *Builder) ATan2(x, y *ir.Value) *ir.Value    { return b.Binary(&ATan2, x, y) }
func (b *Builder) And(x, y *ir.Value) *ir.Value      { return b.Binary(&And, x, y) }
func (b *Builder) Or(x, y *ir.Value) *ir.Value       { return b.Binary(&Or, x, y) }
func (b *Builder) XOr(x, y *ir.Value) *ir.Value      { return b.Binary(&XOr, x, y) }
func (b *Builder) Shl(x, y *ir.Value) *ir.Value      { return b.Binary(&Shl, x, y) }
func (b *Builder) Shr(x, y *ir.Value) *ir.Value      { return b.Binary(&Shr, x, y) }
func (b *Builder) Min(x, y *ir.Value) *ir.Value      { return b.Binary(&Min, x, y) }
func (b *Builder) Max(x, y *ir.Value) *ir.Value      { return b.Binary(&Max, x, y) }

// Functions of one operand; see the definitions of the same names.
func (b *Builder) Neg(v *ir.Value) *ir.Value      { return b.Unary(&Neg, v) }
func (b *Builder) Abs(v *ir.Value) *ir.Value      { return b.Unary(&Abs, v) }
func (b *Builder) Not(v *ir.Value) *ir.Value      { return b.Unary(&Not, v) }
func (b *Builder) Exp(v *ir.Value) *ir.Value      { return b.Unary(&Exp, v) }
func (b *Builder) Exp2(v *ir.Value) *ir.Value     { return b.Unary(&Exp2, v) }
func (b *Builder) Log(v *ir.Value) *ir.Value      { return b.Unary(&Log, v) }
func (b *Builder) Log2(v *ir.Value) *ir.Value     { return b.Unary(&Log2, v) }
func (b *Builder) Log10(v *ir.Value) *ir.Value    { return b.Unary(&Log10, v) }
func (b *Builder) Log1P(v *ir.Value) *ir.Value    { return b.Unary(&Log1P, v) }
func (b *Builder) ExpM1(v *ir.Value) *ir.Value    { return b.Unary(&ExpM1, v) }
func (b *Builder) Sqrt(v *ir.Value) *ir.Value     { return b.Unary(&Sqrt, v) }
func (b *Builder) RSqrt(v *ir.Value) *ir.Value    { return b.Unary(&RSqrt, v) }
func (b *Builder) Cbrt(v *ir.Value) *ir.Value     { return b.Unary(&Cbrt, v) }
func (b *Builder) Sin(v *ir.Value) *ir.Value      { return b.Unary(&Sin, v) }
func (b *Builder) Cos(v *ir.Value) *ir.Value      { return b.Unary(&Cos, v) }
func (b *Builder) Tan(v *ir.Value) *ir.Value      { return b.Unary(&Tan, v) }
func (b *Builder) ASin(v *ir.Value) *ir.Value     { return b.Unary(&ASin, v) }
func (b *Builder) ACos(v *ir.Value) *ir.Value     { return b.Unary(&ACos, v) }
func (b *Builder) ATan(v *ir.Value) *ir.Value     { return b.Unary(&ATan, v) }
func (b *Builder) Sinh(v *ir.Value) *ir.Value     { return b.Unary(&Sinh, v) }
func (b *Builder) Cosh(v *ir.Value) *ir.Value     { return b.Unary(&Cosh, v) }
func (b *Builder) Tanh(v *ir.Value) *ir.Value     { return b.Unary(&Tanh, v) }
func (b *Builder) Erf(v *ir.Value) *ir.Value      { return b.Unary(&Erf, v) }
func (b *Builder) Floor(v *ir.Value) *ir.Value    { return b.Unary(&Floor, v) }
func (b *Builder) Ceil(v *ir.Value) *ir.Value     { return b.Unary(&Ceil, v) }
func (b *Builder) Trunc(v *ir.Value) *ir.Value    { return b.Unary(&Trunc, v) }
func (b *Builder) Round(v *ir.Value) *ir.Value    { return b.Unary(&Round, v) }
func (b *Builder) IsNaN(v *ir.Value) *ir.Value    { return b.Unary(&IsNaN, v) }
func (b *Builder) IsInf(v *ir.Value) *ir.Value    { return b.Unary(&IsInf, v) }
func (b *Builder) IsFinite(v *ir.Value) *ir.Value { return b.Unary(&IsFinite, v) }

// Cmp creates a comparison.
func (b *Builder) Cmp(p Predicate, x, y *ir.Value) *ir.Value {
	if Predicates.Name(p) == "" {
		b.fail("building tile.cmp: unknown predicate %d: expected one from EQ to GE", int(p))
		return nil
	}
	return b.value(Cmp.Name, []*ir.Value{x, y}, func(b *ir.Builder) (*ir.Value, error) { return NewCmp(b, p, x, y) })
}

// Where creates a choice between two values.
func (b *Builder) Where(condition, ifTrue, ifFalse *ir.Value) *ir.Value {
	return b.value(Where.Name, []*ir.Value{condition, ifTrue, ifFalse}, func(b *ir.Builder) (*ir.Value, error) {
		return NewWhere(b, condition, ifTrue, ifFalse)
	})
}

// FMA creates x*y + z, rounded once.
func (b *Builder) FMA(x, y, z *ir.Value) *ir.Value {
	return b.value(FMA.Name, []*ir.Value{x, y, z}, func(b *ir.Builder) (*ir.Value, error) { return NewFMA(b, x, y, z) })
}

// Clamp creates v, but not less than low and not more than high.
func (b *Builder) Clamp(v, low, high *ir.Value) *ir.Value {
	return b.value(Clamp.Name, []*ir.Value{v, low, high}, func(b *ir.Builder) (*ir.Value, error) {
		return result(build(b, &Clamp, []*ir.Value{v, low, high}))
	})
}

// Cast creates a conversion of the elements of v to a type. It returns v itself if the elements have this type already.
func (b *Builder) Cast(v *ir.Value, elem ir.Type) *ir.Value {
	return b.converted(&Cast, v, elem, func(b *ir.Builder) *ir.Value { return Convert(b, v, elem) })
}

// Bitcast creates a reinterpretation of the bits of v as elements of another type.
func (b *Builder) Bitcast(v *ir.Value, elem ir.Type) *ir.Value {
	return b.converted(&Bitcast, v, elem, func(b *ir.Builder) *ir.Value { return Reinterpret(b, &Bitcast, v, elem) })
}

func (b *Builder) converted(def *ir.OpDef, v *ir.Value, elem ir.Type, create func(b *ir.Builder) *ir.Value) *ir.Value {
	if elem == nil {
		b.fail("building %s: the type is nil", def.Name)
		return nil
	}
	return b.value(def.Name, []*ir.Value{v}, func(b *ir.Builder) (*ir.Value, error) { return create(b), nil })
}
