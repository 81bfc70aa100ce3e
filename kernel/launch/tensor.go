package launch

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
)

// Tensor is an array in the memory of a device: a whole array in row-major order, or a strided part of one.
type Tensor[T Element] struct{ t tensor }

// tensor is an array of a device, whatever its element type.
type tensor struct {
	device *Device
	format format
	shape  []int64
	len    int
	// part says which elements of the memory these are; nil for all, in row-major order.
	part *part

	buffer *cuda.Buffer[uint8] // on a GPU
	arg    cuda.Arg
	host   *interp.Array // on the CPU
	view   *interp.View  // of a part of it
}

// Upload copies a slice to a device, as an array of the given shape; without one, of one dimension.
func Upload[T Element](d *Device, data []T, shape ...int) (*Tensor[T], error) {
	source := Of(data, shape...)
	if err := source.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrArgument, err)
	}
	t := &Tensor[T]{tensor{device: d, format: source.format, shape: source.shape, len: source.len}}
	return t, t.t.allocate(source.Encode())
}

// Empty returns an array of a device whose elements are undefined until a kernel writes them.
func Empty[T Element](d *Device, shape ...int) (*Tensor[T], error) {
	n := int64(1)
	for _, s := range shape {
		if s < 0 || n > interp.MaxElements*64/max(int64(s), 1) {
			return nil, fmt.Errorf("%w: an array of shape %v", ErrArgument, shape)
		}
		n *= int64(s)
	}
	t := &Tensor[T]{tensor{device: d, format: formatOf[T](), len: int(n)}}
	for _, s := range shape {
		t.t.shape = append(t.t.shape, int64(s))
	}
	return t, t.t.allocate(nil)
}

// allocate makes the array with the given bytes, or undefined for none.
func (t *tensor) allocate(content []byte) (err error) {
	if t.device.cuda == nil {
		t.host, err = t.device.array(t.format.dtype, t.shape)
		if err == nil && content != nil {
			setBytes(t.host, t.format.bytes, content)
		}
		return err
	}
	if t.buffer, err = cuda.Alloc[uint8](t.device.cuda, t.len*t.format.bytes); err != nil {
		return err
	}
	if content != nil {
		if err := t.buffer.CopyFrom(content); err != nil {
			return err
		}
	}
	view, err := viewOf(t)
	if err != nil {
		return err
	}
	t.arg = view.Arg()
	return nil
}

// viewOf returns the array as the launches of backend/cuda take it.
func viewOf(t *tensor) (*cuda.Array, error) {
	if t.len == 0 {
		return &cuda.Array{Type: t.format.dtype, Shape: t.shape}, nil
	}
	return t.buffer.Array(t.format.dtype, t.shape...)
}

// setBytes overwrites an array of the CPU with elements as they lie in memory.
func setBytes(a *interp.Array, size int, content []byte) {
	for i := range a.Len() {
		var word [8]byte
		copy(word[:], content[i*size:][:size])
		a.SetBits(i, binary.LittleEndian.Uint64(word[:]))
	}
}

// bytesOf returns the elements of an array of the CPU as they lie in memory.
func bytesOf(a *interp.Array, size int) []byte {
	out := make([]byte, 0, a.Len()*size)
	for i := range a.Len() {
		out = append(out, binary.LittleEndian.AppendUint64(nil, a.Stored(i))[:size]...)
	}
	return out
}

// Shape returns the sizes; the caller must not change it.
func (t *Tensor[T]) Shape() []int64 { return t.t.shape }

// Len returns the number of elements.
func (t *Tensor[T]) Len() int { return t.t.len }

// Upload overwrites the elements by those of a slice of the same length, once the launches before have ended.
func (t *Tensor[T]) Upload(data []T) error {
	if len(data) != t.t.len {
		return fmt.Errorf("%w: %d elements for an array of %d", ErrArgument, len(data), t.t.len)
	}
	content := encode(t.t.format, data)
	if t.t.part != nil {
		return t.t.uploadPart(content)
	}
	if t.t.buffer == nil {
		setBytes(t.t.host, t.t.format.bytes, content)
		return nil
	}
	return t.t.buffer.CopyFrom(content)
}

// Download copies the elements to a slice of the same length, after the launches in the default stream have ended.
// Streams from [Device.NewStream] have to be waited for first.
func (t *Tensor[T]) Download(ctx context.Context, data []T) error {
	if len(data) != t.t.len {
		return fmt.Errorf("%w: %d elements for an array of %d", ErrArgument, len(data), t.t.len)
	}
	content, err := t.t.bytes(ctx)
	if err == nil && t.t.part != nil {
		content = t.t.gather(content)
	}
	if err == nil {
		decode(t.t.format, content, data)
	}
	return err
}

// bytes returns what the memory holds: all elements, also of an array of which this is a part.
func (t *tensor) bytes(ctx context.Context) ([]byte, error) {
	if t.buffer == nil {
		return bytesOf(t.host, t.format.bytes), ctx.Err()
	}
	if err := t.device.Stream().Wait(ctx); err != nil {
		return nil, err
	}
	return t.buffer.Download()
}

// Free releases the memory. Call it once for an array and all of its parts.
func (t *Tensor[T]) Free() error { return t.t.free() }

func (t *tensor) free() error {
	if t.buffer == nil {
		return nil
	}
	return t.buffer.Free()
}

// tensor returns what a launch needs, whatever the element type.
func (t *Tensor[T]) tensor() *tensor { return &t.t }

// held is an array of a device, of any element type.
type held interface{ tensor() *tensor }
