package apfloat_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/ir/apfloat"
)

func TestParametersAreThoseOfAPFloat(t *testing.T) {
	tests := []struct {
		f                    *apfloat.Format
		largest, tiny, small string // the largest number, the smallest normal one, the smallest one
	}{
		{apfloat.F16, "0x7BFF", "0x400", "0x1"},
		{apfloat.BF16, "0x7F7F", "0x80", "0x1"},
		{apfloat.TF32, "0x3FBFF", "0x400", "0x1"},
		{apfloat.F32, "0x7F7FFFFF", "0x800000", "0x1"},
		{apfloat.F64, "0x7FEFFFFFFFFFFFFF", "0x10000000000000", "0x1"},
		{apfloat.F80, "0x7FFEFFFFFFFFFFFFFFFF", "0x18000000000000000", "0x1"},
		{apfloat.F128, "0x7FFEFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "0x10000000000000000000000000000", "0x1"},
		{apfloat.F8E5M2, "0x7B", "0x4", "0x1"},
		{apfloat.F8E4M3, "0x77", "0x8", "0x1"},
		{apfloat.F8E4M3FN, "0x7E", "0x8", "0x1"},
		{apfloat.F8E5M2FNUZ, "0x7F", "0x4", "0x1"},
		{apfloat.F8E4M3FNUZ, "0x7F", "0x8", "0x1"},
		{apfloat.F8E4M3B11FNUZ, "0x7F", "0x8", "0x1"},
		{apfloat.F8E3M4, "0x6F", "0x10", "0x1"},
		{apfloat.F8E8M0FNU, "0xFE", "0x0", "0x0"},
		{apfloat.F6E3M2FN, "0x1F", "0x4", "0x1"},
		{apfloat.F6E2M3FN, "0x1F", "0x8", "0x1"},
		{apfloat.F4E2M1FN, "0x7", "0x2", "0x1"},
	}
	if len(tests) != len(apfloat.Formats()) {
		t.Errorf("%d of %d formats are tested", len(tests), len(apfloat.Formats()))
	}
	for _, tt := range tests {
		for _, v := range []struct {
			name string
			got  apfloat.Bits
			want string
		}{
			{"largest", tt.f.Largest(false), tt.largest},
			{"smallest normal", tt.f.SmallestNormal(false), tt.tiny},
			{"smallest", tt.f.Smallest(false), tt.small},
		} {
			if want, err := tt.f.ParseHex([]byte(v.want)); err != nil || v.got != want {
				t.Errorf("%s of %s is %x, want %s", v.name, tt.f, v.got, v.want)
			}
		}
		if f, ok := apfloat.Lookup(tt.f.Name()); !ok || f != tt.f {
			t.Errorf("Lookup(%q) = %v, %v", tt.f.Name(), f, ok)
		}
	}
	if f, ok := apfloat.Lookup("f17"); ok {
		t.Errorf("Lookup finds %s", f)
	}
}

func TestClassification(t *testing.T) {
	for _, f := range apfloat.Formats() {
		for _, neg := range []bool{false, true} {
			if inf := f.Inf(neg); f.IsInf(inf) != f.HasInf() || f.IsNaN(inf) != (!f.HasInf() && f.HasNaN()) {
				t.Errorf("%s: infinity %x is wrong", f, inf)
			}
			if nan := f.NaN(neg); f.IsNaN(nan) != f.HasNaN() || f.IsSignaling(nan) {
				t.Errorf("%s: NaN %x is wrong", f, nan)
			}
			if z := f.Zero(neg); f.IsZero(z) != f.HasZero() || f.Signbit(z) != (neg && f.HasNegativeZero()) {
				t.Errorf("%s: zero %x is wrong", f, z)
			}
			if l := f.Largest(neg); !f.IsFinite(l) || f.Signbit(l) != (neg && f.HasSign()) {
				t.Errorf("%s: largest number %x is wrong", f, l)
			}
			if f.IsSubnormal(f.SmallestNormal(neg)) || f.IsSubnormal(f.Smallest(neg)) != f.HasZero() {
				t.Errorf("%s: subnormals are wrong", f)
			}
		}
	}
}

func TestAllPatternsSurviveFloat64(t *testing.T) {
	for _, f := range apfloat.Formats() {
		if f.Bits() > 19 {
			continue
		}
		for i := range 1 << f.Bits() {
			v := apfloat.Bits{Lo: uint64(i)}
			if f.IsNaN(v) {
				if x := f.Float64(v); x == x {
					t.Fatalf("%s %x is %v", f, i, x)
				}
				continue
			}
			for _, mode := range modes {
				if got := f.FromFloat64(f.Float64(v), mode); got != v {
					t.Fatalf("%s %x is %v, which is %x in mode %d", f, i, f.Float64(v), got.Lo, mode)
				}
			}
		}
	}
}

func TestF32ConversionIsThatOfGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for range 200000 {
		v := randomBits(apfloat.F64, rng)
		x := apfloat.F64.Float64(v)
		if rng.IntN(2) == 0 {
			// A tie, or next to one.
			x = float64(math.Float32frombits(rng.Uint32()))
			x = math.Float64frombits(math.Float64bits(x) + 1<<28 + uint64(rng.IntN(3)) - 1)
		}
		got := apfloat.Convert(apfloat.F32, apfloat.F64, apfloat.Bits{Lo: math.Float64bits(x)}, apfloat.ToNearestEven)
		if want := uint64(math.Float32bits(float32(x))); got.Lo != want {
			t.Fatalf("%v is %x, want %x", x, got.Lo, want)
		}
	}
}

func TestDirectedRoundingBracketsTheValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	for _, f := range apfloat.Formats() {
		if !f.HasSign() || f.Precision() >= apfloat.F64.Precision() {
			continue
		}
		for range 5000 {
			x := apfloat.F64.Float64(randomBits(apfloat.F64, rng))
			if !(math.Abs(x) <= f.Float64(f.Largest(false))) {
				continue
			}
			down, up := f.FromFloat64(x, apfloat.ToNegativeInf), f.FromFloat64(x, apfloat.ToPositiveInf)
			lo, hi := f.Float64(down), f.Float64(up)
			if lo > x || hi < x {
				t.Fatalf("%s: %v is not between %v and %v", f, x, lo, hi)
			}
			if lo == x != (hi == x) {
				t.Fatalf("%s: %v rounds to %v and %v", f, x, lo, hi)
			}
			toZero := f.Float64(f.FromFloat64(x, apfloat.ToZero))
			if want := math.Copysign(min(math.Abs(lo), math.Abs(hi)), x); toZero != want {
				t.Fatalf("%s: %v rounds to %v towards zero, want %v", f, x, toZero, want)
			}
			near := f.Float64(f.FromFloat64(x, apfloat.ToNearestEven))
			away := f.Float64(f.FromFloat64(x, apfloat.ToNearestAway))
			if d := min(x-lo, hi-x); math.Abs(near-x) != d || math.Abs(away-x) != d {
				t.Fatalf("%s: %v rounds to %v and %v, not to the nearest", f, x, near, away)
			}
		}
	}
}

func TestConversionOfSpecialValues(t *testing.T) {
	tests := []struct {
		to, from *apfloat.Format
		bits     uint64
		want     uint64
	}{
		{apfloat.F32, apfloat.F64, 0x7FF4000000000001, 0x7FE00000}, // A signaling NaN becomes quiet.
		{apfloat.F16, apfloat.F32, 0xFFC01FFF, 0xFE00},             // Low payload bits are dropped.
		{apfloat.F32, apfloat.F16, 0x7C01, 0x7FC02000},
		{apfloat.F8E4M3FN, apfloat.F32, 0xFF800000, 0xFF},
		{apfloat.F8E4M3FNUZ, apfloat.F32, 0x7F800000, 0x80},
		{apfloat.F32, apfloat.F8E4M3FNUZ, 0x80, 0x7FC00000},
		{apfloat.F8E5M2FNUZ, apfloat.F32, 0x80000000, 0x00},
		{apfloat.F8E8M0FNU, apfloat.F32, 0x7FC00000, 0xFF},
		{apfloat.F8E8M0FNU, apfloat.F32, 0x00000000, 0x00},
		{apfloat.F8E8M0FNU, apfloat.F32, 0xC0000000, 0x80},
		{apfloat.F4E2M1FN, apfloat.F32, 0x7FC00000, 0x7},
		{apfloat.F4E2M1FN, apfloat.F32, 0xFF800000, 0xF},
		{apfloat.F6E2M3FN, apfloat.F32, 0xC1000000, 0x3F},
	}
	for _, tt := range tests {
		got := apfloat.Convert(tt.to, tt.from, apfloat.Bits{Lo: tt.bits}, apfloat.ToNearestEven)
		if got.Lo != tt.want {
			t.Errorf("%s %x is %s %x, want %x", tt.from, tt.bits, tt.to, got.Lo, tt.want)
		}
	}
}

func TestSaturatingConversion(t *testing.T) {
	for _, f := range apfloat.Formats() {
		for _, x := range []float64{1e300, math.Inf(1), -1e300, math.Inf(-1)} {
			v := apfloat.Bits{Lo: math.Float64bits(x)}
			if f == apfloat.F64 && isFinite(x) || f == apfloat.F80 || f == apfloat.F128 {
				continue
			}
			if got, want := apfloat.ConvertSaturating(f, apfloat.F64, v, apfloat.ToNearestEven), f.Largest(x < 0); got != want {
				t.Errorf("%s: %v saturates to %x, want %x", f, x, got, want)
			}
		}
		nan := apfloat.Bits{Lo: math.Float64bits(math.NaN())}
		if got := apfloat.ConvertSaturating(f, apfloat.F64, nan, apfloat.ToNearestEven); f.IsNaN(got) != f.HasNaN() {
			t.Errorf("%s: NaN saturates to %x", f, got)
		}
	}
}

