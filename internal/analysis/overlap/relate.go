package overlap

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// tileOf describes the elements that a load reads.
type tileOf struct {
	address poly
	// slopes are the differences of the address along each dimension.
	slopes []poly
	// holds are polynomials. The mask is set where none of them is negative.
	holds []poly
}

func (s *space) tile(load *ir.Operation) *tileOf {
	rank := len(load.Result(0).Type().(*ir.TensorType).Shape())
	at := make([]poly, rank)
	for i := range at {
		at[i] = s.index(i)
	}
	t := &tileOf{address: s.value(load.Operand(0), at)}
	for i := range rank {
		shift := make([]int, rank)
		shift[i] = 1
		t.slopes = append(t.slopes, s.plus(s.shifted(t.address, shift), t.address, -1))
	}
	if mask := load.GroupValue(1); mask != nil {
		t.holds = s.conditions(mask, at)
	}
	return t
}

// conditions returns polynomials that are all nonnegative exactly where a mask is set.
func (s *space) conditions(mask *ir.Value, at []poly) []poly {
	if _, tensor := mask.Type().(*ir.TensorType); !tensor {
		at = nil
	}
	op := mask.DefiningOp()
	if op == nil {
		return []poly{s.holds(mask, at)}
	}
	switch op.Def() {
	case &arith.AndI:
		return append(s.conditions(op.Operand(0), at), s.conditions(op.Operand(1), at)...)
	case &tile.Splat:
		return s.conditions(op.Operand(0), nil)
	case &tile.Broadcast:
		return s.conditions(op.Operand(0), inner(op.Operand(0), at))
	case &tile.ExpandDims:
		axis := tile.Axis(op)
		return s.conditions(op.Operand(0), slices.Delete(slices.Clone(at), axis, axis+1))
	case &arith.CmpI:
		x, y := s.value(op.Operand(0), at), s.value(op.Operand(1), at)
		p, _ := arith.IntPredicate.Value(op.Inherent("predicate"))
		switch p {
		case arith.SLT:
			return []poly{s.plus(s.plus(y, x, -1), constant(-1), 1)}
		case arith.SLE:
			return []poly{s.plus(y, x, -1)}
		case arith.SGT:
			return []poly{s.plus(s.plus(x, y, -1), constant(-1), 1)}
		case arith.SGE:
			return []poly{s.plus(x, y, -1)}
		}
	}
	return []poly{s.holds(mask, at)}
}

// holds returns a condition about which nothing is known.
func (s *space) holds(mask *ir.Value, at []poly) poly {
	return s.plus(s.opaque(mask, at), constant(-1), 1)
}

// relate searches for a shift of the indices that turns the addresses of t into those of from. forth reports whether
// the mask of from is set wherever the mask of t is set; back reports the reverse.
func (s *space) relate(t, from *tileOf) (r Reuse, forth, back bool) {
	shift, ok := s.distance(t, from)
	if !ok {
		return r, false, false
	}
	holds := make([]poly, len(from.holds))
	for i, p := range from.holds {
		holds[i] = s.shifted(p, shift)
	}
	return Reuse{Shift: shift}, implies(t.holds, holds), implies(holds, t.holds)
}

// distance returns the shift of the indices of from that gives the addresses of t.
func (s *space) distance(t, from *tileOf) ([]int, bool) {
	rest := s.plus(t.address, from.address, -1)
	shift := make([]int, len(from.slopes))
	order := make([]int, len(shift))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int { return largest(from.slopes[k], from.slopes[i]) })
	for _, d := range order {
		slope := from.slopes[d]
		if len(slope) == 0 {
			continue
		}
		// The leading term of this slope occurs in no later slope, so its factor in the rest gives the shift. If
		// several slopes are constants, the largest one divides first.
		lead := slope[len(slope)-1]
		i, found := slices.BinarySearchFunc(rest, lead.monomial, func(x term, m int) int { return x.monomial - m })
		if !found {
			continue
		}
		n := nearest(rest[i].factor, lead.factor)
		if n < -maxShift || n > maxShift {
			return nil, false
		}
		shift[d] = int(n)
		rest = s.plus(rest, slope, -n)
	}
	if len(rest) > 0 {
		return nil, false
	}
	return shift, len(s.plus(s.shifted(from.address, shift), t.address, -1)) == 0
}

// largest sorts slopes by their last terms.
func largest(p, q poly) int {
	key := func(p poly) (int, int64) {
		if len(p) == 0 {
			return -1, 0
		}
		t := p[len(p)-1]
		return t.monomial, max(t.factor, -t.factor)
	}
	m, x := key(p)
	n, y := key(q)
	if m != n {
		return m - n
	}
	return int(max(-1, min(1, x-y)))
}

// nearest returns the integer nearest to x/y.
func nearest(x, y int64) int64 {
	if y < 0 {
		x, y = -x, -y
	}
	n := x / y
	switch rest := x - n*y; {
	case 2*rest > y:
		n++
	case 2*rest < -y:
		n--
	}
	return n
}

// implies reports whether some conditions imply all of the others.
func implies(given, wanted []poly) bool {
	for _, w := range wanted {
		at, terms := w.split()
		if len(terms) == 0 && at >= 0 {
			continue
		}
		if !slices.ContainsFunc(given, func(g poly) bool {
			n, same := g.split()
			return n <= at && slices.Equal(same, terms)
		}) {
			return false
		}
	}
	return true
}
