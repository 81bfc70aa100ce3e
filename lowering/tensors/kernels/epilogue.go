package kernels

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// epilogue is the operations on the result of a product in a region of kind [prim.Product].
type epilogue struct {
	ops     []*ir.Operation // the product, followed by the operations on its result
	result  *ir.Value
	args    []*ir.Value             // values from outside that it reads
	operand map[*ir.Value]*Operand  // in the product's shape
	values  map[*ir.Value]*ir.Value // values in the kernel
	err     error
}

// buildProductRegion builds the kernel of a product with an epilogue. An operand is copied first if its strides do not
// allow it to be reshaped to the product's shape.
func buildProductRegion(s *Step) (*Computation, error) {
	e, in := newEpilogue(s)
	p, err := productOf(s, e.ops[0], in)
	if err != nil {
		return nil, err
	}
	shape := make([]int64, 0, len(p.output))
	if t, _ := prim.TensorOf(e.ops[0].Result(0).Type()); !slices.Contains(t.Shape, ir.Dynamic) {
		shape = append(shape, t.Shape...)
	} else {
		for _, l := range p.output {
			shape = append(shape, p.extents[l])
		}
	}
	all := new(Computation)
	for _, v := range e.args {
		o := e.operand[v]
		if reshaped(o, shape) == nil {
			to := &Operand{Elem: o.Elem, Shape: o.Shape, Strides: prim.Contiguous(o.Shape),
				Memory: ScratchMemory + len(all.Scratch)}
			c, err := copies(s, o, to)
			if err != nil {
				return nil, err
			}
			all.Launches, all.Scratch = append(all.Launches, c.Launches...), append(all.Scratch, Scratch{o.Elem, o.numel()})
			o = to
		}
		e.operand[v] = reshaped(o, shape)
	}
	out := reshaped(s.Out[0], shape)
	if out == nil {
		return nil, noKernel("the result of a product does not lie as %s in memory", prim.ShapeString(shape))
	}
	c, err := p.compute(s, out, e)
	if err != nil {
		return nil, err
	}
	c.Launches, c.Scratch = append(all.Launches, c.Launches...), append(all.Scratch, c.Scratch...)
	return c, nil
}

// newEpilogue reads the function of a step. It also returns the operands of the product.
func newEpilogue(s *Step) (e *epilogue, in []*Operand) {
	e = &epilogue{operand: make(map[*ir.Value]*Operand), values: make(map[*ir.Value]*ir.Value)}
	entry := s.Region.Entry()
	for op := range entry.Ops() {
		if op.Next() == nil {
			e.result = op.Operand(0)
			break
		}
		e.ops = append(e.ops, op)
	}
	argument := make(map[*ir.Value]*Operand)
	for i, arg := range entry.Args() {
		argument[arg] = s.In[i]
	}
	for _, v := range e.ops[0].Operands() {
		in = append(in, argument[v])
	}
	for _, op := range e.ops[1:] {
		for _, v := range op.Operands() {
			if o := argument[v]; o != nil && !op.Is(&prim.Fill) && e.operand[v] == nil {
				e.args, e.operand[v] = append(e.args, v), o
			}
		}
	}
	return e, in
}

// reshaped returns an operand with another shape and the same elements in the same order. It returns nil if its strides
// do not allow that.
func reshaped(o *Operand, shape []int64) *Operand {
	if slices.Equal(o.Shape, shape) {
		return o
	}
	if o.isOpen() || o.numel() != prim.Numel(shape) {
		return nil
	}
	r := *o
	r.Shape, r.Open = shape, nil
	var ok bool
	if r.Strides, ok = prim.ReshapedStrides(o.Shape, o.Strides, shape); !ok {
		return nil
	}
	return &r
}

// addTo adds the epilogue to a contraction. An operand has no letter for a dimension in which it does not vary.
func (e *epilogue) addTo(o *tile.ContractOptions, m *maker, p *product) {
	for _, v := range e.args {
		all := p.inLetters(e.operand[v])
		some, axes := *all, ""
		some.Shape, some.Strides, some.Open = nil, nil, nil
		for d, l := range p.output {
			if all.Strides[d] == 0 {
				continue
			}
			axes += string(rune(l))
			some.Shape, some.Strides = append(some.Shape, all.Shape[d]), append(some.Strides, all.Strides[d])
			if all.Open != nil {
				some.Open = append(some.Open, all.Open[d])
			}
		}
		o.Others, o.Axes = append(o.Others, m.array(&some)), append(o.Axes, axes)
	}
	o.Epilogue = func(b *ir.Builder, sum *ir.Value, others []*ir.Value) (*ir.Value, error) {
		inner := *m
		inner.Builder = tile.NewBuilder(b)
		for i, v := range e.args {
			e.values[v] = others[i]
		}
		first := e.ops[0].Result(0)
		e.values[first] = inner.Cast(sum, ir.ElementOrSelf(first.Type()))
		for _, op := range e.ops[1:] {
			if e.err = e.emit(&inner, op); e.err != nil {
				return nil, e.err
			}
		}
		e.err = inner.Err()
		return e.values[e.result], e.err
	}
}

// emit computes an operation for one element.
func (e *epilogue) emit(m *maker, op *ir.Operation) error {
	v := op.Result(0)
	if op.Is(&prim.Fill) {
		e.values[v] = m.constantOf(prim.NumberOf(op.Inherent("value")), ir.ElementOrSelf(v.Type()), nil)
		return m.Err()
	}
	if prim.IsElementwise(op) {
		var x []*ir.Value
		for _, o := range op.Operands() {
			x = append(x, e.values[o])
		}
		var err error
		e.values[v], err = m.elementwise(op, x)
		return err
	}
	e.values[v] = e.values[op.Operand(0)] // a reshape
	return nil
}
