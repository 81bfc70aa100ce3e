package ptx

import (
	"github.com/girih-ir/girih/backend/internal/smallint"
	"github.com/girih-ir/girih/ir/apfloat"
)

// scalar is one of PTX's fundamental types, or one packed several times into a register.
type scalar struct {
	class  class
	width  int             // of a lane, in bits
	lanes  int             // in a register
	format *apfloat.Format // of floats
}

type class int

const (
	unsigned class = iota
	signed
	untyped
	floating
	predicate
)

// bits returns the width of a register of the type.
func (t scalar) bits() int { return t.width * t.lanes }

func (t scalar) integer() bool { return t.class == unsigned || t.class == signed }

// types are the types of registers and instructions by their names.
var types = func() map[string]scalar {
	out := map[string]scalar{"pred": {predicate, 1, 1, nil}}
	for name, width := range map[string]int{"8": 8, "16": 16, "32": 32, "64": 64} {
		out["u"+name] = scalar{unsigned, width, 1, nil}
		out["s"+name] = scalar{signed, width, 1, nil}
		out["b"+name] = scalar{untyped, width, 1, nil}
	}
	out["u16x2"] = scalar{unsigned, 16, 2, nil}
	out["s16x2"] = scalar{signed, 16, 2, nil}
	for name, f := range map[string]*apfloat.Format{"f16": apfloat.F16, "bf16": apfloat.BF16, "e4m3": apfloat.F8E4M3FN,
		"e5m2": apfloat.F8E5M2} {
		out[name] = scalar{floating, f.Bits(), 1, f}
		out[name+"x2"] = scalar{floating, f.Bits(), 2, f}
	}
	delete(out, "e4m3")
	delete(out, "e5m2")
	out["f32"] = scalar{floating, 32, 1, apfloat.F32}
	out["f64"] = scalar{floating, 64, 1, apfloat.F64}
	return out
}()

// nan returns the bits of the NaN that instructions return: all bits except the sign are set. f64 has another one.
func nan(f *apfloat.Format) uint64 {
	if f == apfloat.F64 {
		return f.NaN(false).Lo
	}
	return smallint.Mask(f.Bits() - 1)
}

// canonical replaces a NaN by the one that instructions return.
func canonical(f *apfloat.Format, w uint64) uint64 {
	if f.IsNaN(pattern(w)) {
		return nan(f)
	}
	return w
}

func pattern(w uint64) apfloat.Bits { return apfloat.Bits{Lo: w} }
