package tensors

import (
	"fmt"
	"reflect"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// conversion returns the loop that converts elements of one Go type to another. It does not round to narrower types.
//
// The types are given by values of them.
func conversion(to, from any) kernel {
	switch to.(type) {
	case bool:
		return convertTo(from, func(v float64) bool { return v != 0 }, func(v int64) bool { return v != 0 })
	case int8:
		return toInteger[int8](from)
	case uint8:
		return toInteger[uint8](from)
	case int16:
		return toInteger[int16](from)
	case uint16:
		return toInteger[uint16](from)
	case int32:
		return toInteger[int32](from)
	case uint32:
		return toInteger[uint32](from)
	case int64:
		return toInteger[int64](from)
	case uint64:
		return toInteger[uint64](from)
	case float32:
		return convertTo(from, func(v float64) float32 { return float32(v) },
			func(v int64) float32 { return float32(v) })
	case float64:
		return convertTo(from, func(v float64) float64 { return v }, func(v int64) float64 { return float64(v) })
	case complex64:
		return toComplex(from, func(v complex128) complex64 { return complex64(v) })
	}
	return toComplex(from, func(v complex128) complex128 { return v })
}

// toInteger truncates floats, and wraps integers around. Where C leaves the result undefined, it is the same as on an
// x86 CPU: a float outside the range of int64 becomes the low bits of the least int64.
func toInteger[R integer](from any) kernel {
	least := uint64(1) << 63
	return convertTo(from, func(v float64) R {
		if !(v > -0x1p63 && v < 0x1p63) {
			if v >= 0x1p63 && v < 0x1p64 && ^R(0) > 0 {
				return R(uint64(v))
			}
			return R(least)
		}
		return R(int64(v))
	}, func(v int64) R { return R(v) })
}

func convertTo[R element](from any, fromFloat func(float64) R, fromInt func(int64) R) kernel {
	switch from.(type) {
	case bool:
		one, zero := fromInt(1), fromInt(0)
		return loop1(func(dst []R, s []bool) {
			for i, v := range s {
				if dst[i] = zero; v {
					dst[i] = one
				}
			}
		})
	case int8:
		return convertInts[int8](fromInt)
	case uint8:
		return convertInts[uint8](fromInt)
	case int16:
		return convertInts[int16](fromInt)
	case uint16:
		return convertInts[uint16](fromInt)
	case int32:
		return convertInts[int32](fromInt)
	case uint32:
		return convertInts[uint32](fromInt)
	case int64:
		return convertInts[int64](fromInt)
	case uint64:
		switch any(*new(R)).(type) {
		case float32, float64:
			return each(func(v uint64) R { return fromFloat(float64(v)) })
		}
		return convertInts[uint64](fromInt)
	case float32:
		if _, same := any(*new(R)).(float32); same {
			return loop1(func(dst, s []float32) { copy(dst, s) })
		}
		return each(func(v float32) R { return fromFloat(float64(v)) })
	case float64:
		return each(fromFloat)
	case complex64:
		return each(func(v complex64) R { return fromFloat(realPart[R](complex128(v))) })
	}
	return each(func(v complex128) R { return fromFloat(realPart[R](v)) })
}

// realPart converts a complex number to a real one; a bool is true if any part is not zero.
func realPart[R element](v complex128) float64 {
	if _, asBool := any(*new(R)).(bool); asBool && real(v) == 0 {
		return imag(v)
	}
	return real(v)
}

func convertInts[T integer, R element](f func(int64) R) kernel {
	return each(func(v T) R { return f(int64(v)) })
}

func toComplex[R complexNumber](from any, f func(complex128) R) kernel {
	switch from.(type) {
	case complex64:
		return each(func(v complex64) R { return f(complex128(v)) })
	case complex128:
		return each(f)
	}
	return convertTo(from, func(v float64) R { return f(complex(v, 0)) },
		func(v int64) R { return f(complex(float64(v), 0)) })
}

// To converts the elements to another type, as prim.convert_element_type does.
func (t *Tensor) To(elem ir.Type) (*Tensor, error) {
	if prim.DtypeOf(elem) == 0 {
		return nil, fmt.Errorf("%w: there are no tensors of %s", ErrUnsupported, ir.Quote(elem))
	}
	out := New(elem, t.shape...)
	convertInto(out, t)
	return out, nil
}

// convertInto converts the elements of x to the type of out, a contiguous tensor of the same shape.
func convertInto(out, x *Tensor) {
	to := zeroOf(out.data)
	k := conversion(to, zeroOf(x.data))
	if reflect.TypeOf(to) == reflect.TypeOf(zero(out.elem)) { // not if narrow floats are converted to float64
		k = rounded(k, out.elem)
	}
	apply(k, out, x)
}
