package arith

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Select defines `arith.select`: the result is one of two values. An i1 selects a whole value; a mask selects
// elementwise.
var Select = ir.OpDef{
	Name:    "arith.select",
	Summary: "select operation",
	Operands: []ir.ValueDef{
		{Name: "condition", Type: constraints.BoolLike},
		{Name: "true_value", Type: constraints.AnyType},
		{Name: "false_value", Type: constraints.AnyType},
	},
	Results: []ir.ValueDef{{Name: "result", Type: constraints.AnyType}},
	Traits:  elementwise | ir.Pure,
	TypeRules: []ir.TypeRule{
		{From: "true_value", To: "false_value", Summary: "all of {true_value, false_value, result} have same type"},
		{From: "true_value", To: "result", Summary: "all of {true_value, false_value, result} have same type"},
	},
	Predicates: []ir.Predicate{{Summary: "condition is signless i1 or has matching shape", Holds: maskFits}},
	Parse:      parseSelect,
	Print:      printSelect,
	Verify:     verifySelect,

	Interfaces: []any{alias.Choice(1)},
}

// NewSelect creates a select and returns its result.
func NewSelect(b *ir.Builder, condition, ifTrue, ifFalse *ir.Value) *ir.Value {
	return b.Build(&Select, []*ir.Value{condition, ifTrue, ifFalse}).Result(0)
}

func maskFits(op *ir.Operation) bool {
	mask, ok := op.Operand(0).Type().(ir.ShapedType)
	if !ok {
		return true
	}
	result, ok := op.Result(0).Type().(ir.ShapedType)
	return ok && slices.Equal(mask.Shape(), result.Shape())
}

func verifySelect(op *ir.Operation) error {
	mask, result := op.Operand(0).Type(), op.Result(0).Type()
	if ir.IsInt(mask, 1) {
		return nil
	}
	switch result.(type) {
	case *ir.VectorType, *ir.TensorType, *ir.UnrankedTensorType:
	default:
		return op.Errorf("expected condition to be a signless i1, but got %s", ir.Quote(mask))
	}
	if want := BoolLike(op.Context(), result); mask != want {
		return op.Errorf("expected condition type to have the same shape as the result type, expected %s, but got %s",
			ir.Quote(want), ir.Quote(mask))
	}
	return nil
}

func parseSelect(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	operands := p.Operands()
	if len(operands) != 3 {
		p.Errorf(pos, "expected 3 operands")
		return
	}
	p.AttrDict(st)
	p.Literal(":")
	mask, result := ir.Type(p.Context().I(1)), p.Type()
	if p.TryLiteral(",") {
		mask, result = result, p.Type()
	}
	p.ResolveInto(st, operands, []ir.Type{mask, result, result}, pos)
	st.Types = append(st.Types, result)
}

func printSelect(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	for i, v := range op.Operands() {
		if i > 0 {
			p.Text(", ")
		}
		p.Operand(v)
	}
	p.AttrDict(op)
	p.Text(" : ")
	if mask, ok := op.Operand(0).Type().(ir.ShapedType); ok {
		p.Type(mask)
		p.Text(", ")
	}
	p.Type(op.Result(0).Type())
}
