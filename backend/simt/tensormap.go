package simt

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// tensorMap describes an array of two dimensions to bulk copies. Of sizes and box, the rows come first.
type tensorMap struct {
	base    uint64 // pointer
	sizes   [2]int64
	stride  int64 // of rows, in bytes
	element int64 // bytes
	box     [2]int64
	swizzle int64 // bytes, 0 for none
}

// Limits of tensor maps (CUDA driver API, cuTensorMapEncodeTiled): what row strides and the rows of a box are multiples
// of, in bytes, and the most elements of a box along a dimension.
const (
	mapAlignment = 16
	maxBox       = 256
)

// boxBytes returns what one copy brings, zeros beyond the array included.
func (m *tensorMap) boxBytes() int64 { return m.box[0] * m.box[1] * m.element }

// swizzled returns where a byte of a box lies that would lie at an address without swizzling: 16-byte units move within
// the rows of a pattern by the row's number (PTX ISA, "Tensor swizzling modes").
func swizzled(at, swizzle int64) int64 {
	if swizzle == 0 {
		return at
	}
	return at ^ at>>3&(swizzle-1)&^(readUnit-1)
}

// isMap reports whether a parameter of a kernel is a tensor map, which no caller passes: the launch makes it.
func isMap(f llvm.Func, i int) bool { return f.ArgAttr(i, tilegpu.TensorMap) != nil }

// makeMap makes the tensor map that is a parameter of a kernel from the launch's words.
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
	pair := func(name string) (p [2]int64) {
		list, ok := d.Get(name).(*ir.DenseArrayAttr)
		for k := range p {
			if p[k] = -1; ok && list.Len() == len(p) {
				p[k] = list.Int64(k)
			}
		}
		return p
	}
	number := func(n int64) int64 {
		switch {
		case n < 0:
			return -1 - n
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
	m := &tensorMap{base: words[base], box: pair("box"), swizzle: integer("swizzle"), element: elementBytes(elem.Value)}
	sizes, strides := pair("sizes"), pair("strides")
	m.sizes = [2]int64{number(sizes[0]), number(sizes[1])}
	m.stride = number(strides[0]) * m.element
	if err := m.check(number(strides[1])); err != nil {
		return nil, fmt.Errorf("%w: the tensor map in parameter #%d: %w", ErrArgument, i, err)
	}
	return m, nil
}

// check reports what the driver would refuse.
func (m *tensorMap) check(inner int64) error {
	row := m.box[1] * m.element
	switch {
	case inner != 1:
		return fmt.Errorf("consecutive elements of a row are %d apart, which must be 1", inner)
	case m.sizes[0] < 0 || m.sizes[1] < 0 || m.stride < 0 || m.stride%mapAlignment != 0:
		return fmt.Errorf("rows are %d bytes apart, which must be a multiple of %d", m.stride, mapAlignment)
	case m.box[0] < 1 || m.box[0] > maxBox || m.box[1] < 1 || m.box[1] > maxBox:
		return fmt.Errorf("a box of %d by %d elements: each must be from 1 to %d", m.box[0], m.box[1], maxBox)
	case row%mapAlignment != 0:
		return fmt.Errorf("rows of a box have %d bytes, which must be a multiple of %d", row, mapAlignment)
	case !slices.Contains([]int64{0, 32, 64, 128}, m.swizzle) || m.swizzle > 0 && row != m.swizzle:
		return fmt.Errorf("rows of a box have %d bytes, but the pattern of the swizzle %d", row, m.swizzle)
	}
	return nil
}
