package apfloat_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih/ir/apfloat"
)

func Example() {
	f := apfloat.F8E4M3FN
	x, _ := f.ParseDecimal([]byte("0.1"))
	fmt.Println(f.Text(x), f.Float64(x))
	fmt.Println(f.Text(f.Add(x, x, apfloat.ToNearestEven)))
	fmt.Println(f.Text(f.Mul(f.Largest(false), f.Largest(false), apfloat.ToNearestEven)))
	fmt.Println(f.Text(apfloat.ConvertSaturating(f, apfloat.F32, apfloat.F32.FromFloat64(1e9, apfloat.ToNearestEven),
		apfloat.ToNearestEven)))
	// Output:
	// 1.015630e-01 0.1015625
	// 2.031250e-01
	// 0x7F
	// 4.480000e+02
}

var modes = []apfloat.Mode{
	apfloat.ToNearestEven, apfloat.ToNearestAway, apfloat.ToZero, apfloat.ToPositiveInf, apfloat.ToNegativeInf,
}

// neighbors finds the finite values of a format on both sides of an exact value, by searching all of them.
type neighbors struct {
	f      *apfloat.Format
	values []float64 // ascending, without -0
	codes  []apfloat.Bits
}

func newNeighbors(f *apfloat.Format) *neighbors {
	n := &neighbors{f: f}
	for i := range 1 << f.Bits() {
		if b := (apfloat.Bits{Lo: uint64(i)}); f.IsFinite(b) && b != f.Zero(true) || b == f.Zero(false) {
			n.codes = append(n.codes, b)
		}
	}
	slices.SortFunc(n.codes, func(a, b apfloat.Bits) int {
		if f.Float64(a) < f.Float64(b) {
			return -1
		}
		return 1
	})
	for _, c := range n.codes {
		n.values = append(n.values, f.Float64(c))
	}
	return n
}

// round returns the value that x, which is not zero, rounds to. ok is false if x is beyond the largest value.
func (n *neighbors) round(x float64, mode apfloat.Mode) (b apfloat.Bits, ok bool) {
	i, exact := slices.BinarySearch(n.values, x)
	if exact {
		return n.codes[i], true
	}
	if i == 0 || i == len(n.values) {
		return apfloat.Bits{}, false
	}
	lo, hi := n.values[i-1], n.values[i]
	up := false
	switch mode {
	case apfloat.ToPositiveInf:
		up = true
	case apfloat.ToZero:
		up = x < 0
	case apfloat.ToNearestEven:
		up = hi-x < x-lo || hi-x == x-lo && n.codes[i].Lo&1 == 0
	case apfloat.ToNearestAway:
		up = hi-x < x-lo || hi-x == x-lo && x > 0
	}
	b = n.codes[i-1]
	if up {
		b = n.codes[i]
	}
	if n.f.IsZero(b) {
		b = n.f.Zero(x < 0)
	}
	return b, true
}

// smallFormats are formats with few values whose sums and products float64 represents exactly.
func smallFormats() []*apfloat.Format {
	return slices.DeleteFunc(apfloat.Formats(), func(f *apfloat.Format) bool {
		return f.Bits() > 8 || f == apfloat.F8E8M0FNU
	})
}

func TestSmallFormatsRoundToANeighbor(t *testing.T) {
	for _, f := range smallFormats() {
		n := newNeighbors(f)
		for i := range 1 << f.Bits() {
			for j := range 1 << f.Bits() {
				x, y := apfloat.Bits{Lo: uint64(i)}, apfloat.Bits{Lo: uint64(j)}
				if !f.IsFinite(x) || !f.IsFinite(y) {
					continue
				}
				mode := modes[(i+j)%len(modes)]
				a, b := f.Float64(x), f.Float64(y)
				check(t, n, "+", f.Add(x, y, mode), a+b, mode, x, y)
				check(t, n, "-", f.Sub(x, y, mode), a-b, mode, x, y)
				check(t, n, "*", f.Mul(x, y, mode), a*b, mode, x, y)
			}
		}
	}
}

func check(t *testing.T, n *neighbors, op string, got apfloat.Bits, exact float64, mode apfloat.Mode, x,
	y apfloat.Bits) {
	t.Helper()
	if exact == 0 {
		if !n.f.IsZero(got) {
			t.Fatalf("%s: %x %s %x = %x, want a zero", n.f, x.Lo, op, y.Lo, got.Lo)
		}
		return
	}
	want, ok := n.round(exact, mode)
	if ok && got != want {
		t.Fatalf("%s: %x %s %x = %x in mode %d, want %x", n.f, x.Lo, op, y.Lo, got.Lo, mode, want.Lo)
	}
	if !ok && n.f.IsFinite(got) && math.Abs(n.f.Float64(got)) != n.f.Float64(n.f.Largest(false)) {
		t.Fatalf("%s: %x %s %x = %x in mode %d, which is beyond the range", n.f, x.Lo, op, y.Lo, got.Lo, mode)
	}
}

func TestF32ArithmeticIsThatOfGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	f := apfloat.F32
	for range 50000 {
		x, y, z := randomBits(f, rng), randomBits(f, rng), randomBits(f, rng)
		a, b, c := math.Float32frombits(uint32(x.Lo)), math.Float32frombits(uint32(y.Lo)), math.Float32frombits(uint32(z.Lo))
		for _, tt := range []struct {
			op   string
			got  apfloat.Bits
			want float32
		}{
			{"+", f.Add(x, y, apfloat.ToNearestEven), a + b},
			{"-", f.Sub(x, y, apfloat.ToNearestEven), a - b},
			{"*", f.Mul(x, y, apfloat.ToNearestEven), a * b},
			{"/", f.Div(x, y, apfloat.ToNearestEven), a / b},
			{"sqrt", f.Sqrt(x, apfloat.ToNearestEven), float32(math.Sqrt(float64(a)))},
			{"rem", f.Rem(x, y), float32(math.Mod(float64(a), float64(b)))},
			{"fma", f.FMA(x, y, z, apfloat.ToNearestEven), fma32(a, b, c)},
		} {
			if tt.want != tt.want && f.IsNaN(tt.got) {
				continue
			}
			if tt.got.Lo != uint64(math.Float32bits(tt.want)) {
				t.Fatalf("%s of %v, %v, %v = %v, want %v", tt.op, a, b, c, f.Float64(tt.got), tt.want)
			}
		}
	}
}

// fma32 returns a*b + c rounded once. The product is exact in float64, and
// big.Float adds exactly.
func fma32(a, b, c float32) float32 {
	p := float64(a) * float64(b)
	if sum := p + float64(c); sum == 0 || !isFinite(sum) {
		return float32(sum)
	}
	sum := new(big.Float).SetPrec(1000).SetFloat64(p)
	r, _ := sum.Add(sum, big.NewFloat(float64(c))).Float32()
	return r
}

func isFinite(x float64) bool { return x-x == 0 }

func TestF64ArithmeticIsThatOfGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	f := apfloat.F64
	for range 20000 {
		x, y, z := randomBits(f, rng), randomBits(f, rng), randomBits(f, rng)
		a, b, c := f.Float64(x), f.Float64(y), f.Float64(z)
		for _, tt := range []struct {
			op   string
			got  apfloat.Bits
			want float64
		}{
			{"+", f.Add(x, y, apfloat.ToNearestEven), a + b},
			{"-", f.Sub(x, y, apfloat.ToNearestEven), a - b},
			{"*", f.Mul(x, y, apfloat.ToNearestEven), a * b},
			{"/", f.Div(x, y, apfloat.ToNearestEven), a / b},
			{"rem", f.Rem(x, y), math.Mod(a, b)},
			{"fma", f.FMA(x, y, z, apfloat.ToNearestEven), math.FMA(a, b, c)},
			{"sqrt", f.Sqrt(x, apfloat.ToNearestEven), math.Sqrt(a)},
		} {
			if tt.want != tt.want && f.IsNaN(tt.got) {
				continue
			}
			if tt.got.Lo != math.Float64bits(tt.want) {
				t.Fatalf("%s of %v, %v, %v = %v, want %v", tt.op, a, b, c, f.Float64(tt.got), tt.want)
			}
		}
	}
}

