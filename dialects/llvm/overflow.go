package llvm

import "github.com/girih-ir/girih/ir"

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
