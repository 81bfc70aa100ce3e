package layout

import "fmt"

// MMASpec describes the accumulator of a tensor-core instruction, distributed over warps. The last two dimensions of a
// tensor are the rows and columns of a matrix; the dimensions before them are a batch.
type MMASpec struct {
	// Version is 2 for mma.sync, where a warp has 16 by 8 elements (PTX ISA, "Matrix Fragments for mma.m16n8k16"). It
	// is 3 for wgmma, where each warp has 16 of the 64 rows (PTX ISA, "Register Fragments and Shared Memory Matrix
	// Layouts").
	Version int
	// WarpsPerCTA is the number of warps of a block along each dimension. For version 3, the number along the rows is a
	// multiple of four, so that the four warps of a warpgroup hold the four parts of 64 rows.
	WarpsPerCTA []int
	// N is the number of columns of the instruction: 8 for version 2, a power of two from 8 to 256 for version 3.
	N int
}

// The lanes of a fragment: four lanes along a row, with two columns each, and eight rows.
const (
	fragmentRows    = 8
	lanesPerRow     = 4
	columnsPerLane  = 2
	mmaRows         = 16
	warpsPerGroup   = 4
	fragmentColumns = lanesPerRow * columnsPerLane
)

func (s MMASpec) check(shape []int) error {
	switch {
	case len(shape) < 2 || len(shape) != len(s.WarpsPerCTA):
		return fmt.Errorf("%w: warps %v for a tensor of shape %v, of at least two dimensions", ErrInvalid,
			s.WarpsPerCTA, shape)
	case s.Version != 2 && s.Version != 3:
		return fmt.Errorf("%w: tensor cores of version %d: expected 2 (mma.sync) or 3 (wgmma)", ErrInvalid, s.Version)
	case s.Version == 2 && s.N != fragmentColumns:
		return fmt.Errorf("%w: %d columns: mma.sync has 8", ErrInvalid, s.N)
	case s.Version == 3 && (!IsPowerOfTwo(s.N) || s.N < fragmentColumns || s.N > 256):
		return fmt.Errorf("%w: %d columns: expected a power of two from 8 to 256", ErrInvalid, s.N)
	case s.Version == 3 && s.WarpsPerCTA[len(shape)-2]%warpsPerGroup != 0:
		return fmt.Errorf("%w: %d warps along the rows: wgmma needs a multiple of 4", ErrInvalid, s.WarpsPerCTA[len(shape)-2])
	}
	return checkSizes(shape, s.WarpsPerCTA)
}

func checkSizes(lists ...[]int) error {
	for _, list := range lists {
		for _, n := range list {
			if !IsPowerOfTwo(n) {
				return fmt.Errorf("%w: %d is not a power of two", ErrInvalid, n)
			}
		}
	}
	return nil
}

// MMA returns the layout of an accumulator. Register r of lane l of a fragment has row l/4 (+8 for odd pairs of
// registers) and column 2*(l%4) + r%2. Further fragments go to other warps (for version 2 along the columns first, for
// version 3 along the rows first), then to other registers, along the columns first. If the tensor is smaller, the
// remaining bits hold copies.
func MMA(spec MMASpec, shape []int) (Layout, error) {
	if err := spec.check(shape); err != nil {
		return Layout{}, err
	}
	f := newFragment(shape)
	row, column := len(shape)-2, len(shape)-1
	f.add(Register, column, columnsPerLane)
	f.add(Lane, column, lanesPerRow)
	f.add(Lane, row, fragmentRows)
	f.add(Register, row, mmaRows/fragmentRows)
	f.add(Register, column, spec.N/fragmentColumns)
	f.warps(spec, row, column, spec.WarpsPerCTA)
	return f.finish()
}

// DotOperandSpec describes an operand of the instruction whose accumulator Parent describes, in registers.
type DotOperandSpec struct {
	Parent MMASpec
	// Index is 0 for the left factor, whose last dimensions are M and K, and 1 for the right one, K and N.
	Index int
	// KWidth is the number of consecutive elements along K that a lane holds: those of one 32-bit register, or a
	// multiple of that if a wider load fills several registers.
	KWidth int
}

// DotOperand returns the layout of an operand. Lane l has KWidth elements from KWidth*(l%4) on along K, in row l/4 of
// the left factor or column l/4 of the right one. The next registers of the left factor are 8 rows further; the next
// registers of both are in the second half of K (PTX ISA, "Matrix Fragments for mma.m16n8k16"). Warps along the
// dimension that the operand does not have hold copies.
func DotOperand(spec DotOperandSpec, shape []int) (Layout, error) {
	if err := spec.Parent.check(shape); err != nil {
		return Layout{}, err
	}
	if spec.Index != 0 && spec.Index != 1 || !IsPowerOfTwo(spec.KWidth) {
		return Layout{}, fmt.Errorf("%w: operand %d with %d elements along K: expected operand 0 or 1, and a power of two",
			ErrInvalid, spec.Index, spec.KWidth)
	}
	if spec.Parent.Version == 3 && spec.Index == 1 {
		return Layout{}, fmt.Errorf("%w: the right factor of wgmma is in shared memory", ErrInvalid)
	}
	f := newFragment(shape)
	row, column := len(shape)-2, len(shape)-1
	k, other := column, row
	if spec.Index == 1 {
		k, other = row, column
	}
	f.add(Register, k, spec.KWidth)
	f.add(Lane, k, lanesPerRow)
	f.add(Lane, other, fragmentRows)
	if spec.Index == 0 {
		f.add(Register, other, mmaRows/fragmentRows)
	}
	f.add(Register, k, 2)
	f.alongK = k
	f.warps(spec.Parent, row, column, spec.Parent.WarpsPerCTA)
	return f.finish()
}

// fragment assigns the coordinate bits of each dimension to input bits, lowest bits first.
type fragment struct {
	blockedBuilder
	bases  map[string][][]int
	alongK int // the dimension K, along which warps hold copies; -1 for none
}

func newFragment(shape []int) *fragment {
	return &fragment{blockedBuilder: blockedBuilder{shape: shape, used: ones(len(shape))}, bases: map[string][][]int{},
		alongK: -1}
}

// add assigns the next coordinates of a dimension to an input dimension.
func (f *fragment) add(in string, dim, size int) {
	extents := ones(len(f.shape))
	extents[dim] = size
	f.bases[in] = f.level(f.bases[in], extents, []int{dim})
}

// warps assigns the next coordinates to warps.
func (f *fragment) warps(spec MMASpec, row, column int, warps []int) {
	order := []int{column, row}
	if spec.Version == 3 {
		order = []int{row, column}
	}
	for d := row - 1; d >= 0; d-- {
		order = append(order, d)
	}
	for _, d := range order {
		if d != f.alongK {
			f.add(Warp, d, warps[d])
			continue
		}
		for n := 1; n < warps[d]; n *= 2 {
			f.bases[Warp] = append(f.bases[Warp], make([]int, len(f.shape)))
		}
	}
}

// finish assigns the remaining coordinates to registers.
func (f *fragment) finish() (Layout, error) {
	outs := make([]Dim, len(f.shape))
	for i, n := range f.shape {
		outs[i] = Dim{OutName(i), n}
	}
	for d := len(f.shape) - 1; d >= 0; d-- {
		f.add(Register, d, f.shape[d]/f.used[d])
	}
	return New([]In{{Register, f.bases[Register]}, {Lane, f.bases[Lane]}, {Warp, f.bases[Warp]}}, outs)
}
