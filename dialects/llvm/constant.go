package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// ConstantOp defines `llvm.mlir.constant`.
var ConstantOp = ir.OpDef{
	Name:     "llvm.mlir.constant",
	Summary:  "constant of LLVM IR",
	Results:  []ir.ValueDef{{Name: "res", Type: anyType}},
	Attrs:    []ir.OpAttr{{Name: "value", Attr: constraints.AnyAttr}},
	Traits:   ir.Pure | ir.ConstantLike,
	Assembly: `'(' $value ')' attr-dict ':' type($res)`,
	Verify:   verifyConstant,
}

// Undef, Poison and Zero define `llvm.mlir.undef`, `llvm.mlir.poison` and `llvm.mlir.zero`.
var (
	Undef  = nullary("undef")
	Poison = nullary("poison")
	Zero   = nullary("zero")
)

// Freeze defines `llvm.freeze`: the result is the operand, or an arbitrary but fixed value if the operand is undef or
// poison (LLVM Language Reference, "freeze").
var Freeze = ir.OpDef{
	Name:     "llvm.freeze",
	Summary:  instruction("freeze"),
	Operands: []ir.ValueDef{{Name: "val", Type: anyType}},
	Results:  []ir.ValueDef{{Name: "res", Type: anyType}},
	Traits:   ir.Pure | ir.SameOperandsAndResultType,
	Assembly: `$val attr-dict ':' type($val)`,

	Interfaces: []any{alias.Source(0)},
}

func nullary(name string) ir.OpDef {
	return ir.OpDef{
		Name:     "llvm.mlir." + name,
		Summary:  "constant '" + name + "' of LLVM IR",
		Results:  []ir.ValueDef{{Name: "res", Type: anyType}},
		Traits:   ir.Pure,
		Assembly: `attr-dict ':' type($res)`,
	}
}

// NewConstant creates the constant of an attribute with a type and returns it.
func NewConstant(b *ir.Builder, value ir.TypedAttr) *ir.Value {
	st := b.State(&ConstantOp)
	st.SetInherent("value", value)
	st.Types = append(st.Types, value.Type())
	return b.Create(st).Result(0)
}

// NewInt creates the constant v of an integer type.
func NewInt(b *ir.Builder, t ir.Type, v int64) *ir.Value {
	return NewConstant(b, b.Context().Integer(t, v))
}

// ConstantInt returns the value of an integer constant; ok is false when v is something else.
func ConstantInt(v *ir.Value) (n int64, ok bool) {
	op := v.DefiningOp()
	if op == nil || !op.Is(&ConstantOp) {
		return 0, false
	}
	i, ok := op.Inherent("value").(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return i.Int64(), true
}

// materialize creates the constant of an attribute; it returns nil if the attribute is no constant of the type.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	typed, ok := value.(ir.TypedAttr)
	if !ok || typed.Type() != t || !ir.IsInt(t, 0) && !ir.IsFloat(t) {
		return nil
	}
	op := NewConstant(b, typed).DefiningOp()
	op.SetLoc(loc)
	return op
}

// numScalars returns the number of scalars in a vector, or in an array of scalars, vectors or arrays; 0 for other
// types.
func numScalars(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.VectorType:
		n, _ := ir.NumElements(t)
		return n
	case *ArrayType:
		return t.Len * max(1, numScalars(t.Elem))
	}
	return 0
}

func verifyConstant(op *ir.Operation) error {
	t := op.Result(0).Type()
	switch v := op.Inherent("value").(type) {
	case *ir.IntegerAttr:
		if !ir.IsInt(t, 0) {
			return op.Errorf("expected integer type")
		}
	case *ir.FloatAttr:
		if ir.BitWidth(t) != ir.BitWidth(v.Type()) || !ir.IsFloat(t) && !ir.IsInt(t, 0) {
			return op.Errorf("expected float type of width %d", ir.BitWidth(v.Type()))
		}
	case *ir.DenseElementsAttr:
		if n, ok := ir.NumElements(v.ShapedType()); !ok || numScalars(t) != n {
			return op.Errorf("expected vector or array type")
		}
	case *ir.StringAttr:
		arr, ok := t.(*ArrayType)
		if !ok || arr.Len != int64(len(v.Value)) || !ir.IsInt(arr.Elem, 8) {
			return op.Errorf("expected array type of %d i8 elements for the string constant", len(v.Value))
		}
	default:
		return op.Errorf("only supports integer, float, string or elements attributes")
	}
	return nil
}

// NewPoison creates a poison value of a type.
func NewPoison(b *ir.Builder, t ir.Type) *ir.Value {
	st := b.State(&Poison)
	st.Types = append(st.Types, t)
	return b.Create(st).Result(0)
}
