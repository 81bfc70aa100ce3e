package tile

import (
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// Loosely typed arithmetic of two operands.
var (
	Add      = binary("add", "sum", promotion.Arithmetic)
	Sub      = binary("sub", "difference", promotion.Arithmetic)
	Mul      = binary("mul", "product", promotion.Arithmetic)
	Div      = binary("div", "quotient as a float", promotion.TrueDivision)
	FloorDiv = binary("floordiv", "integer quotient, rounded as the semantics say", promotion.IntegerDivision)
	Mod      = binary("mod", "remainder of floordiv", promotion.Remainder)
	And      = binary("and", "bitwise and", promotion.Bitwise)
	Or       = binary("or", "bitwise or", promotion.Bitwise)
	XOr      = binary("xor", "bitwise exclusive or", promotion.Bitwise)
	Shl      = binary("shl", "shift to the left", promotion.Shift)
	Shr      = binary("shr", "shift to the right, arithmetic for signed integers", promotion.Shift)
	Min      = extremum("min", "minimum")
	Max      = extremum("max", "maximum")
)

// Loosely typed functions of one operand.
var (
	Neg   = unary("neg", "negation", promotion.Sign)
	Abs   = unary("abs", "magnitude", promotion.Sign)
	Exp   = unary("exp", "exponential", promotion.FloatFunction)
	Exp2  = unary("exp2", "power of two", promotion.FloatFunction)
	Log   = unary("log", "natural logarithm", promotion.FloatFunction)
	Log2  = unary("log2", "logarithm to base two", promotion.FloatFunction)
	Sqrt  = unary("sqrt", "square root", promotion.FloatFunction)
	RSqrt = unary("rsqrt", "reciprocal square root", promotion.FloatFunction)
	Sin   = unary("sin", "sine", promotion.FloatFunction)
	Cos   = unary("cos", "cosine", promotion.FloatFunction)
	Tanh  = unary("tanh", "hyperbolic tangent", promotion.FloatFunction)
	Floor = unary("floor", "next lower integer, as a float", promotion.Rounding)
	Ceil  = unary("ceil", "next higher integer, as a float", promotion.Rounding)
)

// Predicates of comparisons. Floats compare as ordered, but for NE, which holds if an operand is NaN.
const (
	EQ = iota
	NE
	LT
	LE
	GT
	GE
)

// Predicate is the enumeration of predicates.
var Predicate = enums.NewKeyword("predicate", "comparison predicate: eq, ne, lt, le, gt or ge", 64,
	"eq", "ne", "lt", "le", "gt", "ge")

// Cmp defines `tile.cmp`: the operands are promoted and compared.
var Cmp = ir.OpDef{
	Name:       "tile.cmp",
	Summary:    "comparison of loosely typed operands",
	Operands:   []ir.ValueDef{{Name: "lhs", Type: operands}, {Name: "rhs", Type: operands}},
	Results:    []ir.ValueDef{{Name: "result", Type: bools}},
	Attrs:      []ir.OpAttr{{Name: "predicate", Attr: Predicate.Constraint()}},
	Traits:     ir.Pure,
	Assembly:   `$predicate ',' $lhs ',' $rhs attr-dict ':' type($lhs) ',' type($rhs) '->' type($result)`,
	Verify:     verifyLoose,
	Interfaces: []any{looseTypes(comparisonTypes)},
}

// Where defines `tile.where`: elementwise choice by a mask of bools; the values are promoted, and all three broadcast.
var Where = ir.OpDef{
	Name:    "tile.where",
	Summary: "choice between loosely typed values",
	Operands: []ir.ValueDef{
		{Name: "condition", Type: bools}, {Name: "ifTrue", Type: operands}, {Name: "ifFalse", Type: operands},
	},
	Results: []ir.ValueDef{{Name: "result", Type: numbers}},
	Traits:  ir.Pure,
	Assembly: `$condition ',' $ifTrue ',' $ifFalse attr-dict ':' type($condition) ',' type($ifTrue) ',' ` +
		`type($ifFalse) '->' type($result)`,
	Verify:     verifyLoose,
	Interfaces: []any{looseTypes(selectionTypes)},
}

// PropagateNaN is the unit attribute of tile.min and tile.max that makes the result NaN if an operand is; without it a
// number wins over NaN.
const PropagateNaN = "propagateNaN"

// Binary creates a loosely typed operation of two operands and returns its result.
func Binary(b *ir.Builder, def *ir.OpDef, lhs, rhs *ir.Value) (*ir.Value, error) {
	return result(build(b, def, []*ir.Value{lhs, rhs}))
}

// Unary creates a loosely typed operation of one operand and returns its result.
func Unary(b *ir.Builder, def *ir.OpDef, v *ir.Value) (*ir.Value, error) {
	return result(build(b, def, []*ir.Value{v}))
}

// NewCmp creates a comparison by one of the predicates EQ to GE and returns its result.
func NewCmp(b *ir.Builder, predicate int, lhs, rhs *ir.Value) (*ir.Value, error) {
	return result(build(b, &Cmp, []*ir.Value{lhs, rhs},
		ir.NamedAttr{Name: "predicate", Value: Predicate.Attr(b.Context(), predicate)}))
}

// NewWhere creates a choice and returns its result.
func NewWhere(b *ir.Builder, condition, ifTrue, ifFalse *ir.Value) (*ir.Value, error) {
	return result(build(b, &Where, []*ir.Value{condition, ifTrue, ifFalse}))
}

func result(op *ir.Operation, err error) (*ir.Value, error) {
	if err != nil {
		return nil, err
	}
	return op.Result(0), nil
}

func binary(name, summary string, class promotion.Class) ir.OpDef {
	return ir.OpDef{
		Name:       "tile." + name,
		Summary:    summary + " of loosely typed operands",
		Operands:   []ir.ValueDef{{Name: "lhs", Type: operands}, {Name: "rhs", Type: operands}},
		Results:    []ir.ValueDef{{Name: "result", Type: numbers}},
		Traits:     ir.Pure,
		Assembly:   `$lhs ',' $rhs attr-dict ':' type($lhs) ',' type($rhs) '->' type($result)`,
		Verify:     verifyLoose,
		Interfaces: []any{elementwise(class)},
	}
}

func extremum(name, summary string) ir.OpDef {
	def := binary(name, summary, promotion.Arithmetic)
	def.Attrs = []ir.OpAttr{{Name: PropagateNaN, Attr: constraints.Unit, Optional: true}}
	def.Assembly = `$lhs ',' $rhs ('propagate_nan' $propagateNaN^)? attr-dict ':' type($lhs) ',' type($rhs) '->' ` +
		`type($result)`
	return def
}

func unary(name, summary string, class promotion.Class) ir.OpDef {
	return ir.OpDef{
		Name:       "tile." + name,
		Summary:    summary + " of a loosely typed operand",
		Operands:   []ir.ValueDef{{Name: "in", Type: numbers}},
		Results:    []ir.ValueDef{{Name: "result", Type: numbers}},
		Traits:     ir.Pure,
		Assembly:   `$in attr-dict ':' type($in) '->' type($result)`,
		Verify:     verifyLoose,
		Interfaces: []any{elementwise(class)},
	}
}

// elementwise gives all operands and the result one type.
func elementwise(class promotion.Class) looseTypes {
	return func(q *query) (want, results []ir.Type, err error) {
		elem, err := q.common(class, 0)
		if err != nil {
			return nil, nil, err
		}
		return q.uniform(elem, elem)
	}
}

func comparisonTypes(q *query) (want, results []ir.Type, err error) {
	elem, err := q.common(promotion.Comparison, 0)
	if err != nil {
		return nil, nil, err
	}
	return q.uniform(elem, q.ctx.I(1))
}

func selectionTypes(q *query) (want, results []ir.Type, err error) {
	elem, err := q.common(promotion.Selection, 1)
	if err != nil {
		return nil, nil, err
	}
	want, results, err = q.uniform(elem, elem)
	if err != nil {
		return nil, nil, err
	}
	want[0] = q.ctx.I(1)
	if t, ok := results[0].(*ir.TensorType); ok {
		want[0] = q.ctx.TensorType(t.Shape(), want[0], nil)
	}
	return want, results, nil
}

// uniform gives all operands one element type and all values one shape.
func (q *query) uniform(operand, result ir.Type) (want, results []ir.Type, err error) {
	shape, err := q.shape()
	if err != nil {
		return nil, nil, err
	}
	for range q.operands {
		want = append(want, Of(q.ctx, shape, operand))
	}
	return want, []ir.Type{Of(q.ctx, shape, result)}, nil
}
