// Package cftollvm is the pass `convert-cf-to-llvm`. It converts all operations of dialect cf to dialect llvm. An
// assertion calls puts and abort of the C library. A branch that passes a value whose type has no counterpart in
// dialect llvm is an error.
//
// Before:
//
//	llvm.func @f() {
//	  cf.br ^a
//	^a:
//	  llvm.return
//	}
//
// After convert-cf-to-llvm:
//
//	llvm.func @f() {
//	  llvm.br ^bb1
//	^bb1:  // pred: ^bb0
//	  llvm.return
//	}
package cftollvm

import (
	"github.com/girih-ir/girih/dialects/cf"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/lowering/conversions/llvmtypes"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// Pass is `convert-cf-to-llvm`. The first branch to a block that is converted also converts the types of its arguments.
var Pass = &pass.Pass{
	Name:     "convert-cf-to-llvm",
	Title:    "ConvertControlFlowToLLVMPass",
	Summary:  "Convert ControlFlow operations to the LLVM dialect",
	Anchor:   "builtin.module",
	Dialects: []*ir.Dialect{llvm.Dialect},
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return llvmtypes.Convert(ctx, op, llvmtypes.Options{Illegal: "cf", Nested: !asserts(op)}, patterns)
	},
}

// asserts reports whether there are assertions. Converting them adds symbols to the module around functions.
func asserts(root *ir.Operation) (found bool) {
	root.Walk(func(op *ir.Operation) bool {
		found = found || op.Is(&cf.Assert)
		return !found
	})
	return found
}

// patterns returns the patterns of the pass.
func patterns(c *conversion.TypeConverter) []*conversion.Pattern {
	p := &converter{c, make(map[*ir.Operation]*symbols)}
	return []*conversion.Pattern{
		{Name: "br-to-llvm", Root: &cf.Branch, Converter: c, Rewrite: p.branch},
		{Name: "cond-br-to-llvm", Root: &cf.CondBranch, Converter: c, Rewrite: p.condBranch},
		{Name: "switch-to-llvm", Root: &cf.Switch, Converter: c, Rewrite: p.switchOp},
		{Name: "assert-to-llvm", Root: &cf.Assert, Converter: c, Rewrite: p.assert},
	}
}

type converter struct {
	types   *conversion.TypeConverter
	symbols map[*ir.Operation]*symbols // the symbols of modules with assertions
}

func (p *converter) branch(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if err := p.convertSuccessors(rw, op); err != nil {
		return err
	}
	rw.Before(op)
	llvm.NewBr(rw.Builder, op.Successor(0), operands.Values()...).SetAttrs(op.Attrs())
	rw.Erase(op)
	return nil
}

func (p *converter) condBranch(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if err := p.convertSuccessors(rw, op); err != nil {
		return err
	}
	var args [2][]*ir.Value
	for i := range args {
		args[i] = operands.Range(op.Group(i + 1))
	}
	rw.Before(op)
	by := llvm.NewCondBr(rw.Builder, operands.One(0), op.Successor(0), args[0], op.Successor(1), args[1])
	by.SetAttrs(op.Attrs())
	by.SetAttr("branch_weights", op.Inherent("branch_weights"))
	rw.Erase(op)
	return nil
}

func (p *converter) switchOp(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if err := p.convertSuccessors(rw, op); err != nil {
		return err
	}
	args := func(i int) []*ir.Value { return operands.Range(branch.ByValue{}.SuccessorOperands(op, i)) }
	var cases []branch.Case
	for i, value := range branch.ValuesOf(op) {
		cases = append(cases, branch.Case{Value: value, Dest: op.Successor(i + 1), Args: args(i + 1)})
	}
	rw.Before(op)
	by := llvm.NewSwitch(rw.Builder, operands.One(0), op.Successor(0), args(0), cases...)
	by.SetAttrs(op.Attrs())
	rw.Erase(op)
	return nil
}

// convertSuccessors converts the arguments of the blocks that op branches to, unless they are converted already.
func (p *converter) convertSuccessors(rw *conversion.Rewriter, op *ir.Operation) error {
	for i := range op.NumSuccessors() {
		signature, ok := p.types.Signature(op.Successor(i).ArgTypes())
		if !ok {
			return rw.Refuse("an argument of successor #%d has a type without a counterpart", i)
		}
		rw.ConvertBlock(op.Successor(i), signature)
	}
	return nil
}
