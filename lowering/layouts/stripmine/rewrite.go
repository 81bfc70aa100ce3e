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
	strips int64                   // the number of strips
	number *ir.Value               // the number of the strip, an i32; mirrored tensors count from their end
	turn   *ir.Value               // the number of iterations of the loop before this one
	first  *ir.Value               // an i1, turn == 0; nil until it is needed
	half   int                     // the number of the strip, 0 or 1, if there is no loop (see halves)
	to     map[*ir.Value]*ir.Value // from a value to its strip
	// indices remembers which tensors are made of scalars and indices alone.
	indices map[*ir.Value]bool
}

// rewrite divides the class into strips in a loop, and returns the body of the loop. If the class has concatenations,
// it makes two strips without a loop, one for each operand, and returns the block itself.
func (p *plan) rewrite(strips int64) *ir.Block {
	last := p.inside[len(p.inside)-1]
	block, next := last.Block(), last.Next()
	b := ir.NewBuilder(last.Context()).After(last)
	b.SetLoc(last.Loc())
	s := &strip{plan: p, strips: strips, to: make(map[*ir.Value]*ir.Value), indices: make(map[*ir.Value]bool)}
	inner := block
	if len(p.cats) > 0 {
		s.strips = 2
		s.finish(b, s.halves(b))
	} else {
		loop := s.loop(b)
		inner = loop.Region(0).Entry()
		s.finish(b.After(loop.Operation), loop.ResultValues())
	}
	for _, op := range p.after {
		op.MoveBefore(next)
	}
	for _, op := range slices.Backward(p.inside) {
		if !p.again || p.closed[op] || !slices.ContainsFunc(op.ResultValues(), (*ir.Value).HasUses) {
			op.Erase()
		}
	}
	for _, op := range p.sunk { // sunk is in reverse order, so users come first
		if !slices.ContainsFunc(op.ResultValues(), (*ir.Value).HasUses) {
			op.Erase()
		}
	}
	for op := block.First(); op != nil; { // erase tensors of indices that were computed again in the loop
		next := op.Next()
		ir.EraseDead(op, func(op *ir.Operation) bool { return op.NumResults() > 0 && s.madeOfIndices(op.Result(0)) })
		op = next
	}
	return inner
}

// loop makes the loop over the strips.
func (s *strip) loop(b *ir.Builder) scf.For {
	i32 := b.Context().I(32)
	zero, one := arith.NewInt(b, i32, 0), arith.NewInt(b, i32, 1)
	return scf.NewFor(b, zero, arith.NewInt(b, i32, s.strips), one, s.initial(b),
		func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			s.b, s.turn, s.number = b, iv, iv
			if s.descending {
				s.number = s.fromEnd(iv)
			}
			return s.body(carried)
		})
}

// halves makes two strips, one after the other, and returns the carried values after the second one.
func (s *strip) halves(b *ir.Builder) []*ir.Value {
	carried := s.initial(b)
	for turn := range 2 {
		s.half = turn
		if s.descending {
			s.half = 1 - turn
		}
		s.b, s.first, s.to = b, nil, make(map[*ir.Value]*ir.Value)
		s.turn, s.number = arith.NewInt(b, b.Context().I(32), int64(turn)), arith.NewInt(b, b.Context().I(32), int64(s.half))
		carried = s.body(carried)
	}
	return carried
}

// fromEnd converts the number of a strip to its number counted from the other end.
func (s *strip) fromEnd(number *ir.Value) *ir.Value {
	return arith.Binary(s.b, &arith.SubI, arith.NewInt(s.b, number.Type(), s.strips-1), number)
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
	shape[d] /= s.strips
	return tile.Of(v.DefiningOp().Context(), shape, t.ElementType())
}

// body makes the operations for one strip, and returns the values to carry to the next one.
func (s *strip) body(carried []*ir.Value) (next []*ir.Value) {
	for _, op := range s.inside {
		s.b.SetLoc(op.Loc())
		if s.closed[op] || s.scans[op] {
			count := len(s.carries(op))
			next = append(next, s.carry(op, carried[:count])...)
			carried = carried[count:]
			continue
		}
		s.operation(op)
	}
	return next
}

