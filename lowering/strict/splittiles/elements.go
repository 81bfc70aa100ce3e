package splittiles

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// elements replaces an elementwise operation by one for each piece. Operands that are not cut, such as scalars, are
// used by all of them.
func (s *splitter) elements(op *ir.Operation) {
	n := 1
	for _, t := range append(op.OperandTypes(), op.ResultTypes()...) {
		n = max(n, len(pieceTypes(s.ctx, t)))
	}
	results := make([][]*ir.Value, op.NumResults())
	for i := range n {
		var operands []*ir.Value
		for _, v := range op.Operands() {
			pieces := s.of(v)
			operands = append(operands, pieces[min(i, len(pieces)-1)])
		}
		var types []ir.Type
		for _, t := range op.ResultTypes() {
			types = append(types, pieceTypes(s.ctx, t)[i])
		}
		for r, v := range s.like(op, operands, types).ResultValues() {
			results[r] = append(results[r], v)
		}
	}
	for r, v := range op.ResultValues() {
		s.replace(v, results[r])
	}
	s.replaced = append(s.replaced, op)
}

// unpacked returns why an operation cannot be split if its function takes several neighboring elements, which may be in
// different pieces.
func unpacked(op *ir.Operation) string {
	if tile.PackOf(op) > 1 {
		return "its function takes several elements at a time"
	}
	return ""
}

// plainConstant returns why a constant cannot be split if it has no dense elements.
func plainConstant(op *ir.Operation) string {
	if _, ok := ir.ConstantOf(op.Result(0)).(*ir.DenseElementsAttr); !ok {
		return "a constant must be dense<...>"
	}
	return ""
}

func (s *splitter) constant(op *ir.Operation) {
	value := ir.ConstantOf(op.Result(0)).(*ir.DenseElementsAttr)
	t := op.Result(0).Type().(*ir.TensorType)
	g := gridOf(t)
	var pieces []*ir.Value
	for i, piece := range pieceTypes(s.ctx, t) {
		pieces = append(pieces, arith.NewConstant(s.b, part(s.ctx, value, piece.(*ir.TensorType), g, g.at(i))))
	}
	s.only(op, pieces)
}

// part returns the elements of a constant that belong to the piece at a place.
func part(ctx *ir.Context, value *ir.DenseElementsAttr, t *ir.TensorType, g grid, place []int) ir.TypedAttr {
	if value.IsSplat() {
		return ctx.DenseElements(t, []byte(value.Raw()), true)
	}
	shape := value.ShapedType().Shape()
	bit := ir.ElementBits(t.ElementType()) == 1
	var raw []byte
	n := ir.Product(t.Shape())
	if bit {
		raw = make([]byte, (n+7)/8)
	}
	for i := range n {
		from, rest, stride := int64(0), i, int64(1)
		for d := len(shape) - 1; d >= 0; d-- {
			at := g[d][place[d]]
			from += (at.from + rest%at.size) * stride
			rest, stride = rest/at.size, stride*shape[d]
		}
		if bit {
			raw[i/8] |= byte(value.Bits(int(from))) << (i % 8)
		} else {
			raw = append(raw, value.ValueBytes(int(from))...)
		}
	}
	return ctx.DenseElements(t, raw, false)
}

// iota makes the pieces of a tile.iota: each piece counts from the index of its first element.
func (s *splitter) iota(op *ir.Operation) {
	t := op.Result(0).Type().(*ir.TensorType)
	var pieces []*ir.Value
	for _, at := range cut(t.Shape()[0]) {
		st := s.b.State(&tile.Iota)
		piece := s.ctx.TensorType([]int64{at.size}, t.ElementType(), nil)
		st.Types = append(st.Types, piece)
		v := s.b.Create(st).Result(0)
		if at.from > 0 {
			from := arith.NewConstant(s.b, s.ctx.DenseSplat(piece, s.ctx.Integer(t.ElementType(), at.from)))
			v = arith.Binary(s.b, &arith.AddI, v, from)
		}
		pieces = append(pieces, v)
	}
	s.only(op, pieces)
}

// hint drops a tile.hint, since facts about contiguity or divisibility may not hold for pieces.
func (s *splitter) hint(op *ir.Operation) { s.only(op, s.of(op.Operand(0))) }
