package ptx

import (
	"math/bits"

	"github.com/girih-ir/girih/backend/internal/smallint"
)

// integers are the instructions on integers. If a float instruction has the same name, they call its builder for float
// types.
var integers = map[string]func(o *opcode) (form, error){
	"add": arithmetic(2, func(t scalar, x []uint64) uint64 { return x[0] + x[1] }),
	"sub": arithmetic(2, func(t scalar, x []uint64) uint64 { return x[0] - x[1] }),
	"neg": arithmetic(1, func(t scalar, x []uint64) uint64 { return -x[0] }),
	"abs": arithmetic(1, func(t scalar, x []uint64) uint64 {
		return uint64(max(smallint.SignExtend(x[0], t.width), -smallint.SignExtend(x[0], t.width)))
	}),
	"min": arithmetic(2, func(t scalar, x []uint64) uint64 { return pick(t, x, true) }),
	"max": arithmetic(2, func(t scalar, x []uint64) uint64 { return pick(t, x, false) }),
	"mul": multiply, "mad": multiply, "div": divide, "rem": divide, "sad": sad, "dp4a": dp4a,
}

// arithmetic returns the form of an instruction that wraps around.
func arithmetic(n int, fn func(t scalar, x []uint64) uint64) func(o *opcode) (form, error) {
	return func(o *opcode) (form, error) {
		if o.typ.class == floating {
			return floatArithmetic(o)
		}
		if err := o.count(1); err != nil {
			return form{}, err
		}
		signless := o.name == "add" || o.name == "sub" || o.name == "min" || o.name == "max"
		if err := wants(o.typ.width > 8 && (o.typ.class == signed || o.typ.class == unsigned && signless)); err != nil {
			return form{}, err
		}
		return lanewise(o.typ, n, func(x []uint64) (uint64, bool) { return fn(o.typ, x), true }), nil
	}
}

// pick returns the form of min or max.
func pick(t scalar, x []uint64, least bool) uint64 {
	less := x[0] < x[1]
	if t.class == signed {
		less = smallint.SignExtend(x[0], t.width) < smallint.SignExtend(x[1], t.width)
	}
	if less == least {
		return x[0]
	}
	return x[1]
}

// multiply returns the form of mul and mad, which use the lower half, the upper half or all of the product.
func multiply(o *opcode) (form, error) {
	if o.typ.class == floating {
		return floatArithmetic(o)
	}
	t, n := o.typ, 2
	if err := wants(len(o.types) == 1 && t.integer() && t.width > 8 && t.lanes == 1); err != nil {
		return form{}, err
	}
	if o.name == "mad" {
		n = 3
	}
	result, shift := t, 0
	switch {
	case o.take("lo"):
	case o.take("hi"):
		shift = t.width
	case o.take("wide") && t.width < 64:
		result.width *= 2
	default:
		return form{}, refusal("it has none of .lo, .hi and .wide that fits its type")
	}
	f := form{dst: []scalar{result}, src: []scalar{t, t, result}[:n]}
	f.eval = func(dst, src []uint64) bool {
		hi, lo := product(t, src[0], src[1])
		if dst[0] = lo; shift == 64 {
			dst[0] = hi
		} else if shift > 0 {
			dst[0] = lo>>shift | hi<<(64-shift)
		}
		if n == 3 {
			dst[0] += src[2]
		}
		return true
	}
	return f, nil
}

// product returns a 128-bit product.
func product(t scalar, x, y uint64) (hi, lo uint64) {
	if t.class == unsigned {
		return bits.Mul64(x, y)
	}
	return smallint.MulSigned(smallint.SignExtend(x, t.width), smallint.SignExtend(y, t.width))
}

// divide returns the form of div and rem. The result of a division by zero is machine-dependent.
func divide(o *opcode) (form, error) {
	t, quotient := o.typ, o.name == "div"
	if t.class == floating && quotient {
		return floatArithmetic(o)
	}
	if err := wants(len(o.types) == 1 && t.integer() && t.width > 8 && t.lanes == 1); err != nil {
		return form{}, err
	}
	return lanewise(t, 2, func(x []uint64) (uint64, bool) {
		switch {
		case x[1] == 0:
			return 0, false
		case t.class == unsigned && quotient:
			return x[0] / x[1], true
		case t.class == unsigned:
			return x[0] % x[1], true
		case quotient:
			return uint64(smallint.SignExtend(x[0], t.width) / smallint.SignExtend(x[1], t.width)), true
		}
		return uint64(smallint.SignExtend(x[0], t.width) % smallint.SignExtend(x[1], t.width)), true
	}), nil
}

// sad returns the form of sad, which adds an absolute difference.
func sad(o *opcode) (form, error) {
	t := o.typ
	if err := wants(len(o.types) == 1 && t.integer() && t.width > 8 && t.lanes == 1); err != nil {
		return form{}, err
	}
	return lanewise(t, 3, func(x []uint64) (uint64, bool) {
		return x[2] + pick(t, x[:2], false) - pick(t, x[:2], true), true
	}), nil
}

// dp4a returns the form of dp4a, which adds the products of four pairs of bytes.
func dp4a(o *opcode) (form, error) {
	if err := o.count(2); err != nil {
		return form{}, err
	}
	a, b := o.types[0], o.types[1]
	if err := wants(a.integer() && b.integer() && a.bits() == 32 && b.bits() == 32 && a.lanes == 1 &&
		b.lanes == 1); err != nil {
		return form{}, err
	}
	lane := func(t scalar, w uint64, i int) uint64 {
		w = w >> (8 * i) & 0xff
		if t.class == signed {
			return uint64(smallint.SignExtend(w, 8))
		}
		return w
	}
	result := types["s32"]
	if a.class == unsigned && b.class == unsigned {
		result = types["u32"]
	}
	return form{dst: []scalar{result}, src: []scalar{a, b, result}, eval: func(dst, src []uint64) bool {
		dst[0] = src[2]
		for i := range 4 {
			dst[0] += lane(a, src[0], i) * lane(b, src[1], i)
		}
		return true
	}}, nil
}
