package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/function"
)

// Names of inherent attributes of functions and globals.
const (
	linkageAttr    = "linkage"
	cconvAttr      = "CConv"
	visibilityAttr = "visibility_"
	unnamedAttr    = "unnamed_addr"
)

// Convergent marks functions in which threads meet. LLVM must not make calls of such functions depend on additional
// conditions.
const Convergent = "convergent"

// MemoryEffects is the name of a function's [MemoryEffectsAttr].
const MemoryEffects = "memory_effects"

// FuncOp defines `llvm.func`: a function with a body, or a declaration without one.
var FuncOp = ir.OpDef{
	Name:    "llvm.func",
	Summary: "function of LLVM IR",
	Attrs: []ir.OpAttr{
		{Name: ir.SymbolName, Attr: constraints.SymbolName},
		{Name: ir.SymbolVisibility, Attr: constraints.String, Optional: true},
		{Name: function.TypeAttr, Attr: ir.AttrConstraint{Summary: "type attribute of LLVM function type",
			Check: isFunctionTypeAttr, Storage: isFunctionTypeAttr}},
		{Name: linkageAttr, Attr: Linkage.constraint("LLVM Linkage specification"), Default: Linkage.first},
		{Name: "dso_local", Attr: constraints.Unit, Optional: true},
		{Name: cconvAttr, Attr: callingConvention.constraint("LLVM Calling Convention specification"),
			Default: callingConvention.first},
		{Name: "passthrough", Attr: constraints.Array, Optional: true},
		{Name: function.ArgAttrs, Attr: constraints.DictArray, Optional: true},
		{Name: function.ResultAttrs, Attr: constraints.DictArray, Optional: true},
		{Name: visibilityAttr, Attr: constraints.I64Attr, Default: zeroI64},
		{Name: unnamedAttr, Attr: constraints.I64Attr, Optional: true},
		{Name: "no_inline", Attr: constraints.Unit, Optional: true},
		{Name: "always_inline", Attr: constraints.Unit, Optional: true},
		{Name: Convergent, Attr: constraints.Unit, Optional: true},
		{Name: MemoryEffects, Attr: ofKind[*MemoryEffectsAttr]("LLVM memory effects"), Optional: true},
		{Name: "target_cpu", Attr: constraints.String, Optional: true},
		{Name: "target_features", Attr: ofKind[*TargetFeaturesAttr]("LLVM target features"), Optional: true},
	},
	Regions: []ir.RegionDef{{Name: "body", Summary: "any region"}},
	Traits:  ir.AffineScope | ir.AutomaticAllocationScope | ir.IsolatedFromAbove | ir.Symbol,
	Parse:   parseFunc,
	Print:   printFunc,
	Verify:  verifyFunc,

	Interfaces: []any{callable{}},
}

// Func is a view of an `llvm.func`.
type Func struct{ *ir.Operation }

// AsFunc returns op as a function; ok is false when it is something else.
func AsFunc(op *ir.Operation) (f Func, ok bool) { return Func{op}, op.Is(&FuncOp) }

// Type returns the function's type.
func (f Func) Type() *FunctionType {
	t, _ := f.Inherent(function.TypeAttr).(*ir.TypeAttr).Value.(*FunctionType)
	return t
}

// Linkage returns the name of the function's linkage.
func (f Func) Linkage() string { return Linkage.Of(f.Operation, linkageAttr) }

// ArgAttr returns an attribute of parameter i, or nil.
func (f Func) ArgAttr(i int, name string) ir.Attribute {
	return function.ArgAttrsOf(f.Operation, i).Get(name)
}

// NewFunc creates a function with external linkage. Its entry block has the parameters of its type. argAttrs has one
// dictionary for each parameter, or is nil.
func NewFunc(b *ir.Builder, name string, t *FunctionType, argAttrs []*ir.DictAttr) Func {
	ctx := b.Context()
	st := b.State(&FuncOp)
	st.SetInherent(ir.SymbolName, ctx.StringAttr(name))
	st.SetInherent(function.TypeAttr, ctx.TypeAttr(t))
	st.SetInherent(unnamedAttr, zeroI64(ctx))
	if argAttrs != nil {
		list := make([]ir.Attribute, len(argAttrs))
		for i, d := range argAttrs {
			list[i] = d
		}
		st.SetInherent(function.ArgAttrs, ctx.Array(list...))
	}
	st.Regions = append(st.Regions, &ir.Region{})
	f := Func{b.Create(st)}
	entry := f.Region(0).AppendNew()
	for _, param := range t.Params {
		entry.AddArg(ctx, param, b.Loc())
	}
	return f
}

