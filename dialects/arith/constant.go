package arith

import (
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// ConstantOp defines `arith.constant`.
var ConstantOp = ir.OpDef{
	Name:    "arith.constant",
	Summary: "integer or floating point constant",
	Results: []ir.ValueDef{{Name: "result", Type: constraints.AnyType}},
	Attrs:   []ir.OpAttr{{Name: "value", Attr: constraints.TypedAttr}},
	Traits:  ir.ConstantLike | ir.Pure,
	TypeRules: []ir.TypeRule{
		{From: "value", To: "result", Summary: "all of {value, result} have same type"},
	},
	Assembly:    `attr-dict $value`,
	Verify:      verifyConstant,
	ResultNames: constantName,
}

// NewConstant creates the constant of an integer, float or elements attribute and returns it.
func NewConstant(b *ir.Builder, value ir.TypedAttr) *ir.Value {
	st := b.State(&ConstantOp)
	st.SetInherent("value", value)
	st.Types = append(st.Types, value.Type())
	return b.Create(st).Result(0)
}

// NewInt creates the constant v of an integer or index type.
func NewInt(b *ir.Builder, t ir.Type, v int64) *ir.Value {
	return NewConstant(b, b.Context().Integer(t, v))
}

// NewIndex creates the constant v of type index.
func NewIndex(b *ir.Builder, v int64) *ir.Value { return NewInt(b, b.Context().Index(), v) }

// NewFloat creates the constant of type t closest to v.
func NewFloat(b *ir.Builder, t *ir.FloatType, v float64) *ir.Value {
	return NewConstant(b, b.Context().FloatAttr(t, v))
}

// ConstantValue returns the value of v's defining constant, or nil when v is something else.
func ConstantValue(v *ir.Value) ir.Attribute {
	if op := v.DefiningOp(); op != nil && op.Is(&ConstantOp) {
		return op.Inherent("value")
	}
	return nil
}

// ConstantInt returns the value of an integer or index constant; ok is false when v is something else.
func ConstantInt(v *ir.Value) (value int64, ok bool) {
	i, ok := ConstantValue(v).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return i.Int64(), true
}

func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	if poison := ub.Materialize(b, value, t, loc); poison != nil {
		return poison
	}
	typed, ok := value.(ir.TypedAttr)
	if !ok || typed.Type() != t || !isNumeric(value) {
		return nil
	}
	if i, ok := ir.ElementOrSelf(t).(*ir.IntegerType); ok && i.Signedness != ir.Signless {
		return nil
	}
	st := b.State(&ConstantOp)
	st.SetInherent("value", value)
	st.Types = append(st.Types, t)
	st.Loc = loc
	return b.Create(st)
}

// isNumeric reports whether a is an integer, float or elements attribute.
func isNumeric(a ir.Attribute) bool {
	switch a.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, *ir.DenseElementsAttr, *ir.DenseStringElementsAttr, *ir.SparseElementsAttr,
		*ir.DenseResourceElementsAttr:
		return true
	}
	return false
}

func verifyConstant(op *ir.Operation) error {
	value := op.Inherent("value")
	switch t := op.Result(0).Type().(type) {
	case *ir.IntegerType:
		if t.Signedness != ir.Signless {
			return op.Errorf("integer return type must be signless")
		}
	case *ir.VectorType:
		if dense, ok := value.(*ir.DenseElementsAttr); t.IsScalable() && isNumeric(value) && (!ok || !dense.IsSplat()) {
			// The message is spelled as upstream spells it.
			return op.Errorf("intializing scalable vectors with elements attribute is not supported unless it's a " +
				"vector splat")
		}
	}
	if !isNumeric(value) {
		return op.Errorf("value must be an integer, float, or elements attribute")
	}
	return nil
}

// constantName suggests true and false, c42_i32, c7 for index, and cst for everything else.
func constantName(op *ir.Operation, set func(*ir.Value, string)) {
	result := op.Result(0)
	value, ok := op.Inherent("value").(*ir.IntegerAttr)
	if !ok {
		set(result, "cst")
		return
	}
	t, isInt := result.Type().(*ir.IntegerType)
	switch {
	case isInt && t.Width == 1 && value.IsZero():
		set(result, "false")
	case isInt && t.Width == 1:
		set(result, "true")
	case isInt:
		set(result, "c"+value.Big().String()+"_"+t.String())
	default:
		set(result, "c"+value.Big().String())
	}
}
