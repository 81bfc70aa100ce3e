package layout

import (
	"math/bits"
	"slices"
)

// Subspace is a subspace of the vectors of 64 bits over F2, such as packed coordinates or offsets. The zero value
// contains only the zero vector. Subspaces are immutable.
type Subspace struct {
	basis []uint64 // in reduced echelon form, the highest leading bit first
}

// span returns the subspace of all sums of the vectors.
func span(vectors ...uint64) Subspace {
	var s Subspace
	for _, v := range vectors {
		s = s.with(v)
	}
	return s
}

// with returns the subspace that s and v span.
func (s Subspace) with(v uint64) Subspace {
	v = s.reduce(v)
	if v == 0 {
		return s
	}
	top := uint64(1) << (bits.Len64(v) - 1)
	basis := make([]uint64, 0, len(s.basis)+1)
	for _, b := range s.basis {
		if b&top != 0 {
			b ^= v
		}
		basis = append(basis, b)
	}
	at, _ := slices.BinarySearchFunc(basis, v, func(a, b uint64) int { return bits.Len64(b) - bits.Len64(a) })
	return Subspace{slices.Insert(basis, at, v)}
}

// Dim returns the dimension: the subspace has two to the Dim vectors.
func (s Subspace) Dim() int { return len(s.basis) }

// Basis returns the basis in reduced echelon form, which is the same for equal subspaces: the vector with the highest
// leading bit comes first, and no vector has the leading bit of another.
func (s Subspace) Basis() []uint64 { return slices.Clone(s.basis) }

// Equal reports whether both have the same vectors.
func (s Subspace) Equal(t Subspace) bool { return slices.Equal(s.basis, t.basis) }

// reduce returns the least vector whose difference from v is in the subspace; zero if v is in it.
func (s Subspace) reduce(v uint64) uint64 {
	for _, b := range s.basis {
		v = min(v, v^b)
	}
	return v
}

// Contains reports whether v is in the subspace.
func (s Subspace) Contains(v uint64) bool { return s.reduce(v) == 0 }

// sum returns the least subspace that contains both.
func (s Subspace) sum(t Subspace) Subspace {
	for _, b := range t.basis {
		s = s.with(b)
	}
	return s
}

// intersect returns the intersection (Zassenhaus's algorithm: of the pairs (s, s) and (t, 0), the sums whose first half
// is zero have the intersection as their second half).
func (s Subspace) intersect(t Subspace) Subspace {
	var e elimination
	for _, b := range s.basis {
		e.add(b, b)
	}
	var out Subspace
	for _, b := range t.basis {
		if v, source := e.reduce(b, 0); v == 0 {
			out = out.with(source)
		} else {
			e.rows = append(e.rows, row{v, source})
		}
	}
	return out
}

// complement returns a subspace that together with s spans the vectors of n bits, and has only zero in common with s.
// It is spanned by the unit vectors that are not the leading bit of a basis vector of s. s must not have bits beyond n.
func (s Subspace) complement(n int) Subspace {
	leading := uint64(0)
	for _, b := range s.basis {
		leading |= 1 << (bits.Len64(b) - 1)
	}
	var out Subspace
	for i := range n {
		if leading>>i&1 == 0 {
			out = out.with(1 << i)
		}
	}
	return out
}

// Image returns the packed coordinates that the given input dimensions reach while the others are zero. The first
// output dimension has the lowest bits. Without names it returns the image of the whole layout.
func (l Layout) Image(ins ...string) Subspace {
	var s Subspace
	for _, d := range l.in {
		if len(ins) > 0 && !slices.Contains(ins, d.name) {
			continue
		}
		for _, b := range d.bases {
			s = s.with(b)
		}
	}
	return s
}

// Kernel returns the packed inputs that the layout maps to zero. The first input dimension has the lowest bits. Inputs
// that differ by an element of the kernel hold copies of the same element.
func (l Layout) Kernel() Subspace {
	var e elimination
	var out Subspace
	shift := 0
	for _, d := range l.in {
		for _, b := range d.bases {
			if v, source := e.reduce(b, 1<<shift); v == 0 {
				out = out.with(source)
			} else {
				e.rows = append(e.rows, row{v, source})
			}
			shift++
		}
	}
	return out
}
