package kernel

// This file is the language: what a kernel's source may use of this package. The front end reads its declarations from
// the embedded text, so it imports nothing. The functions exist to be checked and completed by Go's tools; a kernel
// called as an ordinary Go function panics.

// Float16, BFloat16 and the formats of 8 bits are element types that Go does not have. In a kernel's source they are
// distinct types with Go's operators; values of different types need a conversion, as always in Go.
type (
	Float16    float32 // IEEE binary16
	BFloat16   float32 // the upper half of a float32
	Float8E4M3 float32 // f8E4M3FN: no infinities
	Float8E5M2 float32 // f8E5M2
)

// Float is the constraint of floating-point element types, Integer that of integer types, Number that of both.
type (
	Float   interface{ ~float32 | ~float64 }
	Integer interface { // int and uint have 64 bits
		~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
	}
	Number interface{ Float | Integer }
	// Element is the constraint of element types of arrays and pointers.
	Element interface{ Number | ~bool }
)

// Const is the type of parameters that are compile-time constants, such as the size of a block.
type Const int32

// Inf, NegInf and NaN are floats that Go has no constants for. Convert them: float32(kernel.NegInf).
var Inf, NegInf, NaN float64

// Program returns the index of the running program along an axis of the grid, 0 to 2. Programs returns the size of the
// grid along that axis.
func Program(axis Const) int32  { panic(outside) }
func Programs(axis Const) int32 { panic(outside) }

// Range returns the numbers 0, 1, ... n-1 as a tile with one new axis. n is a power of two, or a multiple of 8 that is
// the sum of up to four of them, such as 192.
//
// Every call in the source is one axis. A value has the axes of what it is computed from: i + j has two if i and j are
// different ranges, and one if they are the same.
func Range(n Const) int32 { panic(outside) }

// Option changes an access, a reduction or a function.
type Option struct{}

// Else is the value that a load returns for elements out of bounds, and for elements that [When] masks off. Without it,
// these elements are undefined.
func Else(value any) Option { panic(outside) }

// When restricts an access to the elements for which the condition holds.
func When(condition bool) Option { panic(outside) }

// Approx allows a hardware approximation with an error of up to 2^-22, Full an error of a few units in the last place.
// Both are for float32.
var Approx, Full Option

// TowardZero, TowardPositive and TowardNegative are rounding modes of arithmetic operations and conversions. The
// default is to the nearest, ties to even.
var TowardZero, TowardPositive, TowardNegative Option

// EvictFirst and EvictLast are eviction priorities of the accessed elements in the L2 cache.
var EvictFirst, EvictLast Option

// Array1 to Array6 are arrays in global memory with one to six dimensions. The stride of the last dimension is 1,
// unless a line such as //girih:strided x in the kernel's comment allows x any strides. Elements out of bounds are
// neither read nor written.
type (
	Array1[T Element] struct{ _ [0]T }
	Array2[T Element] struct{ _ [0]T }
	Array3[T Element] struct{ _ [0]T }
	Array4[T Element] struct{ _ [0]T }
	Array5[T Element] struct{ _ [0]T }
	Array6[T Element] struct{ _ [0]T }
)

// Load returns the elements at indices.
func (Array1[T]) Load(i int32, o ...Option) T                { panic(outside) }
func (Array2[T]) Load(i, j int32, o ...Option) T             { panic(outside) }
func (Array3[T]) Load(i, j, k int32, o ...Option) T          { panic(outside) }
func (Array4[T]) Load(i, j, k, l int32, o ...Option) T       { panic(outside) }
func (Array5[T]) Load(i, j, k, l, m int32, o ...Option) T    { panic(outside) }
func (Array6[T]) Load(i, j, k, l, m, n int32, o ...Option) T { panic(outside) }

// Store writes the elements at indices.
func (Array1[T]) Store(i int32, v T, o ...Option)                { compiled() }
func (Array2[T]) Store(i, j int32, v T, o ...Option)             { compiled() }
func (Array3[T]) Store(i, j, k int32, v T, o ...Option)          { compiled() }
func (Array4[T]) Store(i, j, k, l int32, v T, o ...Option)       { compiled() }
func (Array5[T]) Store(i, j, k, l, m int32, v T, o ...Option)    { compiled() }
func (Array6[T]) Store(i, j, k, l, m, n int32, v T, o ...Option) { compiled() }

