package stripmine

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// strip is the body of a loop over strips.
type strip struct {
	*plan
	b      *ir.Builder
	width  int64     // of the class's dimensions
	number *ir.Value // of the strip, an i32
	to     map[*ir.Value]*ir.Value
	// indices has of tensors whether they are made of scalars and indices alone.
	indices map[*ir.Value]bool
}

// rewrite divides the class into strips, and returns the body of the loop.
func (p *plan) rewrite(strips int64) *ir.Block {
	last := p.inside[len(p.inside)-1]
	block := last.Block()
	b := ir.NewBuilder(last.Context()).After(last)
	b.SetLoc(last.Loc())
	i32 := b.Context().I(32)
	zero, one := arith.NewInt(b, i32, 0), arith.NewInt(b, i32, 1)
	s := &strip{plan: p, width: p.size / strips, to: make(map[*ir.Value]*ir.Value),
		indices: make(map[*ir.Value]bool)}
	loop := scf.NewFor(b, zero, arith.NewInt(b, i32, strips), one, s.neutral(b),
		func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			s.b, s.number = b, iv
			return s.body(carried)
		})
	results := loop.ResultValues()
	b.After(loop.Operation)
	behind := loop.Operation
	for _, op := range p.inside {
		if !p.closed[op] {
			continue
		}
		n := op.NumOperands()
		m := &ir.Mapping{}
		for i, v := range op.Operands() {
			m.Map(v, results[i])
		}
		results = results[n:]
		b.After(behind)
		behind = b.Clone(op, m)
		for i, v := range op.Results() {
			v.ReplaceAllUsesWith(behind.Result(i))
		}
	}
	for _, op := range slices.Backward(p.after) {
		op.MoveBefore(behind.Next())
	}
	for _, op := range slices.Backward(p.inside) {
		if !p.again || p.closed[op] || !slices.ContainsFunc(op.ResultValues(), (*ir.Value).HasUses) {
			op.Erase()
		}
	}
	for op := block.First(); op != nil; { // what was made again
		next := op.Next()
		s.eraseUnused(op)
		op = next
	}
	return loop.Region(0).Entry()
}

// eraseUnused erases an operation that makes an unused tensor, and then what that was made of.
func (s *strip) eraseUnused(op *ir.Operation) {
	if op.NumResults() == 0 || !s.madeOfIndices(op.Result(0)) || slices.ContainsFunc(op.ResultValues(), (*ir.Value).HasUses) {
		return
	}
	operands := op.OperandValues()
	op.Erase()
	for _, v := range operands {
		if def := v.DefiningOp(); def != nil {
			s.eraseUnused(def)
		}
	}
}

// madeOfIndices reports whether a tensor is made of scalars and indices alone.
func (s *strip) madeOfIndices(v *ir.Value) bool {
	is, known := s.indices[v]
	if !known {
		is = s.findIndices(v)
		s.indices[v] = is
	}
	return is
}

func (s *strip) findIndices(v *ir.Value) bool {
	op := v.DefiningOp()
	if _, isTensor := v.Type().(*ir.TensorType); !isTensor || op == nil || !ir.IsPure(op) {
		return false
	}
	switch {
	case op.Is(&tile.Iota), op.Is(&tile.Splat), isSplat(op):
		return true
	case op.Is(&tile.ExpandDims), op.Is(&tile.Broadcast), op.Is(&tile.Permute), elementwise(op):
		return !slices.ContainsFunc(op.OperandValues(), func(w *ir.Value) bool {
			_, isTensor := w.Type().(*ir.TensorType)
			return isTensor && !s.madeOfIndices(w)
		})
	}
	return false
}

// typeOf returns the type of a tensor's strip.
func (s *strip) typeOf(v *ir.Value) ir.Type {
	d, has := s.of[v]
	if !has {
		return v.Type()
	}
	t := v.Type().(*ir.TensorType)
	shape := slices.Clone(t.Shape())
	shape[d] = s.width
	return tile.Of(v.DefiningOp().Context(), shape, t.ElementType())
}

// neutral returns tensors that the loop begins with for each operand of the reductions along the class; the first strip takes
// their place.
func (s *strip) neutral(b *ir.Builder) (out []*ir.Value) {
	for _, op := range s.inside {
		if s.closed[op] {
			for _, v := range op.Operands() {
				out = append(out, arith.NewConstant(b, zeroOf(b.Context(), s.typeOf(v))))
			}
		}
	}
	return out
}

