package launch

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unsafe"

	"github.com/girih-ir/girih/ir/apfloat"
)

// ErrArgument is wrapped by errors about the arguments of a launch: their number, types, shapes and memory.
var ErrArgument = errors.New("wrong argument")

// Element is the constraint of element types of arrays. Types named Float16, BFloat16, Float8E4M3 and Float8E5M2, such
// as those of package kernel, are float32 in Go and have the named formats on the device.
type Element interface {
	~float32 | ~float64 | ~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~bool
}

// Data is an array on the host: the elements of a Go slice in row-major order, and a shape. If a kernel writes to it,
// it writes to the slice.
type Data struct {
	shape  []int64
	format format
	len    int
	encode func() []byte
	decode func([]byte)
}

// Of returns a slice as an array of the given shape, or, without a shape, of one dimension. Numbers in formats that Go
// does not have are rounded when they are passed to a kernel.
func Of[T Element](data []T, shape ...int) Data {
	if len(shape) == 0 {
		shape = []int{len(data)}
	}
	f := formatOf[T]()
	d := Data{format: f, len: len(data)}
	for _, n := range shape {
		d.shape = append(d.shape, int64(n))
	}
	d.encode = func() []byte { return encode(f, data) }
	d.decode = func(b []byte) { decode(f, b, data) }
	return d
}

// OfStrided returns elements of a slice as an array, without copying. Strides count elements. A column of a row-major
// matrix m of 4 columns is OfStrided(m, []int{rows}, []int{4}).
func OfStrided[T Element](data []T, shape, strides []int) (Data, error) {
	if len(shape) != len(strides) {
		return Data{}, fmt.Errorf("%w: %d sizes and %d strides", ErrArgument, len(shape), len(strides))
	}
	n, last := 1, 0
	for d, s := range shape {
		if s < 0 || strides[d] < 0 || s > 0 && n > len(data)/s*max(len(data), 1) {
			return Data{}, fmt.Errorf("%w: shape %v and strides %v", ErrArgument, shape, strides)
		}
		n *= s
		last += max(s-1, 0) * strides[d]
	}
	if n > 0 && last >= len(data) {
		return Data{}, fmt.Errorf("%w: shape %v and strides %v reach element %d, but there are %d", ErrArgument, shape,
			strides, last, len(data))
	}
	at := func(i int) (offset int) {
		for d := len(shape) - 1; d >= 0; d-- {
			offset += i % shape[d] * strides[d]
			i /= shape[d]
		}
		return offset
	}
	dense := make([]T, n)
	d := Of(dense, shape...)
	d.encode = func() []byte {
		for i := range dense {
			dense[i] = data[at(i)]
		}
		return encode(d.format, dense)
	}
	d.decode = func(b []byte) {
		decode(d.format, b, dense)
		for i := range dense {
			data[at(i)] = dense[i]
		}
	}
	return d, nil
}

// OfBytes returns an array whose elements have the byte representation of device memory, which is little-endian. dtype
// is the name of the element type in manifests, such as "bf16". If a kernel writes to the array, it writes to content.
func OfBytes(dtype string, content []byte, shape ...int) (Data, error) {
	f, ok := formatByName(dtype)
	if !ok {
		return Data{}, fmt.Errorf("%w: %q is not an element type", ErrArgument, dtype)
	}
	if len(content)%f.bytes != 0 {
		return Data{}, fmt.Errorf("%w: %d bytes are not a multiple of the size of type %s", ErrArgument, len(content), dtype)
	}
	d := Data{format: f, len: len(content) / f.bytes}
	for _, n := range shape {
		d.shape = append(d.shape, int64(n))
	}
	d.encode = func() []byte { return slices.Clone(content) }
	d.decode = func(b []byte) { copy(content, b) }
	if err := d.Check(); err != nil {
		return Data{}, fmt.Errorf("%w: %w", ErrArgument, err)
	}
	return d, nil
}

// Len returns the number of elements, Shape the sizes and Type the element type by its name in manifests, such as
// "bf16".
func (d Data) Len() int       { return d.len }
func (d Data) Shape() []int64 { return d.shape }
func (d Data) Type() string   { return d.format.dtype }

// Encode returns the elements in the byte representation of device memory: little-endian, with one byte for each bool.
// Decode sets the elements of the slice from such bytes.
func (d Data) Encode() []byte  { return d.encode() }
func (d Data) Decode(b []byte) { d.decode(b) }

