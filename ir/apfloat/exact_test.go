package apfloat

import (
	"math/rand/v2"
	"testing"
)

// TestShortcutsAgreeWithExactArithmetic compares the two implementations of each operation that has two.
func TestShortcutsAgreeWithExactArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, f := range Formats() {
		if !f.narrow() && f != F64 {
			continue
		}
		for range 3000 {
			mode := Mode(rng.IntN(5))
			var x [3]Bits
			var n [3]number
			for i := range x {
				x[i] = operand(f, rng)
				n[i] = f.unpack(x[i])
			}
			negated := n[1]
			if negated.class != nan {
				negated.neg = !negated.neg
			}
			for _, tt := range []struct {
				op         string
				fast, slow Bits
			}{
				{"add", f.Add(x[0], x[1], mode), f.addExact(n[0], n[1], mode)},
				{"sub", f.Sub(x[0], x[1], mode), f.addExact(n[0], negated, mode)},
				{"mul", f.Mul(x[0], x[1], mode), f.mulExact(n[0], n[1], mode)},
				{"div", f.Div(x[0], x[1], mode), f.divExact(n[0], n[1], mode)},
				{"rem", f.Rem(x[0], x[1]), f.remExact(n[0], n[1])},
				{"fma", f.FMA(x[0], x[1], x[2], mode), f.fmaExact(n[0], n[1], n[2], mode)},
				{"sqrt", f.Sqrt(x[0], mode), f.sqrtExact(n[0], mode)},
			} {
				if tt.fast != tt.slow {
					t.Fatalf("%s of %x in %s, mode %d: %x, exactly %x", tt.op, x, f, mode, tt.fast, tt.slow)
				}
			}
		}
	}
}

// operand returns a random pattern, often with an exponent near that of 1, so that the significands of two operands
// overlap.
func operand(f *Format, rng *rand.Rand) Bits {
	b := Bits{Lo: rng.Uint64(), Hi: rng.Uint64()}.and(lowOnes(f.bits))
	if rng.IntN(2) == 0 {
		return b
	}
	return f.FromFloat64(rng.NormFloat64()*float64(int(1)<<rng.IntN(40)), Mode(rng.IntN(5)))
}

func TestWideOperationsAgreeWithNarrowOnes(t *testing.T) {
	// f80 and f128 hold the sums, products and remainders of f16 numbers
	// exactly, so rounding those back must give f16's own result.
	rng := rand.New(rand.NewPCG(33, 34))
	for _, wide := range []*Format{F80, F128} {
		for range 3000 {
			mode := Mode(rng.IntN(5))
			x, y, z := operand(F16, rng), operand(F16, rng), operand(F16, rng)
			up := func(b Bits) Bits { return Convert(wide, F16, b, mode) }
			down := func(b Bits) Bits { return Convert(F16, wide, b, mode) }
			for _, tt := range []struct {
				op        string
				got, want Bits
			}{
				{"add", down(wide.Add(up(x), up(y), mode)), F16.Add(x, y, mode)},
				{"mul", down(wide.Mul(up(x), up(y), mode)), F16.Mul(x, y, mode)},
				{"rem", down(wide.Rem(up(x), up(y))), F16.Rem(x, y)},
				{"fma", down(wide.FMA(up(x), up(y), up(z), mode)), F16.FMA(x, y, z, mode)},
			} {
				if tt.got != tt.want && !(F16.IsNaN(tt.got) && F16.IsNaN(tt.want)) {
					t.Fatalf("%s of %x, %x, %x through %s, mode %d: %x, want %x", tt.op, x, y, z, wide, mode, tt.got, tt.want)
				}
			}
		}
	}
}
