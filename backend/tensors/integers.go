package tensors

import (
	"cmp"
	"unsafe"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

func unaryInt[T integer](def *ir.OpDef) kernel {
	switch def {
	case &prim.Abs:
		return each(absInt[T])
	case &prim.BitwiseNot:
		return each(func(v T) T { return ^v })
	case &prim.Neg:
		return each(func(v T) T { return -v })
	case &prim.Sign:
		return each(func(v T) T { return T(cmp.Compare(v, 0)) })
	case &prim.SignBit:
		return each(func(v T) bool { return v < 0 })
	case &prim.IsFinite:
		return each(func(T) bool { return true })
	}
	return each(func(v T) T { return v }) // rounding
}

// absInt is the absolute value. The least number of a type is unchanged.
func absInt[T integer](v T) T {
	if v < 0 {
		return -v
	}
	return v
}

func binaryInt[T integer](def *ir.OpDef) kernel {
	if k := compared[T](def); k != nil {
		return k
	}
	bits := T(unsafe.Sizeof(T(0)) * 8)
	switch def {
	case &prim.Div, &prim.FMod, &prim.Remainder:
		return divideInts[T](def)
	case &prim.Maximum, &prim.FMax:
		return pairs(func(a, b T) T { return max(a, b) })
	case &prim.Minimum, &prim.FMin:
		return pairs(func(a, b T) T { return min(a, b) })
	case &prim.BitwiseAnd:
		return pairs(func(a, b T) T { return a & b })
	case &prim.BitwiseOr:
		return pairs(func(a, b T) T { return a | b })
	case &prim.BitwiseXor:
		return pairs(func(a, b T) T { return a ^ b })
	case &prim.ShiftLeft: // by the width or more, or by a negative number, the result is 0
		return pairs(func(a, b T) T {
			if b < 0 || b >= bits {
				return 0
			}
			return a << b
		})
	case &prim.ShiftRight: // only the sign is left
		return pairs(func(a, b T) T {
			if b < 0 || b >= bits {
				b = bits - 1
				return a >> b >> 1
			}
			return a >> b
		})
	case &prim.GCD:
		return pairs(func(a, b T) T {
			for b != 0 {
				a, b = b, a%b
			}
			return absInt(a)
		})
	case &prim.Pow:
		return pairs(powInt[T])
	}
	return nil
}

func divideInts[T integer](def *ir.OpDef) kernel {
	switch def {
	case &prim.Div:
		return pairs(func(a, b T) T { return a / b })
	case &prim.FMod:
		return pairs(func(a, b T) T { return a % b })
	}
	return pairs(func(a, b T) T {
		r := a % b
		if r != 0 && (r < 0) != (b < 0) {
			r += b
		}
		return r
	})
}

// powInt wraps around. A negative power is 0, except of 1 and -1.
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
