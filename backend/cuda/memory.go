package cuda

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"
)

// An Element is a Go type for the elements of device arrays. Element types that Go does not have, such as float16, are
// represented by integers of the same size.
type Element interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// A DevicePointer is an address in device memory.
type DevicePointer uint64

// A Buffer is an array in device memory.
type Buffer[T Element] struct {
	ctx     *Context
	address DevicePointer
	n       int
	owned   bool
	freed   *atomic.Bool // whether the memory, which slices share, was freed; nil if no Buffer frees it
}

// Alloc allocates n elements, with undefined contents. The address is aligned
// to 256 bytes or more. An empty buffer has the address 0.
func Alloc[T Element](c *Context, n int) (*Buffer[T], error) {
	if err := checkLength[T](n); err != nil {
		return nil, err
	}
	b := &Buffer[T]{ctx: c, n: n, owned: true, freed: new(atomic.Bool)}
	if n == 0 {
		return b, nil
	}
	if err := c.call(c.api.memAlloc, uintptr(unsafe.Pointer(&b.address)), b.bytes()); err != nil {
		return nil, c.outOfMemory(err, b.bytes())
	}
	return b, nil
}

// outOfMemory adds the requested and the available amount of memory to an allocation error.
func (c *Context) outOfMemory(err error, bytes uintptr) error {
	if !errors.Is(err, ErrorOutOfMemory) {
		return err
	}
	free, _, infoErr := c.MemoryInfo()
	if infoErr != nil {
		return fmt.Errorf("%d bytes: %w", bytes, err)
	}
	return fmt.Errorf("%d bytes, of %d that are free: %w", bytes, free, err)
}

// Upload allocates a buffer and copies a slice into it.
func Upload[T Element](c *Context, src []T) (*Buffer[T], error) {
	b, err := Alloc[T](c, len(src))
	if err != nil {
		return nil, err
	}
	if err := b.CopyFrom(src); err != nil {
		b.Free() // report the error of the copy
		return nil, err
	}
	return b, nil
}

func checkLength[T Element](n int) error {
	var zero T
	if n < 0 || uint64(n) > math.MaxInt64/uint64(unsafe.Sizeof(zero)) {
		return fmt.Errorf("cuda: %d is not a length", n)
	}
	return nil
}

// Len returns the number of elements.
func (b *Buffer[T]) Len() int { return b.n }

// Pointer returns the address of the first element.
func (b *Buffer[T]) Pointer() DevicePointer { return b.address }

// Arg returns the address as a kernel's argument.
func (b *Buffer[T]) Arg() Arg {
	var zero T
	return Arg{bits: uint64(b.address), size: pointerSize, class: classPointer, ctx: b.ctx,
		elem: elemOf[T](), elemSize: uint8(unsafe.Sizeof(zero)), freed: b.freed}
}

// Array returns the buffer as an array of a shape, in row-major order. dtype names the element type as a kernel's
// manifest does, such as "bf16" for a buffer of uint16; "" means that of the Go type. A buffer of bytes can hold any
// type.
func (b *Buffer[T]) Array(dtype string, shape ...int64) (*Array, error) {
	var zero T
	if dtype == "" {
		dtype = elemOf[T]().dtype(int(unsafe.Sizeof(zero)))
	}
	bits := dtypeBits(dtype)
	if size := int(unsafe.Sizeof(zero)); bits != 8*size && (size != 1 || bits == 0) {
		return nil, fmt.Errorf("cuda: %w: elements of type %q cannot lie in a buffer of %T", ErrArgument, dtype, zero)
	}
	a := &Array{Pointer: b.address, Type: dtype, Shape: shape, ctx: b.ctx, extent: 8 * int64(b.bytes()) / int64(bits),
		bounded: true,
		freed:   b.freed}
	return a, a.check()
}

// Slice returns the elements [i, j) without copying. The result is valid until b is freed; freeing the result does
// nothing.
func (b *Buffer[T]) Slice(i, j int) (*Buffer[T], error) {
	if i < 0 || j < i || j > b.n {
		return nil, fmt.Errorf("cuda: slice [%d:%d] of a buffer of %d elements", i, j, b.n)
	}
	var zero T
	return &Buffer[T]{ctx: b.ctx, address: b.address + DevicePointer(uintptr(i)*unsafe.Sizeof(zero)), n: j - i,
		freed: b.freed}, nil
}

// Free releases the memory. It waits for work that uses it.
func (b *Buffer[T]) Free() error {
	if !b.owned || b.address == 0 {
		return nil
	}
	address := b.address
	b.address, b.n = 0, 0
	b.freed.Store(true)
	return b.ctx.release(b.ctx.api.memFree, uintptr(address))
}

