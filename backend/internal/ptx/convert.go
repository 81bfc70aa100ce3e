package ptx

import (
	"math/big"

	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/ir/apfloat"
)

// conversions are the instructions that move and convert.
var conversions = map[string]func(o *opcode) (form, error){"mov": move, "cvt": convert}

// move returns the form of mov with a single register. Registers in braces are handled by [parser.packing].
func move(o *opcode) (form, error) {
	return form{dst: repeat(o.typ, 1), src: repeat(o.typ, 1), eval: func(dst, src []uint64) bool {
		dst[0] = src[0]
		return true
	}}, wants(len(o.types) == 1 && o.typ.width != 8)
}

// convert returns the form of cvt between two types; with three operands it packs two floats.
func convert(o *opcode) (form, error) {
	if err := o.count(2); err != nil {
		return form{}, err
	}
	to, from := o.types[0], o.types[1]
	if to.class == predicate || from.class == predicate || to.class == untyped || from.class == untyped {
		return form{}, wants(false)
	}
	switch {
	case to.lanes == 2 || from.lanes == 2:
		return convertPair(o, to, from)
	case to.class == floating && from.class == floating:
		return convertFloat(o, to, from)
	case to.class == floating:
		return convertToFloat(o, to, from)
	case from.class == floating:
		return convertToInteger(o, to, from)
	}
	saturate := o.take("sat")
	return converting(to, from, func(w uint64) uint64 {
		v := new(big.Int).SetUint64(w)
		if from.class == signed {
			v.SetInt64(smallint.SignExtend(w, from.width))
		}
		if saturate {
			v = clamp(to, v)
		}
		return lowBits(v)
	}), nil
}

func converting(to, from scalar, fn func(w uint64) uint64) form {
	return form{dst: []scalar{to}, src: []scalar{from}, wide: true, eval: func(dst, src []uint64) bool {
		dst[0] = fn(src[0])
		return true
	}}
}

// lowBits returns the lowest 64 bits of a number in two's complement.
func lowBits(v *big.Int) uint64 {
	return new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0))).Uint64()
}

// clamp clamps a number to the range of an integer type.
func clamp(t scalar, v *big.Int) *big.Int {
	low, high := new(big.Int), new(big.Int).SetUint64(smallint.Mask(t.width))
	if t.class == signed {
		high.Rsh(high, 1)
		low.Not(high)
	}
	switch {
	case v.Cmp(low) < 0:
		return low
	case v.Cmp(high) > 0:
		return high
	}
	return v
}

// integral takes the modifier that rounds to an integer.
func (o *opcode) integral() (apfloat.Mode, bool) {
	for mod, mode := range map[string]apfloat.Mode{"rni": toNearest, "rzi": apfloat.ToZero, "rmi": apfloat.ToNegativeInf,
		"rpi": apfloat.ToPositiveInf} {
		if o.take(mod) {
			return mode, true
		}
	}
	return toNearest, false
}

// convertFloat converts between floats. A conversion to a wider type is exact.
func convertFloat(o *opcode, to, from scalar) (form, error) {
	mode, integral := o.integral()
	if !integral {
		mode = o.rounding()
	}
	ftz := o.take("ftz")
	saturate := o.take("sat")
	if err := wants(to.width >= 16 && from.width >= 16); err != nil {
		return form{}, err
	}
	return converting(to, from, func(w uint64) uint64 {
		x := pattern(w)
		if ftz && from.format == apfloat.F32 {
			x = flush(from.format, x)
		}
		if integral {
			x = from.format.RoundToIntegral(x, mode)
		}
		r := apfloat.Convert(to.format, from.format, x, mode)
		if ftz && to.format == apfloat.F32 {
			r = flush(to.format, r)
		}
		if saturate {
			r = unit(to.format, r)
		}
		return canonical(to.format, r.Lo)
	}), nil
}

func convertToFloat(o *opcode, to, from scalar) (form, error) {
	mode := o.rounding()
	saturate := o.take("sat")
	return converting(to, from, func(w uint64) uint64 {
		r := to.format.FromUint64(w, mode)
		if from.class == signed {
			r = to.format.FromInt64(smallint.SignExtend(w, from.width), mode)
		}
		if saturate {
			r = unit(to.format, r)
		}
		return r.Lo
	}), nil
}

// convertToInteger clamps to the range of the type. NaN becomes 0; if one of the types has 64 bits, it becomes the
// highest bit.
func convertToInteger(o *opcode, to, from scalar) (form, error) {
	mode, ok := o.integral()
	if !ok {
		return form{}, refusal("it needs .rni, .rzi, .rmi or .rpi")
	}
	ftz := o.take("ftz")
	_ = o.take("sat") // conversions to integers always clamp
	f := from.format
	return converting(to, from, func(w uint64) uint64 {
		x := pattern(w)
		if ftz && f == apfloat.F32 {
			x = flush(f, x)
		}
		switch {
		case f.IsNaN(x) && (f == apfloat.F64 || to.width == 64):
			return 1 << (to.width - 1)
		case f.IsNaN(x):
			return 0
		case f.IsInf(x):
			v := new(big.Int).Lsh(big.NewInt(1), 70)
			if f.Signbit(x) {
				v.Neg(v)
			}
			return lowBits(clamp(to, v))
		}
		v, _ := big.NewFloat(f.Float64(f.RoundToIntegral(x, mode))).Int(nil)
		return lowBits(clamp(to, v))
	}), nil
}

// convertPair returns the form of conversions between two floats and one register. The first of two operands is the
// upper half.
func convertPair(o *opcode, to, from scalar) (form, error) {
	mode := o.rounding()
	finite, relu := o.take("satfinite"), o.take("relu")
	small := to.width == 8 || from.width == 8
	ok := to.class == floating && from.class == floating && to.lanes == 2 && (from.lanes == 2 || from == types["f32"])
	ok = ok && (to.width == 8 && finite || to.width == 16 && (small || from == types["f32"]))
	if err := wants(ok); err != nil {
		return form{}, err
	}
	one := func(w uint64) uint64 {
		r := apfloat.Convert(to.format, from.format, pattern(w), mode)
		if finite {
			r = apfloat.ConvertSaturating(to.format, from.format, pattern(w), mode)
		}
		if relu && !to.format.IsNaN(r) && to.format.Signbit(r) {
			r = to.format.Zero(false)
		}
		return canonical(to.format, r.Lo)
	}
	n := 1
	if from.lanes == 1 {
		n = 2
	}
	return form{dst: []scalar{to}, src: repeat(from, n), eval: func(dst, src []uint64) bool {
		hi, lo := src[0]>>from.width, src[0]&smallint.Mask(from.width)
		if n == 2 {
			hi, lo = src[0], src[1]
		}
		dst[0] = one(hi)<<to.width | one(lo)
		return true
	}}, nil
}
