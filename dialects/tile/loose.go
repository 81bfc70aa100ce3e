package tile

import (
	"errors"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// ErrNoSemantics is wrapped by errors about loosely typed operations for which no semantics are in force.
var ErrNoSemantics = errors.New("no semantics are in force: set 'tile.semantics' on the module")

// Loose is the interface of loosely typed operations. Their operands may have other types than those that they compute
// with. Package promotion has the rules.
type Loose interface {
	// Types returns the types of an operation of definition def with the given operands under semantics s. s is nil if
	// no semantics are in force.
	Types(ctx *ir.Context, def *ir.OpDef, s *promotion.Semantics, operands []*ir.Value) (Typing, error)
}

// Typing has the types of a loosely typed operation. Tensor types have no encoding.
type Typing struct {
	// Operands has the type that each operand is converted and broadcast to.
	Operands []ir.Type
	// Computed has the types of the results before they are converted to Results; see [promotion.Types].
	Computed, Results []ir.Type
}

// TypingOf returns the types of a loosely typed operation; ok is false for other operations.
func TypingOf(op *ir.Operation) (t Typing, ok bool, err error) {
	l, ok := ir.InterfaceOf[Loose](op)
	if !ok {
		return Typing{}, false, nil
	}
	t, err = l.Types(op.Context(), op.Def(), semanticsPtr(op), op.OperandValues())
	return t, true, err
}

// StrictTypes returns the type that each operand of a loosely typed operation is converted and broadcast to; ok is
// false for other operations. The tensors have no encoding.
func StrictTypes(op *ir.Operation) (want []ir.Type, ok bool, err error) {
	t, ok, err := TypingOf(op)
	return t.Operands, ok, err
}

func semanticsPtr(op *ir.Operation) *promotion.Semantics {
	if s, ok := SemanticsOf(op); ok {
		return &s
	}
	return nil
}

// looseTypes implements [Loose] by a function. Computed is the same as Results unless the function sets query.computed.
type looseTypes func(q *query) (want, results []ir.Type, err error)

func (f looseTypes) Types(ctx *ir.Context, def *ir.OpDef, s *promotion.Semantics, operands []*ir.Value) (Typing,
	error) {
	q := &query{ctx: ctx, def: def, semantics: s, operands: operands}
	want, results, err := f(q)
	if q.computed == nil {
		q.computed = results
	}
	return Typing{want, q.computed, results}, err
}

// query has the inputs of a [looseTypes] function.
type query struct {
	ctx       *ir.Context
	def       *ir.OpDef
	semantics *promotion.Semantics
	operands  []*ir.Value
	computed  []ir.Type // set by the function if it differs from the results
}

// resolve returns the element types for the operands from index first on.
func (q *query) resolve(class promotion.Class, first int) (promotion.Types, error) {
	if q.semantics == nil {
		return promotion.Types{}, ErrNoSemantics
	}
	list := make([]promotion.Operand, 0, 4)
	for _, v := range q.operands[first:] {
		o, err := operandOf(v)
		if err != nil {
			return promotion.Types{}, err
		}
		list = append(list, o)
	}
	return promotion.Resolve(q.ctx, *q.semantics, class, list...)
}

func operandOf(v *ir.Value) (promotion.Operand, error) {
	if _, ok := v.Type().(*LiteralType); !ok {
		return promotion.Operand{Type: ir.ElementOrSelf(v.Type()), Dimensioned: len(ir.TensorShape(v.Type())) > 0}, nil
	}
	n, err := literalOf(v)
	return promotion.Operand{Literal: n}, err
}

// shape returns the shape that all operands are broadcast to.
func (q *query) shape() ([]int64, error) {
	var shape []int64
	for _, v := range q.operands {
		own := ir.TensorShape(v.Type())
		if slices.Equal(shape, own) {
			continue
		}
		var err error
		if shape, err = promotion.Broadcast(shape, own); err != nil {
			return nil, err
		}
	}
	return shape, nil
}

// verifyLoose checks that the results of a loosely typed operation have the types that promotion gives.
func verifyLoose(op *ir.Operation) error {
	t, _, err := TypingOf(op)
	if err != nil {
		return op.Errorf("%w", err)
	}
	for i, want := range t.Results {
		if got := op.Result(i).Type(); !sameUpToLayout(got, want) {
			return op.Errorf("result type must be %s by promotion and broadcasting, but got %s", ir.Quote(want),
				ir.Quote(got))
		}
	}
	return nil
}

// build creates a loosely typed operation. The semantics at the insertion point determine the result types.
func build(b *ir.Builder, def *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) (*ir.Operation, error) {
	if err := needValues(def, operands...); err != nil {
		return nil, err
	}
	s := semanticsPtr(b.Around())
	st := b.State(def)
	st.Operands = operands
	for _, a := range attrs {
		st.AddAttr(a.Name, a.Value)
	}
	for _, impl := range def.Interfaces {
		if l, ok := impl.(Loose); ok {
			t, err := l.Types(b.Context(), def, s, operands)
			if err != nil {
				return nil, fmt.Errorf("building %s: %w", def.Name, err)
			}
			st.Types = t.Results
		}
	}
	return b.Create(st), nil
}

// ErrNoValue is wrapped by errors about operands that are nil.
var ErrNoValue = errors.New("the value is nil")

// needValues returns an error if an operand is nil.
func needValues(def *ir.OpDef, operands ...*ir.Value) error {
	for i, v := range operands {
		if v == nil {
			return fmt.Errorf("building %s: operand #%d: %w", def.Name, i, ErrNoValue)
		}
	}
	return nil
}
