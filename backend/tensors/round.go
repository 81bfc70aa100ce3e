package tensors

import (
	"math"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
)

// rounder returns the function that rounds float32 to a narrower float type; nil for f32 itself.
func rounder(elem ir.Type) func(float32) float32 {
	t, ok := prim.RealOf(elem).(*ir.FloatType)
	if !ok || t.Width() >= 32 {
		return nil
	}
	switch t.Format.Name() {
	case "bf16":
		return roundBF16
	case "f16":
		return roundF16
	}
	return func(v float32) float32 {
		return float32(t.Format.Float64(t.Format.FromFloat64(float64(v), apfloat.ToNearestEven)))
	}
}

func roundBF16(v float32) float32 {
	bits := math.Float32bits(v)
	if bits&0x7F800000 == 0x7F800000 && bits&0x007FFFFF != 0 {
		return v // NaN
	}
	return math.Float32frombits((bits + 0x7FFF + bits>>16&1) &^ 0xFFFF)
}

// roundF16 rounds to 11 bits or, in the range of f16's subnormal numbers, to multiples of 2^-24.
func roundF16(v float32) float32 {
	a := math.Float32frombits(math.Float32bits(v) &^ (1 << 31))
	switch {
	case a >= 65520:
		a = float32(math.Inf(1))
	case a >= 0x1p-14: // also false for NaN
		bits := math.Float32bits(a)
		a = math.Float32frombits((bits + 0xFFF + bits>>13&1) &^ 0x1FFF)
	case a < 0x1p-14:
		a = (a + 0.5) - 0.5 // in float32, numbers near 0.5 are multiples of 2^-24
	}
	return math.Float32frombits(math.Float32bits(a) | math.Float32bits(v)&(1<<31))
}

// round rounds all elements to the element type, if it is narrower than its Go type.
func (t *Tensor) round() {
	if rounder(t.elem) == nil {
		return
	}
	switch d := t.data.(type) {
	case []float32:
		roundAll(t.elem, d)
	case []complex64:
		roundAll(t.elem, d)
	}
}

// roundAll rounds a part of a tensor's elements.
func roundAll[T element](elem ir.Type, list []T) {
	round := rounder(elem)
	if round == nil {
		return
	}
	switch list := any(list).(type) {
	case []float32:
		for i, v := range list {
			list[i] = round(v)
		}
	case []complex64:
		for i, v := range list {
			list[i] = complex(round(real(v)), round(imag(v)))
		}
	}
}
