package tile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// maxLiteralOps bounds how many operations between literals are evaluated to find the value of a literal. Folding, as
// in canonicalize and tile-promote, replaces each of them by a tile.literal.
const maxLiteralOps = 1024

// errLiteralUnknown is the error about a literal without a known value.
var errLiteralUnknown = fmt.Errorf("%w: the value of a literal must be known: it must come from tile.literal, or from "+
	"arithmetic between literals", promotion.ErrOperand)

// LiteralValue returns the number of a literal, which may be the result of operations between literals; ok is false if
// the value is not known.
func LiteralValue(v *ir.Value) (n promotion.Number, ok bool) {
	n, err := literalOf(v)
	return n, err == nil
}

// literalOf is like LiteralValue but returns an error if the value is not known.
func literalOf(v *ir.Value) (promotion.Number, error) {
	if n, ok := directLiteral(v); ok {
		return n, nil
	}
	return (&evaluation{}).value(v)
}

// directLiteral returns the number of a tile.literal.
func directLiteral(v *ir.Value) (n promotion.Number, ok bool) {
	op := v.DefiningOp()
	if op == nil || !op.Is(&LiteralOp) {
		return n, false
	}
	return numberOf(op.Inherent("value"))
}

// evaluation computes the values of literals; it evaluates each operation once.
type evaluation struct {
	known map[*ir.Value]promotion.Number
	open  int // number of operations visited so far
}

func (e *evaluation) value(v *ir.Value) (promotion.Number, error) {
	if n, ok := directLiteral(v); ok {
		return n, nil
	}
	if n, ok := e.known[v]; ok {
		return n, nil
	}
	op := v.DefiningOp()
	if op == nil || !isLiteral(v) || !isLoose(op) {
		return promotion.Number{}, errLiteralUnknown
	}
	if e.open++; e.open > maxLiteralOps {
		return promotion.Number{}, fmt.Errorf("%w: the literal comes from more than %d operations; fold them first",
			promotion.ErrOperand, maxLiteralOps)
	}
	args := make([]promotion.Number, op.NumOperands())
	for i, operand := range op.Operands() {
		n, err := e.value(operand)
		if err != nil {
			return n, err
		}
		args[i] = n
	}
	n, err := EvaluateLiterals(op, args)
	if e.known == nil {
		e.known = make(map[*ir.Value]promotion.Number)
	}
	e.known[v] = n
	return n, err
}

// EvaluateLiterals returns the result of an operation between literals, given the values of its operands. Errors are
// those of [promotion.Evaluate].
func EvaluateLiterals(op *ir.Operation, args []promotion.Number) (promotion.Number, error) {
	name := nameOf(op.Def())
	switch name {
	case "where":
		return chooseLiteral(args)
	case "cmp":
		predicate, _ := Predicates.Value(op.Inherent("predicate"))
		name = Predicates.Name(predicate)
	case "min", "max":
		if op.Inherent(PropagateNaN) != nil {
			name += "imum"
		}
	}
	return promotion.Evaluate(name, args...)
}

// chooseLiteral returns the second or the third of three literals, depending on the first one. The result has the
// higher kind of the two.
func chooseLiteral(args []promotion.Number) (promotion.Number, error) {
	kind := max(args[1].Kind, args[2].Kind)
	if condition, err := promotion.Convert(args[0], promotion.Bool); err != nil || condition.Int.Sign() != 0 {
		return promotion.Convert(args[1], kind)
	}
	return promotion.Convert(args[2], kind)
}

// literals returns the types of an operation if all operands from index first on are literals; otherwise ok is false.
// The operands keep their types, and the result is a literal. In torch semantics, ok is always false, since numbers are
// tensors with types.
func (q *query) literals(name string, first int) (want, results []ir.Type, ok bool, err error) {
	if q.semantics == nil || *q.semantics == promotion.Torch {
		return nil, nil, false, nil
	}
	var kinds []promotion.Kind
	for _, v := range q.operands[first:] {
		t, isLiteral := v.Type().(*LiteralType)
		if !isLiteral {
			return nil, nil, false, nil
		}
		want, kinds = append(want, t), append(kinds, t.Kind())
	}
	kind, ok, err := promotion.ResultKind(name, kinds...)
	if !ok || err != nil {
		return nil, nil, false, err
	}
	return want, []ir.Type{Literal(q.ctx, kind)}, true, q.checkLiterals()
}

// checkLiterals returns an error if an operation between literals has no value, such as a division by zero. It only
// handles operands that are tile.literal operations; errors of other operands are found when these are folded.
func (q *query) checkLiterals() error {
	args := make([]promotion.Number, len(q.operands))
	for i, v := range q.operands {
		n, ok := directLiteral(v)
		if !ok {
			return nil
		}
		args[i] = n
	}
	if _, err := promotion.Evaluate(nameOf(q.def), args...); errors.Is(err, promotion.ErrLiteral) {
		return err
	}
	return nil
}

// foldLiterals folds operations between literals.
func foldLiterals(op *ir.Operation, f *ir.Folding) ir.FoldOutcome {
	if op.NumResults() != 1 || !isLiteral(op.Result(0)) {
		return ir.NotFolded
	}
	args := make([]promotion.Number, len(f.Operands))
	for i, a := range f.Operands {
		n, ok := numberOf(a)
		if !ok {
			return ir.NotFolded
		}
		args[i] = n
	}
	n, err := EvaluateLiterals(op, args)
	if err != nil {
		return ir.NotFolded
	}
	return f.ToConstant(literalAttr(op.Context(), n))
}

// materialize creates the literal for the folded value of an operation between literals.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, _ ir.Location) *ir.Operation {
	if _, ok := t.(*LiteralType); !ok {
		return nil
	}
	return newLiteral(b, value).DefiningOp()
}

func isLiteral(v *ir.Value) bool {
	_, ok := v.Type().(*LiteralType)
	return ok
}

func isLoose(op *ir.Operation) bool {
	_, ok := ir.InterfaceOf[Loose](op)
	return ok
}

// nameOf returns the name of an operation within the dialect.
func nameOf(def *ir.OpDef) string { return strings.TrimPrefix(def.Name, "tile.") }
