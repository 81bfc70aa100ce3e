package simt

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// tensorMap describes an array for bulk copies. In sizes, strides and box, the slowest dimension comes first.
type tensorMap struct {
	base    uint64 // pointer
	sizes   []int64
	strides []int64 // in bytes
	element int64   // bytes
	elem    ir.Type
	box     []int64
	swizzle int64 // bytes, 0 for none
	rounds  bool  // whether copies to shared memory round f32 to tf32
	// window describes copies of pixels; nil for a map of boxes. box then has the numbers of pixels and channels.
	window *window
}

// Limits of tensor maps (CUDA driver API, cuTensorMapEncodeTiled): the alignment in bytes of row strides and of the
// rows of a box, the greatest number of elements of a box along a dimension, and the greatest number of dimensions.
const (
	maxRank      = 5
	mapAlignment = 16
	maxBox       = 256
)

// boxBytes returns the number of bytes that one copy moves, including zeros outside the array.
func (m *tensorMap) boxBytes() int64 { return m.rows() * m.row() }

// row returns the number of bytes in a row of a box, along the fastest dimension; rows returns the number of rows.
func (m *tensorMap) row() int64 { return m.box[len(m.box)-1] * m.element }

func (m *tensorMap) rows() int64 {
	n := int64(1)
	for _, d := range m.box[:len(m.box)-1] {
		n *= d
	}
	return n
}

// swizzled returns the swizzled offset of a byte of a box. Within the rows of a pattern, 16-byte units are permuted by
// the row's number (PTX ISA, "Tensor swizzling modes").
func swizzled(at, swizzle int64) int64 {
	if swizzle == 0 {
		return at
	}
	return at ^ at>>3&(swizzle-1)&^(readUnit-1)
}

// isMap reports whether a parameter of a kernel is a tensor map. Callers do not pass it: the launch encodes it.
func isMap(f llvm.Func, i int) bool { return f.ArgAttr(i, tilegpu.TensorMap) != nil }

// isGridSize reports whether a parameter of a kernel is a size of the grid of programs, which the launch passes.
func isGridSize(f llvm.Func, i int) bool {
	n, ok := f.ArgAttr(i, tile.GridSize).(*ir.IntegerAttr)
	return ok && n.Int64() >= 0 && n.Int64() < tile.GridAxes
}

// makeMap encodes the tensor map for a parameter of a kernel from the launch's words.
func makeMap(f llvm.Func, i int, words []uint64) (*tensorMap, error) {
	d, ok := f.ArgAttr(i, tilegpu.TensorMap).(*ir.DictAttr)
	if !ok {
		return nil, fmt.Errorf("%w: parameter #%d: %s must be a dictionary", ErrArgument, i, tilegpu.TensorMap)
	}
	integer := func(name string) int64 {
		n, ok := d.Get(name).(*ir.IntegerAttr)
		if !ok {
			return -1
		}
		return n.Int64()
	}
	list := func(name string) []int64 {
		list, ok := d.Get(name).(*ir.DenseArrayAttr)
		if !ok {
			return nil
		}
		return list.Ints()
	}
	number := func(n int64) int64 {
		switch {
		case n < 0:
			return -1 - n
		case n < int64(len(words)) && ir.IsInt(f.Region(0).Entry().Arg(int(n)).Type(), 64):
			return int64(words[n])
		case n < int64(len(words)):
			return int64(int32(words[n]))
		}
		return -1
	}
	elem, ok := d.Get("elem").(*ir.TypeAttr)
	base := integer("base")
	if !ok || base < 0 || base >= int64(len(words)) {
		return nil, fmt.Errorf("%w: parameter #%d: a tensor map needs a base and a type of elements", ErrArgument, i)
	}
	m := &tensorMap{base: words[base], box: list("box"), swizzle: integer("swizzle"), elem: elem.Value,
		element: elementBytes(elem.Value), rounds: elem.Value == ir.Type(f.Context().Float("tf32"))}
	sizes, strides := list("sizes"), list("strides")
	if lower := list("lower"); lower != nil {
		m.window = &window{lower: lower, upper: list("upper"), steps: list("steps")}
		if err := m.window.check(len(sizes), m.box); err != nil {
			return nil, fmt.Errorf("%w: the tensor map in parameter #%d: %w", ErrArgument, i, err)
		}
	}
	if rank := len(sizes); rank < 1 || rank > maxRank ||
		m.window == nil && len(m.box) != rank || len(strides) != rank {
		return nil, fmt.Errorf("%w: parameter #%d: a tensor map has one to %d dimensions", ErrArgument, i, maxRank)
	}
	for k := range sizes {
		m.sizes = append(m.sizes, number(sizes[k]))
		m.strides = append(m.strides, number(strides[k])*m.element)
	}
	if d.Get("checked") != nil { // the kernel does not use a map with other sizes and strides
		m.sizes, m.strides = m.usable()
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%w: the tensor map in parameter #%d: %w", ErrArgument, i, err)
	}
	return m, nil
}

