package llvmir

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
)

// literal is a constant given by its text. It keeps the bits of floats, including NaNs, which llir's own constants
// would round.
type literal struct {
	typ  types.Type
	text string
}

func (l literal) String() string   { return l.typ.String() + " " + l.text }
func (l literal) Type() types.Type { return l.typ }
func (l literal) Ident() string    { return l.text }
func (literal) IsConstant()        {}

// constant returns the constant of an attribute, as a value of type typ.
func (t *translator) constant(op *ir.Operation, a ir.Attribute, typ ir.Type) (constant.Constant, error) {
	lt, err := t.convert(op, typ)
	if err != nil {
		return nil, err
	}
	switch a := a.(type) {
	case *ir.IntegerAttr:
		if w, ok := lt.(*types.IntType); ok && w.BitSize == 1 {
			return constant.NewBool(a.Bool()), nil
		}
		return literal{lt, a.Big().String()}, nil
	case *ir.FloatAttr:
		return floatLiteral(op, a, lt)
	case *ir.StringAttr:
		return constant.NewCharArrayFromString(a.Value), nil
	case *ir.DenseElementsAttr:
		return t.elements(op, a, lt)
	}
	return nil, op.Errorf("constant %s has no counterpart in LLVM IR", a)
}

func (t *translator) elements(op *ir.Operation, a *ir.DenseElementsAttr, lt types.Type) (constant.Constant, error) {
	elems := make([]constant.Constant, a.Len())
	for i := range elems {
		e, err := t.constant(op, a.Element(t.ctx, i), a.ShapedType().ElementType())
		if err != nil {
			return nil, err
		}
		elems[i] = e
	}
	switch lt := lt.(type) {
	case *types.VectorType:
		return constant.NewVector(lt, elems...), nil
	case *types.ArrayType:
		return constant.NewArray(lt, elems...), nil
	}
	return nil, op.Errorf("elements can initialize vectors and arrays only")
}

// floatLiteral writes floats as hexadecimal bits (LangRef, "Simple Constants"). An f32 is written as the double of the
// same value; the payload of a NaN is shifted like the significand.
func floatLiteral(op *ir.Operation, a *ir.FloatAttr, lt types.Type) (constant.Constant, error) {
	bits := a.Bits().Lo
	switch a.Format().Name() {
	case "f16":
		return literal{lt, fmt.Sprintf("0xH%04X", bits)}, nil
	case "bf16":
		if lt.Equal(bfloat{}) {
			return literal{lt, fmt.Sprintf("0xR%04X", bits)}, nil
		}
		return literal{lt, fmt.Sprint(int16(bits))}, nil
	case "f32":
		return literal{lt, fmt.Sprintf("0x%016X", widen(uint32(bits)))}, nil
	case "f64":
		return literal{lt, fmt.Sprintf("0x%016X", bits)}, nil
	}
	return nil, op.Errorf("constant %s has no counterpart in LLVM IR for NVPTX", a)
}

func widen(bits uint32) uint64 {
	const exponent, fraction = 0x7F800000, 0x007FFFFF
	if bits&exponent == exponent {
		return uint64(bits>>31)<<63 | 0x7FF<<52 | uint64(bits&fraction)<<29
	}
	return math.Float64bits(float64(math.Float32frombits(bits)))
}
