package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// array is an array with its layout in memory.
type array struct {
	dtype   string
	shape   []int
	strides []int // in elements
	width   int   // of elements, in bytes
	bytes   []byte
	numbers []float64 // value of each bit pattern, for narrow floats
	output  bool
}

// formats are the formats of floats by their types.
var formats = map[string]*apfloat.Format{"f16": apfloat.F16, "bf16": apfloat.BF16, "f32": apfloat.F32,
	"f8E4M3FN": apfloat.F8E4M3FN}

// rowAlignment is the alignment of rows in bytes. It lets tensor maps describe arrays of any size.
const rowAlignment = 16

// newArray returns an array of zeros in row-major order, whose rows begin at aligned addresses.
func newArray(dtype string, shape ...int) *array {
	a := &array{dtype: dtype, shape: shape, strides: make([]int, len(shape)),
		width: map[string]int{"i8": 1, "i32": 4}[dtype]}
	if f := formats[dtype]; f != nil {
		a.width = f.Bits() / 8
	}
	if list := numbers[dtype]; list != nil {
		a.numbers = list()
	}
	n := 1
	for d := len(shape) - 1; d >= 0; d-- {
		a.strides[d] = n
		if n *= shape[d]; d == len(shape)-1 && d > 0 {
			n = cdiv(n*a.width, rowAlignment) * rowAlignment / a.width
		}
	}
	a.bytes = make([]byte, max(1, n)*a.width)
	return a
}

// random returns an array of normally distributed numbers, or of integers from -3 to 3. It takes them from a table,
// which is fast.
func random(seed uint64, dtype string, shape ...int) *array {
	a := newArray(dtype, shape...)
	r := rand.New(rand.NewPCG(seed, 0))
	table := newArray(dtype, 1<<12)
	for i := range table.shape[0] {
		if formats[dtype] != nil {
			table.set(i, r.NormFloat64())
		} else {
			table.set(i, float64(r.IntN(7)-3))
		}
	}
	for i := range a.room() {
		from := int(r.Uint32()>>20) * a.width
		copy(a.bytes[i*a.width:(i+1)*a.width], table.bytes[from:])
	}
	return a
}

// result returns an array of NaN, or of ones, which a kernel must overwrite.
func result(dtype string, shape ...int) *array {
	a := newArray(dtype, shape...)
	a.output = true
	for i := range a.bytes {
		a.bytes[i] = 0xff
	}
	return a
}

// as returns an array of one dimension as a matrix in row-major order, without space between its rows.
func (a *array) as(rows, columns int) *array {
	t := *a
	t.shape, t.strides = []int{rows, columns}, []int{columns, 1}
	return &t
}

// transposed returns the array with its dimensions in the other order, in the same memory.
func (a *array) transposed() *array {
	t := *a
	t.shape, t.strides = slices.Clone(a.shape), slices.Clone(a.strides)
	slices.Reverse(t.shape)
	slices.Reverse(t.strides)
	return &t
}

// room returns the number of elements in the array's memory, with the gaps between rows.
func (a *array) room() int { return len(a.bytes) / a.width }

// len returns the number of elements.
func (a *array) len() int {
	return ir.Product(a.shape)
}

// index returns the indices of element i, in row-major order.
func (a *array) index(i int) []int {
	index := make([]int, len(a.shape))
	for d := len(index) - 1; d >= 0; d-- {
		index[d] = i % a.shape[d]
		i /= a.shape[d]
	}
	return index
}

// get returns the element with some indices.
func (a *array) get(index ...int) float64 {
	at := 0
	for d, i := range index {
		at += i * a.strides[d]
	}
	return a.at(at)
}

// at returns the element at a place in memory.
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
		return a.numbers[binary.LittleEndian.Uint16(b)]
	}
	return a.numbers[b[0]]
}

// numbers are the values of all bit patterns of narrow floats.
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

// set rounds v and stores it at a place in memory.
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

// cdiv returns the quotient, rounded up.
func cdiv(x, y int) int { return (x + y - 1) / y }
