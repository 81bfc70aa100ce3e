package llvmir_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// shorthand abbreviates the bodies below: S is an accumulator, W are the words of a left factor.
var shorthand = strings.NewReplacer(
	"SHAPE", "<m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>]",
	"S", "!llvm.struct<(f32, f32, f32, f32)>", "W", "!llvm.struct<(i32, i32, i32, i32)>",
	"COMMIT", "nvvm.wgmma.commit.group.sync.aligned", "FENCE", "tilegpu.fence_registers",
	"AWAIT", "tilegpu.await_products",
	"BY16", `{columns = 8 : i32, type = "f16", rhs_type = "f16"}`, "TIMES", "tilegpu.register_product")

// TestChains says which instructions are printed together: those of a line are one piece of inline assembly.
func TestChains(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"products": {`
			%1 = FENCE %s : S -> S
			%2 = nvvm.wgmma.mma_async %a, %b, %1, SHAPE : S -> S
			%c = llvm.add %a, %a : i64
			%3 = nvvm.wgmma.mma_async %c, %b, %2, SHAPE : S -> S
			COMMIT
			%4 = AWAIT %3 {pending = 0 : i32} : S -> S
			%r = llvm.extractvalue %4[1] : S`, []string{"fence mma mma commit wait"}},
		"left factors": {`
			%1:2 = FENCE %s, %w : S, W -> S, W
			%2 = TIMES %1#1 by %a, %1#0 BY16 : W -> S
			COMMIT
			%3:2 = AWAIT %2, %1#1 {pending = 0 : i32} : S, W -> S, W
			%r = llvm.extractvalue %3#0[1] : S`, []string{"fence mma commit wait"}},
		"a later wait": {`
			%1:2 = FENCE %s, %w : S, W -> S, W
			%2 = TIMES %1#1 by %a, %1#0 BY16 : W -> S
			COMMIT
			nvvm.barrier0
			%3:2 = AWAIT %2, %1#1 {pending = 0 : i32} : S, W -> S, W
			%r = llvm.extractvalue %3#0[1] : S`, []string{"fence mma commit", "wait"}},
		"products that go on": {`
			%1 = FENCE %s : S -> S
			%2 = nvvm.wgmma.mma_async %a, %b, %1, SHAPE : S -> S
			COMMIT
			%3 = AWAIT %2 {pending = 1 : i32} : S -> S
			%r = llvm.extractvalue %3[1] : S`, []string{"fence mma commit", "wait"}},
		"a wait for other products": {`
			%1:2 = FENCE %s, %z : S, S -> S, S
			%2 = nvvm.wgmma.mma_async %a, %b, %1#0, SHAPE : S -> S
			%3 = nvvm.wgmma.mma_async %a, %b, %1#1, SHAPE : S -> S
			COMMIT
			%4:2 = AWAIT %2, %3 {pending = 0 : i32} : S, S -> S, S
			%5 = llvm.extractvalue %4#0[1] : S
			%6 = llvm.extractvalue %4#1[1] : S
			%r = llvm.fadd %5, %6 : f32`, []string{"fence", "mma", "mma commit", "wait"}},
		"several accumulators": {`
			%1 = FENCE %s : S -> S
			%2 = nvvm.wgmma.mma_async %a, %b, %1, SHAPE : S -> S
			%3 = nvvm.wgmma.mma_async %b, %b, %2, SHAPE : S -> S
			COMMIT
			%4 = AWAIT %3 {pending = 0 : i32} : S -> S
			%5 = FENCE %z : S -> S
			%6 = nvvm.wgmma.mma_async %a, %b, %5, SHAPE : S -> S
			COMMIT
			%7 = AWAIT %6 {pending = 0 : i32} : S -> S
			%8 = llvm.extractvalue %4[1] : S
			%9 = llvm.extractvalue %7[1] : S
			%r = llvm.fadd %8, %9 : f32`, []string{"fence mma", "mma commit wait", "fence mma commit wait"}},
		"one accumulator twice": {`
			%1 = FENCE %s : S -> S
			%2 = nvvm.wgmma.mma_async %a, %b, %1, SHAPE : S -> S
			%3 = nvvm.wgmma.mma_async %b, %b, %2, SHAPE : S -> S
			COMMIT
			%4 = AWAIT %3 {pending = 0 : i32} : S -> S
			%5 = FENCE %4 : S -> S
			%6 = nvvm.wgmma.mma_async %a, %b, %5, SHAPE : S -> S
			%7 = nvvm.wgmma.mma_async %b, %b, %6, SHAPE : S -> S
			COMMIT
			%8 = AWAIT %7 {pending = 0 : i32} : S -> S
			%r = llvm.extractvalue %8[1] : S`, []string{"fence mma mma commit wait", "fence mma mma commit wait"}},
		"a store in between": {`
			%1 = FENCE %s : S -> S
			%2 = nvvm.wgmma.mma_async %a, %b, %1, SHAPE : S -> S
			llvm.store %a, %p : i64, !llvm.ptr<3>
			%3 = nvvm.wgmma.mma_async %a, %b, %2, SHAPE : S -> S
			COMMIT
			%4 = AWAIT %3 {pending = 0 : i32} : S -> S
			%r = llvm.extractvalue %4[1] : S`, []string{"fence mma", "mma commit wait"}},
		"a whole structure": {`
			%1 = FENCE %s : S -> S
			llvm.store %1, %p : S, !llvm.ptr<3>
			%r = llvm.extractvalue %1[1] : S`, []string{"fence"}},
	} {
		module, err := text.ParseString(ir.NewContext(builtin.Dialect, llvm.Dialect, nvvm.Dialect, tilegpu.Dialect),
			shorthand.Replace(`llvm.func @k(%s: S, %z: S, %w: W, %a: i64, %b: i64, %p: !llvm.ptr<3>) -> f32 {`+c.body+`
			llvm.return %r : f32 }`))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out, err := llvmir.Print(module, llvmir.Typed)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []string
		for _, line := range strings.Split(out, "\n") {
			var list []string
			for _, m := range regexp.MustCompile(`wgmma\.([a-z]+)`).FindAllStringSubmatch(line, -1) {
				list = append(list, m[1])
			}
			if list != nil {
				got = append(got, strings.Join(list, " "))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q in\n%s", name, got, c.want, out)
		}
	}
}

