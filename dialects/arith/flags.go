package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/enums"
	"github.com/girih-ir/girih/ir/fastmath"
)

// FastMath is the attribute #arith.fastmath, a set of the flags of package fastmath.
var FastMath = fastmath.New("arith", "Floating point fast math flags", ",",
	"fast", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")

// FastMathOf returns the fast-math flags of an operation, 0 if it has none.
func FastMathOf(op *ir.Operation) uint32 {
	bits, _ := FastMath.Value(op.Inherent("fastmath"))
	return bits
}

// Overflow flags: an integer operation whose result wraps around is poison.
const (
	NSW uint32 = 1 << iota // read as signed
	NUW                    // read as unsigned
)

// Overflow is the attribute #arith.overflow.
var Overflow = enums.NewFlags("arith", "overflow", "Integer overflow arith flags", ", ",
	enums.Flag{Name: "nsw", Bits: NSW},
	enums.Flag{Name: "nuw", Bits: NUW},
)

// OverflowOf returns the overflow flags of an operation, 0 if it has none.
func OverflowOf(op *ir.Operation) uint32 {
	bits, _ := Overflow.Value(op.Inherent("overflowFlags"))
	return bits
}

// Rounding modes of narrowing casts, by upstream's numbers.
const (
	ToNearestEven = iota
	Downward
	Upward
	TowardZero
	ToNearestAway
)

// RoundingMode is the enumeration of rounding modes.
var RoundingMode = enums.NewKeyword("roundingmode", "Floating point rounding mode", 32,
	"to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")

func defaultFastMath() ir.OpAttr {
	return ir.OpAttr{Name: "fastmath", Attr: FastMath.Constraint(), Default: FastMath.None}
}

func optionalFastMath() ir.OpAttr {
	return ir.OpAttr{Name: "fastmath", Attr: FastMath.Constraint(), Optional: true}
}

func optionalRoundingMode() ir.OpAttr {
	return ir.OpAttr{Name: "roundingmode", Attr: RoundingMode.OptionalConstraint(), Optional: true}
}

func defaultOverflow() ir.OpAttr {
	return ir.OpAttr{Name: "overflowFlags", Attr: Overflow.Constraint(), Default: Overflow.None}
}
