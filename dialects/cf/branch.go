package cf

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
)

// Branch defines `cf.br`.
var Branch = branch.Def("cf.br", "Branch operation", constraints.AnyType)

// NewBranch creates a branch.
func NewBranch(b *ir.Builder, dest *ir.Block, args ...*ir.Value) *ir.Operation {
	return branch.New(b, &Branch, dest, args...)
}

// CondBranch defines `cf.cond_br`.
var CondBranch = branch.CondDef("cf.cond_br", "Conditional branch operation", constraints.AnyType)

// NewCondBranch creates a conditional branch.
func NewCondBranch(b *ir.Builder, condition *ir.Value, ifTrue *ir.Block, trueArgs []*ir.Value, ifFalse *ir.Block,
	falseArgs []*ir.Value) *ir.Operation {
	return branch.NewCond(b, &CondBranch, condition, ifTrue, trueArgs, ifFalse, falseArgs)
}
