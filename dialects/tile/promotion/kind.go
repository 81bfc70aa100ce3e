package promotion

import (
	"errors"

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

// Operand is what promotion knows of an operand: its element type, or that it is a literal.
type Operand struct {
	Type ir.Type // nil for a literal
	// Dimensioned says that the operand is a tensor of at least one dimension. In torch semantics such operands take
	// precedence over tensors without dimensions.
	Dimensioned bool
	Literal     Number
}

// Errors of promotion, for errors.Is.
var (
	// ErrNoCommonType is wrapped when operands have no common type.
	ErrNoCommonType = errors.New("no common type")
	// ErrOutOfRange is wrapped when a literal does not fit the type that it takes.
	ErrOutOfRange = errors.New("literal is out of range")
	// ErrOperand is wrapped when the kind of an operand is not one that the operation takes.
	ErrOperand = errors.New("invalid operand")
	// ErrLiteral is wrapped when an operation between literals has no value.
	ErrLiteral = errors.New("no value")
	// ErrShape is wrapped when shapes cannot be broadcast to a common one.
	ErrShape = errors.New("incompatible shapes")
)
