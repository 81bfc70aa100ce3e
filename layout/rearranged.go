package layout

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// The functions of this file change the packed basis vectors of a layout, without a list of coordinates for each.

// Reshaped returns the layout of a tensor that is reshaped: its elements keep their row-major order.
func (l Layout) Reshaped(outs []Dim) (Layout, error) {
	size := 1
	for _, d := range outs {
		size *= d.Size
	}
	for _, o := range l.out {
		size >>= o.bits
	}
	if size != 1 {
		return Layout{}, fmt.Errorf("%w: other numbers of elements", ErrInvalid)
	}
	return l.mapped(outs, func(to []output) func(uint64) uint64 {
		return func(v uint64) (w uint64) {
			flat := uint64(0)
			for _, o := range l.out {
				flat = flat<<o.bits | o.of(v)
			}
			for i := len(to) - 1; i >= 0; i-- {
				w |= flat & (1<<to[i].bits - 1) << to[i].shift
				flat >>= to[i].bits
			}
			return w
		}
	})
}

// Permuted returns the layout of a permuted tensor, whose dimension i is dimension order[i] of l.
func (l Layout) Permuted(order []int64) (Layout, error) {
	if len(order) != len(l.out) {
		return Layout{}, fmt.Errorf("%w: an order of %d dimensions for %d", ErrInvalid, len(order), len(l.out))
	}
	outs := make([]Dim, len(order))
	for i, from := range order {
		outs[i] = Dim{l.out[i].name, 1 << l.out[from].bits}
	}
	return l.mapped(outs, func(to []output) func(uint64) uint64 {
		return func(v uint64) (w uint64) {
			for i, from := range order {
				w |= l.out[from].of(v) << to[i].shift
			}
			return w
		}
	})
}

// Last returns the layout that maps to the last coordinates of l alone, one for each of the dimensions outs, and cuts
// them to the sizes there.
func (l Layout) Last(outs []Dim) (Layout, error) {
	if len(outs) > len(l.out) {
		return Layout{}, fmt.Errorf("%w: %d dimensions of %d", ErrInvalid, len(outs), len(l.out))
	}
	from := l.out[len(l.out)-len(outs):]
	return l.mapped(outs, func(to []output) func(uint64) uint64 { return cutsOf(from, to).apply })
}

// Resized returns the layout for a tensor of another size. Along a dimension that is smaller, coordinates wrap around,
// so that several inputs lead to the same element. Along one that is larger, registers are added, last dimension first.
func (l Layout) Resized(outs []Dim) (Layout, error) {
	if len(outs) != len(l.out) {
		return Layout{}, fmt.Errorf("%w: %d dimensions for a layout of %d", ErrInvalid, len(outs), len(l.out))
	}
	if l.has(outs) {
		return l, nil
	}
	r, err := l.Last(outs)
	if err != nil {
		return Layout{}, err
	}
	for d := len(outs) - 1; d >= 0; d-- {
		for k := l.out[d].bits; k < r.out[d].bits; k++ {
			i := r.inIndex(Register)
			if i < 0 {
				return Layout{}, fmt.Errorf("%w: no registers", ErrInvalid)
			}
			r.in[i].bases = append(r.in[i].bases, 1<<(r.out[d].shift+k))
		}
	}
	return r, r.checkInputs()
}

// has reports whether the output dimensions of l are these.
func (l *Layout) has(outs []Dim) bool {
	return slices.EqualFunc(l.out, outs, func(o output, d Dim) bool { return o.name == d.Name && 1<<o.bits == d.Size })
}

// Distributed returns the basis vectors of the registers, lanes and warps of l, in the smallest tensor that they fit
// in. The names of its dimensions are those of [OutName].
func (l Layout) Distributed() Layout {
	used := uint64(0)
	for i := range distributed {
		for _, b := range l.packed(distributed[i]) {
			used |= b
		}
	}
	r := Layout{in: make([]input, len(distributed)), out: make([]output, len(l.out))}
	shift := 0
	for i, o := range l.out {
		r.out[i] = output{OutName(i), bits.Len64(o.of(used)), shift}
		shift += r.out[i].bits
	}
	all := make([]uint64, 0, l.count())
	cut := cutsOf(l.out, r.out)
	for i, name := range distributed {
		start := len(all)
		for _, b := range l.packed(name) {
			all = append(all, cut.apply(b))
		}
		r.in[i] = input{name, all[start:len(all):len(all)]}
	}
	return r
}