// A structure that is built field by field is only printed where an operation needs all of it.
func TestStructuresOfRegisters(t *testing.T) {
	fields := strings.TrimSuffix(strings.Repeat("f32, ", 10), ", ")
	out, err := llvmir.Print(parseText(t, strings.NewReplacer("S", "!llvm.struct<("+fields+")>").Replace(`
llvm.func @k(%x: f32, %y: f32, %p: !llvm.ptr<3>) -> f32 {
  %0 = llvm.mlir.poison : S
  %1 = llvm.insertvalue %x, %0[0] : S
  %2 = llvm.insertvalue %y, %1[0] : S
  %3 = llvm.insertvalue %y, %1[9] : S
  llvm.store %3, %p : S, !llvm.ptr<3>
  %4 = llvm.extractvalue %1[0] : S
  %5 = llvm.extractvalue %2[0] : S
  %6 = llvm.fadd %4, %5 : f32
  llvm.return %6 : f32
}`)), llvmir.Opaque)
	if err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]int{"extractvalue": 0, "insertvalue": 10, "fadd float %p0, %p1": 1,
		"%registers0 = type { float, float,": 1, "insertvalue %registers0 undef, float %p0, 0": 1} {
		if strings.Count(out, want) != n {
			t.Errorf("%q occurs %d times, expected %d:\n%s", want, strings.Count(out, want), n, out)
		}
	}
}
