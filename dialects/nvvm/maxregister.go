package nvvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var registerActions = newKinds("action", "NVVM set max register action", "SetMaxRegisterAction", "decrease", "increase")

// Bounds of what a thread's registers can be set to, and what their number is a multiple of.
const (
	leastRegisters = 24
	mostRegisters  = 256
	registerUnit   = 8
)

// SetMaxRegister defines `nvvm.setmaxregister`: from here on each thread of the warp group has so many registers. What
// a decrease gives back, the block keeps, and an increase waits until there are enough. The kernel says with how many
// registers its threads start, by nvvm.maxnreg or by its number of threads and nvvm.minctasm; ptxas ignores the
// operation otherwise (PTX ISA, "setmaxnreg").
var SetMaxRegister = ir.OpDef{
	Name:    "nvvm.setmaxregister",
	Summary: "Set the number of registers of each thread of the warp group",
	Attrs: []ir.OpAttr{{Name: "regCount", Attr: constraints.I32Attr},
		{Name: "action", Attr: registerActions.constraint()}},
	Assembly: `$action $regCount attr-dict`,
	Verify: func(op *ir.Operation) error {
		switch n, _ := SetMaxRegisterOf(op); {
		case n%registerUnit != 0:
			return op.Errorf("new register size must be multiple of 8")
		case n < leastRegisters || n > mostRegisters:
			return op.Errorf("new register size must be in between 24 to 256")
		}
		return nil
	},
	Interfaces: byWarpGroup,
}

// NewSetMaxRegister sets the number of registers to more than before, or to fewer.
func NewSetMaxRegister(b *ir.Builder, registers int64, more bool) {
	action := "decrease"
	if more {
		action = "increase"
	}
	b.Build(&SetMaxRegister, nil, ir.NamedAttr{Name: "regCount", Value: b.Context().Integer(b.Context().I(32), registers)},
		ir.NamedAttr{Name: "action", Value: registerActions.attr(b.Context(), action)})
}

// SetMaxRegisterOf returns how many registers each thread has behind an nvvm.setmaxregister, and whether it asks for
// more than before.
func SetMaxRegisterOf(op *ir.Operation) (registers int64, more bool) {
	return op.Inherent("regCount").(*ir.IntegerAttr).Int64(), op.Inherent("action").(*KindAttr).Kind == "increase"
}

// MultiprocessorRegisters is how many registers the blocks share that run on one multiprocessor (CUDA C++ Programming
// Guide, "Technical Specifications").
const MultiprocessorRegisters = 1 << 16

// EntryRegisters returns how many registers each thread of a kernel has at its start. The kernel says so by
// nvvm.maxnreg, or by the number of threads of a block (nvvm.reqntid or nvvm.maxntid) and of blocks on a multiprocessor
// (nvvm.minctasm). The result is 0 if it does not.
func EntryRegisters(kernel *ir.Operation) int64 {
	if n, ok := kernel.Attr(MaxNReg).(*ir.IntegerAttr); ok {
		return n.Int64()
	}
	blocks, ok := kernel.Attr(MinCTASM).(*ir.IntegerAttr)
	if !ok || blocks.Int64() < 1 {
		return 0
	}
	for _, name := range []string{ReqNTID, MaxNTID} {
		if list, ok := kernel.Attr(name).(*ir.DenseArrayAttr); ok {
			threads := int64(1)
			for i := range list.Len() {
				threads *= max(1, list.Int64(i))
			}
			return min(MultiprocessorRegisters/(threads*blocks.Int64())/registerUnit*registerUnit, mostRegisters)
		}
	}
	return 0
}
