package cuda

import (
	"fmt"
	"math"
	"strings"

	"github.com/girih-ir/girih/backend/manifest"
)

// describe lists the kernel's parameters, for messages.
func (k *Kernel) describe() string {
	list := make([]string, len(k.params))
	for i := range k.params {
		list[i] = k.params[i].Name + ": " + parameterType(&k.params[i])
	}
	return strings.Join(list, ", ")
}

func parameterType(p *manifest.Parameter) string {
	switch p.Kind {
	case manifest.Array:
		return fmt.Sprintf("array of %s, sizes %s, strides %s", p.Type, dynamicText(p.Sizes), dynamicText(p.Strides))
	case manifest.Pointer:
		if p.Type == "" {
			return "pointer"
		}
		return "pointer to " + p.Type
	}
	return p.Type
}

// dynamicText returns sizes or strides as text, with a question mark for those that are known only at launch.
func dynamicText(list []int64) string {
	return strings.ReplaceAll(fmt.Sprint(list), "-1", "?")
}

// refuse returns an error about an argument.
func (k *Kernel) refuse(i int, kind error, format string, args ...any) error {
	return fmt.Errorf("cuda: launch of %s: argument %d (%s: %s): %w: %s", k.m.Entry, i, k.params[i].Name,
		parameterType(&k.params[i]), kind, fmt.Sprintf(format, args...))
}

// store checks argument i and writes its value for the launch.
func (k *Kernel) store(values []uint64, i int, a *Arg) error {
	p := &k.params[i]
	if a.ctx != nil {
		if a.ctx.device.id != k.f.ctx.device.id {
			return k.refuse(i, ErrArgument, "it is on device %d, the kernel on device %d: copy it there", a.ctx.device.ordinal,
				k.f.ctx.device.ordinal)
		}
		if err := a.ctx.Err(); err != nil {
			return k.refuse(i, ErrArgument, "its memory is gone: %v", err)
		}
	}
	if a.freed != nil && a.freed.Load() {
		return k.refuse(i, ErrArgument, "its buffer was freed")
	}
	switch p.Kind {
	case manifest.Array:
		return k.storeArray(values, i, p, a)
	case manifest.Pointer:
		return k.storePointer(values, i, p, a)
	}
	return k.storeNumber(values, i, p, a)
}

func (k *Kernel) storeNumber(values []uint64, i int, p *manifest.Parameter, a *Arg) error {
	size := k.m.Arguments[p.First].Bytes
	switch {
	case a.class == classBytes && len(a.data) == size:
		var v uint64
		for j, b := range a.data {
			v |= uint64(b) << (8 * j)
		}
		values[p.First] = v
		return nil
	case a.class != classNumber:
		return k.refuse(i, ErrArgument, "the argument is not a number: pass cuda.Value of a number of %d bytes", size)
	case int(a.size) != size:
		return k.refuse(i, ErrArgument, "the number has %d bytes, not %d: convert it first", a.size, size)
	case a.elem == elemFloat && p.Kind != manifest.Float:
		return k.refuse(i, ErrArgument, "it is a floating-point number: convert it first")
	case a.elem != elemFloat && p.Kind == manifest.Float && size >= 4:
		return k.refuse(i, ErrArgument, "it is an integer: convert it to float%d first", 8*size)
	case p.Kind == manifest.Integer && p.Divisor > 1 && a.bits%uint64(p.Divisor) != 0:
		return k.refuse(i, ErrMisaligned,
			"%d is not a multiple of %d, which the kernel was compiled for: pad the data, or compile "+
				"without that promise", a.bits, p.Divisor)
	case p.Type == "i1" && a.bits > 1:
		return k.refuse(i, ErrArgument, "a truth value is 0 or 1, not %d", a.bits)
	}
	values[p.First] = a.bits
	return nil
}

func (k *Kernel) storePointer(values []uint64, i int, p *manifest.Parameter, a *Arg) error {
	switch a.class {
	case classPointer:
		if err := k.checkElement(i, p, a); err != nil {
			return err
		}
	case classArray:
		if err := k.checkType(i, p, a.array); err != nil {
			return err
		}
		if dim, want := a.array.firstGap(); dim >= 0 {
			return k.refuse(i, ErrLayout, "the array has stride %d along dimension %d, where contiguous rows have %d: "+
				"copy it to a "+
				"contiguous array", a.array.stride(dim), dim, want)
		}
	default:
		return k.refuse(i, ErrArgument,
			"the argument is not a pointer: pass the Arg of a buffer, or cuda.Value of a DevicePointer")
	}
	return k.storeAddress(values, i, p, a)
}

