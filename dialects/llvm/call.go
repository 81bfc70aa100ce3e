package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// CallOp defines `llvm.call`: the operation calls a function by its name, or through a pointer that is its first
// operand. Operand bundles, which upstream's operation has, are not supported.
var CallOp = ir.OpDef{
	Name:    "llvm.call",
	Summary: instruction("call"),
	Operands: []ir.ValueDef{{Name: "callee_operands", Type: anyType, Arity: ir.Variadic},
		{Name: "op_bundle_operands", Type: anyType, Arity: ir.Variadic}},
	Results: []ir.ValueDef{{Name: "result", Type: anyType, Arity: ir.Optional}},
	Attrs: []ir.OpAttr{
		{Name: "callee", Attr: constraints.FlatSymbolRef, Optional: true},
		{Name: varCalleeType, Attr: ir.AttrConstraint{Summary: "type attribute of LLVM function type",
			Check: isFunctionTypeAttr, Storage: isFunctionTypeAttr}, Optional: true},
		defaultFastMath(),
		{Name: cconvAttr, Attr: callingConvention.constraint("LLVM Calling Convention specification"),
			Default: callingConvention.first},
		{Name: "TailCallKind", Attr: TailCallKind.constraint("Tail Call Kind specification"), Default: TailCallKind.first},
		{Name: "op_bundle_sizes", Attr: constraints.DenseI32Array, Default: noBundles},
	},
	Traits:     ir.AttrSizedOperandSegments,
	Parse:      parseCall,
	Print:      printCall,
	Interfaces: []any{callUses{}, callOf{}},
}

// varCalleeType is the attribute with the type of the variadic function that is called.
const varCalleeType = "var_callee_type"

// NewCall creates a call of a function and returns it.
func NewCall(b *ir.Builder, callee *ir.SymbolRefAttr, result ir.Type, args ...*ir.Value) *ir.Operation {
	st := b.State(&CallOp)
	if callee != nil {
		st.SetInherent("callee", callee)
	}
	st.SetSegments(int32(len(args)), 0)
	st.Operands = args
	if _, void := result.(*VoidType); !void {
		st.Types = append(st.Types, result)
	}
	return b.Create(st)
}

// SetVarCalleeType marks a call as that of a variadic function of type t.
func SetVarCalleeType(call *ir.Operation, t *FunctionType) {
	call.SetAttr(varCalleeType, call.Context().TypeAttr(t))
}

// NewIndirectCall creates a call of the function behind a pointer and returns it.
func NewIndirectCall(b *ir.Builder, callee *ir.Value, result ir.Type, args ...*ir.Value) *ir.Operation {
	return NewCall(b, nil, result, append([]*ir.Value{callee}, args...)...)
}

// Callee returns the name of the function that an `llvm.call` calls, nil for a call through a pointer.
func Callee(call *ir.Operation) *ir.SymbolRefAttr {
	callee, _ := call.Inherent("callee").(*ir.SymbolRefAttr)
	return callee
}

// ConventionOf returns the name of the calling convention of a function or call.
func ConventionOf(op *ir.Operation) string { return callingConvention.Of(op, cconvAttr) }

type callUses struct{}

// VerifySymbolUses checks that the callee is a function of the right type, or a pointer.
func (callUses) VerifySymbolUses(op *ir.Operation, lookup func(*ir.SymbolRefAttr) *ir.Operation) error {
	callee := Callee(op)
	if callee == nil {
		return verifyIndirectCall(op)
	}
	target := lookup(callee)
	if target == nil {
		return op.Errorf("'%s' does not reference a symbol in the current scope", callee.Root())
	}
	f, ok := AsFunc(target)
	if !ok {
		return op.Errorf("'%s' does not reference a valid LLVM function, IFunc, or alias", callee.Root())
	}
	if f.Type().Variadic && op.Inherent(varCalleeType) == nil {
		return op.Errorf("missing var_callee_type attribute for vararg call")
	}
	if err := verifyVariadic(op, f.Type().Variadic); err != nil {
		return err
	}
	return verifyCallType(op, f.Type())
}

