package models

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/ir"
)

// Array is a tensor on a device, in row-major order.
type Array struct {
	device *Device
	elem   ir.Type
	shape  []int
	memory memory
}

// memory holds elements of one type on a device: bytes on a GPU, or an array of the reference executor.
type memory struct {
	elem  ir.Type
	n     int
	bytes *cuda.Buffer[uint8]
	host  *interp.Array
}

// Empty returns an array whose elements are undefined.
func (d *Device) Empty(elem ir.Type, shape ...int) (*Array, error) {
	a := &Array{device: d, elem: elem, shape: slices.Clone(shape)}
	var err error
	a.memory, err = d.allocate(elem, ir.Product(shape))
	return a, err
}

// Upload copies a tensor to the device.
func (d *Device) Upload(t *tensors.Tensor) (*Array, error) {
	a, err := d.Empty(t.Elem(), t.Shape()...)
	if err != nil {
		return nil, err
	}
	return a, a.Upload(t)
}

// Upload overwrites the array by a tensor of its type and shape.
func (a *Array) Upload(t *tensors.Tensor) error {
	if t.Elem() != a.elem || !slices.Equal(t.Shape(), a.shape) {
		return fmt.Errorf("%w: expected a tensor of shape %v and type %s, but got shape %v and type %s", ErrArguments,
			a.shape, a.elem, t.Shape(), t.Elem())
	}
	return a.memory.write(t.Bytes())
}

// Repeat fills the array with the elements of a tensor of the same type, repeating them.
func (a *Array) Repeat(t *tensors.Tensor) error {
	if t.Elem() != a.elem || t.Numel() == 0 {
		return fmt.Errorf("%w: expected a tensor of type %s with elements, but got shape %v and type %s", ErrArguments,
			a.elem, t.Shape(), t.Elem())
	}
	raw := t.Bytes()
	if a.memory.bytes == nil {
		for len(raw) < a.memory.n*int(elementBytes(a.elem)) {
			raw = append(raw, raw...)
		}
		return a.memory.write(raw)
	}
	for at, n := 0, a.memory.bytes.Len(); at < n; at += len(raw) {
		end := min(at+len(raw), n)
		part, err := a.memory.bytes.Slice(at, end)
		if err != nil {
			return err
		}
		if err := part.CopyFrom(raw[:end-at]); err != nil {
			return err
		}
	}
	return nil
}

// Download waits for earlier launches, and returns the elements as a tensor on the host.
func (a *Array) Download() (*tensors.Tensor, error) {
	raw, err := a.memory.read()
	if err != nil {
		return nil, err
	}
	return tensors.FromBytes(a.elem, raw, a.shape...)
}

// Shape returns the sizes; the caller must not change it.
func (a *Array) Shape() []int { return a.shape }

// Free releases the memory.
func (a *Array) Free() error {
	if a.memory.bytes == nil {
		return nil
	}
	return a.memory.bytes.Free()
}

// allocate returns memory for n elements.
func (d *Device) allocate(elem ir.Type, n int) (m memory, err error) {
	m = memory{elem: elem, n: n}
	if d.gpu != nil {
		m.bytes, err = cuda.Alloc[uint8](d.gpu, n*int(elementBytes(elem)))
		return m, err
	}
	m.host, err = interp.NewArray(elem, int64(n))
	return m, err
}

// write overwrites all elements with bytes in the representation of [tensors.Tensor.Bytes].
func (m *memory) write(raw []byte) error {
	if m.bytes != nil {
		return m.bytes.CopyFrom(raw)
	}
	size := int(elementBytes(m.elem))
	for i := range m.host.Len() {
		var word [8]byte
		copy(word[:], raw[i*size:][:size])
		m.host.SetBits(i, binary.LittleEndian.Uint64(word[:]))
	}
	return nil
}

// read returns the bytes of all elements, in the representation of [tensors.FromBytes].
func (m *memory) read() ([]byte, error) {
	if m.bytes != nil {
		return m.bytes.Download()
	}
	size := int(elementBytes(m.elem))
	out := make([]byte, 0, m.host.Len()*size)
	for i := range m.host.Len() {
		out = append(out, binary.LittleEndian.AppendUint64(nil, m.host.Stored(i))[:size]...)
	}
	return out, nil
}

// part returns n elements, beginning at an offset in bytes.
func (m *memory) part(elem ir.Type, offset int64, n int) (memory, error) {
	bytes, err := m.bytes.Slice(int(offset), int(offset+int64(n)*elementBytes(elem)))
	return memory{elem: elem, n: n, bytes: bytes}, err
}
