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
	f, err := newFragment(shape)
	if err != nil {
		return Layout{}, err
	}
	f.add(registers, f.column, columnsPerLane)
	f.add(lanes, f.column, lanesPerRow)
	f.add(lanes, f.row, fragmentRows)
	f.add(registers, f.row, mmaRows/fragmentRows)
	f.add(registers, f.column, spec.N/fragmentColumns)
	return f.finish(spec)
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
	f, err := newFragment(shape)
	if err != nil {
		return Layout{}, err
	}
	k, other := f.column, f.row
	if spec.Index == 1 {
		k, other = f.row, f.column
	}
	f.alongK = k
	f.add(registers, k, spec.KWidth)
	f.add(lanes, k, lanesPerRow)
	f.add(lanes, other, fragmentRows)
	if spec.Index == 0 {
		f.add(registers, other, mmaRows/fragmentRows)
	}
	f.add(registers, k, 2)
	return f.finish(spec.Parent)
}

// fragment is a builder for the parts of a tensor-core instruction.
type fragment struct {
	*builder
	row, column int
	alongK      int // the dimension K, along which warps hold copies; -1 for none
}

func newFragment(shape []int) (fragment, error) {
	b, err := newBuilder(shape)
	return fragment{b, len(shape) - 2, len(shape) - 1, -1}, err
}

// finish assigns the next coordinates to warps, and what remains to registers.
func (f fragment) finish(spec MMASpec) (Layout, error) {
	order := lastFirst(len(f.out))
	if spec.Version == 3 {
		order[0], order[1] = f.row, f.column
	}
	for _, d := range order {
		if d != f.alongK {
			f.add(warps, d, spec.WarpsPerCTA[d])
			continue
		}
		f.bases[warps] = append(f.bases[warps], make([]uint64, log2(spec.WarpsPerCTA[d]))...)
	}
	f.rest(registers, lastFirst(len(f.out)))
	return f.distributed()
}

// lastFirst returns the first n dimensions from the last to the first.
func lastFirst(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = n - 1 - i
	}
	return order
}