// Add atomically adds to the elements at indices and returns their old values. Max and Min store the greater or smaller
// number, And, Or and Xor combine bits, Exchange stores the new value. For indices out of bounds, nothing is written
// and the result is undefined.
func (Array1[T]) Add(i int32, v T, o ...Option) T                     { panic(outside) }
func (Array2[T]) Add(i, j int32, v T, o ...Option) T                  { panic(outside) }
func (Array3[T]) Add(i, j, k int32, v T, o ...Option) T               { panic(outside) }
func (Array4[T]) Add(i, j, k, l int32, v T, o ...Option) T            { panic(outside) }
func (Array5[T]) Add(i, j, k, l, m int32, v T, o ...Option) T         { panic(outside) }
func (Array6[T]) Add(i, j, k, l, m, n int32, v T, o ...Option) T      { panic(outside) }
func (Array1[T]) Max(i int32, v T, o ...Option) T                     { panic(outside) }
func (Array2[T]) Max(i, j int32, v T, o ...Option) T                  { panic(outside) }
func (Array3[T]) Max(i, j, k int32, v T, o ...Option) T               { panic(outside) }
func (Array4[T]) Max(i, j, k, l int32, v T, o ...Option) T            { panic(outside) }
func (Array5[T]) Max(i, j, k, l, m int32, v T, o ...Option) T         { panic(outside) }
func (Array6[T]) Max(i, j, k, l, m, n int32, v T, o ...Option) T      { panic(outside) }
func (Array1[T]) Min(i int32, v T, o ...Option) T                     { panic(outside) }
func (Array2[T]) Min(i, j int32, v T, o ...Option) T                  { panic(outside) }
func (Array3[T]) Min(i, j, k int32, v T, o ...Option) T               { panic(outside) }
func (Array4[T]) Min(i, j, k, l int32, v T, o ...Option) T            { panic(outside) }
func (Array5[T]) Min(i, j, k, l, m int32, v T, o ...Option) T         { panic(outside) }
func (Array6[T]) Min(i, j, k, l, m, n int32, v T, o ...Option) T      { panic(outside) }
func (Array1[T]) And(i int32, v T, o ...Option) T                     { panic(outside) }
func (Array2[T]) And(i, j int32, v T, o ...Option) T                  { panic(outside) }
func (Array3[T]) And(i, j, k int32, v T, o ...Option) T               { panic(outside) }
func (Array4[T]) And(i, j, k, l int32, v T, o ...Option) T            { panic(outside) }
func (Array5[T]) And(i, j, k, l, m int32, v T, o ...Option) T         { panic(outside) }
func (Array6[T]) And(i, j, k, l, m, n int32, v T, o ...Option) T      { panic(outside) }
func (Array1[T]) Or(i int32, v T, o ...Option) T                      { panic(outside) }
func (Array2[T]) Or(i, j int32, v T, o ...Option) T                   { panic(outside) }
func (Array3[T]) Or(i, j, k int32, v T, o ...Option) T                { panic(outside) }
func (Array4[T]) Or(i, j, k, l int32, v T, o ...Option) T             { panic(outside) }
func (Array5[T]) Or(i, j, k, l, m int32, v T, o ...Option) T          { panic(outside) }
func (Array6[T]) Or(i, j, k, l, m, n int32, v T, o ...Option) T       { panic(outside) }
func (Array1[T]) Xor(i int32, v T, o ...Option) T                     { panic(outside) }
func (Array2[T]) Xor(i, j int32, v T, o ...Option) T                  { panic(outside) }
func (Array3[T]) Xor(i, j, k int32, v T, o ...Option) T               { panic(outside) }
func (Array4[T]) Xor(i, j, k, l int32, v T, o ...Option) T            { panic(outside) }
func (Array5[T]) Xor(i, j, k, l, m int32, v T, o ...Option) T         { panic(outside) }
func (Array6[T]) Xor(i, j, k, l, m, n int32, v T, o ...Option) T      { panic(outside) }
func (Array1[T]) Exchange(i int32, v T, o ...Option) T                { panic(outside) }
func (Array2[T]) Exchange(i, j int32, v T, o ...Option) T             { panic(outside) }
func (Array3[T]) Exchange(i, j, k int32, v T, o ...Option) T          { panic(outside) }
func (Array4[T]) Exchange(i, j, k, l int32, v T, o ...Option) T       { panic(outside) }
func (Array5[T]) Exchange(i, j, k, l, m int32, v T, o ...Option) T    { panic(outside) }
func (Array6[T]) Exchange(i, j, k, l, m, n int32, v T, o ...Option) T { panic(outside) }

// Slice returns the part of the array from one index along a dimension up to another one.
func (a Array1[T]) Slice(dimension Const, from, to int32) Array1[T] { panic(outside) }
func (a Array2[T]) Slice(dimension Const, from, to int32) Array2[T] { panic(outside) }
func (a Array3[T]) Slice(dimension Const, from, to int32) Array3[T] { panic(outside) }
func (a Array4[T]) Slice(dimension Const, from, to int32) Array4[T] { panic(outside) }
func (a Array5[T]) Slice(dimension Const, from, to int32) Array5[T] { panic(outside) }
func (a Array6[T]) Slice(dimension Const, from, to int32) Array6[T] { panic(outside) }

