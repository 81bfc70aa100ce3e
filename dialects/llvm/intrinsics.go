package llvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
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
