package tensors

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// kernel is a loop over n elements. It computes the elements at dst from those at the sources, one source for each
// operand. All are contiguous. A kernel knows the Go types of its elements. dst may be one of the sources.
type kernel func(n int, dst unsafe.Pointer, src sources)

// sources are pointers to the first elements of the operands.
type sources [3]unsafe.Pointer

// at returns n elements as a slice.
func at[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

// loop1 and loop2 make kernels of loops over slices; each and pairs make kernels of functions of elements.
func loop1[T, R element](f func(dst []R, x []T)) kernel {
	return func(n int, dst unsafe.Pointer, src sources) { f(at[R](dst, n), at[T](src[0], n)) }
}

func loop2[T, R element](f func(dst []R, x, y []T)) kernel {
	return func(n int, dst unsafe.Pointer, src sources) { f(at[R](dst, n), at[T](src[0], n), at[T](src[1], n)) }
}

func each[T, R element](f func(T) R) kernel {
	return loop1(func(dst []R, x []T) {
		for i, v := range x {
			dst[i] = f(v)
		}
	})
}

func pairs[T, R element](f func(a, b T) R) kernel {
	return loop2(func(dst []R, x, y []T) {
		y = y[:len(x)]
		for i, v := range x {
			dst[i] = f(v, y[i])
		}
	})
}

// kernelOf returns the kernel of an elementwise primitive that cannot fail, for given element types of its result and
// operands.
func kernelOf(op *ir.Operation, to ir.Type, from []ir.Type) (kernel, error) {
	var k kernel
	switch op.Def() {
	case &prim.Where:
		return choice(elementSize(to)), nil
	case &prim.Clone:
		return copying(elementSize(to)), nil
	case &prim.ConvertElementType:
		k = conversion(zero(to), zero(from[0]))
	default:
		if len(from) == 1 {
			k = kernelOf1(op.Def(), from[0])
		} else {
			k = kernelOf2(op.Def(), from[0])
		}
	}
	if k == nil {
		return nil, fmt.Errorf("%w: %s of elements of type %s", ErrUnsupported, op.Name(), ir.Quote(from[0]))
	}
	return rounded(k, to), nil
}

// rounded returns a kernel that rounds the results of another one to an element type that is narrower than its Go type.
func rounded(k kernel, elem ir.Type) kernel {
	round := rounding(elem)
	if round == nil {
		return k
	}
	return func(n int, dst unsafe.Pointer, src sources) {
		k(n, dst, src)
		round(n, dst)
	}
}

// rounding returns the function that rounds n elements to a type; nil if the Go type has the same values.
func rounding(elem ir.Type) func(n int, dst unsafe.Pointer) {
	round := rounder(elem)
	if round == nil {
		return nil
	}
	parts := 1
	if prim.DtypeOf(elem) == prim.Complex {
		parts = 2
	}
	return func(n int, dst unsafe.Pointer) {
		list := at[float32](dst, n*parts)
		for i, v := range list {
			list[i] = round(v)
		}
	}
}

// copying returns the kernel that copies elements of a size in bytes.
func copying(size int) kernel {
	return func(n int, dst unsafe.Pointer, src sources) { copy(at[byte](dst, n*size), at[byte](src[0], n*size)) }
}

// filling returns the kernel that sets elements of a type to a number.
func filling(elem ir.Type, number any) kernel {
	one := New(elem)
	fill(one, number)
	size, from := elementSize(elem), rawOf(one).data
	return func(n int, dst unsafe.Pointer, _ sources) { repeat(size, 1, n, dst, from) }
}

// apply computes the elements of out, which is contiguous, from those of operands of its shape.
func apply(k kernel, out *Tensor, in ...*Tensor) {
	to := rawOf(out)
	var from [3]raw
	for i, x := range in {
		from[i] = rawOf(x)
	}
	chunks(out.Numel(), func(first, last int) {
		var src sources
		for i := range in {
			src[i] = from[i].read(first, last, nil)
		}
		k(last-first, to.at(out.offset+first), src)
	})
}

// raw is a tensor without its static Go type.
type raw struct {
	t        *Tensor
	data     unsafe.Pointer
	len      int
	size     int  // size of an element in bytes
	straight bool // whether it is contiguous
	run      int  // number of contiguous elements in the last dimensions
	same     bool // whether all elements are one and the same in memory
}

func rawOf(t *Tensor) raw {
	v := reflect.ValueOf(t.data)
	same := t.Numel() > 0
	for d, n := range t.shape {
		same = same && (n == 1 || t.strides[d] == 0)
	}
	run := 1
	for d := len(t.shape) - 1; d >= 0 && (t.strides[d] == run || t.shape[d] == 1); d-- {
		run *= t.shape[d]
	}
	return raw{t, v.UnsafePointer(), v.Len(), int(v.Type().Elem().Size()), t.isContiguous(), run, same}
}

// at returns a pointer to an element of the data.
func (r *raw) at(i int) unsafe.Pointer { return unsafe.Add(r.data, i*r.size) }

// read returns the elements [from, to) in row-major order: in place if they are contiguous, otherwise copied to buf,
// which is allocated if it is nil.
func (r *raw) read(from, to int, buf unsafe.Pointer) unsafe.Pointer {
	if r.straight {
		return r.at(r.t.offset + from)
	}
	if from < to && from/r.run == (to-1)/r.run {
		return r.at(r.t.at(from))
	}
	if buf == nil {
		buf = room((to - from) * r.size)
	}
	switch r.size {
	case 1:
		collect(r.t, at[uint8](r.data, r.len), from, to, at[uint8](buf, to-from))
	case 2:
		collect(r.t, at[uint16](r.data, r.len), from, to, at[uint16](buf, to-from))
	case 4:
		collect(r.t, at[uint32](r.data, r.len), from, to, at[uint32](buf, to-from))
	case 8:
		collect(r.t, at[uint64](r.data, r.len), from, to, at[uint64](buf, to-from))
	default:
		collect(r.t, at[complex128](r.data, r.len), from, to, at[complex128](buf, to-from))
	}
	return buf
}

// room returns memory in which elements of any type may be stored.
func room(bytes int) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, bytes/8+1)))
}

// zeroOf returns the zero of the Go type of a tensor's elements.
func zeroOf(data any) any { return reflect.Zero(reflect.TypeOf(data).Elem()).Interface() }

// zero returns the zero of the Go type for an element type.
func zero(elem ir.Type) any { return zeroOf(storage(elem, 0)) }

func elementSize(elem ir.Type) int { return int(reflect.TypeOf(storage(elem, 0)).Elem().Size()) }

// clear sets the elements of a contiguous tensor to 0.
func (t *Tensor) clear() {
	r := rawOf(t)
	clear(at[byte](r.at(t.offset), t.Numel()*r.size))
}
