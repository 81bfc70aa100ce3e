package tile

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Reductions and scans have two forms of text. The long form has the region that combines elements. If the region
// consists of one operation, the short form has the name of this operation instead:
//
//	%s = tile.reduce %v axis = 0 {
//	^bb0(%a: f32, %b: f32):
//	  %c = tile.add %a, %b : f32, f32 -> f32
//	  tile.yield %c : f32
//	} : tensor<128xf32> -> f32
//
//	%s = tile.reduce add %v axis = 0 : tensor<128xf32> -> f32
//
// In both forms, the types or the result types may be omitted.

// namedCombiners maps the names that the short form may have, which lack the dialect, to operations.
var namedCombiners = func() map[string]*ir.OpDef {
	byName := make(map[string]*ir.OpDef)
	for _, def := range combiners {
		byName[strings.TrimPrefix(def.Name, "tile.")] = def
	}
	return byName
}()

// parseCombined reads a reduction or scan. resultOf returns the type of a result.
func parseCombined(resultOf func(ctx *ir.Context, t ir.Type, axis int) ir.Type) func(ir.OpParser, *ir.OpState) {
	return func(p ir.OpParser, st *ir.OpState) {
		ctx := p.Context()
		at := p.Pos()
		name, named := p.TryKeyword()
		def := namedCombiners[name]
		if named && def == nil {
			p.Errorf(at, "expected an operand, or one of add, mul, min, max, and, or, xor, but got '%s'", name)
			return
		}
		pos := p.Pos()
		inputs := p.Operands()
		if named && len(inputs) != 1 && !p.Failed() {
			p.Errorf(pos, "'%s' combines the elements of one tensor, but there are %d: write the region that combines them",
				name, len(inputs))
			return
		}
		p.Literal("axis")
		p.TryLiteral("=")
		axis := p.Int64()
		st.SetInherent("axis", ctx.Integer(ctx.I(32), axis))
		if st.Info.Name == "tile.scan" && p.TryLiteral(ReverseName) {
			st.SetInherent(ReverseName, ctx.Unit())
		}
		if !named {
			p.Region(st)
		}
		p.AttrDict(st)
		parseCombinedTypes(p, st, inputs, func(t ir.Type) ir.Type { return resultOf(ctx, t, int(axis)) })
		if named && !p.Failed() {
			st.Regions = append(st.Regions, combinerOf(ctx, def, ir.ElementOrSelf(st.Operands[0].Type()), p.LocAt(at)))
		}
	}
}

// parseCombinedTypes reads the types, which may be missing, and resolves the operands.
func parseCombinedTypes(p ir.OpParser, st *ir.OpState, inputs []ir.UnresolvedOperand, resultOf func(ir.Type) ir.Type) {
	pos := p.Pos()
	var types []ir.Type
	given := p.TryLiteral(":")
	if given {
		types = p.Types()
	} else {
		for _, u := range inputs {
			types = append(types, p.TypeOf(u))
		}
	}
	p.ResolveInto(st, inputs, types, pos)
	if p.Failed() {
		return
	}
	if given && p.TryLiteral("->") {
		st.Types = p.Types()
		return
	}
	for _, t := range types {
		st.Types = append(st.Types, resultOf(t))
	}
}

// combinerOf returns a region that combines the left and the right element by one operation.
func combinerOf(ctx *ir.Context, def *ir.OpDef, elem ir.Type, loc ir.Location) *ir.Region {
	r := &ir.Region{}
	block := r.AppendNew()
	left, right := block.AddArg(ctx, elem, loc), block.AddArg(ctx, elem, loc)
	b := ir.NewBuilder(ctx).AtEnd(block)
	b.SetLoc(loc)
	st := b.State(def)
	st.Operands, st.Types = []*ir.Value{left, right}, []ir.Type{elem}
	combined := b.Create(st)
	end := b.State(&Yield)
	end.Operands = []*ir.Value{combined.Result(0)}
	b.Create(end)
	return r
}

// printCombined writes a reduction or scan.
func printCombined(p ir.OpPrinter, op *ir.Operation) {
	name := combinerName(op)
	if name != "" {
		p.Text(" " + name)
	}
	p.Text(" ")
	p.Operands(op.OperandValues())
	p.Text(" axis = ")
	p.Int(int64(Axis(op)))
	if op.Inherent(ReverseName) != nil {
		p.Text(" " + ReverseName)
	}
	if name == "" {
		p.Text(" ")
		p.Region(op.Region(0), true, true)
	}
	p.AttrDict(op, "axis", ReverseName)
	p.Text(" : ")
	p.Types(op.OperandTypes())
	p.Text(" -> ")
	p.Types(op.ResultTypes())
}

// combinerName returns the name of the operation that the combining region consists of, or "" if the short form is not
// possible.
func combinerName(op *ir.Operation) string {
	if op.NumOperands() != 1 || op.NumResults() != 1 || op.Region(0).IsEmpty() || !op.Region(0).HasOneBlock() {
		return ""
	}
	block := op.Region(0).Entry()
	elem := ir.ElementOrSelf(op.Operand(0).Type())
	first := block.First()
	if block.NumArgs() != 2 || block.Arg(0).Type() != elem || block.Arg(1).Type() != elem || first == nil {
		return ""
	}
	name := strings.TrimPrefix(first.Name(), "tile.")
	end := first.Next()
	if def := namedCombiners[name]; def == nil || !first.Is(def) || end == nil || !end.Is(&Yield) ||
		first.Operand(0) != block.Arg(0) || first.Operand(1) != block.Arg(1) || first.Result(0).Type() != elem ||
		end.NumOperands() != 1 || end.Operand(0) != first.Result(0) || end.Next() != nil {
		return ""
	}
	for _, o := range []*ir.Operation{first, end} {
		if a := o.Attrs(); a != nil && a.Len() > 0 || hasInherent(o) {
			return ""
		}
	}
	return name
}

// hasInherent reports whether an operation has any of the attributes that its definition names.
func hasInherent(op *ir.Operation) bool {
	for _, a := range op.Def().Attrs {
		if op.Inherent(a.Name) != nil {
			return true
		}
	}
	return false
}
