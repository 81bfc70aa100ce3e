package nvvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var (
	roundings = newBracketed("fp_rnd_mode", "NVVM FPRoundingMode kind", "FPRoundingMode",
		"none", "rn", "rm", "rp", "rz", "rna", "rs")
	saturations = newBracketed("sat_mode", "NVVM SaturationMode kind", "SaturationMode", "none", "satfinite")
)

// ConvertToF16x2 and ConvertToBF16x2 define `nvvm.convert.f32x2.to.f16x2` and `nvvm.convert.f32x2.to.bf16x2`: one
// instruction rounds two f32 values and packs them in a register. The first value is in the upper half. Rounding mode
// rs is stochastic: random bits decide whether a value is rounded up.
var (
	ConvertToF16x2  = pairConversion("f16", func(ctx *ir.Context) ir.Type { return ctx.F16() })
	ConvertToBF16x2 = pairConversion("bf16", func(ctx *ir.Context) ir.Type { return ctx.Float("bf16") })
)

func pairConversion(elem string, of func(ctx *ir.Context) ir.Type) ir.OpDef {
	name := map[string]string{"f16": "16-bit float", "bf16": "bfloat16 type"}[elem]
	pair := ir.OfType("vector of "+name+" values of length 2", func(ctx *ir.Context) ir.Type {
		return ctx.VectorType([]int64{2}, of(ctx), nil)
	})
	return ir.OpDef{
		Name:    "nvvm.convert.f32x2.to." + elem + "x2",
		Summary: "Convert two F32 values to packed " + elem + "x2.", Traits: ir.Pure,
		Operands: []ir.ValueDef{{Name: "src_hi", Type: constraints.F32}, {Name: "src_lo", Type: constraints.F32},
			{Name: "random_bits", Type: constraints.I32, Arity: ir.Optional}},
		Results: []ir.ValueDef{{Name: "dst", Type: pair}},
		Attrs: []ir.OpAttr{{Name: "rnd", Attr: roundings.constraint(), Default: noRounding},
			{Name: "sat", Attr: saturations.constraint(), Default: noSaturation},
			{Name: "relu", Attr: constraints.Bool, Default: isFalse}},
		Assembly: `$src_hi ',' $src_lo (',' $random_bits^)? attr-dict ':' type($dst)`,
		Verify: func(op *ir.Operation) error {
			mode, random := caseOf(op.Inherent("rnd")), op.NumOperands() > 2
			switch {
			case mode != "rn" && mode != "rz" && mode != "rs":
				return op.Errorf("Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to %sx2.", elem)
			case mode == "rs" && !random:
				return op.Errorf("random_bits is required for RS rounding mode.")
			case mode != "rs" && random:
				return op.Errorf("random_bits not supported for RN and RZ rounding modes.")
			}
			return nil
		},
	}
}

func noRounding(ctx *ir.Context) ir.Attribute   { return roundings.attr(ctx, "none") }
func noSaturation(ctx *ir.Context) ir.Attribute { return saturations.attr(ctx, "none") }

// PairConversion describes a conversion of two numbers of f32.
type PairConversion struct {
	Elem     string // "f16" or "bf16"
	Rounding string // "rn", "rz" or "rs"
	// Saturates makes values that are out of range the largest finite number, and Relu makes negative values 0.
	Saturates, Relu bool
}

// PairConversionOf returns the description of a conversion of a pair; ok is false for other operations.
func PairConversionOf(op *ir.Operation) (c PairConversion, ok bool) {
	switch {
	case op.Is(&ConvertToF16x2):
		c.Elem = "f16"
	case op.Is(&ConvertToBF16x2):
		c.Elem = "bf16"
	default:
		return c, false
	}

	c.Rounding, c.Saturates = caseOf(op.Inherent("rnd")), caseOf(op.Inherent("sat")) != "none"
	c.Relu = op.Inherent("relu") == op.Context().Bool(true)
	return c, true
}

// NewPairConversion creates a conversion of two f32 values to f16 or bf16, rounded to nearest even, and returns a
// vector.
func NewPairConversion(b *ir.Builder, low, high *ir.Value, to ir.Type) *ir.Value {
	def := &ConvertToF16x2
	if to != ir.Type(b.Context().F16()) {
		def = &ConvertToBF16x2
	}
	st := b.State(def)
	st.Operands = append(st.Operands, high, low)
	st.Types = append(st.Types, b.Context().VectorType([]int64{2}, to, nil))
	st.SetInherent("rnd", roundings.attr(b.Context(), "rn"))
	return b.Create(st).Result(0)
}
