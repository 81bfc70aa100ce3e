package kernels

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/internal/pairs"
)

// pairTile is a tile of the pairs of a region of kind [prim.Attention]. A program has a tile of indices of one
// dimension, its own one, and loops over the other one. The first dimension of the tile is the program's own.
type pairTile struct {
	*maker
	p          *pairs.Pairs
	operand    map[*ir.Value]*Operand // the operands of arguments and results
	own, along *pairSide
	batch      []*ir.Value // the index in each further dimension; nil for a dimension of size 1
	grid       []int64
	values     map[*ir.Value]*ir.Value
	arrays     map[string]*ir.Value
	matrices   map[matrixAt]*ir.Value
}

// pairSide is a dimension of a tile of pairs.
type pairSide struct {
	dim           int
	n, tile       int64
	number, first *ir.Value // the index of the tile, and the first index in it
	index         *ir.Value // the indices in the tile, along the tile's dimension
}

func (t *pairTile) i32(n int64) *ir.Value { return arith.NewInt(t.Builder.Builder, t.ctx.I(32), n) }

// newPairTile starts a kernel. A program has a tile of its own dimension and an index of all further dimensions as one.
// bounds returns the bounds of the pairs that a program computes, and adds says whether it adds to sums in memory.
func newPairTile(a *attention, own, along *pairSide, name string, adds bool,
	bounds func(t *pairTile) []bound) *pairTile {
	t := &pairTile{p: a.p, operand: a.operand, own: own, along: along, batch: make([]*ir.Value, len(a.p.Shape)),
		values: map[*ir.Value]*ir.Value{}, arrays: map[string]*ir.Value{}, matrices: map[matrixAt]*ir.Value{}}
	t.maker = newMaker(name, a.step.Op.Loc(), a.step.Op.Context(), slices.Concat(a.step.In, a.step.Out)...)
	tiles, batch := ceilDiv(own.n, own.tile), prim.Numel(a.p.Shape)/own.n/along.n
	var rest *ir.Value
	own.number, rest = t.programs(tiles, batch, bounds(t), adds)
	t.place(own, 1)
	for d := len(a.p.Shape) - 1; d >= 0; d-- {
		if n := a.p.Shape[d]; d != own.dim && d != along.dim && n > 1 {
			t.batch[d] = t.Rem(rest, t.i32(n))
			rest = t.TruncDiv(rest, t.i32(n))
		}
	}
	return t
}

// loop loops over the columns, and returns the values that step carries from one to the next.
func (t *pairTile) loop(first, end *ir.Value, carried []*ir.Value,
	step func(carried []*ir.Value) ([]*ir.Value, error)) ([]*ir.Value, error) {
	outer := t.matrices
	var err error
	carried = t.For(first, end, t.i32(1), carried, func(j *ir.Value, c []*ir.Value) []*ir.Value {
		t.along.number = j
		t.place(t.along, 0)
		t.matrices = maps.Clone(outer)
		var next []*ir.Value
		if next, err = step(c); err != nil {
			return c
		}
		return next
	})
	t.values, t.matrices = make(map[*ir.Value]*ir.Value), outer
	return carried, cmp.Or(err, t.Err())
}

// place computes the indices of a side from the index of its tile. axis is the tile's other dimension.
func (t *pairTile) place(s *pairSide, axis int) {
	s.first = t.Mul(s.number, t.i32(s.tile))
	s.index = t.ExpandDims(t.Add(t.Iota(s.tile), s.first), axis)
}

// isWhole reports whether tiles divide the side evenly.
func (s *pairSide) isWhole() bool { return s.n%s.tile == 0 }

// array returns an operand as an array of matrices, and the shape and position of the tile that belongs to a side.
func (t *pairTile) array(m pairs.Matrices, s *pairSide) (array *ir.Value, shape []int64, at []*ir.Value) {
	return t.arrayIn(t.operand[m.Value], m, s)
}

// arrayIn is array for matrices in another operand.
func (t *pairTile) arrayIn(o *Operand, m pairs.Matrices, s *pairSide) (array *ir.Value, shape []int64,
	at []*ir.Value) {
	matrices := &Operand{Elem: o.Elem, Offset: o.Offset, Memory: o.Memory}
	add := func(d int) {
		matrices.Shape, matrices.Strides = append(matrices.Shape, o.Shape[d]), append(matrices.Strides, o.Strides[d])
	}
	for d, i := range t.batch {
		if i != nil && m.Dims[d] >= 0 && o.Strides[m.Dims[d]] != 0 {
			add(m.Dims[d])
			shape, at = append(shape, 1), append(at, i)
		}
	}
	add(m.Dims[s.dim])
	add(m.Feature)
	shape, at = append(shape, s.tile, featuresOf(o, m)), append(at, s.number, t.i32(0))
	return t.arrayOf(matrices), shape, at
}

