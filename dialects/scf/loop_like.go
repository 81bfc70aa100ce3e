package scf

import (
	"github.com/girih-ir/girih/ir"
)

func init() { // here, since the definitions are initialized by their own expressions
	for _, def := range []*ir.OpDef{&ForOp, &WhileOp, &ParallelOp, &ForallOp} {
		def.Interfaces = append(def.Interfaces, loop{})
	}
	ForOp.Interfaces = append(ForOp.Interfaces, unitStep{})
	IfOp.Interfaces = append(IfOp.Interfaces, branch{})
	IndexSwitchOp.Interfaces = append(IndexSwitchOp.Interfaces, branch{})
}

// loop implements [ir.LoopLike] for operations whose regions may all run more than once.
type loop struct{}

func (loop) LoopRegions(op *ir.Operation) (regions []*ir.Region) {
	for i := range op.NumRegions() {
		regions = append(regions, op.Region(i))
	}
	return regions
}

// branch implements [ir.RunsOnce].
type branch struct{}

func (branch) RegionsRunAtMostOnce() {}

// unitStep implements [ir.Speculation]. Only loops with step 1 are known to end.
type unitStep struct{}

func (unitStep) IsSpeculatable(op *ir.Operation) bool {
	step, ok := ir.ConstantOf(For{op}.Step()).(*ir.IntegerAttr)
	if !ok || step.Int64() != 1 {
		return false
	}
	for inner := range op.Nested() {
		if !ir.IsSpeculatable(inner) {
			return false
		}
	}
	return true
}
