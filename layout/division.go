package layout

import (
	"fmt"
	"slices"
)

// Sublayout returns the layout from some of the input dimensions to some of the output dimensions. The other inputs are
// held at zero, the other coordinates are dropped. The dimensions keep their order.
func (l Layout) Sublayout(ins, outs []string) (Layout, error) {
	for _, name := range ins {
		if l.inIndex(name) < 0 {
			return Layout{}, fmt.Errorf("%w: no input dimension %q in %v", ErrInvalid, name, l)
		}
	}
	var dims []Dim
	var kept []int
	for i, d := range l.Outs() {
		if slices.Contains(outs, d.Name) {
			dims, kept = append(dims, d), append(kept, i)
		}
	}
	if len(dims) != len(outs) {
		return Layout{}, fmt.Errorf("%w: output dimensions %v are not all in %v", ErrInvalid, outs, l)
	}
	s := Layout{}
	if err := s.setOuts(dims); err != nil {
		return Layout{}, err
	}
	for _, d := range l.in {
		if !slices.Contains(ins, d.name) {
			continue
		}
		bases := make([]uint64, len(d.bases))
		for k, b := range d.bases {
			coords := l.unpack(b)
			for i, from := range kept {
				bases[k] |= uint64(coords[from]) << s.out[i].shift
			}
		}
		s.in = append(s.in, input{d.name, bases})
	}
	return s, nil
}

// DivideLeft returns the layout q such that m.Product(q) equals l, and whether there is one. For example, m are the
// elements that one instruction moves, and l are the registers of a thread. q has l's dimensions; those that m uses up
// have size 1.
func (l Layout) DivideLeft(m Layout) (q Layout, ok bool) { return l.divide(m, false) }

// DivideRight returns the layout q such that q.Product(m) equals l, and whether there is one.
func (l Layout) DivideRight(m Layout) (q Layout, ok bool) { return l.divide(m, true) }

// divide splits the bits of l, and checks that the product of the parts is l again.
func (l Layout) divide(m Layout, right bool) (Layout, bool) {
	q, outs := Layout{}, l.Outs()
	low := make([]int, len(outs)) // the lowest bit of each output dimension that belongs to the quotient
	for i := range outs {
		n := log2(m.OutSize(outs[i].Name))
		if n > l.out[i].bits {
			return Layout{}, false
		}
		outs[i].Size >>= n
		if !right {
			low[i] = n
		}
	}
	if q.setOuts(outs) != nil {
		return Layout{}, false
	}
	for _, d := range l.in {
		n := log2(m.InSize(d.name))
		if n > len(d.bases) {
			return Layout{}, false
		}
		from := d.bases[n:]
		if right {
			from = d.bases[:len(d.bases)-n]
		}
		bases := make([]uint64, len(from))
		for k, b := range from {
			for i, c := range l.unpack(b) {
				bases[k] |= uint64(c>>low[i]&(1<<q.out[i].bits-1)) << q.out[i].shift
			}
		}
		q.in = append(q.in, input{d.name, bases})
	}
	p, err := m.Product(q)
	if right {
		p, err = q.Product(m)
	}
	return q, err == nil && p.mapsAs(l)
}

// mapsAs reports whether l and m are the same, apart from the order of their dimensions and from dimensions of size 1.
func (l Layout) mapsAs(m Layout) bool {
	for _, both := range [][2]Layout{{l, m}, {m, l}} {
		for _, d := range both[0].Ins() {
			if both[1].InSize(d.Name) != d.Size {
				return false
			}
		}
		for _, d := range both[0].Outs() {
			if both[1].OutSize(d.Name) != d.Size {
				return false
			}
		}
	}
	for _, d := range l.in {
		for k, b := range d.bases {
			other := m.in[m.inIndex(d.name)].bases[k]
			for i, c := range l.unpack(b) {
				if o := m.outIndex(l.out[i].name); o >= 0 && m.unpack(other)[o] != c {
					return false
				}
			}
		}
	}
	return true
}