// arrayOf returns the parameter for an array. Operands of the same elements share one.
func (t *pairTile) arrayOf(o *Operand) *ir.Value {
	key := fmt.Sprint(o.Memory, o.Offset, o.Shape, o.Strides)
	if t.arrays[key] == nil {
		t.arrays[key] = t.maker.array(o)
	}
	return t.arrays[key]
}

// featuresOf returns the number of features in a tile of matrices.
func featuresOf(o *Operand, m pairs.Matrices) int64 { return max(16, powerOfTwo(o.Shape[m.Feature])) }

// matrixAt identifies the matrix of a tensor for a side's tile.
type matrixAt struct {
	v   *ir.Value
	dim int
}

// matrix loads the matrix for a side's tile.
func (t *pairTile) matrix(m pairs.Matrices, s *pairSide) *ir.Value {
	at := matrixAt{m.Value, s.dim}
	if t.matrices[at] == nil {
		array, shape, place := t.array(m, s)
		t.matrices[at] = t.Reshape(t.LoadTile(array, shape, tile.PadZero, place...), shape[len(shape)-2:]...)
	}
	return t.matrices[at]
}

// score computes the product of the matrices of both sides.
func (t *pairTile) score(op *ir.Operation) *ir.Value {
	s := t.p.Scores[slices.IndexFunc(t.p.Scores, func(s *pairs.Score) bool { return s.Op == op })]
	x, y := sideOf(s, t.own.dim, t.p), sideOf(s, t.along.dim, t.p)
	none := t.constantOf(0.0, t.ctx.F32(), []int64{t.own.tile, t.along.tile})
	v := t.Dot(t.matrix(x, t.own), t.Permute(t.matrix(y, t.along), 1, 0), none, tile.PrecisionIEEE)
	return t.Cast(v, ir.ElementOrSelf(op.Result(0).Type()))
}

// store stores the matrix of a side's tile.
func (t *pairTile) store(v *ir.Value, m pairs.Matrices, s *pairSide) {
	array, shape, at := t.array(m, s)
	t.StoreTile(t.Reshape(v, shape...), array, at...)
}

// sideOf returns the operand of a score that belongs to a dimension.
func sideOf(s *pairs.Score, dim int, p *pairs.Pairs) pairs.Matrices {
	if dim == p.Row {
		return s.Row
	}
	return s.Column
}

// storeRows stores a value for each of the program's rows.
func (t *pairTile) storeRows(x, v *ir.Value) {
	p, mask := t.address(t.operand[v], t.p.RowDims(v))
	t.Store(p, t.Cast(x, t.operand[v].Elem), mask)
}

// identity maps the dimensions of a value that has one element for each pair to the dimensions of the pairs.
func (t *pairTile) identity() []int {
	dims := make([]int, len(t.p.Shape))
	for d := range dims {
		dims[d] = d
	}
	return dims
}

// value computes a value of pairs or of rows for the tile. A value that is constant along a dimension has size 1 there.
func (t *pairTile) value(v *ir.Value) (*ir.Value, error) {
	if x := t.values[v]; x != nil || t.Err() != nil {
		return x, t.Err()
	}
	op := v.DefiningOp()
	var x *ir.Value
	var err error
	switch place := t.p.Place(v); {
	case place == pairs.Free:
		x, err = t.free(v, t.identity())
	case place == pairs.Pair && op.Is(&prim.Dot):
		x, err = t.score(op), t.Err()
	case place == pairs.Pair && op.Is(&prim.Exp):
		if e, by := t.lowered(op); by != nil {
			x, err = t.exponential(e, by)
			break
		}
		x, err = t.computed(op, t.value)
	case prim.IsElementwise(op):
		x, err = t.computed(op, func(o *ir.Value) (*ir.Value, error) {
			if t.p.Place(o) == pairs.Free && place == pairs.Row {
				return t.free(o, t.p.RowDims(v))
			}
			return t.value(o)
		})
	case t.p.Place(op.Operand(0)) == pairs.Row: // a view
		x, err = t.value(op.Operand(0))
	default:
		err = noKernel("%s in a region of pairs has none", op.Name())
	}
	t.values[v] = x
	return x, err
}

// free computes a value that does not depend on the region's products. dims are the dimensions of the pairs that its
// dimensions correspond to.
func (t *pairTile) free(v *ir.Value, dims []int) (*ir.Value, error) {
	if t.operand[v] != nil {
		return t.element(t.operand[v], dims), t.Err()
	}
	op := v.DefiningOp()
	switch {
	case op.Is(&prim.Fill):
		return t.constantOf(prim.NumberOf(op.Inherent("value")), ir.ElementOrSelf(v.Type()), nil), t.Err()
	case op.Is(&prim.Iota):
		elem := ir.ElementOrSelf(v.Type())
		i := t.Cast(t.indexOf(dims[0]), elem)
		step := t.constantOf(op.Inherent("step").(*ir.IntegerAttr).Int64(), elem, nil)
		return t.Add(t.Mul(i, step), t.constantOf(op.Inherent("start").(*ir.IntegerAttr).Int64(), elem, nil)), t.Err()
	case prim.IsElementwise(op):
		return t.computed(op, func(o *ir.Value) (*ir.Value, error) { return t.free(o, dims) })
	}
	return t.free(op.Operand(0), pairs.Operand(op, dims))
}

