package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

const inAlloca = "inalloca"

// Alloca defines `llvm.alloca`: the result points to memory for a number of elements on the thread's stack. The memory
// is freed when the function returns.
var Alloca = ir.OpDef{
	Name:    "llvm.alloca",
	Summary: instruction("alloca"),
	Operands: []ir.ValueDef{{Name: "arraySize", Type: ir.TypeConstraint{Summary: "signless integer",
		Check: constraints.IsSignless}}},
	Results: []ir.ValueDef{{Name: "res", Type: anyPointer}},
	Attrs: []ir.OpAttr{
		{Name: "alignment", Attr: constraints.I64Attr, Optional: true},
		{Name: elemTypeAttr, Attr: constraints.Type},
		{Name: inAlloca, Attr: constraints.Unit, Optional: true},
	},
	Parse: parseAlloca,
	Print: printAlloca,
	Interfaces: []any{ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
		yield(ir.Effect{Kind: ir.Allocate, Value: op.Result(0)})
	})},
}

// NewAlloca creates memory for n elements of type t on the stack, aligned to a number of bytes, and returns a generic
// pointer to it.
func NewAlloca(b *ir.Builder, t ir.Type, n, alignment int64) *ir.Value {
	ctx := b.Context()
	size := NewInt(b, ctx.I(32), n)
	st := b.State(&Alloca)
	st.Operands = append(st.Operands, size)
	st.SetInherent(elemTypeAttr, ctx.TypeAttr(t))
	st.SetInherent("alignment", ctx.Integer(ctx.I(64), alignment))
	st.Types = append(st.Types, Ptr(ctx, 0))
	return b.Create(st).Result(0)
}

// AllocaType returns the type of the elements of an llvm.alloca.
func AllocaType(op *ir.Operation) ir.Type { return op.Inherent(elemTypeAttr).(*ir.TypeAttr).Value }

func parseAlloca(p ir.OpParser, st *ir.OpState) {
	if p.TryLiteral(inAlloca) {
		st.SetInherent(inAlloca, p.Context().Unit())
	}
	size := p.Operand()
	p.Literal("x")
	elem := p.Type()
	p.AttrDict(st)
	pos := p.Pos()
	if a := st.GetInherent("alignment"); a != nil && !constraints.I64Attr.Storage(a) {
		p.Errorf(pos, "expected integer alignment")
		return
	}
	p.Literal(":")
	pos = p.Pos()
	t, ok := p.Type().(*ir.FunctionType)
	if p.Failed() {
		return
	}
	if !ok || len(t.Inputs) != 1 || len(t.Results) != 1 {
		p.Errorf(pos, "expected trailing function type with one argument and one result")
		return
	}
	st.SetInherent(elemTypeAttr, p.Context().TypeAttr(elem))
	st.Operands = append(st.Operands, p.Resolve(size, t.Inputs[0]))
	st.Types = append(st.Types, t.Results...)
}

func printAlloca(p ir.OpPrinter, op *ir.Operation) {
	if op.Inherent(inAlloca) != nil {
		p.Text(" " + inAlloca)
	}
	p.Text(" ")
	p.Operand(op.Operand(0))
	p.Text(" x ")
	p.Type(AllocaType(op))
	p.AttrDict(op, elemTypeAttr, inAlloca)
	p.Text(" : ")
	p.FunctionType(op.OperandTypes(), op.ResultTypes())
}