// NewDeclaration creates a function without a body, to be linked.
func NewDeclaration(b *ir.Builder, name string, t *FunctionType) Func {
	st := b.State(&FuncOp)
	st.SetInherent(ir.SymbolName, b.Context().StringAttr(name))
	st.SetInherent(function.TypeAttr, b.Context().TypeAttr(t))
	st.SetInherent(unnamedAttr, zeroI64(b.Context()))
	st.Regions = append(st.Regions, &ir.Region{})
	return Func{b.Create(st)}
}

func zeroI64(ctx *ir.Context) ir.Attribute { return ctx.Integer(ctx.I(64), 0) }

func isFunctionTypeAttr(a ir.Attribute) bool {
	t, ok := a.(*ir.TypeAttr)
	if !ok {
		return false
	}
	_, ok = t.Value.(*FunctionType)
	return ok
}

func parseFunc(p ir.OpParser, st *ir.OpState) {
	ctx := p.Context()
	linkage, _ := Linkage.tryParse(p)
	st.SetInherent(linkageAttr, Linkage.Attr(ctx, linkage))
	parseVisibility(p, st)
	cconv, _ := callingConvention.tryParse(p)
	st.SetInherent(cconvAttr, callingConvention.Attr(ctx, cconv))
	pos := p.Pos()
	st.SetInherent(ir.SymbolName, ctx.StringAttr(p.Symbol()))
	sig := function.ParseSignature(p, true)
	if p.Failed() {
		return
	}
	t, problem := functionType(ctx, sig)
	if problem != "" {
		p.Errorf(pos, "failed to construct function type: %s", problem)
		return
	}
	st.SetInherent(function.TypeAttr, ctx.TypeAttr(t))
	p.AttrDictWithKeyword(st)
	setArgAttrs(st, sig)
	function.ParseBody(p, st, sig.Args)
}

// parseVisibility reads `hidden` or `protected`, and `unnamed_addr` or `local_unnamed_addr`.
func parseVisibility(p ir.OpParser, st *ir.OpState) {
	ctx := p.Context()
	visibility, unnamed := int64(0), int64(0)
	switch {
	case p.TryLiteral("default"):
	case p.TryLiteral("hidden"):
		visibility = 1
	case p.TryLiteral("protected"):
		visibility = 2
	}
	switch {
	case p.TryLiteral("local_unnamed_addr"):
		unnamed = 1
	case p.TryLiteral("unnamed_addr"):
		unnamed = 2
	}
	st.SetInherent(visibilityAttr, ctx.Integer(ctx.I(64), visibility))
	st.SetInherent(unnamedAttr, ctx.Integer(ctx.I(64), unnamed))
}

// Visibility returns the visibility of a function or global: 0 is default, 1 is hidden, and 2 is protected. Other
// numbers count as 0.
func Visibility(op *ir.Operation) int {
	if v := flagsOf(op, visibilityAttr); v == 1 || v == 2 {
		return int(v)
	}
	return 0
}

func printVisibility(p ir.OpPrinter, op *ir.Operation) {
	keyword := func(attr string, names ...string) {
		if i, ok := op.Inherent(attr).(*ir.IntegerAttr); ok && i.Uint64() < uint64(len(names)) && !i.IsZero() {
			p.Text(names[i.Int64()] + " ")
		}
	}
	keyword(visibilityAttr, "", "hidden", "protected")
	keyword(unnamedAttr, "", "local_unnamed_addr", "unnamed_addr")
}

