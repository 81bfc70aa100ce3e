package llvmtext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/internal/llvmtext"
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// operands are values of all kinds that instructions refer to.
type operands struct {
	i, j, f, g, b, v, p value.Value
}

func module() (*ir.Module, *ir.Func, *ir.Block, operands) {
	m := ir.NewModule()
	m.TargetTriple = "nvptx64-nvidia-cuda"
	global := m.NewGlobalDef("shared", constant.NewUndef(types.NewArray(4, types.Float)))
	global.AddrSpace = 3
	global.Typ = &types.PointerType{ElemType: global.ContentType, AddrSpace: 3}
	vector := types.NewVector(4, types.I32)
	f := m.NewFunc("k", types.Void, ir.NewParam("a", types.I32), ir.NewParam("", types.Float),
		ir.NewParam("odd name", types.Double), ir.NewParam("v", vector),
		ir.NewParam("p", &types.PointerType{ElemType: types.Float, AddrSpace: 1}), ir.NewParam("b", types.I1))
	return m, f, f.NewBlock("b0"), operands{i: f.Params[0], j: constant.NewInt(types.I32, -7), f: f.Params[1],
		g: constant.NewFloat(types.Float, 1.5), v: f.Params[3], p: f.Params[4], b: f.Params[5]}
}

// instructions has at least one instruction of every kind that is printed here, and some that are not.
func instructions(m *ir.Module, o operands) []ir.Instruction {
	add := ir.NewAdd(o.i, o.j)
	add.OverflowFlags = []enum.OverflowFlag{enum.OverflowFlagNUW, enum.OverflowFlagNSW}
	fadd := ir.NewFAdd(o.f, o.g)
	fadd.FastMathFlags = []enum.FastMathFlag{enum.FastMathFlagNNaN, enum.FastMathFlagContract}
	shift := ir.NewLShr(add, constant.NewInt(types.I32, 3))
	shift.Exact = true
	load := ir.NewLoad(types.Float, o.p)
	load.Align, load.Volatile = 16, true
	load.Metadata = ir.Metadata{{Name: "invariant.load", Node: m.MetadataDefs[0].(*metadata.Tuple)}}
	store := ir.NewStore(load, o.p)
	store.Align = 4
	atomic := ir.NewLoad(types.Float, o.p)
	atomic.Atomic, atomic.Ordering, atomic.Align = true, enum.AtomicOrderingAcquire, 4
	gep := ir.NewGetElementPtr(types.Float, o.p, constant.NewInt(types.I64, 1<<40))
	gep.InBounds = true
	fcmp := ir.NewFCmp(enum.FPredOLT, o.f, o.g)
	fcmp.FastMathFlags = []enum.FastMathFlag{enum.FastMathFlagFast}
	sel := ir.NewSelect(o.b, o.f, constant.NewUndef(types.Float))
	callee := m.NewFunc("llvm.fma.f32", types.Float, ir.NewParam("", types.Float))
	barrier := m.NewFunc("llvm.nvvm.barrier0", types.Void)
	call := ir.NewCall(callee, ir.NewArg(o.f, enum.ParamAttrNoAlias))
	call.FastMathFlags = []enum.FastMathFlag{enum.FastMathFlagAFn}
	call.FuncAttrs = []ir.FuncAttribute{enum.FuncAttrConvergent}
	tail := ir.NewCall(callee, o.g)
	tail.Tail = enum.TailTail
	move := ir.NewInlineAsm(types.NewPointer(types.NewFunc(types.I32, types.I32)), "mov.u32 $0, $1;", "=r,r")
	asm := ir.NewCall(move, o.i)
	trap := ir.NewInlineAsm(types.NewPointer(types.NewFunc(types.Void)), "{ .reg .u32 t; trap; }", "~{memory}")
	trap.SideEffect, trap.AlignStack, trap.IntelDialect = true, true, true
	quoted := ir.NewInlineAsm(types.NewPointer(types.NewFunc(types.Void)), "// \"\\\n\t\xe9", "~{\"}")
	pair := ir.NewCall(m.NewFunc("pair", types.NewStruct(types.I32, types.NewArray(2, types.Float))))
	first := ir.NewExtractValue(pair, 0)
	return []ir.Instruction{pair, first, ir.NewExtractValue(pair, 1, 1), ir.NewInsertValue(pair, first, 0),
		add, fadd, shift, load, store, atomic, gep, fcmp, sel, call, ir.NewCall(barrier), tail, asm,
		ir.NewCall(trap), ir.NewCall(quoted),
		ir.NewSub(o.i, o.j), ir.NewMul(o.i, o.i), ir.NewShl(o.i, o.j), ir.NewUDiv(o.i, o.j), ir.NewSDiv(o.i, o.j),
		ir.NewAShr(o.i, o.j), ir.NewURem(o.i, o.j), ir.NewSRem(o.i, o.j), ir.NewAnd(o.i, o.j), ir.NewOr(o.i, o.j),
		ir.NewXor(o.b, constant.True), ir.NewFNeg(o.f), ir.NewFSub(o.f, o.g), ir.NewFMul(o.f, o.g), ir.NewFDiv(o.f, o.g),
		ir.NewFRem(o.f, o.g), ir.NewICmp(enum.IPredULE, o.i, o.j), ir.NewExtractElement(o.v, o.j),
		ir.NewInsertElement(o.v, o.i, constant.NewInt(types.I32, 0)), ir.NewTrunc(o.i, types.I8), ir.NewZExt(o.i, types.I64),
		ir.NewSExt(o.i, types.I64), ir.NewFPTrunc(o.f, types.Half), ir.NewFPExt(o.f, types.Double),
		ir.NewFPToUI(o.f, types.I32), ir.NewFPToSI(o.f, types.I32), ir.NewUIToFP(o.i, types.Float),
		ir.NewSIToFP(o.i, types.Float), ir.NewPtrToInt(o.p, types.I64), ir.NewIntToPtr(o.j, o.p.Type()),
		ir.NewBitCast(o.p, &types.PointerType{ElemType: types.NewVector(2, types.Float), AddrSpace: 1}),
		ir.NewAddrSpaceCast(m.Globals[0], types.NewPointer(types.Float)), ir.NewAlloca(types.I32)}
}

