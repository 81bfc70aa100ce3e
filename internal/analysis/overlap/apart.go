package overlap

import (
	"cmp"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Addresses compares tensors of pointers of one kernel while the IR does not change. It caches results.
type Addresses struct{ space *space }

// NewAddresses returns a comparison with an empty cache.
func NewAddresses() *Addresses { return &Addresses{newSpace()} }

// Apart reports whether no element of a can have the address of an element of b, for pointers, or tensors of pointers,
// to one type. It handles tiles at a constant distance whose strides are constants: tiles with disjoint ranges, such as
// x[i] and x[i+n] of n elements, and interleaved tiles, such as x[2*i] and x[2*i+1].
//
// Integers wrap around, so that the distance of two addresses is known up to multiples of 2^32. Tiles whose elements
// may be that far from each other are not known to be apart.
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
	if abs(d) >= wrapping || max(d+y.high-x.low, x.high-d-y.low) >= wrapping {
		return false
	}
	common := greatestDivisor(x.step, y.step)
	return d+y.low > x.high || d+y.high < x.low || common > 0 && d%common != 0
}

// wrapping is the distance of two integers of 32 bits that are equal after they have wrapped around.
const wrapping = 1 << 32

// Distinct reports whether all elements of a tensor of pointers are known to have different addresses. It handles
// addresses that are linear in the indices with constant factors. As in Apart, distances are less than 2^32.
func (ad *Addresses) Distinct(v *ir.Value) bool {
	t, tensor := v.Type().(*ir.TensorType)
	if !tensor {
		return true
	}
	slopes, ok := ad.slopes(v, t.Shape())
	if !ok {
		return false
	}
	dims := make([]int, len(slopes))
	for i := range dims {
		dims[i] = i
	}
	slices.SortFunc(dims, func(i, j int) int { return cmp.Compare(abs(slopes[i]), abs(slopes[j])) })
	var reach int64 // how far elements are from each other along the dimensions with smaller slopes
	for _, i := range dims {
		n := t.Shape()[i]
		if n > 1 && abs(slopes[i]) <= reach {
			return false
		}
		reach += abs(slopes[i]) * (n - 1)
	}
	return reach < wrapping
}

func abs(n int64) int64 { return max(n, -n) }

// slopes returns the factors of the indices in addresses that are linear in them, if they are constants. A dimension of
// size 1 has the factor 0.
func (ad *Addresses) slopes(v *ir.Value, shape []int64) (slopes []int64, ok bool) {
	s := ad.space
	at := make([]poly, len(shape))
	for i := range at {
		at[i] = s.index(i)
	}
	address := s.value(v, at)
	slopes = make([]int64, len(shape))
	for i, n := range shape {
		if n == 1 {
			continue
		}
		shift := make([]int, len(shape))
		shift[i] = 1
		slopes[i], ok = s.plus(s.shifted(address, shift), address, -1).constant()
		if !ok || slopes[i] <= -wrapping || slopes[i] >= wrapping {
			return nil, false
		}
	}
	return slopes, true
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
	slopes, ok := ad.slopes(v, shape)
	if !ok {
		return g, false
	}
	g.first = s.value(v, make([]poly, len(shape)))
	for i, n := range shape {
		reach := slopes[i] * (n - 1)
		g.low, g.high = g.low+min(0, reach), g.high+max(0, reach)
		if n > 1 {
			g.step = greatestDivisor(g.step, slopes[i])
		}
	}
	return g, true
}

// greatestDivisor returns the greatest common divisor; 0 if both numbers are 0.
func greatestDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return abs(a)
}
