package layout

import (
	"math/bits"
	"slices"
)

// Places maps the elements of a tensor to a buffer in shared memory through which it is converted from one layout to
// another.
type Places struct {
	// Written and Read are the numbers of elements that one access of a lane may move, powers of two. Wider accesses
	// may have bank conflicts.
	Written, Read int
	images        []uint64 // the place for each bit of the packed coordinates
	out           []output
}

// At returns the place of an element: an offset in elements. It is linear over F2.
func (p Places) At(coords []int) (at uint64) {
	for i, x := range coords {
		for b := range p.out[i].bits {
			if x>>b&1 != 0 {
				at ^= p.images[p.out[i].shift+b]
			}
		}
	}
	return at
}

// maxVectorBytes is the greatest number of bytes that a lane moves in one access to shared memory.
const maxVectorBytes = 16

// ExchangePlaces returns places in shared memory for elements of the given size in bytes, which are written in layout
// from and read in layout to. Accesses are as wide as both layouts allow, and have no bank conflicts if that is
// possible (Zhou et al., arXiv 2505.23819, "optimal swizzling").
//
// Registers that both layouts share form the vectors. Two words of one phase of an access differ by a sum of vectors
// and lanes: by an element of the space P for writes, of the space Q for reads. So two places in the same bank must
// differ by something outside P and outside Q. To find such differences, take a basis of the intersection of P and Q,
// and extend it to a basis of P and to one of Q. The differences are the basis vectors of neither space, and sums of
// one vector of each extension.
func ExchangePlaces(from, to Layout, bytes int) Places {
	e := &exchange{from: from, to: to, bytes: bytes}
	for _, o := range from.out {
		e.bits += o.bits
	}
	e.vectors()
	e.split()
	var basis elimination
	n := 0
	for _, v := range slices.Concat(e.vector, e.banks, e.segments) {
		if basis.add(v, 1<<n) {
			n++
		}
	}
	p := Places{Written: 1 << e.written, Read: 1 << e.read, out: from.out, images: make([]uint64, e.bits)}
	for i := range p.images {
		p.images[i] = basis.solve(1 << i)
	}
	return p
}

// exchange collects a basis of the packed coordinates in three parts: vector, of coordinates of adjacent places; banks,
// of coordinates in other banks; segments, of coordinates in other rows of the same bank.
type exchange struct {
	from, to                Layout
	bytes, bits             int
	vector, banks, segments []uint64
	written, read           int // vectors that are registers of one side only
}

// vectors chooses the elements that are adjacent in shared memory. First come elements that both sides hold in
// registers. Next come elements that one side holds in registers and the other in lanes: the accesses of these lanes
// then go to different banks. Up to the size of a word, registers and lanes of either side follow.
func (e *exchange) vectors() {
	limit := maxVectorBytes / e.bytes
	written, read := e.from.packed(Register), e.to.packed(Register)
	e.take(written, limit, func(v uint64) bool { return slices.Contains(read, v) })
	e.written, e.read = len(e.vector), len(e.vector)
	common := len(e.vector)
	extend := func(own []uint64, other Layout) int {
		reach := span(e.vector...).sum(span(e.lanes(other, common)...))
		e.take(own, limit, reach.Contains)
		return len(e.vector)
	}
	e.read = extend(read, e.from)
	reading := e.vector
	e.vector = reading[:common:common]
	if n := extend(written, e.to); n > e.read {
		e.written, e.read = n, common
	} else {
		e.vector = reading
	}
	word := bankBytes / e.bytes
	if e.written == common {
		e.take(read, word, nil)
		e.read = len(e.vector)
	}
	if e.read == common {
		e.take(written, word, nil)
		e.written = len(e.vector)
	}
	e.take(e.from.packed(Lane), word, nil)
	e.take(e.to.packed(Lane), word, nil)
}

// take adds independent vectors for which accept returns true, until one access moves limit elements.
func (e *exchange) take(candidates []uint64, limit int, accept func(v uint64) bool) {
	for _, v := range candidates {
		if 1<<len(e.vector) < limit && (accept == nil || accept(v)) && !span(e.vector...).Contains(v) {
			e.vector = append(e.vector, v)
		}
	}
}

// lanes returns the lane vectors of one phase of an access with 1<<n elements per lane.
func (e *exchange) lanes(l Layout, n int) []uint64 {
	all := l.packed(Lane)
	phase := bits.Len(uint(bankCount*bankBytes/(e.bytes<<n))) - 1
	return all[:max(0, min(len(all), phase))]
}

// split divides the coordinates outside the vectors into banks and segments.
func (e *exchange) split() {
	p, q := span(e.vector...), span(e.vector...)
	for _, v := range e.lanes(e.from, e.written) {
		p = p.with(v)
	}
	for _, v := range e.lanes(e.to, e.read) {
		q = q.with(v)
	}
	both := p.intersect(q)
	onlyP, onlyQ := beyond(p, both), beyond(q, both)
	segments := p.sum(q).complement(e.bits).Basis()
	for i := range min(len(onlyP), len(onlyQ)) {
		segments = append(segments, onlyP[i]^onlyQ[i])
	}
	inBanks := bits.Len(uint(bankCount*bankBytes/e.bytes)) - 1
	e.segments = segments[:max(0, min(len(segments), e.bits-inBanks))]
	taken := span(e.vector...).sum(span(e.segments...))
	rest := slices.Concat(e.lanes(e.from, e.written), onlyP, both.Basis(), onlyQ)
	for i := range e.bits {
		rest = append(rest, 1<<i)
	}
	for _, v := range rest {
		if !taken.Contains(v) {
			e.banks = append(e.banks, v)
			taken = taken.with(v)
		}
	}
}

// beyond returns vectors that extend a basis of inner, a subspace of s, to a basis of s.
func beyond(s, inner Subspace) (out []uint64) {
	for _, v := range s.Basis() {
		if !inner.Contains(v) {
			out = append(out, v)
			inner = inner.with(v)
		}
	}
	return out
}
