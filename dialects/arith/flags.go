package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/enums"
)

// Fast-math flags: what a floating-point operation may assume or neglect, with LLVM's meaning.
const (
	Reassoc  uint32 = 1 << iota // reassociate
	NNaN                        // no NaN as operand or result
	NInf                        // no infinity as operand or result
	NSZ                         // the sign of zero does not matter
	ARcp                        // multiply by a reciprocal instead of dividing
	Contract                    // fuse into fewer, more exact operations
	AFn                         // approximate functions
	Fast     = Reassoc | NNaN | NInf | NSZ | ARcp | Contract | AFn
)

// FastMath is the attribute #arith.fastmath.
var FastMath = enums.NewFlags("arith", "fastmath", "Floating point fast math flags", ",",
	enums.Flag{Name: "fast", Bits: Fast},
	enums.Flag{Name: "reassoc", Bits: Reassoc},
	enums.Flag{Name: "nnan", Bits: NNaN},
	enums.Flag{Name: "ninf", Bits: NInf},
	enums.Flag{Name: "nsz", Bits: NSZ},
	enums.Flag{Name: "arcp", Bits: ARcp},
	enums.Flag{Name: "contract", Bits: Contract},
	enums.Flag{Name: "afn", Bits: AFn},
)

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
