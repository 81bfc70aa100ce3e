package functollvm

import (
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/lowering/conversions/llvmtypes"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// function converts func.func to an llvm.func with the same name, and moves the body to it.
func (p *converter) function(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
	f, _ := fn.AsFunc(op)
	ctx := rw.Context()
	t := llvmtypes.FunctionType(p.types, ctx, f.Type(), isVariadic(op))
	if t == nil {
		return rw.Refuse("its type %s has no counterpart", ir.Quote(f.Type()))
	}
	st := rw.State(&llvm.FuncOp)
	st.SetInherent(ir.SymbolName, op.Inherent(ir.SymbolName))
	st.SetInherent(ir.SymbolVisibility, op.Inherent(ir.SymbolVisibility))
	st.SetInherent(function.TypeAttr, ctx.TypeAttr(t))
	if op.Inherent(function.ArgAttrs) != nil {
		st.SetInherent(function.ArgAttrs, p.argAttrs(f))
	}
	if len(f.Type().Results) == 1 {
		st.SetInherent(function.ResultAttrs, op.Inherent(function.ResultAttrs))
	}
	if err := setAttributes(rw, st, op.Attrs()); err != nil {
		return err
	}
	st.Regions = []*ir.Region{{}}
	to := rw.Create(st)
	if !f.IsDeclaration() {
		inputs := f.Type().Inputs
		used := make([]bool, len(inputs))
		for i, arg := range op.Region(0).Entry().Args() {
			used[i] = arg.HasUses()
		}
		rw.MoveRegion(op.Region(0), to.Region(0), nil)
		signature, ok := p.types.Signature(inputs)
		if !ok {
			return rw.Refuse("an argument has no counterpart")
		}
		rw.ConvertBlock(to.Region(0).Entry(), signature)
		if slices.ContainsFunc(inputs, isMemRef) {
			p.packArguments(rw, to, inputs, used)
		}
	}
	rw.Erase(op)
	return nil
}

func isMemRef(t ir.Type) bool {
	_, ok := t.(*ir.MemRefType)
	return ok
}

// argAttrs returns a dictionary of attributes for each parameter. Attributes of memrefs are dropped, since they do not
// apply to single fields of a descriptor.
func (p *converter) argAttrs(f fn.Func) ir.Attribute {
	ctx := f.Context()
	var list []ir.Attribute
	for i, t := range f.Type().Inputs {
		attrs := function.ArgAttrsOf(f.Operation, i)
		if isMemRef(t) {
			attrs = nil
		}
		for range llvmtypes.Parameters(p.types, ctx, t) {
			if attrs == nil {
				attrs = ctx.Dict()
			}
			list = append(list, attrs)
		}
	}
	return ctx.Array(list...)
}

// packArguments inserts a new entry block, whose arguments are the function's parameters. It packs the parameters into
// the descriptors of memrefs that are the arguments of the old entry block. used says which arguments have uses.
func (p *converter) packArguments(rw *conversion.Rewriter, to *ir.Operation, inputs []ir.Type, used []bool) {
	f, _ := llvm.AsFunc(to)
	region := to.Region(0)
	body := region.Entry()
	params := rw.CreateBlock(region, nil, f.Type().Params, to.Loc()).Args()
	entry := region.Entry()
	args := make([]*ir.Value, len(inputs))
	var unneeded []*ir.Operation
	for i, t := range inputs {
		n := len(llvmtypes.Parameters(p.types, rw.Context(), t))
		if isMemRef(t) && !used[i] {
			args[i] = llvm.NewPoison(rw.Builder, p.types.ConvertOne(t))
			unneeded = append(unneeded, args[i].DefiningOp())
		} else {
			args[i] = llvmtypes.Pack(rw.Builder, t, params[:n])
		}
		params = params[n:]
	}
	rw.InlineBlock(body, entry, nil, args)
	for _, op := range unneeded {
		rw.Erase(op)
	}
}

// setAttributes translates discardable attributes to inherent attributes of llvm.func: llvm.linkage, llvm.readnone, and
// all attributes with the name of an inherent one. It drops func.varargs, which is part of the type. The others stay.
func setAttributes(rw *conversion.Rewriter, st *ir.OpState, attrs *ir.DictAttr) error {
	ctx := rw.Context()
	var rest []ir.NamedAttr
	for _, a := range attrs.All() {
		switch {
		case a.Name == "func.varargs":
		case a.Name == "llvm.linkage":
			if linkage, ok := a.Value.(*llvm.NameAttr); !ok || linkage.Def() != llvm.Linkage.Attr(ctx, "external").Def() {
				return rw.Refuse("its attribute llvm.linkage is %s, not of the form #llvm.linkage<internal>", a.Value)
			}
			st.SetInherent("linkage", a.Value)
		case a.Name == "llvm.readnone":
			if _, ok := a.Value.(*ir.UnitAttr); !ok {
				return rw.Refuse("its attribute llvm.readnone is %s, not unit", a.Value)
			}
			st.SetInherent(llvm.MemoryEffects, llvm.NoMemoryEffects(ctx))
		case st.Info.IsInherent(a.Name) && st.GetInherent(a.Name) == nil:
			st.SetInherent(a.Name, a.Value)
		default:
			rest = append(rest, a)
		}
	}
	st.Attrs = ctx.Dict(rest...)
	return nil
}
