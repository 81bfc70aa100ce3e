package tile

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// Rounding is a rounding mode of an operation on floats, as in cuTile's RoundingMode.
type Rounding int

// Roundings is the enumeration of rounding modes; the default is RoundNearestEven.
var Roundings = enums.New[Rounding]("rounding",
	"rounding mode: nearest_even, zero, negative_inf, positive_inf, nearest_away, approx or full", 32,
	"nearest_even", "zero", "negative_inf", "positive_inf", "nearest_away", "approx", "full")

// Rounding modes. For the last two, hardware may return a result that is not the nearest one: the error is at most
// 2^-22 for approx, and a few units in the last place for full. The interpreter rounds to nearest even for both.
const (
	RoundNearestEven Rounding = iota
	RoundZero
	RoundNegativeInf
	RoundPositiveInf
	RoundNearestAway
	RoundApprox
	RoundFull
)

// Attributes of operations on floats.
const (
	// RoundingName is the rounding mode; the default is nearest_even.
	RoundingName = "rounding"
	// FlushToZeroName makes subnormal f32 operands and results zero.
	FlushToZeroName = "flush_to_zero"
)

const roundingAssembly = `('rounding' $rounding^)? ('flush_to_zero' $flush_to_zero^)? `

// RoundingOf returns the rounding mode of an operation; the default is RoundNearestEven.
func RoundingOf(op *ir.Operation) Rounding {
	mode, _ := Roundings.Value(op.Inherent(RoundingName))
	return mode
}

// FlushesToZero reports whether an operation replaces subnormal numbers by zero.
func FlushesToZero(op *ir.Operation) bool { return op.Inherent(FlushToZeroName) != nil }

// RoundingMode returns the mode of package apfloat for a rounding mode.
func RoundingMode(mode Rounding) apfloat.Mode {
	switch mode {
	case RoundZero:
		return apfloat.ToZero
	case RoundNegativeInf:
		return apfloat.ToNegativeInf
	case RoundPositiveInf:
		return apfloat.ToPositiveInf
	case RoundNearestAway:
		return apfloat.ToNearestAway
	}
	return apfloat.ToNearestEven
}

func roundingAttrs() []ir.OpAttr {
	return []ir.OpAttr{
		{Name: RoundingName, Attr: Roundings.Constraint(), Optional: true},
		{Name: FlushToZeroName, Attr: constraints.Unit, Optional: true},
	}
}

// directions lists the rounding modes that IEEE 754 defines for arithmetic and square roots.
var directions = []Rounding{RoundNearestEven, RoundZero, RoundNegativeInf, RoundPositiveInf}

// rounded adds the attributes of rounding to the definition of a function of one operand, and the modes that it
// accepts. Except for square roots, which IEEE 754 defines for all directions, the modes other than nearest even only
// permit larger errors.
func rounded(def ir.OpDef, modes ...Rounding) ir.OpDef {
	def.Attrs = roundingAttrs()
	def.Assembly = `$in ` + roundingAssembly + `attr-dict ':' type($in) '->' type($result)`
	def.Verify = verifyRounded(modes)
	return def
}

// roundedBinary is like rounded for arithmetic of two operands, which also accepts all directions.
func roundedBinary(def ir.OpDef, modes ...Rounding) ir.OpDef {
	def.Attrs = roundingAttrs()
	def.Assembly = `$lhs ',' $rhs ` + roundingAssembly + `attr-dict ':' type($lhs) ',' type($rhs) '->' type($result)`
	def.Verify = verifyRounded(slices.Concat(directions, modes))
	return def
}

func verifyRounded(modes []Rounding) func(op *ir.Operation) error {
	return func(op *ir.Operation) error {
		if err := verifyLoose(op); err != nil {
			return err
		}
		elem := ir.ElementOrSelf(op.Result(0).Type())
		mode := RoundingOf(op)
		switch has := op.Inherent(RoundingName) != nil; {
		case has && !ir.IsFloat(elem):
			return op.Errorf("rounding %s needs floats, but the result is %s", Roundings.Name(mode), ir.Quote(elem))
		case !slices.Contains(modes, mode):
			return op.Errorf("rounding %s is not allowed for this operation: expected %s", Roundings.Name(mode),
				modeNames(modes))
		case mode >= RoundApprox && !isF32(elem):
			return op.Errorf("rounding %s needs f32, but the result is %s", Roundings.Name(mode), ir.Quote(elem))
		case FlushesToZero(op) && !isF32(elem):
			return op.Errorf("flush_to_zero needs f32, but the result is %s", ir.Quote(elem))
		}
		return nil
	}
}

func modeNames(modes []Rounding) string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = Roundings.Name(m)
	}
	return strings.Join(names, ", ")
}

func isF32(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	return ok && f.Format == apfloat.F32
}
