package layout

import "fmt"

// MMASpec describes the accumulator of a tensor-core instruction, dealt out to warps. The last two dimensions of a
// tensor are the rows and columns of a matrix; those before them are a batch.
type MMASpec struct {
	// Version is 2 for mma.sync, where a warp has 16 by 8 elements (PTX ISA, "Matrix Fragments for mma.m16n8k16"). It is 3
	// for wgmma, where each warp has 16 of the 64 rows ("Register Fragments and Shared Memory Matrix Layouts").
	Version int
	// WarpsPerCTA has the warps of a block along each dimension. Of version 3, rows come in multiples of four, so that
	// the warps of a warpgroup hold the four parts of 64 rows.
	WarpsPerCTA []int
	// N is the number of columns of the instruction: 8 for version 2, a power of two from 8 to 256 for version 3.
	N int
}

// lanes of a fragment: four lanes along a row, with two columns each, and eight rows.
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
// registers) and column 2*(l%4) + r%2. Further fragments go to further warps (of version 2 along the columns first, of
// version 3 along the rows), then to further registers, along the columns first. Where the tensor is smaller than all
// that, bits that do not fit hold copies.
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
	// KWidth is how many consecutive elements along K a lane has in one register of 32 bits: 32 bits over the width of
	// an element, or a multiple of it where a wider load is to fill several.
	KWidth int
}

// DotOperand returns the layout of an operand: lane l has KWidth elements from KWidth*(l%4) along K, of row (for the
// left factor) or column l/4; then the second half of K, and rows further by 8 in between for the left factor (PTX ISA,
// "Matrix Fragments for mma.m16n8k16"). Warps that are neighbors along the dimension that the operand lacks hold
// copies.
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

// fragment hands out the coordinates of each dimension, lowest bits first.
type fragment struct {
	blockedBuilder
	bases  map[string][][]int
	alongK int // the dimension along which warps hold copies; -1 for none
}

func newFragment(shape []int) *fragment {
	return &fragment{blockedBuilder: blockedBuilder{shape: shape, used: ones(len(shape))}, bases: map[string][][]int{},
		alongK: -1}
}

// add gives the next coordinates of a dimension to an input.
func (f *fragment) add(in string, dim, size int) {
	extents := ones(len(f.shape))
	extents[dim] = size
	f.bases[in] = f.level(f.bases[in], extents, []int{dim})
}

// warps gives the next coordinates to warps.
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

// finish gives the rest to registers.
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
