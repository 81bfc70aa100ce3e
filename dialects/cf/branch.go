package cf

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Branch defines `cf.br`.
var Branch = ir.OpDef{
	Name:       "cf.br",
	Summary:    "Branch operation",
	Operands:   []ir.ValueDef{{Name: "destOperands", Type: constraints.AnyType, Arity: ir.Variadic}},
	Successors: []ir.SuccessorDef{{Name: "dest"}},
	Traits:     ir.Pure | ir.Terminator,
	Assembly:   `$dest ('(' $destOperands^ ':' type($destOperands) ')')? attr-dict`,
	Verify:     func(op *ir.Operation) error { return ir.VerifyBranch(op, allOperands{}) },
	Interfaces: []any{allOperands{}},
}

// NewBranch creates a branch.
func NewBranch(b *ir.Builder, dest *ir.Block, args ...*ir.Value) *ir.Operation {
	st := b.State(&Branch)
	st.Operands = args
	st.Successors = append(st.Successors, dest)
	return b.Create(st)
}

// allOperands passes every operand to the only successor.
type allOperands struct{}

// SuccessorOperands implements [ir.Branch].
func (allOperands) SuccessorOperands(op *ir.Operation, _ int) (from, to int) {
	return 0, op.NumOperands()
}

// SuccessorFor implements [ir.ConditionalBranch].
func (allOperands) SuccessorFor(*ir.Operation, []ir.Attribute) int { return 0 }

// CondBranch defines `cf.cond_br`.
var CondBranch = ir.OpDef{
	Name:    "cf.cond_br",
	Summary: "Conditional branch operation",
	Operands: []ir.ValueDef{
		{Name: "condition", Type: constraints.I1},
		{Name: "trueDestOperands", Type: constraints.AnyType, Arity: ir.Variadic},
		{Name: "falseDestOperands", Type: constraints.AnyType, Arity: ir.Variadic},
	},
	Attrs:      []ir.OpAttr{{Name: "branch_weights", Attr: constraints.DenseI32Array, Optional: true}},
	Successors: []ir.SuccessorDef{{Name: "trueDest"}, {Name: "falseDest"}},
	Traits:     ir.AttrSizedOperandSegments | ir.Pure | ir.Terminator,
	Assembly: `$condition ('weights' '(' $branch_weights^ ')')? ',' ` +
		`$trueDest ('(' $trueDestOperands^ ':' type($trueDestOperands) ')')? ',' ` +
		`$falseDest ('(' $falseDestOperands^ ':' type($falseDestOperands) ')')? attr-dict`,
	Verify:     verifyCondBranch,
	Interfaces: []any{trueOrFalse{}},
}

// NewCondBranch creates a conditional branch.
func NewCondBranch(b *ir.Builder, condition *ir.Value, ifTrue *ir.Block, trueArgs []*ir.Value, ifFalse *ir.Block,
	falseArgs []*ir.Value) *ir.Operation {
	st := b.State(&CondBranch)
	st.Operands = append(append(append(st.Operands, condition), trueArgs...), falseArgs...)
	st.SetSegments(1, int32(len(trueArgs)), int32(len(falseArgs)))
	st.Successors = append(st.Successors, ifTrue, ifFalse)
	return b.Create(st)
}

// trueOrFalse passes operand groups 1 and 2 to successors 0 and 1.
type trueOrFalse struct{}

// SuccessorOperands implements [ir.Branch].
func (trueOrFalse) SuccessorOperands(op *ir.Operation, i int) (from, to int) { return op.Group(i + 1) }

// SetSuccessorOperands implements [ir.BranchEditor].
func (trueOrFalse) SetSuccessorOperands(op *ir.Operation, i int, values []*ir.Value) {
	op.SetGroup(i+1, values)
}

// SuccessorFor implements [ir.ConditionalBranch].
func (trueOrFalse) SuccessorFor(_ *ir.Operation, constants []ir.Attribute) int {
	condition, known := constants[0].(*ir.IntegerAttr)
	switch {
	case !known:
		return -1
	case condition.Bool():
		return 0
	}
	return 1
}

func verifyCondBranch(op *ir.Operation) error {
	if err := ir.VerifyBranch(op, trueOrFalse{}); err != nil {
		return err
	}
	weights, ok := op.Inherent("branch_weights").(*ir.DenseArrayAttr)
	if !ok {
		return nil
	}
	if weights.Len() != op.NumSuccessors() {
		return ir.Errorf(op.Loc(), "expects number of branch weights to match number of successors: %d vs %d",
			weights.Len(), op.NumSuccessors())
	}
	for i := range weights.Len() {
		if weights.Int64(i) != 0 {
			return nil
		}
	}
	return ir.Errorf(op.Loc(), "branch weights cannot all be zero")
}
