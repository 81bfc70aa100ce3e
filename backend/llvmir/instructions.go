package llvmir

import (
	"strings"

	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
)

// visitInstructions calls the visitor for the PTX instructions that an operation names: those in inline assembly, and
// that of an LLVM intrinsic. The marks are those of [body.locate].
func (b *body) visitInstructions(op *ir.Operation, block *llir.Block, instructions, blocks int) error {
	if err := b.visitCalls(op, block.Insts[instructions:]); err != nil {
		return err
	}
	for _, newer := range b.fn.Blocks[blocks:] {
		if err := b.visitCalls(op, newer.Insts); err != nil {
			return err
		}
	}
	return nil
}

func (b *body) visitCalls(op *ir.Operation, insts []llir.Instruction) error {
	for _, inst := range insts {
		call, ok := inst.(*llir.InstCall)
		if !ok {
			continue
		}
		key := calleeText(call)
		if b.visited[key] {
			continue
		}
		b.visited[key] = true
		for _, text := range instructionsOf(call) {
			if err := b.visit(text); err != nil {
				return op.Errorf("%w", err)
			}
		}
	}
	return nil
}

// calleeText is the assembly or the name of what a call calls. Calls of equal texts name the same instructions.
func calleeText(call *llir.InstCall) string {
	switch callee := call.Callee.(type) {
	case *llir.InlineAsm:
		return callee.Asm
	case *llir.Func:
		return callee.GlobalName
	}
	return ""
}

// instructionsOf returns the instructions that a call names.
func instructionsOf(call *llir.InstCall) (list []string) {
	switch callee := call.Callee.(type) {
	case *llir.InlineAsm:
		for part := range strings.FieldsFuncSeq(callee.Asm, func(r rune) bool { return strings.ContainsRune(";\n", r) }) {
			part = strings.TrimLeft(part, " \t{")
			if part != "" && part[0] != '.' && part[0] != '}' {
				list = append(list, part)
			}
		}
	case *llir.Func:
		if name, ok := strings.CutPrefix(callee.Name(), "llvm.nvvm."); ok {
			if register, ok := strings.CutPrefix(name, "read.ptx.sreg."); ok {
				name = "mov.u32 %" + strings.ReplaceAll(register, ".", ",")
			}
			list = append(list, name)
		}
	}
	return list
}
