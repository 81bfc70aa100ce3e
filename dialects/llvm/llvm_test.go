package llvm_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, llvm.Dialect,
		"func", "call", "return", "br", "cond_br", "switch", "unreachable",
		"mlir.global", "mlir.addressof", "mlir.constant", "mlir.undef", "mlir.poison", "mlir.zero", "freeze",
		"add", "sub", "mul", "shl", "udiv", "sdiv", "lshr", "ashr", "urem", "srem", "and", "or", "xor", "icmp",
		"fadd", "fsub", "fmul", "fdiv", "frem", "fneg", "fcmp", "select", "load", "store", "getelementptr", "atomicrmw",
		"cmpxchg", "fence",
		"alloca", "inline_asm",
		"sext", "zext", "trunc", "fpext", "fptrunc", "sitofp", "uitofp", "fptosi", "fptoui", "bitcast", "ptrtoint",
		"inttoptr", "addrspacecast", "extractelement", "insertelement", "extractvalue", "insertvalue",
		"intr.fabs", "intr.sqrt", "intr.exp", "intr.exp2", "intr.log", "intr.log2", "intr.sin", "intr.cos",
		"intr.floor", "intr.ceil", "intr.rint", "intr.roundeven", "intr.trunc", "intr.copysign", "intr.maxnum",
		"intr.minnum", "intr.maximum", "intr.minimum", "intr.fma", "intr.fmuladd", "intr.smax", "intr.smin",
		"intr.umax", "intr.umin", "intr.assume", "intr.experimental.constrained.fptrunc",
		"intr.sadd.with.overflow", "intr.uadd.with.overflow", "intr.ssub.with.overflow", "intr.usub.with.overflow",
		"intr.smul.with.overflow", "intr.umul.with.overflow",
		"intr.stacksave", "intr.stackrestore", "intr.lifetime.start", "intr.lifetime.end")
}

func TestTypesReadAndPrintAlike(t *testing.T) {
	ctx := ir.NewContext(llvm.Dialect)
	for _, s := range []string{
		"!llvm.ptr", "!llvm.ptr<1>", "!llvm.void", "!llvm.array<4 x f32>", "!llvm.array<2 x array<0 x ptr<3>>>",
		"!llvm.struct<()>", "!llvm.struct<(i32, ptr)>", "!llvm.struct<packed (i8, array<4 x vector<2xf16>>)>",
		"!llvm.func<void ()>", "!llvm.func<ptr<1> (i32, struct<(f32)>)>", "!llvm.func<i32 (ptr, ...)>",
		"!llvm.func<i32 (...)>",
	} {
		typ, err := text.ParseType(ctx, s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		if typ.String() != s {
			t.Errorf("%s prints as %s", s, typ)
		}
		if again, err := text.ParseType(ctx, s); err != nil || again != typ {
			t.Errorf("%s is not interned", s)
		}
	}
	if typ, err := text.ParseType(ctx, "!llvm.ptr<0>"); err != nil || typ.String() != "!llvm.ptr" {
		t.Errorf("address space 0 prints as %v (%v)", typ, err)
	}
}

func TestInvalidTypesAreRefused(t *testing.T) {
	ctx := ir.NewContext(llvm.Dialect)
	for _, s := range []string{
		"!llvm.ptr<x>", "!llvm.ptr<-1>", "!llvm.array<f32>", "!llvm.array<2 x 3 x f32>", "!llvm.array<2 x void>",
		"!llvm.struct<(void)>", "!llvm.struct<(tensor<4xf32>)>", "!llvm.func<tensor<4xf32> ()>", "!llvm.nothing",
	} {
		if typ, err := text.ParseType(ctx, s); err == nil {
			t.Errorf("%s reads as %v", s, typ)
		}
	}
}

func TestVerifierReportsUpstreamsErrors(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"%0 = llvm.add %f, %f : f32",
			"operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer"},
		{"llvm.return %i : i32", "expected no operands"},
		{"%0 = llvm.sext %i : i32 to i16", "integer width of the output type is smaller or equal"},
		{"%0 = llvm.mlir.addressof @nothing : !llvm.ptr", "must reference a global defined by"},
		{"%0 = llvm.mlir.addressof @shared : !llvm.ptr", "pointer address space must match"},
		{"%0 = llvm.mlir.constant(1 : i32) : f32", "expected integer type"},
		{"%0 = llvm.getelementptr %p[0, %i] : (!llvm.ptr, i32) -> !llvm.ptr, f32", "type 'f32' cannot be indexed (index #1)"},
		{"%0 = llvm.getelementptr %p[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32)>",
			"index 1 indexing a struct is out of bounds"},
		{"%0 = llvm.icmp \"slt\" %f, %f : f32", "but got 'f32'"},
		{"%0 = llvm.select %i, %f, %f : i32, f32", "operand #0 must be 1-bit signless integer"},
		{"llvm.br ^bb1(%f : f32)\n^bb1:", "branch has 1 operands for successor #0, but target block has 0"},
	} {
		module := "llvm.mlir.global internal @shared() {addr_space = 3 : i32} : f32\n" +
			"llvm.func @k(%i: i32, %f: f32, %p: !llvm.ptr) {\n" + c.body + "\nllvm.return\n}"
		if strings.HasPrefix(c.body, "llvm.return") {
			module = strings.Replace(module, "\nllvm.return\n}", "\n}", 1)
		}
		op, err := text.ParseString(ir.NewContext(builtin.Dialect, llvm.Dialect), module)
		if err == nil {
			err = ir.Verify(op, nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.body, err, c.want)
		}
	}
}

func TestBuildersMakeWhatTheTextSays(t *testing.T) {
	ctx := ir.NewContext(builtin.Dialect, llvm.Dialect)
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	b.AtEnd(module.Body())
	shared := llvm.NewSharedArray(b, "s", llvm.ArrayOf(ctx, 8, ctx.F32()), 16)
	global := llvm.Ptr(ctx, llvm.GlobalSpace)
	f := llvm.NewFunc(b, "k", llvm.FuncOf(ctx, llvm.Void(ctx), []ir.Type{global, ctx.I(32)}, false), nil)
	b.AtEnd(f.Region(0).Entry())
	ptr, n := f.Region(0).Entry().Arg(0), f.Region(0).Entry().Arg(1)
	at := llvm.NewGEP(b, ctx.F32(), ptr, llvm.InBounds, llvm.Index{Value: n})
	v := llvm.NewLoad(b, ctx.F32(), at, 4)
	slot := llvm.NewGEP(b, shared.Type(), llvm.NewAddressOf(b, shared), 0, llvm.Index{}, llvm.Index{Value: n})
	llvm.NewStore(b, v, slot, 4)
	llvm.NewCast(b, &llvm.FPToSI, v, ctx.I(64))
	b.Build(&llvm.Return, nil)
	if err := ir.Verify(module.Operation, nil); err != nil {
		t.Fatal(err)
	}
	const want = `module {
  llvm.mlir.global internal @s() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x f32>
  llvm.func @k(%arg0: !llvm.ptr<1>, %arg1: i32) {
    %0 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %1 = llvm.load %0 {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    %2 = llvm.mlir.addressof @s : !llvm.ptr<3>
    %3 = llvm.getelementptr %2[0, %arg1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<8 x f32>
    llvm.store %1, %3 {alignment = 4 : i64} : f32, !llvm.ptr<3>
    %4 = llvm.fptosi %1 : f32 to i64
    llvm.return
  }
}
`
	if got := string(text.Print(module.Operation, text.Options{})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
