package promotion

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/girih-ir/girih/ir"
)

// Kind is a set of element types; kinds are ordered as NumPy orders them.
type Kind uint8

const (
	Bool Kind = iota
	Int
	Float
)

// String returns "bool", "int" or "float".
func (k Kind) String() string { return [...]string{"bool", "int", "float"}[k] }

// KindOf returns the kind of an element type of level 1; ok is false for other types.
func KindOf(t ir.Type) (k Kind, ok bool) {
	switch t := t.(type) {
	case *ir.FloatType:
		return Float, true
	case *ir.IntegerType:
		switch {
		case t.Width == 1 && t.Signedness == ir.Signless:
			return Bool, true
		case t.Signedness == ir.Signed:
			return 0, false
		}
		switch t.Width {
		case 8, 16, 32, 64:
			return Int, true
		}
	}
	return 0, false
}

// IsUnsigned reports whether an element type's integers are not negative. A bool counts as unsigned.
func IsUnsigned(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && (i.Signedness == ir.Unsigned || i.Width == 1)
}

// Number is the value of a literal: an Int (arbitrarily large), a Float, or a Bool stored as Int 0 or 1.
type Number struct {
	Kind  Kind
	Int   *big.Int // for Bool and Int
	Float float64  // for Float
}

// String returns the number as a program would write it.
func (n Number) String() string {
	switch n.Kind {
	case Bool:
		return fmt.Sprint(n.Int.Sign() != 0)
	case Int:
		return n.Int.String()
	}
	return fmt.Sprint(n.Float)
}

// Operand is what promotion knows of an operand: its element type, or that it is a literal.
type Operand struct {
	Type    ir.Type // nil for a literal
	Literal Number
}

// Errors of promotion, for errors.Is.
var (
	// ErrUnsupported is wrapped when semantics have no rules yet.
	ErrUnsupported = errors.New("semantics are not supported yet")
	// ErrNoCommonType is wrapped when operands have no common type.
	ErrNoCommonType = errors.New("no common type")
	// ErrOutOfRange is wrapped when a literal does not fit the type that it takes.
	ErrOutOfRange = errors.New("literal is out of range")
	// ErrOperand is wrapped when the kind of an operand is not one that the operation takes.
	ErrOperand = errors.New("invalid operand")
	// ErrShape is wrapped when shapes cannot be broadcast to a common one.
	ErrShape = errors.New("incompatible shapes")
)

// fits reports whether integer v is a value of integer type t.
func fits(v *big.Int, t *ir.IntegerType) bool {
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(t.Width))
	if !IsUnsigned(t) {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	return v.Cmp(low) >= 0 && v.Cmp(high) < 0
}

// CheckLiteral reports whether a literal may take element type t: an integer must be one of its values.
func CheckLiteral(n Number, t ir.Type) error {
	i, ok := t.(*ir.IntegerType)
	if !ok {
		return nil
	}
	if n.Kind == Float {
		return fmt.Errorf("%w: %v is not a value of '%s'", ErrOutOfRange, n, t)
	}
	if !fits(n.Int, i) {
		return fmt.Errorf("%w: %v does not fit '%s'", ErrOutOfRange, n, t)
	}
	return nil
}

// lowestInt returns the first of the given integer types that holds v.
func lowestInt(v *big.Int, types ...*ir.IntegerType) (ir.Type, error) {
	for _, t := range types {
		if fits(v, t) {
			return t, nil
		}
	}
	return nil, fmt.Errorf("%w: %v does not fit 64 bits", ErrOutOfRange, v)
}

// fitsF32 reports whether Triton takes a float literal for f32: it is zero, infinite, NaN or in the range of normal
// numbers; being exact is not asked for.
func fitsF32(v float64) bool {
	const smallestNormal = 0x1p-126
	a := math.Abs(v)
	return v == 0 || math.IsInf(v, 0) || math.IsNaN(v) || smallestNormal <= a && a <= math.MaxFloat32
}