// Check returns an error if the shape does not fit the slice.
func (d Data) Check() error {
	size := int64(1)
	for _, s := range d.shape {
		if s < 0 || s > math.MaxInt32 {
			return fmt.Errorf("sizes are from 0 to %d, but the shape is %v", math.MaxInt32, d.shape)
		}
		size *= s
		if size > math.MaxInt32*int64(8) {
			return fmt.Errorf("the shape %v is too large", d.shape)
		}
	}
	if size != int64(d.len) {
		return fmt.Errorf("the shape %v has %d elements, but the slice %d", d.shape, size, d.len)
	}
	return nil
}

// format is the representation of the elements of a Go type in the memory of a device.
type format struct {
	dtype string          // name of the type in manifests
	name  string          // of the Go type
	bytes int             // of an element
	small *apfloat.Format // for a float that is a float32 in Go; nil for types with the same representation
}

// smallFloats are the formats that Go does not have, by the names of their Go types.
var smallFloats = map[string]*apfloat.Format{
	"Float16": apfloat.F16, "BFloat16": apfloat.BF16, "Float8E4M3": apfloat.F8E4M3FN, "Float8E5M2": apfloat.F8E5M2,
}

func formatOf[T Element]() format {
	t := reflect.TypeFor[T]()
	if f := smallFloats[t.Name()]; f != nil && t.Kind() == reflect.Float32 {
		return format{dtype: f.Name(), name: t.Name(), bytes: f.Bits() / 8, small: f}
	}
	f := format{name: t.Kind().String(), bytes: int(t.Size())}
	switch t.Kind() {
	case reflect.Bool:
		f.dtype = "i1"
	case reflect.Float32, reflect.Float64:
		f.dtype = fmt.Sprint("f", 8*f.bytes)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		f.dtype = fmt.Sprint("i", 8*f.bytes)
	default:
		f.dtype = fmt.Sprint("ui", 8*f.bytes)
	}
	return f
}

// formatByName returns the format with the given name in manifests.
func formatByName(dtype string) (format, bool) {
	for name, f := range smallFloats {
		if f.Name() == dtype {
			return format{dtype: dtype, name: name, bytes: f.Bits() / 8}, true
		}
	}
	for _, f := range []format{formatOf[bool](), formatOf[float32](), formatOf[float64](), formatOf[int8](),
		formatOf[int16](), formatOf[int32](), formatOf[int64](), formatOf[uint8](), formatOf[uint16](),
		formatOf[uint32](), formatOf[uint64]()} {
		if f.dtype == dtype {
			return f, true
		}
	}
	return format{}, false
}

// GoType returns the name of the Go type for an element type of manifests, such as "BFloat16" for "bf16".
func GoType(dtype string) string {
	for name, f := range smallFloats {
		if f.Name() == dtype {
			return name
		}
	}
	switch {
	case dtype == "i1" || dtype == "ui1":
		return "bool"
	case len(dtype) > 1 && dtype[0] == 'f' && dtype[1] <= '9':
		return "float" + dtype[1:]
	case len(dtype) > 1 && dtype[0] == 'i' && dtype[1] <= '9':
		return "int" + dtype[1:]
	case len(dtype) > 2 && dtype[:2] == "ui":
		return "uint" + dtype[2:]
	}
	return dtype
}

// encode returns elements in the representation of device memory.
func encode[T Element](f format, data []T) []byte {
	out := make([]byte, len(data)*f.bytes)
	if f.small == nil {
		copy(out, raw(data))
		return out
	}
	for i, v := range floats(data) {
		bits := f.small.FromFloat64(float64(v), apfloat.ToNearestEven).Lo
		for k := range f.bytes {
			out[i*f.bytes+k] = byte(bits >> (8 * k))
		}
	}
	return out
}

// decode is the inverse of encode.
func decode[T Element](f format, b []byte, data []T) {
	if f.small == nil {
		if f.dtype == "i1" { // a kernel may have written any byte, but a Go bool is 0 or 1
			for i, v := range b {
				b[i] = min(v, 1)
			}
		}
		copy(raw(data), b)
		return
	}
	list := floats(data)
	for i := range list {
		bits := uint64(0)
		for k := range f.bytes {
			bits |= uint64(b[i*f.bytes+k]) << (8 * k)
		}
		list[i] = float32(f.small.Float64(apfloat.Bits{Lo: bits}))
	}
}

// raw returns the memory of a slice. Machines that run GPUs are little-endian, as the GPUs are.
func raw[T Element](data []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*int(unsafe.Sizeof(zero)))
}

// floats returns a slice whose element type is based on float32 as a slice of float32.
func floats[T Element](data []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(data))), len(data))
}
