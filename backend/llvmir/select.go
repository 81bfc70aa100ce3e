package llvmir

import (
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// emitSelect selects among pointers to i8 where pointers are typed, and there among the bits of halves:
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
// Who reads typed pointers is libNVVM. At -opt=3 it makes vectors of neighboring selects, and has no instruction for
// some of those of halves: compiling the sort of 1024 halves that Triton writes out, in 2 or 4 warps, ends with
// "unsupported operation" (CUDA 12 and 13). Selects of i16 compile, and cost the same. Flags of fast math say nothing
// of bits and are dropped.
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