// usable returns the sizes and strides if a tensor map can have them, and otherwise those of an empty array.
func (m *tensorMap) usable() (sizes, strides []int64) {
	last := len(m.sizes) - 1
	overlap := last > 0 && m.sizes[last]*m.element > m.strides[last-1]
	for d := range m.sizes {
		if overlap || m.sizes[d] < 1 || m.strides[d] < 1 || d < last && m.strides[d]%mapAlignment != 0 {
			sizes, strides = make([]int64, len(m.sizes)), make([]int64, len(m.sizes))
			strides[last] = m.element
			return sizes, strides
		}
	}
	return m.sizes, m.strides
}

// check returns an error for a map that the driver would refuse.
func (m *tensorMap) check() error {
	last, row := len(m.sizes)-1, m.row()
	for d := range m.sizes {
		switch {
		case d < last && m.strides[d] == 0 && m.sizes[d] > 1 && !slices.Contains(m.sizes, 0):
			return fmt.Errorf("%d neighbors along dimension %d lie in the same place", m.sizes[d], d)
		case d < last && (m.sizes[d] < 0 || m.strides[d] < 0 || m.strides[d]%mapAlignment != 0):
			return fmt.Errorf("neighbors along dimension %d are %d bytes apart, which must be a multiple of %d", d, m.strides[d],
				mapAlignment)
		}
	}
	for d, n := range m.box {
		if most := m.mostOfBox(d); n < 1 || n > most {
			return fmt.Errorf("a box of sizes %v: number %d must be from 1 to %d elements", m.box, d, most)
		}
	}
	switch {
	case m.strides[last] != m.element:
		return fmt.Errorf("consecutive elements of a row are %d bytes apart, which must be %d", m.strides[last], m.element)
	case m.sizes[last] < 0:
		return fmt.Errorf("rows of %d elements", m.sizes[last])
	case row%mapAlignment != 0:
		return fmt.Errorf("rows of a box have %d bytes, which must be a multiple of %d", row, mapAlignment)
	case !slices.Contains([]int64{0, 32, 64, 128}, m.swizzle) || m.swizzle > 0 && row != m.swizzle:
		return fmt.Errorf("rows of a box have %d bytes, but the pattern of the swizzle %d", row, m.swizzle)
	}
	return nil
}

// mostOfBox returns the greatest number of elements of a box along a dimension, or of pixels.
func (m *tensorMap) mostOfBox(d int) int64 {
	if m.window != nil && d == 0 {
		return maxPixels
	}
	return maxBox
}

// roundToTF32 rounds an f32 in memory, to nearest even. NaNs are unchanged.
func roundToTF32(at []byte) {
	v := apfloat.Bits{Lo: word(at, 4)}
	if !apfloat.F32.IsNaN(v) {
		narrow := apfloat.Convert(apfloat.TF32, apfloat.F32, v, apfloat.ToNearestEven)
		putWord(at, 4, apfloat.Convert(apfloat.F32, apfloat.TF32, narrow, apfloat.ToNearestEven).Lo)
	}
}
