package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// Predicates of integer comparisons, by upstream's numbers.
const (
	EQ = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// IntPredicate is the enumeration of integer predicates.
var IntPredicate = enums.NewKeyword("predicate", "", 64,
	"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")

// Predicates of float comparisons, by upstream's numbers. If an operand is NaN, an ordered comparison (O...) is false
// and an unordered one (U...) is true.
const (
	AlwaysFalse = iota
	FOEQ
	FOGT
	FOGE
	FOLT
	FOLE
	FONE
	FORD
	FUEQ
	FUGT
	FUGE
	FULT
	FULE
	FUNE
	FUNO
	AlwaysTrue
)

// FloatPredicate is the enumeration of float predicates.
var FloatPredicate = enums.NewKeyword("predicate", "", 64,
	"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
	"ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true")

// CmpI defines `arith.cmpi`.
var CmpI = comparison("cmpi", "integer comparison operation", IntPredicate, constraints.SignlessIntegerOrIndexLike)

// CmpF defines `arith.cmpf`.
var CmpF = withFastMath(comparison("cmpf", "floating-point comparison operation", FloatPredicate,
	constraints.FloatLike))

// NewCmpI creates an integer comparison by one of the predicates EQ to UGE and returns its result.
func NewCmpI(b *ir.Builder, predicate int, lhs, rhs *ir.Value) *ir.Value {
	return compare(b, &CmpI, IntPredicate.Attr(b.Context(), predicate), lhs, rhs)
}

// NewCmpF creates a float comparison by one of the predicates AlwaysFalse to AlwaysTrue and returns its result.
func NewCmpF(b *ir.Builder, predicate int, lhs, rhs *ir.Value) *ir.Value {
	return compare(b, &CmpF, FloatPredicate.Attr(b.Context(), predicate), lhs, rhs)
}

func compare(b *ir.Builder, def *ir.OpDef, predicate ir.Attribute, lhs, rhs *ir.Value) *ir.Value {
	return b.Build(def, []*ir.Value{lhs, rhs}, ir.NamedAttr{Name: "predicate", Value: predicate}).Result(0)
}

func comparison(name, summary string, predicate *enums.Keyword, operand ir.TypeConstraint) ir.OpDef {
	return ir.OpDef{
		Name:     "arith." + name,
		Summary:  summary,
		Operands: []ir.ValueDef{{Name: "lhs", Type: operand}, {Name: "rhs", Type: operand}},
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.BoolLike}},
		Attrs:    []ir.OpAttr{{Name: "predicate", Attr: predicate.Constraint()}},
		Traits:   elementwise | ir.Pure | ir.SameTypeOperands,
		TypeRules: []ir.TypeRule{{From: "lhs", To: "result", Map: BoolLike,
			Summary: "result type has i1 element type and same shape as operands"}},
		Assembly: `$predicate ',' $lhs ',' $rhs attr-dict ':' type($lhs)`,
	}
}

func withFastMath(def ir.OpDef) ir.OpDef {
	def.Attrs = append(def.Attrs, defaultFastMath())
	def.Assembly = `$predicate ',' $lhs ',' $rhs ('fastmath' '' $fastmath^)? attr-dict ':' type($lhs)`
	return def
}

// BoolLike returns i1, or the vector or tensor of i1 of t's shape.
func BoolLike(ctx *ir.Context, t ir.Type) ir.Type {
	if _, shaped := t.(ir.ShapedType); !shaped {
		return ctx.I(1)
	}
	return ctx.WithElement(t, ctx.I(1))
}
