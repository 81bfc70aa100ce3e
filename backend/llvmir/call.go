package llvmir

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// emitCall calls a function of the module.
func emitCall(b *body, op *ir.Operation) error {
	callee := llvm.Callee(op)
	if callee == nil {
		return op.Errorf("has no translation to LLVM IR: calls through pointers are not supported, because it is not " +
			"known where threads meet in the callee; call the function by its name")
	}
	name := callee.Leaf()
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
		if want := f.Params[i].Typ; !sameType(v.Type(), want) { // typed pointers: the parameter has a pointee type
			v = add(b, llir.NewBitCast(v, want))
		}
		args[i] = v
	}
	call := llir.NewCall(f, args...)
	call.FastMathFlags = fastMath(op)
	call.CallingConv = conventions[llvm.ConventionOf(op)]
	if call.CallingConv != f.CallingConv {
		return op.Errorf("calls '%s' with a calling convention that is not the function's", name)
	}
	var err error
	if call.Tail, err = tailOf(op); err != nil {
		return err
	}
	if call.FuncAttrs, err = b.attributesOf(op); err != nil {
		return err
	}
	b.emit(op, call)
	return nil
}

// tailOf returns the tail call kind of a call. PTX has no tail calls, so only hints are accepted.
func tailOf(op *ir.Operation) (enum.Tail, error) {
	switch kind := llvm.TailCallKind.Of(op, "TailCallKind"); kind {
	case "none":
		return enum.TailNone, nil
	case "tail":
		return enum.TailTail, nil
	case "notail":
		return enum.TailNoTail, nil
	default:
		return 0, op.Errorf("has no translation to LLVM IR for NVPTX: %s calls", kind)
	}
}

// emitAlloca allocates memory of the thread, in the default address space, as NVPTX requires.
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

// emitStackSave prints the intrinsic without a type suffix, as llvm.stackrestore. LLVM 7 has these names, and later
// versions read them.
func emitStackSave(b *body, op *ir.Operation) error {
	if ptr, ok := op.Result(0).Type().(*llvm.PointerType); !ok || ptr.AddrSpace != 0 {
		return op.Errorf("has no translation to LLVM IR: NVPTX has the stack in address space 0")
	}
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	b.emit(op, llir.NewCall(b.declareIntrinsic("llvm.stacksave", typ)))
	return nil
}

// emitNothing drops lifetime markers. LLVM may assume less without them, and their form differs between versions.
func emitNothing(*body, *ir.Operation) error { return nil }

// allocation is an alloca whose pointer type may be opaque.
type allocation struct {
	*llir.InstAlloca
	typ types.Type
}

func (a allocation) Type() types.Type { return a.typ }
func (a allocation) String() string   { return a.typ.String() + " " + a.Ident() }

// emitInlineAsm prints inline assembly unchanged; vectors are passed as integers.
func emitInlineAsm(b *body, op *ir.Operation) error {
	text, constraints, effects := llvm.AsmOf(op)
	if op.Inherent("operand_attrs") != nil {
		return op.Errorf("has no translation to LLVM IR: its operands have attributes")
	}
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
	if nvvm.IsConvergent(op) {
		inst.FuncAttrs = append(inst.FuncAttrs, enum.FuncAttrConvergent)
	}
	if returned != nil {
		b.emit(op, llir.NewBitCast(add(b, inst), returned))
		return nil
	}
	b.emit(op, inst)
	return nil
}

// wordOf returns the integer type that inline assembly takes for a vector, a register with several elements.
func wordOf(t ir.Type) (types.Type, bool) {
	v, ok := t.(*ir.VectorType)
	if !ok {
		return nil, false
	}
	return types.NewInt(uint64(v.Shape()[0]) * uint64(ir.BitWidth(v.ElementType()))), true
}
