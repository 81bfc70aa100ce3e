package cftollvm

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// assert converts cf.assert. If the condition is false, the program branches to a new block at the end of the region,
// which prints the message and aborts.
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

// symbols has the names of symbols in a module.
type symbols struct {
	table *ir.Operation
	taken map[string]bool
	texts int // the number to try in the name of the next message
}

// symbolsOf returns the symbols of the module around op. It fails if puts or abort are not the functions of the C
// library.
func (p *converter) symbolsOf(rw *conversion.Rewriter, op *ir.Operation) (*symbols, error) {
	table := ir.NearestSymbolTable(op)
	if table == nil {
		return nil, rw.Refuse("it is not inside a module")
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

// text creates a global at the start of the module with a message, terminated by a zero byte.
func (s *symbols) text(rw *conversion.Rewriter, text string) llvm.Global {
	name := "assert_msg"
	for ; s.taken[name]; s.texts++ {
		name = fmt.Sprintf("assert_msg_%d", s.texts)
	}
	s.taken[name] = true
	rw.AtStart(s.table.Region(0).Entry())
	return llvm.NewBytes(rw.Builder, name, append([]byte(text), 0))
}

// declare creates a function declaration at the start of the module, unless the name exists already.
func (s *symbols) declare(rw *conversion.Rewriter, name string, t *llvm.FunctionType) {
	if s.taken[name] {
		return
	}
	s.taken[name] = true
	rw.AtStart(s.table.Region(0).Entry())
	llvm.NewDeclaration(rw.Builder, name, t)
}
