package overlap

import "github.com/girih-ir/girih/ir"

// Addresses compares tensors of pointers of one kernel while the IR does not change. It caches results.
type Addresses struct{ space *space }

// NewAddresses returns a comparison with an empty cache.
func NewAddresses() *Addresses { return &Addresses{newSpace()} }

// Apart reports whether no element of a can have the address of an element of b, for pointers, or tensors of pointers,
// to one type. It handles tiles at a constant distance whose strides are constants: tiles with disjoint ranges, such as
// x[i] and x[i+n] of n elements, and interleaved tiles, such as x[2*i] and x[2*i+1].
func (ad *Addresses) Apart(a, b *ir.Value) bool {
	if ir.ElementOrSelf(a.Type()) != ir.ElementOrSelf(b.Type()) {
		return false
	}
	x, ok := ad.grid(a)
	if !ok {
		return false
	}
	y, ok := ad.grid(b)
	if !ok {
		return false
	}
	d, ok := ad.space.plus(y.first, x.first, -1).constant()
	if !ok {
		return false
	}
	common := greatestDivisor(x.step, y.step)
	return d+y.low > x.high || d+y.high < x.low || common > 0 && d%common != 0
}

// grid is a set that contains the addresses of a tensor of pointers, in units of elements.
type grid struct {
	first     poly  // the address of the element whose indices are 0
	low, high int64 // the least and the greatest distance from it
	step      int64 // divides all distances; 0 if there is only one address
}

// grid returns the grid of some addresses, if they are linear in the indices with constant factors.
func (ad *Addresses) grid(v *ir.Value) (g grid, ok bool) {
	s := ad.space
	var shape []int64
	if t, tensor := v.Type().(*ir.TensorType); tensor {
		shape = t.Shape()
	}
	at, origin := make([]poly, len(shape)), make([]poly, len(shape))
	for i := range at {
		at[i] = s.index(i)
	}
	address := s.value(v, at)
	g.first = s.value(v, origin)
	for i, n := range shape {
		shift := make([]int, len(shape))
		shift[i] = 1
		slope, ok := s.plus(s.shifted(address, shift), address, -1).constant()
		if !ok {
			return g, false
		}
		reach := slope * (n - 1)
		g.low, g.high = g.low+min(0, reach), g.high+max(0, reach)
		if n > 1 {
			g.step = greatestDivisor(g.step, slope)
		}
	}
	return g, true
}

// greatestDivisor returns the greatest common divisor; 0 if both numbers are 0.
func greatestDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
