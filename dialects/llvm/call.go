package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// CallOp defines `llvm.call`: a call of a function by its name. Calls through pointers and operand bundles, which
// upstream's operation has too, are not there.
var CallOp = ir.OpDef{
	Name:    "llvm.call",
	Summary: instruction("call"),
	Operands: []ir.ValueDef{{Name: "callee_operands", Type: anyType, Arity: ir.Variadic},
		{Name: "op_bundle_operands", Type: anyType, Arity: ir.Variadic}},
	Results: []ir.ValueDef{{Name: "result", Type: anyType, Arity: ir.Optional}},
	Attrs: []ir.OpAttr{
		{Name: "callee", Attr: constraints.FlatSymbolRef},
		defaultFastMath(),
		{Name: cconvAttr, Attr: callingConvention.constraint("LLVM Calling Convention specification"),
			Default: callingConvention.first},
		{Name: "TailCallKind", Attr: TailCallKind.constraint("Tail Call Kind specification"), Default: TailCallKind.first},
		{Name: "op_bundle_sizes", Attr: constraints.DenseI32Array, Default: noBundles},
	},
	Traits:     ir.AttrSizedOperandSegments,
	Parse:      parseCall,
	Print:      printCall,
	Interfaces: []any{callUses{}, directCall{}},
}

// NewCall creates a call of a function and returns it.
func NewCall(b *ir.Builder, callee *ir.SymbolRefAttr, result ir.Type, args ...*ir.Value) *ir.Operation {
	st := b.State(&CallOp)
	st.SetInherent("callee", callee)
	st.SetSegments(int32(len(args)), 0)
	st.Operands = args
	if _, void := result.(*VoidType); !void {
		st.Types = append(st.Types, result)
	}
	return b.Create(st)
}

// ConventionOf returns the name of the calling convention of a function or call.
func ConventionOf(op *ir.Operation) string { return callingConvention.Of(op, cconvAttr) }

type callUses struct{}

// VerifySymbolUses checks that the callee is a function of fitting type.
func (callUses) VerifySymbolUses(op *ir.Operation, lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	callee := op.Inherent("callee").(*ir.SymbolRefAttr)
	target := lookup(callee)
	if target == nil {
		return op.Errorf("'%s' does not reference a symbol in the current scope", callee.Root())
	}
	f, ok := AsFunc(target)
	if !ok {
		return op.Errorf("'%s' does not reference a valid LLVM function, IFunc, or alias", callee.Root())
	}
	return verifyCallType(op, f.Type())
}

func verifyCallType(op *ir.Operation, t *FunctionType) error {
	if len(t.Params) > op.NumOperands() || len(t.Params) < op.NumOperands() && !t.Variadic {
		return op.Errorf("incorrect number of operands (%d) for callee (expecting: %d)", op.NumOperands(), len(t.Params))
	}
	for i, want := range t.Params {
		if have := op.Operand(i).Type(); have != want {
			return op.Errorf("operand type mismatch for operand %d: %s != %s", i, ir.Quote(have), ir.Quote(want))
		}
	}
	_, void := t.Result.(*VoidType)
	switch {
	case void && op.NumResults() > 0:
		return op.Errorf("calling function with void result must not produce values")
	case !void && op.NumResults() == 0:
		return op.Errorf("expected function call to produce a value")
	case !void && op.Result(0).Type() != t.Result:
		return op.Errorf("result type mismatch: %s != %s", ir.Quote(op.Result(0).Type()), ir.Quote(t.Result))
	}
	return nil
}

func parseCall(p ir.OpParser, st *ir.OpState) {
	cconv, _ := callingConvention.tryParse(p)
	st.SetInherent(cconvAttr, callingConvention.Attr(p.Context(), cconv))
	tail, _ := TailCallKind.tryParse(p)
	st.SetInherent("TailCallKind", TailCallKind.Attr(p.Context(), tail))
	st.SetInherent("callee", p.Context().SymbolRef(p.Symbol()))
	pos := p.Pos()
	p.Literal("(")
	operands := p.Operands()
	p.Literal(")")
	p.AttrDict(st)
	p.Literal(":")
	t, ok := p.Type().(*ir.FunctionType)
	if p.Failed() {
		return
	}
	if !ok || len(t.Results) > 1 {
		p.Errorf(pos, "expected function with 0 or 1 result")
		return
	}
	p.ResolveInto(st, operands, t.Inputs, pos)
	st.SetSegments(int32(len(operands)), 0)
	st.Types = append(st.Types, t.Results...)
}

func printCall(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	if c := callingConvention.Of(op, cconvAttr); c != "ccc" {
		p.Text(c + " ")
	}
	if k := TailCallKind.Of(op, "TailCallKind"); k != "none" {
		p.Text(k + " ")
	}
	p.Symbol(op.Inherent("callee").(*ir.SymbolRefAttr).Root())
	p.Text("(")
	for i, v := range op.Operands() {
		if i > 0 {
			p.Text(", ")
		}
		p.Operand(v)
	}
	p.Text(")")
	elided := []string{"callee", cconvAttr, "TailCallKind", "op_bundle_sizes", ir.OperandSegments}
	if FastMathOf(op) == 0 {
		elided = append(elided, fastmathFlags)
	}
	p.AttrDict(op, elided...)
	p.Text(" : ")
	p.FunctionType(op.OperandTypes(), op.ResultTypes())
}
