package launch

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/girih-ir/girih/ir/apfloat"
)

// ErrArgument is wrapped by errors about the arguments of a launch: their number, types, shapes and memory.
var ErrArgument = errors.New("wrong argument")

// Element is what arrays hold. Types whose names are Float16, BFloat16, Float8E4M3 and Float8E5M2, as package kernel
// has them, are float32 in Go and have those formats on the device.
type Element interface {
	~float32 | ~float64 | ~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~bool
}

// Data is an array of the host: the elements of a Go slice in row-major order, and a shape. A kernel that writes it
// writes the slice.
type Data struct {
	shape  []int64
	format format
	len    int
	encode func() []byte
	decode func([]byte)
}

// Of returns a slice as an array of the given shape; without one, as an array of one dimension. Numbers of formats that
// Go does not have are rounded when a kernel gets them.
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

// Len returns the number of elements, Shape the sizes and Type the element type by its name in manifests, such as
// "bf16".
func (d Data) Len() int       { return d.len }
func (d Data) Shape() []int64 { return d.shape }
func (d Data) Type() string   { return d.format.dtype }

// Encode returns the elements as they lie in the memory of a device: little-endian, bools as bytes. Decode overwrites
// the slice's elements with such bytes.
func (d Data) Encode() []byte  { return d.encode() }
func (d Data) Decode(b []byte) { d.decode(b) }

// Check reports a shape that does not fit the slice.
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

// format is how the elements of a Go type lie in the memory of a device.
type format struct {
	dtype string          // by its name in manifests
	name  string          // of the Go type
	bytes int             // of an element
	small *apfloat.Format // of a float that is a float32 in Go; nil for types that lie as they are
}

// smallFloats are the formats that Go does not have, by the names of their types.
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

// GoType returns the name of the Go type that stands for an element type of manifests: "BFloat16" for "bf16".
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

// encode returns elements as they lie in the memory of a device.
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
		if f.dtype == "i1" { // a kernel may have written any byte, of which Go's bools allow two
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

// floats returns a slice of a type that is a float32 as one of float32.
func floats[T Element](data []T) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(data))), len(data))
}
