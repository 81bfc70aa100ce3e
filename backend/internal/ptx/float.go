package ptx

import (
	"math"

	"github.com/girih-ir/girih/internal/elementary"
	"github.com/girih-ir/girih/ir/apfloat"
)

// floats are the instructions that only floats have; see [floatArithmetic] for the others.
var floats = map[string]func(o *opcode) (form, error){
	"fma": floatArithmetic, "sqrt": floatArithmetic, "rcp": floatArithmetic,
	"rsqrt": function(func(x float64) float64 { return 1 / math.Sqrt(x) },
		func(x float32) float32 { return float32(1 / math.Sqrt(float64(x))) }),
	"ex2": elementaryFunction(&elementary.Exp2), "lg2": elementaryFunction(&elementary.Log2),
	"sin": elementaryFunction(&elementary.Sin), "cos": elementaryFunction(&elementary.Cos),
	"tanh":     elementaryFunction(&elementary.TanH),
	"copysign": copySign,
}

// flushing holds the modifiers .ftz and .sat.
type flushing struct{ inputs, results, saturate bool }

// floatType returns the float type of an instruction, and takes its modifiers.
func (o *opcode) floatType() (t scalar, f flushing, err error) {
	t = o.typ
	if len(o.types) != 1 || t.class != floating || t.width < 16 {
		return t, f, wants(false)
	}
	f.inputs = (t.format == apfloat.F32 || t.format == apfloat.F16) && o.take("ftz")
	f.results = f.inputs
	f.saturate = (t.format == apfloat.F32 || t.format == apfloat.F16) && o.take("sat")
	return t, f, nil
}

// lanewiseFloat computes each lane separately, with flushing and canonical NaNs.
func lanewiseFloat(t scalar, f flushing, n int, fn func(x []apfloat.Bits) apfloat.Bits) form {
	bits := make([]apfloat.Bits, n)
	return lanewise(t, n, func(x []uint64) (uint64, bool) {
		bits := append([]apfloat.Bits(nil), bits...)
		for i, w := range x {
			if bits[i] = pattern(w); f.inputs {
				bits[i] = flush(t.format, bits[i])
			}
		}
		r := fn(bits)
		if f.results {
			r = flush(t.format, r)
		}
		if f.saturate {
			r = unit(t.format, r)
		}
		return canonical(t.format, r.Lo), true
	})
}

func flush(f *apfloat.Format, x apfloat.Bits) apfloat.Bits {
	if f.IsSubnormal(x) {
		return f.Zero(f.Signbit(x))
	}
	return x
}

// unit clamps a number to [0, 1]; NaN becomes 0.
func unit(f *apfloat.Format, x apfloat.Bits) apfloat.Bits {
	v := f.Float64(x)
	switch {
	case !(v > 0):
		return f.Zero(false)
	case v > 1:
		return f.FromFloat64(1, toNearest)
	}
	return x
}

// floatArithmetic returns the form of instructions that round once.
func floatArithmetic(o *opcode) (form, error) {
	t, f, err := o.floatType()
	if err != nil {
		return form{}, err
	}
	format, mode := t.format, o.rounding()
	one := format.FromFloat64(1, toNearest)
	switch o.name {
	case "add":
		return lanewiseFloat(t, f, 2, func(x []apfloat.Bits) apfloat.Bits { return format.Add(x[0], x[1], mode) }), nil
	case "sub":
		return lanewiseFloat(t, f, 2, func(x []apfloat.Bits) apfloat.Bits { return format.Sub(x[0], x[1], mode) }), nil
	case "mul":
		return lanewiseFloat(t, f, 2, func(x []apfloat.Bits) apfloat.Bits { return format.Mul(x[0], x[1], mode) }), nil
	case "fma", "mad":
		relu := t.width == 16 && o.take("relu")
		return lanewiseFloat(t, f, 3, func(x []apfloat.Bits) apfloat.Bits {
			r := format.FMA(x[0], x[1], x[2], mode)
			if relu && !format.IsNaN(r) && format.Signbit(r) {
				r = format.Zero(false)
			}
			return r
		}), nil
	case "min", "max":
		return extremum(o, t, f), nil
	case "neg", "abs":
		return signs(o, t, f), nil
	}
	if err := wants(t.width >= 32); err != nil {
		return form{}, err
	}
	_ = o.take("approx") || o.name == "div" && o.take("full")
	switch o.name {
	case "div":
		return lanewiseFloat(t, f, 2, func(x []apfloat.Bits) apfloat.Bits { return format.Div(x[0], x[1], mode) }), nil
	case "rcp":
		return lanewiseFloat(t, f, 1, func(x []apfloat.Bits) apfloat.Bits { return format.Div(one, x[0], mode) }), nil
	}
	return lanewiseFloat(t, f, 1, func(x []apfloat.Bits) apfloat.Bits { return format.Sqrt(x[0], mode) }), nil
}

// extremum returns the form of min and max. Without .NaN, they return the number if the other operand is NaN.
func extremum(o *opcode, t scalar, f flushing) form {
	fn := map[[2]bool]func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits{
		{false, false}: (*apfloat.Format).MaximumNumber, {false, true}: (*apfloat.Format).Maximum,
		{true, false}: (*apfloat.Format).MinimumNumber, {true, true}: (*apfloat.Format).Minimum,
	}[[2]bool{o.name == "min", o.take("NaN")}]
	return lanewiseFloat(t, f, 2, func(x []apfloat.Bits) apfloat.Bits { return fn(t.format, x[0], x[1]) })
}

// signs returns the form of neg and abs, which change only the sign.
func signs(o *opcode, t scalar, f flushing) form {
	sign := uint64(1) << (t.width - 1)
	absolute := o.name == "abs"
	return lanewise(t, 1, func(x []uint64) (uint64, bool) {
		w := x[0]
		if f.inputs {
			w = flush(t.format, pattern(w)).Lo
		}
		if absolute {
			return w &^ sign, true
		}
		return w ^ sign, true
	})
}

func elementaryFunction(u *elementary.Unary) func(o *opcode) (form, error) {
	return function(u.Float64, u.Float32)
}

// function returns the form of an approximated function. f32 has its own function, computed in f32. Other formats use
// the function of float64 and round.
func function(fn func(x float64) float64, single func(x float32) float32) func(o *opcode) (form, error) {
	return func(o *opcode) (form, error) {
		t, f, err := o.floatType()
		if err != nil {
			return form{}, err
		}
		if !o.take("approx") {
			return form{}, refusal("it needs .approx")
		}
		narrow := o.name == "ex2" || o.name == "tanh"
		double := o.name == "rsqrt"
		if err := wants(t.width == 32 || t.width == 16 && narrow || t.width == 64 && double); err != nil {
			return form{}, err
		}
		if t.width == 32 {
			return lanewiseFloat(t, f, 1, func(x []apfloat.Bits) apfloat.Bits {
				return pattern(uint64(math.Float32bits(single(math.Float32frombits(uint32(x[0].Lo))))))
			}), nil
		}
		return lanewiseFloat(t, f, 1, func(x []apfloat.Bits) apfloat.Bits {
			return t.format.FromFloat64(fn(t.format.Float64(x[0])), toNearest)
		}), nil
	}
}

// copySign returns the second operand with the sign of the first.
func copySign(o *opcode) (form, error) {
	t := o.typ
	return lanewise(t, 2, func(x []uint64) (uint64, bool) {
		sign := uint64(1) << (t.width - 1)
		return x[1]&^sign | x[0]&sign, true
	}), wants(len(o.types) == 1 && t.class == floating && t.width >= 32)
}
