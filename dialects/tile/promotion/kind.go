package promotion

import (
	"errors"

	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// Kind is a set of element types. Kinds have NumPy's order.
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

// IsUnsigned reports whether an element type is an unsigned integer. A bool counts as unsigned.
func IsUnsigned(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && (i.Signedness == ir.Unsigned || i.Width == 1)
}

// Operand describes an operand for promotion: its element type, or its literal.
type Operand struct {
	Type ir.Type // nil for a literal
	// Dimensioned reports whether the operand is a tensor with at least one dimension. In torch semantics such operands
	// take precedence over tensors without dimensions.
	Dimensioned bool
	Literal     Number
}

// Errors of promotion, for errors.Is.
var (
	// ErrNoCommonType is wrapped by errors about operands without a common type.
	ErrNoCommonType = torch.ErrPromotion
	// ErrOutOfRange is wrapped by errors about literals that do not fit their type.
	ErrOutOfRange = errors.New("literal is out of range")
	// ErrOperand is wrapped by errors about operands of a kind that the operation does not take.
	ErrOperand = errors.New("invalid operand")
	// ErrLiteral is wrapped by errors about operations between literals that have no value.
	ErrLiteral = errors.New("no value")
	// ErrShape is wrapped by errors about shapes that cannot be broadcast together.
	ErrShape = errors.New("incompatible shapes")
)
