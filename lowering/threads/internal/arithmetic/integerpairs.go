package arithmetic

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// integerPairsSM is the first target with instructions for the extrema of two 16-bit integers at a time (PTX ISA,
// "min").
const integerPairsSM = 90

// extremum16 are the instructions that compute two extrema of 16-bit integers.
var extremum16 = map[*ir.OpDef]string{&arith.MinUI: "min.u16x2", &arith.MaxUI: "max.u16x2",
	&arith.MinSI: "min.s16x2", &arith.MaxSI: "max.s16x2"}

// integerPairs returns the rule that computes extrema of 8-bit or 16-bit integers for two elements at a time, or nil if
// there is none. 8-bit integers are extended to 16 bits, since instructions on four bytes are slow on present targets.
func integerPairs(c *emit.Code, op *ir.Operation) pairwise {
	name, ok := extremum16[op.Def()]
	t := ir.ElementOrSelf(op.Result(0).Type())
	bits := ir.BitWidth(t)
	if !ok || c.SM < integerPairsSM || bits != 8 && bits != 16 || len(c.Values.Get(op.Operand(0))) < 2 {
		return nil
	}
	above := emit.Zeros
	if op.Is(&arith.MinSI) || op.Is(&arith.MaxSI) {
		above = emit.Signs
	}
	return func(c *emit.Code, op *ir.Operation, args []*ir.Value, t ir.Type) (first, second *ir.Value) {
		x := c.WidePair(args[0], args[1], above, c.MayBeUndefined(op.Operand(0)))
		y := c.WidePair(args[2], args[3], above, c.MayBeUndefined(op.Operand(1)))
		both := llvm.NewInlineAsm(c.B, name+" $0, $1, $2;", "=r,r,r", false, c.Ctx.I(32), x, y)
		return c.Parted(emit.Part{Word: both, Above: above}, t), c.Parted(emit.Part{Word: both, Byte: 2, Above: above}, t)
	}
}
