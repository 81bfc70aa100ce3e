package persistent

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
)

// Programs may take unequal time. Those of causal attention, for example, multiply the more tiles of keys, the later
// their rows are. Blocks get their programs in advance, so each should get long and short ones. If time grows or
// shrinks with the number of the program, in the whole grid or along its first axis, programs at the same distance from
// both ends take as long together as any other two. So a block takes one from each end in turn. The programs that run
// at the same time are neighbors, as without this order, so that they share what they load:
//
//	block        0  1  2
//	first        0  1  2
//	second      10  9  8
//	third        3  4  5
//	fourth       7  6

// isUneven reports whether a loop with products, in an operation or the operation itself, has bounds that differ from
// program to program. varies has the operations in front whose results do.
func isUneven(op *ir.Operation, varies map[*ir.Operation]bool) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		loop, ok := scf.AsFor(inner)
		found = found || ok && multiplies(loop.Body()) &&
			slices.ContainsFunc(loop.OperandRange(0, 3), func(v *ir.Value) bool { return varies[v.DefiningOp()] })
		return !found
	})
	return found
}

// mirrored returns the program that a block takes when it would take the one with a number, in steps from its first one
// on: every second time, the one as far from the end as the one before it is from the beginning.
func mirrored(b *ir.Builder, number, first, step, total *ir.Value) *ir.Value {
	constant := func(n int64) *ir.Value { return arith.NewConstant(b, b.Context().Integer(b.Context().I(32), n)) }
	turn := arith.Binary(b, &arith.DivUI, arith.Binary(b, &arith.SubI, number, first), step)
	pair := arith.Binary(b, &arith.ShRUI, turn, constant(1))
	low := arith.Binary(b, &arith.AddI, arith.Binary(b, &arith.MulI, pair, step), first)
	last := arith.Binary(b, &arith.SubI, total, constant(1))
	odd := arith.NewCmpI(b, arith.NE, arith.Binary(b, &arith.AndI, turn, constant(1)), constant(0))
	return arith.NewSelect(b, odd, arith.Binary(b, &arith.SubI, last, low), low)
}
