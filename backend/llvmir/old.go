package llvmir

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Targets before sm_80 have no conversion to bf16, and no min or max that returns NaN if an operand is NaN.

// roundToBF16 rounds an f32 to bf16, represented by i16, to nearest even. It adds half of the dropped part, or one unit
// less if the last bit that stays is 0, so that the sum carries into the bits that stay. NaN becomes 0x7FFF, as with
// cvt.
func (b *body) roundToBF16(op *ir.Operation) {
	word := func(v int64) *constant.Int { return constant.NewInt(types.I32, v) }
	x := b.operand(op, 0)
	bits := add(b, llir.NewBitCast(x, types.I32))
	last := add(b, llir.NewAnd(add(b, llir.NewLShr(bits, word(16))), word(1)))
	sum := add(b, llir.NewAdd(add(b, llir.NewAdd(bits, word(0x7FFF))), last))
	number := add(b, llir.NewTrunc(add(b, llir.NewLShr(sum, word(16))), types.I16))
	none := add(b, llir.NewFCmp(enum.FPredUNO, x, x))
	b.emit(op, llir.NewSelect(none, constant.NewInt(types.I16, 0x7FFF), number))
}

// extremumOrNaN computes llvm.intr.maximum or minimum of f32 from the instruction that prefers numbers to NaN. That
// instruction orders zeros in the same way (PTX ISA, "max").
func (b *body) extremumOrNaN(op *ir.Operation, args []value.Value) {
	name := "llvm.maxnum.f32"
	if op.Is(&llvm.Minimum) {
		name = "llvm.minnum.f32"
	}
	number := add(b, llir.NewCall(b.declareIntrinsic(name, types.Float, args...), args...))
	none := add(b, llir.NewFCmp(enum.FPredUNO, args[0], args[1]))
	nan := add(b, llir.NewBitCast(constant.NewInt(types.I32, 0x7FFFFFFF), types.Float))
	b.emit(op, llir.NewSelect(none, nan, number))
}
