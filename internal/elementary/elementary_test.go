package elementary_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/internal/elementary"
)

func TestKnownValues(t *testing.T) {
	tests := []struct {
		name string
		got  float64
		want float64
	}{
		{"exp(1)", elementary.Exp.Float64(1), 0x1.5bf0a8b145769p+1},
		{"exp(-745) is subnormal", elementary.Exp.Float64(-745), 0x1p-1074},
		{"exp(710) overflows", elementary.Exp.Float64(710), math.Inf(1)},
		{"exp2 of an integer", elementary.Exp2.Float64(-3), 0.125},
		{"expm1 near zero", elementary.ExpM1.Float64(1e-300), 1e-300},
		{"log(10)", elementary.Log.Float64(10), 0x1.26bb1bbb55516p+1},
		{"log near one", elementary.Log.Float64(1 + 0x1p-52), 0x1.fffffffffffffp-53},
		{"log2 of a power", elementary.Log2.Float64(0x1p-1074), -1074},
		{"log10 of a power", elementary.Log10.Float64(1e22), 22},
		{"log1p of -1", elementary.Log1P.Float64(-1), math.Inf(-1)},
		{"sin of a large number", elementary.Sin.Float64(1e22), -0x1.b453ab76bf397p-1},
		{"cos next to a zero", elementary.Cos.Float64(math.Pi / 2), 0x1.1a62633145c07p-54},
		{"tan next to a pole", elementary.Tan.Float64(math.Pi / 2), 0x1.d02967c31cdb5p+53},
		{"asin(1)", elementary.ASin.Float64(1), math.Pi / 2},
		{"acos(-1)", elementary.ACos.Float64(-1), math.Pi},
		{"atan of infinity", elementary.ATan.Float64(math.Inf(-1)), -math.Pi / 2},
		{"atan2 in the third quadrant", elementary.ATan2.Float64(-1, -1), -3 * math.Pi / 4},
		{"sinh overflows later than exp", elementary.SinH.Float64(710), 0x1.3e21a464507f9p+1023},
		{"sinh of a large negative number", elementary.SinH.Float64(-710), -0x1.3e21a464507f9p+1023},
		{"erf(-1)", elementary.Erf.Float64(-1), -0x1.af767a741088bp-1},
		{"erfc far out", elementary.ErfC.Float64(26), 0x1.284bfe1cdea24p-981},
		{"an exact power in the middle of two numbers", elementary.Pow.Float64(1+0x1p-27, 2), 1 + 0x1p-26},
		{"a negative base", elementary.Pow.Float64(-2, 63), -0x1p63},
		{"power to the half", elementary.Pow.Float64(2, 0.5), math.Sqrt2},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: %x, want %x", tt.name, tt.got, tt.want)
		}
	}
}

// unary are all functions of one number, with the range of their arguments.
var unary = []struct {
	name     string
	f        *elementary.Unary
	low, top float64
}{
	{"exp", &elementary.Exp, -100, 80}, {"exp2", &elementary.Exp2, -120, 120}, {"expm1", &elementary.ExpM1, -20, 80},
	{"log", &elementary.Log, 0, 1e9}, {"log2", &elementary.Log2, 0, 3}, {"log10", &elementary.Log10, 0, 2000},
	{"log1p", &elementary.Log1P, -1, 9}, {"sin", &elementary.Sin, -1e6, 1e6}, {"cos", &elementary.Cos, -9, 9},
	{"tan", &elementary.Tan, -9, 9}, {"asin", &elementary.ASin, -1, 1}, {"acos", &elementary.ACos, -1, 1},
	{"atan", &elementary.ATan, -50, 50}, {"sinh", &elementary.SinH, -50, 50}, {"cosh", &elementary.CosH, -50, 50},
	{"tanh", &elementary.TanH, -9, 9}, {"asinh", &elementary.ASinH, -1e4, 1e4}, {"acosh", &elementary.ACosH, 1, 1e4},
	{"atanh", &elementary.ATanH, -1, 1}, {"erf", &elementary.Erf, -5, 5}, {"erfc", &elementary.ErfC, -5, 9},
}

func TestFloat32IsFloat64RoundedOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, u := range unary {
		for range 100 {
			x := float32(u.low + rng.Float64()*(u.top-u.low))
			if got, want := u.f.Float32(x), float32(u.f.Float64(float64(x))); got != want && want-want == 0 {
				t.Errorf("%s(%v) is %v in f32, %v in f64", u.name, x, got, want)
			}
		}
	}
}

func TestIsWithinSomeUnitsOfGosFunctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for name, pair := range map[string]struct {
		f    *elementary.Unary
		near func(float64) float64
	}{
		"exp": {&elementary.Exp, math.Exp}, "log": {&elementary.Log, math.Log}, "sin": {&elementary.Sin, math.Sin},
		"atan": {&elementary.ATan, math.Atan}, "erf": {&elementary.Erf, math.Erf},
	} {
		for range 200 {
			x := rng.ExpFloat64()
			got, near := pair.f.Float64(x), pair.near(x)
			if d := int64(math.Float64bits(got) - math.Float64bits(near)); d < -4 || d > 4 {
				t.Errorf("%s(%v) = %v, and %v by package math", name, x, got, near)
			}
		}
	}
}

func TestNaNsPassThroughAndStandForNoResult(t *testing.T) {
	payload := math.Float64frombits(0xFFF8_0000_1234_5678)
	for _, u := range unary {
		if got := math.Float64bits(u.f.Float64(payload)); got != math.Float64bits(payload) {
			t.Errorf("%s of a NaN is %x", u.name, got)
		}
	}
	tests := []struct {
		name string
		got  float64
		bits uint64
	}{
		{"sin of infinity", elementary.Sin.Float64(math.Inf(1)), 0xFFF8 << 48},
		{"acos(2)", elementary.ACos.Float64(2), 0x7FF8 << 48},
		{"a root of a negative number", elementary.Pow.Float64(-2, 0.5), 0xFFF8 << 48},
		{"a power of NaN", elementary.Pow.Float64(payload, 2), math.Float64bits(payload)},
	}
	for _, tt := range tests {
		if got := math.Float64bits(tt.got); got != tt.bits {
			t.Errorf("%s is %x, want %x", tt.name, got, tt.bits)
		}
	}
	if got := elementary.Pow.Float64(payload, 0); got != 1 {
		t.Errorf("NaN to the power of 0 is %v", got)
	}
}

func BenchmarkExp(b *testing.B) {
	b.Run("f32", func(b *testing.B) {
		for b.Loop() {
			elementary.Exp.Float32(1.5)
		}
	})
	b.Run("f64", func(b *testing.B) {
		for b.Loop() {
			elementary.Exp.Float64(1.5)
		}
	})
}
