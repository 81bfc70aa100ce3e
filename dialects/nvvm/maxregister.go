package nvvm

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var registerActions = newKinds("action", "NVVM set max register action", "SetMaxRegisterAction", "decrease", "increase")

// The least and the greatest number of registers that a thread can be given. The number is a multiple of registerUnit.
const (
	leastRegisters = 24
	mostRegisters  = 256
	registerUnit   = 8
)

// SetMaxRegister defines `nvvm.setmaxregister`: the operation sets the number of registers of each thread of the warp
// group. The block keeps the registers that a decrease releases. An increase waits until the block has enough of them.
// The number of registers at the start of a kernel must be known from nvvm.maxnreg, or from its number of threads and
// nvvm.minctasm; otherwise ptxas ignores the operation (PTX ISA, "setmaxnreg").
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

// NewSetMaxRegister creates an increase (more) or a decrease of the number of registers of each thread.
func NewSetMaxRegister(b *ir.Builder, registers int64, more bool) {
	action := "decrease"
	if more {
		action = "increase"
	}
	b.Build(&SetMaxRegister, nil, ir.NamedAttr{Name: "regCount", Value: b.Context().Integer(b.Context().I(32), registers)},
		ir.NamedAttr{Name: "action", Value: registerActions.attr(b.Context(), action)})
}

// SetMaxRegisterOf returns the number of registers that an nvvm.setmaxregister sets, and whether it is an increase.
func SetMaxRegisterOf(op *ir.Operation) (registers int64, more bool) {
	return op.Inherent("regCount").(*ir.IntegerAttr).Int64(), op.Inherent("action").(*KindAttr).Kind == "increase"
}

// MultiprocessorRegisters is the number of registers that all blocks on a multiprocessor share (CUDA C++ Programming
// Guide, "Technical Specifications").
const MultiprocessorRegisters = 1 << 16

// EntryRegisters returns how many registers each thread of a kernel has at its start. This follows from nvvm.maxnreg,
// or from the number of threads of a block (nvvm.reqntid or nvvm.maxntid) and the number of blocks on a multiprocessor
// (nvvm.minctasm). The result is 0 if the kernel lacks these attributes.
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
