package llvmir_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
)

// linesModule has locations of every kind: in two files, inlined, fused, named and unknown.
const linesModule = `
llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  %a = llvm.load %p : !llvm.ptr<1> -> f32 loc("a%d.mlir":7:3)
  %b = llvm.fadd %a, %x : f32 loc(callsite("lib.mlir":70:9 at "a%d.mlir":8:3))
  %c = llvm.fmul %b, %x : f32 loc(callsite("lib.mlir":71:9 at callsite("mid.mlir":5:6 at "a%d.mlir":9:3)))
  %d = llvm.fmul %c, %x : f32 loc(fused["other.mlir":4:5, "a%d.mlir":10:3])
  %e = llvm.fmul %d, %x : f32 loc("name"("a%d.mlir":11:3))
  %f = llvm.fmul %e, %x : f32 loc(unknown)
  llvm.store %f, %p : f32, !llvm.ptr<1> loc("/abs/x.mlir":12:3)
  %one = llvm.mlir.constant(1 : i32) : i32
  %own = llvm.alloca %one x f32 : (i32) -> !llvm.ptr loc("a%d.mlir":14:3)
  %g = llvm.call @helper(%f) : (f32) -> f32 loc("a%d.mlir":15:3)
  llvm.store volatile %g, %own : f32, !llvm.ptr loc("a%d.mlir":16:3)
  llvm.return loc("a%d.mlir":13:3)
} loc("a%d.mlir":6:1)
llvm.func @helper(%x: f32) -> f32 {
  llvm.return %x : f32 loc("other.mlir":2:1)
}
`

func TestEveryKindOfLocationBecomesALine(t *testing.T) {
	op, err := text.ParseString(registry.NewContext(), linesModule)
	if err != nil {
		t.Fatal(err)
	}
	for _, pointers := range []llvmir.Pointers{llvmir.Typed, llvmir.Opaque} {
		out, err := llvmir.PrintWith(op, llvmir.Options{Pointers: pointers, LineInfo: &llvmir.LineInfo{Directory: "/src"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			`DIFile(filename: "/src/a%d.mlir", directory: "")`, `DIFile(filename: "/abs/x.mlir", directory: "")`,
			`emissionKind: DebugDirectivesOnly`, `!{i32 2, !"Debug Info Version", i32 3}`, `DILocation(line: 70, column: 9,`,
			`inlinedAt:`, `DISubprogram(name: "helper"`, `DILocation(line: 0, column: 0,`,
		} {
			if !strings.Contains(out, want) {
				t.Errorf("no %s in\n%s", want, out)
			}
		}
		checkWithLLVM(t, out, pointers)
	}
	plain, err := llvmir.Print(op, llvmir.Typed)
	if err != nil || strings.Contains(plain, "dbg") {
		t.Errorf("lines that nobody asked for (%v):\n%s", err, plain)
	}
}

// checkWithLLVM compiles a module and looks for the lines in the PTX.
func checkWithLLVM(t *testing.T, module string, pointers llvmir.Pointers) {
	t.Helper()
	ctx := context.Background()
	major, form := 14, nvptx.TypedPointers
	if pointers == llvmir.Opaque {
		major, form = 22, nvptx.OpaquePointers
	}
	if opt, err := nvptx.FindOpt(ctx, major); err == nil && opt.Pointers().Has(form) {
		if err := opt.Verify(ctx, []byte(module)); err != nil {
			t.Errorf("%v\n%s", err, module)
		}
	}
	llc, err := nvptx.FindLLC(ctx, major)
	if err != nil {
		t.Log(err)
		return
	}
	ptx, err := llc.Compile(ctx, []byte(module), nvptx.Target{SM: 80})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" 7 3", " 70 9", " 71 9", " 4 5", " 11 3", " 12 3", " 13 3", "/src", "lib.mlir"} {
		if !strings.Contains(string(ptx.Text), want) {
			t.Errorf("%s: no %q in\n%s", llc.Name(), want, ptx.Text)
		}
	}
}
