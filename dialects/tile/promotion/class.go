package promotion

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Class groups operations that find their types alike.
type Class uint8

const (
	// Arithmetic is addition, subtraction, multiplication, minimum and maximum.
	Arithmetic Class = iota
	// TrueDivision is `/`: its result is a float.
	TrueDivision
	// IntegerDivision is `//`.
	IntegerDivision
	// Remainder is `%`.
	Remainder
	// Bitwise is and, or, exclusive or; Shift shifts to either side.
	Bitwise
	Shift
	// Comparison has a bool as its result; Promote's type is that of the operands.
	Comparison
	// Selection is the choice between two values; unlike the others it may be between two literals.
	Selection
	// FloatFunction is a function on floats such as exp; Rounding one to integral floats.
	FloatFunction
	Rounding
	// Sign is negation and magnitude.
	Sign
)

// Operands returns the element type that the operands of an operation of a class are converted to. Errors wrap those of
// this package.
func Operands(ctx *ir.Context, s Semantics, c Class, operands ...Operand) (ir.Type, error) {
	if c == Selection && allLiterals(operands) {
		return selectionOfLiterals(ctx, s, operands)
	}
	t, err := Promote(ctx, s, operands)
	if err != nil {
		return nil, err
	}
	kind, _ := KindOf(t)
	if err := checkSignedness(s, c, kind, operands); err != nil {
		return nil, err
	}
	switch c {
	case TrueDivision:
		if kind != Float {
			return ctx.F32(), nil
		}
	case FloatFunction:
		if kind != Float && s == CuTile {
			return ctx.F32(), nil
		}
		return t, wantFloat(t, kind)
	case Rounding:
		return t, wantFloat(t, kind)
	case IntegerDivision:
		if kind == Float && s == Triton {
			return nil, fmt.Errorf("%w: '%s' is not an integer", ErrOperand, t)
		}
	case Bitwise, Shift:
		return t, checkBits(s, c, t, kind, operands)
	case Sign:
		if kind == Bool && s == CuTile {
			return ctx.I(32), nil
		}
	}
	if kind == Bool && s == CuTile && c <= Remainder && c != TrueDivision {
		return nil, fmt.Errorf("%w: cutile semantics have no arithmetic on bools", ErrOperand)
	}
	return t, nil
}

func wantFloat(t ir.Type, kind Kind) error {
	if kind != Float {
		return fmt.Errorf("%w: '%s' is not a float", ErrOperand, t)
	}
	return nil
}

// checkSignedness refuses integer division of operands of different signedness: promotion would silently divide negative
// numbers as huge ones. Triton refuses it too.
func checkSignedness(s Semantics, c Class, kind Kind, operands []Operand) error {
	if s != Triton || kind != Int || c != IntegerDivision && c != Remainder {
		return nil
	}
	var first ir.Type
	for _, o := range operands {
		switch {
		case o.Type == nil:
		case first == nil:
			first = o.Type
		case IsUnsigned(first) != IsUnsigned(o.Type):
			return fmt.Errorf("%w: '%s' and '%s' have different signedness; convert one of them", ErrOperand, first,
				o.Type)
		}
	}
	return nil
}

// checkBits refuses floats, and in cuTile different types and shifts of bools.
func checkBits(s Semantics, c Class, t ir.Type, kind Kind, operands []Operand) error {
	if kind == Float {
		return fmt.Errorf("%w: '%s' is not an integer", ErrOperand, t)
	}
	if s != CuTile {
		return nil
	}
	if c == Shift && kind == Bool {
		return fmt.Errorf("%w: cutile semantics shift integers only", ErrOperand)
	}
	for _, o := range operands {
		if c == Bitwise && o.Type != nil && o.Type != t {
			return fmt.Errorf("%w: '%s' and '%s' differ; convert one of them", ErrOperand, o.Type, t)
		}
	}
	return nil
}

func allLiterals(operands []Operand) bool {
	for _, o := range operands {
		if o.Type != nil {
			return false
		}
	}
	return true
}

// selectionOfLiterals gives each literal its own type and promotes those.
func selectionOfLiterals(ctx *ir.Context, s Semantics, operands []Operand) (ir.Type, error) {
	typed := make([]Operand, len(operands))
	for i, o := range operands {
		t, err := LiteralType(ctx, s, o.Literal)
		if err != nil {
			return nil, err
		}
		typed[i].Type = t
	}
	return Promote(ctx, s, typed)
}
