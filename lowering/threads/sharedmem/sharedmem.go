// Package sharedmem places the buffers of a function in shared memory, in the dialects llvm and nvvm, and inserts the
// barriers that sharing memory requires.
//
// A buffer lives from the operation that makes its address, where its contents are undefined, to its last access, or to
// the end of the function.
// Buffers that do not live at the same time may share memory. Take an access to memory that another buffer used before,
// or that the same buffer used in an earlier iteration. If one of the two accesses writes, a barrier must be between
// them, and the package inserts one if there is none. Barriers within the life of a buffer, between its writers and
// readers, belong to the code that uses the buffer. Between accesses to bytes that belong to one warp group, a barrier
// of that group is enough.
//
// Sharing memory costs barriers. So buffers share memory only if memory of their own would lower occupancy, and buffers
// of a loop share with each other last. Start at [Place].
package sharedmem

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/girih-ir/girih/internal/analysis/placement"
	"github.com/girih-ir/girih/internal/analysis/tilesize"
	"github.com/girih-ir/girih/ir"
)

// Buffer is memory that the threads of a block share.
type Buffer struct {
	// Address is the operation that makes the buffer's address: a getelementptr with one constant index, in bytes.
	Address *ir.Operation
	Bytes   int64
	// Alignment is the alignment of the offset in bytes, a power of two; 0 stands for [Alignment].
	Alignment int64
	Stays     bool           // it lives until the end of the function
	Purpose   string         // for error messages
	Tile      *tilesize.Tile // the tile that determines the size, as Terms say; nil if there is none
	Terms     []tilesize.Term
	// Parted says which bytes each warp group uses, if each uses only its own: buffers of a size with the same text are
	// divided alike. It is empty if groups may use the same bytes.
	Parted string
	Offset int64 // the result, in bytes
}

// Alignment is the default alignment of offsets, the size of the widest access in bytes.
const Alignment = 16

// Function is the input of [Place].
type Function struct {
	Body    *ir.Region
	Buffers []*Buffer
	// Enters has, for each basic block that only some threads execute, the basic block whose terminator branches to it.
	// Barriers cannot be in such blocks.
	Enters map[*ir.Block]*ir.Block
	// Barrier creates a barrier; IsBarrier recognizes those that are there.
	Barrier   func(b *ir.Builder)
	IsBarrier func(op *ir.Operation) bool
	// IsGroupBarrier recognizes barriers of all threads of a warp group. It may be nil.
	IsGroupBarrier func(op *ir.Operation) bool
	// Limit is the available memory in bytes. Free returns how many bytes a block that needs some bytes can use without
	// reducing occupancy, as other resources bound it, or as no further block would fit beside those that do.
	Limit int64
	Free  func(needed int64) int64
}

// TooLargeError says that buffers do not fit into shared memory.
type TooLargeError struct {
	Bytes, Limit int64
	Buffers      []*Buffer          // the buffers alive where memory is full, the largest first
	Smaller      []tilesize.Smaller // tiles for which all buffers fit; nil if there are none
}

// Error lists the buffers.
func (e *TooLargeError) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "needs %d bytes of shared memory, but there are %d:", e.Bytes, e.Limit)
	for i, b := range e.Buffers {
		if i == maxListed {
			fmt.Fprintf(&s, " and %d more", len(e.Buffers)-i)
			break
		}
		if i > 0 {
			s.WriteString(",")
		}
		fmt.Fprintf(&s, " %d for %s", b.Bytes, b.Purpose)
	}
	return s.String()
}

// maxListed is how many buffers an error names.
const maxListed = 8

// Fits returns an error that wraps a *[TooLargeError] if the buffer alone is larger than limit bytes.
func (b *Buffer) Fits(limit int64) error {
	if b.Bytes <= limit {
		return nil
	}
	alone := []*Buffer{b}
	return &TooLargeError{b.Bytes, limit, alone, smaller(alone, newRelation(1), limit)}
}

