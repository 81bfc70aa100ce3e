package tile

import (
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Loosely typed arithmetic of two operands.
var (
	Add      = roundedBinary(binary("add", "sum", promotion.Arithmetic))
	Sub      = roundedBinary(binary("sub", "difference", promotion.Subtraction))
	Mul      = roundedBinary(binary("mul", "product", promotion.Arithmetic))
	Div      = roundedBinary(binary("div", "quotient as a float", promotion.TrueDivision), RoundApprox, RoundFull)
	FloorDiv = division("floordiv", "integer quotient, rounded as the semantics say", promotion.IntegerDivision)
	TruncDiv = division("truncdiv", "integer quotient, rounded towards zero in all semantics",
		promotion.IntegerDivision)
	CDiv  = division("cdiv", "integer quotient, rounded up", promotion.IntegerDivision)
	Mod   = division("mod", "remainder of floordiv", promotion.Remainder)
	Rem   = binary("rem", "remainder with the sign of the dividend in all semantics", promotion.Remainder)
	MulHi = binary("mulhi", "upper half of the product, which is twice as wide", promotion.Bitwise)
	Pow   = binary("pow", "power", promotion.Power)
	ATan2 = binary("atan2", "angle of the point (rhs, lhs)", promotion.FloatFunction)
	And   = binary("and", "bitwise and", promotion.Bitwise)
	Or    = binary("or", "bitwise or", promotion.Bitwise)
	XOr   = binary("xor", "bitwise exclusive or", promotion.Bitwise)
	Shl   = binary("shl", "shift to the left", promotion.Shift)
	Shr   = binary("shr", "shift to the right, arithmetic for signed integers", promotion.Shift)
	Min   = extremum("min", "minimum")
	Max   = extremum("max", "maximum")
)

// Loosely typed functions of one operand.
var (
	Neg = unary("neg", "negation", promotion.Negation)
	Abs = unary("abs", "absolute value", promotion.Magnitude)
	Not = unary("not", "bitwise complement", promotion.Bitwise)
	Exp = rounded(unary("exp", "exponential function", promotion.FloatFunction), RoundNearestEven,
		RoundApprox, RoundFull)
	Exp2  = rounded(unary("exp2", "2 to the power of the operand", promotion.FloatFunction), RoundNearestEven, RoundApprox)
	Log   = unary("log", "natural logarithm", promotion.FloatFunction)
	Log2  = unary("log2", "logarithm to base two", promotion.FloatFunction)
	Log10 = unary("log10", "logarithm to base ten", promotion.FloatFunction)
	Log1P = unary("log1p", "natural logarithm of one plus the operand", promotion.FloatFunction)
	ExpM1 = unary("expm1", "exponential function minus one", promotion.FloatFunction)
	Sqrt  = rounded(unary("sqrt", "square root", promotion.FloatFunction),
		slices.Concat(directions, []Rounding{RoundApprox})...)
	RSqrt = rounded(unary("rsqrt", "reciprocal square root", promotion.FloatFunction), RoundNearestEven, RoundApprox)
	Cbrt  = unary("cbrt", "cube root", promotion.FloatFunction)
	Sin   = unary("sin", "sine", promotion.FloatFunction)
	Cos   = unary("cos", "cosine", promotion.FloatFunction)
	Tan   = unary("tan", "tangent", promotion.FloatFunction)
	ASin  = unary("asin", "inverse sine", promotion.FloatFunction)
	ACos  = unary("acos", "inverse cosine", promotion.FloatFunction)
	ATan  = unary("atan", "inverse tangent", promotion.FloatFunction)
	Sinh  = unary("sinh", "hyperbolic sine", promotion.FloatFunction)
	Cosh  = unary("cosh", "hyperbolic cosine", promotion.FloatFunction)
	Tanh  = rounded(unary("tanh", "hyperbolic tangent", promotion.FloatFunction), RoundNearestEven, RoundApprox, RoundFull)
	Erf   = rounded(unary("erf", "error function", promotion.FloatFunction), RoundNearestEven, RoundApprox)
	Floor = unary("floor", "rounded down to an integer, as a float", promotion.Rounding)
	Ceil  = unary("ceil", "rounded up to an integer, as a float", promotion.Rounding)
	Trunc = unary("trunc", "rounded towards zero to an integer, as a float", promotion.Rounding)
	Round = unary("round", "rounded to the nearest integer, halfway cases to even, as a float", promotion.Rounding)
)

// Classification of floats.
var (
	IsNaN    = classification("isnan", "test for NaN")
	IsInf    = classification("isinf", "test for an infinity")
	IsFinite = classification("isfinite", "test for a finite number")
)

// Predicate is the kind of a comparison.
type Predicate int

// Predicates of comparisons. Comparisons of floats are ordered, except for NE, which is true if an operand is NaN.
const (
	EQ Predicate = iota
	NE
	LT
	LE
	GT
	GE
)

// Predicates is the enumeration of predicates.
var Predicates = enums.New[Predicate]("predicate", "comparison predicate: eq, ne, lt, le, gt or ge", 64,
	"eq", "ne", "lt", "le", "gt", "ge")

// Cmp defines `tile.cmp`: the operands are promoted, broadcast and compared.
var Cmp = ir.OpDef{
	Name:       "tile.cmp",
	Summary:    "comparison of loosely typed operands",
	Operands:   []ir.ValueDef{{Name: "lhs", Type: operands}, {Name: "rhs", Type: operands}},
	Results:    []ir.ValueDef{{Name: "result", Type: truths}},
	Attrs:      []ir.OpAttr{{Name: "predicate", Attr: Predicates.Constraint()}},
	Traits:     ir.Pure,
	Assembly:   `$predicate ',' $lhs ',' $rhs attr-dict ':' type($lhs) ',' type($rhs) '->' type($result)`,
	Verify:     verifyLoose,
	Elided:     looseResults,
	Fold:       foldLiterals,
	Interfaces: []any{looseTypes(comparisonTypes)},
}

// Where defines `tile.where`: the result has the elements of one value where a mask is true, and those of another one
// elsewhere. The two values are promoted, and all three operands are broadcast.
var Where = ir.OpDef{
	Name:    "tile.where",
	Summary: "choice between loosely typed values",
	Operands: []ir.ValueDef{
		{Name: "condition", Type: truths}, {Name: "ifTrue", Type: operands}, {Name: "ifFalse", Type: operands},
	},
	Results: []ir.ValueDef{{Name: "result", Type: operands}},
	Traits:  ir.Pure,
	Assembly: `$condition ',' $ifTrue ',' $ifFalse attr-dict ':' type($condition) ',' type($ifTrue) ',' ` +
		`type($ifFalse) '->' type($result)`,
	Verify:     verifyLoose,
	Elided:     looseResults,
	Fold:       foldLiterals,
	Interfaces: []any{looseTypes(selectionTypes), alias.Choice(1)},
}

// FMA defines `tile.fma`: the result is the product of the first two operands plus the third one, rounded once.
// Integers wrap around.
var FMA = ir.OpDef{
	Name:       "tile.fma",
	Summary:    "product plus addend, rounded once; operands are loosely typed",
	Operands:   []ir.ValueDef{{Name: "a", Type: operands}, {Name: "b", Type: operands}, {Name: "c", Type: operands}},
	Results:    []ir.ValueDef{{Name: "result", Type: numbers}},
	Attrs:      roundingAttrs(),
	Traits:     ir.Pure,
	Assembly:   `$a ',' $b ',' $c ` + roundingAssembly + `attr-dict ':' type(operands) '->' type($result)`,
	Verify:     verifyRounded(directions),
	Elided:     looseResults,
	Interfaces: []any{elementwise(promotion.Arithmetic)},
}

// Clamp defines `tile.clamp`: the result is in, limited to the range from low to high. If in is NaN, the result is low,
// or NaN with propagate_nan. As in Triton, the result is undefined if low is greater than high.
var Clamp = ir.OpDef{
	Name:     "tile.clamp",
	Summary:  "value limited to a range; operands are loosely typed",
	Operands: []ir.ValueDef{{Name: "in", Type: operands}, {Name: "low", Type: operands}, {Name: "high", Type: operands}},
	Results:  []ir.ValueDef{{Name: "result", Type: numbers}},
	Attrs:    []ir.OpAttr{{Name: PropagateNaN, Attr: constraints.Unit, Optional: true}},
	Traits:   ir.Pure,
	Assembly: `$in ',' $low ',' $high ('propagate_nan' $propagateNaN^)? attr-dict ':' type(operands) '->' ` +
		`type($result)`,
	Verify:     verifyLoose,
	Elided:     looseResults,
	Interfaces: []any{elementwise(promotion.Arithmetic)},
}

// PropagateNaN is the unit attribute of tile.min, tile.max and tile.clamp that makes the result NaN if an operand is
// NaN. Without it, operands that are NaN are ignored.
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
func NewCmp(b *ir.Builder, predicate Predicate, lhs, rhs *ir.Value) (*ir.Value, error) {
	return result(build(b, &Cmp, []*ir.Value{lhs, rhs},
		ir.NamedAttr{Name: "predicate", Value: Predicates.Attr(b.Context(), predicate)}))
}

// NewFMA creates a product plus addend and returns its result.
func NewFMA(b *ir.Builder, x, y, z *ir.Value) (*ir.Value, error) {
	return result(build(b, &FMA, []*ir.Value{x, y, z}))
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
		Summary:    summary + "; operands are loosely typed",
		Operands:   []ir.ValueDef{{Name: "lhs", Type: operands}, {Name: "rhs", Type: operands}},
		Results:    []ir.ValueDef{{Name: "result", Type: operands}},
		Traits:     ir.Pure,
		Assembly:   `$lhs ',' $rhs attr-dict ':' type($lhs) ',' type($rhs) '->' type($result)`,
		Verify:     verifyLoose,
		Elided:     looseResults,
		Fold:       foldLiterals,
		Interfaces: []any{elementwise(class)},
	}
}

