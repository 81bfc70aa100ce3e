package layout

import (
	"fmt"
	"math/bits"
	"slices"
)

// Identity returns the layout that maps dimension in of the given size to dimension out of the same size.
func Identity(size int, in, out string) (Layout, error) {
	if !IsPowerOfTwo(size) {
		return Layout{}, fmt.Errorf("%w: size %d is not a power of two", ErrInvalid, size)
	}
	bases := make([]uint64, log2(size))
	for i := range bases {
		bases[i] = 1 << i
	}
	return Layout{in: []input{{in, bases}}, out: []output{{name: out, bits: len(bases)}}}, nil
}

// Zeros returns the layout that maps every index of dimension in, of the given size, to coordinate 0 of dimension out,
// of size 1, so all indices of in hold copies of the same data.
func Zeros(size int, in, out string) (Layout, error) {
	if !IsPowerOfTwo(size) {
		return Layout{}, fmt.Errorf("%w: size %d is not a power of two", ErrInvalid, size)
	}
	return Layout{in: []input{{in, make([]uint64, log2(size))}}, out: []output{{name: out}}}, nil
}

// Product returns the direct product of l and m: the bits of m's dimensions follow those of l's. A dimension that both
// have has the bits of both; dimensions that only m has are added at the end.
func (l Layout) Product(m Layout) (Layout, error) {
	p := Layout{}
	outs := l.Outs()
	offset := make([]int, len(m.out)) // offset of m's bits in p's output dimensions
	for i, d := range m.Outs() {
		k := slices.IndexFunc(outs, func(o Dim) bool { return o.Name == d.Name })
		if k < 0 {
			outs = append(outs, d)
			continue
		}
		offset[i] = log2(outs[k].Size)
		outs[k].Size *= d.Size
	}
	if err := p.setOuts(outs); err != nil {
		return Layout{}, err
	}
	for _, d := range l.in {
		bases := make([]uint64, len(d.bases))
		for k, b := range d.bases {
			for i, c := range l.unpack(b) {
				bases[k] |= uint64(c) << p.out[i].shift
			}
		}
		p.in = append(p.in, input{d.name, bases})
	}
	for _, d := range m.in {
		bases := make([]uint64, len(d.bases))
		for k, b := range d.bases {
			for i, c := range m.unpack(b) {
				o := p.out[p.outIndex(m.out[i].name)]
				bases[k] |= uint64(c) << (o.shift + offset[i])
			}
		}
		if i := p.inIndex(d.name); i >= 0 {
			p.in[i].bases = append(p.in[i].bases, bases...)
		} else {
			p.in = append(p.in, input{d.name, bases})
		}
	}
	return p, p.checkInputs()
}

// Compose returns the layout that applies l, then m. The output dimensions of l must be the input dimensions of m, of
// the same sizes, in any order.
func (l Layout) Compose(m Layout) (Layout, error) {
	if len(l.out) != len(m.in) {
		return Layout{}, fmt.Errorf("%w: cannot compose %v with %v", ErrInvalid, l, m)
	}
	order := make([]int, len(m.in)) // the output dimension of l for each input dimension of m
	for i, d := range m.in {
		order[i] = l.outIndex(d.name)
		if order[i] < 0 || l.out[order[i]].bits != len(d.bases) {
			return Layout{}, fmt.Errorf("%w: cannot compose %v with %v", ErrInvalid, l, m)
		}
	}
	c := Layout{out: m.out}
	for _, d := range l.in {
		bases := make([]uint64, len(d.bases))
		index := make([]int, len(order))
		for k, b := range d.bases {
			coords := l.unpack(b)
			for i, o := range order {
				index[i] = coords[o]
			}
			bases[k] = m.apply(index)
		}
		c.in = append(c.in, input{d.name, bases})
	}
	return c, nil
}

// IsSurjective reports whether every output coordinate is reached.
func (l Layout) IsSurjective() bool {
	total := 0
	for _, o := range l.out {
		total += o.bits
	}
	return l.Rank() == total
}

