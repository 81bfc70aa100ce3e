package llvmir

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Warp-group products, bulk copies and barriers in memory (mbarrier) are printed as PTX: LLVM 22 has no intrinsics for
// the products, and libNVVM for older targets has none for the others.

func init() {
	for def, emit := range map[*ir.OpDef]emitter{
		&nvvm.WgmmaFence:             emitText("wgmma.fence.sync.aligned"),
		&nvvm.WgmmaCommit:            emitChain,
		&nvvm.WgmmaWait:              emitWgmmaWait,
		&nvvm.WgmmaMMAAsync:          emitChain,
		&tilegpu.AwaitProducts:       emitChain,
		&tilegpu.RegisterProduct:     emitChain,
		&tilegpu.FenceRegisters:      emitChain,
		&nvvm.SetMaxRegister:         emitSetMaxRegister,
		&nvvm.GridDependency:         emitGridDependency,
		&nvvm.ConvertToF16x2:         emitPairConversion,
		&nvvm.ConvertToBF16x2:        emitPairConversion,
		&nvvm.Barrier:                emitBarrier,
		&nvvm.BarrierArrive:          emitBarrierArrive,
		&nvvm.ElectSync:              emitElect,
		&nvvm.FenceProxy:             emitFenceProxy,
		&nvvm.FenceMbarrierInit:      emitText("fence.mbarrier_init.release.cluster"),
		&nvvm.MbarrierInit:           emitOnBarrier("mbarrier.init$SPACE.b64 [$0], $1;"),
		&nvvm.MbarrierInval:          emitOnBarrier("mbarrier.inval$SPACE.b64 [$0];"),
		&nvvm.MbarrierArrive:         emitArrive,
		&nvvm.MbarrierArriveExpectTx: emitArrive,
		&nvvm.MbarrierExpectTx:       emitExpect,
		&nvvm.MbarrierTryWaitParity:  emitTryWait,
	} {
		emitters.Set(def, emit)
	}
}

// together returns a call of inline assembly that is convergent and has side effects: the threads of a warp or warp
// group execute it together, or it orders accesses. It is not moved, and no branch is inserted before it.
func together(text, constraints string, result types.Type, args ...value.Value) *llir.InstCall {
	call := effectful(text, constraints, result, args...)
	call.FuncAttrs = append(call.FuncAttrs, enum.FuncAttrConvergent)
	return call
}

// ordered is the memory clobber, which keeps accesses to memory from being moved across inline assembly.
const ordered = "~{memory}"

func emitText(text string) emitter {
	return func(b *body, _ *ir.Operation) error {
		add(b, together(text+";", ordered, types.Void))
		return nil
	}
}

// emitOnBarrier prints an instruction whose first operand is a barrier in memory and whose other operands are numbers.
// The state space is that of the barrier's pointer.
func emitOnBarrier(text string) emitter {
	return func(b *body, op *ir.Operation) error {
		var a asmText
		space := a.place(b, op.Operand(0))
		for i := 1; i < op.NumOperands(); i++ {
			a.operand("r", b.operand(op, i))
		}
		a.effectful(b, a.guarded(b, strings.Replace(text, "$SPACE", space, 1), b.predicate))
		return nil
	}
}

// place adds a pointer to shared memory of the block, to shared memory of the cluster, or a generic pointer. It returns
// the state space in the syntax of instructions.
func (a *asmText) place(b *body, v *ir.Value) (space string) {
	switch v.Type().(*llvm.PointerType).AddrSpace {
	case llvm.SharedSpace:
		a.operand("r", b.sharedWord(b.values.Get(v)))
		return ".shared::cta"
	case nvvm.ClusterSpace:
		a.operand("r", b.sharedWord(b.values.Get(v)))
		return ".shared::cluster"
	}
	a.operand("l", b.values.Get(v))
	return ""
}

// sharedWord returns an address in shared memory as a 32-bit integer, the form that instructions take. Addresses in
// other blocks of the cluster have this form too.
func (b *body) sharedWord(pointer value.Value) value.Value {
	if pointer.Type().Equal(types.I32) {
		return pointer
	}
	return add(b, llir.NewPtrToInt(pointer, types.I32))
}

// emitPairConversion prints a conversion of two numbers.
func emitPairConversion(b *body, op *ir.Operation) error {
	c, _ := nvvm.PairConversionOf(op)
	if c.Rounding == "rs" {
		return op.Errorf("has no translation to LLVM IR: only its forms without random bits have")
	}
	text := "cvt." + c.Rounding
	if c.Saturates {
		text += ".satfinite"
	}
	if c.Relu {
		text += ".relu"
	}
	result, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	text += "." + c.Elem + "x2.f32 $0, $1, $2;"
	b.emit(op, assembly(text, "=r,f,f", result, b.operand(op, 0), b.operand(op, 1)))
	return nil
}

