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
	holds  []condition // the mask is set where all of them hold
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

// conditions returns conditions that all hold exactly where a mask is set.
func (s *space) conditions(mask *ir.Value, at []poly) []condition {
	if _, tensor := mask.Type().(*ir.TensorType); !tensor {
		at = nil
	}
	op := mask.DefiningOp()
	if op == nil {
		return []condition{s.holds(mask, at)}
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
		x, y := s.exact(op.Operand(0), at), s.exact(op.Operand(1), at)
		bits := ir.BitWidth(ir.ElementOrSelf(op.Operand(0).Type()))
		p, _ := arith.IntPredicate.Value(op.Inherent("predicate"))
		switch {
		case bits < leastBits:
		case p == arith.SLT:
			return []condition{{low: x, high: y, gap: 1, bits: bits}}
		case p == arith.SLE:
			return []condition{{low: x, high: y, bits: bits}}
		case p == arith.SGT:
			return []condition{{low: y, high: x, gap: 1, bits: bits}}
		case p == arith.SGE:
			return []condition{{low: y, high: x, bits: bits}}
		}
	}
	return []condition{s.holds(mask, at)}
}

// holds returns a condition about which nothing is known.
func (s *space) holds(mask *ir.Value, at []poly) condition {
	return condition{low: s.opaque(mask, at)}
}

// relate searches for a shift of the indices that turns the addresses of t into those of from. forth reports whether
// the mask of from is set wherever the mask of t is set; back reports the reverse.
func (s *space) relate(t, from *tileOf) (r Reuse, forth, back bool) {
	shift, ok := s.distance(t, from)
	if !ok {
		return r, false, false
	}
	holds := make([]condition, len(from.holds))
	for i, c := range from.holds {
		c.low, c.high = s.shifted(c.low, shift), s.shifted(c.high, shift)
		holds[i] = c
	}
	return Reuse{Shift: shift}, s.implies(t.holds, holds), s.implies(holds, t.holds)
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
