package promotion

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// maxLiteralBits bounds the size of integer results of operations between literals.
const maxLiteralBits = 1 << 16

// operator is an operation between literals. It computes floats if an operand is a float, and integers otherwise; bools
// count as 0 and 1. Unary operators ignore y.
type operator struct {
	arity  int
	result func(operands Kind) (k Kind, ok bool)
	ints   func(x, y *big.Int) (Number, error)
	floats func(x, y float64) (Number, error)
}

// operators maps names to operators. Names are those of dialect tile; comparisons are in predicates. The operators
// behave as in Python: integers are arbitrarily large, `//` rounds down, and `%` has the sign of the divisor.
var operators = map[string]operator{
	"add":      {2, arithmetic, wrapInt((*big.Int).Add), wrapFloat(func(x, y float64) float64 { return x + y })},
	"sub":      {2, arithmetic, wrapInt((*big.Int).Sub), wrapFloat(func(x, y float64) float64 { return x - y })},
	"mul":      {2, arithmetic, multiply, wrapFloat(func(x, y float64) float64 { return x * y })},
	"div":      {2, always(Float), divideInts, nonZeroFloat(func(x, y float64) float64 { return x / y })},
	"floordiv": {2, arithmetic, nonZeroInt(floorDivInt), nonZeroFloat(floorDivFloat)},
	"mod":      {2, arithmetic, nonZeroInt(modInt), nonZeroFloat(modFloat)},
	"truncdiv": {2, arithmetic, nonZeroInt((*big.Int).Quo), nonZeroFloat(func(x, y float64) float64 {
		return math.Trunc(x / y)
	})},
	"rem":     {2, arithmetic, nonZeroInt((*big.Int).Rem), nonZeroFloat(math.Mod)},
	"cdiv":    {2, integral, nonZeroInt(ceilDivInt), nil},
	"pow":     {2, arithmetic, powInt, powFloat},
	"and":     {2, bits, wrapInt((*big.Int).And), nil},
	"or":      {2, bits, wrapInt((*big.Int).Or), nil},
	"xor":     {2, bits, wrapInt((*big.Int).Xor), nil},
	"shl":     {2, integral, shiftLeft, nil},
	"shr":     {2, integral, shiftRight, nil},
	"min":     {2, same, wrapInt(minInt), wrapFloat(numberWins(math.Min))},
	"max":     {2, same, wrapInt(maxInt), wrapFloat(numberWins(math.Max))},
	"minimum": {2, same, wrapInt(minInt), wrapFloat(math.Min)},
	"maximum": {2, same, wrapInt(maxInt), wrapFloat(math.Max)},
	"neg": {1, arithmetic, wrapInt(func(z, x, _ *big.Int) *big.Int {
		return z.Neg(x)
	}), wrapFloat(func(x, _ float64) float64 { return -x })},
	"abs": {1, arithmetic, wrapInt(func(z, x, _ *big.Int) *big.Int {
		return z.Abs(x)
	}), wrapFloat(func(x, _ float64) float64 { return math.Abs(x) })},
	"not": {1, integral, wrapInt(func(z, x, _ *big.Int) *big.Int { return z.Not(x) }), nil},
}

// predicates maps comparisons to their results if the left operand is less than, equal to, or greater than the right
// one. Comparisons with NaN are false, except for ne.
var predicates = map[string][3]bool{
	"eq": {false, true, false}, "ne": {true, false, true}, "lt": {true, false, false}, "le": {true, true, false},
	"gt": {false, false, true}, "ge": {false, true, true},
}

// ResultKind returns the kind of the result of an operation between literals of the given kinds; ok is false if
// literals do not have the operation. Names are those of dialect tile without the prefix; comparisons have the names of
// their predicates. minimum and maximum are min and max that propagate NaN. The error wraps ErrOperand.
func ResultKind(name string, kinds ...Kind) (k Kind, ok bool, err error) {
	if _, ok := predicates[name]; ok {
		return Bool, true, nil
	}
	op, ok := operators[name]
	if !ok || len(kinds) != op.arity {
		return 0, false, nil
	}
	operands := slices.Max(kinds)
	if k, ok = op.result(operands); !ok {
		return 0, true, fmt.Errorf("%w: %s takes no %v literals; write integers", ErrOperand, name, operands)
	}
	return k, true, nil
}