// division defines a quotient. A zero divisor is an error, so the operation must not be speculated.
func division(name, summary string, class promotion.Class) ir.OpDef {
	def := binary(name, summary, class)
	def.Traits = ir.NoMemoryEffect
	def.Interfaces = append(def.Interfaces, safeDivisor{})
	return def
}

// safeDivisor implements [ir.Speculation] for divisions.
type safeDivisor struct{}

// IsSpeculatable reports whether a quotient cannot fail: it is a float, or its divisor is a literal that is valid for
// all dividends.
func (safeDivisor) IsSpeculatable(op *ir.Operation) bool {
	if ir.IsFloat(ir.ElementOrSelf(op.Result(0).Type())) {
		return true
	}
	literal := op.Operand(1).DefiningOp()
	if literal == nil || !literal.Is(&LiteralOp) {
		return false
	}
	n, ok := numberOf(literal.Inherent("value"))
	return ok && n.Kind == promotion.Int && n.Int.IsInt64() && 0 < n.Int.Int64() && n.Int.Int64() <= math.MaxInt8
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
		Summary:    summary + "; the operand is loosely typed",
		Operands:   []ir.ValueDef{{Name: "in", Type: operands}},
		Results:    []ir.ValueDef{{Name: "result", Type: operands}},
		Traits:     ir.Pure,
		Assembly:   `$in attr-dict ':' type($in) '->' type($result)`,
		Verify:     verifyLoose,
		Elided:     looseResults,
		Fold:       foldLiterals,
		Interfaces: []any{elementwise(class)},
	}
}

