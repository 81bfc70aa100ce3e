package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func init() {
	builders[&prim.Gather], builders[&prim.Scatter] = buildGather, buildScatter
	builders[&prim.Index], builders[&prim.IndexPut] = buildIndex, buildIndexPut
}

// indexed is an access to elements of x through indices. For each point of a shape, the address is that of the point in
// rest, plus the indices times their strides.
type indexed struct {
	rest    *Operand   // x with a stride for each dimension of the points
	indices []*Operand // of the points' shape
	sizes   []int64    // upper bounds of the indices
	strides []int64    // in x, of the indices
}

// gathered returns the elements of x that Gather takes, and Scatter replaces.
func gathered(s *Step, x, index *Operand) *indexed {
	dim := s.Op.Inherent("dim").(*ir.IntegerAttr).Int64()
	rest := *x
	rest.Shape, rest.Open, rest.Strides = index.Shape, index.Open, slices.Clone(x.Strides)
	rest.Strides[dim] = 0
	return &indexed{rest: &rest, indices: []*Operand{index}, sizes: x.Shape[dim : dim+1], strides: x.Strides[dim : dim+1]}
}

// picked returns the elements of x that Index takes, and IndexPut replaces. part has their shape: the dimensions of the
// indices are in place of the dimensions that are indexed, if these are neighbors, and in front otherwise.
func picked(s *Step, x, part *Operand, indices []*Operand) *indexed {
	dims := s.Op.Inherent("dims").(*ir.DenseArrayAttr).Ints()
	front := int64(0)
	if dims[len(dims)-1]-dims[0] == int64(len(dims)-1) {
		front = dims[0]
	}
	rank := len(indices[0].Shape)
	var others []int64
	for d := range x.Shape {
		if !slices.Contains(dims, int64(d)) {
			others = append(others, x.Strides[d])
		}
	}
	rest := *x
	rest.Shape, rest.Open = part.Shape, part.Open
	rest.Strides = slices.Concat(others[:front], make([]int64, rank), others[front:])
	at := &indexed{rest: &rest}
	for i, d := range dims {
		index := *indices[i]
		index.Shape, index.Open = part.Shape, part.Open
		behind := make([]int64, len(part.Shape)-rank-int(front))
		index.Strides = slices.Concat(make([]int64, front), indices[i].Strides, behind)
		at.indices = append(at.indices, &index)
		at.sizes, at.strides = append(at.sizes, x.Shape[d]), append(at.strides, x.Strides[d])
	}
	return at
}

// address returns the addresses of the elements. The operands of r are the indices, followed by rest. An index out of
// range stops the kernel.
func (at *indexed) address(r *region, write bool) access {
	k := len(at.indices)
	a := r.access(k, prim.Whole, write)
	if shapeOf(a.ptr) == nil || a.byRow || a.byColumn {
		a.ptr = r.spread(a)
	}
	a.mask = r.tileMask()
	if r.rows.n == 1 {
		a.mask = r.cols.mask
	}
	var inside *ir.Value
	for i, o := range at.indices {
		index := r.load(i, prim.Whole)
		number := func(n int64) *ir.Value { return r.Cast(r.like(r.number(n, at.rest.isOpen()), index), o.Elem) }
		in := r.And(r.Cmp(tile.GE, index, number(0)), r.Cmp(tile.LT, index, number(at.sizes[i])))
		if inside == nil {
			inside = in
		} else {
			inside = r.And(inside, in)
		}
		step := r.toIndex(index)
		if at.strides[i] != 1 {
			step = r.Mul(step, r.like(r.number(at.strides[i], at.rest.isOpen()), step))
		}
		a.ptr = r.AddPtr(a.ptr, step)
	}
	there := inside
	if a.mask != nil {
		there = r.Where(a.mask, inside, r.constantOf(true, r.ctx.I(1), shapeOf(inside)))
		inside = r.And(there, a.mask)
	}
	r.Assert(there, "index out of range")
	a.mask = inside
	return a
}

// spread broadcasts addresses that are constant along rows or columns to the shape of the tile.
func (r *region) spread(a access) *ir.Value {
	switch {
	case shapeOf(a.ptr) == nil:
		return r.Splat(a.ptr, r.tile(prim.Whole)...)
	case a.byRow:
		return r.alongRow(a.ptr)
	}
	return r.alongColumn(a.ptr)
}

// take builds the kernel of Gather and Index.
func (at *indexed) take(s *Step, out *Operand) (*Computation, error) {
	if out.numel() == 0 {
		return &Computation{}, nil
	}
	operands := slices.Concat(at.indices, []*Operand{at.rest, out})
	return one(s, kernelName([]*ir.Operation{s.Op}), func(r *region) *ir.Value {
		a := at.address(r, false)
		return r.loadFrom(a, out.Elem)
	}, operands...)
}

// put builds the kernels of Scatter and IndexPut: a copy of x, and a kernel that replaces or adds to elements of it.
func (at *indexed) put(s *Step, x, values, out *Operand, add bool) (*Computation, error) {
	if add && !atomicSums(out.Elem) {
		return nil, noKernel("sums of %s at indices have none", ir.Quote(out.Elem))
	}
	c, err := copies(s, x, out)
	if err != nil || values.numel() == 0 {
		return c, err
	}
	operands := slices.Concat(at.indices, []*Operand{at.rest, values})
	r := manual(s, kernelName([]*ir.Operation{s.Op}), operands...)
	grid, n := r.layOut(dimensions(values.Shape, values.Open, stridesOf(operands)))
	v := r.load(len(operands)-1, prim.Whole)
	a := at.address(r, true)
	if add {
		r.AtomicRMW(tile.AtomicAdd, a.ptr, v, a.mask, tile.Relaxed, tile.ScopeDevice)
	} else {
		r.Store(a.ptr, v, a.mask)
	}
	l, err := r.finish(warpsFor(n), grid...)
	if err != nil {
		return nil, err
	}
	c.Launches = append(c.Launches, l)
	return c, nil
}

// atomicSums reports whether several programs can add to elements of a type in memory.
func atomicSums(elem ir.Type) bool {
	switch bits := ir.ElementBits(elem); prim.DtypeOf(elem) {
	case prim.Float, prim.Int:
		return bits == 32 || bits == 64
	}
	return false
}

func buildGather(s *Step) (*Computation, error) {
	return gathered(s, s.In[0], s.In[1]).take(s, s.Out[0])
}

func buildIndex(s *Step) (*Computation, error) {
	return picked(s, s.In[0], s.Out[0], s.In[1:]).take(s, s.Out[0])
}

func buildScatter(s *Step) (*Computation, error) {
	kind := s.Op.Inherent("reduction").(*ir.StringAttr).Value
	if kind != "none" && kind != "sum" {
		return nil, noKernel("prim.scatter with reduction %q has none", kind)
	}
	values := *s.In[2]
	values.Shape, values.Open = s.In[1].Shape, s.In[1].Open // src may be larger than the indices
	return gathered(s, s.Out[0], s.In[1]).put(s, s.In[0], &values, s.Out[0], kind == "sum")
}

func buildIndexPut(s *Step) (*Computation, error) {
	return picked(s, s.Out[0], s.In[1], s.In[2:]).put(s, s.In[0], s.In[1], s.Out[0], s.Op.Inherent("accumulate") != nil)
}
