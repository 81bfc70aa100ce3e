package cuda

import (
	"sync/atomic"
	"unsafe"
)

// An Arg is an argument of a kernel.
type Arg struct {
	bits     uint64
	data     []byte // if not nil, the argument itself
	array    *Array // for classArray
	ctx      *Context
	freed    *atomic.Bool // of the buffer; nil if that is not known
	size     uintptr
	class    class
	elem     elem  // the type of the number, or of the elements at a pointer
	elemSize uint8 // size in bytes of the elements at a pointer
}

// class says what kind of value an argument is.
type class uint8

const (
	classBytes class = iota
	classNumber
	classPointer
	classArray
)

// elem is a kind of Go number.
type elem uint8

const (
	elemUnknown elem = iota
	elemSigned
	elemUnsigned
	elemFloat
)

// pointerSize is the size of a device pointer in bytes.
const pointerSize = 8

// dtype returns the name of an element type by its kind and size in bytes.
func (e elem) dtype(size int) string {
	if e == elemFloat {
		return map[int]string{4: "f32", 8: "f64"}[size]
	}
	return map[int]string{1: "i8", 2: "i16", 4: "i32", 8: "i64"}[size]
}

func elemOf[T Element]() elem {
	one, two := T(1), T(2)
	switch {
	case one/two != 0:
		return elemFloat
	case one-two < 0:
		return elemSigned
	}
	return elemUnsigned
}

// Value passes a scalar or a [DevicePointer].
func Value[T Element](v T) Arg {
	a := Arg{bits: scalarBits(v), size: unsafe.Sizeof(v), class: classNumber, elem: elemOf[T]()}
	if _, ok := any(v).(DevicePointer); ok {
		a.class, a.elem = classPointer, elemUnknown
	}
	return a
}

// Bytes passes a parameter that the kernel declares as an array of bytes, such as a struct or a tensor map, in the
// layout that the kernel expects. The bytes are copied during the launch.
func Bytes(data []byte) Arg { return Arg{data: data, size: uintptr(len(data))} }

func (a *Arg) words() int { return int((a.size + 7) / 8) }
