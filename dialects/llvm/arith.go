package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// Integer arithmetic.
var (
	Add  = wrapping("add", ir.Commutative)
	Sub  = wrapping("sub", 0)
	Mul  = wrapping("mul", ir.Commutative)
	Shl  = wrapping("shl", 0)
	UDiv = flagged("udiv", "exact", exact, ir.NoMemoryEffect)
	SDiv = flagged("sdiv", "exact", exact, ir.NoMemoryEffect)
	LShr = flagged("lshr", "exact", exact, ir.Pure)
	AShr = flagged("ashr", "exact", exact, ir.Pure)
	Or   = flagged("or", "disjoint", disjoint, ir.Pure)
	URem = integer("urem")
	SRem = integer("srem")
	And  = integer("and")
	XOr  = integer("xor")
)

// Floating-point arithmetic.
var (
	FAdd = floating("fadd")
	FSub = floating("fsub")
	FMul = floating("fmul")
	FDiv = floating("fdiv")
	FRem = floating("frem")
	FNeg = ir.OpDef{
		Name:     "llvm.fneg",
		Summary:  instruction("fneg"),
		Operands: []ir.ValueDef{{Name: "operand", Type: floats}},
		Results:  []ir.ValueDef{{Name: "res", Type: floats}},
		Attrs:    []ir.OpAttr{defaultFastMath()},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Assembly: `$operand attr-dict ':' type($res)`,
	}
)

// instruction returns the summary of the operation for an instruction of LLVM IR.
func instruction(name string) string { return "instruction '" + name + "' of LLVM IR" }

func binary(name string, t ir.TypeConstraint, traits ir.Trait) ir.OpDef {
	return ir.OpDef{
		Name:     "llvm." + name,
		Summary:  instruction(name),
		Operands: []ir.ValueDef{{Name: "lhs", Type: t}, {Name: "rhs", Type: t}},
		Results:  []ir.ValueDef{{Name: "res", Type: t}},
		Traits:   ir.SameOperandsAndResultType | traits,
		Assembly: `$lhs ',' $rhs attr-dict ':' type($res)`,
	}
}

func integer(name string) ir.OpDef { return binary(name, integers, ir.Pure) }

func wrapping(name string, traits ir.Trait) ir.OpDef {
	def := binary(name, integers, ir.Pure|traits)
	def.Attrs = []ir.OpAttr{defaultOverflow()}
	def.Assembly = `$lhs ',' $rhs ($overflowFlags^)? attr-dict ':' type($res)`
	return def
}

func flagged(name, keyword, attr string, traits ir.Trait) ir.OpDef {
	def := binary(name, integers, traits)
	def.Attrs = []ir.OpAttr{{Name: attr, Attr: constraints.Unit, Optional: true}}
	def.Assembly = `('` + keyword + `' $` + attr + `^)? $lhs ',' $rhs attr-dict ':' type($res)`
	return def
}

func floating(name string) ir.OpDef {
	def := binary(name, floats, ir.Pure)
	def.Attrs = []ir.OpAttr{defaultFastMath()}
	return def
}

// IntPredicate and FloatPredicate are the enumerations of integer and float predicates, with upstream's numbers.
var (
	IntPredicate = enums.NewKeyword("predicate", "lvm.icmp comparison predicate", 64,
		"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
	FloatPredicate = enums.NewKeyword("predicate", "llvm.fcmp comparison predicate", 64,
		"_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
		"ueq", "ugt", "uge", "ult", "ule", "une", "uno", "_true")
)

// ICmp and FCmp define `llvm.icmp` and `llvm.fcmp`.
var (
	ICmp = comparison("icmp", IntPredicate, orPointer)
	FCmp = withFastMath(comparison("fcmp", FloatPredicate, floats))
)

func comparison(name string, predicate *enums.Keyword, operand ir.TypeConstraint) ir.OpDef {
	return ir.OpDef{
		Name:     "llvm." + name,
		Summary:  instruction(name),
		Operands: []ir.ValueDef{{Name: "lhs", Type: operand}, {Name: "rhs", Type: operand}},
		Results:  []ir.ValueDef{{Name: "res", Type: bools}},
		Attrs:    []ir.OpAttr{{Name: "predicate", Attr: quoted(predicate, "predicate")}},
		Traits:   ir.Pure | ir.SameTypeOperands,
		TypeRules: []ir.TypeRule{{From: "lhs", To: "res",
			Summary: "result type has i1 element type and same shape as operands",
			Map:     func(ctx *ir.Context, t ir.Type) ir.Type { return ctx.WithElement(t, ctx.I(1)) }}},
		Assembly: `$predicate $lhs ',' $rhs attr-dict ':' type($lhs)`,
	}
}

func withFastMath(def ir.OpDef) ir.OpDef {
	def.Attrs = append(def.Attrs, defaultFastMath())
	return def
}

// Select defines `llvm.select`.
var Select = ir.OpDef{
	Name:    "llvm.select",
	Summary: instruction("select"),
	Operands: []ir.ValueDef{{Name: "condition", Type: bools}, {Name: "trueValue", Type: anyType},
		{Name: "falseValue", Type: anyType}},
	Results: []ir.ValueDef{{Name: "res", Type: anyType}},
	Attrs:   []ir.OpAttr{defaultFastMath()},
	Traits:  ir.Pure,
	TypeRules: []ir.TypeRule{
		{From: "trueValue", To: "falseValue", Summary: sameSelect},
		{From: "trueValue", To: "res", Summary: sameSelect},
	},
	Assembly: `operands attr-dict ':' type($condition) ',' type($res)`,

	Interfaces: []any{alias.Choice(1)},
}

const sameSelect = "all of {trueValue, falseValue, res} have same type"

// Integer operations that detect overflow (LLVMIntrinsicOps.td). The result is a structure of the value and an overflow
// bit for each element.
var (
	SAddOverflow = withOverflow("sadd")
	UAddOverflow = withOverflow("uadd")
	SSubOverflow = withOverflow("ssub")
	USubOverflow = withOverflow("usub")
	SMulOverflow = withOverflow("smul")
	UMulOverflow = withOverflow("umul")
)

func withOverflow(name string) ir.OpDef {
	name += ".with.overflow"
	return ir.OpDef{
		Name:     "llvm.intr." + name,
		Summary:  "intrinsic 'llvm." + name + "' of LLVM IR",
		Operands: []ir.ValueDef{{Name: "a", Type: integers}, {Name: "b", Type: integers}},
		Results:  []ir.ValueDef{{Name: "res", Type: anyType}},
		Traits:   ir.Pure | ir.SameTypeOperands,
	}
}

// NewWithOverflow creates an operation by a definition of this file and returns its value and its overflow bits.
func NewWithOverflow(b *ir.Builder, def *ir.OpDef, x, y *ir.Value) (result, overflow *ir.Value) {
	ctx := b.Context()
	bits := ir.Type(ctx.I(1))
	if v, ok := x.Type().(*ir.VectorType); ok {
		bits = ctx.WithElement(v, bits)
	}
	st := b.State(def)
	st.Operands = append(st.Operands, x, y)
	st.Types = append(st.Types, StructOf(ctx, false, x.Type(), bits))
	both := b.Create(st).Result(0)
	return NewExtractValue(b, both, 0), NewExtractValue(b, both, 1)
}
