package products

import (
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// swizzle is the place in shared memory of the lines of a product's operand. The lines are the rows of the left operand
// and the columns of the right one. Neighbors in memory are neighbors in a line, or the same element of neighboring
// lines. Groups of elements that one vector access moves are permuted. The permutation depends on the slower
// coordinate, such that groups with the same faster coordinate are in different banks.
type swizzle struct {
	lines, depth int  // sizes; powers of two
	alongLine    bool // elements of a line are neighbors
	vector       int
	shift, bits  int // the bits of the slow coordinate that the permutation depends on
}

// place returns the index of an element in shared memory. It is linear over F2.
func (s swizzle) place(matrix, line, k int) uint64 {
	slow, fast, size := k, line, s.lines
	if s.alongLine {
		slow, fast, size = line, k, s.depth
	}
	fast ^= slow >> s.shift & (1<<s.bits - 1) * s.vector
	return uint64(matrix*s.lines*s.depth + slow*size + fast)
}

// candidates returns the possible permutations of groups of vector elements, the identity first.
func (s swizzle) candidates(vector int) []swizzle {
	slow, fast := s.depth, s.lines
	if s.alongLine {
		slow, fast = s.lines, s.depth
	}
	s.vector, s.shift, s.bits = vector, 0, 0
	out := []swizzle{s}
	for s.bits = 1; vector<<s.bits <= min(fast, vector*tilegpu.WarpSize); s.bits++ {
		for s.shift = 0; 1<<(s.shift+s.bits) <= slow; s.shift++ {
			out = append(out, s)
		}
	}
	return out
}

// passes returns how many passes the accesses of a warp take. In a pass, each of the 32 banks provides one word. As in
// package backend/simt, accesses wider than a word are split such that each part has at most 128 bytes.
func passes(images []uint64, width, bytes int) int {
	var at [tilegpu.WarpSize]uint64
	for lane := range at {
		for i, image := range images {
			if lane>>i&1 != 0 {
				at[lane] ^= image
			}
		}
	}
	part, total := len(at), 0
	for part > 1 && part*width*bytes > costs.SharedBanks*costs.WordBytes {
		part /= 2
	}
	for from := 0; from < len(at); from += part {
		total += conflicts(at[from:from+part], width, bytes)
	}
	return total
}

// conflicts returns the largest number of different words that accesses need from the same bank.
func conflicts(at []uint64, width, bytes int) int {
	seen := make(map[uint64]bool, len(at))
	var count [costs.SharedBanks]int
	most := 1
	for _, x := range at {
		first, last := x*uint64(bytes)/costs.WordBytes, ((x+uint64(width))*uint64(bytes)-1)/costs.WordBytes
		for word := first; word <= last; word++ {
			if !seen[word] {
				seen[word] = true
				count[word%costs.SharedBanks]++
				most = max(most, count[word%costs.SharedBanks])
			}
		}
	}
	return most
}

// images returns the image of each bit of the lane number under a place function.
func images(l layout.Layout, at emit.Place) []uint64 {
	bases := l.Bases(layout.Lane)
	out := make([]uint64, len(bases))
	for i, basis := range bases {
		out[i] = at(basis)
	}
	return out
}
