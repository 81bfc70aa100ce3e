package promotion

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Class is a group of operations with the same rules for types.
type Class uint8

const (
	// Arithmetic is addition, multiplication, minimum and maximum. Subtraction has other rules for bools.
	Arithmetic Class = iota
	Subtraction
	// TrueDivision is `/`: its result is a float.
	TrueDivision
	// IntegerDivision is `//`.
	IntegerDivision
	// Remainder is `%`.
	Remainder
	// Power is `**`.
	Power
	// Bitwise is and, or and exclusive or. Shift is a shift in either direction.
	Bitwise
	Shift
	// Comparison has a bool result.
	Comparison
	// Selection is the choice between two values.
	Selection
	// FloatFunction is a function of floats, such as exp. Rounding is a rounding of floats to integral floats.
	FloatFunction
	Rounding
	// Magnitude is the absolute value, and Negation the change of sign.
	Magnitude
	Negation
	classes // number of classes
)

var classNames = [classes]string{
	"arithmetic", "subtraction", "true division", "integer division", "remainder", "power", "bitwise", "shift",
	"comparison", "selection", "float function", "rounding", "magnitude", "negation",
}

// String returns the class's name in text.
func (c Class) String() string { return classNames[c] }

// Classes returns all classes, in their order.
func Classes() []Class {
	out := make([]Class, classes)
	for i := range out {
		out[i] = Class(i)
	}
	return out
}

// Types are the element types of an operation.
type Types struct {
	// Operand is the type that all operands are converted to before they are combined.
	Operand ir.Type
	// Computed is the type of the computation's result, and Result is the type that it is converted to afterwards. They
	// only differ in torch semantics, which compute f16 and bf16 in f32.
	Computed, Result ir.Type
}

// Resolve returns the element types of an operation of class c. Errors wrap those of this package.
func Resolve(ctx *ir.Context, s Semantics, c Class, operands ...Operand) (Types, error) {
	if err := checkElements(s, operands); err != nil {
		return Types{}, err
	}
	if s == Torch {
		return torchTypes(ctx, c, operands)
	}
	t, err := commonType(ctx, s, c, operands)
	if err != nil {
		return Types{}, err
	}
	if c == Comparison {
		return Types{t, ctx.I(1), ctx.I(1)}, nil
	}
	return Types{t, t, t}, nil
}

// commonType returns the type of operands and result in triton and cutile semantics. Comparisons have another result
// type.
func commonType(ctx *ir.Context, s Semantics, c Class, operands []Operand) (ir.Type, error) {
	if c == Selection && allLiterals(operands) {
		return selectionOfLiterals(ctx, s, operands)
	}
	t, err := Promote(ctx, s, operands)
	if err != nil {
		return nil, err
	}
	if s == CuTile && c != Selection && !cutileArithmetic(t) {
		return nil, fmt.Errorf("%w: cutile semantics have no arithmetic on '%s' except matrix products; convert it "+
			"with tile.cast, to f32 for instance", ErrOperand, t)
	}
	kind, _ := KindOf(t)
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
			return nil, wantInteger(t, kind)
		}
	case Bitwise, Shift:
		return t, checkBits(s, c, t, kind, operands)
	case Magnitude, Negation:
		if kind == Bool && s == CuTile {
			return ctx.I(32), nil
		}
	}
	if kind == Bool && s == CuTile && c <= Power && c != TrueDivision {
		return nil, fmt.Errorf("%w: cutile semantics have no arithmetic on bools; convert one of them with tile.cast, "+
			"to i32 for instance", ErrOperand)
	}
	return t, nil
}

// checkElements returns an error for operands whose element type the semantics do not have.
func checkElements(s Semantics, operands []Operand) error {
	for _, o := range operands {
		if o.Type == nil {
			continue
		}
		if _, ok := KindOf(o.Type); !ok {
			return fmt.Errorf("%w: '%s' is not an element type of arithmetic; use i1, i8 to i64, ui8 to ui64 or a float",
				ErrOperand, o.Type)
		}
		if !s.knows(o.Type) {
			return fmt.Errorf("%w: %v semantics have no '%s'; convert it to 'f32' with tile.cast", ErrOperand, s, o.Type)
		}
	}
	return nil
}

func wantFloat(t ir.Type, kind Kind) error {
	if kind != Float {
		return fmt.Errorf("%w: '%s' is not a float; convert it with tile.cast, to f32 for instance", ErrOperand, t)
	}
	return nil
}

func wantInteger(t ir.Type, kind Kind) error {
	if kind == Float {
		return fmt.Errorf("%w: '%s' is not an integer; convert it with tile.cast, to i32 for instance", ErrOperand, t)
	}
	return nil
}

// checkBits returns an error for floats. In cuTile it also returns one for different types and for shifts of bools.
func checkBits(s Semantics, c Class, t ir.Type, kind Kind, operands []Operand) error {
	if err := wantInteger(t, kind); err != nil || s != CuTile {
		return err
	}
	if c == Shift && kind == Bool {
		return fmt.Errorf("%w: cutile semantics shift integers only; convert the bool with tile.cast", ErrOperand)
	}
	for _, o := range operands {
		if c == Bitwise && o.Type != nil && o.Type != t {
			return fmt.Errorf("%w: cutile semantics combine the bits of one type only, but '%s' and '%s' differ; convert "+
				"one of them with tile.cast", ErrOperand, o.Type, t)
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

// selectionOfLiterals promotes the types that the literals have by themselves.
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