// computed computes an elementwise operation. It turns divisions by a constant into multiplications.
func (t *pairTile) computed(op *ir.Operation, operand func(v *ir.Value) (*ir.Value, error)) (*ir.Value, error) {
	var x []*ir.Value
	for _, o := range op.Operands() {
		v, err := operand(o)
		if err != nil {
			return nil, err
		}
		x = append(x, v)
	}
	if n, ok := positive(op.Operand(op.NumOperands() - 1)); ok && op.Is(&prim.Div) {
		return t.Mul(x[0], t.constantOf(1/n, ir.ElementOrSelf(op.Result(0).Type()), nil)), t.Err()
	}
	return t.elementwise(op, x)
}

// positive returns the value of a constant if it is a positive, finite f32.
func positive(v *ir.Value) (float64, bool) {
	op := v.DefiningOp()
	if op == nil || !op.Is(&prim.Fill) || ir.ElementOrSelf(v.Type()) != op.Context().F32() {
		return 0, false
	}
	n := numberOf(op)
	return n, n > 1e-30 && n < 1e30
}

// numberOf returns the number of a constant as a float.
func numberOf(fill *ir.Operation) float64 {
	switch n := prim.NumberOf(fill.Inherent("value")).(type) {
	case int64:
		return float64(n)
	case float64:
		return n
	}
	return 0
}

// indexOf returns the index in a dimension of the pairs, or 0 for none.
func (t *pairTile) indexOf(dim int) *ir.Value {
	switch {
	case dim == t.own.dim:
		return t.own.index
	case dim == t.along.dim:
		return t.along.index
	case dim >= 0 && t.batch[dim] != nil:
		return t.batch[dim]
	}
	return t.i32(0)
}

// element loads the elements of an operand along some dimensions of the pairs.
func (t *pairTile) element(o *Operand, dims []int) *ir.Value {
	if x := t.row(o, dims); x != nil {
		return x
	}
	p, mask := t.address(o, dims)
	if mask == nil {
		return t.Load(p, nil, nil)
	}
	return t.Load(p, mask, t.constantOf(int64(0), o.Elem, shapeOf(mask)))
}

// row loads elements that only the loop's dimension and the batch select, as a tile, so that they can be copied ahead.
// It returns nil for other operands, and for elements that are not next to each other.
func (t *pairTile) row(o *Operand, dims []int) *ir.Value {
	last := slices.Index(dims, t.along.dim)
	if own := slices.Index(dims, t.own.dim); last < 0 || o.Strides[last] != 1 || own >= 0 && o.Strides[own] != 0 ||
		prim.DtypeOf(o.Elem) != prim.Float {
		return nil
	}
	rows := &Operand{Elem: o.Elem, Offset: o.Offset, Memory: o.Memory}
	var shape []int64
	var at []*ir.Value
	for d, i := range t.batch {
		if k := slices.Index(dims, d); i != nil && k >= 0 && o.Strides[k] != 0 {
			rows.Shape, rows.Strides = append(rows.Shape, o.Shape[k]), append(rows.Strides, o.Strides[k])
			shape, at = append(shape, 1), append(at, i)
		}
	}
	rows.Shape, rows.Strides = append(rows.Shape, o.Shape[last]), append(rows.Strides, 1)
	shape, at = append(shape, t.along.tile), append(at, t.along.number)
	return t.Reshape(t.LoadTile(t.arrayOf(rows), shape, tile.PadZero, at...), 1, t.along.tile)
}

// address returns the addresses of an operand's elements along dimensions of the pairs, and a mask of those in range,
// nil for all. Along a dimension in which the operand does not vary, there is one address.
func (t *pairTile) address(o *Operand, dims []int) (p, mask *ir.Value) {
	p = t.pointer(o)
	shape := []int64{1, 1}
	for k, d := range dims {
		if d >= 0 && o.Strides[k] != 0 && d != t.own.dim && d != t.along.dim && t.batch[d] != nil {
			p = t.AddPtr(p, t.times(t.toIndex(t.batch[d]), o.Strides[k], false))
		}
	}
	for axis, s := range []*pairSide{t.own, t.along} {
		k := slices.Index(dims, s.dim)
		if k < 0 || o.Strides[k] == 0 {
			continue
		}
		shape[axis] = s.tile
		p = t.AddPtr(p, t.times(t.toIndex(s.index), o.Strides[k], false))
		if s.isWhole() {
			continue
		}
		inside := t.Cmp(tile.LT, s.index, t.i32(s.n))
		if mask != nil {
			inside = t.And(mask, inside)
		}
		mask = inside
	}
	if mask != nil {
		mask = t.Broadcast(mask, shape...)
	}
	return p, mask
}
