package tensors

import (
	"cmp"
	"math"
	"math/cmplx"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// elementwise1 computes an elementwise function of one tensor.
func elementwise1(def *ir.OpDef, out, x *Tensor) error {
	switch x.data.(type) {
	case []bool:
		return unaryBool(def, out, x)
	case []int8:
		return unaryInt[int8](def, out, x)
	case []uint8:
		return unaryInt[uint8](def, out, x)
	case []int16:
		return unaryInt[int16](def, out, x)
	case []uint16:
		return unaryInt[uint16](def, out, x)
	case []int32:
		return unaryInt[int32](def, out, x)
	case []uint32:
		return unaryInt[uint32](def, out, x)
	case []int64:
		return unaryInt[int64](def, out, x)
	case []uint64:
		return unaryInt[uint64](def, out, x)
	case []float32:
		return unaryFloat[float32](def, out, x)
	case []float64:
		return unaryFloat[float64](def, out, x)
	case []complex64:
		return unaryComplex[complex64, float32](def, out, x)
	default:
		return unaryComplex[complex128, float64](def, out, x)
	}
}

// each applies f to all elements.
func each[T, R element](out, x *Tensor, f func(T) R) error {
	map1(out, x, func(dst []R, s []T) {
		for i, v := range s {
			dst[i] = f(v)
		}
	})
	return nil
}

func unaryBool(def *ir.OpDef, out, x *Tensor) error {
	switch def {
	case &prim.BitwiseNot:
		return each(out, x, func(v bool) bool { return !v })
	case &prim.IsFinite:
		return each(out, x, func(bool) bool { return true })
	case &prim.SignBit:
		return each(out, x, func(bool) bool { return false })
	}
	return each(out, x, func(v bool) bool { return v }) // rounding, sign
}

func unaryInt[T integer](def *ir.OpDef, out, x *Tensor) error {
	switch def {
	case &prim.Abs:
		return each(out, x, absInt[T])
	case &prim.BitwiseNot:
		return each(out, x, func(v T) T { return ^v })
	case &prim.Neg:
		return each(out, x, func(v T) T { return -v })
	case &prim.Sign:
		return each(out, x, func(v T) T { return T(cmp.Compare(v, 0)) })
	case &prim.SignBit:
		return each(out, x, func(v T) bool { return v < 0 })
	case &prim.IsFinite:
		return each(out, x, func(T) bool { return true })
	}
	return each(out, x, func(v T) T { return v }) // rounding
}

// absInt leaves the least number of a type as it is.
func absInt[T integer](v T) T {
	if v < 0 {
		return -v
	}
	return v
}

func unaryFloat[T float](def *ir.OpDef, out, x *Tensor) error {
	switch def {
	case &prim.Abs:
		return each(out, x, func(v T) T { return T(math.Abs(float64(v))) })
	case &prim.Neg:
		map1(out, x, func(dst, s []T) {
			for i, v := range s {
				dst[i] = -v
			}
		})
		return nil
	case &prim.Reciprocal:
		map1(out, x, func(dst, s []T) {
			for i, v := range s {
				dst[i] = 1 / v
			}
		})
		return nil
	case &prim.Sqrt:
		map1(out, x, func(dst, s []T) {
			for i, v := range s {
				dst[i] = T(math.Sqrt(float64(v)))
			}
		})
		return nil
	case &prim.IsFinite:
		return each(out, x, func(v T) bool { return v-v == 0 })
	case &prim.SignBit:
		return each(out, x, func(v T) bool { return math.Signbit(float64(v)) })
	}
	f, ok := functions[def]
	if !ok {
		return unsupported(def, x)
	}
	return each(out, x, func(v T) T { return T(f(float64(v))) })
}

// unaryComplex computes in complex128, R being the type of the parts.
func unaryComplex[T complexNumber, R float](def *ir.OpDef, out, x *Tensor) error {
	switch def {
	case &prim.Abs:
		return each(out, x, func(v T) R { return R(cmplx.Abs(complex128(v))) })
	case &prim.Real:
		return each(out, x, func(v T) R { return R(real(complex128(v))) })
	case &prim.Imag:
		return each(out, x, func(v T) R { return R(imag(complex128(v))) })
	case &prim.IsFinite:
		return each(out, x, func(v T) bool { return !cmplx.IsInf(complex128(v)) && !cmplx.IsNaN(complex128(v)) })
	}
	f, ok := complexFunctions[def]
	if !ok {
		return unsupported(def, x)
	}
	return each(out, x, func(v T) T { return T(f(complex128(v))) })
}

// elementwise2 computes an elementwise function of two tensors of one type.
func elementwise2(def *ir.OpDef, out, x, y *Tensor) error {
	switch x.data.(type) {
	case []bool:
		return binaryBool(def, out, x, y)
	case []int8:
		return binaryInt[int8](def, out, x, y)
	case []uint8:
		return binaryInt[uint8](def, out, x, y)
	case []int16:
		return binaryInt[int16](def, out, x, y)
	case []uint16:
		return binaryInt[uint16](def, out, x, y)
	case []int32:
		return binaryInt[int32](def, out, x, y)
	case []uint32:
		return binaryInt[uint32](def, out, x, y)
	case []int64:
		return binaryInt[int64](def, out, x, y)
	case []uint64:
		return binaryInt[uint64](def, out, x, y)
	case []float32:
		return binaryFloat[float32](def, out, x, y)
	case []float64:
		return binaryFloat[float64](def, out, x, y)
	case []complex64:
		return binaryComplex[complex64](def, out, x, y)
	default:
		return binaryComplex[complex128](def, out, x, y)
	}
}

// pairs applies f to all pairs of elements.
func pairs[T, R element](out, x, y *Tensor, f func(a, b T) R) error {
	map2(out, x, y, func(dst []R, x, y []T) {
		y = y[:len(x)]
		for i, v := range x {
			dst[i] = f(v, y[i])
		}
	})
	return nil
}

func binaryBool(def *ir.OpDef, out, x, y *Tensor) error {
	f, ok := map[*ir.OpDef]func(a, b bool) bool{
		&prim.Add: or, &prim.BitwiseOr: or, &prim.Maximum: or, &prim.FMax: or,
		&prim.Mul: and, &prim.BitwiseAnd: and, &prim.Minimum: and, &prim.FMin: and,
		&prim.BitwiseXor: func(a, b bool) bool { return a != b }, &prim.Ne: func(a, b bool) bool { return a != b },
		&prim.Eq: func(a, b bool) bool { return a == b }, &prim.Lt: func(a, b bool) bool { return !a && b },
		&prim.Le: func(a, b bool) bool { return !a || b }, &prim.Gt: func(a, b bool) bool { return a && !b },
		&prim.Ge: func(a, b bool) bool { return a || !b },
	}[def]
	if !ok {
		return unsupported(def, x)
	}
	return pairs(out, x, y, f)
}

func or(a, b bool) bool  { return a || b }
func and(a, b bool) bool { return a && b }

// arithmetic computes sums, differences and products without a call for each element; ok is false for other functions.
func arithmetic[T integer | float | complexNumber](def *ir.OpDef, out, x, y *Tensor) (ok bool) {
	switch def {
	case &prim.Add:
		map2(out, x, y, func(dst, x, y []T) {
			y, dst = y[:len(x)], dst[:len(x)]
			for i, v := range x {
				dst[i] = v + y[i]
			}
		})
	case &prim.Sub:
		map2(out, x, y, func(dst, x, y []T) {
			y, dst = y[:len(x)], dst[:len(x)]
			for i, v := range x {
				dst[i] = v - y[i]
			}
		})
	case &prim.Mul:
		map2(out, x, y, func(dst, x, y []T) {
			y, dst = y[:len(x)], dst[:len(x)]
			for i, v := range x {
				dst[i] = v * y[i]
			}
		})
	default:
		return false
	}
	return true
}

// comparison computes what compares ordered numbers; ok is false for other functions.
func comparison[T integer | float](def *ir.OpDef, out, x, y *Tensor) (ok bool) {
	f, ok := map[*ir.OpDef]func(a, b T) bool{
		&prim.Eq: func(a, b T) bool { return a == b }, &prim.Ne: func(a, b T) bool { return a != b },
		&prim.Lt: func(a, b T) bool { return a < b }, &prim.Le: func(a, b T) bool { return a <= b },
		&prim.Gt: func(a, b T) bool { return a > b }, &prim.Ge: func(a, b T) bool { return a >= b },
	}[def]
	if ok {
		_ = pairs(out, x, y, f)
	}
	return ok
}

func binaryFloat[T float](def *ir.OpDef, out, x, y *Tensor) error {
	if arithmetic[T](def, out, x, y) || comparison[T](def, out, x, y) {
		return nil
	}
	switch def {
	case &prim.Div:
		map2(out, x, y, func(dst, x, y []T) {
			y, dst = y[:len(x)], dst[:len(x)]
			for i, v := range x {
				dst[i] = v / y[i]
			}
		})
		return nil
	case &prim.Maximum:
		return pairs(out, x, y, func(a, b T) T { return max(a, b) })
	case &prim.Minimum:
		return pairs(out, x, y, func(a, b T) T { return min(a, b) })
	case &prim.FMax:
		return pairs(out, x, y, func(a, b T) T { return numberOr(a, b, max(a, b)) })
	case &prim.FMin:
		return pairs(out, x, y, func(a, b T) T { return numberOr(a, b, min(a, b)) })
	case &prim.NextAfter:
		return nextAfter(out, x, y)
	}
	f, ok := functions2[def]
	if !ok {
		return unsupported(def, x)
	}
	return pairs(out, x, y, func(a, b T) T { return T(f(float64(a), float64(b))) })
}

// numberOr returns the number of a and b if just one of them is NaN, and otherwise v.
func numberOr[T float](a, b, v T) T {
	switch {
	case a != a:
		return b
	case b != b:
		return a
	}
	return v
}

func nextAfter(out, x, y *Tensor) error {
	if rounder(x.elem) != nil {
		format := prim.RealOf(x.elem).(*ir.FloatType).Format
		return pairs(out, x, y, func(a, b float32) float32 { return nextOf(format, a, b) })
	}
	if ir.ElementBits(x.elem) == 32 {
		return pairs(out, x, y, math.Nextafter32)
	}
	return pairs(out, x, y, math.Nextafter)
}

// nextOf returns the number of a format that is next to a in the direction of b. The bits of formats are a sign and a
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

func binaryInt[T integer](def *ir.OpDef, out, x, y *Tensor) error {
	if arithmetic[T](def, out, x, y) || comparison[T](def, out, x, y) {
		return nil
	}
	bits := T(ir.ElementBits(x.elem))
	switch def {
	case &prim.Div, &prim.FMod, &prim.Remainder:
		return divideInts[T](def, out, x, y)
	case &prim.Maximum, &prim.FMax:
		return pairs(out, x, y, func(a, b T) T { return max(a, b) })
	case &prim.Minimum, &prim.FMin:
		return pairs(out, x, y, func(a, b T) T { return min(a, b) })
	case &prim.BitwiseAnd:
		return pairs(out, x, y, func(a, b T) T { return a & b })
	case &prim.BitwiseOr:
		return pairs(out, x, y, func(a, b T) T { return a | b })
	case &prim.BitwiseXor:
		return pairs(out, x, y, func(a, b T) T { return a ^ b })
	case &prim.ShiftLeft: // by the width or more, or a negative number: nothing is left
		return pairs(out, x, y, func(a, b T) T {
			if b < 0 || b >= bits {
				return 0
			}
			return a << b
		})
	case &prim.ShiftRight: // nothing but the sign is left
		return pairs(out, x, y, func(a, b T) T {
			if b < 0 || b >= bits {
				b = bits - 1
				return a >> b >> 1
			}
			return a >> b
		})
	case &prim.GCD:
		return pairs(out, x, y, func(a, b T) T {
			for b != 0 {
				a, b = b, a%b
			}
			return absInt(a)
		})
	case &prim.Pow:
		return pairs(out, x, y, powInt[T])
	}
	return unsupported(def, x)
}

func divideInts[T integer](def *ir.OpDef, out, x, y *Tensor) error {
	zero := false
	for _, v := range read(y, 0, y.Numel(), make([]T, y.Numel())) {
		zero = zero || v == 0
	}
	if zero {
		return ErrZeroDivision
	}
	switch def {
	case &prim.Div:
		return pairs(out, x, y, func(a, b T) T { return a / b })
	case &prim.FMod:
		return pairs(out, x, y, func(a, b T) T { return a % b })
	}
	return pairs(out, x, y, func(a, b T) T {
		r := a % b
		if r != 0 && (r < 0) != (b < 0) {
			r += b
		}
		return r
	})
}

// powInt wraps around; negative powers of other numbers than 1 and -1 are 0.
func powInt[T integer](a, n T) T {
	if n < 0 {
		switch {
		case a == 1:
			return 1
		case a == ^T(0): // -1
			if n%2 == 0 {
				return 1
			}
			return a
		}
		return 0
	}
	r := T(1)
	for ; n > 0; n /= 2 {
		if n%2 != 0 {
			r *= a
		}
		a *= a
	}
	return r
}

func binaryComplex[T complexNumber](def *ir.OpDef, out, x, y *Tensor) error {
	if arithmetic[T](def, out, x, y) {
		return nil
	}
	switch def {
	case &prim.Div:
		return pairs(out, x, y, func(a, b T) T { return a / b })
	case &prim.Pow:
		return pairs(out, x, y, func(a, b T) T { return T(cmplx.Pow(complex128(a), complex128(b))) })
	case &prim.Eq:
		return pairs(out, x, y, func(a, b T) bool { return a == b })
	case &prim.Ne:
		return pairs(out, x, y, func(a, b T) bool { return a != b })
	}
	return unsupported(def, x)
}

// where chooses between tensors of one type.
func where(out, pred, x, y *Tensor) {
	switch x.data.(type) {
	case []bool:
		choose[bool](out, pred, x, y)
	case []int8:
		choose[int8](out, pred, x, y)
	case []uint8:
		choose[uint8](out, pred, x, y)
	case []int16:
		choose[int16](out, pred, x, y)
	case []uint16:
		choose[uint16](out, pred, x, y)
	case []int32:
		choose[int32](out, pred, x, y)
	case []uint32:
		choose[uint32](out, pred, x, y)
	case []int64:
		choose[int64](out, pred, x, y)
	case []uint64:
		choose[uint64](out, pred, x, y)
	case []float32:
		choose[float32](out, pred, x, y)
	case []float64:
		choose[float64](out, pred, x, y)
	case []complex64:
		choose[complex64](out, pred, x, y)
	case []complex128:
		choose[complex128](out, pred, x, y)
	}
}

func choose[T element](out, pred, x, y *Tensor) {
	data := out.data.([]T)
	chunks(out.Numel(), func(from, to int) {
		dst := data[out.offset+from : out.offset+to]
		p := read(pred, from, to, scratch[bool](pred))
		a, b := read(x, from, to, scratch[T](x)), read(y, from, to, scratch[T](y))
		for i, yes := range p {
			if dst[i] = b[i]; yes {
				dst[i] = a[i]
			}
		}
	})
}