func TestIntegerConversionIsExactWhereItFits(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 46))
	for range 20000 {
		v := int64(rng.Uint64()) >> rng.IntN(64)
		for _, f := range []*apfloat.Format{apfloat.F80, apfloat.F128} {
			b := f.FromInt64(v, apfloat.ToZero)
			if got, ok := f.Int64(b, 64, apfloat.ToZero); !ok || got != v {
				t.Fatalf("%s: %d becomes %d, %v", f, v, got, ok)
			}
			if big, ok := f.BigInt(b, apfloat.ToZero); !ok || !big.IsInt64() || big.Int64() != v {
				t.Fatalf("%s: %d becomes %s, %v", f, v, big, ok)
			}
		}
		if got := apfloat.F64.FromInt64(v, apfloat.ToNearestEven); got.Lo != math.Float64bits(float64(v)) {
			t.Fatalf("%d is %x", v, got.Lo)
		}
		if got := apfloat.F32.FromUint64(uint64(v),
			apfloat.ToNearestEven); got.Lo != uint64(math.Float32bits(float32(uint64(v)))) {
			t.Fatalf("%d is %x", uint64(v), got.Lo)
		}
		want, _ := new(big.Float).SetMode(big.ToZero).SetPrec(24).SetInt64(v).Float32()
		if got := apfloat.F32.FromBigInt(big.NewInt(v), apfloat.ToZero); got.Lo != uint64(math.Float32bits(want)) {
			t.Fatalf("%d is %x towards zero, want %v", v, got.Lo, want)
		}
	}
}

func TestIntegerConversionSaturates(t *testing.T) {
	f := apfloat.F64
	tests := []struct {
		x        float64
		width    int
		mode     apfloat.Mode
		signed   int64
		sOK      bool
		unsigned uint64
		uOK      bool
	}{
		{127.9, 8, apfloat.ToZero, 127, true, 127, true},
		{127.5, 8, apfloat.ToNearestEven, 127, false, 128, true},
		{-128.9, 8, apfloat.ToZero, -128, true, 0, false},
		{-128.5, 8, apfloat.ToNearestEven, -128, true, 0, false},
		{-129, 8, apfloat.ToZero, -128, false, 0, false},
		{-0.9, 8, apfloat.ToZero, 0, true, 0, true},
		{-0.9, 8, apfloat.ToNegativeInf, -1, true, 0, false},
		{255.5, 8, apfloat.ToNearestAway, 127, false, 255, false},
		{1 << 63, 64, apfloat.ToZero, math.MaxInt64, false, 1 << 63, true},
		{-1 << 63, 64, apfloat.ToZero, math.MinInt64, true, 0, false},
		{1 << 64, 64, apfloat.ToZero, math.MaxInt64, false, math.MaxUint64, false},
		{math.Inf(-1), 32, apfloat.ToZero, math.MinInt32, false, 0, false},
		{math.Inf(1), 1, apfloat.ToZero, 0, false, 1, false},
		{math.NaN(), 32, apfloat.ToZero, 0, false, 0, false},
	}
	for _, tt := range tests {
		b := f.FromFloat64(tt.x, apfloat.ToNearestEven)
		if v, ok := f.Int64(b, tt.width, tt.mode); v != tt.signed || ok != tt.sOK {
			t.Errorf("%v is i%d %d, %v, want %d, %v", tt.x, tt.width, v, ok, tt.signed, tt.sOK)
		}
		if v, ok := f.Uint64(b, tt.width, tt.mode); v != tt.unsigned || ok != tt.uOK {
			t.Errorf("%v is u%d %d, %v, want %d, %v", tt.x, tt.width, v, ok, tt.unsigned, tt.uOK)
		}
	}
	if v, ok := f.BigInt(f.Inf(false), apfloat.ToZero); ok {
		t.Errorf("infinity is %s", v)
	}
}

func TestRoundToIntegralIsThatOfGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(47, 48))
	f := apfloat.F64
	for range 20000 {
		v := randomBits(f, rng)
		x := f.Float64(v)
		if x != x {
			continue
		}
		for mode, want := range map[apfloat.Mode]float64{
			apfloat.ToNearestEven: math.RoundToEven(x),
			apfloat.ToNearestAway: math.Round(x),
			apfloat.ToZero:        math.Trunc(x),
			apfloat.ToPositiveInf: math.Ceil(x),
			apfloat.ToNegativeInf: math.Floor(x),
		} {
			if got := f.RoundToIntegral(v, mode); got.Lo != math.Float64bits(want) {
				t.Fatalf("%v rounds to %v in mode %d, want %v", x, f.Float64(got), mode, want)
			}
		}
	}
}

func ExampleConvert() {
	x := apfloat.F32.FromFloat64(0.3, apfloat.ToNearestEven)
	for _, f := range []*apfloat.Format{apfloat.F64, apfloat.BF16, apfloat.F8E5M2, apfloat.F4E2M1FN} {
		fmt.Println(f, f.Text(apfloat.Convert(f, apfloat.F32, x, apfloat.ToNearestEven)))
	}
	// Output:
	// f64 0.30000001192092896
	// bf16 3.007810e-01
	// f8E5M2 3.125000e-01
	// f4E2M1FN 5.000000e-01
}
