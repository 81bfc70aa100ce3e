package tile

import (
	"errors"
	"fmt"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// ErrNoSemantics is wrapped when a loosely typed operation stands where no semantics are in force.
var ErrNoSemantics = errors.New("no semantics are in force: set 'tile.semantics' on the module")

// Loose is the interface of operations whose operands may differ from what they compute with. Package promotion gives
// the rules.
type Loose interface {
	// Types returns the type that each operand is converted and broadcast to, and the types of the results, for
	// operands of an operation under s; nil semantics where none are in force.
	Types(ctx *ir.Context, s *promotion.Semantics, operands []*ir.Value) (want, results []ir.Type, err error)
}

// StrictTypes returns the type that each operand of a loosely typed operation is converted and broadcast to; ok is
// false for other operations. The tensors have no encoding.
func StrictTypes(op *ir.Operation) (want []ir.Type, ok bool, err error) {
	l, ok := ir.InterfaceOf[Loose](op)
	if !ok {
		return nil, false, nil
	}
	want, _, err = l.Types(op.Context(), semanticsPtr(op), op.OperandValues())
	return want, true, err
}

func semanticsPtr(op *ir.Operation) *promotion.Semantics {
	if s, ok := SemanticsOf(op); ok {
		return &s
	}
	return nil
}

// looseTypes makes a function a [Loose].
type looseTypes func(q *query) (want, results []ir.Type, err error)

func (f looseTypes) Types(ctx *ir.Context, s *promotion.Semantics, operands []*ir.Value) (want, results []ir.Type,
	err error) {
	return f(&query{ctx: ctx, semantics: s, operands: operands})
}

// query asks for the types of an operation with some operands.
type query struct {
	ctx       *ir.Context
	semantics *promotion.Semantics
	operands  []*ir.Value
}

// common returns the element type that the operands from index first on are converted to.
func (q *query) common(class promotion.Class, first int) (ir.Type, error) {
	if q.semantics == nil {
		return nil, ErrNoSemantics
	}
	var list []promotion.Operand
	for _, v := range q.operands[first:] {
		o, err := operandOf(v)
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return promotion.Operands(q.ctx, *q.semantics, class, list...)
}

func operandOf(v *ir.Value) (promotion.Operand, error) {
	if _, ok := v.Type().(*LiteralType); !ok {
		return promotion.Operand{Type: ir.ElementOrSelf(v.Type())}, nil
	}
	n, ok := LiteralValue(v)
	if !ok {
		return promotion.Operand{}, fmt.Errorf("%w: the value of a literal must be known: it must come from tile.literal",
			promotion.ErrOperand)
	}
	return promotion.Operand{Literal: n}, nil
}

// shape returns the shape that all operands are broadcast to.
func (q *query) shape() ([]int64, error) {
	var shape []int64
	for _, v := range q.operands {
		var err error
		if shape, err = promotion.Broadcast(shape, shapeOf(v.Type())); err != nil {
			return nil, err
		}
	}
	return shape, nil
}

// verifyLoose checks that the results of a loosely typed operation have the types that promotion gives.
func verifyLoose(op *ir.Operation) error {
	l, _ := ir.InterfaceOf[Loose](op)
	_, results, err := l.Types(op.Context(), semanticsPtr(op), op.OperandValues())
	if err != nil {
		return op.Errorf("%w", err)
	}
	for i, want := range results {
		if got := op.Result(i).Type(); !sameUpToLayout(got, want) {
			return op.Errorf("result type must be %s by promotion and broadcasting, but got %s", ir.Quote(want),
				ir.Quote(got))
		}
	}
	return nil
}

// build creates a loosely typed operation, with result types as the semantics at the insertion point have them.
func build(b *ir.Builder, def *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) (*ir.Operation, error) {
	var s *promotion.Semantics
	if block := b.Block(); block != nil {
		s = semanticsPtr(block.ParentOp())
	}
	st := b.State(def)
	st.Operands = operands
	for _, a := range attrs {
		st.AddAttr(a.Name, a.Value)
	}
	for _, impl := range def.Interfaces {
		if l, ok := impl.(Loose); ok {
			_, results, err := l.Types(b.Context(), s, operands)
			if err != nil {
				return nil, fmt.Errorf("building %s: %w", def.Name, err)
			}
			st.Types = results
		}
	}
	return b.Create(st), nil
}