// distributed are the input dimensions of layouts of the threads of a block.
var distributed = [...]string{Register, Lane, Warp}

// AppendKey appends bytes that are the same for layouts with the same sizes and basis vectors. They do not depend on
// names of dimensions.
func (l Layout) AppendKey(key []byte) []byte {
	key = append(key, byte(len(l.out)))
	for _, o := range l.out {
		key = append(key, byte(o.bits))
	}
	for _, d := range l.in {
		key = append(key, byte(len(d.bases)))
		for _, b := range d.bases {
			key = binary.AppendUvarint(key, b)
		}
	}
	return key
}

// WithThreads returns the layout of registers, lanes and warps, with at least so many lanes and warps. Those that l
// does not have hold copies.
func (l Layout) WithThreads(lanes, warps int) Layout {
	sizes := [...]int{log2(lanes), log2(warps)}
	if len(l.in) == len(distributed) && l.in[0].name == Register && l.in[1].name == Lane && l.in[2].name == Warp &&
		len(l.in[1].bases) >= sizes[0] && len(l.in[2].bases) >= sizes[1] {
		return l
	}
	r := Layout{in: make([]input, len(distributed)), out: l.out}
	for i, name := range distributed {
		r.in[i] = input{name, l.packed(name)}
		if i > 0 && len(r.in[i].bases) < sizes[i-1] {
			bases := make([]uint64, sizes[i-1])
			copy(bases, r.in[i].bases)
			r.in[i].bases = bases
		}
	}
	return r
}

// mapped returns the layout l followed by a linear map of packed coordinates, which f returns for the outputs outs.
func (l *Layout) mapped(outs []Dim, f func(to []output) func(v uint64) uint64) (Layout, error) {
	r := Layout{}
	if err := r.setOuts(outs); err != nil {
		return Layout{}, err
	}
	to := f(r.out)
	r.in = make([]input, len(l.in))
	all := make([]uint64, 0, l.count())
	for i, d := range l.in {
		start := len(all)
		for _, b := range d.bases {
			all = append(all, to(b))
		}
		r.in[i] = input{d.name, all[start:len(all):len(all)]}
	}
	return r, nil
}

// count returns the number of basis vectors.
func (l *Layout) count() (n int) {
	for _, d := range l.in {
		n += len(d.bases)
	}
	return n
}

// of returns the coordinate of packed coordinates.
func (o output) of(v uint64) uint64 { return v >> o.shift & (1<<o.bits - 1) }

// cuts repack coordinates for dimensions of other sizes. Each takes the bits of neighboring dimensions that move by as
// many places.
type cuts []cut

type cut struct {
	bits        uint64 // where they were
	left, right int    // how far they move
}

// cutsOf returns the cuts from one list of dimensions to another. Coordinates that are too large wrap around.
func cutsOf(from, to []output) (all cuts) {
	for i, o := range to {
		all = all.plus(output{bits: min(o.bits, from[i].bits), shift: from[i].shift}, o.shift)
	}
	return all
}

// plus adds the bits of a dimension, which move to another position.
func (all cuts) plus(o output, shift int) cuts {
	c := cut{bits: (1<<o.bits - 1) << o.shift, left: max(0, shift-o.shift), right: max(0, o.shift-shift)}
	switch n := len(all) - 1; {
	case c.bits == 0:
	case n >= 0 && all[n].left == c.left && all[n].right == c.right:
		all[n].bits |= c.bits
	default:
		all = append(all, c)
	}
	return all
}

func (all cuts) apply(v uint64) (w uint64) {
	for _, c := range all {
		w |= v & c.bits << c.left >> c.right
	}
	return w
}
