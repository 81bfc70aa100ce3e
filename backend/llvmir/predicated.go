package llvmir

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// A signal that only some threads give, an arrival at a barrier or the permission for the next kernel to begin, has a
// block to itself:
//
//	llvm.cond_br %first, ^arrive, ^next
//	^arrive:
//	  nvvm.mbarrier.arrive %barrier : !llvm.ptr<3>
//	  llvm.br ^next
//
// Compilers move computations across such blocks, next to where their results are used: those on the results of one
// matrix product then come behind the next product, and both have to be in registers; and what a kernel computes
// before it waits for the kernel ahead comes behind the wait. So the signal is printed as one instruction with a
// predicate, in the block before:
//
//	@first mbarrier.arrive.shared::cta.b64 _, [barrier];

// signalBeside returns the block with a signal around which a branch goes, and the block behind; nil if there is
// something else in the block, or another way to it.
func signalBeside(branch *ir.Operation) (aside, behind *ir.Block) {
	if !branch.Is(&llvm.CondBr) {
		return nil, nil
	}
	aside, behind = branch.Successor(0), branch.Successor(1)
	end := aside.Last()
	if aside == behind || aside.NumArgs() > 0 || behind.NumArgs() > 0 || end == nil || !end.Is(&llvm.Br) ||
		end.Successor(0) != behind {
		return nil, nil
	}
	signals := 0
	for op := range aside.Ops() {
		switch {
		case op.Is(&nvvm.MbarrierArrive) && !usesResults(op), nvvm.IsGridDependency(op, nvvm.LaunchDependents):
			signals++
		case op != end && !ir.IsPure(op):
			return nil, nil
		}
		for _, v := range op.ResultValues() {
			for u := range v.Uses() {
				if u.Owner().Block() != aside {
					return nil, nil
				}
			}
		}
	}
	if aside.NumPredecessors() != 1 || signals != 1 {
		return nil, nil
	}
	return aside, behind
}

func usesResults(op *ir.Operation) bool { return op.NumResults() > 0 && op.Result(0).HasUses() }

// signalIf prints the block with a signal that a branch goes around as a part of the current one.
func (b *body) signalIf(branch *ir.Operation, aside *ir.Block) error {
	b.predicate = branch.Operand(0)
	defer func() { b.predicate = nil }()
	for op := range aside.Ops() {
		if op == aside.Last() {
			break
		}
		if err := b.operation(op); err != nil {
			return err
		}
	}
	return nil
}
