package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// builders build the computations of primitives that are neither elementwise nor reductions.
var builders = map[*ir.OpDef]func(s *Step) (*Computation, error){
	&prim.Reshape: buildCopy, &prim.Collapse: buildCopy, &prim.CollapseView: buildCopy, &prim.AsStrided: buildCopy,
	&prim.CopyStrided: buildCopy,
	&prim.CopyTo:      buildCopyTo, &prim.Rev: buildRev, &prim.Cat: buildCat,
	&prim.IndexTensor:  buildIndexTensor,
	&prim.SliceScatter: buildSliceScatter, &prim.AsStridedScatter: buildSliceScatter,
	&prim.Full: buildFull, &prim.Fill: buildFull, &prim.ScalarTensor: buildFull, &prim.Empty: buildFull,
	&prim.EmptyStrided: buildFull, &prim.EmptyPermuted: buildFull, &prim.Resize: buildFull, &prim.Iota: buildIota,
	&prim.ViewElementType: buildBits,
}

func buildCopy(s *Step) (*Computation, error) { return copies(s, s.In[0], s.Out[0]) }

// copies copies operands to other operands of the same shapes, with a launch for each pair.
func copies(s *Step, pairs ...*Operand) (*Computation, error) {
	c := new(Computation)
	for i := 0; i < len(pairs); i += 2 {
		from, to := pairs[i], pairs[i+1]
		if to.numel() == 0 || from.Memory == to.Memory && from.Offset == to.Offset &&
			slices.Equal(from.Strides, to.Strides) {
			continue // the second case is a step that changes a tensor in place
		}
		l, err := points(s, "copy", func(r *region) *ir.Value {
			return r.convert(r.load(0, prim.Whole), to.Elem)
		}, from, to)
		if err != nil {
			return nil, err
		}
		c.Launches = append(c.Launches, l)
	}
	return c, nil
}

// points computes the last operand from the others, point by point. All operands have the same shape.
func points(s *Step, name string, compute func(r *region) *ir.Value, operands ...*Operand) (Launch, error) {
	r := manual(s, name, operands...)
	last := len(operands) - 1
	out := operands[last]
	grid, n := r.layOut(dimensions(out.Shape, out.Open, stridesOf(operands)))
	v := compute(r)
	if r.Err() != nil {
		return Launch{}, r.Err()
	}
	a := r.access(last, prim.Whole, true)
	r.Store(a.ptr, v, a.mask)
	return r.finish(warpsFor(n), grid...)
}

// one is [points] as a complete computation.
func one(s *Step, name string, compute func(r *region) *ir.Value, operands ...*Operand) (*Computation, error) {
	if operands[len(operands)-1].numel() == 0 {
		return &Computation{}, nil
	}
	l, err := points(s, name, compute, operands...)
	if err != nil {
		return nil, err
	}
	return &Computation{Launches: []Launch{l}}, nil
}

func buildCopyTo(s *Step) (*Computation, error) {
	if !slices.Equal(s.In[1].Shape, s.Out[0].Shape) {
		return nil, noKernel("prim.copy_to of shape %s to %s has none", prim.ShapeString(s.In[1].Shape),
			prim.ShapeString(s.Out[0].Shape))
	}
	return copies(s, s.In[1], s.Out[0])
}

// buildIndexTensor builds the kernel that stores a size, which is its argument.
func buildIndexTensor(s *Step) (*Computation, error) {
	return one(s, "index_tensor", func(r *region) *ir.Value {
		at := r.addParameter(r.ctx.I(64), Arg{Memory: -1, Number: s.Sizes[0]}, 1)
		return r.Cast(r.kernel.Entry().Arg(at), s.Out[0].Elem)
	}, s.Out[0])
}

func buildRev(s *Step) (*Computation, error) {
	x := *s.In[0]
	x.Strides = slices.Clone(x.Strides)
	for _, d := range s.Op.Inherent("dims").(*ir.DenseArrayAttr).Ints() {
		x.Offset += (x.Shape[d] - 1) * x.Strides[d]
		x.Strides[d] = -x.Strides[d]
	}
	return copies(s, &x, s.Out[0])
}

// buildCat copies each operand to its part of the result.
func buildCat(s *Step) (*Computation, error) {
	dim := s.Op.Inherent("dim").(*ir.IntegerAttr).Int64()
	var pairs []*Operand
	at := int64(0)
	for _, x := range s.In {
		part := *s.Out[0]
		part.Shape, part.Open = x.Shape, x.Open
		part.Offset += at * part.Strides[dim]
		at += x.Shape[dim]
		pairs = append(pairs, x, &part)
	}
	return copies(s, pairs...)
}

// buildSliceScatter copies x, and then overwrites a part of it.
func buildSliceScatter(s *Step) (*Computation, error) {
	part := *s.Out[0]
	part.Shape, part.Open = s.In[1].Shape, s.In[1].Open
	part.Strides = slices.Clone(s.Op.Inherent("strides").(*ir.DenseArrayAttr).Ints())
	if s.Op.Is(&prim.AsStridedScatter) {
		part.Offset += s.Op.Inherent("offset").(*ir.IntegerAttr).Int64()
	} else {
		for d, start := range s.Op.Inherent("starts").(*ir.DenseArrayAttr).Ints() {
			part.Offset += start * s.Out[0].Strides[d]
			part.Strides[d] *= s.Out[0].Strides[d]
		}
	}
	return copies(s, s.In[0], s.Out[0], s.In[1], &part)
}

// buildFull fills the result with one number, or with zero if its elements are not specified.
func buildFull(s *Step) (*Computation, error) {
	var number any = int64(0)
	if a := s.Op.Inherent("value"); a != nil {
		number = prim.NumberOf(a)
	}
	return one(s, "fill", func(r *region) *ir.Value {
		return r.constantOf(number, s.Out[0].Elem, r.tile(prim.Whole))
	}, s.Out[0])
}

func buildIota(s *Step) (*Computation, error) {
	start, step := s.Op.Inherent("start").(*ir.IntegerAttr).Int64(), s.Op.Inherent("step").(*ir.IntegerAttr).Int64()
	return one(s, "iota", func(r *region) *ir.Value {
		long := r.ctx.I(64)
		number := func(n int64) *ir.Value { return r.constantOf(n, long, r.tile(prim.Whole)) }
		return r.Cast(r.Add(r.Mul(r.Cast(r.cols.index, long), number(step)), number(start)), s.Out[0].Elem)
	}, s.Out[0])
}

// buildBits reinterprets the bits of elements as another type.
func buildBits(s *Step) (*Computation, error) {
	if prim.DtypeOf(s.In[0].Elem) == prim.Bool || prim.DtypeOf(s.Out[0].Elem) == prim.Bool {
		return nil, noKernel("bits of bools have none")
	}
	return one(s, "bits", func(r *region) *ir.Value { return r.Bitcast(r.load(0, prim.Whole), s.Out[0].Elem) },
		s.In[0], s.Out[0])
}
