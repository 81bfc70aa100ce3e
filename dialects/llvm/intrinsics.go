package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// Floating-point intrinsics (LLVMIntrinsicOps.td). LLVM defines their meaning, and the target their precision.
var (
	FAbs      = intrinsic("fabs", floats, "in")
	Sqrt      = intrinsic("sqrt", floats, "in")
	Exp       = intrinsic("exp", floats, "in")
	Exp2      = intrinsic("exp2", floats, "in")
	Log       = intrinsic("log", floats, "in")
	Log2      = intrinsic("log2", floats, "in")
	Sin       = intrinsic("sin", floats, "in")
	Cos       = intrinsic("cos", floats, "in")
	Floor     = intrinsic("floor", floats, "in")
	Ceil      = intrinsic("ceil", floats, "in")
	RInt      = intrinsic("rint", floats, "in")
	RoundEven = intrinsic("roundeven", floats, "in")
	TruncF    = intrinsic("trunc", floats, "in")
	CopySign  = intrinsic("copysign", floats, "a", "b")
	MaxNum    = intrinsic("maxnum", floats, "a", "b")
	MinNum    = intrinsic("minnum", floats, "a", "b")
	Maximum   = intrinsic("maximum", floats, "a", "b")
	Minimum   = intrinsic("minimum", floats, "a", "b")
	FMA       = intrinsic("fma", floats, "a", "b", "c")
	FMulAdd   = intrinsic("fmuladd", floats, "a", "b", "c")
)

// Integer intrinsics.
var (
	SMax = intrinsic("smax", integers, "a", "b")
	SMin = intrinsic("smin", integers, "a", "b")
	UMax = intrinsic("umax", integers, "a", "b")
	UMin = intrinsic("umin", integers, "a", "b")
)

func intrinsic(name string, t ir.TypeConstraint, operands ...string) ir.OpDef {
	def := ir.OpDef{
		Name:     "llvm.intr." + name,
		Summary:  "intrinsic 'llvm." + name + "' of LLVM IR",
		Results:  []ir.ValueDef{{Name: "res", Type: anyType}},
		Traits:   ir.Pure | ir.SameOperandsAndResultType,
		Assembly: `'(' operands ')' attr-dict ':' functional-type(operands, results)`,
	}
	for _, operand := range operands {
		def.Operands = append(def.Operands, ir.ValueDef{Name: operand, Type: t})
	}
	if t.Summary == floats.Summary {
		def.Attrs = []ir.OpAttr{defaultFastMath()}
	}
	return def
}

// Assume defines `llvm.intr.assume`: the behavior is undefined if the condition is false. Operand bundles, which
// upstream's operation has, are not supported.
var Assume = ir.OpDef{
	Name:     "llvm.intr.assume",
	Summary:  "intrinsic 'llvm.assume' of LLVM IR",
	Operands: []ir.ValueDef{{Name: "cond", Type: constraints.I1}},
	Attrs: []ir.OpAttr{
		{Name: "op_bundle_sizes", Attr: constraints.DenseI32Array, Default: noBundles},
	},
	Assembly: `$cond ':' type($cond) attr-dict`,
	Verify: func(op *ir.Operation) error {
		sizes, total := op.Inherent("op_bundle_sizes").(*ir.DenseArrayAttr), int64(0)
		for i := range sizes.Len() {
			total += sizes.Int64(i)
		}
		if total != 0 {
			return op.Errorf("op_bundle_operands count (0) does not match with the total size (%d) specified in attribute "+
				"'op_bundle_sizes'", total)
		}
		return nil
	},
}

func noBundles(ctx *ir.Context) ir.Attribute { return ctx.DenseI32() }

// roundingMode is the enumeration of rounding modes, with LLVM's numbers.
var roundingMode = enums.NewCases("roundingmode", "LLVM Rounding Mode", 64,
	enums.Case{Name: "towardzero"}, enums.Case{Name: "tonearest", Value: 1}, enums.Case{Name: "upward", Value: 2},
	enums.Case{Name: "downward", Value: 3}, enums.Case{Name: "tonearestaway", Value: 4},
	enums.Case{Name: "dynamic", Value: 7}, enums.Case{Name: "invalid", Value: -1})

// exceptionBehavior is the enumeration of how a program observes floating-point exceptions.
var exceptionBehavior = enums.NewKeyword("fpExceptionBehavior", "LLVM Exception Behavior", 64,
	"ignore", "maytrap", "strict")

// ConstrainedFPTrunc defines `llvm.intr.experimental.constrained.fptrunc`: a narrowing cast with an explicit rounding
// mode.
var ConstrainedFPTrunc = ir.OpDef{
	Name:     "llvm.intr.experimental.constrained.fptrunc",
	Summary:  "intrinsic 'llvm.experimental.constrained.fptrunc' of LLVM IR",
	Operands: []ir.ValueDef{{Name: "arg_0", Type: anyType}},
	Results:  []ir.ValueDef{{Name: "res", Type: anyType}},
	Attrs: []ir.OpAttr{
		{Name: "roundingmode", Attr: roundingMode.Constraint()},
		{Name: "fpExceptionBehavior", Attr: exceptionBehavior.Constraint()},
	},
	Traits:   ir.Pure,
	Assembly: `$arg_0 $roundingmode $fpExceptionBehavior attr-dict ':' type($arg_0) 'to' type($res)`,
}

// NewConstrainedFPTrunc creates a narrowing cast with a rounding mode and returns its result. Floating-point exceptions
// are ignored.
func NewConstrainedFPTrunc(b *ir.Builder, v *ir.Value, mode string, to ir.Type) *ir.Value {
	number, _ := roundingMode.Parse(mode)
	ignored, _ := exceptionBehavior.Parse("ignore")
	st := b.State(&ConstrainedFPTrunc)
	st.Operands = append(st.Operands, v)
	st.Types = append(st.Types, to)
	st.SetInherent("roundingmode", roundingMode.Attr(b.Context(), number))
	st.SetInherent("fpExceptionBehavior", exceptionBehavior.Attr(b.Context(), ignored))
	return b.Create(st).Result(0)
}