// operation makes, for the strip, an operation that carries no values to the next strip.
func (s *strip) operation(op *ir.Operation) {
	divided := op.NumResults() > 0
	if divided {
		_, divided = s.of[op.Result(0)]
	}
	switch {
	case op.Is(&scf.ForOp):
		s.repeat(op)
	case op.Is(&tile.Print):
		s.print(op)
	case divided && s.cats[op]:
		half := s.half
		if s.mirrored[op.Result(0)] {
			half = 1 - half
		}
		s.to[op.Result(0)] = op.Operand(half)
	case divided && op.Is(&tile.Iota):
		s.to[op.Result(0)] = s.iota(op)
	case divided && isSplat(op):
		dense := op.Inherent("value").(*ir.DenseElementsAttr)
		t := s.typeOf(op.Result(0)).(ir.ShapedType)
		s.to[op.Result(0)] = arith.NewConstant(s.b, s.b.Context().DenseSplat(t, dense.SplatValue(s.b.Context())))
	default:
		s.clone(op)
	}
}

// clone makes an operation for the strip. It first makes those operands that must be computed again in the loop.
func (s *strip) clone(op *ir.Operation) *ir.Operation {
	m := &ir.Mapping{}
	for _, v := range op.Operands() {
		s.make(v)
		if w := s.to[v]; w != nil {
			m.Map(v, w)
		}
	}
	if op.NumRegions() > 0 {
		s.captured(op, m)
	}
	copied := s.b.Clone(op, m)
	for i, v := range op.Results() {
		copied.Result(i).SetType(s.typeOf(v))
		s.to[v] = copied.Result(i)
	}
	if d, has := s.of[firstOperand(op)]; has && op.Is(&tile.Hint) {
		cutHint(copied, d)
	}
	rememberWhole(op, copied)
	return copied
}

// rememberWhole records, for later error messages, the undivided types of an operation that takes shared memory.
func rememberWhole(op, copied *ir.Operation) {
	for _, v := range op.Operands() {
		if exchangedBytes(op, v) > 0 {
			tile.SetWholeTypes(copied, op)
			return
		}
	}
}

// cutHint limits the lengths in a hint to that of a strip.
func cutHint(op *ir.Operation, d int) {
	width := shapeOf(op.Result(0))[d]
	first := int64(0) // the divisibility limit for the first elements of runs that are cut; 0 if none is cut
	for _, name := range []string{tile.Contiguity, tile.Constancy, tile.Divisibility} {
		a, ok := op.Inherent(name).(*ir.DenseArrayAttr)
		if !ok {
			continue
		}
		facts := make([]int64, a.Len())
		for i := range facts {
			facts[i] = a.Int64(i)
		}
		if name == tile.Divisibility && first > 0 {
			facts[d] = min(facts[d], facts[d]&-facts[d], first)
		} else if name != tile.Divisibility && facts[d] > width {
			facts[d] = width
			if name == tile.Contiguity {
				first = width
			}
		}
		op.SetAttr(name, op.Context().DenseI64(facts...))
	}
}

// make computes a value again in the loop, unless that is done already. It does so for tensors made of indices, so that
// their other dimensions can be divided separately, and for sunk values (sink.go).
func (s *strip) make(v *ir.Value) {
	if s.to[v] == nil && (s.madeOfIndices(v) || slices.Contains(s.sunk, v.DefiningOp())) {
		s.clone(v.DefiningOp())
	}
}

// start returns the coordinate, in the whole tensor, of the first element of a strip of the given size.
func (s *strip) start(v *ir.Value, size int64) *ir.Value {
	number := s.number
	if s.mirrored[v] {
		number = s.fromEnd(number)
	}
	return arith.Binary(s.b, &arith.MulI, number, arith.NewInt(s.b, number.Type(), size))
}

// iota makes the strip of a tile.iota: start, start+1, ...
func (s *strip) iota(op *ir.Operation) *ir.Value {
	v := op.Result(0)
	t := s.typeOf(v).(*ir.TensorType)
	first := s.start(v, t.Shape()[0])
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
