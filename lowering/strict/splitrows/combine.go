package splitrows

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// combine makes the operations that combine the values of two parts, and returns the combined values.
func (p *plan) combine(b *ir.Builder, left, right []*ir.Value) []*ir.Value {
	c := &combiner{plan: p, b: b, left: map[*carried]*ir.Value{}, right: map[*carried]*ir.Value{},
		combined: map[*carried]*ir.Value{}}
	for i, o := range p.outs {
		c.left[o.of], c.right[o.of] = left[i], right[i]
	}
	for _, o := range p.outs {
		if o.by != nil && c.combined[o.of] == nil {
			c.reduce(o.by)
		} else if o.of.kind == plain && o.by == nil {
			c.combined[o.of] = arith.Binary(b, o.of.by, c.left[o.of], c.right[o.of])
		}
	}
	var out []*ir.Value
	for _, o := range p.outs {
		switch {
		case o.by != nil:
		case o.of.kind == selected:
			c.combined[o.of] = c.choose(o.of)
		case o.of.kind == rescaled:
			x := arith.Binary(b, &arith.MulF, c.left[o.of], c.factor(o, c.left))
			y := arith.Binary(b, &arith.MulF, c.right[o.of], c.factor(o, c.right))
			c.combined[o.of] = arith.Binary(b, &arith.AddF, x, y)
		}
		out = append(out, c.combined[o.of])
	}
	return out
}

// combiner builds the combination of two parts.
type combiner struct {
	*plan
	b                     *ir.Builder
	left, right, combined map[*carried]*ir.Value
}

// reduce combines the outs of a reduction by the region of that reduction.
func (c *combiner) reduce(op *ir.Operation) {
	var left, right []*ir.Value
	var of []*carried
	for _, o := range c.outs {
		if o.by == op {
			of, left, right = append(of, o.of), append(left, c.left[o.of]), append(right, c.right[o.of])
		}
	}
	results := c.inline(op, left, right)
	for i, one := range of {
		c.combined[one] = results[i]
	}
}

// inline applies the region of a reduction to two parts. If the parts are tensors, it copies elementwise operations of
// the region as operations on tensors. If the region has other operations, it joins the parts to pairs and reduces the
// pairs.
func (c *combiner) inline(op *ir.Operation, left, right []*ir.Value) []*ir.Value {
	body := op.Region(0).Entry()
	t, isTensor := left[0].Type().(*ir.TensorType)
	if isTensor && !onElements(body) {
		var pairs []*ir.Value
		for i := range left {
			pairs = append(pairs, tile.NewJoin(c.b, left[i], right[i]))
		}
		results, err := tile.NewReduce(c.b, len(t.Shape()), pairs,
			func(b *ir.Builder, x, y []*ir.Value) ([]*ir.Value, error) {
				return copyBody(b, body, slices.Concat(x, y), nil), nil
			})
		if err != nil {
			panic(fmt.Sprintf("splitrows: the values are those of the original reduction, but do not fit: %v", err))
		}
		return results
	}
	return copyBody(c.b, body, slices.Concat(left, right), t)
}

// copyBody copies the operations of a region with other arguments, and returns the yielded values. If shape is not nil,
// scalars become tensors of that shape.
func copyBody(b *ir.Builder, body *ir.Block, args []*ir.Value, shape *ir.TensorType) (out []*ir.Value) {
	var m ir.Mapping
	for i, a := range args {
		m.Map(body.Arg(i), a)
	}
	on := func(v *ir.Value) *ir.Value {
		if w := m.Lookup(v); w != v {
			return w
		}
		return onShape(b, v.DefiningOp(), shape, nil) // a constant from outside of the region
	}
	for op := range body.Ops() {
		if op.HasTrait(ir.Terminator) {
			break
		}
		if shape == nil {
			b.Clone(op, &m)
			continue
		}
		m.Map(op.Result(0), onShape(b, op, shape, on))
	}
	for _, v := range body.Last().Operands() {
		out = append(out, m.Lookup(v))
	}
	return out
}

