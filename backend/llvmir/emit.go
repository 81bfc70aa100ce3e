package llvmir

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/branch"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// emitter translates operations of one name.
type emitter func(b *body, op *ir.Operation) error

// emitters has the translations of all operations that can be translated.
var emitters pointermap.Map[ir.OpDef, emitter]

func init() { // in init, since the functions refer to code that uses the table
	emitters = pointermap.From(map[*ir.OpDef]emitter{
		&llvm.Return: emitReturn, &llvm.Br: emitBr, &llvm.CondBr: emitCondBr, &llvm.Switch: emitSwitch,
		&llvm.Unreachable: emitUnreachable,
		&llvm.ConstantOp:  emitConstant, &llvm.AddressOf: emitAddressOf,
		&llvm.Undef: emitUndef, &llvm.Poison: emitUndef, &llvm.Zero: emitZero, &llvm.Freeze: emitFreeze,
		&llvm.ICmp: emitICmp, &llvm.FCmp: emitFCmp, &llvm.Select: emitSelect, &llvm.FNeg: emitFNeg, &llvm.FDiv: emitQuotient,
		&llvm.CallOp: emitCall, &llvm.Alloca: emitAlloca, &llvm.InlineAsm: emitInlineAsm,
		&llvm.AtomicRMW: emitAtomicRMW, &llvm.CmpXchg: emitCmpXchg, &llvm.Fence: emitFence,
		&llvm.Load: emitLoad, &llvm.Store: emitStore, &llvm.GetElementPtr: emitGEP,
		&llvm.ExtractElement: emitExtractElement, &llvm.InsertElement: emitInsertElement,
		&llvm.ExtractValue: emitExtractValue, &llvm.InsertValue: emitInsertValue,
		&nvvm.Barrier0: emitVoid("llvm.nvvm.barrier0"), &nvvm.BarWarpSync: emitVoid("llvm.nvvm.bar.warp.sync"),
		&nvvm.ShflSync: emitShflSync, &nvvm.VoteSync: emitVoteSync, &llvm.Assume: emitVoid("llvm.assume"),
		&llvm.StackSave: emitStackSave, &llvm.StackRestore: emitVoid("llvm.stackrestore"),
		&llvm.SAddOverflow: emitWithOverflow, &llvm.UAddOverflow: emitWithOverflow,
		&llvm.SSubOverflow: emitWithOverflow, &llvm.USubOverflow: emitWithOverflow,
		&llvm.SMulOverflow: emitWithOverflow, &llvm.UMulOverflow: emitWithOverflow,
		&llvm.LifetimeStart: emitNothing, &llvm.LifetimeEnd: emitNothing,
	})
	for def, make := range binaries {
		emitters.Set(def, emitBinary(make))
	}
	for def, make := range casts {
		emitters.Set(def, emitCast(make))
	}
	for def, in := range intrinsics {
		emitters.Set(def, in.emit)
	}
	for _, def := range nvvm.Dialect.Ops {
		if nvvm.IsSpecialRegister(def.Name) {
			emitters.Set(def, emitSpecialRegister)
		}
	}
	addCopies()
	addClusters()
}

func emitReturn(b *body, op *ir.Operation) error {
	ret := &llir.TermRet{}
	if op.NumOperands() > 0 {
		v, err := b.plain(op, op.Operand(0))
		if err != nil {
			return err
		}
		ret.X = v
	}
	b.block.Term = ret
	return nil
}

func emitUnreachable(b *body, _ *ir.Operation) error {
	b.block.Term = llir.NewUnreachable()
	return nil
}

func emitBr(b *body, op *ir.Operation) error {
	dest, err := b.branchTo(op, 0, b.block)
	if err != nil {
		return err
	}
	term := llir.NewBr(dest)
	term.Metadata = append(term.Metadata, b.loop(op)...)
	b.block.Term = term
	return nil
}

func emitCondBr(b *body, op *ir.Operation) error {
	if aside, behind := signalBeside(op); aside != nil {
		if err := b.signalIf(op, aside); err != nil {
			return err
		}
		term := llir.NewBr(b.blocks[behind])
		term.Metadata = append(term.Metadata, b.loop(op)...)
		b.block.Term = term
		return nil
	}
	if l := b.loadBeside(op); l != nil {
		if err := b.loadIf(op, l); err != nil {
			return err
		}
		term := llir.NewBr(b.blocks[l.behind])
		term.Metadata = append(term.Metadata, b.loop(op)...)
		b.block.Term = term
		return nil
	}
	targets, err := b.targets(op)
	if err != nil {
		return err
	}
	term := llir.NewCondBr(b.operand(op, 0), targets[0], targets[1])
	term.Metadata = append(term.Metadata, b.loop(op)...)
	b.block.Term = term
	return nil
}

func emitSwitch(b *body, op *ir.Operation) error {
	targets, err := b.targets(op)
	if err != nil {
		return err
	}
	t, ok := b.operand(op, 0).Type().(*types.IntType)
	if !ok {
		return op.Errorf("switches on no integer")
	}
	var cases []*llir.Case
	for i, value := range branch.ValuesOf(op) {
		cases = append(cases, llir.NewCase(constant.NewInt(t, value), targets[i+1]))
	}
	b.block.Term = llir.NewSwitch(b.operand(op, 0), targets[0], cases...)
	return nil
}

