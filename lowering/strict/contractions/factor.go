package contractions

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// factor is an operand of the product, lhs or rhs. It has the parts of addresses and indices that depend on the outer
// letters, which are the same for all tiles along K.
type factor struct {
	*lowering
	i     int // 0 for lhs, 1 for rhs
	v     *ir.Value
	axes  []contract.Axis
	outer part      // the rows of lhs, or the columns of rhs
	ptr   *ir.Value // the address for the values of the batch letters
	at    number    // the distances of the rows or columns from ptr, in elements
	// padded are the axes whose indices may lie outside of the operand, where elements count as zero. parts has, for
	// each of them, the part of the index that depends on the outer letters.
	padded []int
	parts  []number
	// checked are the axes whose indices must not lie outside of the operand, if the kernel checks this. checkedParts
	// has their outer parts.
	checked      []int
	checkedParts []number
}

// factor prepares lhs (i = 0) or rhs (i = 1) for a tile of the output.
func (l *lowering) factor(i int, outer part) *factor {
	f := &factor{lowering: l, i: i, v: [2]*ir.Value{l.LHS, l.RHS}[i], axes: [2][]contract.Axis{l.A, l.B}[i], outer: outer}
	a := l.arrays[f.v]
	var scalar, tensor number
	for d, axis := range f.axes {
		v := l.eval(axis.Outer)
		if l.padding(i, d) {
			f.padded, f.parts = append(f.padded, d), append(f.parts, v)
		}
		if _, alone := axis.Expr.(contract.Letter); l.check && !alone && l.Outside[i][d] == tile.OutsideChecked {
			f.checked, f.checkedParts = append(f.checked, d), append(f.checkedParts, v)
		}
		if v = l.mul(v, a.strides[d]); v.shape() == nil {
			scalar = l.add(scalar, v)
		} else {
			tensor = l.add(tensor, v)
		}
	}
	f.ptr, f.at = l.moved(l.address(f.v), scalar), tensor
	return f
}

// moved adds a distance to an address, or to addresses of the same shape.
func (l *lowering) moved(ptr *ir.Value, by number) *ir.Value {
	if by.is(0) {
		return ptr
	}
	var shape []int64
	if t, ok := ptr.Type().(*ir.TensorType); ok {
		shape = t.Shape()
	}
	st := l.b.State(&tile.AddPtr)
	st.Operands = append(st.Operands, ptr, l.value(by, shape))
	st.Types = append(st.Types, ptr.Type())
	return l.b.Create(st).Result(0)
}

// padding reports whether indices along axis d of operand i may lie outside of it, where elements count as zero.
func (l *lowering) padding(i, d int) bool {
	if l.Outside[i][d] != tile.OutsideZero {
		return false
	}
	axis, v := [2][]contract.Axis{l.A, l.B}[i][d], [2]*ir.Value{l.LHS, l.RHS}[i]
	if _, alone := axis.Expr.(contract.Letter); alone {
		return false
	}
	if l.extents == nil {
		return true
	}
	span := [2][]contract.Span{l.extents.A, l.extents.B}[i][d]
	return span.Min < 0 || span.Max >= v.Type().(*tile.ArrayType).Shape()[d]
}

