package apfloat_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/girih-ir/girih/ir/apfloat"
)

func TestTextForms(t *testing.T) {
	tests := []struct {
		f    *apfloat.Format
		bits apfloat.Bits
		want string
	}{
		{apfloat.F32, apfloat.Bits{Lo: 0x3F800000}, "1.000000e+00"},
		{apfloat.F32, apfloat.Bits{Lo: 0x3F333333}, "0.699999988"},
		{apfloat.F32, apfloat.Bits{Lo: 0x4B800000}, "0x4B800000"},
		{apfloat.F32, apfloat.Bits{Lo: 0x7FC00000}, "0x7FC00000"},
		{apfloat.F32, apfloat.Bits{Lo: 0xFF800000}, "0xFF800000"},
		{apfloat.F32, apfloat.Bits{Lo: 0x80000000}, "-0.000000e+00"},
		{apfloat.F32, apfloat.Bits{Lo: 1}, "1.401300e-45"},
		{apfloat.F32, apfloat.Bits{Lo: 0xFFFFF}, "1.46936654E-39"},
		{apfloat.F16, apfloat.Bits{Lo: 0x2E66}, "9.997550e-02"},
		{apfloat.F64, apfloat.Bits{Lo: 0x400921FB54442D18}, "3.1415926535897931"},
		{apfloat.F64, apfloat.Bits{Lo: 0xC197D78400000000}, "-1.000000e+08"},
		{apfloat.F128, apfloat.Bits{Lo: 0xA000000000000000, Hi: 0x3FFB999999999999},
			"0.100000000000000005551115123125782702"},
		{apfloat.F8E4M3FNUZ, apfloat.Bits{Lo: 0x80}, "0x80"},
		{apfloat.F8E8M0FNU, apfloat.Bits{}, "5.877470e-39"},
	}
	for _, tt := range tests {
		if got := tt.f.Text(tt.bits); got != tt.want {
			t.Errorf("%s %x prints as %s, want %s", tt.f, tt.bits, got, tt.want)
		}
	}
}

// readBack parses text that AppendText wrote.
func readBack(f *apfloat.Format, text string) (apfloat.Bits, error) {
	if strings.HasPrefix(text, "0x") {
		return f.ParseHex([]byte(text))
	}
	return f.ParseDecimal([]byte(text))
}

func TestTextReadsBackAsTheSameBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, f := range apfloat.Formats() {
		if f.Precision() > apfloat.F64.Precision() {
			continue // Literals pass through f64.
		}
		for _, v := range samples(f, rng, 1<<16) {
			v = f.Canonical(v)
			got, err := readBack(f, f.Text(v))
			if err != nil || got != v {
				t.Fatalf("%s %x prints as %s, which reads as %x, %v", f, v, f.Text(v), got, err)
			}
		}
	}
}

func TestAppendTextAppends(t *testing.T) {
	got := apfloat.F32.AppendText([]byte("x = "), apfloat.F32.FromFloat64(-2.5, apfloat.ToNearestEven))
	if string(got) != "x = -2.500000e+00" {
		t.Errorf("got %q", got)
	}
}

func TestAppendTextOfF32AndF64DoesNotAllocate(t *testing.T) {
	dst := make([]byte, 0, 64)
	for _, x := range []float64{1, 0.7, 1e-5, 123.456, 16777217, math.Inf(1)} {
		for _, f := range []*apfloat.Format{apfloat.F16, apfloat.F32, apfloat.F64} {
			v := f.FromFloat64(x, apfloat.ToNearestEven)
			if n := testing.AllocsPerRun(10, func() { f.AppendText(dst, v) }); n != 0 {
				t.Errorf("AppendText of %s %v: %v allocations", f, x, n)
			}
		}
	}
}

func TestParseDecimalRejectsOtherSpellings(t *testing.T) {
	for _, s := range []string{
		"", "-", "1", ".5", "1e5", "+1.0", "1.0e", "1.0e+", "1.0e5.", "1.0x", "0x1.0", "--1.0", "1.0 ", " 1.0", "inf",
		"NaN", "1.0e--5", "1_0.0",
	} {
		if v, err := apfloat.F32.ParseDecimal([]byte(s)); !errors.Is(err, apfloat.ErrSyntax) {
			t.Errorf("ParseDecimal(%q) = %v, %v, want ErrSyntax", s, v, err)
		}
	}
}

