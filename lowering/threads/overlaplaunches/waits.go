package overlaplaunches

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// waitLate has a kernel wait for those ahead of it, on each path ahead of the first operation that may use their
// memory. So threads set up barriers in shared memory, and meet at one, while the kernels ahead still run. Where paths
// join of which one has waited, the others wait at their ends. A path to the end of the kernel always waits, so that
// when the kernel has ended, those ahead have ended.
func waitLate(kernel *ir.Operation) {
	idle := idleBlocks(kernel.Region(0))
	for block := range kernel.Region(0).Blocks() {
		use := firstUse(block)
		if idle[block] && (use != block.Last() || use.NumSuccessors() == 0 || leavesIdle(use, idle)) {
			nvvm.NewGridDependency(ir.NewBuilder(kernel.Context()).Before(use), nvvm.WaitForGrids)
		}
	}
}

// idleBlocks returns the blocks that are only reached by paths on which nothing has used memory of other kernels.
func idleBlocks(body *ir.Region) map[*ir.Block]bool {
	idle := map[*ir.Block]bool{}
	for block := range body.Blocks() {
		idle[block] = block == body.Entry() || block.HasPredecessors()
	}
	for changed := true; changed; {
		changed = false
		for block := range body.Blocks() {
			for last := range block.Predecessors() {
				if from := last.Block(); idle[block] && !(idle[from] && firstUse(from) == last) {
					idle[block], changed = false, true
				}
			}
		}
	}
	return idle
}

// leavesIdle reports whether a terminator leads to a block that other paths reach behind a wait.
func leavesIdle(last *ir.Operation, idle map[*ir.Block]bool) bool {
	for i := range last.NumSuccessors() {
		if !idle[last.Successor(i)] {
			return true
		}
	}
	return false
}

// firstUse returns the first operation of a block that may use memory of other kernels, or else the last one. What
// threads of the block do among themselves, ahead of that, is no use of it: to set up barriers, and to meet at one.
func firstUse(b *ir.Block) *ir.Operation {
	op := b.First()
	for op != b.Last() && (ir.HasNoEffect(op) && !op.Is(&llvm.InlineAsm) || isSetUp(op)) {
		op = op.Next()
	}
	return op
}

func isSetUp(op *ir.Operation) bool {
	switch op.Def() {
	case &nvvm.MbarrierInit, &nvvm.FenceMbarrierInit, &nvvm.Barrier0, &nvvm.Barrier, &nvvm.SetMaxRegister:
		return true
	case &nvvm.FenceProxy: // of shared memory, which no other kernel uses
		return op.Inherent("space") != nil
	}
	return false
}