// load returns the tile of the factor at the given flat indices of K.
func (f *factor) load(flat number, along part) *ir.Value {
	shape, outer, inner := []int64{f.shape[rows], f.depth()}, 0, 1
	if f.i == 1 {
		shape, outer, inner = []int64{f.depth(), f.shape[columns]}, 1, 0
	}
	ptrs := tile.NewSplat(f.b, f.ptr, shape...)
	if !f.at.is(0) {
		ptrs = f.moved(ptrs, number{v: f.along(f.value(f.at, f.one(f.outer)), outer, shape)})
	}
	by, all := f.distance(flat)
	if !by.is(0) {
		ptrs = f.moved(ptrs, number{v: f.along(f.value(by, f.one(along)), inner, shape)})
	}
	ptrs = f.moved(ptrs, all)
	var mask *ir.Value
	if f.outer.inside != nil {
		mask = f.along(f.outer.inside, outer, shape)
	}
	var inside *ir.Value
	for n, d := range f.padded {
		inside = and(f.b, inside, f.inside(d, f.parts[n], flat, shape))
	}
	if along.inside != nil {
		inside = f.where(f.along(along.inside, inner, shape), inside, shape)
	}
	mask = f.where(mask, inside, shape)
	for n, d := range f.checked {
		in := f.inside(d, f.checkedParts[n], flat, shape)
		if mask != nil {
			in = arith.NewSelect(f.b, mask, in, f.all(shape, 1))
		}
		tile.NewAssert(f.b, in, fmt.Sprintf("an index along axis %d of %s is out of bounds", d, [2]string{"lhs", "rhs"}[f.i]))
	}
	if mask == nil {
		return tile.NewLoad(f.b, ptrs, nil, nil)
	}
	ctx := f.Context()
	elem := f.v.Type().(*tile.ArrayType).ElementType()
	other := arith.NewConstant(f.b, ctx.DenseSplat(ctx.TensorType(shape, elem, nil), zero(ctx, elem)))
	return tile.NewLoad(f.b, ptrs, mask, other)
}

func (l *lowering) one(p part) []int64 {
	if p.axis == products {
		return []int64{l.depth()}
	}
	return []int64{l.shape[p.axis]}
}

// all returns a mask that is true everywhere if n is 1, and false everywhere if n is 0.
func (l *lowering) all(shape []int64, n int64) *ir.Value {
	ctx := l.Context()
	return arith.NewConstant(l.b, ctx.DenseSplat(ctx.TensorType(shape, ctx.I(1), nil), ctx.Integer(ctx.I(1), n)))
}

// where returns the conjunction of two masks; nil stands for true. It is a select, so that inside may be poison where
// there is false.
func (l *lowering) where(there, inside *ir.Value, shape []int64) *ir.Value {
	switch {
	case there == nil:
		return inside
	case inside == nil:
		return there
	}
	return arith.NewSelect(l.b, there, inside, l.all(shape, 0))
}

// and is the conjunction of masks; nil stands for true.
func and(b *ir.Builder, x, y *ir.Value) *ir.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return arith.Binary(b, &arith.AndI, x, y)
}

// distance returns the distances, in elements, that K contributes to the addresses of a tile, for the given flat
// indices. by has one distance for each product of the tile; all is added to the addresses of the whole tile.
func (f *factor) distance(flat number) (by, all number) {
	if f.runs != nil {
		strides := f.v.Type().(*tile.ArrayType).Strides()
		for d, axis := range f.axes {
			all = f.add(all, f.mul(f.eval(axis.Reduced), known(strides[d])))
		}
		return f.withinRuns(f.i, flat, func(letter contract.Letter) (step int64) {
			for d, axis := range f.axes {
				step += coefficient(axis.Reduced, letter) * strides[d]
			}
			return step
		}), all
	}
	if w := f.steps(f.i); w != nil {
		return f.walk(w, flat), known(0)
	}
	var sum number
	for d, axis := range f.axes {
		sum = f.add(sum, f.mul(f.reduced(axis, flat), f.arrays[f.v].strides[d]))
	}
	return sum, known(0)
}

func (l *lowering) walk(w *walk, flat number) number {
	if w.table != nil {
		return l.lookup(w.table, flat)
	}
	return l.add(known(w.first), l.mul(flat, known(w.step)))
}

// reduced returns the part of an axis's index that depends on K, for the given flat indices.
func (f *factor) reduced(axis contract.Axis, flat number) number {
	if f.runs != nil {
		step := func(letter contract.Letter) int64 { return coefficient(axis.Reduced, letter) }
		return f.add(f.eval(axis.Reduced), f.withinRuns(f.i, flat, step))
	}
	w := f.walkOf(func(values map[contract.Letter]int64) (int64, error) {
		return contract.Eval(axis.Reduced, values, f.Constants)
	})
	if w == nil {
		return f.eval(axis.Reduced)
	}
	return f.walk(w, flat)
}

