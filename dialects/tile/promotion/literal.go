package promotion

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/girih-ir/girih/ir"
)

// Number is the value of a literal: an Int (arbitrarily large), a Float, or a Bool stored as Int 0 or 1.
type Number struct {
	Kind  Kind
	Int   *big.Int // for Bool and Int
	Float float64  // for Float
}

// String returns the number as in source text. For a very large integer it returns the number of bits.
func (n Number) String() string {
	const longest = 256 // bits
	switch {
	case n.Kind == Float:
		return strconv.FormatFloat(n.Float, 'g', -1, 64)
	case n.Kind == Bool:
		return fmt.Sprint(n.Int.Sign() != 0)
	case n.Int.BitLen() > longest:
		return fmt.Sprintf("an integer of %d bits", n.Int.BitLen())
	}
	return n.Int.String()
}

// promoteLiteral returns the type of a literal combined with an operand of type t. A literal of t's kind or of a lower
// kind takes type t. A literal of a higher kind has its own type.
func promoteLiteral(ctx *ir.Context, s Semantics, t ir.Type, n Number) (ir.Type, error) {
	kind, _ := KindOf(t)
	if n.Kind <= kind {
		if s == CuTile {
			return t, cutileLiteral(ctx, t, n)
		}
		return t, nil
	}
	return LiteralType(ctx, s, n)
}

// LiteralType returns the type of a literal by itself: the first one of a list that holds it. For integers the list is
// i32, ui32, i64, ui64 (CuTile: i32, i64, ui64; Torch: i64). For floats it is f32, f64 (CuTile and Torch: f32).
func LiteralType(ctx *ir.Context, s Semantics, n Number) (ir.Type, error) {
	i32, i64, ui64 := ctx.I(32), ctx.I(64), ctx.IntegerType(64, ir.Unsigned)
	switch n.Kind {
	case Bool:
		return ctx.I(1), nil
	case Int:
		switch s {
		case CuTile:
			return lowestInt(n, i32, i64, ui64)
		case Torch:
			return lowestInt(n, i64)
		}
		return lowestInt(n, i32, ctx.IntegerType(32, ir.Unsigned), i64, ui64)
	}
	if s != Triton || fitsF32(n.Float) {
		return ctx.F32(), nil
	}
	return ctx.F64(), nil
}

// CheckLiteral returns an error if a literal cannot have element type t. Integer types must contain its value.
func CheckLiteral(n Number, t ir.Type) error {
	i, ok := t.(*ir.IntegerType)
	if !ok {
		return nil
	}
	if n.Kind == Float {
		return fmt.Errorf("%w: %v is not a value of '%s'; convert the other operand to a float with tile.cast",
			ErrOutOfRange, n, t)
	}
	if low, high := limits(i); n.Int.Cmp(low) < 0 || n.Int.Cmp(high) > 0 {
		return fmt.Errorf("%w: %v does not fit '%s', which holds %v to %v", ErrOutOfRange, n, t, low, high)
	}
	return nil
}

// checkLiterals calls [CheckLiteral] for the literals among operands.
func checkLiterals(operands []Operand, t ir.Type) error {
	for _, o := range operands {
		if o.Type != nil {
			continue
		}
		if err := CheckLiteral(o.Literal, t); err != nil {
			return err
		}
	}
	return nil
}

// limits returns the least and the greatest value of an integer type.
func limits(t *ir.IntegerType) (low, high *big.Int) {
	low, high = new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(t.Width))
	if !IsUnsigned(t) {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	return low, high.Sub(high, big.NewInt(1))
}

// lowestInt returns the first of the given integer types that holds n.
func lowestInt(n Number, types ...*ir.IntegerType) (ir.Type, error) {
	for _, t := range types {
		if CheckLiteral(n, t) == nil {
			return t, nil
		}
	}
	return nil, fmt.Errorf("%w: %v does not fit '%s', the widest type that it may take", ErrOutOfRange, n,
		types[len(types)-1])
}

// fitsF32 reports whether Triton uses f32 for a float literal: it is zero, infinite, NaN or in the range of normal
// numbers. It need not be exact.
func fitsF32(v float64) bool {
	const smallestNormal = 0x1p-126
	a := math.Abs(v)
	return v == 0 || math.IsInf(v, 0) || math.IsNaN(v) || smallestNormal <= a && a <= math.MaxFloat32
}