// Len returns the array's size along a dimension.
func (Array1[T]) Len(dimension Const) int32 { panic(outside) }
func (Array2[T]) Len(dimension Const) int32 { panic(outside) }
func (Array3[T]) Len(dimension Const) int32 { panic(outside) }
func (Array4[T]) Len(dimension Const) int32 { panic(outside) }
func (Array5[T]) Len(dimension Const) int32 { panic(outside) }
func (Array6[T]) Len(dimension Const) int32 { panic(outside) }

// Pointer is the address of elements in global memory without bounds. Offsets count in elements.
type Pointer[T Element] struct{ _ [0]T }

// Load and Store access the elements at an offset. Add, Max, Min, And, Or, Xor and Exchange are as those of arrays.
func (Pointer[T]) Load(offset int32, o ...Option) T          { panic(outside) }
func (Pointer[T]) Store(offset int32, v T, o ...Option)      { compiled() }
func (Pointer[T]) Add(offset int32, v T, o ...Option) T      { panic(outside) }
func (Pointer[T]) Max(offset int32, v T, o ...Option) T      { panic(outside) }
func (Pointer[T]) Min(offset int32, v T, o ...Option) T      { panic(outside) }
func (Pointer[T]) And(offset int32, v T, o ...Option) T      { panic(outside) }
func (Pointer[T]) Or(offset int32, v T, o ...Option) T       { panic(outside) }
func (Pointer[T]) Xor(offset int32, v T, o ...Option) T      { panic(outside) }
func (Pointer[T]) Exchange(offset int32, v T, o ...Option) T { panic(outside) }

// CompareAndSwap atomically stores v if the element is equal to old, and returns the element's old value.
func (Pointer[T]) CompareAndSwap(offset int32, old, v T) T { panic(outside) }

// Functions of each element. For the minimum and maximum of two values there are Go's own min and max.
func Exp[T Float](x T, o ...Option) T   { panic(outside) }
func Exp2[T Float](x T, o ...Option) T  { panic(outside) }
func Log[T Float](x T) T                { panic(outside) }
func Log2[T Float](x T) T               { panic(outside) }
func Log1p[T Float](x T) T              { panic(outside) }
func Expm1[T Float](x T) T              { panic(outside) }
func Sqrt[T Float](x T, o ...Option) T  { panic(outside) }
func Rsqrt[T Float](x T, o ...Option) T { panic(outside) }
func Sin[T Float](x T) T                { panic(outside) }
func Cos[T Float](x T) T                { panic(outside) }
func Tanh[T Float](x T, o ...Option) T  { panic(outside) }
func Erf[T Float](x T, o ...Option) T   { panic(outside) }
func Pow[T Float](x, y T) T             { panic(outside) }
func Floor[T Float](x T) T              { panic(outside) }
func Ceil[T Float](x T) T               { panic(outside) }
func Trunc[T Float](x T) T              { panic(outside) }
func Round[T Float](x T) T              { panic(outside) }
func Abs[T Number](x T) T               { panic(outside) }
func IsNaN[T Float](x T) bool           { panic(outside) }

// Add, Sub, Mul and Div are x + y, x - y, x * y and x / y with options, such as [TowardZero] or [Full].
func Add[T Float](x, y T, o ...Option) T { panic(outside) }
func Sub[T Float](x, y T, o ...Option) T { panic(outside) }
func Mul[T Float](x, y T, o ...Option) T { panic(outside) }
func Div[T Float](x, y T, o ...Option) T { panic(outside) }

// FMA is x*y + z, rounded once.
func FMA[T Float](x, y, z T, o ...Option) T { panic(outside) }

// MulHi is the upper half of the product, which has twice as many bits as x and y.
func MulHi[T Integer](x, y T) T { panic(outside) }

// Where selects elements of x where the condition is true, and elements of y elsewhere. Both are computed.
func Where[T Element](condition bool, x, y T) T { panic(outside) }

// Bits returns the same bits as another type of the same width: kernel.Bits[uint32](x).
func Bits[To, From Number](x From) To { panic(outside) }

// Convert converts to a type as To(x) does, with options: kernel.Convert[kernel.BFloat16](x, kernel.TowardZero).
func Convert[To, From Number](x From, o ...Option) To { panic(outside) }

// Saturate converts to a type and clamps numbers that are out of its range to the nearest number in it:
// kernel.Saturate[kernel.Float8E4M3](x).
func Saturate[To, From Number](x From, o ...Option) To { panic(outside) }

