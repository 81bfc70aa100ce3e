package modular

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Dialect is the dialect `modular`.
var Dialect = &ir.Dialect{
	Name:     "modular",
	Summary:  "Arithmetic modulo a number",
	Ops:      []*ir.OpDef{&Constant, &From, &Value, &Add, &Mul},
	Types:    []*ir.TypeDef{&intDef},
	Constant: materialize,
}

var ints = ir.TypeConstraint{Summary: "integer modulo a number", Check: func(t ir.Type) bool {
	_, ok := t.(*IntType)
	return ok
}}

// Constant defines `modular.constant`.
var Constant = ir.OpDef{
	Name:     "modular.constant",
	Summary:  "constant number",
	Attrs:    []ir.OpAttr{{Name: "value", Attr: constraints.I32Attr}},
	Results:  []ir.ValueDef{{Name: "result", Type: ints}},
	Traits:   ir.Pure | ir.ConstantLike,
	Assembly: `$value attr-dict ':' type($result)`,
	Verify: func(op *ir.Operation) error {
		v, n := op.Inherent("value").(*ir.IntegerAttr).Int64(), modulus(op.Result(0))
		if v < 0 || v >= n {
			return op.Errorf("value must be from 0 to %d, but got %d", n-1, v)
		}
		return nil
	},
}

// From defines `modular.from`: the remainder of an unsigned integer.
var From = ir.OpDef{
	Name:     "modular.from",
	Summary:  "remainder of an integer modulo n",
	Operands: []ir.ValueDef{{Name: "in", Type: constraints.I32}},
	Results:  []ir.ValueDef{{Name: "out", Type: ints}},
	Traits:   ir.Pure,
	Assembly: `$in attr-dict ':' type($out)`,
}

// Value defines `modular.value`, the inverse of `modular.from`.
var Value = ir.OpDef{
	Name:     "modular.value",
	Summary:  "a number as an integer from 0 to n-1",
	Operands: []ir.ValueDef{{Name: "in", Type: ints}},
	Results:  []ir.ValueDef{{Name: "out", Type: constraints.I32}},
	Traits:   ir.Pure,
	Assembly: `$in attr-dict ':' type($in)`,
}

// Arithmetic.
var (
	Add = binary("add", "sum", foldAdd)
	Mul = binary("mul", "product", foldMul)
)

func binary(name, summary string, fold func(*ir.Operation, *ir.Folding) ir.FoldOutcome) ir.OpDef {
	return ir.OpDef{
		Name:     "modular." + name,
		Summary:  summary + " of two numbers",
		Operands: []ir.ValueDef{{Name: "lhs", Type: ints}, {Name: "rhs", Type: ints}},
		Results:  []ir.ValueDef{{Name: "result", Type: ints}},
		Traits:   ir.Pure | ir.Commutative | ir.SameOperandsAndResultType,
		Assembly: `$lhs ',' $rhs attr-dict ':' type($result)`,
		Fold:     fold,
	}
}

// modulus returns the modulus of a value of an [IntType].
func modulus(v *ir.Value) int64 { return v.Type().(*IntType).Modulus }
