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

// tensor is an array on a device, of any element type.
type tensor struct {
	device *Device
	format format
	shape  []int64
	len    int
	// part selects elements of the memory; nil stands for all, in row-major order.
	part *part

	buffer *cuda.Buffer[uint8] // on a GPU
	arg    cuda.Arg
	host   *interp.Array // on the CPU
	view   *interp.View  // of a part of it
}

// Upload copies a slice to a device as an array of the given shape, or, without a shape, of one dimension.
func Upload[T Element](d *Device, data []T, shape ...int) (*Tensor[T], error) {
	source := Of(data, shape...)
	if err := source.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrArgument, err)
	}
	t := &Tensor[T]{tensor{device: d, format: source.format, shape: source.shape, len: source.len}}
	return t, t.t.allocate(source.Encode())
}

// Empty returns an array on a device whose elements are undefined until a kernel writes them.
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

// allocate allocates the array with the given contents. Without contents, elements are undefined.
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

// viewOf returns the array in the form that launches of backend/cuda take.
func viewOf(t *tensor) (*cuda.Array, error) {
	if t.len == 0 {
		return &cuda.Array{Type: t.format.dtype, Shape: t.shape}, nil
	}
	return t.buffer.Array(t.format.dtype, t.shape...)
}

// setBytes overwrites a CPU array with elements in the representation of device memory.
func setBytes(a *interp.Array, size int, content []byte) {
	for i := range a.Len() {
		var word [8]byte
		copy(word[:], content[i*size:][:size])
		a.SetBits(i, binary.LittleEndian.Uint64(word[:]))
	}
}

// bytesOf returns the elements of a CPU array in the representation of device memory.
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
		return fmt.Errorf("%w: the array has %d elements, but got %d", ErrArgument, t.t.len, len(data))
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
		return fmt.Errorf("%w: the array has %d elements, but got %d", ErrArgument, t.t.len, len(data))
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

// bytes returns the contents of the whole memory, also if the array is only a part of it.
func (t *tensor) bytes(ctx context.Context) ([]byte, error) {
	if t.buffer == nil {
		return bytesOf(t.host, t.format.bytes), ctx.Err()
	}
	if err := t.device.Stream().Wait(ctx); err != nil {
		return nil, err
	}
	return t.buffer.Download()
}

// Free releases the memory. Call it once for an array and all parts of it.
func (t *Tensor[T]) Free() error { return t.t.free() }

func (t *tensor) free() error {
	if t.buffer == nil {
		return nil
	}
	return t.buffer.Free()
}

// tensor returns the array without its element type.
func (t *Tensor[T]) tensor() *tensor { return &t.t }

// held is an array on a device, of any element type.
type held interface{ tensor() *tensor }
