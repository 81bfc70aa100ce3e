package rings

import (
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// foresight tells what a warp that makes the copies of a kernel can compute by itself, ahead of the other warps
// (package lowering/threads/producer).
type foresight struct {
	kernel tile.Kernel
	memory bool               // whether it may load numbers
	known  map[*ir.Value]bool // what has returned, by value
}

func newForesight(kernel tile.Kernel, memory bool) foresight {
	return foresight{kernel, memory, make(map[*ir.Value]bool)}
}

// has reports whether a value follows from the kernel's arguments, the program's index, the counters of loops, and
// numbers in memory that the kernel only reads.
func (f foresight) has(v *ir.Value) bool {
	known, found := f.known[v]
	if !found {
		known = f.follows(v)
		f.known[v] = known
	}
	return known
}

// follows is has, for a value that has not been asked for yet.
func (f foresight) follows(v *ir.Value) bool {
	switch op := v.DefiningOp(); {
	case op == nil:
		loop, inLoop := scf.AsFor(v.ParentBlock().ParentOp())
		return inLoop && v == loop.InductionVar() || v.ParentBlock().ParentOp().Is(&tile.KernelOp)
	case op.Is(&tile.ProgramID), op.Is(&tile.NumPrograms):
		return true
	case op.Is(&tile.Load):
		return f.memory && f.readsConstant(op) && f.all(op.OperandValues())
	case op.Is(&scf.IfOp):
		return f.has(op.Operand(0)) && f.has(op.Region(0).Entry().Last().Operand(v.Index())) &&
			f.has(op.Region(1).Entry().Last().Operand(v.Index()))
	default:
		return ir.HasNoEffect(op) && op.NumRegions() == 0 && f.all(op.OperandValues())
	}
}

func (f foresight) all(list []*ir.Value) bool {
	return !slices.ContainsFunc(list, func(v *ir.Value) bool { return !f.has(v) })
}

// readsConstant reports whether an operation loads a number from an argument's memory, to which nothing writes while
// the kernel runs.
func (f foresight) readsConstant(load *ir.Operation) bool {
	if load.NumOperands() != 1 || ir.TensorShape(load.Result(0).Type()) != nil ||
		load.Inherent(tile.VolatileName) != nil {
		return false
	}
	address := load.Operand(0)
	for op := address.DefiningOp(); op != nil; op = address.DefiningOp() {
		if !op.Is(&tile.AddPtr) && !op.Is(&tile.Base) {
			return false
		}
		address = op.Operand(0)
	}
	if address.ParentBlock() != f.kernel.Entry() || f.kernel.MayOverlap(address.Index()) {
		return false
	}
	var an alias.Analysis
	written := false
	f.kernel.Walk(func(op *ir.Operation) bool {
		written = written || op.NumRegions() == 0 && an.Effects(op, address)&alias.Mod != 0
		return !written
	})
	return !written
}
