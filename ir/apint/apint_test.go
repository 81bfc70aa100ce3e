package apint_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih/ir/apint"
)

// widths are the widths of integers in tests: odd ones, whole words, and more than one word.
var widths = []int{1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 200}

// interesting returns a random integer of a width, often one near an end of a range.
func interesting(rng *rand.Rand, width int) apint.Int {
	one := big.NewInt(1)
	half := new(big.Int).Lsh(one, uint(width-1))
	v := []*big.Int{new(big.Int), one, big.NewInt(-1), half, new(big.Int).Sub(half, one), big.NewInt(int64(width)),
		big.NewInt(rng.Int64()), new(big.Int).Mul(big.NewInt(rng.Int64()), big.NewInt(rng.Int64()))}
	return apint.FromBig(width, v[rng.IntN(len(v))])
}

func TestOperationsAreThoseOfBigIntegersModuloThePowerOfTheWidth(t *testing.T) {
	type bigInt = *big.Int
	unsigned, signed := apint.Int.Unsigned, apint.Int.Signed
	operations := []struct {
		name   string
		op     func(x, y apint.Int) apint.Int
		value  func(x apint.Int) *big.Int
		on     func(z, x, y bigInt, width int) bigInt
		except func(x, y apint.Int) bool
	}{
		{"Add", apint.Int.Add, unsigned, func(z, x, y bigInt, _ int) bigInt { return z.Add(x, y) }, nil},
		{"Sub", apint.Int.Sub, unsigned, func(z, x, y bigInt, _ int) bigInt { return z.Sub(x, y) }, nil},
		{"Mul", apint.Int.Mul, unsigned, func(z, x, y bigInt, _ int) bigInt { return z.Mul(x, y) }, nil},
		{"MulHigh", apint.Int.MulHigh, unsigned, func(z, x, y bigInt, w int) bigInt {
			return z.Rsh(z.Mul(x, y), uint(w))
		}, nil},
		{"SignedMulHigh", apint.Int.SignedMulHigh, signed, func(z, x, y bigInt, w int) bigInt {
			return z.Rsh(z.Mul(x, y), uint(w))
		}, nil},
		{"And", apint.Int.And, unsigned, func(z, x, y bigInt, _ int) bigInt { return z.And(x, y) }, nil},
		{"Or", apint.Int.Or, unsigned, func(z, x, y bigInt, _ int) bigInt { return z.Or(x, y) }, nil},
		{"Xor", apint.Int.Xor, unsigned, func(z, x, y bigInt, _ int) bigInt { return z.Xor(x, y) }, nil},
		{"Div", apint.Int.Div, unsigned, func(z, x, y bigInt, _ int) bigInt { return z.Quo(x, y) }, byZero},
		{"Rem", apint.Int.Rem, unsigned, func(z, x, y bigInt, _ int) bigInt { return z.Rem(x, y) }, byZero},
		{"SignedDiv", apint.Int.SignedDiv, signed, func(z, x, y bigInt, _ int) bigInt { return z.Quo(x, y) }, byZero},
		{"SignedRem", apint.Int.SignedRem, signed, func(z, x, y bigInt, _ int) bigInt { return z.Rem(x, y) }, byZero},
		{"ShiftLeft", apint.Int.ShiftLeft, unsigned, func(z, x, y bigInt, w int) bigInt {
			return z.Lsh(x, amount(y, w))
		}, nil},
		{"ShiftRight", apint.Int.ShiftRight, unsigned, func(z, x, y bigInt, w int) bigInt {
			return z.Rsh(x, amount(y, w))
		}, nil},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, o := range operations {
		for _, width := range widths {
			for range 100 {
				x, y := interesting(rng, width), interesting(rng, width)
				if o.except != nil && o.except(x, y) {
					continue
				}
				got := o.op(x, y)
				want := apint.FromBig(width, o.on(new(big.Int), o.value(x), o.value(y), width))
				if !got.Equal(want) || got.Width() != width {
					t.Fatalf("%s(%v, %v) of %d bits is %v, want %v", o.name, x.Signed(), y.Signed(), width, got.Signed(),
						want.Signed())
				}
			}
		}
	}
}

func byZero(_, y apint.Int) bool { return y.IsZero() }

// amount bounds the amount of a shift, so that it takes little memory. All amounts beyond the width give the same
// result.
func amount(y *big.Int, width int) uint {
	if y.IsUint64() && y.Uint64() < uint64(width) {
		return uint(y.Uint64())
	}
	return uint(width)
}

func TestSignedShiftFillsUpWithTheSign(t *testing.T) {
	for _, width := range widths {
		least := apint.FromInt64(width, -1).ShiftLeft(apint.New(width, uint64(width-1)))
		if got := least.SignedShiftRight(apint.New(width, uint64(width-1))); !got.IsAllOnes() {
			t.Errorf("i%d: the smallest number shifted to the end is %v", width, got.Signed())
		}
		if width > 8 {
			if got := least.SignedShiftRight(apint.New(width, 255)); !got.IsAllOnes() {
				t.Errorf("i%d: the smallest number shifted out is %v", width, got.Signed())
			}
		}
	}
}

func TestComparisonsAndPredicatesReadTheBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, width := range widths {
		for range 200 {
			x, y := interesting(rng, width), interesting(rng, width)
			if got, want := x.Less(y), x.Unsigned().Cmp(y.Unsigned()) < 0; got != want {
				t.Fatalf("i%d: %v < %v unsigned: %t", width, x.Unsigned(), y.Unsigned(), got)
			}
			if got, want := x.SignedLess(y), x.Signed().Cmp(y.Signed()) < 0; got != want {
				t.Fatalf("i%d: %v < %v signed: %t", width, x.Signed(), y.Signed(), got)
			}
			u := x.Unsigned()
			ones := 0
			for i := range width {
				ones += int(u.Bit(i))
			}
			if x.OnesCount() != ones || x.LeadingZeros() != width-u.BitLen() || x.IsOdd() != (u.Bit(0) == 1) ||
				x.IsAllOnes() != (ones == width) || x.IsNegative() != (x.Signed().Sign() < 0) || x.IsZero() != (u.Sign() == 0) ||
				x.IsOne() != (u.Cmp(big.NewInt(1)) == 0) {
				t.Fatalf("i%d: a predicate of %v is wrong", width, u)
			}
			if tz := x.TrailingZeros(); !x.IsZero() && tz != int(u.TrailingZeroBits()) || x.IsZero() && tz != width {
				t.Fatalf("i%d: %v has %d trailing zeros", width, u, tz)
			}
			if got := x.Abs(); got.Signed().CmpAbs(x.Signed()) != 0 {
				t.Fatalf("i%d: the magnitude of %v is %v", width, x.Signed(), got.Signed())
			}
			for _, to := range widths {
				if got, want := x.SignExtend(to), apint.FromBig(to, x.Signed()); !got.Equal(want) {
					t.Fatalf("i%d: %v as i%d is %v", width, x.Signed(), to, got.Signed())
				}
				if got, want := x.ZeroExtend(to), apint.FromBig(to, x.Unsigned()); !got.Equal(want) {
					t.Fatalf("i%d: %v as u%d is %v", width, x.Unsigned(), to, got.Unsigned())
				}
			}
		}
		largest := apint.FromInt64(width, -1).ShiftRight(apint.New(width, 1))
		if width > 1 && (!largest.IsMaxSigned() || !largest.Add(apint.New(width, 1)).IsMinSigned()) {
			t.Errorf("i%d: the ends of the range are not recognized", width)
		}
	}
}

func TestOnlyTheSmallestNumberDividedByMinusOneOverflows(t *testing.T) {
	least, minus := apint.FromInt64(8, -128), apint.FromInt64(8, -1)
	if !least.DivOverflows(minus) || minus.DivOverflows(least) || least.DivOverflows(least) {
		t.Error("DivOverflows is wrong")
	}
	if got := least.SignedDiv(minus); !got.Equal(least) {
		t.Errorf("-128 / -1 is %d", got.Int64())
	}
}

func TestNarrowIntegersDoNotAllocate(t *testing.T) {
	x, y := apint.FromInt64(64, -5), apint.New(64, 3)
	if n := testing.AllocsPerRun(100, func() {
		x = x.Add(y).Mul(y).SignedDiv(y).Xor(y).ShiftLeft(y).SignedMulHigh(x).SignExtend(33).ZeroExtend(64).Or(y)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestZeroBits(t *testing.T) {
	x := apint.New(0, 5)
	if !x.IsZero() || !x.IsAllOnes() || x.IsNegative() || x.Int64() != 0 || !x.Add(x).IsZero() {
		t.Errorf("an integer of no bits is %v", x)
	}
}
