package layout

import "fmt"

// WgmmaFactor describes a factor of a warp-group product in shared memory: the tensor's layout there, and the
// contracted one of its two dimensions.
type WgmmaFactor struct {
	Spec  NVMMASpec
	Shape [2]int
	// K is the contracted dimension: 1 for the left factor, 0 for the right one.
	K int
}

// Parts of a matrix descriptor (PTX ISA, "Matrix Descriptor Format" of wgmma): lengths are in units of 16 bytes.
const (
	descriptorUnit     = 4 // shift
	leadingShift       = 16
	strideShift        = 32
	swizzleShift       = 62
	swizzleAtomRows    = 8
	ignoredLeadingUnit = 1
)

// Check returns an error if instructions with the given number of lines cannot read the factor. Lines are rows of a
// left factor and columns of a right one.
func (f WgmmaFactor) Check(lines int) error {
	if f.K != 0 && f.K != 1 || lines <= 0 {
		return fmt.Errorf("%w: %d lines of a factor whose contracted dimension is %d", ErrInvalid, lines, f.K)
	}
	if err := f.Spec.checkKind(f.Shape[:]); err != nil {
		return err
	}
	switch {
	case f.Shape[0] <= 0 || f.Shape[1] <= 0:
		return fmt.Errorf("%w: a factor of %d by %d elements", ErrInvalid, f.Shape[0], f.Shape[1])
	case f.Spec.SwizzleBytes == 0 && !f.KMajor():
		return fmt.Errorf("%w: a factor of %d by %d elements of %d bits has rows that are too short to be swizzled",
			ErrInvalid,
			f.Shape[0], f.Shape[1], f.Spec.ElementBits)
	case f.Shape[f.K]*f.Spec.ElementBits%256 != 0 || f.Shape[1-f.K]%lines != 0:
		return fmt.Errorf("%w: a factor of %d by %d elements of %d bits does not consist of whole instructions", ErrInvalid,
			f.Shape[0], f.Shape[1], f.Spec.ElementBits)
	case !f.KMajor() && f.Spec.ElementBits != 16:
		return fmt.Errorf("%w: elements of %d bits must be consecutive along the contracted dimension", ErrInvalid,
			f.Spec.ElementBits)
	case !f.KMajor() && lines%f.panel() != 0:
		return fmt.Errorf("%w: %d lines of an instruction in panels of %d", ErrInvalid, lines, f.panel())
	}
	return nil
}

// CheckPart is Check for instructions that read only some of the lines: count of them, from one on.
func (f WgmmaFactor) CheckPart(from, count, lines int) error {
	if f.K != 0 && f.K != 1 {
		return f.Check(lines)
	}
	if from < 0 || count > f.Shape[1-f.K]-from || from%swizzleAtomRows != 0 || !f.KMajor() && from%f.panel() != 0 {
		return fmt.Errorf("%w: %d lines from line %d on of a factor of %d by %d elements in panels of %d", ErrInvalid, count,
			from, f.Shape[0], f.Shape[1], f.panel())
	}
	f.Shape[1-f.K] = count
	return f.Check(lines)
}

// KMajor reports whether consecutive elements follow each other along the contracted dimension.
func (f WgmmaFactor) KMajor() bool { return f.Spec.Transposed == (f.K == 0) }

// panel returns the number of consecutive elements in a row of a panel.
func (f WgmmaFactor) panel() int { return f.Spec.PanelBytes() * 8 / f.Spec.ElementBits }

// Bytes returns the size of the factor.
func (f WgmmaFactor) Bytes() int { return f.Shape[0] * f.Shape[1] * f.Spec.ElementBits / 8 }

// Descriptor returns the descriptor of the factor without the address: leading and stride offsets and the swizzle.
func (f WgmmaFactor) Descriptor() uint64 {
	width := f.Spec.PanelBytes()
	leading := uint64(ignoredLeadingUnit)
	switch { // the offset between panels
	case !f.KMajor():
		leading = uint64(f.Shape[f.K]*width) >> descriptorUnit
	case f.Spec.SwizzleBytes == 0:
		leading = uint64(f.Shape[1-f.K]*width) >> descriptorUnit
	}
	stride := uint64(swizzleAtomRows*width) >> descriptorUnit
	swizzle := map[int]uint64{128: 1, 64: 2, 32: 3}[f.Spec.SwizzleBytes]
	return leading<<leadingShift | stride<<strideShift | swizzle<<swizzleShift
}

// Offset returns the offset, in bytes, of the part of the factor that an instruction reads from line, a multiple of 8,
// and from element k of the contracted dimension.
func (f WgmmaFactor) Offset(line, k int) int {
	width, panel := f.Spec.PanelBytes(), f.panel()
	fast, slow, rows := k, line, f.Shape[1-f.K]
	if !f.KMajor() {
		fast, slow, rows = line, k, f.Shape[f.K]
	}
	return fast/panel*rows*width + fast%panel*f.Spec.ElementBits/8 + slow*width
}

// Box returns the sizes of the part of the factor that one bulk copy moves: rows of the tensor, each as wide as the
// swizzle pattern.
func (f WgmmaFactor) Box() [2]int {
	if f.Spec.Transposed {
		return [2]int{f.panel(), f.Shape[1]}
	}
	return [2]int{f.Shape[0], f.panel()}
}
