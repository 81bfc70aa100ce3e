package cuda

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync/atomic"
)

// An Array is a view of device memory: an address, an element type, sizes and strides. It owns nothing.
type Array struct {
	Pointer DevicePointer
	// Type names the element type as manifests do: i1 (a byte each), i8 to i64, f16, bf16, f32, f64, f8E4M3FN, f8E5M2.
	Type string
	// Shape and Strides have one number for each dimension. Strides are in elements; if Strides is nil, the array is
	// row-major.
	Shape, Strides []int64

	ctx     *Context
	extent  int64        // number of elements from Pointer on that may be accessed, if bounded
	bounded bool         // whether extent is known
	freed   *atomic.Bool // whether the buffer that contains it was freed; nil if that is not known
}

// Arg returns the array as a kernel's argument.
func (a *Array) Arg() Arg {
	return Arg{bits: uint64(a.Pointer), size: pointerSize, class: classArray, array: a, ctx: a.ctx, freed: a.freed}
}

// Len returns the number of elements.
func (a *Array) Len() int64 {
	n := int64(1)
	for _, s := range a.Shape {
		n *= s
	}
	return n
}

// stride returns the distance in elements between neighbors along a dimension.
func (a *Array) stride(dim int) int64 {
	if a.Strides != nil {
		return a.Strides[dim]
	}
	n := int64(1)
	for _, s := range a.Shape[dim+1:] {
		n *= max(s, 1)
	}
	return n
}

// check returns an error if fields contradict each other or the array is larger than its memory.
func (a *Array) check() error {
	if dtypeBits(a.Type) == 0 {
		return fmt.Errorf("cuda: %w: %q is not an element type", ErrArgument, a.Type)
	}
	if a.Strides != nil && len(a.Strides) != len(a.Shape) {
		return fmt.Errorf("cuda: %w: an array of %d dimensions with %d strides", ErrArgument, len(a.Shape), len(a.Strides))
	}
	empty, first, last := false, int64(0), int64(0)
	for dim, n := range a.Shape {
		if n < 0 {
			return fmt.Errorf("cuda: %w: an array of shape %v", ErrArgument, a.Shape)
		}
		if n == 0 {
			empty = true
			continue
		}
		step := a.stride(dim)
		hi, lo := bits.Mul64(uint64(n-1), uint64(max(step, -step)))
		if hi != 0 || lo > 1<<60 {
			return fmt.Errorf("cuda: %w: an array of shape %v is too large", ErrArgument, a.Shape)
		}
		if step < 0 {
			first -= int64(lo)
		} else {
			last += int64(lo)
		}
		if last > 1<<60 || first < -1<<60 {
			return fmt.Errorf("cuda: %w: an array of shape %v is too large", ErrArgument, a.Shape)
		}
	}
	if a.bounded && !empty && (last >= a.extent || first < 0) {
		return fmt.Errorf("cuda: %w: an array of shape %v and strides %v reaches from element %d to %d, but its "+
			"buffer has %d",
			ErrArgument, a.Shape, a.strides(), first, last, a.extent)
	}
	return nil
}

func (a *Array) strides() []int64 {
	list := make([]int64, len(a.Shape))
	for i := range list {
		list[i] = a.stride(i)
	}
	return list
}

// dtypeBits returns the width of an element type in memory, or 0 for an unknown type.
func dtypeBits(name string) int {
	switch name {
	case "i1", "ui1":
		return 8
	case "bf16":
		return 16
	case "index":
		return 64
	}
	if name == "" {
		return 0
	}
	digits := strings.TrimPrefix(name, "u")
	if digits == "" {
		return 0
	}
	switch digits[0] {
	case 'i':
		if n, err := strconv.Atoi(digits[1:]); err == nil && (n == 8 || n == 16 || n == 32 || n == 64) {
			return n
		}
	case 'f':
		switch {
		case strings.HasPrefix(name, "f8E"):
			return 8
		case name == "f16", name == "f32", name == "f64":
			n, _ := strconv.Atoi(name[1:])
			return n
		}
	}
	return 0
}

// isFloat reports whether an element type is a floating-point type.
func isFloat(dtype string) bool {
	return strings.HasPrefix(dtype, "f") || strings.HasPrefix(dtype, "bf")
}
