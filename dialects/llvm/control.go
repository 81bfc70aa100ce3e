package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Br defines `llvm.br`.
var Br = ir.OpDef{
	Name:       "llvm.br",
	Summary:    instruction("br") + " without a condition",
	Operands:   []ir.ValueDef{{Name: "destOperands", Type: anyType, Arity: ir.Variadic}},
	Successors: []ir.SuccessorDef{{Name: "dest"}},
	Traits:     ir.Pure | ir.Terminator,
	Assembly:   `$dest ('(' $destOperands^ ':' type($destOperands) ')')? attr-dict`,
	Verify:     func(op *ir.Operation) error { return ir.VerifyBranch(op, allOperands{}) },
	Interfaces: []any{allOperands{}},
}

// NewBr creates a branch.
func NewBr(b *ir.Builder, dest *ir.Block, args ...*ir.Value) *ir.Operation {
	st := b.State(&Br)
	st.Operands = args
	st.Successors = append(st.Successors, dest)
	return b.Create(st)
}

// CondBr defines `llvm.cond_br`.
var CondBr = ir.OpDef{
	Name:    "llvm.cond_br",
	Summary: instruction("br") + " with a condition",
	Operands: []ir.ValueDef{
		{Name: "condition", Type: constraints.I1},
		{Name: "trueDestOperands", Type: anyType, Arity: ir.Variadic},
		{Name: "falseDestOperands", Type: anyType, Arity: ir.Variadic},
	},
	Attrs:      []ir.OpAttr{{Name: "branch_weights", Attr: constraints.DenseI32Array, Optional: true}},
	Successors: []ir.SuccessorDef{{Name: "trueDest"}, {Name: "falseDest"}},
	Traits:     ir.AttrSizedOperandSegments | ir.Pure | ir.Terminator,
	Assembly: `$condition ('weights' '(' $branch_weights^ ')')? ',' ` +
		`$trueDest ('(' $trueDestOperands^ ':' type($trueDestOperands) ')')? ',' ` +
		`$falseDest ('(' $falseDestOperands^ ':' type($falseDestOperands) ')')? attr-dict`,
	Verify:     func(op *ir.Operation) error { return ir.VerifyBranch(op, trueOrFalse{}) },
	Interfaces: []any{trueOrFalse{}},
}

// NewCondBr creates a conditional branch.
func NewCondBr(b *ir.Builder, condition *ir.Value, ifTrue *ir.Block, trueArgs []*ir.Value, ifFalse *ir.Block,
	falseArgs []*ir.Value) *ir.Operation {
	st := b.State(&CondBr)
	st.Operands = append(append(append(st.Operands, condition), trueArgs...), falseArgs...)
	st.SetSegments(1, int32(len(trueArgs)), int32(len(falseArgs)))
	st.Successors = append(st.Successors, ifTrue, ifFalse)
	return b.Create(st)
}

// Unreachable defines `llvm.unreachable`.
var Unreachable = ir.OpDef{
	Name:     "llvm.unreachable",
	Summary:  instruction("unreachable"),
	Traits:   ir.Terminator,
	Assembly: `attr-dict`,
}

// allOperands passes every operand to the only successor.
type allOperands struct{}

// SuccessorOperands implements [ir.Branch].
func (allOperands) SuccessorOperands(op *ir.Operation, _ int) (from, to int) {
	return 0, op.NumOperands()
}

// trueOrFalse passes operand groups 1 and 2 to successors 0 and 1.
type trueOrFalse struct{}

// SuccessorOperands implements [ir.Branch].
func (trueOrFalse) SuccessorOperands(op *ir.Operation, i int) (from, to int) { return op.Group(i + 1) }
