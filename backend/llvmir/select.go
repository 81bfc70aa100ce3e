package llvmir

import (
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// emitSelect translates a select. With typed pointers, pointers are selected as pointers to i8, and halves by their
// bits:
//
//	%r = select i1 %c, half %x, half %y
//
// becomes
//
//	%0 = bitcast half %x to i16
//	%1 = bitcast half %y to i16
//	%2 = select i1 %c, i16 %0, i16 %1
//	%r = bitcast i16 %2 to half
//
// The consumer of typed pointers is libNVVM. At -opt=3 it combines neighboring selects into vectors, and has no
// instruction for some vectors of halves: a sort of 1024 halves by 2 or 4 warps, as Triton expands it, fails with
// "unsupported operation" (CUDA 12 and 13). Selects of i16 compile, and are as fast. Fast-math flags do not apply to
// integers and are dropped.
func emitSelect(b *body, op *ir.Operation) error {
	x, err := b.plain(op, op.Operand(1))
	if err != nil {
		return err
	}
	y, err := b.plain(op, op.Operand(2))
	if err != nil {
		return err
	}
	condition := b.operand(op, 0)
	if b.pointers == Typed && x.Type().Equal(types.Half) {
		bits := func(v value.Value) value.Value { return add(b, llir.NewBitCast(v, types.I16)) }
		chosen := add(b, llir.NewSelect(condition, bits(x), bits(y)))
		b.emit(op, llir.NewBitCast(chosen, types.Half))
		return nil
	}
	b.emit(op, &llir.InstSelect{Cond: condition, ValueTrue: x, ValueFalse: y, Typ: x.Type(), FastMathFlags: fastMath(op)})
	return nil
}
