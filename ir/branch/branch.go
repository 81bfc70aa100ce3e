// Package branch implements the branches between blocks that several dialects have. Their definitions differ only in
// the name and in the types that they pass.
package branch

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Def returns the definition of a branch to one block, such as cf.br. It passes operands of type passed to the block's
// arguments.
func Def(name, summary string, passed ir.TypeConstraint) ir.OpDef {
	return ir.OpDef{
		Name:       name,
		Summary:    summary,
		Operands:   []ir.ValueDef{{Name: "destOperands", Type: passed, Arity: ir.Variadic}},
		Successors: []ir.SuccessorDef{{Name: "dest"}},
		Traits:     ir.Pure | ir.Terminator,
		Assembly:   `$dest ('(' $destOperands^ ':' type($destOperands) ')')? attr-dict`,
		Verify:     func(op *ir.Operation) error { return ir.VerifyBranch(op, AllOperands{}) },
		Interfaces: []any{AllOperands{}},
	}
}

// New creates a branch that [Def] defines.
func New(b *ir.Builder, def *ir.OpDef, dest *ir.Block, args ...*ir.Value) *ir.Operation {
	st := b.State(def)
	st.Operands = args
	st.Successors = append(st.Successors, dest)
	return b.Create(st)
}

// InlinedReturn implements [ir.InlinedReturn] for returns of functions that are inlined: a branch passes the operands.
type InlinedReturn struct{ Branch *ir.OpDef }

// BranchInstead creates the branch.
func (r InlinedReturn) BranchInstead(b *ir.Builder, op *ir.Operation, dest *ir.Block) *ir.Operation {
	return New(b, r.Branch, dest, op.OperandValues()...)
}

// AllOperands passes every operand to the only successor.
type AllOperands struct{}

// SuccessorOperands implements [ir.Branch].
func (AllOperands) SuccessorOperands(op *ir.Operation, _ int) (from, to int) {
	return 0, op.NumOperands()
}

// SuccessorFor implements [ir.ConditionalBranch].
func (AllOperands) SuccessorFor(*ir.Operation, []ir.Attribute) int { return 0 }

// CondDef returns the definition of a branch that chooses one of two blocks, such as cf.cond_br.
func CondDef(name, summary string, passed ir.TypeConstraint) ir.OpDef {
	return ir.OpDef{
		Name:    name,
		Summary: summary,
		Operands: []ir.ValueDef{
			{Name: "condition", Type: constraints.I1},
			{Name: "trueDestOperands", Type: passed, Arity: ir.Variadic},
			{Name: "falseDestOperands", Type: passed, Arity: ir.Variadic},
		},
		Attrs:      []ir.OpAttr{{Name: Weights, Attr: constraints.DenseI32Array, Optional: true}},
		Successors: []ir.SuccessorDef{{Name: "trueDest"}, {Name: "falseDest"}},
		Traits:     ir.AttrSizedOperandSegments | ir.Pure | ir.Terminator,
		Assembly: `$condition ('weights' '(' $branch_weights^ ')')? ',' ` +
			`$trueDest ('(' $trueDestOperands^ ':' type($trueDestOperands) ')')? ',' ` +
			`$falseDest ('(' $falseDestOperands^ ':' type($falseDestOperands) ')')? attr-dict`,
		Verify:     verifyCond,
		Interfaces: []any{TrueOrFalse{}},
	}
}

// NewCond creates a branch that [CondDef] defines.
func NewCond(b *ir.Builder, def *ir.OpDef, condition *ir.Value, ifTrue *ir.Block, trueArgs []*ir.Value,
	ifFalse *ir.Block,
	falseArgs []*ir.Value) *ir.Operation {
	st := b.State(def)
	st.Operands = append(append(append(st.Operands, condition), trueArgs...), falseArgs...)
	st.SetSegments(1, int32(len(trueArgs)), int32(len(falseArgs)))
	st.Successors = append(st.Successors, ifTrue, ifFalse)
	return b.Create(st)
}

// TrueOrFalse passes operand groups 1 and 2 to successors 0 and 1.
type TrueOrFalse struct{}

// SuccessorOperands implements [ir.Branch].
func (TrueOrFalse) SuccessorOperands(op *ir.Operation, i int) (from, to int) { return op.Group(i + 1) }

// SetSuccessorOperands implements [ir.BranchEditor].
func (TrueOrFalse) SetSuccessorOperands(op *ir.Operation, i int, values []*ir.Value) {
	op.SetGroup(i+1, values)
}

// SuccessorFor implements [ir.ConditionalBranch].
func (TrueOrFalse) SuccessorFor(_ *ir.Operation, constants []ir.Attribute) int {
	condition, known := constants[0].(*ir.IntegerAttr)
	switch {
	case !known:
		return -1
	case condition.Bool():
		return 0
	}
	return 1
}

func verifyCond(op *ir.Operation) error {
	if err := ir.VerifyBranch(op, TrueOrFalse{}); err != nil {
		return err
	}
	return VerifyWeights(op)
}

// Weights is the attribute of a branch with the relative frequencies of its successors.
const Weights = "branch_weights"

// VerifyWeights checks that a branch with weights has one for each successor, and that they are not all 0.
func VerifyWeights(op *ir.Operation) error {
	weights, ok := op.Inherent(Weights).(*ir.DenseArrayAttr)
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
