package launch

import (
	"context"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/backend/cuda"
)

// part says which elements of an array's memory belong to a part of the array: the first one, and the strides along
// each dimension.
type part struct {
	start   int64
	strides []int64
}

// Slice returns a view of the elements whose index along a dimension is at least from and less than to.
func (t *Tensor[T]) Slice(dimension, from, to int) (*Tensor[T], error) {
	if dimension < 0 || dimension >= len(t.t.shape) || from < 0 || to < from || int64(to) > t.t.shape[dimension] {
		return nil, fmt.Errorf("%w: %d to %d is not a range of dimension %d of an array of shape %v", ErrArgument, from, to,
			dimension, t.t.shape)
	}
	p, shape := t.t.whole(), slices.Clone(t.t.shape)
	p.start += int64(from) * p.strides[dimension]
	shape[dimension] = int64(to - from)
	return partOf(t, shape, p)
}

// Permute returns a view of the array with its dimensions in another order. The order 1, 0 transposes a matrix. Only
// parameters that allow any strides accept the result; kernels of package kernel allow them by a comment
// //girih:strided.
func (t *Tensor[T]) Permute(order ...int) (*Tensor[T], error) {
	sorted := slices.Sorted(slices.Values(order))
	for i, d := range sorted {
		if d != i || len(order) != len(t.t.shape) {
			return nil, fmt.Errorf("%w: order %v is not a permutation of the dimensions of an array of shape %v",
				ErrArgument, order, t.t.shape)
		}
	}
	p, from := t.t.whole(), t.t.whole()
	shape := make([]int64, len(order))
	for i, d := range order {
		shape[i], p.strides[i] = t.t.shape[d], from.strides[d]
	}
	return partOf(t, shape, p)
}

// Strides returns the strides of the dimensions, in elements.
func (t *Tensor[T]) Strides() []int64 { return t.t.whole().strides }

// whole returns the part of the memory that the array consists of.
func (t *tensor) whole() part {
	if t.part != nil {
		return part{t.part.start, slices.Clone(t.part.strides)}
	}
	strides, n := make([]int64, len(t.shape)), int64(1)
	for d, size := range slices.Backward(t.shape) {
		strides[d] = n
		n *= max(size, 1)
	}
	return part{0, strides}
}

func partOf[T Element](t *Tensor[T], shape []int64, p part) (out *Tensor[T], err error) {
	out = &Tensor[T]{t.t}
	out.t.shape, out.t.part, out.t.len = shape, &p, 1
	for _, n := range shape {
		out.t.len *= int(n)
	}
	if t.t.device.cuda == nil {
		out.t.view, err = t.t.host.View(p.start, shape, p.strides)
		return out, err
	}
	if out.t.len == 0 {
		out.t.arg = (&cuda.Array{Type: t.t.format.dtype, Shape: shape}).Arg()
		return out, nil
	}
	memory, err := t.t.buffer.Slice(int(p.start)*t.t.format.bytes, t.t.buffer.Len())
	if err != nil {
		return nil, err
	}
	view, err := memory.Array(t.t.format.dtype, shape...)
	if err != nil {
		return nil, err
	}
	view.Strides = p.strides
	out.t.arg = view.Arg()
	return out, nil
}

// each calls f with the memory index of each element, in row-major order.
func (t *tensor) each(f func(i int, at int64)) {
	p := t.whole()
	for i := range t.len {
		at, rest := p.start, int64(i)
		for d, n := range slices.Backward(t.shape) {
			at += rest % n * p.strides[d]
			rest /= n
		}
		f(i, at)
	}
}

// gather returns the elements of a part, given the contents of the memory.
func (t *tensor) gather(memory []byte) []byte {
	size := int64(t.format.bytes)
	out := make([]byte, int64(t.len)*size)
	t.each(func(i int, at int64) { copy(out[int64(i)*size:][:size], memory[at*size:]) })
	return out
}

// uploadPart overwrites the elements of a part. It writes back the other elements unchanged, so they must not be
// changed by others at the same time.
func (t *tensor) uploadPart(content []byte) error {
	memory, err := t.bytes(context.Background())
	if err != nil {
		return err
	}
	size := int64(t.format.bytes)
	t.each(func(i int, at int64) { copy(memory[at*size:][:size], content[int64(i)*size:]) })
	if t.buffer == nil {
		setBytes(t.host, t.format.bytes, memory)
		return nil
	}
	return t.buffer.CopyFrom(memory)
}
