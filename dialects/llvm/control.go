package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
)

// Br defines `llvm.br`.
var Br = branch.Def("llvm.br", instruction("br")+" without a condition", anyType)

// NewBr creates a branch.
func NewBr(b *ir.Builder, dest *ir.Block, args ...*ir.Value) *ir.Operation {
	return branch.New(b, &Br, dest, args...)
}

// CondBr defines `llvm.cond_br`.
var CondBr = branch.CondDef("llvm.cond_br", instruction("br")+" with a condition", anyType)

// NewCondBr creates a conditional branch.
func NewCondBr(b *ir.Builder, condition *ir.Value, ifTrue *ir.Block, trueArgs []*ir.Value, ifFalse *ir.Block,
	falseArgs []*ir.Value) *ir.Operation {
	return branch.NewCond(b, &CondBr, condition, ifTrue, trueArgs, ifFalse, falseArgs)
}

// Unreachable defines `llvm.unreachable`.
var Unreachable = ir.OpDef{
	Name:     "llvm.unreachable",
	Summary:  instruction("unreachable"),
	Traits:   ir.Terminator,
	Assembly: `attr-dict`,
}