func TestSpecialOperands(t *testing.T) {
	inf, one, zero := "inf", "1.0", "0.0"
	value := func(f *apfloat.Format, s string) apfloat.Bits {
		switch s {
		case "inf":
			return f.Inf(false)
		case "nan":
			return f.NaN(false)
		}
		v, err := f.ParseDecimal([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	type binary func(*apfloat.Format, apfloat.Bits, apfloat.Bits) apfloat.Bits
	near := func(op func(*apfloat.Format, apfloat.Bits, apfloat.Bits, apfloat.Mode) apfloat.Bits) binary {
		return func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits { return op(f, x, y, apfloat.ToNearestEven) }
	}
	down := func(op func(*apfloat.Format, apfloat.Bits, apfloat.Bits, apfloat.Mode) apfloat.Bits) binary {
		return func(f *apfloat.Format, x, y apfloat.Bits) apfloat.Bits { return op(f, x, y, apfloat.ToNegativeInf) }
	}
	add, sub, mul, div := (*apfloat.Format).Add, (*apfloat.Format).Sub, (*apfloat.Format).Mul, (*apfloat.Format).Div
	tests := []struct {
		name string
		f    *apfloat.Format
		op   binary
		x, y string
		want string
	}{
		{"inf - inf", apfloat.F16, near(sub), inf, inf, "0x7E00"},
		{"inf + 1", apfloat.F16, near(add), inf, one, "0x7C00"},
		{"inf * 0", apfloat.F16, near(mul), inf, zero, "0x7E00"},
		{"1 / 0", apfloat.F16, near(div), one, zero, "0x7C00"},
		{"-1 / 0", apfloat.F16, near(div), "-1.0", zero, "0xFC00"},
		{"0 / 0", apfloat.F16, near(div), zero, zero, "0x7E00"},
		{"1 - 1", apfloat.F16, near(sub), one, one, "0.000000e+00"},
		{"1 - 1 down", apfloat.F16, down(sub), one, one, "-0.000000e+00"},
		{"1 - 1 down without -0", apfloat.F8E4M3FNUZ, down(sub), one, one, "0.000000e+00"},
		{"-0 + -0", apfloat.F16, near(add), "-0.0", "-0.0", "-0.000000e+00"},
		{"-0 + 0", apfloat.F16, near(add), "-0.0", "0.0", "0.000000e+00"},
		{"1 / 0 without infinity", apfloat.F8E4M3FN, near(div), one, zero, "0x7F"},
		{"-1 / 0 without infinity", apfloat.F8E4M3FN, near(div), "-1.0", zero, "0xFF"},
		{"1 / 0 without NaN", apfloat.F4E2M1FN, near(div), one, zero, "6.000000e+00"},
		{"-1 / 0 without NaN", apfloat.F4E2M1FN, near(div), "-1.0", zero, "-6.000000e+00"},
		{"0 / 0 without NaN", apfloat.F4E2M1FN, near(div), zero, zero, "6.000000e+00"},
		{"1 rem 0", apfloat.F32, (*apfloat.Format).Rem, one, zero, "0x7FC00000"},
		{"1 rem inf", apfloat.F32, (*apfloat.Format).Rem, one, inf, "1.000000e+00"},
		{"-4 rem 2", apfloat.F32, (*apfloat.Format).Rem, "-4.0", "2.0", "-0.000000e+00"},
		{"min of NaN", apfloat.F32, (*apfloat.Format).Minimum, one, "nan", "0x7FC00000"},
		{"min without NaN", apfloat.F32, (*apfloat.Format).MinNum, one, "nan", "1.000000e+00"},
		{"min of zeros", apfloat.F32, (*apfloat.Format).Minimum, "0.0", "-0.0", "-0.000000e+00"},
		{"max of zeros", apfloat.F32, (*apfloat.Format).Maximum, "-0.0", "0.0", "0.000000e+00"},
		{"max number", apfloat.F32, (*apfloat.Format).MaximumNumber, "nan", "-2.0", "-2.000000e+00"},
	}
	for _, tt := range tests {
		if got := tt.f.Text(tt.op(tt.f, value(tt.f, tt.x), value(tt.f, tt.y))); got != tt.want {
			t.Errorf("%s in %s: %s, want %s", tt.name, tt.f, got, tt.want)
		}
	}
}

func TestSignOperations(t *testing.T) {
	f := apfloat.F16
	one, nan := f.FromFloat64(1, apfloat.ToNearestEven), f.NaN(false)
	if f.Neg(one) != f.FromFloat64(-1, apfloat.ToNearestEven) || f.Abs(f.Neg(one)) != one ||
		f.CopySign(one, f.Zero(true)) != f.Neg(one) {
		t.Error("signs of 1 are wrong")
	}
	if f.Neg(nan) != f.NaN(true) || f.Abs(f.NaN(true)) != nan {
		t.Error("signs of NaN are wrong")
	}
	u := apfloat.F8E5M2FNUZ
	if u.Neg(u.Zero(false)) != u.Zero(false) || u.Neg(u.NaN(false)) != u.NaN(false) ||
		u.Abs(u.NaN(false)) != u.NaN(false) {
		t.Error("the zero or the NaN of an FNUZ format has got another sign")
	}
}

func TestCompare(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	for _, f := range apfloat.Formats() {
		if f.Precision() > apfloat.F64.Precision() {
			continue
		}
		for range 2000 {
			x, y := randomBits(f, rng), randomBits(f, rng)
			a, b := f.Float64(x), f.Float64(y)
			want := apfloat.Unordered
			switch {
			case a < b:
				want = apfloat.Less
			case a == b:
				want = apfloat.Equal
			case a > b:
				want = apfloat.Greater
			}
			if got := f.Compare(x, y); got != want {
				t.Fatalf("%s: %v is %s %v, want %s", f, a, got, b, want)
			}
		}
	}
}

func BenchmarkArithmetic(b *testing.B) {
	for _, f := range []*apfloat.Format{apfloat.BF16, apfloat.F32, apfloat.F64, apfloat.F128} {
		x, y := f.FromFloat64(1.7, apfloat.ToNearestEven), f.FromFloat64(-0.3, apfloat.ToNearestEven)
		b.Run(f.Name()+"/add", func(b *testing.B) {
			for b.Loop() {
				f.Add(x, y, apfloat.ToNearestEven)
			}
		})
		b.Run(f.Name()+"/fma", func(b *testing.B) {
			for b.Loop() {
				f.FMA(x, y, x, apfloat.ToNearestEven)
			}
		})
		b.Run(f.Name()+"/from_f64", func(b *testing.B) {
			for b.Loop() {
				f.FromFloat64(1.7, apfloat.ToNearestEven)
			}
		})
	}
}
