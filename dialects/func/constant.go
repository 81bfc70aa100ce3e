package fn

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Constant defines `func.constant`: the result is a function as a value.
var Constant = ir.OpDef{
	Name:        "func.constant",
	Summary:     "constant",
	Results:     []ir.ValueDef{{Name: "", Type: constraints.AnyType}},
	Attrs:       []ir.OpAttr{{Name: "value", Attr: constraints.FlatSymbolRef}},
	Traits:      ir.ConstantLike | ir.Pure,
	Assembly:    `attr-dict $value ':' type(results)`,
	ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) { set(op.Result(0), "f") },
	Interfaces:  []any{constantUses{}},
}

type constantUses struct{}

// VerifySymbolUses checks that the value is a function of the constant's type.
func (constantUses) VerifySymbolUses(op *ir.Operation, lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	name := op.Inherent("value").(*ir.SymbolRefAttr)
	target := lookup(name)
	if target == nil || !target.Is(&FuncOp) {
		return op.Errorf("reference to undefined function '%s'", name.Root())
	}
	if f, _ := AsFunc(target); op.Result(0).Type() != ir.Type(f.Type()) {
		return op.Errorf("reference to function with mismatched type")
	}
	return nil
}
