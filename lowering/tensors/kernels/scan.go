package kernels

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func init() {
	builders[&prim.CumSum], builders[&prim.CumProd] = buildScan, buildScan
	builders[&prim.ArgMax], builders[&prim.ArgMin] = buildArgument, buildArgument
	builders[&prim.Sort], builders[&prim.TopK] = buildSort, buildSort
}

// along returns a region whose rows lie along the dimension of a step. The first operand has all dimensions. Operands
// with fewer dimensions have an element for each row.
func along(s *Step, operands ...*Operand) (r *region, rows, cols []dimension) {
	dim := int(s.Op.Inherent("dim").(*ir.IntegerAttr).Int64())
	x := operands[0]
	var order []int
	for d := range x.Shape {
		if d != dim {
			order = append(order, d)
		}
	}
	order = append(order, dim)
	var outer, inner [][]int64
	for i, o := range operands {
		if len(o.Shape) < len(x.Shape) {
			outer, inner = append(outer, o.Strides), append(inner, []int64{0})
			continue
		}
		operands[i] = permuted(o, order)
		k := len(order) - 1
		outer, inner = append(outer, operands[i].Strides[:k]), append(inner, operands[i].Strides[k:])
	}
	x, k := operands[0], len(order)-1
	r = manual(s, kernelName([]*ir.Operation{s.Op}), operands...)
	return r, dimensions(x.Shape[:k], head(x.Open, k), outer), dimensions(x.Shape[k:], tail(x.Open, k), inner)
}

// buildScan builds kernels of cumulative sums and products. Long rows are computed in parts, which continue the
// combination of those before.
func buildScan(s *Step) (*Computation, error) {
	out := *s.Out[0]
	if out.numel() == 0 {
		return &Computation{}, nil
	}
	r, rows, cols := along(s, s.In[0], &out)
	total, _ := count(rows)
	length, open := count(cols)
	wide := r.operands[0].Elem
	if isNarrow(wide) {
		wide = r.ctx.F32()
	}
	def, combiner, neutral := &tile.Add, tile.Sum, int64(0)
	if s.Op.Is(&prim.CumProd) {
		def, combiner, neutral = &tile.Mul, tile.Product, 1
	}
	n := min(int64(partOfRow/2), max(2, powerOfTwo(length)))
	r.rows = r.newAxis(rows, 1, r.toIndex(r.ProgramID(0)))
	parts := r.ceilDiv(r.number(length, open), n)
	r.For(r.constant(0), parts, r.constant(1), []*ir.Value{r.constantOf(neutral, wide, nil)},
		func(i *ir.Value, carried []*ir.Value) []*ir.Value {
			r.cols = r.newAxis(cols, n, i)
			r.values = map[located]*ir.Value{}
			x := r.Cast(r.load(0, prim.Whole), wide)
			if r.cols.mask != nil {
				x = r.Where(r.cols.mask, x, r.constantOf(neutral, wide, shapeOf(x)))
			}
			v := r.Binary(def, r.Splat(carried[0], n), r.Scan(x, 0, false, combiner))
			a := r.access(1, prim.Whole, true)
			r.Store(a.ptr, r.Cast(v, r.operands[1].Elem), a.mask)
			return []*ir.Value{r.Binary(def, carried[0], r.Reduce(x, 0, combiner))}
		})
	return r.only(warpsFor(n), total)
}