// Quotient returns l without dimension name, and whether l is the product of the result and the identity from input
// name to output name. For example, a conversion that is the identity on warps moves nothing between warps.
func (l Layout) Quotient(name string) (Layout, bool) {
	if l.inIndex(name) < 0 || l.outIndex(name) < 0 || l.InSize(name) != l.OutSize(name) {
		return Layout{}, false
	}
	id, err := Identity(l.InSize(name), name, name)
	if err != nil {
		return Layout{}, false
	}
	q, ok := l.divide(id, false)
	if !ok {
		return Layout{}, false
	}
	without := func(names []Dim) (out []string) {
		for _, d := range names {
			if d.Name != name {
				out = append(out, d.Name)
			}
		}
		return out
	}
	q, err = q.Sublayout(without(q.Ins()), without(q.Outs()))
	return q, err == nil
}

// InvertAndCompose returns the layout that maps each input of l to the input of m that holds the same element: l
// followed by m's right inverse. If several inputs of m hold the element, it is the one whose free bits are zero; see
// [Layout.FreeMasks]. Both layouts need the same output dimensions, and m must be surjective.
func (l Layout) InvertAndCompose(m Layout) (Layout, error) {
	inverse, err := m.Invert()
	if err != nil {
		return Layout{}, err
	}
	return l.Compose(inverse)
}

// TransposeOuts returns l with its output dimensions in the order of names.
func (l Layout) TransposeOuts(names ...string) (Layout, error) {
	dims := make([]Dim, len(names))
	for i, name := range names {
		dims[i] = Dim{name, l.OutSize(name)}
	}
	t := Layout{}
	if err := t.setOuts(dims); err != nil {
		return Layout{}, err
	}
	if len(names) != len(l.out) || !t.within(l) {
		return Layout{}, fmt.Errorf("%w: %v are not the output dimensions of %v", ErrInvalid, names, l)
	}
	for _, d := range l.in {
		bases := make([]uint64, len(d.bases))
		for k, b := range d.bases {
			for i, c := range l.unpack(b) {
				bases[k] |= uint64(c) << t.out[t.outIndex(l.out[i].name)].shift
			}
		}
		t.in = append(t.in, input{d.name, bases})
	}
	return t, nil
}

// within reports whether every output dimension of l is an output dimension of m.
func (l Layout) within(m Layout) bool {
	return !slices.ContainsFunc(l.out, func(o output) bool { return m.outIndex(o.name) < 0 })
}

// ReshapeOuts returns l with its output dimensions replaced by others of the same total size; the packed coordinates
// stay the same. The first dimension has the lowest bits: for a tensor in row-major order, list the dimensions from the
// last to the first.
func (l Layout) ReshapeOuts(outs ...Dim) (Layout, error) {
	r := Layout{in: l.in}
	if err := r.setOuts(outs); err != nil {
		return Layout{}, err
	}
	if r.outBits() != l.outBits() {
		return Layout{}, fmt.Errorf("%w: %v cannot be reshaped to %v", ErrInvalid, l, outs)
	}
	return r, nil
}

// ReshapeIns returns l with its input dimensions replaced by others of the same total size; the packed inputs stay the
// same. The first dimension has the lowest bits.
func (l Layout) ReshapeIns(ins ...Dim) (Layout, error) {
	var all []uint64
	for _, d := range l.in {
		all = append(all, d.bases...)
	}
	r := Layout{out: l.out}
	for _, d := range ins {
		if !IsPowerOfTwo(d.Size) || log2(d.Size) > len(all) || r.inIndex(d.Name) >= 0 {
			return Layout{}, fmt.Errorf("%w: the inputs of %v cannot be read as %v", ErrInvalid, l, ins)
		}
		n := log2(d.Size)
		r.in, all = append(r.in, input{d.Name, all[:n:n]}), all[n:]
	}
	if len(all) > 0 {
		return Layout{}, fmt.Errorf("%w: the inputs of %v cannot be read as %v", ErrInvalid, l, ins)
	}
	return r, nil
}

func (l Layout) outBits() (n int) {
	for _, o := range l.out {
		n += o.bits
	}
	return n
}

// RemoveZeroBases returns l without the bits of an input dimension whose basis vectors are zero.
func (l Layout) RemoveZeroBases(in string) Layout {
	r := Layout{in: slices.Clone(l.in), out: l.out}
	if i := r.inIndex(in); i >= 0 {
		r.in[i].bases = slices.DeleteFunc(slices.Clone(r.in[i].bases), func(b uint64) bool { return b == 0 })
	}
	return r
}
