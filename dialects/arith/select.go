package arith

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/pass/analysis/alias"
	"github.com/girih-ir/girih/rewrite"
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

func init() { Select.Fold = foldSelect }

func foldSelect(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	condition, ifTrue, ifFalse := op.Operand(0), op.Operand(1), op.Operand(2)
	switch {
	case ifTrue == ifFalse, isOne(f.Operands[0]):
		return f.To(ifTrue)
	case isZero(f.Operands[0]), constfold.IsPoison(f.Operands[1]):
		return f.To(ifFalse)
	case constfold.IsPoison(f.Operands[2]):
		return f.To(ifTrue)
	case ir.IsInt(op.Result(0).Type(), 1) && isOne(f.Operands[1]) && isZero(f.Operands[2]):
		return f.To(condition)
	}
	if v := selectOfEqual(condition, ifTrue, ifFalse); v != nil {
		return f.To(v)
	}
	return f.ToConstant(constfold.Choose(op.Context(), f.Operands[0], f.Operands[1], f.Operands[2]))
}

// selectOfEqual returns the result of a select between a and b on a == b or a != b. It is the value that is selected if
// a and b differ.
func selectOfEqual(condition, ifTrue, ifFalse *ir.Value) *ir.Value {
	cmp := definedBy(condition, &CmpI)
	if cmp == nil {
		return nil
	}
	a, b := cmp.Operand(0), cmp.Operand(1)
	if (a != ifTrue || b != ifFalse) && (a != ifFalse || b != ifTrue) {
		return nil
	}
	switch Predicate(cmp) {
	case EQ:
		return ifFalse
	case NE:
		return ifTrue
	}
	return nil
}

func init() {
	rewrite.CanonicalizeBy(
		rule("RedundantSelectFalse", 2, rewrite.Op(&Select, anyC, anyX, rewrite.Op(&Select, anyC, anyZ, anyY)),
			rewrite.Make(&Select, useC, useX, useY)),
		rule("RedundantSelectTrue", 2, rewrite.Op(&Select, anyC, rewrite.Op(&Select, anyC, anyX, anyZ), anyY),
			rewrite.Make(&Select, useC, useX, useY)),
		rule("SelectNotCond", 3, rewrite.Op(&Select, rewrite.Op(&XOrI, anyZ, constantC), anyX, anyY),
			rewrite.Make(&Select, rewrite.Use("z"), useY, useX),
			func(m *rewrite.Match) bool { return isScalarInt(m.Attr("c")) && isAllOnes(m.Attr("c")) }))
	rewrite.Canonicalize(&Select,
		pattern("SelectI1ToNot", 3, func(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
			if !ir.IsInt(op.Result(0).Type(), 1) || !selects(op, isZero, isOne) {
				return nil
			}
			return not(rw, op.Operand(0))
		}),
		pattern("SelectToExtUI", 1, selectToExtUI))
}

// selects reports whether a select is between a constant that satisfies ifTrue and one that satisfies ifFalse.
func selects(op *ir.Operation, ifTrue, ifFalse func(ir.Attribute) bool) bool {
	return ifTrue(ir.ConstantOf(op.Operand(1))) && ifFalse(ir.ConstantOf(op.Operand(2)))
}

func not(rw *rewrite.Rewriter, condition *ir.Value) *ir.Value {
	return Binary(rw.Builder, &XOrI, condition, NewInt(rw.Builder, condition.Type(), 1))
}

// selectToExtUI replaces a select between the integers 1 and 0 by an extension of the condition or its negation.
func selectToExtUI(rw *rewrite.Rewriter, op *ir.Operation) *ir.Value {
	t, ok := op.Result(0).Type().(*ir.IntegerType)
	if !ok || t.Width == 1 {
		return nil
	}
	switch condition := op.Operand(0); {
	case selects(op, isOne, isZero):
		return Cast(rw.Builder, &ExtUI, condition, t)
	case selects(op, isZero, isOne):
		return Cast(rw.Builder, &ExtUI, not(rw, condition), t)
	}
	return nil
}