func zeroOf(ctx *ir.Context, t ir.Type) ir.TypedAttr {
	elem := ir.ElementOrSelf(t)
	var zero ir.TypedAttr
	if f, ok := elem.(*ir.FloatType); ok {
		zero = ctx.FloatAttr(f, 0)
	} else {
		zero = ctx.Integer(elem, 0)
	}
	if shaped, ok := t.(ir.ShapedType); ok {
		return ctx.DenseSplat(shaped, zero)
	}
	return zero
}

// body makes the operations for one strip, and returns what reductions have combined.
func (s *strip) body(carried []*ir.Value) (combined []*ir.Value) {
	for _, op := range s.inside {
		s.b.SetLoc(op.Loc())
		switch {
		case s.closed[op]:
			n := op.NumOperands()
			combined = append(combined, s.combine(op, carried[:n])...)
			carried = carried[n:]
		case op.Is(&tile.Iota):
			s.to[op.Result(0)] = s.iota(op)
		case isSplat(op):
			dense := op.Inherent("value").(*ir.DenseElementsAttr)
			t := s.typeOf(op.Result(0)).(ir.ShapedType)
			s.to[op.Result(0)] = arith.NewConstant(s.b, s.b.Context().DenseSplat(t, dense.SplatValue(s.b.Context())))
		default:
			s.clone(op)
		}
	}
	return combined
}

func (s *strip) clone(op *ir.Operation) {
	m := &ir.Mapping{}
	for _, v := range op.Operands() {
		if s.to[v] == nil && s.madeOfIndices(v) {
			s.clone(v.DefiningOp()) // so that its other dimensions can be divided, too
		}
		if w := s.to[v]; w != nil {
			m.Map(v, w)
		}
	}
	copied := s.b.Clone(op, m)
	for i, v := range op.Results() {
		copied.Result(i).SetType(s.typeOf(v))
		s.to[v] = copied.Result(i)
	}
}

// iota counts on from the first element of the strip.
func (s *strip) iota(op *ir.Operation) *ir.Value {
	t := s.typeOf(op.Result(0)).(*ir.TensorType)
	first := arith.Binary(s.b, &arith.MulI, s.number, arith.NewInt(s.b, s.number.Type(), s.width))
	switch elem := t.ElementType(); {
	case ir.BitWidth(elem) > 32:
		first = arith.Cast(s.b, &arith.ExtUI, first, elem)
	case ir.BitWidth(elem) < 32:
		first = arith.Cast(s.b, &arith.TruncI, first, elem)
	}
	st := s.b.State(&tile.Iota)
	st.Types = append(st.Types, t)
	return arith.Binary(s.b, &arith.AddI, tile.NewSplat(s.b, first, t.Shape()...), s.b.Create(st).Result(0))
}

// combine applies the combiner of a reduction to what earlier strips gave and this one; of the first it takes this one alone.
func (s *strip) combine(op *ir.Operation, earlier []*ir.Value) []*ir.Value {
	body := op.Region(0).Entry()
	values := make(map[*ir.Value]*ir.Value)
	var own []*ir.Value
	for _, v := range op.Operands() {
		own = append(own, s.to[v])
	}
	for i, v := range slices.Concat(earlier, own) {
		values[body.Arg(i)] = v
	}
	shape := own[0].Type().(*ir.TensorType).Shape()
	tensor := func(v *ir.Value) *ir.Value {
		if w := values[v]; w != nil {
			return w
		}
		w := tile.NewSplat(s.b, v, shape...) // from outside the region
		values[v] = w
		return w
	}
	for inner := range body.Ops() {
		if inner.HasTrait(ir.Terminator) {
			break
		}
		s.apply(inner, shape, values, tensor)
	}
	first := arith.NewCmpI(s.b, arith.EQ, s.number, arith.NewInt(s.b, s.number.Type(), 0))
	out := make([]*ir.Value, len(own))
	for i, v := range body.Last().Operands() {
		out[i] = arith.NewSelect(s.b, first, own[i], tensor(v))
	}
	return out
}

// apply makes an operation on scalars one on tensors.
func (s *strip) apply(op *ir.Operation, shape []int64, values map[*ir.Value]*ir.Value, tensor func(*ir.Value) *ir.Value) {
	ctx := s.b.Context()
	if op.Is(&arith.ConstantOp) {
		t := tile.Of(ctx, shape, op.Result(0).Type()).(ir.ShapedType)
		values[op.Result(0)] = arith.NewConstant(s.b, ctx.DenseSplat(t, op.Inherent("value")))
		return
	}
	m := &ir.Mapping{}
	for _, v := range op.Operands() {
		m.Map(v, tensor(v))
	}
	copied := s.b.Clone(op, m)
	for i, v := range op.Results() {
		copied.Result(i).SetType(tile.Of(ctx, shape, v.Type()))
		values[v] = copied.Result(i)
	}
}
