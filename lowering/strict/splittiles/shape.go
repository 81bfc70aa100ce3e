package splittiles

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// each makes the pieces of an operation's result: one for each place in its grid.
func (s *splitter) each(op *ir.Operation, piece func(place []int, t ir.Type) *ir.Value) {
	t := op.Result(0).Type()
	g := gridOf(t)
	var pieces []*ir.Value
	for i, one := range pieceTypes(s.ctx, t) {
		pieces = append(pieces, piece(g.at(i), one))
	}
	s.only(op, pieces)
}

// piece returns the piece of a value at a place.
func (s *splitter) piece(v *ir.Value, place []int) *ir.Value {
	return s.of(v)[gridOf(v.Type()).index(place)]
}

// one creates a copy of an operation with one operand, for one piece.
func (s *splitter) one(op *ir.Operation, operand *ir.Value, t ir.Type) *ir.Value {
	return s.like(op, []*ir.Value{operand}, []ir.Type{t}).Result(0)
}

func (s *splitter) expandDims(op *ir.Operation) {
	axis := tile.Axis(op)
	s.each(op, func(place []int, t ir.Type) *ir.Value {
		return s.one(op, s.piece(op.Operand(0), slices.Delete(slices.Clone(place), axis, axis+1)), t)
	})
}

func (s *splitter) broadcast(op *ir.Operation) {
	in := op.Operand(0)
	sizes := in.Type().(*ir.TensorType).Shape()
	s.each(op, func(place []int, t ir.Type) *ir.Value {
		from := slices.Clone(place[len(place)-len(sizes):])
		for d, n := range sizes {
			if n == 1 {
				from[d] = 0
			}
		}
		v := s.piece(in, from)
		if v.Type() == t {
			return v
		}
		return s.one(op, v, t)
	})
}

func (s *splitter) permute(op *ir.Operation) {
	order := tile.OrderOf(op)
	s.each(op, func(place []int, t ir.Type) *ir.Value {
		from := make([]int, len(place))
		for d, dim := range order {
			from[dim] = place[d]
		}
		return s.one(op, s.piece(op.Operand(0), from), t)
	})
}

// groups divides the dimensions of two shapes into corresponding runs with the same number of elements.
type groups [][2][]int

// groupsOf returns the groups of two shapes, with runs as short as possible. For 16x192 and 16x24x8, they are ([0],
// [0]) and ([1], [1, 2]).
func groupsOf(in, out []int64) (list groups) {
	for i, j := 0, 0; i < len(in) || j < len(out); {
		var one [2][]int
		n, m := int64(1), int64(1)
		for first := true; first || n != m; first = false {
			if i < len(in) && (n <= m || j == len(out)) {
				n *= in[i]
				one[0] = append(one[0], i)
				i++
			} else {
				m *= out[j]
				one[1] = append(one[1], j)
				j++
			}
		}
		list = append(list, one)
	}
	return list
}

// cutsAgree returns why a reshape cannot be done piece by piece; "" if it can. In each group, only the first dimension
// with more than one element may be cut, and both shapes must be cut into equally many pieces, as in 16x192 to 16x24x8.
func cutsAgree(op *ir.Operation) string {
	in := op.Operand(0).Type().(*ir.TensorType).Shape()
	out := op.Result(0).Type().(*ir.TensorType).Shape()
	for _, g := range groupsOf(in, out) {
		x, ok := leading(g[0], in)
		y, ok2 := leading(g[1], out)
		if !ok || !ok2 || x != y {
			return "a dimension that is not a power of two must become a sum of as many powers of two, followed by powers " +
				"of two, as in 192 to 24x8"
		}
	}
	return ""
}

// leading returns the number of pieces of a run of dimensions. ok is false if a dimension is cut that is not the first
// one with more than one element.
func leading(run []int, shape []int64) (pieces int, ok bool) {
	pieces, first := 1, true
	for _, d := range run {
		if isCutSize(shape[d]) {
			if !first {
				return 0, false
			}
			pieces = len(cut(shape[d]))
		}
		first = first && shape[d] == 1
	}
	return pieces, true
}

func (s *splitter) reshape(op *ir.Operation) {
	in := op.Operand(0).Type().(*ir.TensorType).Shape()
	out := op.Result(0).Type().(*ir.TensorType).Shape()
	list := groupsOf(in, out)
	s.each(op, func(place []int, t ir.Type) *ir.Value {
		from := make([]int, len(in))
		for _, g := range list {
			for _, d := range g[1] {
				if place[d] == 0 {
					continue
				}
				at := slices.IndexFunc(g[0], func(d int) bool { return isCutSize(in[d]) })
				from[g[0][at]] = place[d]
			}
		}
		return s.one(op, s.piece(op.Operand(0), from), t)
	})
}

// cutsFollow returns why a concatenation cannot be done piece by piece; "" if it can. The pieces of its operands, in
// order, must be the pieces of its result. For instance, 64 and 128 are in the wrong order for 192, which is cut into
// 128 and 64.
func cutsFollow(op *ir.Operation) string {
	axis := tile.Axis(op)
	var sizes []int64
	for _, t := range op.OperandTypes() {
		for _, at := range gridOf(t)[axis] {
			sizes = append(sizes, at.size)
		}
	}
	whole := gridOf(op.Result(0).Type())[axis]
	if !slices.EqualFunc(sizes, whole, func(n int64, at stretch) bool { return n == at.size }) {
		return "the sizes of the operands must be the powers of two that add up to the size of the result, the larger first"
	}
	return ""
}

func (s *splitter) cat(op *ir.Operation) {
	axis := tile.Axis(op)
	first := len(gridOf(op.Operand(0).Type())[axis])
	s.each(op, func(place []int, _ ir.Type) *ir.Value {
		if place[axis] < first {
			return s.piece(op.Operand(0), place)
		}
		place[axis] -= first
		return s.piece(op.Operand(1), place)
	})
}