// IsInjective reports whether no two inputs map to the same coordinates, that is, whether no element has copies.
func (l Layout) IsInjective() bool {
	total := 0
	for _, d := range l.in {
		total += len(d.bases)
	}
	return l.Rank() == total
}

// Rank returns the dimension of the image, the binary logarithm of its size.
func (l Layout) Rank() int {
	e := elimination{}
	for _, d := range l.in {
		for _, b := range d.bases {
			e.add(b, 0)
		}
	}
	return len(e.rows)
}

// Invert returns a right inverse: a layout r from l's output dimensions to its input dimensions such that r followed by
// l is the identity on l's outputs. If several inputs map to the same coordinates, r returns the one in which all free
// bits (see [Layout.FreeMasks]) are zero. If l is injective, r is its inverse. Invert fails if l is not surjective.
func (l Layout) Invert() (Layout, error) {
	if !l.IsSurjective() {
		return Layout{}, fmt.Errorf("%w: %v has no inverse as it is not surjective", ErrInvalid, l)
	}
	inv := Layout{}
	if err := inv.setOuts(l.Ins()); err != nil {
		return Layout{}, err
	}
	e := elimination{}
	for i, d := range l.in {
		for k, b := range d.bases {
			e.add(b, 1<<(inv.out[i].shift+k))
		}
	}
	for _, o := range l.out {
		bases := make([]uint64, o.bits)
		for k := range bases {
			bases[k] = e.solve(1 << (o.shift + k))
		}
		inv.in = append(inv.in, input{o.name, bases})
	}
	return inv, nil
}

// FreeMasks returns the free bits of each input dimension. A bit is free if its basis vector is a sum of basis vectors
// before it, in the order of the dimensions and from the lowest bit. Inputs with a free bit set hold copies: each
// coordinate of the image belongs to exactly one input whose free bits are all zero.
func (l Layout) FreeMasks() map[string]int {
	masks := make(map[string]int, len(l.in))
	for _, d := range l.in {
		masks[d.name] = l.FreeMask(d.name)
	}
	return masks
}

// FreeMask returns the free bits of one input dimension, as [Layout.FreeMasks] does.
func (l Layout) FreeMask(in string) (mask int) {
	var before echelon
	for _, d := range l.in {
		for k, v := range d.bases {
			if !before.add(v) && d.name == in {
				mask |= 1 << k
			}
		}
		if d.name == in {
			break
		}
	}
	return mask
}

// echelon is a basis of a subspace in echelon form, without allocation.
type echelon struct {
	rows [maxBits]uint64
	n    int
}

func (e *echelon) reduce(v uint64) uint64 {
	for _, r := range e.rows[:e.n] {
		v = min(v, v^r) // v^r is less if v has the highest bit of r
	}
	return v
}

// has reports whether a vector is in the subspace.
func (e *echelon) has(v uint64) bool { return e.reduce(v) == 0 }

// add puts a vector into the basis; it reports false, and changes nothing, if the vector is in the subspace already.
func (e *echelon) add(v uint64) bool {
	if v = e.reduce(v); v == 0 {
		return false
	}
	e.rows[e.n] = v
	e.n++
	return true
}

// elimination is an echelon form whose rows record the inputs whose sum they are.
type elimination struct{ rows []row }

type row struct{ vector, source uint64 }

// add puts a vector into the basis; it reports false, and changes nothing, if the vector is in the subspace already.
func (e *elimination) add(v, source uint64) bool {
	v, source = e.reduce(v, source)
	if v == 0 {
		return false
	}
	e.rows = append(e.rows, row{v, source})
	return true
}

func (e *elimination) reduce(v, source uint64) (uint64, uint64) {
	for _, r := range e.rows {
		if top := uint64(1) << (bits.Len64(r.vector) - 1); v&top != 0 {
			v ^= r.vector
			source ^= r.source
		}
	}
	return v, source
}

// solve returns the inputs whose basis vectors sum to v, which must be in the subspace.
func (e *elimination) solve(v uint64) uint64 {
	_, source := e.reduce(v, 0)
	return source
}