// verifyIndirectCall checks that the first operand is a pointer to the callee.
func verifyIndirectCall(op *ir.Operation) error {
	if op.NumOperands() == 0 {
		return op.Errorf("must have either a `callee` attribute or at least an operand")
	}
	if t := op.Operand(0).Type(); !isPointer(t) {
		return op.Errorf("indirect call expects a pointer as callee: %s", ir.Quote(t))
	}
	return verifyVariadic(op, true)
}

// verifyVariadic checks the attribute var_callee_type of a call, if there is one. variadic says whether the attribute
// is allowed.
func verifyVariadic(op *ir.Operation, variadic bool) error {
	attr, ok := op.Inherent(varCalleeType).(*ir.TypeAttr)
	if !ok {
		return nil
	}
	t, first := attr.Value.(*FunctionType), 0
	if Callee(op) == nil {
		first = 1
	}
	if !t.Variadic || !variadic {
		return op.Errorf("expected var_callee_type to be a variadic function type")
	}
	if args := op.NumOperands() - first; len(t.Params) > args {
		return op.Errorf("expected var_callee_type to have at most %d parameters", args)
	}
	for i, param := range t.Params {
		if have := op.Operand(first + i).Type(); have != param {
			return op.Errorf("var_callee_type parameter type mismatch: %s != %s", ir.Quote(param), ir.Quote(have))
		}
	}
	_, void := t.Result.(*VoidType)
	switch {
	case op.NumResults() == 0 && !void:
		return op.Errorf("expected var_callee_type to return void")
	case op.NumResults() > 0 && op.Result(0).Type() != t.Result:
		return op.Errorf("var_callee_type return type mismatch: %s != %s", ir.Quote(t.Result),
			ir.Quote(op.Result(0).Type()))
	}
	return nil
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
	var callee []ir.UnresolvedOperand
	if pointer, indirect := p.TryOperand(); indirect {
		callee = append(callee, pointer)
	} else {
		st.SetInherent("callee", p.Context().SymbolRef(p.Symbol()))
	}
	pos := p.Pos()
	p.Literal("(")
	operands := p.Operands()
	p.Literal(")")
	if p.TryLiteral("vararg") {
		p.Literal("(")
		st.SetInherent(varCalleeType, p.Context().TypeAttr(p.Type()))
		p.Literal(")")
	}
	p.AttrDict(st)
	colon := p.Pos()
	p.Literal(":")
	first := p.Type()
	t, ok := first.(*ir.FunctionType)
	switch {
	case p.Failed():
		return
	case callee != nil && (ok || !p.TryLiteral(",")):
		p.Errorf(colon, "expected indirect call to have 2 trailing types")
		return
	case callee != nil:
		t, ok = p.Type().(*ir.FunctionType)
	case p.PeekLiteral(","):
		p.Errorf(colon, "expected direct call to have 1 trailing types")
		return
	}
	if p.Failed() {
		return
	}
	if !ok || len(t.Results) > 1 {
		p.Errorf(pos, "expected function with 0 or 1 result")
		return
	}
	if len(t.Results) == 1 {
		if _, void := t.Results[0].(*VoidType); void {
			p.Errorf(pos, "expected a non-void result type")
			return
		}
	}
	if callee != nil {
		p.ResolveInto(st, callee, []ir.Type{first}, pos)
	}
	p.ResolveInto(st, operands, t.Inputs, pos)
	st.SetSegments(int32(len(callee)+len(operands)), 0)
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
	callee, first := Callee(op), 0
	if callee != nil {
		p.Symbol(callee.Root())
	} else {
		p.Operand(op.Operand(0))
		first = 1
	}
	p.Text("(")
	for i := first; i < op.NumOperands(); i++ {
		if i > first {
			p.Text(", ")
		}
		p.Operand(op.Operand(i))
	}
	p.Text(")")
	if t, ok := op.Inherent(varCalleeType).(*ir.TypeAttr); ok {
		p.Text(" vararg(")
		p.Type(t.Value)
		p.Text(")")
	}
	elided := []string{"callee", varCalleeType, cconvAttr, "TailCallKind", "op_bundle_sizes", ir.OperandSegments}
	if FastMathOf(op) == 0 {
		elided = append(elided, fastmathFlags)
	}
	p.AttrDict(op, elided...)
	p.Text(" : ")
	types := op.OperandTypes()
	if callee == nil {
		p.Type(types[0])
		p.Text(", ")
	}
	p.FunctionType(types[first:], op.ResultTypes())
}