// classification defines a test of floats. Numbers of other types are finite.
func classification(name, summary string) ir.OpDef {
	def := unary(name, summary, promotion.Comparison)
	def.Results = []ir.ValueDef{{Name: "result", Type: bools}}
	def.Interfaces = []any{looseTypes(comparisonTypes)}
	return def
}

// elementwise converts all operands to one type. The class determines the type of the result.
func elementwise(class promotion.Class) looseTypes {
	return func(q *query) (want, results []ir.Type, err error) {
		if want, results, ok, err := q.literals(nameOf(q.def), 0); ok || err != nil {
			return want, results, err
		}
		t, err := q.resolve(class, 0)
		if err != nil {
			return nil, nil, err
		}
		return q.uniform(t)
	}
}

func comparisonTypes(q *query) (want, results []ir.Type, err error) {
	name := nameOf(q.def)
	if name == "cmp" {
		name = Predicates.Name(EQ) // all predicates have the same types
	}
	if want, results, ok, err := q.literals(name, 0); ok || err != nil {
		return want, results, err
	}
	t, err := q.resolve(promotion.Comparison, 0)
	if err != nil {
		return nil, nil, err
	}
	return q.uniform(t)
}

func selectionTypes(q *query) (want, results []ir.Type, err error) {
	if isLiteral(q.operands[0]) {
		if want, results, ok, err := q.literals("max", 1); ok || err != nil {
			return append([]ir.Type{q.operands[0].Type()}, want...), results, err
		}
	}
	t, err := q.resolve(promotion.Selection, 1)
	if err != nil {
		return nil, nil, err
	}
	want, results, err = q.uniform(t)
	if err != nil {
		return nil, nil, err
	}
	want[0] = q.ctx.I(1)
	if t, ok := results[0].(*ir.TensorType); ok {
		want[0] = q.ctx.TensorType(t.Shape(), want[0], nil)
	}
	return want, results, nil
}

// uniform gives all operands the element type t.Operand and all operands and results one shape.
func (q *query) uniform(t promotion.Types) (want, results []ir.Type, err error) {
	shape, err := q.shape()
	if err != nil {
		return nil, nil, err
	}
	operand := Of(q.ctx, shape, t.Operand)
	want = make([]ir.Type, len(q.operands))
	for i := range want {
		want[i] = operand
	}
	if t.Computed != t.Result {
		q.computed = []ir.Type{Of(q.ctx, shape, t.Computed)}
	}
	return want, []ir.Type{Of(q.ctx, shape, t.Result)}, nil
}