// only finishes a kernel that is the complete computation.
func (r *region) only(warps int, grid ...int64) (*Computation, error) {
	l, err := r.finish(warps, grid...)
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

// buildArgument builds kernels for the index of an extremum. It is the index of the first extremum, or of the first
// NaN.
func buildArgument(s *Step) (*Computation, error) {
	if s.Out[0].numel() == 0 {
		return &Computation{}, nil
	}
	if prim.DtypeOf(s.In[0].Elem) == prim.Bool {
		return nil, noKernel("%s of bools has none", s.Op.Name())
	}
	r, rows, cols := along(s, s.In[0], s.Out[0])
	total, _ := count(rows)
	length, open := count(cols)
	elem := r.operands[0].Elem
	wide := elem
	if isNarrow(elem) {
		wide = r.ctx.F32()
	}
	n := min(partOfRow, max(2, powerOfTwo(length)))
	r.rows = r.newAxis(rows, 1, r.toIndex(r.ProgramID(0)))
	shape := []int64{n}
	worst := r.constantOf(extreme(wide, s.Op.Is(&prim.ArgMax)), wide, shape)
	carried := []*ir.Value{worst, r.Splat(r.constant(maxIndex), n)}
	carried = r.For(r.constant(0), r.ceilDiv(r.number(length, open), n), r.constant(1), carried,
		func(i *ir.Value, acc []*ir.Value) []*ir.Value {
			r.cols = r.newAxis(cols, n, i)
			r.values = map[located]*ir.Value{}
			next := []*ir.Value{r.Cast(r.load(0, prim.Whole), wide), r.cols.index}
			if mask := r.cols.mask; mask != nil {
				next = []*ir.Value{r.Where(mask, next[0], acc[0]), r.Where(mask, next[1], acc[1])}
			}
			return r.prevailing(s.Op, acc, next)
		})
	v := r.ReduceBy(carried, 0, func(left, right []*ir.Value) []*ir.Value { return r.prevailing(s.Op, left, right) })
	a := r.access(1, prim.Row, true)
	r.Store(a.ptr, r.Cast(v[1], r.operands[1].Elem), a.mask)
	return r.only(warpsFor(n), total)
}

// prevailing returns the extremum of two elements with its index. Of equal elements, it returns the first.
func (r *region) prevailing(op *ir.Operation, left, right []*ir.Value) []*ir.Value {
	p := tile.GT
	if op.Is(&prim.ArgMin) {
		p = tile.LT
	}
	better, equal := r.Cmp(p, right[0], left[0]), r.Cmp(tile.EQ, right[0], left[0])
	if ir.IsFloat(ir.ElementOrSelf(left[0].Type())) {
		l, n := r.IsNaN(left[0]), r.IsNaN(right[0])
		better = r.And(r.Or(better, n), r.Not(l))
		equal = r.Or(equal, r.And(l, n))
	}
	earlier := r.And(equal, r.Cmp(tile.LT, right[1], left[1]))
	take := r.Or(r.And(better, r.Not(equal)), earlier)
	return []*ir.Value{r.Where(take, right[0], left[0]), r.Where(take, right[1], left[1])}
}

// longestSorted is the longest row that a program sorts.
const longestSorted = 4096

// buildSort builds kernels of sorts, for rows that fit in one program. Elements that pad a row come last.
func buildSort(s *Step) (*Computation, error) {
	if s.Out[0].numel() == 0 {
		return &Computation{}, nil
	}
	x := s.In[0]
	dim := s.Op.Inherent("dim").(*ir.IntegerAttr).Int64()
	if x.Shape[dim] > longestSorted || s.Unsized && x.isOpen() || prim.DtypeOf(x.Elem) == prim.Bool {
		return nil, noKernel("%s of rows of %d elements of %s has none", s.Op.Name(), x.Shape[dim], ir.Quote(x.Elem))
	}
	descending := s.Op.Is(&prim.Sort) && s.Op.Inherent("descending") != nil ||
		s.Op.Is(&prim.TopK) && s.Op.Inherent("smallest") == nil
	values, indices := *s.Out[0], *s.Out[1]
	r, rows, cols := along(s, x, &values, &indices)
	total, _ := count(rows)
	length, _ := count(cols)
	n := max(2, powerOfTwo(length))
	r.rows, r.cols = r.newAxis(rows, 1, r.toIndex(r.ProgramID(0))), r.newAxis(cols, n, nil)
	v := r.load(0, prim.Whole)
	if mask := r.cols.mask; mask != nil {
		last := extreme(x.Elem, descending)
		if !descending && ir.IsFloat(x.Elem) {
			last = nan
		}
		v = r.Where(mask, v, r.constantOf(last, x.Elem, []int64{n}))
	}
	sorted := r.Sort(0, descending, v, r.cols.index)
	if s.Op.Is(&prim.TopK) {
		k := s.Op.Inherent("k").(*ir.IntegerAttr).Int64()
		r.cols.mask = r.less(r.cols.index, r.constant(k))
	}
	for i, out := range []*Operand{&values, &indices} {
		a := r.access(1+i, prim.Whole, true)
		r.Store(a.ptr, r.Cast(sorted[i], out.Elem), a.mask)
	}
	return r.only(warpsFor(n), total)
}
