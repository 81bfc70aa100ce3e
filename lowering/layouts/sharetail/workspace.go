package sharetail

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// addWorkspace gives a kernel an argument for memory of a number of words, in front of the sizes of the grid. With
// zeros, the memory begins as zeros.
func addWorkspace(k tile.Kernel, words int64, zeros bool) *ir.Value {
	ctx, entry := k.Context(), k.Entry()
	var attrs []ir.Attribute
	n := entry.NumArgs()
	for i := range n {
		one := function.ArgAttrsOf(k.Operation, i)
		if one == nil {
			one = ctx.Dict()
		}
		attrs = append(attrs, one)
	}
	for n > 0 && attrs[n-1].(*ir.DictAttr).Get(tile.GridSize) != nil {
		n--
	}
	i32 := ctx.I(32)
	list := []ir.NamedAttr{{Name: tile.ArgDivisibility, Value: ctx.Integer(i32, alignment)}}
	if zeros {
		list = append(list, ir.NamedAttr{Name: tile.KeepsZeros, Value: ctx.Unit()})
	}
	list = append(list, ir.NamedAttr{Name: tile.Workspace, Value: ctx.TypeAttr(ctx.TensorType([]int64{words}, i32, nil))})
	v := entry.AddArg(ctx, tile.Ptr(ctx, i32), k.Loc())
	behind := append([]ir.Attribute{ctx.Dict(list...)}, attrs[n:]...)
	for range attrs[n:] {
		size := entry.Arg(n)
		size.ReplaceAllUsesWith(entry.AddArg(ctx, size.Type(), k.Loc()))
		entry.EraseArg(n)
	}
	k.SetAttr(function.ArgAttrs, ctx.Array(append(attrs[:n:n], behind...)...))
	k.UpdateType()
	return v
}

// alignment is that of workspaces, in bytes.
const alignment = 16
