package torch

import (
	"errors"
	"fmt"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Kind is one of PyTorch's kinds of elementwise type promotion (ELEMENTWISE_TYPE_PROMOTION_KIND of
// torch/_prims_common). It says how the type of the computation and the type of the result follow from the promoted
// type.
type Kind uint8

const (
	// Default computes f16, bf16 and complex<f16> in the type of twice the width and converts the result back.
	Default Kind = iota
	// NoOpMath computes in the promoted type.
	NoOpMath
	// IntToFloat converts bools and integers to f32 and then behaves as Default.
	IntToFloat
	// ComplexToFloat is Default, except that the result of a complex type is the corresponding real type.
	ComplexToFloat
	// BoolToLong converts bools to i64, which is also the type of the result. For other types it is Default.
	BoolToLong
	// AlwaysBool computes as Default and returns bools.
	AlwaysBool
)

// String returns the kind in PyTorch's spelling.
func (k Kind) String() string {
	return [...]string{"DEFAULT", "NO_OPMATH", "INT_TO_FLOAT", "COMPLEX_TO_FLOAT", "BOOL_TO_LONG", "ALWAYS_BOOL"}[k]
}

// Operand describes an operand for promotion: the element type of a tensor and whether it has dimensions, or the kind
// of a number.
type Operand struct {
	Elem        ir.Type // nil for a number
	Dimensioned bool
	Number      prim.Dtype
}

// ErrPromotion is wrapped by errors about operands without a common element type.
var ErrPromotion = errors.New("no common type")

// Promote returns the element type in which an operator of kind k computes, and that of its result.
func Promote(ctx *ir.Context, k Kind, operands ...Operand) (computed, result ir.Type, err error) {
	t, err := ResultType(ctx, operands...)
	if err != nil {
		return nil, nil, err
	}
	switch d := category(t); {
	case k == IntToFloat && d&(prim.Bool|prim.Int) != 0:
		t = ctx.F32()
	case k == BoolToLong && d == prim.Bool:
		t = ctx.I(64)
	}
	computed, result = OpMath(ctx, t), t
	switch k {
	case NoOpMath:
		computed = t
	case ComplexToFloat:
		result = prim.RealOf(t)
	case AlwaysBool:
		result = ctx.I(1)
	}
	return computed, result, nil
}

// OpMath returns the type in which arithmetic on an element type is computed.
func OpMath(ctx *ir.Context, t ir.Type) ir.Type {
	switch t {
	case ctx.F16(), ctx.Float("bf16"):
		return ctx.F32()
	case ctx.ComplexType(ctx.F16()):
		return ctx.ComplexType(ctx.F32())
	}
	return t
}

// ResultType returns the element type that operands are promoted to, as torch.result_type does. Operands belong to
// three classes: tensors with dimensions, tensors without, and numbers. Each class is promoted separately. The type of
// the first class is the result unless a later class has a higher category.
func ResultType(ctx *ir.Context, operands ...Operand) (ir.Type, error) {
	var dimensioned, zero, number ir.Type
	for _, o := range operands {
		to, t := &zero, o.Elem
		switch {
		case t == nil:
			to, t = &number, numberType(ctx, o.Number)
		case o.Dimensioned:
			to = &dimensioned
		}
		joined, err := join(ctx, *to, t)
		if err != nil {
			return nil, err
		}
		*to = joined
	}
	low, err := prevail(ctx, zero, number)
	if err != nil {
		return nil, err
	}
	t, err := prevail(ctx, dimensioned, low)
	if t == nil && err == nil {
		return nil, fmt.Errorf("%w: there are no operands", ErrPromotion)
	}
	return t, err
}

// numberType returns the element type of numbers of a kind.
func numberType(ctx *ir.Context, d prim.Dtype) ir.Type {
	switch d {
	case prim.Bool:
		return ctx.I(1)
	case prim.Int:
		return ctx.I(64)
	case prim.Float:
		return ctx.F32()
	}
	return ctx.ComplexType(ctx.F32())
}

// prevail returns the type of a class, high, unless that of a class behind it, low, has a higher category. Nil stands
// for no type.
func prevail(ctx *ir.Context, high, low ir.Type) (ir.Type, error) {
	if high == nil || low == nil {
		return join(ctx, high, low)
	}
	h, l := category(high), category(low)
	switch {
	case h == prim.Complex:
		return high, nil
	case l == prim.Complex && h == prim.Float:
		if isFloat8(high) {
			return join(ctx, high, low)
		}
		return complexOf(ctx, high), nil
	case l == prim.Complex:
		return low, nil
	case h == prim.Float || h == prim.Int && l != prim.Float:
		return high, nil
	}
	return join(ctx, high, low)
}

// complexOf returns the complex type that belongs to a float type.
func complexOf(ctx *ir.Context, t ir.Type) ir.Type {
	switch t {
	case ctx.F16(), ctx.F64():
		return ctx.ComplexType(t)
	}
	return ctx.ComplexType(ctx.F32())
}

// join is the table of torch.promote_types; nil stands for no type. Unsigned integers of more than 8 bits are only
// promoted with floats, and 8-bit floats only with themselves.
func join(ctx *ir.Context, a, b ir.Type) (ir.Type, error) {
	if a == nil || a == b {
		return b, nil
	}
	if b == nil {
		return a, nil
	}
	if category(b) > category(a) {
		a, b = b, a
	}
	da, db := category(a), category(b)
	wide := isWideUnsigned(a) || isWideUnsigned(b)
	switch {
	case isFloat8(a) || isFloat8(b) || wide && da != prim.Float:
		return nil, fmt.Errorf("%w of %s and %s in torch semantics; convert one of them", ErrPromotion, ir.Quote(a),
			ir.Quote(b))
	case da == prim.Complex && db&(prim.Float|prim.Complex) != 0:
		parts, err := join(ctx, prim.RealOf(a), prim.RealOf(b))
		return complexOf(ctx, parts), err
	case da != db:
		return a, nil
	}
	switch wa, wb := ir.ElementBits(a), ir.ElementBits(b); {
	case wa == wb && da == prim.Float: // f16 and bf16
		return ctx.F32(), nil
	case wa == wb: // i8 and ui8
		return ctx.I(16), nil
	case wa > wb:
		return a, nil
	}
	return b, nil
}

// category returns the kind of an element type. All of PyTorch's floats count, also those that dialect prim lacks.
func category(t ir.Type) prim.Dtype {
	if ir.IsFloat(t) {
		return prim.Float
	}
	return prim.DtypeOf(t)
}

func isFloat8(t ir.Type) bool { return ir.IsFloat(t) && ir.ElementBits(t) == 8 }

func isWideUnsigned(t ir.Type) bool { return prim.IsUnsigned(t) && ir.ElementBits(t) > 8 }

// CanCast reports whether elements of type from may be stored in a tensor of type to by operators that work in place or
// have an argument out. Narrowing is allowed. Complex numbers do not become real, floats do not become integers, and
// numbers do not become bools.
func CanCast(from, to ir.Type) bool { return prim.DtypeOf(from) <= prim.DtypeOf(to) }
