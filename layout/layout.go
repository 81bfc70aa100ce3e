package layout

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// ErrInvalid is wrapped by the errors of constructors whose arguments do not describe a valid layout.
var ErrInvalid = errors.New("invalid layout")

// maxBits bounds the total number of bits of all input dimensions, and that of all output dimensions.
const maxBits = 62

// Dim is a named dimension with its size, a power of two.
type Dim struct {
	Name string
	Size int
}

// In describes an input dimension for [New]: for each of its bits, lowest first, the coordinates of the bit's basis
// vector, one for each output dimension.
type In struct {
	Name  string
	Bases [][]int
}

// Layout is a linear map from bit vectors in named input dimensions to bit vectors in named output dimensions. Layouts
// are immutable. The zero value has no dimensions.
type Layout struct {
	in  []input
	out []output
}

// input is a dimension with one basis vector per bit, all output coordinates packed into one word.
type input struct {
	name  string
	bases []uint64
}

// output is a dimension, and the position of its bits in packed coordinates.
type output struct {
	name  string
	bits  int
	shift int
}

// New returns the layout with the given input dimensions and output dimensions. Sizes of output dimensions must be
// powers of two and larger than every coordinate.
func New(in []In, out []Dim) (Layout, error) {
	l := Layout{}
	if err := l.setOuts(out); err != nil {
		return Layout{}, err
	}
	l.in = make([]input, 0, len(in))
	total := 0
	for _, d := range in {
		total += len(d.Bases)
	}
	all := make([]uint64, total) // basis vectors of all inputs
	for _, d := range in {
		if l.inIndex(d.Name) >= 0 {
			return Layout{}, fmt.Errorf("%w: input dimension %q is given twice", ErrInvalid, d.Name)
		}
		n := len(d.Bases)
		bases := all[:n:n]
		all = all[n:]
		for i, coords := range d.Bases {
			v, err := l.pack(coords)
			if err != nil {
				return Layout{}, fmt.Errorf("%w: bit %d of %q: %w", ErrInvalid, i, d.Name, err)
			}
			bases[i] = v
		}
		l.in = append(l.in, input{d.Name, bases})
	}
	return l, l.checkInputs()
}

// checkInputs reports input dimensions that have too many bits together.
func (l *Layout) checkInputs() error {
	total := 0
	for _, d := range l.in {
		total += len(d.bases)
	}
	if total > maxBits {
		return fmt.Errorf("%w: %d input bits are more than %d", ErrInvalid, total, maxBits)
	}
	return nil
}

func (l *Layout) setOuts(out []Dim) error {
	shift, usual := 0, true // names that are all usual differ
	l.out = make([]output, 0, len(out))
	for i, d := range out {
		if !IsPowerOfTwo(d.Size) {
			return fmt.Errorf("%w: size %d of %q is not a power of two", ErrInvalid, d.Size, d.Name)
		}
		if usual = usual && d.Name == OutName(i); !usual && l.outIndex(d.Name) >= 0 {
			return fmt.Errorf("%w: output dimension %q is given twice", ErrInvalid, d.Name)
		}
		n := log2(d.Size)
		l.out = append(l.out, output{d.Name, n, shift})
		shift += n
	}
	if shift > maxBits {
		return fmt.Errorf("%w: %d output bits", ErrInvalid, shift)
	}
	return nil
}

func (l *Layout) pack(coords []int) (v uint64, err error) {
	if len(coords) != len(l.out) {
		return 0, fmt.Errorf("%d coordinates for %d output dimensions", len(coords), len(l.out))
	}
	for i, c := range coords {
		o := l.out[i]
		if c < 0 || c >= 1<<o.bits {
			return 0, fmt.Errorf("coordinate %d of %q is outside [0, %d)", c, o.name, 1<<o.bits)
		}
		v |= uint64(c) << o.shift
	}
	return v, nil
}

func (l *Layout) unpack(v uint64) []int {
	coords := make([]int, len(l.out))
	l.unpackTo(coords, v)
	return coords
}

func (l *Layout) unpackTo(coords []int, v uint64) {
	for i, o := range l.out {
		coords[i] = int(v >> o.shift & (1<<o.bits - 1))
	}
}

func (l *Layout) inIndex(name string) int {
	return slices.IndexFunc(l.in, func(d input) bool { return d.name == name })
}

func (l *Layout) outIndex(name string) int {
	return slices.IndexFunc(l.out, func(d output) bool { return d.name == name })
}

// Ins returns the input dimensions with their sizes.
func (l Layout) Ins() []Dim {
	dims := make([]Dim, len(l.in))
	for i, d := range l.in {
		dims[i] = Dim{d.name, 1 << len(d.bases)}
	}
	return dims
}

