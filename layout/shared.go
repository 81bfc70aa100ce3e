package layout

import (
	"fmt"
	"slices"
)

// Offset is the name of the input dimension of shared-memory layouts: an offset in elements.
const Offset = "offset"

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
	width := spec.PanelBytes() * 8 / spec.ElementBits
	vec := nvmmaVectorBytes * 8 / spec.ElementBits
	maxPhase := max(1, spec.SwizzleBytes/nvmmaVectorBytes)
	perPhase := 8 / maxPhase
	b, err := newBuilder(shape)
	if err != nil {
		return Layout{}, err
	}
	b.add(offsets, fast, min(width, shape[fast]))
	for n := 1; n < min(8, shape[slow]); n *= 2 {
		column := vec * (n / perPhase % maxPhase) % shape[fast]
		b.bases[offsets] = append(b.bases[offsets], uint64(n)<<b.out[slow].shift|uint64(column)<<b.out[fast].shift)
		b.used[slow]++
	}
	b.rest(offsets, []int{slow, fast})
	b.rest(offsets, lastFirst(len(shape)-2))
	b.in = []input{{Offset, b.bases[offsets]}}
	return b.Layout, b.checkInputs()
}

// PanelBytes returns the size of a row of a panel: that of the swizzle pattern, or one vector without swizzle.
func (s NVMMASpec) PanelBytes() int { return max(s.SwizzleBytes, nvmmaVectorBytes) }

func (s NVMMASpec) check(shape []int) error {
	if err := s.checkKind(shape); err != nil {
		return err
	}
	return checkSizes(shape)
}

// checkKind is check without the sizes of dimensions.
func (s NVMMASpec) checkKind(shape []int) error {
	switch {
	case len(shape) < 2:
		return fmt.Errorf("%w: shape %v has no rows and columns", ErrInvalid, shape)
	case !slices.Contains([]int{0, 32, 64, 128}, s.SwizzleBytes):
		return fmt.Errorf("%w: a swizzle of %d bytes: expected 0, 32, 64 or 128", ErrInvalid, s.SwizzleBytes)
	case !slices.Contains([]int{8, 16, 32}, s.ElementBits):
		return fmt.Errorf("%w: elements of %d bits: expected 8, 16 or 32", ErrInvalid, s.ElementBits)
	}
	return nil
}

func outDims(shape []int) []Dim {
	outs := make([]Dim, len(shape))
	for i, n := range shape {
		outs[i] = Dim{OutName(i), n}
	}
	return outs
}
