package llvmir

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// emitCall calls a function of the module.
func emitCall(b *body, op *ir.Operation) error {
	name := op.Inherent("callee").(*ir.SymbolRefAttr).Leaf()
	f, ok := b.functions[name]
	if !ok {
		return op.Errorf("calls '%s', which the module does not define", name)
	}
	args := make([]value.Value, op.NumOperands())
	for i := range args {
		v, err := b.plain(op, op.Operand(i))
		if err != nil {
			return err
		}
		if want := f.Params[i].Typ; !types.Equal(v.Type(), want) { // typed pointers, of which a parameter names a pointee
			v = add(b, llir.NewBitCast(v, want))
		}
		args[i] = v
	}
	b.emit(op, llir.NewCall(f, args...))
	return nil
}

// emitAlloca makes memory of the thread's own, in the default address space as NVPTX has it.
func emitAlloca(b *body, op *ir.Operation) error {
	ptr, ok := op.Result(0).Type().(*llvm.PointerType)
	if !ok || ptr.AddrSpace != 0 {
		return op.Errorf("has no translation to LLVM IR: NVPTX has it in address space 0")
	}
	elem, err := b.convert(op, llvm.AllocaType(op))
	if err != nil {
		return err
	}
	typ, err := b.pointer(op, ptr, llvm.AllocaType(op))
	if err != nil {
		return err
	}
	inst := &llir.InstAlloca{ElemType: elem, NElems: b.operand(op, 0), Align: llir.Align(llvm.Alignment(op))}
	b.emit(op, allocation{inst, typ})
	return nil
}

// allocation is an alloca whose pointer may be opaque.
type allocation struct {
	*llir.InstAlloca
	typ types.Type
}

func (a allocation) Type() types.Type { return a.typ }
func (a allocation) String() string   { return a.typ.String() + " " + a.Ident() }

// emitInlineAsm prints assembly as it is, with integers for vectors.
func emitInlineAsm(b *body, op *ir.Operation) error {
	text, constraints, effects := llvm.AsmOf(op)
	args := make([]value.Value, op.NumOperands())
	for i := range args {
		v, err := b.plain(op, op.Operand(i))
		if err != nil {
			return err
		}
		if word, isVector := wordOf(op.Operand(i).Type()); isVector {
			v = add(b, llir.NewBitCast(v, word))
		}
		args[i] = v
	}
	result, returned := types.Type(types.Void), types.Type(nil)
	if op.NumResults() > 0 {
		var err error
		if result, err = b.convert(op, op.Result(0).Type()); err != nil {
			return err
		}
		if word, isVector := wordOf(op.Result(0).Type()); isVector {
			result, returned = word, result
		}
	}
	inst := assembly(text, constraints, result, args...)
	asm := inst.Callee.(*llir.InlineAsm)
	asm.SideEffect, asm.AlignStack = effects, op.Inherent("is_align_stack") != nil
	if returned != nil {
		b.emit(op, llir.NewBitCast(add(b, inst), returned))
		return nil
	}
	b.emit(op, inst)
	return nil
}

// wordOf returns the integer that assembly takes for a vector, whose registers hold several elements.
func wordOf(t ir.Type) (types.Type, bool) {
	v, ok := t.(*ir.VectorType)
	if !ok {
		return nil, false
	}
	return types.NewInt(uint64(v.Shape()[0]) * uint64(ir.BitWidth(v.ElementType()))), true
}
