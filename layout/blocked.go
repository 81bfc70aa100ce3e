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
	b, err := newBuilder(shape)
	if err != nil {
		return Layout{}, err
	}
	b.level(registers, spec.SizePerThread, spec.Order)
	b.level(lanes, spec.ThreadsPerWarp, spec.Order)
	b.level(warps, spec.WarpsPerCTA, spec.Order)
	b.rest(registers, spec.Order)
	return b.distributed()
}

// builder assigns the coordinate bits of each dimension of a tensor to bits of input dimensions, lowest bits first.
type builder struct {
	Layout
	used  []int       // how many bits of each dimension are assigned
	bases [3][]uint64 // packed basis vectors of each input dimension
}

// The input dimensions of builders of distributed layouts, and of those of shared memory.
const (
	registers, lanes, warps = 0, 1, 2
	offsets                 = 0
)

func newBuilder(shape []int) (*builder, error) {
	b := &builder{used: make([]int, len(shape))}
	return b, b.setOuts(outDims(shape))
}

// add assigns the next coordinates of a dimension to an input dimension. If the tensor has no more, its bits hold
// copies.
func (b *builder) add(in, dim, size int) {
	out := &b.out[dim]
	for n := 1; n < size; n *= 2 {
		basis := uint64(0)
		if b.used[dim] < out.bits {
			basis = 1 << (out.shift + b.used[dim])
			b.used[dim]++
		}
		b.bases[in] = append(b.bases[in], basis)
	}
}

// level assigns coordinates of all dimensions, the first of order first.
func (b *builder) level(in int, extents, order []int) {
	for _, d := range order {
		b.add(in, d, extents[d])
	}
}

// rest assigns the remaining coordinates of dimensions to an input dimension.
func (b *builder) rest(in int, order []int) {
	for _, d := range order {
		b.add(in, d, 1<<(b.out[d].bits-b.used[d]))
	}
}

// distributed returns the layout of registers, lanes and warps.
func (b *builder) distributed() (Layout, error) {
	b.in = []input{{Register, b.bases[registers]}, {Lane, b.bases[lanes]}, {Warp, b.bases[warps]}}
	return b.Layout, b.checkInputs()
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
