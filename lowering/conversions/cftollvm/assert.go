package cftollvm

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// assert branches to a block of its own, behind all others, where the condition does not hold.
//
// Before:
//
//	cf.assert %c, "msg"
//
// After:
//
//	  llvm.cond_br %c, ^rest, ^fail
//	^rest:
//	  ...
//	^fail:
//	  %0 = llvm.mlir.addressof @assert_msg : !llvm.ptr
//	  %1 = llvm.getelementptr %0[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i8>
//	  llvm.call @puts(%1) : (!llvm.ptr) -> ()
//	  llvm.call @abort() : () -> ()
//	  llvm.unreachable
func (p *converter) assert(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	names, err := p.symbolsOf(rw, op)
	if err != nil {
		return err
	}
	ctx := rw.Context()
	text := names.text(rw, op.Inherent("msg").(*ir.StringAttr).Value)
	names.declare(rw, "puts", putsType(ctx))
	names.declare(rw, "abort", abortType(ctx))

	rw.Before(op)
	before := op.Block()
	rest := rw.SplitBlock(op)
	fail := rw.CreateBlock(before.Region(), before.Region().Last(), nil, op.Loc())
	first := llvm.NewGEP(rw.Builder, text.Type(), llvm.NewAddressOf(rw.Builder, text), 0, llvm.Index{})
	llvm.NewCall(rw.Builder, ctx.SymbolRef("puts"), llvm.Void(ctx), first)
	llvm.NewCall(rw.Builder, ctx.SymbolRef("abort"), llvm.Void(ctx))
	rw.Create(rw.State(&llvm.Unreachable))
	rw.AtEnd(before)
	llvm.NewCondBr(rw.Builder, operands.One(0), rest, nil, fail, nil)
	rw.Erase(op)
	return nil
}

func putsType(ctx *ir.Context) *llvm.FunctionType {
	return llvm.FuncOf(ctx, llvm.Void(ctx), []ir.Type{llvm.Ptr(ctx, 0)}, false)
}

func abortType(ctx *ir.Context) *llvm.FunctionType {
	return llvm.FuncOf(ctx, llvm.Void(ctx), nil, false)
}

// symbols are the names that a module has and gets.
type symbols struct {
	table *ir.Operation
	taken map[string]bool
	texts int
}

// symbolsOf returns the names of the module around op. It refuses one in which puts or abort is something else.
func (p *converter) symbolsOf(rw *conversion.Rewriter, op *ir.Operation) (*symbols, error) {
	table := ir.NearestSymbolTable(op)
	if table == nil {
		return nil, rw.Refuse("no module is around it")
	}
	if s, ok := p.symbols[table]; ok {
		return s, nil
	}
	s := &symbols{table: table, taken: make(map[string]bool)}
	ctx := rw.Context()
	for other := range table.Region(0).Entry().Ops() {
		name := ir.SymbolNameOf(other)
		s.taken[name] = true
		f, isFunc := llvm.AsFunc(other)
		if name == "puts" && !(isFunc && f.Type() == putsType(ctx)) ||
			name == "abort" && !(isFunc && f.Type() == abortType(ctx)) {
			return nil, rw.Refuse("'%s' is not the function of the C library", name)
		}
	}
	p.symbols[table] = s
	return s, nil
}

// text makes a constant of a message, with a zero byte at its end, at the start of the module.
func (s *symbols) text(rw *conversion.Rewriter, text string) llvm.Global {
	name := "assert_msg"
	for ; s.taken[name]; s.texts++ {
		name = fmt.Sprintf("assert_msg_%d", s.texts)
	}
	s.taken[name] = true
	rw.AtStart(s.table.Region(0).Entry())
	return llvm.NewBytes(rw.Builder, name, append([]byte(text), 0))
}

// declare makes a function at the start of the module that is defined elsewhere.
func (s *symbols) declare(rw *conversion.Rewriter, name string, t *llvm.FunctionType) {
	if s.taken[name] {
		return
	}
	s.taken[name] = true
	rw.AtStart(s.table.Region(0).Entry())
	llvm.NewDeclaration(rw.Builder, name, t)
}