// targets returns the blocks that a branch leads to. If several edges lead to the same block, each but the first gets a
// block of its own, since a phi identifies an edge by its source block.
func (b *body) targets(op *ir.Operation) ([]*llir.Block, error) {
	targets, seen := make([]*llir.Block, op.NumSuccessors()), map[*ir.Block]bool{}
	for i := range targets {
		from := b.block
		if seen[op.Successor(i)] {
			from = b.newBlock()
		}
		to, err := b.branchTo(op, i, from)
		if err != nil {
			return nil, err
		}
		if from != b.block {
			from.Term = llir.NewBr(to)
			to = from
		}
		targets[i], seen[op.Successor(i)] = to, true
	}
	return targets, nil
}

func emitConstant(b *body, op *ir.Operation) error {
	c, err := b.constant(op, op.Inherent("value"), op.Result(0).Type())
	if err != nil {
		return err
	}
	b.values.Set(op.Result(0), c)
	return nil
}

// emitUndef also translates poison: libNVVM only knows undef, which is weaker.
func emitUndef(b *body, op *ir.Operation) error {
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	b.values.Set(op.Result(0), constant.NewUndef(typ))
	return nil
}

func emitZero(b *body, op *ir.Operation) error {
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	b.values.Set(op.Result(0), constant.NewZeroInitializer(typ))
	if _, ok := op.Result(0).Type().(*llvm.PointerType); ok {
		b.values.Set(op.Result(0), literal{typ, "null"})
	}
	return nil
}

func emitAddressOf(b *body, op *ir.Operation) error {
	name := op.Inherent("global_name").(*ir.SymbolRefAttr).Leaf()
	ptr := op.Result(0).Type().(*llvm.PointerType)
	if g := ir.ResolveSymbol(op, op.Inherent("global_name").(*ir.SymbolRefAttr)); g != nil {
		if _, planned := b.shared.offsets[g]; planned {
			b.values.Set(op.Result(0), b.sharedAddress(g))
			return nil
		}
	}
	target := value.Named(nil)
	if g, ok := b.globals[name]; ok {
		target = g
	} else if f, ok := b.functions[name]; ok {
		target = f
	} else {
		return op.Errorf("refers to '%s', which the module does not define", name)
	}
	if b.pointers == Opaque {
		b.values.Set(op.Result(0), literal{opaquePointer{ptr.AddrSpace}, target.Ident()})
	} else {
		b.values.Set(op.Result(0), target)
	}
	return nil
}

func emitLoad(b *body, op *ir.Operation) error {
	typ, err := b.convert(op, op.Result(0).Type())
	if err != nil {
		return err
	}
	if nvvm.IsRemote(op.Operand(0)) {
		return b.remoteLoad(op, typ)
	}
	addr, err := b.addressOperand(op, 0, op.Result(0).Type())
	if err != nil {
		return err
	}
	if r, ok := hinted(op, op.Operand(0), typ); ok {
		b.hintedLoad(op, r, typ, addr)
		return nil
	}
	load := llir.NewLoad(typ, addr)
	load.Align = llir.Align(llvm.Alignment(op))
	load.Volatile = op.Inherent("volatile_") != nil
	if op.Inherent("invariant") != nil {
		load.Metadata = append(load.Metadata, b.emptyMetadata("invariant.load"))
	}
	b.emit(op, load)
	return nil
}

func emitStore(b *body, op *ir.Operation) error {
	v, err := b.plain(op, op.Operand(0))
	if err != nil {
		return err
	}
	addr, err := b.addressOperand(op, 1, op.Operand(0).Type())
	if err != nil {
		return err
	}
	if r, ok := hinted(op, op.Operand(1), v.Type()); ok {
		b.hintedStore(op, r, v, addr)
		return nil
	}
	b.emit(op, &llir.InstStore{Src: v, Dst: addr, Align: llir.Align(llvm.Alignment(op)),
		Volatile: op.Inherent("volatile_") != nil})
	return nil
}

func emitGEP(b *body, op *ir.Operation) error {
	elem := llvm.GEPElemType(op)
	elemType, err := b.convert(op, elem)
	if err != nil {
		return err
	}
	base, err := b.addressOperand(op, 0, elem)
	if err != nil {
		return err
	}
	var indices []value.Value
	for _, x := range llvm.GEPIndices(op) {
		if x.Value != nil {
			indices = append(indices, b.values.Get(x.Value))
		} else {
			indices = append(indices, constant.NewInt(types.I32, int64(x.Constant)))
		}
	}
	ptr, ok := op.Result(0).Type().(*llvm.PointerType)
	if !ok {
		return op.Errorf("has no translation to LLVM IR: only single pointers have")
	}
	typ, err := b.pointer(op, ptr, llvm.GEPPointee(op))
	if err != nil {
		return err
	}
	b.emit(op, &llir.InstGetElementPtr{ElemType: elemType, Src: base, Indices: indices, Typ: typ,
		InBounds: llvm.NoWrapOf(op)&llvm.InBounds == llvm.InBounds})
	return nil
}

func emitExtractElement(b *body, op *ir.Operation) error {
	b.emit(op, llir.NewExtractElement(b.operand(op, 0), b.operand(op, 1)))
	return nil
}

func emitInsertElement(b *body, op *ir.Operation) error {
	b.emit(op, llir.NewInsertElement(b.operand(op, 0), b.operand(op, 1), b.operand(op, 2)))
	return nil
}