// storeAddress checks the alignment of an address and writes it.
func (k *Kernel) storeAddress(values []uint64, i int, p *manifest.Parameter, a *Arg) error {
	need := max(p.Divisor, k.m.Arguments[p.First].Alignment, int64(dtypeBits(p.Type)/8), 1)
	if a.bits%uint64(need) != 0 {
		return k.refuse(i, ErrMisaligned,
			"address %#x is not a multiple of %d bytes, which the kernel was compiled for: copy the "+
				"array to a buffer of its own, or compile without that promise", a.bits, need)
	}
	values[p.First] = a.bits
	return nil
}

// checkElement checks the element type of a buffer against that of the kernel's pointer.
func (k *Kernel) checkElement(i int, p *manifest.Parameter, a *Arg) error {
	bits := dtypeBits(p.Type)
	if a.elem == elemUnknown || bits == 0 {
		return nil
	}
	// Narrow floats are passed as integers.
	if 8*int(a.elemSize) == bits && (a.elem == elemFloat) == (isFloat(p.Type) && bits >= 32) {
		return nil
	}
	return k.refuse(i, ErrArgument, "the buffer has elements of type %s", a.elem.dtype(int(a.elemSize)))
}

// checkType checks an array's element type against the kernel's. Signedness does not matter, since kernels do not keep
// it.
func (k *Kernel) checkType(i int, p *manifest.Parameter, a *Array) error {
	if err := a.check(); err != nil {
		return k.refuse(i, ErrArgument, "%v", err)
	}
	if p.Type != "" && dtypeBits(p.Type) != 0 && strings.TrimPrefix(a.Type, "u") != strings.TrimPrefix(p.Type, "u") {
		return k.refuse(i, ErrArgument, "the array has elements of type %s: convert it, or compile for that type", a.Type)
	}
	return nil
}

// storeArray checks an array against the types and facts that the kernel was compiled for, and writes its address,
// sizes and strides.
func (k *Kernel) storeArray(values []uint64, i int, p *manifest.Parameter, a *Arg) error {
	if a.class != classArray {
		return k.refuse(i, ErrArgument, "pass an array: Buffer.Array gives a buffer a shape")
	}
	array := a.array
	if err := k.checkType(i, p, array); err != nil {
		return err
	}
	if len(array.Shape) != len(p.Sizes) {
		return k.refuse(i, ErrLayout, "the array has %d dimensions, not %d: reshape it", len(array.Shape), len(p.Sizes))
	}
	at := p.First + 1
	for dim, want := range p.Sizes {
		n := array.Shape[dim]
		if err := k.checkExtent(i, "size", dim, n, want, divisor(p.SizeDivisors, dim)); err != nil {
			return err
		}
		if want == manifest.Dynamic {
			values[at] = uint64(uint32(n))
			at++
		}
	}
	for dim, want := range p.Strides {
		step := array.stride(dim)
		// The stride of a dimension with one element is not used.
		if array.Shape[dim] <= 1 {
			if step = 0; want != manifest.Dynamic {
				step = want
			}
		}
		if err := k.checkExtent(i, "stride", dim, step, want, divisor(p.StrideDivisors, dim)); err != nil {
			return err
		}
		if want == manifest.Dynamic {
			values[at] = uint64(uint32(step))
			at++
		}
	}
	return k.storeAddress(values, i, p, a)
}

func divisor(list []int64, dim int) int64 {
	if dim < len(list) {
		return max(list[dim], 1)
	}
	return 1
}

// checkExtent checks a size or stride against the value or divisor that the kernel was compiled for.
func (k *Kernel) checkExtent(i int, what string, dim int, n, want, divisor int64) error {
	switch {
	case want != manifest.Dynamic && n != want && what == "stride":
		return k.refuse(i, ErrLayout, "the array has stride %d along dimension %d, not %d: copy it to an array with "+
			"that layout, "+
			"or compile for other strides", n, dim, want)
	case want != manifest.Dynamic && n != want:
		return k.refuse(i, ErrLayout, "the array has %d elements along dimension %d, not %d: compile for that size, "+
			"or for any",
			n, dim, want)
	case n > math.MaxInt32 || n < math.MinInt32:
		return k.refuse(i, ErrLayout, "%s %d along dimension %d is beyond 32 bits: launch parts of the array", what, n, dim)
	case n%divisor != 0:
		return k.refuse(i, ErrMisaligned,
			"%s %d along dimension %d is not a multiple of %d, which the kernel was compiled for: pad "+
				"the array, or compile without that promise", what, n, dim, divisor)
	}
	return nil
}

// firstGap returns the last dimension whose stride differs from the row-major one, and that row-major stride, or -1.
func (a *Array) firstGap() (dim int, want int64) {
	want = 1
	for dim := len(a.Shape) - 1; dim >= 0; dim-- {
		if n := a.Shape[dim]; n != 1 && a.stride(dim) != want && a.Len() > 0 {
			return dim, want
		}
		want *= a.Shape[dim]
	}
	return -1, 0
}
