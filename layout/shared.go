package layout

import (
	"fmt"
	"slices"
)

// Offset is the name of the input dimension of shared-memory layouts: an offset in elements.
const Offset = "offset"

// SwizzledSpec describes a matrix in shared memory that is stored row after row. Vectors of Vec elements are permuted
// within a row: vector v of row r is at place v xor (r/PerPhase mod MaxPhase). So lanes that read the same vector of
// consecutive rows access different banks.
type SwizzledSpec struct {
	Vec, PerPhase, MaxPhase int
	Order                   []int // dimensions from the fastest-varying, along the rows, to the slowest-varying
}

// Swizzled returns the layout from [Offset] to the coordinates of a tensor.
func Swizzled(spec SwizzledSpec, shape []int) (Layout, error) {
	if err := checkSizes(shape, []int{spec.Vec, spec.PerPhase, spec.MaxPhase}); err != nil {
		return Layout{}, err
	}
	if !isPermutation(spec.Order, len(shape)) || len(shape) == 0 {
		return Layout{}, fmt.Errorf("%w: order %v for a tensor of shape %v", ErrInvalid, spec.Order, shape)
	}
	var bases [][]int
	for i, d := range spec.Order {
		for n := 1; n < shape[d]; n *= 2 {
			basis := make([]int, len(shape))
			basis[d] = n
			if i == 1 {
				fast := spec.Order[0]
				basis[fast] = spec.Vec * (n / spec.PerPhase % spec.MaxPhase) % shape[fast]
			}
			bases = append(bases, basis)
		}
	}
	return New([]In{{Offset, bases}}, outDims(shape))
}

// SwizzledForMMA returns the swizzle with which the operands of mma.sync read the rows of a matrix without bank
// conflicts. Vectors have 16 bytes. There are as many phases as vectors of eight rows would otherwise be in one bank.
func SwizzledForMMA(shape []int, order []int, elementBits int) (SwizzledSpec, error) {
	if !isPermutation(order, len(shape)) || len(shape) == 0 || elementBits < 1 || elementBits > 128 {
		return SwizzledSpec{}, fmt.Errorf("%w: order %v, %d bits an element", ErrInvalid, order, elementBits)
	}
	rowBytes := max(1, shape[order[0]]*elementBits/8)
	perPhase := max(1, 128/rowBytes)
	return SwizzledSpec{Vec: max(1, 128/elementBits), PerPhase: perPhase, MaxPhase: max(1, 8/perPhase), Order: order}, nil
}

// NVMMASpec describes a matrix in shared memory in the form that wgmma reads and TMA writes: panels of 8 rows of
// SwizzleBytes bytes, in which vectors of 16 bytes are permuted (PTX ISA, "Shared Memory Matrix Layout" and "Swizzling
// Modes").
type NVMMASpec struct {
	SwizzleBytes int  // 128, 64, 32; or 0 for panels of 16 bytes without a permutation
	Transposed   bool // consecutive elements are in one column
	ElementBits  int  // 8, 16 or 32
}

// nvmmaVectorBytes is the size of the vectors that a swizzle permutes.
const nvmmaVectorBytes = 16

// NVMMAFor returns the widest swizzle that a matrix of the given shape allows: the size of a row must be a multiple of
// it, and there must be at least eight rows.
func NVMMAFor(shape []int, elementBits int, transposed bool) NVMMASpec {
	spec := NVMMASpec{ElementBits: elementBits, Transposed: transposed}
	if len(shape) < 2 {
		return spec
	}
	rows, columns := shape[len(shape)-2], shape[len(shape)-1]
	if transposed {
		rows, columns = columns, rows
	}
	for _, n := range shape[:len(shape)-2] {
		rows *= n
	}
	for _, bytes := range []int{128, 64, 32} {
		if rows >= 8 && columns*elementBits/8%bytes == 0 {
			spec.SwizzleBytes = bytes
			break
		}
	}
	return spec
}

// NVMMAShared returns the layout from [Offset] to the coordinates of a tensor of at least two dimensions, the last two
// of which are the matrix. Panels follow each other along the rows first, then along the columns.
func NVMMAShared(spec NVMMASpec, shape []int) (Layout, error) {
	if err := spec.check(shape); err != nil {
		return Layout{}, err
	}
	slow, fast := len(shape)-2, len(shape)-1
	if spec.Transposed {
		slow, fast = fast, slow
	}
	width := max(spec.SwizzleBytes, nvmmaVectorBytes) * 8 / spec.ElementBits
	vec := nvmmaVectorBytes * 8 / spec.ElementBits
	maxPhase := max(1, spec.SwizzleBytes/nvmmaVectorBytes)
	perPhase := 8 / maxPhase
	b := blockedBuilder{shape: shape, used: ones(len(shape))}
	bases := b.level(nil, extent(shape, fast, min(width, shape[fast])), []int{fast})
	for n := 1; n < min(8, shape[slow]); n *= 2 {
		basis := make([]int, len(shape))
		basis[slow] = n
		basis[fast] = vec * (n / perPhase % maxPhase) % shape[fast]
		bases = append(bases, basis)
	}
	b.used[slow] = min(8, shape[slow])
	bases = b.level(bases, extent(shape, slow, shape[slow]/b.used[slow]), []int{slow})
	bases = b.level(bases, extent(shape, fast, shape[fast]/b.used[fast]), []int{fast})
	for d := len(shape) - 3; d >= 0; d-- {
		bases = b.level(bases, extent(shape, d, shape[d]), []int{d})
	}
	return New([]In{{Offset, bases}}, outDims(shape))
}

func (s NVMMASpec) check(shape []int) error {
	switch {
	case len(shape) < 2:
		return fmt.Errorf("%w: shape %v has no rows and columns", ErrInvalid, shape)
	case !slices.Contains([]int{0, 32, 64, 128}, s.SwizzleBytes):
		return fmt.Errorf("%w: a swizzle of %d bytes: expected 0, 32, 64 or 128", ErrInvalid, s.SwizzleBytes)
	case !slices.Contains([]int{8, 16, 32}, s.ElementBits):
		return fmt.Errorf("%w: elements of %d bits: expected 8, 16 or 32", ErrInvalid, s.ElementBits)
	}
	return checkSizes(shape)
}

func outDims(shape []int) []Dim {
	outs := make([]Dim, len(shape))
	for i, n := range shape {
		outs[i] = Dim{OutName(i), n}
	}
	return outs
}

// extent returns extents that are n along one dimension and 1 along the others.
func extent(shape []int, dim, n int) []int {
	out := ones(len(shape))
	out[dim] = n
	return out
}

func isPermutation(order []int, rank int) bool {
	seen := make([]bool, rank)
	for _, d := range order {
		if d < 0 || d >= rank || seen[d] {
			return false
		}
		seen[d] = true
	}
	return len(order) == rank
}