func (b *Buffer[T]) bytes() uintptr {
	var zero T
	return uintptr(b.n) * unsafe.Sizeof(zero)
}

// sameLength returns an error for a copy between arrays of different lengths.
func (b *Buffer[T]) sameLength(n int) error {
	if n != b.n {
		return fmt.Errorf("cuda: copy between a buffer of %d elements and %d", b.n, n)
	}
	return nil
}

// CopyFrom copies a slice of the same length into the buffer. It returns when the copy is done.
func (b *Buffer[T]) CopyFrom(src []T) error {
	if err := b.sameLength(len(src)); err != nil || b.n == 0 {
		return err
	}
	return b.ctx.call(b.ctx.api.memcpyHtoD, uintptr(b.address), uintptr(unsafe.Pointer(&src[0])), b.bytes())
}

// CopyTo copies the buffer into a slice of the same length, after the earlier work in the default stream and in the
// streams that it waits for.
func (b *Buffer[T]) CopyTo(dst []T) error {
	if err := b.sameLength(len(dst)); err != nil || b.n == 0 {
		return err
	}
	return b.ctx.call(b.ctx.api.memcpyDtoH, uintptr(unsafe.Pointer(&dst[0])), uintptr(b.address), b.bytes())
}

// Download is CopyTo a new slice.
func (b *Buffer[T]) Download() ([]T, error) {
	dst := make([]T, b.n)
	return dst, b.CopyTo(dst)
}

// CopyFromHost enqueues a copy from host memory of the same length. The host
// memory must not be changed or freed before the stream has passed the copy.
func (b *Buffer[T]) CopyFromHost(s *Stream, src *HostBuffer[T]) error {
	if err := b.sameLength(src.Len()); err != nil || b.n == 0 {
		return err
	}
	return b.ctx.call(b.ctx.api.memcpyHtoDAsync, uintptr(b.address), uintptr(src.memory), b.bytes(), s.raw())
}

// CopyToHost enqueues a copy to host memory of the same length. The host memory
// must not be read or freed before the stream has passed the copy.
func (b *Buffer[T]) CopyToHost(s *Stream, dst *HostBuffer[T]) error {
	if err := b.sameLength(dst.Len()); err != nil || b.n == 0 {
		return err
	}
	return b.ctx.call(b.ctx.api.memcpyDtoHAsync, uintptr(dst.memory), uintptr(b.address), b.bytes(), s.raw())
}

// CopyFromBuffer enqueues a copy from another buffer of the same length.
func (b *Buffer[T]) CopyFromBuffer(s *Stream, src *Buffer[T]) error {
	if err := b.sameLength(src.n); err != nil || b.n == 0 {
		return err
	}
	return b.ctx.call(b.ctx.api.memcpyDtoDAsync, uintptr(b.address), uintptr(src.address), b.bytes(), s.raw())
}

// Fill enqueues an operation that sets every element to v.
func (b *Buffer[T]) Fill(s *Stream, v T) error {
	if b.n == 0 {
		return nil
	}
	a, at, n := b.ctx.api, uintptr(b.address), uintptr(b.n)
	switch bits := scalarBits(v); unsafe.Sizeof(v) {
	case 1:
		return b.ctx.call(a.memsetD8Async, at, uintptr(bits), n, s.raw())
	case 2:
		return b.ctx.call(a.memsetD16Async, at, uintptr(bits), n, s.raw())
	case 4:
		return b.ctx.call(a.memsetD32Async, at, uintptr(bits), n, s.raw())
	default:
		// The driver sets words of at most 32 bits. Treat the buffer as an array of n rows, and set its two columns one
		// after the other.
		low, high := uintptr(uint32(bits)), uintptr(bits>>32)
		if err := b.ctx.call(a.memsetD2D32Async, at, 8, low, 1, n, s.raw()); err != nil {
			return err
		}
		return b.ctx.call(a.memsetD2D32Async, at+4, 8, high, 1, n, s.raw())
	}
}

// scalarBits returns the bytes of v in the low end of a word.
func scalarBits[T Element](v T) uint64 {
	switch unsafe.Sizeof(v) {
	case 1:
		return uint64(*(*uint8)(unsafe.Pointer(&v)))
	case 2:
		return uint64(*(*uint16)(unsafe.Pointer(&v)))
	case 4:
		return uint64(*(*uint32)(unsafe.Pointer(&v)))
	default:
		return *(*uint64)(unsafe.Pointer(&v))
	}
}
