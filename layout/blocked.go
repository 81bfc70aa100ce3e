package layout

import "fmt"

// BlockedSpec describes a blocked layout. All slices have one entry per tensor dimension.
type BlockedSpec struct {
	SizePerThread  []int // consecutive elements that a thread holds
	ThreadsPerWarp []int // lanes of a warp, per dimension
	WarpsPerCTA    []int // warps of a block of threads, per dimension
	Order          []int // dimensions from the fastest-varying to the slowest-varying
}

// Blocked returns a blocked layout of a tensor, as Triton's: a thread holds a block of elements, a warp a block of
// threads, and the block of threads (CTA) a block of warps, each in the order spec.Order. If the tensor is larger than
// all that, the pattern repeats and each thread has more registers. If it is smaller, the remaining bits hold copies.
// The input dimensions are [Register], [Lane] and [Warp], the output dimensions [OutName] of 0, 1, ...
func Blocked(spec BlockedSpec, shape []int) (Layout, error) {
	if err := spec.check(shape); err != nil {
		return Layout{}, err
	}
	b := blockedBuilder{shape: shape, used: make([]int, len(shape))}
	for i := range b.used {
		b.used[i] = 1
	}
	b.register = b.level(nil, spec.SizePerThread, spec.Order)
	lane := b.level(nil, spec.ThreadsPerWarp, spec.Order)
	warp := b.level(nil, spec.WarpsPerCTA, spec.Order)
	rest := make([]int, len(shape))
	for i := range rest {
		rest[i] = max(1, shape[i]/b.used[i])
	}
	b.register = b.level(b.register, rest, spec.Order)
	outs := make([]Dim, len(shape))
	for i, n := range shape {
		outs[i] = Dim{OutName(i), n}
	}
	return New([]In{{Register, b.register}, {Lane, lane}, {Warp, warp}}, outs)
}

// blockedBuilder assigns the coordinate bits of each dimension to input bits, lowest bits first.
type blockedBuilder struct {
	shape    []int
	used     []int // extent of each dimension whose bits are already assigned
	register [][]int
}

// level appends the basis vectors of a level with the given extents, the fastest dimension first.
func (b *blockedBuilder) level(bases [][]int, extents, order []int) [][]int {
	for _, d := range order {
		for n := 1; n < extents[d]; n *= 2 {
			basis := make([]int, len(b.shape))
			if b.used[d] < b.shape[d] {
				basis[d] = b.used[d]
				b.used[d] *= 2
			}
			bases = append(bases, basis)
		}
	}
	return bases
}

func (s *BlockedSpec) check(shape []int) error {
	rank := len(shape)
	seen := make([]bool, rank)
	for _, list := range [][]int{s.SizePerThread, s.ThreadsPerWarp, s.WarpsPerCTA, s.Order} {
		if len(list) != rank {
			return fmt.Errorf("%w: %d entries for a tensor of rank %d", ErrInvalid, len(list), rank)
		}
	}
	for i := range rank {
		for _, n := range []int{shape[i], s.SizePerThread[i], s.ThreadsPerWarp[i], s.WarpsPerCTA[i]} {
			if !IsPowerOfTwo(n) {
				return fmt.Errorf("%w: %d is not a power of two", ErrInvalid, n)
			}
		}
		if d := s.Order[i]; d < 0 || d >= rank || seen[d] {
			return fmt.Errorf("%w: order %v is not a permutation", ErrInvalid, s.Order)
		}
		seen[s.Order[i]] = true
	}
	return nil
}

// DefaultBlocked returns a blocked layout for a shape, given the number of consecutive elements of the fastest
// dimension that each thread should hold, and the numbers of lanes and warps. Threads are distributed over the
// dimensions in order, as many as the shape can use; the slowest dimension gets the rest.
func DefaultBlocked(shape []int, perThread int, order []int, lanes, warps int) (BlockedSpec, error) {
	rank := len(shape)
	spec := BlockedSpec{SizePerThread: ones(rank), ThreadsPerWarp: ones(rank), WarpsPerCTA: ones(rank), Order: order}
	if rank == 0 || len(order) != rank {
		return spec, fmt.Errorf("%w: order %v for a tensor of rank %d", ErrInvalid, order, rank)
	}
	if !IsPowerOfTwo(lanes) || !IsPowerOfTwo(warps) || !IsPowerOfTwo(perThread) {
		return spec, fmt.Errorf("%w: %d elements, %d lanes, %d warps", ErrInvalid, perThread, lanes, warps)
	}
	if err := spec.check(shape); err != nil {
		return spec, err
	}
	spec.SizePerThread[order[0]] = min(perThread, shape[order[0]])
	for i, d := range order {
		if i == rank-1 {
			spec.ThreadsPerWarp[d] *= lanes
			spec.WarpsPerCTA[d] *= warps
			break
		}
		threads := max(1, shape[d]/spec.SizePerThread[d])
		spec.ThreadsPerWarp[d] = min(threads, lanes)
		lanes /= spec.ThreadsPerWarp[d]
		spec.WarpsPerCTA[d] = min(threads/spec.ThreadsPerWarp[d], warps)
		warps /= spec.WarpsPerCTA[d]
	}
	return spec, spec.check(shape)
}

func ones(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = 1
	}
	return s
}