func TestTextIsThatOfLLIR(t *testing.T) {
	m, f, b, o := module()
	node := &metadata.Tuple{MetadataID: -1, Distinct: true}
	m.MetadataDefs = append(m.MetadataDefs, node)
	b.Insts = instructions(m, o)
	loop, end := f.NewBlock("b1"), f.NewBlock("b2")
	b.NewBr(loop)
	first := loop.NewPhi(ir.NewIncoming(constant.NewInt(types.I32, 0), b))
	next := loop.NewAdd(first, constant.NewInt(types.I32, 1))
	first.Incs = append(first.Incs, ir.NewIncoming(next, loop))
	loop.NewCondBr(loop.NewICmp(enum.IPredSLT, next, o.i), loop, end)
	end.NewRet(nil) // without instructions

	terminators(m, o)

	want := m.String()
	for range 2 {
		got, err := llvmtext.Text(m)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
	if got := m.String(); got != want {
		t.Errorf("the module has changed to\n%s", got)
	}
}

// terminators adds a function with the ends of blocks that are printed here, with metadata, and some that are not.
func terminators(m *ir.Module, o operands) {
	note := ir.Metadata{{Name: "note", Node: m.MetadataDefs[0].(*metadata.Tuple)}}
	f := m.NewFunc("ends", types.I32, ir.NewParam("a", types.I32), ir.NewParam("b", types.I1))
	blocks := make([]*ir.Block, 6)
	for i := range blocks {
		blocks[i] = f.NewBlock("odd name " + string(rune('a'+i)))
	}
	cond := blocks[0].NewCondBr(f.Params[1], blocks[1], blocks[2])
	branch := blocks[1].NewBr(blocks[3])
	cond.Metadata, branch.Metadata = note, note
	blocks[2].NewSwitch(f.Params[0], blocks[3], ir.NewCase(constant.NewInt(types.I32, 7), blocks[4]))
	blocks[3].NewRet(blocks[3].NewAdd(f.Params[0], f.Params[0])).Metadata = note
	blocks[4].NewRet(constant.NewInt(types.I32, 1))
	blocks[5].NewUnreachable()
}

// TestBlocksInPieces checks blocks that are printed in several pieces, and those around a multiple of their length. If
// lines are long, pieces do not fit in the memory that they have at first.
func TestBlocksInPieces(t *testing.T) {
	for _, n := range []int{255, 256, 257, 512, 3000, 10100} {
		for _, long := range []bool{false, true} {
			m, f, b, o := module()
			for i := range n {
				if long && i < 300 {
					b.NewSelect(o.b, o.f, f.Params[1]).SetName(strings.Repeat("long", 30) + fmt.Sprint(i))
				}
				if b.NewAdd(o.i, o.j); i == n/2 {
					next := f.NewBlock("middle")
					b.NewBr(next)
					b = next
				}
			}
			b.NewRet(nil)
			want := m.String()
			if got, err := llvmtext.Text(m); err != nil || string(got) != want {
				t.Errorf("%d instructions, long %v: error %v, got\n%s\nwant\n%s", n, long, err, got, want)
			}
		}
	}
}

func TestBlocksWithoutNames(t *testing.T) {
	m := ir.NewModule()
	f := m.NewFunc("k", types.Void, ir.NewParam("", types.I32))
	b := f.NewBlock("")
	b.NewAdd(f.Params[0], f.Params[0])
	second := f.NewBlock("")
	b.NewBr(second)
	second.NewMul(f.Params[0], f.Params[0])
	second.NewRet(nil)
	want := m.String()
	if got, err := llvmtext.Text(m); err != nil || string(got) != want {
		t.Errorf("error %v, got\n%s\nwant\n%s", err, got, want)
	}
}

// TestNumbersOfTheModule: globals, functions, aliases and resolvers without names have numbers of the module, not of
// the functions that use them.
func TestNumbersOfTheModule(t *testing.T) {
	m := ir.NewModule()
	global := m.NewGlobalDef("", constant.NewInt(types.I32, 0))
	alias := m.NewAlias("", global)
	resolver := m.NewFunc("", types.NewPointer(types.NewFunc(types.Void)))
	resolver.NewBlock("b").NewUnreachable()
	indirect := m.NewIFunc("", resolver)
	named := m.NewAlias("odd name", global)
	f := m.NewFunc("k", types.Void)
	b := f.NewBlock("b")
	for _, v := range []value.Value{global, alias, named, resolver, indirect} {
		b.NewPtrToInt(v, types.I64)
	}
	b.NewRet(nil)
	want := m.String()
	if got, err := llvmtext.Text(m); err != nil || string(got) != want {
		t.Errorf("error %v, got\n%s\nwant\n%s", err, got, want)
	}
}

func BenchmarkText(b *testing.B) {
	m, _, block, o := module()
	m.MetadataDefs = append(m.MetadataDefs, &metadata.Tuple{MetadataID: -1, Distinct: true})
	block.Insts = instructions(m, o)
	block.NewRet(nil)
	b.Run("here", func(b *testing.B) {
		for b.Loop() {
			if _, err := llvmtext.Text(m); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("llir", func(b *testing.B) {
		for b.Loop() {
			_ = m.String()
		}
	})
}
