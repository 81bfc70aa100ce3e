package cuda

import "unsafe"

// A HostBuffer is an array in page-locked host memory. The device can access it directly, and asynchronous copies need
// it.
type HostBuffer[T Element] struct {
	ctx    *Context
	memory unsafe.Pointer
	n      int
}

// AllocHost allocates n elements of page-locked host memory, with undefined
// contents. Page-locked memory is a scarce resource of the whole machine.
func AllocHost[T Element](c *Context, n int) (*HostBuffer[T], error) {
	if err := checkLength[T](n); err != nil {
		return nil, err
	}
	h := &HostBuffer[T]{ctx: c, n: n}
	if n == 0 {
		return h, nil
	}
	var zero T
	size := uintptr(n) * unsafe.Sizeof(zero)
	if err := c.call(c.api.memHostAlloc, uintptr(unsafe.Pointer(&h.memory)), size, 0); err != nil {
		return nil, err
	}
	return h, nil
}

// Len returns the number of elements.
func (h *HostBuffer[T]) Len() int { return h.n }

// Slice returns the memory as a slice, which must not be used after Free.
func (h *HostBuffer[T]) Slice() []T { return unsafe.Slice((*T)(h.memory), h.n) }

// Free releases the memory.
func (h *HostBuffer[T]) Free() error {
	if h.memory == nil {
		return nil
	}
	memory := h.memory
	h.memory, h.n = nil, 0
	return h.ctx.release(h.ctx.api.memFreeHost, uintptr(memory))
}
