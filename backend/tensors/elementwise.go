package tensors

import (
	"math"
	"math/cmplx"
	"unsafe"

	"github.com/girih-ir/girih/backend/tensors/internal/vector"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// vectors has vectorized loops for the functions of f32 in which neural networks spend most time.
var vectors = map[*ir.OpDef]kernel{
	&prim.Add:  loop2(vector.Add),
	&prim.Sub:  loop2(vector.Sub),
	&prim.Mul:  loop2(vector.Mul),
	&prim.Div:  loop2(vector.Div),
	&prim.Exp:  loop1(vector.Exp),
	&prim.Erf:  loop1(vector.Erf),
	&prim.TanH: loop1(vector.Tanh),
}

// kernelOf1 returns the loop of an elementwise function of one tensor for an element type, or nil if the function is
// not defined for it.
func kernelOf1(def *ir.OpDef, elem ir.Type) kernel {
	switch zero(elem).(type) {
	case bool:
		return unaryBool(def)
	case int8:
		return unaryInt[int8](def)
	case uint8:
		return unaryInt[uint8](def)
	case int16:
		return unaryInt[int16](def)
	case uint16:
		return unaryInt[uint16](def)
	case int32:
		return unaryInt[int32](def)
	case uint32:
		return unaryInt[uint32](def)
	case int64:
		return unaryInt[int64](def)
	case uint64:
		return unaryInt[uint64](def)
	case float32:
		return unaryFloat[float32](def)
	case float64:
		return unaryFloat[float64](def)
	case complex64:
		return unaryComplex[complex64, float32](def)
	default:
		return unaryComplex[complex128, float64](def)
	}
}

func unaryBool(def *ir.OpDef) kernel {
	switch def {
	case &prim.BitwiseNot:
		return each(func(v bool) bool { return !v })
	case &prim.IsFinite:
		return each(func(bool) bool { return true })
	case &prim.SignBit:
		return each(func(bool) bool { return false })
	}
	return each(func(v bool) bool { return v }) // rounding, sign
}

func unaryFloat[T float](def *ir.OpDef) kernel {
	switch def {
	case &prim.Abs:
		return each(func(v T) T { return T(math.Abs(float64(v))) })
	case &prim.Neg:
		return loop1(func(dst, s []T) {
			for i, v := range s {
				dst[i] = -v
			}
		})
	case &prim.Reciprocal:
		return loop1(func(dst, s []T) {
			for i, v := range s {
				dst[i] = 1 / v
			}
		})
	case &prim.Sqrt:
		return loop1(func(dst, s []T) {
			for i, v := range s {
				dst[i] = T(math.Sqrt(float64(v)))
			}
		})
	case &prim.IsFinite:
		return each(func(v T) bool { return v-v == 0 })
	case &prim.SignBit:
		return each(func(v T) bool { return math.Signbit(float64(v)) })
	}
	if k := vectors[def]; k != nil && unsafe.Sizeof(T(0)) == 4 {
		return k
	}
	f, ok := functions[def]
	if !ok {
		return nil
	}
	return each(func(v T) T { return T(f(float64(v))) })
}

// unaryComplex computes in complex128. R is the type of the real and imaginary parts.
func unaryComplex[T complexNumber, R float](def *ir.OpDef) kernel {
	switch def {
	case &prim.Abs:
		return each(func(v T) R { return R(cmplx.Abs(complex128(v))) })
	case &prim.Real:
		return each(func(v T) R { return R(real(complex128(v))) })
	case &prim.Imag:
		return each(func(v T) R { return R(imag(complex128(v))) })
	case &prim.IsFinite:
		return each(func(v T) bool { return !cmplx.IsInf(complex128(v)) && !cmplx.IsNaN(complex128(v)) })
	}
	f, ok := complexFunctions[def]
	if !ok {
		return nil
	}
	return each(func(v T) T { return T(f(complex128(v))) })
}

// kernelOf2 returns the loop of an elementwise function of two tensors for an element type, or nil if the function is
// not defined for it. Integers must not be divided by zero.
func kernelOf2(def *ir.OpDef, elem ir.Type) kernel {
	switch zero(elem).(type) {
	case bool:
		return binaryBool(def)
	case int8:
		return binaryInt[int8](def)
	case uint8:
		return binaryInt[uint8](def)
	case int16:
		return binaryInt[int16](def)
	case uint16:
		return binaryInt[uint16](def)
	case int32:
		return binaryInt[int32](def)
	case uint32:
		return binaryInt[uint32](def)
	case int64:
		return binaryInt[int64](def)
	case uint64:
		return binaryInt[uint64](def)
	case float32:
		return binaryFloat[float32](def, elem)
	case float64:
		return binaryFloat[float64](def, elem)
	case complex64:
		return binaryComplex[complex64](def)
	default:
		return binaryComplex[complex128](def)
	}
}

func binaryBool(def *ir.OpDef) kernel {
	f, ok := map[*ir.OpDef]func(a, b bool) bool{
		&prim.Add: or, &prim.BitwiseOr: or, &prim.Maximum: or, &prim.FMax: or,
		&prim.Mul: and, &prim.BitwiseAnd: and, &prim.Minimum: and, &prim.FMin: and,
		&prim.BitwiseXor: func(a, b bool) bool { return a != b }, &prim.Ne: func(a, b bool) bool { return a != b },
		&prim.Eq: func(a, b bool) bool { return a == b }, &prim.Lt: func(a, b bool) bool { return !a && b },
		&prim.Le: func(a, b bool) bool { return !a || b }, &prim.Gt: func(a, b bool) bool { return a && !b },
		&prim.Ge: func(a, b bool) bool { return a || !b },
	}[def]
	if !ok {
		return nil
	}
	return pairs(f)
}

func or(a, b bool) bool  { return a || b }
func and(a, b bool) bool { return a && b }

// arithmetic returns the loops of sums, differences and products, without a function call for each element.
func arithmetic[T integer | float | complexNumber](def *ir.OpDef) kernel {
	switch def {
	case &prim.Add:
		return loop2(func(dst, x, y []T) {
			y, dst = y[:len(x)], dst[:len(x)]
			for i, v := range x {
				dst[i] = v + y[i]
			}
		})
	case &prim.Sub:
		return loop2(func(dst, x, y []T) {
			y, dst = y[:len(x)], dst[:len(x)]
			for i, v := range x {
				dst[i] = v - y[i]
			}
		})
	case &prim.Mul:
		return loop2(func(dst, x, y []T) {
			y, dst = y[:len(x)], dst[:len(x)]
			for i, v := range x {
				dst[i] = v * y[i]
			}
		})
	}
	return nil
}

// comparison returns the loop of a comparison of ordered numbers, without a function call for each pair.
func comparison[T integer | float](def *ir.OpDef) kernel {
	switch def {
	case &prim.Eq:
		return loop2(func(dst []bool, x, y []T) {
			for i, v := range x {
				dst[i] = v == y[i]
			}
		})
	case &prim.Ne:
		return loop2(func(dst []bool, x, y []T) {
			for i, v := range x {
				dst[i] = v != y[i]
			}
		})
	case &prim.Lt:
		return loop2(func(dst []bool, x, y []T) {
			for i, v := range x {
				dst[i] = v < y[i]
			}
		})
	case &prim.Le:
		return loop2(func(dst []bool, x, y []T) {
			for i, v := range x {
				dst[i] = v <= y[i]
			}
		})
	case &prim.Gt:
		return loop2(func(dst []bool, x, y []T) {
			for i, v := range x {
				dst[i] = v > y[i]
			}
		})
	case &prim.Ge:
		return loop2(func(dst []bool, x, y []T) {
			for i, v := range x {
				dst[i] = v >= y[i]
			}
		})
	}
	return nil
}

// compared returns the loop of an arithmetic operation or a comparison.
func compared[T integer | float](def *ir.OpDef) kernel {
	if k := arithmetic[T](def); k != nil {
		return k
	}
	return comparison[T](def)
}

func binaryFloat[T float](def *ir.OpDef, elem ir.Type) kernel {
	if k := vectors[def]; k != nil && unsafe.Sizeof(T(0)) == 4 {
		return k
	}
	if k := compared[T](def); k != nil {
		return k
	}
	switch def {
	case &prim.Div:
		return loop2(func(dst, x, y []T) {
			y, dst = y[:len(x)], dst[:len(x)]
			for i, v := range x {
				dst[i] = v / y[i]
			}
		})
	case &prim.Maximum:
		return pairs(func(a, b T) T { return max(a, b) })
	case &prim.Minimum:
		return pairs(func(a, b T) T { return min(a, b) })
	case &prim.FMax:
		return pairs(func(a, b T) T { return numberOr(a, b, max(a, b)) })
	case &prim.FMin:
		return pairs(func(a, b T) T { return numberOr(a, b, min(a, b)) })
	case &prim.NextAfter:
		return nextAfter(elem)
	}
	f, ok := functions2[def]
	if !ok {
		return nil
	}
	return pairs(func(a, b T) T { return T(f(float64(a), float64(b))) })
}

// numberOr returns the other operand if exactly one of a and b is NaN, and otherwise v.
func numberOr[T float](a, b, v T) T {
	switch {
	case a != a:
		return b
	case b != b:
		return a
	}
	return v
}

func nextAfter(elem ir.Type) kernel {
	switch {
	case rounder(elem) != nil:
		format := prim.RealOf(elem).(*ir.FloatType).Format
		return pairs(func(a, b float32) float32 { return nextOf(format, a, b) })
	case ir.ElementBits(elem) == 32:
		return pairs(math.Nextafter32)
	}
	return pairs(math.Nextafter)
}

// nextOf returns the number of a format next to a in the direction of b. The bits of a format are a sign and a
// magnitude.
func nextOf(format *apfloat.Format, a, b float32) float32 {
	if a != a || b != b {
		return float32(math.NaN())
	}
	if a == b {
		return b
	}
	bits := format.FromFloat64(float64(a), apfloat.ToNearestEven)
	switch {
	case a == 0:
		bits = format.FromFloat64(math.Copysign(0, float64(b)), apfloat.ToNearestEven)
		bits.Lo++
	case a < b == (a > 0):
		bits.Lo++
	default:
		bits.Lo--
	}
	return float32(format.Float64(bits))
}

func binaryComplex[T complexNumber](def *ir.OpDef) kernel {
	if k := arithmetic[T](def); k != nil {
		return k
	}
	switch def {
	case &prim.Div:
		return pairs(func(a, b T) T { return a / b })
	case &prim.Pow:
		return pairs(func(a, b T) T { return T(cmplx.Pow(complex128(a), complex128(b))) })
	case &prim.Eq:
		return pairs(func(a, b T) bool { return a == b })
	case &prim.Ne:
		return pairs(func(a, b T) bool { return a != b })
	}
	return nil
}

// choice returns the loop of Where for elements of a size in bytes.
func choice(size int) kernel {
	switch size {
	case 1:
		return choose[uint8]()
	case 2:
		return choose[uint16]()
	case 4:
		return choose[uint32]()
	case 8:
		return choose[uint64]()
	}
	return choose[complex128]()
}

func choose[T element]() kernel {
	return func(n int, dst unsafe.Pointer, src sources) {
		out, x, y := at[T](dst, n), at[T](src[1], n), at[T](src[2], n)
		for i, yes := range at[bool](src[0], n) {
			v := y[i]
			if yes {
				v = x[i]
			}
			out[i] = v // v is x[i] or y[i]
		}
	}
}