// Place chooses the offsets of buffers, writes them into the operations that compute the addresses, and inserts
// barriers. It returns how many bytes are needed. The error wraps a *[TooLargeError].
func Place(f Function) (bytes int64, err error) {
	if len(f.Buffers) == 0 {
		return 0, nil
	}
	p := newProgram(f)
	alive := p.interference()
	apart, looped, cycle := alive.clone(), alive.clone(), p.cycles()
	p.pending(func(x, y int) bool { return true }, func(h hazard) {
		apart.add(h.buffer, h.before)
		if cycle(f.Buffers[h.buffer].Address, f.Buffers[h.before].Address) {
			looped.add(h.buffer, h.before)
		}
	})
	most := assign(f.Buffers, alive)
	if f.Free != nil {
		most = max(most, f.Free(most))
	}
	most = min(most, f.Limit)
	for _, separate := range []relation{apart, looped, alive} { // take the one with the fewest barriers that fits
		if bytes = assign(f.Buffers, separate); bytes <= most {
			break
		}
	}
	if bytes > f.Limit {
		return bytes, &TooLargeError{bytes, f.Limit, fullest(f.Buffers, alive, bytes), smaller(f.Buffers, alive, f.Limit)}
	}
	for _, b := range f.Buffers {
		b.Address.SetAttr("rawConstantIndices", b.Address.Context().DenseI32(int32(b.Offset)))
	}
	p.synchronize()
	return bytes, nil
}

// assign gives each buffer an offset, so that buffers in use at the same time do not overlap. It returns the total
// number of bytes.
func assign(buffers []*Buffer, apart relation) (total int64) {
	sizes := make([]placement.Buffer, len(buffers))
	for i, b := range buffers {
		sizes[i] = placement.Buffer{Bytes: b.Bytes, Alignment: max(Alignment, b.Alignment)}
	}
	offsets, total := placement.Place(sizes, apart.has)
	for i, b := range buffers {
		b.Offset = offsets[i]
	}
	return total
}

// fullest returns the buffer at the end of memory, and buffers below it that are alive at the same time.
func fullest(buffers []*Buffer, alive relation, total int64) (out []*Buffer) {
	var chosen []int
	for at := total; at > 0; {
		best := -1
		for i, b := range buffers {
			end := b.Offset + b.Bytes
			together := !slices.ContainsFunc(chosen, func(j int) bool { return i == j || !alive.has(i, j) })
			if together && end <= at && (best < 0 || end > buffers[best].Offset+buffers[best].Bytes) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		chosen = append(chosen, best)
		out = append(out, buffers[best])
		at = buffers[best].Offset
	}
	slices.SortStableFunc(out, func(a, b *Buffer) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return out
}

func overlap(a, b *Buffer) bool { return a.Offset < b.Offset+b.Bytes && b.Offset < a.Offset+a.Bytes }

// relation is a symmetric relation between small numbers.
type relation []set

func newRelation(n int) relation {
	r := make(relation, n)
	for i := range r {
		r[i] = newSet(n)
	}
	return r
}

func (r relation) add(i, j int)      { r[i].add(j); r[j].add(i) }
func (r relation) has(i, j int) bool { return r[i].has(j) }
func (r relation) clone() relation {
	out := make(relation, len(r))
	for i := range r {
		out[i] = slices.Clone(r[i])
	}
	return out
}

// set is a set of small numbers.
type set []uint64

func newSet(n int) set       { return make(set, (n+63)/64) }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) remove(i int)   { s[i/64] &^= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// all yields the elements.
func (s set) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(64*i + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// intersect removes the elements that t lacks.
func (s set) intersect(t set) {
	for i, w := range t {
		s[i] &= w
	}
}

// union adds the elements of t and reports whether any was new.
func (s set) union(t set) (grown bool) {
	for i, w := range t {
		grown = grown || w&^s[i] != 0
		s[i] |= w
	}
	return grown
}
