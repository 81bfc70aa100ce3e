package tensors

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// convertInto converts the elements of x to those of out, a contiguous tensor of the same shape.
func convertInto(out, x *Tensor) {
	switch out.data.(type) {
	case []bool:
		convertTo(out, x, func(v float64) bool { return v != 0 }, func(v int64) bool { return v != 0 })
	case []int8:
		toInteger[int8](out, x)
	case []uint8:
		toInteger[uint8](out, x)
	case []int16:
		toInteger[int16](out, x)
	case []uint16:
		toInteger[uint16](out, x)
	case []int32:
		toInteger[int32](out, x)
	case []uint32:
		toInteger[uint32](out, x)
	case []int64:
		toInteger[int64](out, x)
	case []uint64:
		toInteger[uint64](out, x)
	case []float32:
		convertTo(out, x, func(v float64) float32 { return float32(v) }, func(v int64) float32 { return float32(v) })
	case []float64:
		convertTo(out, x, func(v float64) float64 { return v }, func(v int64) float64 { return float64(v) })
	case []complex64:
		toComplex[complex64](out, x, func(v complex128) complex64 { return complex64(v) })
	case []complex128:
		toComplex[complex128](out, x, func(v complex128) complex128 { return v })
	}
}

// toInteger truncates floats, and wraps integers around. What C leaves open is as on an x86 CPU: a float that no int64
// holds becomes the least one, of which the low bits are taken.
func toInteger[R integer](out, x *Tensor) {
	least := uint64(1) << 63
	convertTo(out, x, func(v float64) R {
		if !(v > -0x1p63 && v < 0x1p63) {
			if v >= 0x1p63 && v < 0x1p64 && ^R(0) > 0 {
				return R(uint64(v))
			}
			return R(least)
		}
		return R(int64(v))
	}, func(v int64) R { return R(v) })
}

func convertTo[R element](out, x *Tensor, fromFloat func(float64) R, fromInt func(int64) R) {
	switch x.data.(type) {
	case []bool:
		one, zero := fromInt(1), fromInt(0)
		map1(out, x, func(dst []R, s []bool) {
			for i, v := range s {
				if dst[i] = zero; v {
					dst[i] = one
				}
			}
		})
	case []int8:
		convertInts[int8](out, x, fromInt)
	case []uint8:
		convertInts[uint8](out, x, fromInt)
	case []int16:
		convertInts[int16](out, x, fromInt)
	case []uint16:
		convertInts[uint16](out, x, fromInt)
	case []int32:
		convertInts[int32](out, x, fromInt)
	case []uint32:
		convertInts[uint32](out, x, fromInt)
	case []int64:
		convertInts[int64](out, x, fromInt)
	case []uint64:
		if ir.IsFloat(out.elem) {
			map1(out, x, func(dst []R, s []uint64) {
				for i, v := range s {
					dst[i] = fromFloat(float64(v))
				}
			})
			return
		}
		convertInts[uint64](out, x, fromInt)
	case []float32:
		if _, same := out.data.([]float32); same {
			map1(out, x, func(dst, s []float32) { copy(dst, s) })
			return
		}
		map1(out, x, func(dst []R, s []float32) {
			for i, v := range s {
				dst[i] = fromFloat(float64(v))
			}
		})
	case []float64:
		map1(out, x, func(dst []R, s []float64) {
			for i, v := range s {
				dst[i] = fromFloat(v)
			}
		})
	case []complex64:
		map1(out, x, func(dst []R, s []complex64) {
			for i, v := range s {
				dst[i] = fromFloat(realPart(out.elem, complex128(v)))
			}
		})
	case []complex128:
		map1(out, x, func(dst []R, s []complex128) {
			for i, v := range s {
				dst[i] = fromFloat(realPart(out.elem, v))
			}
		})
	}
}

// realPart is what of a complex number becomes a real one; a bool is whether any part is not zero.
func realPart(to ir.Type, v complex128) float64 {
	if ir.IsInt(to, 1) && real(v) == 0 {
		return imag(v)
	}
	return real(v)
}

func convertInts[T integer, R element](out, x *Tensor, f func(int64) R) {
	map1(out, x, func(dst []R, s []T) {
		for i, v := range s {
			dst[i] = f(int64(v))
		}
	})
}

func toComplex[R complexNumber](out, x *Tensor, f func(complex128) R) {
	switch x.data.(type) {
	case []complex64:
		map1(out, x, func(dst []R, s []complex64) {
			for i, v := range s {
				dst[i] = f(complex128(v))
			}
		})
	case []complex128:
		map1(out, x, func(dst []R, s []complex128) {
			for i, v := range s {
				dst[i] = f(v)
			}
		})
	default:
		convertTo(out, x, func(v float64) R { return f(complex(v, 0)) }, func(v int64) R { return f(complex(float64(v), 0)) })
	}
}

// To returns the elements as another type, as prim.convert_element_type does.
func (t *Tensor) To(elem ir.Type) (*Tensor, error) {
	if prim.DtypeOf(elem) == 0 {
		return nil, fmt.Errorf("%w: there are no tensors of %s", ErrUnsupported, ir.Quote(elem))
	}
	out := New(elem, t.shape...)
	convertInto(out, t)
	return out, nil
}