// Outs returns the output dimensions with their sizes.
func (l Layout) Outs() []Dim {
	dims := make([]Dim, len(l.out))
	for i, d := range l.out {
		dims[i] = Dim{d.name, 1 << d.bits}
	}
	return dims
}

// NumOuts returns the number of output dimensions.
func (l Layout) NumOuts() int { return len(l.out) }

// InSize returns the size of an input dimension; 1 for one that the layout does not have.
func (l Layout) InSize(name string) int {
	if i := l.inIndex(name); i >= 0 {
		return 1 << len(l.in[i].bases)
	}
	return 1
}

// OutSize returns the size of an output dimension; 1 for one that the layout does not have.
func (l Layout) OutSize(name string) int {
	if i := l.outIndex(name); i >= 0 {
		return 1 << l.out[i].bits
	}
	return 1
}

// Bases returns the basis vectors of an input dimension, lowest bit first, each with one coordinate per output
// dimension.
func (l Layout) Bases(name string) [][]int {
	i := l.inIndex(name)
	if i < 0 {
		return nil
	}
	rank := len(l.out)
	coords := make([]int, rank*len(l.in[i].bases))
	out := make([][]int, len(l.in[i].bases))
	for k, b := range l.in[i].bases {
		out[k] = coords[k*rank : (k+1)*rank : (k+1)*rank]
		l.unpackTo(out[k], b)
	}
	return out
}

// Within returns a mask of the basis vectors of an input all of whose coordinates are less than the bounds of the
// outputs.
func (l Layout) Within(name string, bound func(out int) int64) (mask int) {
	for k, b := range l.packed(name) {
		within := true
		for d, o := range l.out {
			within = within && int64(o.of(b)) < bound(d)
		}
		if within {
			mask |= 1 << k
		}
	}
	return mask
}

// Along returns masks of the basis vectors of an input that change the coordinate of an output dimension, given by its
// number, and of those that change another one.
func (l Layout) Along(name string, dim int) (along, others int) {
	o := l.out[dim]
	mask := uint64(1<<o.bits-1) << o.shift
	for k, b := range l.packed(name) {
		if b&mask != 0 {
			along |= 1 << k
		}
		if b&^mask != 0 {
			others |= 1 << k
		}
	}
	return along, others
}

// HasShape reports whether the output dimensions have the sizes of a shape.
func (l Layout) HasShape(shape []int64) bool {
	return slices.EqualFunc(l.out, shape, func(o output, n int64) bool { return 1<<o.bits == n })
}

// Apply returns the output coordinates of an input, given as one index per input dimension in the order of
// [Layout.Ins]. Bits of an index beyond its dimension's size are ignored.
func (l Layout) Apply(index ...int) []int { return l.unpack(l.apply(index)) }

// ApplyTo writes what [Layout.Apply] returns to coords, which has a coordinate for each output dimension.
func (l Layout) ApplyTo(coords []int, index ...int) { l.unpackTo(coords, l.apply(index)) }

func (l *Layout) apply(index []int) (v uint64) {
	for i, d := range l.in {
		if i >= len(index) {
			break
		}
		for k, b := range d.bases {
			if index[i]>>k&1 != 0 {
				v ^= b
			}
		}
	}
	return v
}

// Equal reports whether both layouts have the same dimensions, in the same order, and map every input alike.
func (l Layout) Equal(m Layout) bool {
	return slices.EqualFunc(l.in, m.in, func(a, b input) bool {
		return a.name == b.name && slices.Equal(a.bases, b.bases)
	}) && slices.Equal(l.out, m.out)
}

// String lists every input dimension with its basis vectors: `register=[(1),(2)] lane=[(4)] -> dim0:8`.
func (l Layout) String() string {
	var s strings.Builder
	for _, d := range l.in {
		fmt.Fprintf(&s, "%s=[", d.name)
		for k, b := range d.bases {
			if k > 0 {
				s.WriteByte(',')
			}
			s.WriteByte('(')
			for i, c := range l.unpack(b) {
				if i > 0 {
					s.WriteByte(',')
				}
				fmt.Fprint(&s, c)
			}
			s.WriteByte(')')
		}
		s.WriteString("] ")
	}
	s.WriteString("->")
	for _, o := range l.out {
		fmt.Fprintf(&s, " %s:%d", o.name, 1<<o.bits)
	}
	return s.String()
}

// IsPowerOfTwo reports whether n is 1, 2, 4, ...
func IsPowerOfTwo(n int) bool { return n > 0 && n&(n-1) == 0 }

func log2(n int) int { return bits.TrailingZeros(uint(n)) }
