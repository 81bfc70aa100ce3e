package importtt

import (
	"fmt"
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/ir"
)

var regions = map[*ir.OpDef]conversion{
	&tt.Reduce: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		return im.combination(&tile.Reduce, op), nil
	},
	&tt.Scan: func(im *importer, op *ir.Operation) ([]*ir.Value, error) {
		if reverse, ok := op.Inherent("reverse").(*ir.IntegerAttr); ok && reverse.Bool() {
			return im.combination(&tile.Scan, op, im.unit(tile.ReverseName)), nil
		}
		return im.combination(&tile.Scan, op), nil
	},
	&tt.ReduceReturn:         (*importer).yield,
	&tt.ScanReturn:           (*importer).yield,
	&tt.MapElementwise:       (*importer).mapElementwise,
	&tt.MapElementwiseReturn: (*importer).yield,
}

// combination makes a reduction or a scan, and moves the region of op to it.
func (im *importer) combination(def *ir.OpDef, op *ir.Operation, attrs ...ir.NamedAttr) []*ir.Value {
	st := im.b.State(def)
	st.Operands = append(st.Operands, op.OperandValues()...)
	st.Types = append(st.Types, op.ResultTypes()...)
	for _, a := range append(attrs, im.i32("axis", tt.Axis(op))) {
		st.AddAttr(a.Name, a.Value)
	}
	st.Regions = append(st.Regions, &ir.Region{})
	to := im.b.Create(st)
	to.Region(0).TakeBlocks(op.Region(0))
	return to.ResultValues()
}

func (im *importer) yield(op *ir.Operation) ([]*ir.Value, error) {
	im.build(&tile.Yield, nil, op.OperandValues())
	return nil, nil
}

// mapElementwise makes a tile.map, whose region must be one block. A region with several blocks becomes a function,
// which the block calls.
func (im *importer) mapElementwise(op *ir.Operation) ([]*ir.Value, error) {
	st := im.b.State(&tile.Map)
	if pack := tt.Pack(op); pack != 1 {
		a := im.i32(tile.PackName, pack)
		st.AddAttr(a.Name, a.Value)
	}
	st.Operands = append(st.Operands, op.OperandValues()...)
	st.Types = append(st.Types, op.ResultTypes()...)
	st.Regions = append(st.Regions, &ir.Region{})
	to := im.b.Create(st)
	if !op.Region(0).HasOneBlock() {
		im.outline(op)
	}
	to.Region(0).TakeBlocks(op.Region(0))
	return to.ResultValues(), nil
}

// outline moves a region's blocks into a new private function, and replaces them by a block that calls it. Captured
// values become further arguments of the function.
func (im *importer) outline(op *ir.Operation) {
	region := op.Region(0)
	entry := region.Entry()
	outer := captured(region)
	params := slices.Concat(entry.ArgTypes(), ir.TypesOf(outer))
	var results []ir.Type
	for _, t := range op.ResultTypes() {
		results = append(results, slices.Repeat([]ir.Type{ir.ElementOrSelf(t)}, tt.Pack(op))...)
	}
	for _, v := range outer {
		arg := entry.AddArg(im.ctx, v.Type(), v.Loc())
		v.ReplaceUsesIf(arg, func(use *ir.Operand) bool { return inside(use.Owner(), region) })
	}
	for b := range region.Blocks() {
		if end := b.Last(); end.Is(&tile.Yield) {
			im.b.Before(end).CopyLoc(end)
			fn.NewReturn(im.b, end.OperandValues()...)
			end.Erase()
		}
	}
	top := op
	for top.Parent() != im.module {
		top = top.Parent()
	}
	im.b.Before(top).CopyLoc(op)
	f := fn.NewDeclaration(im.b, fmt.Sprintf("%s_map_%d", ir.SymbolNameOf(top), im.outlined),
		im.ctx.FunctionType(params, results))
	im.outlined++
	f.Body().TakeBlocks(region)

	block := region.AppendNew()
	n := len(params) - len(outer)
	for i, t := range params[:n] {
		block.AddArg(im.ctx, t, entry.Arg(i).Loc())
	}
	im.b.AtEnd(block).CopyLoc(op)
	call := fn.NewCall(im.b, f, slices.Concat(block.Args(), outer)...)
	im.build(&tile.Yield, nil, call.ResultValues())
}

// captured returns the values that a region uses but does not define, each once.
func captured(region *ir.Region) []*ir.Value {
	var out []*ir.Value
	for b := range region.Blocks() {
		for op := range b.Ops() {
			op.Walk(func(inner *ir.Operation) bool {
				for _, v := range inner.OperandValues() {
					if !definedIn(v, region) && !slices.Contains(out, v) {
						out = append(out, v)
					}
				}
				return true
			})
		}
	}
	return out
}

// definedIn reports whether a value is defined in a region or in a nested one.
func definedIn(v *ir.Value, region *ir.Region) bool {
	at := v.ParentBlock().Region()
	return at == region || region.IsAncestorOf(at)
}

func inside(op *ir.Operation, region *ir.Region) bool {
	at := op.Block().Region()
	return at == region || region.IsAncestorOf(at)
}