// Evaluate returns the result of an operation between literals. It returns the errors of [ResultKind]. For operations
// without a result, such as a division by zero, the error wraps ErrLiteral.
func Evaluate(name string, args ...Number) (Number, error) {
	kinds := make([]Kind, len(args))
	for i, n := range args {
		kinds[i] = n.Kind
	}
	kind, ok, err := ResultKind(name, kinds...)
	switch {
	case err != nil:
		return Number{}, err
	case !ok:
		return Number{}, fmt.Errorf("%w: there is no %s of literals", ErrOperand, name)
	}
	if holds, ok := predicates[name]; ok {
		return NewBool(compareNumbers(args[0], args[1], holds, name == "ne")), nil
	}
	n, err := operators[name].apply(slices.Max(kinds), args)
	if err != nil {
		return Number{}, fmt.Errorf("%w: %s of %s: %w", ErrLiteral, name, list(args), err)
	}
	if n.Kind != Float {
		n.Kind = kind
	}
	return n, nil
}

// NewBool, NewInt and NewFloat return literals.
func NewBool(v bool) Number {
	n := Number{Kind: Bool, Int: new(big.Int)}
	if v {
		n.Int.SetInt64(1)
	}
	return n
}

func NewInt(v *big.Int) Number { return Number{Kind: Int, Int: v} }

func NewFloat(v float64) Number { return Number{Kind: Float, Float: v} }

// Convert converts a literal by value to another kind, as tile.cast does. Conversion of floats to integers truncates.
// The error wraps ErrLiteral if there is no such value.
func Convert(n Number, k Kind) (Number, error) {
	switch {
	case n.Kind == k:
		return n, nil
	case k == Float:
		v, err := n.float()
		if err != nil {
			return Number{}, fmt.Errorf("%w: %w", ErrLiteral, err)
		}
		return NewFloat(v), nil
	case k == Bool:
		return NewBool(n.Kind == Float && n.Float != 0 || n.Kind != Float && n.Int.Sign() != 0), nil
	case n.Kind == Bool:
		return NewInt(n.Int), nil
	case math.IsNaN(n.Float) || math.IsInf(n.Float, 0):
		return Number{}, fmt.Errorf("%w: %v is not an integer", ErrLiteral, n)
	}
	v, _ := big.NewFloat(n.Float).Int(nil)
	return NewInt(v), nil
}

func (op operator) apply(operands Kind, args []Number) (Number, error) {
	if operands != Float {
		return op.ints(args[0].Int, args[len(args)-1].Int)
	}
	x, err := args[0].float()
	if err != nil {
		return Number{}, err
	}
	y, err := args[len(args)-1].float()
	if err != nil {
		return Number{}, err
	}
	return op.floats(x, y)
}

// float returns the nearest float of a number. As in Python, integers that exceed the largest float are an error.
func (n Number) float() (float64, error) {
	if n.Kind == Float {
		return n.Float, nil
	}
	v, _ := new(big.Float).SetInt(n.Int).Float64()
	if math.IsInf(v, 0) {
		return 0, fmt.Errorf("%v is too large for a float", n)
	}
	return v, nil
}

// compareNumbers compares by value. Integers and floats are compared exactly, without rounding.
func compareNumbers(x, y Number, holds [3]bool, unordered bool) bool {
	if x.isNaN() || y.isNaN() {
		return unordered
	}
	return holds[1+x.exact().Cmp(y.exact())]
}

func (n Number) isNaN() bool { return n.Kind == Float && math.IsNaN(n.Float) }

func (n Number) exact() *big.Float {
	if n.Kind == Float {
		return big.NewFloat(n.Float)
	}
	return new(big.Float).SetInt(n.Int)
}

func list(args []Number) string {
	text := ""
	for i, n := range args {
		if i > 0 {
			text += " and "
		}
		text += n.String()
	}
	return text
}
