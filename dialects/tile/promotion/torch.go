package promotion

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Elementwise is one of PyTorch's kinds of elementwise type promotion (ELEMENTWISE_TYPE_PROMOTION_KIND of
// torch/_prims_common). It says how the type of the computation and the type of the result follow from the promoted
// type.
type Elementwise uint8

const (
	// Default computes f16 and bf16 in f32 and converts the result back; other types are computed as they are.
	Default Elementwise = iota
	// NoOpMath computes in the promoted type.
	NoOpMath
	// IntToFloat converts integers and bools to the default float type, f32, and then behaves as Default.
	IntToFloat
	// AlwaysBool computes as Default and returns a bool.
	AlwaysBool
	// ComplexToFloat returns the real type of a complex type. Tile programs have no complex types; for real types the
	// kind is the same as Default.
	ComplexToFloat
	// BoolToLong converts bools to i64, which is also the type of the result. For other types it is the same as
	// Default.
	BoolToLong
)

// torchKinds maps classes of operations to kinds of promotion.
var torchKinds = [classes]Elementwise{
	TrueDivision: IntToFloat, Power: BoolToLong, Comparison: AlwaysBool, Selection: NoOpMath, FloatFunction: IntToFloat,
	Magnitude: ComplexToFloat,
}

// torchTypes applies the rules of a class. In some classes, eager PyTorch has no kernel for bools.
func torchTypes(ctx *ir.Context, c Class, operands []Operand) (Types, error) {
	types, err := ElementwiseTypes(ctx, torchKinds[c], operands...)
	if err != nil {
		return Types{}, err
	}
	kind, _ := KindOf(types.Result)
	switch c {
	case Bitwise:
		return types, wantInteger(types.Result, kind)
	case Shift:
		if err := wantInteger(types.Result, kind); err != nil {
			return Types{}, err
		}
		return types, refuseBool(c, kind == Bool)
	case IntegerDivision, Remainder, Rounding:
		return types, refuseBool(c, kind == Bool)
	case Subtraction, Negation:
		for _, o := range operands {
			if k, _ := KindOf(o.Type); o.Type == nil && o.Literal.Kind == Bool || o.Type != nil && k == Bool {
				return Types{}, refuseBool(c, true)
			}
		}
	}
	return types, nil
}

func refuseBool(c Class, refuse bool) error {
	if !refuse {
		return nil
	}
	return fmt.Errorf("%w: torch semantics have no %v of bools; convert them with tile.cast, to i64 for instance",
		ErrOperand, c)
}

// ElementwiseTypes returns the types of an operation with a kind of promotion in torch semantics.
func ElementwiseTypes(ctx *ir.Context, kind Elementwise, operands ...Operand) (Types, error) {
	if err := checkElements(Torch, operands); err != nil {
		return Types{}, err
	}
	t, err := torchResult(ctx, operands)
	if err != nil {
		return Types{}, err
	}
	k, _ := KindOf(t)
	switch {
	case kind == IntToFloat && k != Float:
		t = ctx.F32()
	case kind == BoolToLong && k == Bool:
		t = ctx.I(64)
	}
	computed := t
	if kind != NoOpMath && t != ctx.F64() && isHalf(ctx, t) {
		computed = ctx.F32()
	}
	if err := checkLiterals(operands, computed); err != nil {
		return Types{}, err
	}
	if kind == AlwaysBool {
		return Types{computed, ctx.I(1), ctx.I(1)}, nil
	}
	return Types{computed, computed, t}, nil
}

func isHalf(ctx *ir.Context, t ir.Type) bool { return t == ctx.F16() || t == ctx.Float("bf16") }

// torchResult returns the type that operands are promoted to, as c10's result_type does. Operands belong to three
// classes: tensors with dimensions, tensors without, and numbers. Each class is promoted separately. The type of the
// first class is the result unless a later class has a higher category.
func torchResult(ctx *ir.Context, operands []Operand) (ir.Type, error) {
	var dimensioned, zero, number ir.Type
	for _, o := range operands {
		to, t := &zero, o.Type
		switch {
		case t == nil:
			own, err := LiteralType(ctx, Torch, o.Literal)
			if err != nil && o.Literal.Kind != Int {
				return nil, err
			} else if err != nil {
				own = ctx.I(64) // only its category matters; whether it fits is checked later
			}
			to, t = &number, own
		case o.Dimensioned:
			to = &dimensioned
		}
		joined, err := torchPair(ctx, *to, t)
		if err != nil {
			return nil, err
		}
		*to = joined
	}
	low, err := torchCombine(ctx, zero, number)
	if err != nil {
		return nil, err
	}
	return torchCombine(ctx, dimensioned, low)
}

// torchCombine returns the type of a class, high, unless that of a class behind it, low, has a higher category. Nil
// stands for no type.
func torchCombine(ctx *ir.Context, high, low ir.Type) (ir.Type, error) {
	if high == nil || low == nil {
		return torchPair(ctx, high, low)
	}
	h, _ := KindOf(high)
	l, _ := KindOf(low)
	if h != Float && (h == Bool || l == Float) {
		return torchPair(ctx, high, low)
	}
	return high, nil
}

// torchPair promotes two types of one class; nil stands for no type. Unsigned integers of more than 8 bits are only
// promoted with floats, and 8-bit floats only with themselves.
func torchPair(ctx *ir.Context, a, b ir.Type) (ir.Type, error) {
	switch {
	case a == nil || a == b:
		return b, nil
	case b == nil:
		return a, nil
	case isFloat8(a) || isFloat8(b):
		return nil, noCommonType(Torch, a, b)
	}
	ka, _ := KindOf(a)
	kb, _ := KindOf(b)
	if kb > ka {
		a, b, ka, kb = b, a, kb, ka
	}
	switch wa, wb := ir.BitWidth(a), ir.BitWidth(b); {
	case ka == Float && kb == Float && wa == wb:
		return ctx.F32(), nil // f16 and bf16
	case ka == Float && kb != Float:
		return a, nil
	case isWideUnsigned(a) || isWideUnsigned(b):
		return nil, noCommonType(Torch, a, b)
	case kb == Bool:
		return a, nil
	case wa == wb: // i8 and ui8
		return ctx.I(16), nil
	case wa > wb:
		return a, nil
	}
	return b, nil
}

func isFloat8(t ir.Type) bool { return ir.IsFloat(t) && ir.BitWidth(t) == 8 }

func isWideUnsigned(t ir.Type) bool { return !ir.IsFloat(t) && IsUnsigned(t) && ir.BitWidth(t) > 8 }

// torchKnows reports whether a type is one of PyTorch's. PyTorch's 4-bit float type packs two numbers in a byte, so
// f4E2M1FN is not the same type.
func torchKnows(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	if !ok {
		return true
	}
	switch f.Format.Name() {
	case "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E8M0FNU":
		return true
	}
	return false
}
