// Package tensormaps adds arguments to kernels that are tensor maps of their arrays. A tensor map describes an array to
// the hardware, so that bulk copies can move boxes of it to and from shared memory. Passes that insert bulk copies use
// the package; it inserts none itself. Start at [Possible] and [PossibleTarget], which say whether an array can have a
// map, and at [Maps.Of].
package tensormaps

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Possible reports whether bulk copies through a tensor map can replace a load of an array. The array must be made of
// the kernel's arguments ([tensorcores.OriginOf]), whose alignment the kernel promises, and tiles must begin at aligned
// addresses ([BeginsAligned]). The kernel must not write to the array before the load or at the same time.
func Possible(kernel tile.Kernel, array *ir.Value, load *ir.Operation) bool {
	o := tensorcores.OriginOf(kernel, array)
	if o == nil || !tensorcores.Aligned(kernel, array) || !BeginsAligned(kernel, load) {
		return false
	}
	_, isArray := o.Argument.Type().(*tile.ArrayType)
	return isArray && onlyRead(o.Argument) && !kernel.MayOverlap(o.Argument.Index()) ||
		tensorcores.ReadsFirst(kernel, array, load)
}

// PossibleTarget is [Possible] for an array that bulk copies write. Either nothing in the kernel reads the array or
// takes its address, or the store is the last access to the array's memory and the only one that writes there
// ([WrittenLast]).
func PossibleTarget(kernel tile.Kernel, array *ir.Value, store *ir.Operation) bool {
	if !tensorcores.Aligned(kernel, array) {
		return false
	}
	return array.ArgumentOf() == kernel.Entry() && onlyWritten(array) && !kernel.MayOverlap(array.Index()) ||
		WrittenLast(kernel, array, store)
}

// WrittenLast reports whether a store is the last access of the program to an array's memory and the only one that
// writes there. The store must not be in a loop.
func WrittenLast(kernel tile.Kernel, array *ir.Value, store *ir.Operation) bool {
	if !kernel.Region(0).HasOneBlock() {
		return false
	}
	var an alias.Analysis
	for at := store; at != kernel.Operation && !tile.RunsPrograms(at); at = at.Parent() {
		if at != store && !at.Is(&scf.IfOp) {
			return false
		}
		behind := false
		for op := range at.Block().Ops() {
			if op == at {
				behind = true
				continue
			}
			if access := an.Effects(op, array); behind && access != 0 || access&alias.Mod != 0 {
				return false
			}
		}
	}
	return true
}

// onlyWritten reports whether all that a kernel does with an array or view is to store to it.
func onlyWritten(v *ir.Value) bool {
	for u := range v.Uses() {
		switch op := u.Owner(); {
		case op.Is(&tile.MakeView):
			if !onlyWritten(op.Result(0)) {
				return false
			}
		case tile.IsViewUpdate(op) && op.Operand(1) == v:
		case !op.Is(&tile.Dim) && !op.Is(&tile.Stride) && !op.Is(&tile.NumTiles):
			return false
		}
	}
	return true
}

// Element returns the index of the first element of a tile, from the index of the tile and the distance between tiles.
// If a tile may lie anywhere, its first element may have an index that does not fit in 32 bits. Such a tile is outside
// of the array, and gets the index -2^31.
func Element(b *ir.Builder, index *ir.Value, step int64, anywhere bool) *ir.Value {
	if step == 1 {
		return index
	}
	number := func(n int64) *ir.Value { return arith.NewConstant(b, b.Context().Integer(b.Context().I(32), n)) }
	at := arith.Binary(b, &arith.MulI, index, number(step))
	if !anywhere {
		return at
	}
	before, behind := 1<<31/step, (1<<31-1)/step+1 // index * step fits in 32 bits if -before <= index < behind
	fits := arith.NewCmpI(b, arith.ULT, arith.Binary(b, &arith.AddI, index, number(before)),
		number(int64(int32(uint32(before+behind)))))
	return arith.NewSelect(b, fits, at, number(-1<<31))
}

// ArrayOf returns the array of a view. For an array it returns the array itself.
func ArrayOf(v *ir.Value) *ir.Value {
	if op := v.DefiningOp(); op != nil && op.Is(&tile.MakeView) {
		return op.Operand(0)
	}
	return v
}

// onlyRead reports whether nothing in the kernel writes an array or view. Its address may only be taken to make another
// array of it, for which the same holds.
func onlyRead(v *ir.Value) bool {
	for u := range v.Uses() {
		switch op := u.Owner(); {
		case op.Is(&tile.MakeView), op.Is(&tile.Base), op.Is(&tile.MakeArray):
			if !onlyRead(op.Result(0)) {
				return false
			}
		case !op.Is(&tile.LoadView) && !op.Is(&tile.LoadPixels) && !op.Is(&tile.Dim) && !op.Is(&tile.Stride) &&
			!op.Is(&tile.NumTiles):
			return false
		}
	}
	return true
}

// Maps are the tensor maps that a pass adds to a kernel.
type Maps struct {
	kernel tile.Kernel
	made   map[mapped]*ir.Value
}

