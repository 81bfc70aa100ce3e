package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/girih-ir/girih/ir/apfloat"
)

// array is an array in row-major order, as it lies in memory.
type array struct {
	dtype  string
	shape  []int64
	width  int // of elements, in bytes
	bytes  []byte
	output bool
}

// formats are the types of floats.
var formats = map[string]*apfloat.Format{"f16": apfloat.F16, "bf16": apfloat.BF16, "f32": apfloat.F32,
	"f8E4M3FN": apfloat.F8E4M3FN}

// newArray returns an array of zeros.
func newArray(dtype string, shape ...int) *array {
	a := &array{dtype: dtype, width: map[string]int{"i8": 1, "i32": 4}[dtype]}
	if f := formats[dtype]; f != nil {
		a.width = f.Bits() / 8
	}
	n := 1
	for _, s := range shape {
		a.shape, n = append(a.shape, int64(s)), n*s
	}
	a.bytes = make([]byte, n*a.width)
	return a
}

// random returns an array of normally distributed numbers, or of integers from -3 to 3. They are drawn from a table,
// which is fast.
func random(seed uint64, dtype string, shape ...int) *array {
	a := newArray(dtype, shape...)
	r := rand.New(rand.NewPCG(seed, 0))
	table := newArray(dtype, 1<<12)
	for i := range table.len() {
		if formats[dtype] != nil {
			table.set(i, r.NormFloat64())
		} else {
			table.set(i, float64(r.IntN(7)-3))
		}
	}
	for i := range a.len() {
		from := int(r.Uint32()>>20) * a.width
		copy(a.bytes[i*a.width:(i+1)*a.width], table.bytes[from:])
	}
	return a
}

// result returns an array of NaN, or of ones, which a kernel has to overwrite.
func result(dtype string, shape ...int) *array {
	a := newArray(dtype, shape...)
	a.output = true
	for i := range a.bytes {
		a.bytes[i] = 0xff
	}
	return a
}

func (a *array) len() int { return len(a.bytes) / a.width }

// stride returns the distance of neighbors along a dimension, in elements.
func (a *array) stride(dim int) int {
	n := 1
	for _, s := range a.shape[dim+1:] {
		n *= int(s)
	}
	return n
}

// at returns element i.
func (a *array) at(i int) float64 {
	b := a.bytes[i*a.width:]
	switch a.dtype {
	case "i8":
		return float64(int8(b[0]))
	case "i32":
		return float64(int32(binary.LittleEndian.Uint32(b)))
	case "f32":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	if a.width == 2 {
		return numbers[a.dtype]()[binary.LittleEndian.Uint16(b)]
	}
	return numbers[a.dtype]()[b[0]]
}

// numbers are the values of the bits of narrow floats.
var numbers = map[string]func() []float64{"f16": values(apfloat.F16), "bf16": values(apfloat.BF16),
	"f8E4M3FN": values(apfloat.F8E4M3FN)}

func values(f *apfloat.Format) func() []float64 {
	return sync.OnceValue(func() []float64 {
		table := make([]float64, 1<<f.Bits())
		for i := range table {
			table[i] = f.Float64(apfloat.Bits{Lo: uint64(i)})
		}
		return table
	})
}

// set rounds v to element i.
func (a *array) set(i int, v float64) {
	b := a.bytes[i*a.width:]
	bits := uint64(int64(v))
	if f := formats[a.dtype]; f != nil {
		bits = f.FromFloat64(v, apfloat.ToNearestEven).Lo
	}
	switch a.width {
	case 1:
		b[0] = byte(bits)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(bits))
	default:
		binary.LittleEndian.PutUint32(b, uint32(bits))
	}
}
