package apfloat

// A Format describes one binary floating-point format. Formats are immutable
// and there is one of each, so they compare by pointer.
//
// The parameters are those of LLVM's fltSemantics (llvm/lib/Support/APFloat.cpp).
type Format struct {
	name      string
	bits      int
	precision int // significand bits, the integer bit included
	minExp    int // exponent of the smallest normal number
	maxExp    int // exponent of the largest finite number
	special   special
	explicit  bool // the integer bit is stored (x87)
	noZero    bool // the all-zero pattern is the smallest normal number
	unsigned  bool

	// Derived by newFormat.
	fracBits int
	expBits  int
	bias     int
	signMask Bits
	fracMask Bits
	expField int // the largest value of the exponent field
}

// special says how a format encodes infinities and NaNs.
type special uint8

const (
	ieee         special = iota // top exponent: zero fraction is infinity, others NaN
	nanAllOnes                  // no infinity; all exponent and fraction bits set is NaN
	nanNegZero                  // no infinity, no -0; the pattern of -0 is the only NaN
	finiteValues                // neither infinity nor NaN
)

// The floating-point formats of MLIR's builtin dialect.
var (
	F16        = newFormat(Format{name: "f16", bits: 16, precision: 11, minExp: -14, maxExp: 15})
	BF16       = newFormat(Format{name: "bf16", bits: 16, precision: 8, minExp: -126, maxExp: 127})
	TF32       = newFormat(Format{name: "tf32", bits: 19, precision: 11, minExp: -126, maxExp: 127})
	F32        = newFormat(Format{name: "f32", bits: 32, precision: 24, minExp: -126, maxExp: 127})
	F64        = newFormat(Format{name: "f64", bits: 64, precision: 53, minExp: -1022, maxExp: 1023})
	F80        = newFormat(Format{name: "f80", bits: 80, precision: 64, minExp: -16382, maxExp: 16383, explicit: true})
	F128       = newFormat(Format{name: "f128", bits: 128, precision: 113, minExp: -16382, maxExp: 16383})
	F8E5M2     = newFormat(Format{name: "f8E5M2", bits: 8, precision: 3, minExp: -14, maxExp: 15})
	F8E4M3     = newFormat(Format{name: "f8E4M3", bits: 8, precision: 4, minExp: -6, maxExp: 7})
	F8E4M3FN   = newFormat(Format{name: "f8E4M3FN", bits: 8, precision: 4, minExp: -6, maxExp: 8, special: nanAllOnes})
	F8E5M2FNUZ = newFormat(Format{name: "f8E5M2FNUZ", bits: 8, precision: 3, minExp: -15, maxExp: 15,
		special: nanNegZero})
	F8E4M3FNUZ = newFormat(Format{name: "f8E4M3FNUZ", bits: 8, precision: 4, minExp: -7, maxExp: 7,
		special: nanNegZero})
	F8E4M3B11FNUZ = newFormat(Format{name: "f8E4M3B11FNUZ", bits: 8, precision: 4, minExp: -10, maxExp: 4,
		special: nanNegZero})
	F8E3M4    = newFormat(Format{name: "f8E3M4", bits: 8, precision: 5, minExp: -2, maxExp: 3})
	F8E8M0FNU = newFormat(Format{name: "f8E8M0FNU", bits: 8, precision: 1, minExp: -127, maxExp: 127,
		special: nanAllOnes, noZero: true, unsigned: true})
	F6E3M2FN = newFormat(Format{name: "f6E3M2FN", bits: 6, precision: 3, minExp: -2, maxExp: 4,
		special: finiteValues})
	F6E2M3FN = newFormat(Format{name: "f6E2M3FN", bits: 6, precision: 4, minExp: 0, maxExp: 2, special: finiteValues})
	F4E2M1FN = newFormat(Format{name: "f4E2M1FN", bits: 4, precision: 2, minExp: 0, maxExp: 2, special: finiteValues})
)

func newFormat(f Format) *Format {
	f.fracBits = f.precision - 1
	if f.explicit {
		f.fracBits = f.precision
	}
	f.bias = 1 - f.minExp
	if f.noZero {
		f.bias = -f.minExp
	}
	f.expBits = f.bits - f.fracBits
	if !f.unsigned {
		f.expBits--
		f.signMask = Bits{Lo: 1}.shl(f.bits - 1)
	}
	f.fracMask = lowOnes(f.fracBits)
	f.expField = 1<<f.expBits - 1
	return &f
}

// Formats returns all formats, the IEEE ones first, then by falling width.
func Formats() []*Format {
	return []*Format{
		F16, BF16, TF32, F32, F64, F80, F128,
		F8E5M2, F8E4M3, F8E4M3FN, F8E5M2FNUZ, F8E4M3FNUZ, F8E4M3B11FNUZ, F8E3M4, F8E8M0FNU,
		F6E3M2FN, F6E2M3FN, F4E2M1FN,
	}
}

// Lookup returns the format of the MLIR type spelled name, and whether there
// is one.
func Lookup(name string) (*Format, bool) {
	for _, f := range Formats() {
		if f.name == name {
			return f, true
		}
	}
	return nil, false
}

// Name returns the spelling of the MLIR type, as in "f8E4M3FN".
func (f *Format) Name() string { return f.name }

// String returns the name of the format.
func (f *Format) String() string { return f.name }

// Bits returns the width of the encoding in bits.
func (f *Format) Bits() int { return f.bits }

// Precision returns the number of significand bits of a normal number,
// counting the integer bit whether or not it is stored.
func (f *Format) Precision() int { return f.precision }

// MinExponent returns e such that the smallest normal number is 2**e.
func (f *Format) MinExponent() int { return f.minExp }

// MaxExponent returns e such that 2**e is the largest finite power of two.
func (f *Format) MaxExponent() int { return f.maxExp }

// HasInf reports whether the format can encode infinities.
func (f *Format) HasInf() bool { return f.special == ieee }

// HasNaN reports whether the format can encode NaNs.
func (f *Format) HasNaN() bool { return f.special != finiteValues }

// HasZero reports whether the format can encode zero.
func (f *Format) HasZero() bool { return !f.noZero }

// HasSign reports whether the format can encode negative numbers.
func (f *Format) HasSign() bool { return !f.unsigned }

// HasNegativeZero reports whether the format distinguishes -0 and +0.
func (f *Format) HasNegativeZero() bool {
	return !f.unsigned && !f.noZero && f.special != nanNegZero
}
