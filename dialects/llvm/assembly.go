package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// asmDialect is the enumeration of syntaxes of inline assembly.
var asmDialect = enums.NewKeyword("asm_dialect", "ATT (0) or Intel (1) asm dialect", 64, "att", "intel")

// Attributes of llvm.inline_asm.
const (
	asmString      = "asm_string"
	asmConstraints = "constraints"
	asmEffects     = "has_side_effects"
	asmAlignStack  = "is_align_stack"
	asmTailCall    = "tail_call_kind"
	asmDialectAttr = "asm_dialect"
	asmOperands    = "operand_attrs"
)

// InlineAsm defines `llvm.inline_asm`: the operation is inline assembly, with its text and the constraints of its
// registers. Several results are a structure.
var InlineAsm = ir.OpDef{
	Name:     "llvm.inline_asm",
	Summary:  "inline assembly of LLVM IR",
	Operands: []ir.ValueDef{{Name: "operands", Type: anyType, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "res", Type: anyType, Arity: ir.Optional}},
	Attrs: []ir.OpAttr{
		{Name: asmString, Attr: constraints.String},
		{Name: asmConstraints, Attr: constraints.String},
		{Name: asmEffects, Attr: constraints.Unit, Optional: true},
		{Name: asmAlignStack, Attr: constraints.Unit, Optional: true},
		{Name: asmTailCall, Attr: TailCallKind.constraint("Tail Call Kind specification"), Default: TailCallKind.first},
		{Name: asmDialectAttr, Attr: asmDialect.Constraint(), Optional: true},
		{Name: asmOperands, Attr: constraints.Array, Optional: true},
	},
	Parse: parseInlineAsm,
	Print: printInlineAsm,
	Interfaces: []any{ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
		if op.Inherent(asmEffects) != nil {
			updateEffects(op, yield)
		}
	})},
}

// NewInlineAsm creates inline assembly and returns its result; nil if there is none. Several results are a structure.
// Assembly without effects may be moved and removed.
func NewInlineAsm(b *ir.Builder, text, constraints string, effects bool, result ir.Type, args ...*ir.Value) *ir.Value {
	st := b.State(&InlineAsm)
	st.SetInherent(asmString, b.Context().StringAttr(text))
	st.SetInherent(asmConstraints, b.Context().StringAttr(constraints))
	if effects {
		st.SetInherent(asmEffects, b.Context().Unit())
	}
	st.Operands = append(st.Operands, args...)
	if result == nil {
		b.Create(st)
		return nil
	}
	st.Types = append(st.Types, result)
	return b.Create(st).Result(0)
}

// AsmOf returns the text and the constraints of an llvm.inline_asm, and whether it has effects.
func AsmOf(op *ir.Operation) (text, constraints string, effects bool) {
	return op.Inherent(asmString).(*ir.StringAttr).Value, op.Inherent(asmConstraints).(*ir.StringAttr).Value,
		op.Inherent(asmEffects) != nil
}

func parseInlineAsm(p ir.OpParser, st *ir.OpState) {
	ctx := p.Context()
	for _, name := range [...]string{asmEffects, asmAlignStack} {
		if p.TryLiteral(name) {
			st.SetInherent(name, ctx.Unit())
		}
	}
	if p.TryLiteral(asmTailCall) {
		p.Literal("=")
		st.SetInherent(asmTailCall, TailCallKind.parse(p))
	}
	if p.TryLiteral(asmDialectAttr) {
		p.Literal("=")
		st.SetInherent(asmDialectAttr, asmDialect.Constraint().Parse(p))
	}
	if p.TryLiteral(asmOperands) {
		p.Literal("=")
		st.SetInherent(asmOperands, p.Attribute(nil))
	}
	p.AttrDict(st)
	st.SetInherent(asmString, ctx.StringAttr(p.String()))
	p.Literal(",")
	st.SetInherent(asmConstraints, ctx.StringAttr(p.String()))
	pos := p.Pos()
	operands := p.Operands()
	p.Literal(":")
	t, ok := p.Type().(*ir.FunctionType)
	if p.Failed() {
		return
	}
	if !ok {
		p.Errorf(pos, "expected a function type")
		return
	}
	p.ResolveInto(st, operands, t.Inputs, pos)
	st.Types = append(st.Types, t.Results...)
}

func printInlineAsm(p ir.OpPrinter, op *ir.Operation) {
	for _, name := range [...]string{asmEffects, asmAlignStack} {
		if op.Inherent(name) != nil {
			p.Text(" " + name)
		}
	}
	if kind := TailCallKind.Of(op, asmTailCall); kind != "none" {
		p.Text(" " + asmTailCall + " = <" + kind + ">")
	}
	if n, ok := asmDialect.Value(op.Inherent(asmDialectAttr)); ok {
		p.Text(" " + asmDialectAttr + " = " + asmDialect.Name(n))
	}
	if a := op.Inherent(asmOperands); a != nil {
		p.Text(" " + asmOperands + " = ")
		p.Attribute(a)
	}
	p.AttrDict(op, asmString, asmConstraints, asmEffects, asmAlignStack, asmTailCall, asmDialectAttr, asmOperands)
	p.Text(" ")
	p.Attribute(op.Inherent(asmString))
	p.Text(", ")
	p.Attribute(op.Inherent(asmConstraints))
	p.Text(" ")
	for i, v := range op.Operands() {
		if i > 0 {
			p.Text(", ")
		}
		p.Operand(v)
	}
	p.Text(" : ")
	p.FunctionType(op.OperandTypes(), op.ResultTypes())
}
