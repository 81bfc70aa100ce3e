package contractions

import (
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// storeOnce stores elements of the output. It marks the store as one that writes elements to which no other store
// writes another value, unless the contraction may be executed several times.
func (l *lowering) storeOnce(ptrs, values, mask *ir.Value) {
	op := tile.NewStore(l.b, ptrs, values, mask)
	if l.once {
		op.SetAttr(tile.WritesOnce, l.Context().Unit())
	}
}

// store applies the epilogue to a tile of sums and stores it in the output.
func (l *lowering) store(sum *ir.Value, down, across part) {
	l.storeResult(l.sumsOf(sum, down, across), down, across)
}

// storeResult stores a tile of results in the output.
func (l *lowering) storeResult(result *ir.Value, down, across part) {
	shape, mask := []int64{l.shape[rows], l.shape[columns]}, l.mask(down, across)
	var axes []contract.Expr
	for _, axis := range l.C {
		axes = append(axes, axis.Expr)
	}
	if !l.Scatters() {
		l.storeOnce(l.pointers(l.Output, axes, shape), result, mask)
		return
	}
	// Several sums, of this program and of others, may belong to one element of the output.
	ptrs := l.pointers(l.Output, axes, shape)
	for d, axis := range l.C {
		if _, alone := axis.Expr.(contract.Letter); !alone {
			at := l.spread(axis.Expr, shape)
			mask = l.where(mask, l.full(l.below(at, l.arrays[l.Output].sizes[d]), shape), shape)
		}
	}
	tile.NewAtomicRMW(l.b, tile.AtomicAdd, tile.Relaxed, tile.ScopeDevice, ptrs, result, mask)
}

// mask returns a mask of the elements of a tile that lie within the extents; nil if all do.
func (l *lowering) mask(down, across part) (mask *ir.Value) {
	shape := []int64{l.shape[rows], l.shape[columns]}
	if down.inside != nil {
		mask = l.along(down.inside, 0, shape)
	}
	if across.inside != nil {
		mask = and(l.b, mask, l.along(across.inside, 1, shape))
	}
	return mask
}

// sumsOf applies the epilogue to a tile of sums.
func (l *lowering) sumsOf(sum *ir.Value, down, across part) *ir.Value {
	shape := []int64{l.shape[rows], l.shape[columns]}
	var others []*ir.Value
	for i, v := range l.Others {
		others = append(others, l.loadOther(v, l.Axes[i], l.mask(down, across), shape))
	}
	return l.finish(sum, others)
}

// full returns v as a tensor: it splats a scalar over a shape.
func (l *lowering) full(v *ir.Value, shape []int64) *ir.Value {
	if _, ok := v.Type().(*ir.TensorType); ok {
		return v
	}
	return tile.NewSplat(l.b, v, shape...)
}

// pointers returns the addresses of a tile's elements at expressions of its letters.
func (l *lowering) pointers(v *ir.Value, axes []contract.Expr, shape []int64) *ir.Value {
	var sums [3]number // distances that depend on rows alone, on columns alone, and ([products]) on neither
	var mixed number   // distances that depend on both
	for d, x := range axes {
		stride := l.arrays[v].strides[d]
		if p := l.side(x); p >= 0 {
			sums[p] = l.add(sums[p], l.mul(l.eval(x), stride))
		} else {
			mixed = l.add(mixed, l.mul(l.spread(x, shape), stride))
		}
	}
	ptrs := tile.NewSplat(l.b, l.moved(l.address(v), sums[products]), shape...)
	for axis := range 2 {
		if by := sums[axis]; !by.is(0) {
			ptrs = l.moved(ptrs, number{v: l.along(l.value(by, []int64{l.shape[axis]}), axis, shape)})
		}
	}
	return l.moved(ptrs, mixed)
}

// side returns the axis of a tile of the output on which an expression depends: rows or columns, products if it depends
// on neither, and -1 if it depends on both.
func (l *lowering) side(x contract.Expr) int {
	m := slices.ContainsFunc(l.m, func(c contract.Letter) bool { return contract.Contains(x, c) })
	n := slices.ContainsFunc(l.n, func(c contract.Letter) bool { return contract.Contains(x, c) })
	switch {
	case m && n:
		return -1
	case m:
		return rows
	case n:
		return columns
	}
	return products
}

// spread returns the values of an expression for all elements of a tile.
func (l *lowering) spread(x contract.Expr, shape []int64) number {
	values := maps.Clone(l.values)
	for axis, letters := range [2][]contract.Letter{l.m, l.n} {
		for _, letter := range letters { // in order, so that the code is the same each time
			if v := l.values[letter]; v.shape() != nil && contract.Contains(x, letter) {
				values[letter] = number{v: l.along(v.v, axis, shape)}
			}
		}
	}
	return l.evalOf(x, values)
}

// loadOther returns a tile of an operand of the epilogue.
func (l *lowering) loadOther(v *ir.Value, letters []contract.Letter, mask *ir.Value, shape []int64) *ir.Value {
	axes := make([]contract.Expr, len(letters))
	for i, letter := range letters {
		axes[i] = letter
	}
	return l.loadPadded(l.pointers(v, axes, shape), mask)
}

// loadPadded loads elements where a mask is true; nil stands for true. The other elements are zero, not undefined,
// since the epilogue may branch on them.
func (l *lowering) loadPadded(ptrs, mask *ir.Value) *ir.Value {
	if mask == nil {
		return tile.NewLoad(l.b, ptrs, nil, nil)
	}
	t := ptrs.Type().(*ir.TensorType)
	elem := t.ElementType().(*tile.PtrType).Pointee()
	other := l.Context().DenseSplat(l.Context().TensorType(t.Shape(), elem, nil), zero(l.Context(), elem))
	return tile.NewLoad(l.b, ptrs, mask, arith.NewConstant(l.b, other))
}

// finish applies the epilogue to a tile of sums. If there is none, it converts the sums to the element type of the
// output.
func (l *lowering) finish(sum *ir.Value, others []*ir.Value) *ir.Value {
	elem := l.Output.Type().(*tile.ArrayType).ElementType()
	if l.Region(0).IsEmpty() {
		return tile.Convert(l.b, sum, elem)
	}
	st := l.b.State(&tile.Map)
	st.Operands = append(append(st.Operands, sum), others...)
	st.Types = append(st.Types, l.b.Context().WithElement(sum.Type(), elem))
	body := &ir.Region{}
	var m ir.Mapping
	block := body.AppendNew()
	for _, arg := range l.Region(0).Entry().Args() {
		m.Map(arg, block.AddArg(l.b.Context(), arg.Type(), l.Loc()))
	}
	st.Regions = append(st.Regions, body)
	op := l.b.Create(st)
	inner := ir.NewBuilder(l.b.Context()).AtEnd(op.Region(0).Entry())
	for from := range l.Region(0).Entry().Ops() {
		inner.Clone(from, &m)
	}
	return op.Result(0)
}
