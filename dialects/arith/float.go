package arith

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// NegF defines `arith.negf`: it flips the sign, of NaN too.
var NegF = ir.OpDef{
	Name:     "arith.negf",
	Summary:  "floating point negation",
	Operands: []ir.ValueDef{{Name: "operand", Type: constraints.FloatLike}},
	Results:  []ir.ValueDef{{Name: "result", Type: constraints.FloatLike}},
	Attrs:    []ir.OpAttr{defaultFastMath()},
	Traits:   elementwise | ir.Pure | ir.SameOperandsAndResultType,
	Assembly: `$operand ('fastmath' '' $fastmath^)? attr-dict ':' type($result)`,
}

// Floating-point arithmetic. MaximumF and MinimumF give NaN if an operand is NaN, MaxNumF and MinNumF then give the
// other operand.
var (
	AddF     = float("addf", "floating point addition operation", ir.Commutative)
	SubF     = float("subf", "floating point subtraction operation", 0)
	MulF     = float("mulf", "floating point multiplication operation", ir.Commutative)
	DivF     = float("divf", "floating point division operation", 0)
	RemF     = float("remf", "floating point division remainder operation", 0)
	MaximumF = float("maximumf", "floating-point maximum operation", ir.Commutative)
	MaxNumF  = float("maxnumf", "floating-point maximum operation", ir.Commutative)
	MinimumF = float("minimumf", "floating-point minimum operation", ir.Commutative)
	MinNumF  = float("minnumf", "floating-point minimum operation", ir.Commutative)
)

func float(name, summary string, traits ir.Trait) ir.OpDef {
	return ir.OpDef{
		Name:    "arith." + name,
		Summary: summary,
		Operands: []ir.ValueDef{
			{Name: "lhs", Type: constraints.FloatLike},
			{Name: "rhs", Type: constraints.FloatLike},
		},
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.FloatLike}},
		Attrs:    []ir.OpAttr{defaultFastMath()},
		Traits:   elementwise | ir.Pure | ir.SameOperandsAndResultType | traits,
		Assembly: `$lhs ',' $rhs ('fastmath' '' $fastmath^)? attr-dict ':' type($result)`,
	}
}