// inside returns a mask of the elements of a tile whose index along axis d lies inside of the operand. outer is the
// part of the index that depends on the outer letters.
func (f *factor) inside(d int, outer, flat number, shape []int64) *ir.Value {
	reduced := f.reduced(f.axes[d], flat)
	size, at := f.arrays[f.v].sizes[d], 1-f.i
	switch {
	case reduced.shape() == nil && outer.shape() == nil:
		return tile.NewSplat(f.b, f.below(f.add(outer, reduced), size), shape...)
	case reduced.shape() == nil:
		return f.along(f.below(f.add(outer, reduced), size), 1-at, shape)
	case outer.shape() == nil:
		return f.along(f.below(f.add(outer, reduced), size), at, shape)
	}
	x := number{v: f.along(outer.v, 1-at, shape)}
	y := number{v: f.along(reduced.v, at, shape)}
	return f.below(f.add(x, y), size)
}

// eval returns the value of an expression for the current values of the letters.
func (l *lowering) eval(x contract.Expr) number { return l.evalOf(x, l.values) }

func (l *lowering) evalOf(x contract.Expr, values map[contract.Letter]number) number {
	switch x := x.(type) {
	case contract.Const:
		return known(int64(x))
	case contract.Letter:
		return values[x]
	case *contract.Neg:
		return l.sub(known(0), l.evalOf(x.X, values))
	case *contract.Read:
		return l.read(x, values)
	}
	binary := x.(*contract.Binary)
	a, b := l.evalOf(binary.X, values), l.evalOf(binary.Y, values)
	switch binary.Op {
	case "+":
		return l.add(a, b)
	case "-":
		return l.sub(a, b)
	case "*":
		return l.mul(a, b)
	case "//":
		return l.floorDiv(a, b)
	}
	return l.floorMod(a, b)
}

// read returns elements of a table. Indices may lie outside of it for rows, columns or products of a tile that lie
// beyond the extents; their elements are not used.
func (l *lowering) read(r *contract.Read, values map[contract.Letter]number) number {
	at := make([]number, len(r.Indices))
	for i, x := range r.Indices {
		at[i] = l.evalOf(x, values)
	}
	if t, ok := l.Constants[r.Table]; ok {
		if v, ok := l.ofPiece(t.Data, r.Indices); ok {
			return v
		}
		flat := known(0)
		for i, n := range t.Shape {
			flat = l.add(l.mul(flat, known(n)), at[i])
		}
		return l.lookup(t.Data, flat)
	}
	v := l.Tables[r.Table]
	a := l.arrays[v]
	flat := known(0)
	var inside *ir.Value
	for i, x := range at {
		flat = l.add(flat, l.mul(x, a.strides[i]))
		inside = and(l.b, l.same(inside, x), l.below(x, a.sizes[i]))
	}
	return l.loadTable(v, flat, inside)
}

// same returns a mask in the shape of x, so that it can be combined with a mask for x.
func (l *lowering) same(mask *ir.Value, x number) *ir.Value {
	if mask == nil || x.shape() == nil {
		return mask
	}
	if _, ok := mask.Type().(*ir.TensorType); ok {
		return mask
	}
	return tile.NewSplat(l.b, mask, x.shape()...)
}

func (l *lowering) loadTable(v *ir.Value, flat number, inside *ir.Value) number {
	ptr, elem, shape := l.address(v), v.Type().(*tile.ArrayType).ElementType(), flat.shape()
	var other *ir.Value
	ctx := l.Context()
	if shape != nil {
		ptr = tile.NewSplat(l.b, ptr, shape...)
		other = arith.NewConstant(l.b, ctx.DenseSplat(ctx.TensorType(shape, elem, nil), zero(ctx, elem)))
		if _, ok := inside.Type().(*ir.TensorType); !ok {
			inside = tile.NewSplat(l.b, inside, shape...)
		}
	} else {
		other = arith.NewInt(l.b, elem, 0)
	}
	return l.converted(tile.NewLoad(l.b, l.moved(ptr, flat), inside, other))
}
