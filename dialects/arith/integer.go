package arith

import (
	"strconv"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Integer operations with flags that say that the result does not wrap around.
var (
	AddI = wrapping("addi", "integer addition operation", ir.Commutative)
	SubI = wrapping("subi", "integer subtraction operation", 0)
	MulI = namedVScale(wrapping("muli", "integer multiplication operation", ir.Commutative))
	ShLI = wrapping("shli", "integer left-shift", 0)
)

// Integer divisions have undefined behaviour for some operands.
var (
	DivUI      = divisor(notZero, exact("divui", "unsigned integer division operation", 0))
	DivSI      = divisor(notZeroOrMinusOne, exact("divsi", "signed integer division operation", 0))
	CeilDivUI  = divisor(notZero, integer("ceildivui", "unsigned ceil integer division operation", 0))
	CeilDivSI  = divisor(notZeroOrMinusOne, integer("ceildivsi", "signed ceil integer division operation", 0))
	FloorDivSI = divisor(notZeroOrMinusOne, integer("floordivsi", "signed floor integer division operation", 0))
	RemUI      = divisor(notZero, integer("remui", "unsigned integer division remainder operation", 0))
	RemSI      = divisor(notZero, integer("remsi", "signed integer division remainder operation", 0))
)

// Bitwise operations and shifts to the right.
var (
	AndI  = integer("andi", "integer binary and", ir.Pure|ir.Commutative|ir.Idempotent)
	OrI   = integer("ori", "integer binary or", ir.Pure|ir.Commutative|ir.Idempotent)
	XOrI  = integer("xori", "integer binary xor", ir.Pure|ir.Commutative)
	ShRUI = exact("shrui", "unsigned integer right-shift", ir.Pure)
	ShRSI = exact("shrsi", "signed integer right-shift", ir.Pure)
)

// Integer extrema.
var (
	MaxSI = integer("maxsi", "signed integer maximum operation", ir.Pure|ir.Commutative)
	MaxUI = integer("maxui", "unsigned integer maximum operation", ir.Pure|ir.Commutative)
	MinSI = integer("minsi", "signed integer minimum operation", ir.Pure|ir.Commutative)
	MinUI = integer("minui", "unsigned integer minimum operation", ir.Pure|ir.Commutative)
)

// AddUIExtended defines `arith.addui_extended`: the results are an unsigned sum and whether it overflowed.
var AddUIExtended = ir.OpDef{
	Name:     "arith.addui_extended",
	Summary:  "extended unsigned integer addition operation returning sum and overflow bit",
	Operands: integerOperands,
	Results: []ir.ValueDef{
		{Name: "sum", Type: constraints.SignlessIntegerOrIndexLike},
		{Name: "overflow", Type: constraints.BoolLike},
	},
	Traits: elementwise | ir.Pure | ir.Commutative,
	TypeRules: []ir.TypeRule{
		{From: "lhs", To: "rhs", Summary: "all of {lhs, rhs, sum} have same type"},
		{From: "lhs", To: "sum", Summary: "all of {lhs, rhs, sum} have same type"},
	},
	InferTypes: func(ctx *ir.Context, st *ir.OpState) ([]ir.Type, error) {
		t := st.Operands[0].Type()
		return []ir.Type{t, ctx.WithElement(t, ctx.I(1))}, nil
	},
	Assembly:    `$lhs ',' $rhs attr-dict ':' type($sum) ',' type($overflow)`,
	ResultNames: ir.DeclaredResultNames,
}

// MulSIExtended and MulUIExtended return the low and the high half of a product.
var (
	MulSIExtended = extendedProduct("mulsi_extended", "extended signed integer multiplication operation")
	MulUIExtended = extendedProduct("mului_extended", "extended unsigned integer multiplication operation")
)

var integerOperands = []ir.ValueDef{
	{Name: "lhs", Type: constraints.SignlessIntegerOrIndexLike},
	{Name: "rhs", Type: constraints.SignlessIntegerOrIndexLike},
}

func integer(name, summary string, traits ir.Trait) ir.OpDef {
	return ir.OpDef{
		Name:     "arith." + name,
		Summary:  summary,
		Operands: integerOperands,
		Results:  []ir.ValueDef{{Name: "result", Type: constraints.SignlessIntegerOrIndexLike}},
		Traits:   elementwise | ir.SameOperandsAndResultType | traits,
		Assembly: `$lhs ',' $rhs attr-dict ':' type($result)`,
	}
}

func wrapping(name, summary string, traits ir.Trait) ir.OpDef {
	def := integer(name, summary, traits|ir.Pure)
	def.Attrs = []ir.OpAttr{defaultOverflow()}
	def.Assembly = `$lhs ',' $rhs ('overflow' '' $overflowFlags^)? attr-dict ':' type($result)`
	return def
}

func exact(name, summary string, traits ir.Trait) ir.OpDef {
	def := integer(name, summary, traits)
	def.Attrs = []ir.OpAttr{{Name: "isExact", Attr: constraints.Unit, Optional: true}}
	def.Assembly = `$lhs ',' $rhs ('exact' $isExact^)? attr-dict ':' type($result)`
	return def
}

// divisor makes an operation speculatable if its divisor is safe. In upstream 22, the last three operations are always
// speculatable, although they have the same undefined behavior.
func divisor(safe safeDivisor, def ir.OpDef) ir.OpDef {
	def.Interfaces = append(def.Interfaces, safe)
	return def
}

func extendedProduct(name, summary string) ir.OpDef {
	const same = "all of {lhs, rhs, low, high} have same type"
	return ir.OpDef{
		Name:     "arith." + name,
		Summary:  summary,
		Operands: integerOperands,
		Results: []ir.ValueDef{
			{Name: "low", Type: constraints.SignlessIntegerOrIndexLike},
			{Name: "high", Type: constraints.SignlessIntegerOrIndexLike},
		},
		Traits: elementwise | ir.Pure | ir.Commutative,
		TypeRules: []ir.TypeRule{
			{From: "lhs", To: "rhs", Summary: same},
			{From: "lhs", To: "low", Summary: same},
			{From: "lhs", To: "high", Summary: same},
		},
		Assembly:    `$lhs ',' $rhs attr-dict ':' type($lhs)`,
		ResultNames: ir.DeclaredResultNames,
	}
}

// namedVScale suggests a name for the product of a constant and vector.vscale, as upstream does.
func namedVScale(def ir.OpDef) ir.OpDef {
	def.ResultNames = func(op *ir.Operation, set func(*ir.Value, string)) {
		if !ir.IsIndex(op.Result(0).Type()) {
			return
		}
		for i := range 2 {
			scale := op.Operand(1 - i).DefiningOp()
			if base, ok := ConstantInt(op.Operand(i)); ok && scale != nil && scale.Name() == "vector.vscale" {
				set(op.Result(0), "c"+strconv.FormatInt(base, 10)+"_vscale")
				return
			}
		}
	}
	return def
}