func TestParseHexErrors(t *testing.T) {
	tests := []struct {
		f    *apfloat.Format
		text string
		want error
	}{
		{apfloat.F32, "0x", apfloat.ErrSyntax},
		{apfloat.F32, "0xG", apfloat.ErrSyntax},
		{apfloat.F32, "0X1", apfloat.ErrSyntax},
		{apfloat.F32, "1.0", apfloat.ErrSyntax},
		{apfloat.F32, "0x100000000", apfloat.ErrRange},
		{apfloat.F32, "0x1000000000000000000000000000000000000000000000000", apfloat.ErrRange},
		{apfloat.F4E2M1FN, "0x10", apfloat.ErrRange},
		{apfloat.F6E2M3FN, "0x40", apfloat.ErrRange},
		{apfloat.TF32, "0x80000", apfloat.ErrRange},
		{apfloat.F128, "0x1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", apfloat.ErrRange},
		{apfloat.F4E2M1FN, "0x00000000F", nil},
		{apfloat.F128, "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", nil},
	}
	for _, tt := range tests {
		if _, err := tt.f.ParseHex([]byte(tt.text)); !errors.Is(err, tt.want) {
			t.Errorf("%s.ParseHex(%q): %v, want %v", tt.f, tt.text, err, tt.want)
		}
	}
}

func TestNegativeLiteralsNeedASign(t *testing.T) {
	if _, err := apfloat.F8E8M0FNU.ParseDecimal([]byte("-1.0")); !errors.Is(err, apfloat.ErrUnsigned) {
		t.Errorf("got %v, want ErrUnsigned", err)
	}
}

func TestLiteralsOutOfRange(t *testing.T) {
	tests := []struct {
		f         *apfloat.Format
		text, out string
	}{
		{apfloat.F32, "1.0e39", "0x7F800000"},
		{apfloat.F32, "-1.0e39", "0xFF800000"},
		{apfloat.F8E4M3FN, "1.0e39", "0x7F"},
		{apfloat.F8E4M3FN, "464.0", "4.480000e+02"},
		{apfloat.F8E4M3FN, "465.0", "0x7F"},
		{apfloat.F8E4M3FNUZ, "-1.0e9", "0x80"},
		{apfloat.F8E8M0FNU, "0.0", "5.877470e-39"},
		{apfloat.F6E3M2FN, "1.0e39", "2.800000e+01"},
		{apfloat.F6E3M2FN, "-1.0e400", "-2.800000e+01"},
		{apfloat.F80, "1.0e400", "0x7FFF8000000000000000"},
		{apfloat.F8E5M2FNUZ, "-0.0", "0.000000e+00"},
	}
	for _, tt := range tests {
		v, err := tt.f.ParseDecimal([]byte(tt.text))
		if got := tt.f.Text(v); err != nil || got != tt.out {
			t.Errorf("%s : %s is %s, %v, want %s", tt.text, tt.f, got, err, tt.out)
		}
	}
}

var decimalGrammar = regexp.MustCompile(`^-?[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?$`)

func FuzzParseDecimal(f *testing.F) {
	for _, s := range []string{"0.0", "-1.5e-3", "9007199254740993.0", "1.e22", "1.0e23", "123456789012345678901.5",
		"1.0e-400", "2.5E+0308"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := apfloat.F64.ParseDecimal(text)
		if want := decimalGrammar.Match(text); want != (err == nil) {
			t.Fatalf("ParseDecimal(%q): %v, but in the grammar: %v", text, err, want)
		}
		if err != nil {
			return
		}
		x, _ := strconv.ParseFloat(string(text), 64)
		if v.Lo != math.Float64bits(x) {
			t.Fatalf("ParseDecimal(%q) = %x, want %x", text, v.Lo, math.Float64bits(x))
		}
		got, err := readBack(apfloat.F64, apfloat.F64.Text(v))
		if err != nil || got != v {
			t.Fatalf("%q prints as %s", text, apfloat.F64.Text(v))
		}
	})
}

func FuzzParseHex(f *testing.F) {
	f.Add([]byte("0x7FC1"), uint8(0))
	f.Add([]byte("0x3FFF0000000000000001"), uint8(5))
	f.Fuzz(func(t *testing.T, text []byte, which uint8) {
		formats := apfloat.Formats()
		format := formats[int(which)%len(formats)]
		v, err := format.ParseHex(text)
		if err != nil {
			return
		}
		if format.Canonical(v) != v {
			t.Fatalf("%s.ParseHex(%q) = %x is not canonical", format, text, v)
		}
		again, err := readBack(format, format.Text(v))
		if err != nil || again != v && format.Precision() <= apfloat.F64.Precision() {
			t.Fatalf("%s %x prints as %s, which reads as %x, %v", format, v, format.Text(v), again, err)
		}
	})
}

func BenchmarkAppendText(b *testing.B) {
	dst := make([]byte, 0, 64)
	for _, f := range []*apfloat.Format{apfloat.F16, apfloat.F32, apfloat.F64, apfloat.F128} {
		for _, x := range []float64{1, 0.7, 3.14159e-17} {
			v := f.FromFloat64(x, apfloat.ToNearestEven)
			b.Run(fmt.Sprint(f, "/", x), func(b *testing.B) {
				for b.Loop() {
					f.AppendText(dst, v)
				}
			})
		}
	}
}

func BenchmarkParseDecimal(b *testing.B) {
	for _, s := range []string{"1.000000e+00", "0.699999988", "3.1415926535897931"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			text := []byte(s)
			for b.Loop() {
				if _, err := apfloat.F32.ParseDecimal(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
