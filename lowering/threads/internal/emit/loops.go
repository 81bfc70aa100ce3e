package emit

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// CloseLoop branches back to head, the first block that was made for a loop. A loop in which the threads of a block
// wait for each other, or multiply matrices by mma.sync, is not to be unrolled: such a loop has a long body, loads
// the tiles of later iterations by itself, and gains nothing from a copy that compilers take long for.
func (c *Code) CloseLoop(head *ir.Block, args ...*ir.Value) {
	br := llvm.NewBr(c.B, head, args...)
	if hasBarrierOrProduct(head) {
		br.SetAttr(llvm.LoopAnnotation, llvm.NoUnrolling(c.Ctx))
	}
}

// hasBarrierOrProduct looks through the blocks from head on, the last ones of the function so far.
func hasBarrierOrProduct(head *ir.Block) bool {
	found := false
	for b := head; b != nil; b = b.Next() {
		for op := range b.Ops() {
			switch op.Def() {
			case &nvvm.WgmmaMMAAsync:
				return false
			case &nvvm.Barrier0, &nvvm.Barrier, &nvvm.MmaSync:
				found = true
			}
		}
	}
	return found
}