// Sum, Prod, Max and Min combine the elements along the axes of the ranges given; without ranges, along all axes. The
// order is not specified. Max and Min prefer numbers to NaN.
func Sum[T Number](x T, along ...int32) T  { panic(outside) }
func Prod[T Number](x T, along ...int32) T { panic(outside) }
func Max[T Number](x T, along ...int32) T  { panic(outside) }
func Min[T Number](x T, along ...int32) T  { panic(outside) }

// Any reports whether a condition holds for at least one element, All whether it holds for every element.
func Any(x bool, along ...int32) bool { panic(outside) }
func All(x bool, along ...int32) bool { panic(outside) }

// ArgMax and ArgMin return the index along a range of the largest or smallest element. Among equal elements, the first
// counts.
func ArgMax[T Number](x T, along int32) int32 { panic(outside) }
func ArgMin[T Number](x T, along int32) int32 { panic(outside) }

// Reduce combines the elements along a range by a function that is associative and commutative. T may be a struct.
func Reduce[T any](x T, combine func(a, b T) T, along int32) T { panic(outside) }

// CumSum returns inclusive prefix sums along a range. Scan does the same with any associative function in place of
// addition.
func CumSum[T Number](x T, along int32) T                    { panic(outside) }
func Scan[T any](x T, combine func(a, b T) T, along int32) T { panic(outside) }

// Sort returns the elements in ascending order along a range, SortDescending in descending order.
func Sort[T Number](x T, along int32) T           { panic(outside) }
func SortDescending[T Number](x T, along int32) T { panic(outside) }

// TopK returns the greatest elements of x along a range, in descending order: one for each number of the range best,
// which is shorter.
func TopK[T Number](x T, best, along int32) T { panic(outside) }

// Histogram counts, for each number of the range bins, how many elements of x are equal to it. x has one axis, which is
// another range.
func Histogram(x, bins int32, o ...Option) int32 { panic(outside) }

// Dot multiplies and adds up along a range: kernel.Dot[float32](a, b, k) is the sum over k of a*b, computed in Sum. The
// other axes stay. It is the product of matrices if a and b have one more axis each.
func Dot[Sum, T Number](a, b T, along int32) Sum { panic(outside) }

// Contract computes an extended contraction of two arrays: it multiplies their elements and sums the products as an
// equation says.
//
//	kernel.Contract("nc(h+r)(w+s),ckrs->nkhw", images, filters, out)
//
// is a convolution. The work is divided among all programs of the grid, for any size of the grid. docs/contractions.md
// describes the equations.
func Contract(equation string, a, b, out any, o ...Option) { compiled() }

// Padded allows index expressions of a contraction to be out of bounds, where elements are zero.
var Padded Option

// Table names an array of int32 that a contraction's equation reads.
func Table(name string, array any) Option { panic(outside) }

// With passes an element of a further array to the epilogue of a contraction; letters name its axes, as in "k".
func With(letters string, array any) Option { panic(outside) }

// Epilogue computes an element of a contraction's output from the sum and an element of each array of [With], which f
// gets in this order. Without it, the sum is converted to the output's element type.
func Epilogue(f any) Option { panic(outside) }

// Assert reports an error if the condition is false for any element. The message is a constant.
func Assert(condition bool, message string) { compiled() }

// Print prints values for debugging. The prefix is a constant.
func Print(prefix string, values ...any) { compiled() }

// Sigmoid is 1 / (1 + exp(-x)).
func Sigmoid[T Float](x T) T { return 1 / (1 + Exp(-x)) }

// Softmax is exp(x) over its sum along the ranges, computed without overflow.
func Softmax[T Float](x T, along int32) T {
	e := Exp(x - Max(x, along))
	return e / Sum(e, along)
}

// Philox returns four random numbers for each counter: ten rounds of Philox 4x32 (Salmon et al., 2011).
func Philox(seed uint64, counter uint32) (a, b, c, d uint32) {
	a = counter
	//lint:ignore SA4006 in Go itself MulHi does not return
	k0, k1 := uint32(seed), uint32(seed>>32)
	for range 10 {
		a, b, c, d = MulHi(c, 0xCD9E8D57)^b^k0, c*0xCD9E8D57, MulHi(a, 0xD2511F53)^d^k1, a*0xD2511F53
		k0 += 0x9E3779B9
		k1 += 0xBB67AE85
	}
	return a, b, c, d
}

// Uniform returns the float in [0, 1) that random bits stand for.
func Uniform(bits uint32) float32 { return float32(bits>>8) * (1.0 / (1 << 24)) }

const outside = "kernel: a kernel's functions mean something only where they are compiled; see kernel.Compile"

// compiled is the body of functions without results. It always panics, but hides this from linters, which would
// otherwise report the code after a store as unreachable.
func compiled() {
	if describe := outside; describe != "" {
		panic(describe)
	}
}