func functionType(ctx *ir.Context, sig *function.Signature) (t *FunctionType, problem string) {
	if len(sig.Results) > 1 {
		return nil, "expected zero or one function result"
	}
	for _, param := range sig.ArgTypes() {
		if !isLoadable(param) {
			return nil, "expected LLVM type for function arguments"
		}
	}
	result := ir.Type(Void(ctx))
	if len(sig.Results) == 1 {
		result = sig.Results[0]
		if !IsCompatible(result) {
			return nil, "expected LLVM type for function results"
		}
		if result == ir.Type(Void(ctx)) {
			return nil, "expected LLVM type for function results"
		}
	}
	return FuncOf(ctx, result, sig.ArgTypes(), sig.Variadic), ""
}

func setArgAttrs(st *ir.OpState, sig *function.Signature) {
	args := make([]*ir.DictAttr, len(sig.Args))
	for i := range sig.Args {
		args[i] = sig.Args[i].Attrs
	}
	function.SetDicts(st, function.ArgAttrs, args)
	function.SetDicts(st, function.ResultAttrs, sig.ResultAttrs)
}

func printFunc(p ir.OpPrinter, op *ir.Operation) {
	f := Func{op}
	p.Text(" ")
	if l := f.Linkage(); l != "external" {
		p.Text(l + " ")
	}
	printVisibility(p, op)
	if c := callingConvention.Of(op, cconvAttr); c != "ccc" {
		p.Text(c + " ")
	}
	p.Symbol(ir.SymbolNameOf(op))
	t := f.Type()
	var results []ir.Type
	if _, void := t.Result.(*VoidType); !void {
		results = append(results, t.Result)
	}
	function.PrintSignature(p, op, op.Context().FunctionType(t.Params, results), t.Variadic)
	p.AttrDictWithKeyword(op, ir.SymbolName, function.TypeAttr, function.ArgAttrs,
		function.ResultAttrs, linkageAttr, cconvAttr, visibilityAttr, unnamedAttr)
	if body := op.Region(0); !body.IsEmpty() {
		p.Text(" ")
		p.Region(body, false, true)
	}
}

func verifyFunc(op *ir.Operation) error {
	f := Func{op}
	var results []ir.Type
	if _, void := f.Type().Result.(*VoidType); !void {
		results = append(results, f.Type().Result)
	}
	if err := function.VerifySignature(op, f.Type().Params, results); err != nil {
		return err
	}
	if l := f.Linkage(); op.Region(0).IsEmpty() && l != "external" && l != "extern_weak" {
		return op.Errorf("external functions must have 'external' or 'extern_weak' linkage")
	} else if l == "common" {
		return op.Errorf("functions cannot have 'common' linkage")
	}
	switch inlined, optimized := op.Attr("always_inline") != nil, op.Attr("optimize_none") == nil; {
	case inlined && op.Inherent("no_inline") != nil:
		return ir.Errorf(op.Loc(), "no_inline and always_inline attributes are incompatible")
	case !optimized && op.Inherent("no_inline") == nil:
		return op.Errorf("with optimize_none must also be no_inline")
	}
	return nil
}

// Return defines `llvm.return`.
var Return = ir.OpDef{
	Name:     "llvm.return",
	Summary:  instruction("ret"),
	Operands: []ir.ValueDef{{Name: "arg", Type: anyType, Arity: ir.Optional}},
	Traits:   ir.Pure | ir.ReturnLike | ir.Terminator,
	Assembly: `attr-dict ($arg^ ':' type($arg))?`,
	Verify:   verifyReturn,

	Interfaces: []any{branch.InlinedReturn{Branch: &Br}},
}

func verifyReturn(op *ir.Operation) error {
	f, ok := AsFunc(op.Parent())
	if !ok {
		return nil
	}
	fail := func(format string, args ...any) error {
		d := op.Errorf(format, args...)
		d.Note(f.Loc(), "when returning from function")
		return d
	}
	result := f.Type().Result
	_, void := result.(*VoidType)
	switch {
	case void && op.NumOperands() != 0:
		return fail("expected no operands")
	case !void && op.NumOperands() == 0:
		return fail("expected 1 operand")
	case !void && op.Operand(0).Type() != result:
		return fail("mismatching result types")
	}
	return nil
}
