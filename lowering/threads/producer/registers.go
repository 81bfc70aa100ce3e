package producer

import (
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
)

// Threads that multiply may need more registers than a thread gets if all threads get the same number. Then a whole
// warp group copies, though one of its threads would be enough, since registers are handed over by warp groups:
//
//	copying:      setmaxregister decrease 40; ...
//	multiplying:  setmaxregister increase 232; ...
//
// ptxas counts a whole warp group even if a single warp copies: with 8 warps and one that copies, each thread gets 168
// registers, not 224.

// group is the number of threads of a warp group.
const group = 4 * warp

// besideBound is how many registers ptxas needs for a thread in addition to the lower bound that the kernel states, and
// spare how many more with products that run beside each other.
const (
	besideBound = 8
	spare       = 8
)

// copiers returns the number of threads to add.
func (k *kernel) copiers() int32 {
	if k.wantsRegisters() {
		return group
	}
	return warp
}

// wantsRegisters reports whether threads that multiply need more registers than all threads can have.
func (k *kernel) wantsRegisters() bool {
	needed, ok := k.Attr(tilegpu.Registers).(*ir.IntegerAttr)
	if !ok || k.threads%group != 0 {
		return false
	}
	return needed.Int64()+besideBound > k.alike() && k.multiplying() > k.alike()
}

// kept returns the number of registers that threads that copy keep. Products that run beside each other need some to
// spare, or ptxas runs them one after the other.
func (k *kernel) kept() int64 {
	needed, ok := k.Attr(tilegpu.Registers).(*ir.IntegerAttr)
	if ok && needed.Int64()+besideBound+spare > costs.RegistersBesideCopies(int64(k.threads), costs.CopyingRegisters) &&
		k.runsProductsBesideEachOther() {
		return costs.FewCopyingRegisters
	}
	return costs.CopyingRegisters
}

// runsProductsBesideEachOther reports whether threads wait for a product while another one runs.
func (k *kernel) runsProductsBesideEachOther() (found bool) {
	k.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.AwaitProducts) {
			pending, ok := op.Inherent("pending").(*ir.IntegerAttr)
			found = found || ok && pending.Int64() > 0
		}
		return !found
	})
	return found
}

// alike returns the number of registers of a thread if a warp group copies and all threads get the same number.
func (k *kernel) alike() int64 {
	return costs.Allotted(nvvm.MultiprocessorRegisters / int64(k.threads+group))
}

// multiplying returns the number of registers that threads that multiply can have if a warp group copies.
func (k *kernel) multiplying() int64 { return costs.RegistersBesideCopies(int64(k.threads), k.kept()) }

// handOver makes the copying warps release registers at the start of their program, and the other warps request them at
// the start of theirs.
func (k *kernel) handOver(copies, rest *ir.Block) {
	b := ir.NewBuilder(k.Context())
	b.SetLoc(k.thread.Loc())
	k.SetAttr(nvvm.MinCTASM, k.Context().Integer(k.Context().I(32), 1))
	nvvm.NewSetMaxRegister(b.Before(copies.First()), k.kept(), false)
	nvvm.NewSetMaxRegister(b.Before(rest.First()), k.multiplying(), true)
}
