package smallint_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/girih-ir/girih/backend/internal/smallint"
)

// On all pairs of integers of a few bits, results and flags are those of exact arithmetic.
func TestFewBitsAgreeWithExactArithmetic(t *testing.T) {
	type operation struct {
		exact func(z, x, y *big.Int) *big.Int
		smallint.Wrapping
	}
	shift := func(z, x, y *big.Int) *big.Int { return z.Lsh(x, uint(y.Uint64())) }
	for name, op := range map[string]operation{
		"add": {(*big.Int).Add, smallint.Add}, "sub": {(*big.Int).Sub, smallint.Sub},
		"mul": {(*big.Int).Mul, smallint.Mul}, "shl": {shift, smallint.Shl},
	} {
		for width := 1; width <= 5; width++ {
			for x := range uint64(1) << width {
				for y := range uint64(1) << width {
					got, err := op.Compute(width, x, y)
					if name == "shl" && y >= uint64(width) {
						if !errors.Is(err, smallint.ErrPoison) {
							t.Errorf("i%d: %d << %d is %d, %v", width, x, y, got, err)
						}
						continue
					}
					signedY := smallint.SignExtend(y, width)
					if name == "shl" {
						signedY = int64(y)
					}
					unsigned := op.exact(new(big.Int), new(big.Int).SetUint64(x), new(big.Int).SetUint64(y)).Int64()
					signed := op.exact(new(big.Int), big.NewInt(smallint.SignExtend(x, width)), big.NewInt(signedY)).Int64()
					if err != nil || got&smallint.Mask(width) != uint64(unsigned)&smallint.Mask(width) {
						t.Errorf("i%d: %s of %d and %d is %d, %v", width, name, x, y, got, err)
					}
					if want := unsigned < 0 || unsigned > int64(smallint.Mask(width)); op.Unsigned(width, x, y) != want {
						t.Errorf("i%d: unsigned %s of %d and %d wraps: want %t", width, name, x, y, want)
					}
					if want := signed != smallint.SignExtend(uint64(signed), width); op.Signed(width, x, y) != want {
						t.Errorf("i%d: signed %s of %d and %d wraps: want %t", width, name, x, y, want)
					}
				}
			}
		}
	}
}