// emitBarrier prints a barrier of some of a block's threads, or all.
func emitBarrier(b *body, op *ir.Operation) error {
	id, threads := nvvm.BarrierOperands(op)
	args, text, letters := []value.Value{}, "bar.sync 0;", ""
	if id != nil {
		args, text, letters = append(args, b.values.Get(id)), "bar.sync $0;", "r,"
	}
	if threads != nil {
		args, text, letters = append(args, b.values.Get(threads)), "bar.sync $0, $1;", "r,r,"
	}
	add(b, together(text, letters+ordered, types.Void, args...))
	return nil
}

// emitBarrierArrive prints an arrival at a named barrier.
func emitBarrierArrive(b *body, op *ir.Operation) error {
	if op.NumOperands() == 1 {
		add(b, together("bar.arrive 0, $0;", "r,"+ordered, types.Void, b.operand(op, 0)))
		return nil
	}
	add(b, together("bar.arrive $0, $1;", "r,r,"+ordered, types.Void, b.operand(op, 0), b.operand(op, 1)))
	return nil
}

// emitArrive prints an arrival at a barrier in memory. Its state result is not supported, since waiting by parity does
// not need it.
func emitArrive(b *body, op *ir.Operation) error {
	if op.NumResults() > 0 && op.Result(0).HasUses() {
		return op.Errorf("has no translation to LLVM IR: only an arrival whose result is not used has")
	}
	name := "mbarrier.arrive"
	if op.Is(&nvvm.MbarrierArriveExpectTx) {
		name += ".expect_tx"
	}
	if scope, relaxed := nvvm.ArrivalOf(op); relaxed {
		name += ".relaxed." + scope
	} else if scope != "cta" {
		name += ".release." + scope
	}
	operands := "_, [$0];"
	if op.NumOperands() > 1 {
		operands = "_, [$0], $1;"
	}
	return emitOnBarrier(name+"$SPACE.b64 "+operands)(b, op)
}

// emitExpect prints an instruction that announces bytes (expect_tx). It orders nothing.
func emitExpect(b *body, op *ir.Operation) error {
	scope, _ := nvvm.ArrivalOf(op)
	return emitOnBarrier("mbarrier.expect_tx.relaxed."+scope+"$SPACE.b64 [$0], $1;")(b, op)
}

// emitElect prints elect.sync.
func emitElect(b *body, op *ir.Operation) error {
	mask := value.Value(constant.NewInt(types.I32, -1))
	if op.NumOperands() > 0 {
		mask = b.operand(op, 0)
	}
	const text = "{ .reg .pred p; elect.sync _|p, $1; selp.b32 $0, 1, 0, p; }"
	elected := add(b, together(text, "=r,r,"+ordered, types.I32, mask))
	b.emit(op, llir.NewTrunc(elected, types.I1))
	return nil
}

// emitTryWait waits in a loop, since an attempt may end before the phase does. There is no semicolon between the label
// and the end of its scope, since ptxas does not accept one there.
func emitTryWait(b *body, op *ir.Operation) error {
	const text = "{ .reg .pred complete; attempt: mbarrier.try_wait.parity$SPACE.b64 complete, [$0], $1, $2; " +
		"@complete bra done; bra attempt; done: }"
	return emitOnBarrier(text)(b, op)
}

func emitFenceProxy(b *body, op *ir.Operation) error {
	kind, space := nvvm.FenceProxyOf(op)
	if space != "" {
		kind += "::" + space
	}
	return emitText("fence.proxy."+kind)(b, op)
}

// emitSetMaxRegister prints setmaxnreg. ptxas ignores it unless the kernel declares the number of registers with which
// its threads start.
func emitSetMaxRegister(b *body, op *ir.Operation) error {
	n, more := nvvm.SetMaxRegisterOf(op)
	if f := op.Parent(); nvvm.IsKernel(f) && nvvm.EntryRegisters(f) == 0 {
		return op.Errorf("needs a kernel that says how many registers its threads start with: by %s, or by %s and %s",
			nvvm.MaxNReg, nvvm.ReqNTID, nvvm.MinCTASM)
	}
	action := "dec"
	if more {
		action = "inc"
	}
	return emitText(fmt.Sprintf("setmaxnreg.%s.sync.aligned.u32 %d", action, n))(b, op)
}

func emitGridDependency(b *body, op *ir.Operation) error {
	var a asmText
	a.effectful(b, a.guarded(b, "griddepcontrol."+nvvm.GridDependencyOf(op)+";", b.predicate))
	return nil
}

func emitWgmmaWait(b *body, op *ir.Operation) error {
	return emitText(waitText(op.Inherent("group").(*ir.IntegerAttr).Int64()))(b, op)
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