// mapped identifies a tensor map: it describes boxes of an array.
type mapped struct {
	array *ir.Value
	elem  ir.Type
	box   string
}

// New returns an empty set of tensor maps for a kernel.
func New(kernel tile.Kernel) *Maps { return &Maps{kernel: kernel, made: make(map[mapped]*ir.Value)} }

// Finish updates the type of the kernel after all maps are made.
func (m *Maps) Finish() {
	if len(m.made) > 0 {
		m.kernel.UpdateType()
	}
}

// Of returns the kernel argument for the tensor map of an array. Copies move boxes of the given sizes, and swizzle them
// in patterns of the given number of bytes. The last dimension of a box is the contiguous one. elem is the type of the
// copied elements: with tf32, the copies round elements of f32.
func (m *Maps) Of(array *ir.Value, elem ir.Type, box []int64, swizzle int) *ir.Value {
	key := mapped{array, elem, fmt.Sprint(box)}
	if m.made[key] == nil {
		m.made[key] = m.add(array, elem, box, swizzle)
	}
	return m.made[key]
}

// OfPixels is [Maps.Of] for copies of pixels of a window (mode im2col): box has the numbers of pixels and of channels.
func (m *Maps) OfPixels(array *ir.Value, elem ir.Type, box []int64, swizzle int, p tile.Pixels) *ir.Value {
	key := mapped{array, elem, fmt.Sprint(box, p)}
	if m.made[key] == nil {
		ctx := m.kernel.Context()
		lower, upper := tensorcores.Corners(array.Type().(*tile.ArrayType), p)
		m.made[key] = m.add(array, elem, box, swizzle, ir.NamedAttr{Name: "lower", Value: ctx.DenseI64(lower...)},
			ir.NamedAttr{Name: "steps", Value: ctx.DenseI64(p.Steps...)},
			ir.NamedAttr{Name: "upper", Value: ctx.DenseI64(upper...)})
	}
	return m.made[key]
}

// add gives the kernel an argument with the attribute [tilegpu.TensorMap], which tells the launcher how to make the
// map. A number n >= 0 in its sizes and strides is the index of a kernel argument; n < 0 stands for the constant -1 -
// n.
func (m *Maps) add(array *ir.Value, elem ir.Type, box []int64, swizzle int, more ...ir.NamedAttr) *ir.Value {
	ctx, k := m.kernel.Context(), m.kernel
	attrs, _ := k.Inherent(function.ArgAttrs).(*ir.ArrayAttr)
	var all []ir.Attribute
	for i := range k.Entry().NumArgs() {
		if attrs == nil {
			all = append(all, ctx.Dict())
			continue
		}
		all = append(all, attrs.Elems[i])
	}
	t, origin := array.Type().(*tile.ArrayType), tensorcores.OriginOf(k, array)
	at := loweredIndex(k, origin.Argument.Index())
	next := at + 1
	numbers := func(list []tensorcores.Extent) []int64 {
		out := make([]int64, len(list))
		for i, n := range list {
			switch {
			case n.Argument != nil:
				out[i] = int64(loweredIndex(k, n.Argument.Index()))
			case n.N >= 0:
				out[i] = -1 - n.N
			default:
				out[i] = int64(next)
				next++
			}
		}
		return out
	}
	sizes, strides := numbers(origin.Sizes), numbers(origin.Strides)
	if tensorcores.IsTransposed(t) {
		slices.Reverse(sizes)
		slices.Reverse(strides)
	}
	described := []ir.NamedAttr{
		{Name: "base", Value: ctx.Integer(ctx.I(32), int64(at))}, {Name: "box", Value: ctx.DenseI64(box...)},
		{Name: "elem", Value: ctx.TypeAttr(elem)}, {Name: "sizes", Value: ctx.DenseI64(sizes...)},
		{Name: "strides", Value: ctx.DenseI64(strides...)},
		{Name: "swizzle", Value: ctx.Integer(ctx.I(32), int64(swizzle))},
	}
	described = append(described, more...)
	if op := array.DefiningOp(); op != nil && op.Attr(tilegpu.ChecksMap) != nil {
		described = append(described, ir.NamedAttr{Name: "checked", Value: ctx.Unit()})
	}
	all = append(all, ctx.Dict(ir.NamedAttr{Name: tilegpu.TensorMap, Value: ctx.Dict(described...)}))
	arg := k.Entry().AddArg(ctx, tile.Ptr(ctx, ctx.I(8)), array.Loc())
	k.SetAttr(function.ArgAttrs, ctx.Array(all...))
	return arg
}

// loweredIndex returns the index that an argument has after arrays are lowered. Lowering replaces an array by its
// address, its dynamic sizes and its dynamic strides; the index is that of the address.
func loweredIndex(k tile.Kernel, argument int) (index int) {
	for _, v := range k.Entry().Args()[:argument] {
		index++
		if t, ok := v.Type().(*tile.ArrayType); ok {
			for _, list := range [...][]int64{t.Shape(), t.Strides()} {
				for _, n := range list {
					if n == ir.Dynamic {
						index++
					}
				}
			}
		}
	}
	return index
}