// onElements reports whether a region has only elementwise operations and constants, and uses no values from outside
// but constants.
func onElements(body *ir.Block) bool {
	for op := range body.Ops() {
		if op.HasTrait(ir.Terminator) {
			return true
		}
		if op.NumRegions() > 0 || op.NumResults() != 1 || !op.HasTrait(ir.ConstantLike) && !op.HasTrait(ir.Elementwise) {
			return false
		}
		for _, v := range op.Operands() {
			if v.ParentBlock() != body && ir.ConstantOf(v) == nil {
				return false
			}
		}
	}
	return true
}

// onShape creates a copy of an elementwise operation or constant for tensors of a shape, or for scalars if shape is
// nil.
func onShape(b *ir.Builder, op *ir.Operation, shape *ir.TensorType, of func(*ir.Value) *ir.Value) *ir.Value {
	ctx := b.Context()
	elem := ir.ElementOrSelf(op.Result(0).Type())
	t := elem
	if shape != nil {
		t = ctx.WithElement(shape, elem)
	}
	if op.HasTrait(ir.ConstantLike) {
		a := ir.ConstantOf(op.Result(0)).(ir.TypedAttr)
		if dense, ok := a.(*ir.DenseElementsAttr); ok {
			a = dense.SplatValue(ctx).(ir.TypedAttr)
		}
		if shape != nil {
			a = ctx.DenseSplat(t.(ir.ShapedType), a)
		}
		return arith.NewConstant(b, a)
	}
	var m ir.Mapping
	for _, v := range op.Operands() {
		m.Map(v, of(v))
	}
	clone := b.Clone(op, &m)
	clone.Result(0).SetType(t)
	return clone.Result(0)
}

// choose copies the choice between the carried value and an element, to choose between two parts: values of the left
// part take the place of carried values, and values of the right part take the place of elements.
func (c *combiner) choose(one *carried) *ir.Value {
	known := map[*ir.Value]*ir.Value{}
	for _, from := range c.needed(one) {
		known[from.arg] = c.left[from]
		if from.element != nil {
			known[from.element] = c.right[from]
		}
	}
	return c.copy(one.yield, known)
}

// copy copies the operations of the body that compute a value. Known values are replaced.
func (c *combiner) copy(v *ir.Value, known map[*ir.Value]*ir.Value) *ir.Value {
	if known[v] != nil || !c.inside(v) {
		if known[v] == nil {
			return v
		}
		return known[v]
	}
	var m ir.Mapping
	op := v.DefiningOp()
	for _, w := range op.Operands() {
		m.Map(w, c.copy(w, known))
	}
	for i, r := range c.b.Clone(op, &m).Results() {
		known[op.Result(i)] = r
	}
	return known[v]
}

// factor copies the computation of a rescaling factor, from the plain values of a part to the combined plain values.
func (c *combiner) factor(o *out, from map[*carried]*ir.Value) *ir.Value {
	known := map[*ir.Value]*ir.Value{}
	for _, p := range c.needed(o.of) {
		known[p.arg], known[p.yield] = from[p], c.combined[p]
	}
	if o.value == o.of.after {
		return c.copy(o.of.factor, known)
	}
	shape, _ := o.value.Type().(*ir.TensorType)
	return c.shrink(o.of.factor, shape, known)
}

// shrink is like copy, but the copies have another shape, or are scalars if shape is nil. It is for values that have
// been reduced along an axis; all elements along that axis are computed in the same way.
func (c *combiner) shrink(v *ir.Value, shape *ir.TensorType, known map[*ir.Value]*ir.Value) *ir.Value {
	if known[v] == nil {
		switch op := v.DefiningOp(); {
		case op == nil:
			known[v] = v
		case op.Is(&tile.Splat) && shape != nil:
			known[v] = tile.NewSplat(c.b, op.Operand(0), shape.Shape()...)
		case op.Is(&tile.Splat), op.Is(&tile.Broadcast), op.Is(&tile.ExpandDims):
			known[v] = c.shrink(op.Operand(0), shape, known)
		default:
			known[v] = onShape(c.b, op, shape, func(w *ir.Value) *ir.Value { return c.shrink(w, shape, known) })
		}
	}
	return known[v]
}
