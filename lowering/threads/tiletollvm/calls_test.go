package tiletollvm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
)

// calling are kernels with functions; $INLINE is the attribute that says whether a function may be inlined.
var calling = map[string]struct{ functions, body string }{
	"tensors and numbers in, several results": {`
func.func private @f(%a: $T, %s: i32) -> ($T, i32) attributes {$INLINE} {
  %b = tile.splat %s : i32 -> $T
  %c = arith.addi %a, %b : $T
  %d = tile.flip %c axis = 0 : $T
  %m = tile.reduce %d axis = 0 { ^bb0(%x: i32, %y: i32): %z = arith.maxsi %x, %y : i32 tile.yield %z : i32 } : $T -> i32
  return %d, %m : $T, i32
}`, `
  %u, %m = func.call @f(%v, %k) : ($T, i32) -> ($T, i32)
  %w, %n = func.call @f(%u, %m) : ($T, i32) -> ($T, i32)
  %ns = tile.splat %n : i32 -> $T
  %r = arith.addi %w, %ns : $T`},
	"functions that store, and return early": {`
func.func private @put(%p: !tile.ptr<i32>, %n: i32) attributes {$INLINE} {
  %zero = arith.constant 0 : i32
  %c = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %c, ^end, ^store
^store:
  %old = tile.load %p : !tile.ptr<i32>
  %new = arith.addi %old, %n : i32
  tile.store %p, %new : !tile.ptr<i32>, i32
  return
^end:
  return
}
func.func private @twice(%p: !tile.ptr<i32>, %n: i32) -> i32 attributes {$INLINE} {
  func.call @put(%p, %n) : (!tile.ptr<i32>, i32) -> ()
  func.call @put(%p, %n) : (!tile.ptr<i32>, i32) -> ()
  %now = tile.load %p : !tile.ptr<i32>
  return %now : i32
}`, `
  %a = func.call @twice(%x, %k) : (!tile.ptr<i32>, i32) -> i32
  %b = func.call @twice(%x, %a) : (!tile.ptr<i32>, i32) -> i32
  %bs = tile.splat %b : i32 -> $T
  %r = arith.addi %v, %bs : $T`},
	"calls in loops exchange through memory of their own": {`
func.func private @swap(%a: tensor<$Nxi32>) -> tensor<$Nxi32> attributes {$INLINE} {
  %d = tile.flip %a axis = 0 : $T
  %s = arith.addi %a, %d : $T
  return %s : $T
}`, `
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %k step %one iter_args(%t = %v) -> ($T) : i32 {
    %u = func.call @swap(%t) : ($T) -> $T
    %f = tile.flip %u axis = 0 : $T
    %w = func.call @swap(%f) : ($T) -> $T
    %o = arith.subi %w, %v : $T
    scf.yield %o : $T
  }`},
	"single elements": {`
func.func private @sign(%a: i32, %b: i32) -> i32 attributes {$INLINE} {
  %c = arith.cmpi slt, %a, %b : i32
  cf.cond_br %c, ^less, ^more
^less:
  %m = arith.constant -1 : i32
  return %m : i32
^more:
  %d = arith.subi %a, %b : i32
  return %d : i32
}`, `
  %other = tile.flip %v axis = 0 : $T
  %r = tile.map %v, %other {
  ^bb0(%a: i32, %b: i32):
    %s = func.call @sign(%a, %b) : (i32, i32) -> i32
    tile.yield %s : i32
  } : $T, $T -> $T`},
	"packs with branches": {``, `
  %other = tile.flip %v axis = 0 : $T
  %r, %q = tile.map %v, %other pack = 4 {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32):
    %less = arith.cmpi slt, %a, %h : i32
    %m = scf.if %less -> i32 {
      %p = arith.addi %a, %k : i32
      scf.yield %p : i32
    } else {
      %p = scf.while (%w = %h) : (i32) -> i32 {
        %more = arith.cmpi slt, %w, %a : i32
        scf.condition(%more) %w : i32
      } do {
      ^bb0(%w: i32):
        %n = arith.addi %w, %w : i32
        scf.yield %n : i32
      }
      scf.yield %p : i32
    }
    tile.yield %m, %c, %b, %d, %e, %f, %g, %h : i32, i32, i32, i32, i32, i32, i32, i32
  } : $T, $T -> $T, $T
  tile.store %xp, %q : tensor<$Nx!tile.ptr<i32>>, $T`},
	"assembly": {``, `
  %other = tile.flip %v axis = 0 : $T
  %bytes = arith.trunci %other : $T to tensor<$Nxi8>
  %halves = arith.sitofp %other : $T to tensor<$Nxf16>
  %floats = arith.sitofp %v : $T to tensor<$Nxf32>
  %a = tile.inline_asm "{ .reg .u32 t; add.u32 t, $1, $2; shl.b32 $0, t, 1; }", "=r,r,r" pure %v, %other : $T, $T -> $T
  %b = tile.inline_asm "xor.b32 $0, $1, 0x01010101;", "=r,r" pack = 4 pure %bytes : tensor<$Nxi8> -> tensor<$Nxi8>
  %c = tile.inline_asm "fma.rn.f16x2 $0, $1, $1, $1;", "=r,r" pack = 2 pure %halves : tensor<$Nxf16> -> tensor<$Nxf16>
  %d, %e = tile.inline_asm "mul.rn.f32 $0, $2, $2; cvt.rni.s32.f32 $1, $0;", "=&f,=r,f" %floats : tensor<$Nxf32> -> tensor<$Nxf32>, $T
  %f = tile.inline_asm "add.u32 $0, $0, $2;", "=r,0,r" pure %v, %other : $T, $T -> $T
  %b2 = arith.extui %b : tensor<$Nxi8> to $T
  %c2 = arith.fptosi %c : tensor<$Nxf16> to $T
  %d2 = arith.fptosi %d : tensor<$Nxf32> to $T
  %s1 = arith.addi %a, %b2 : $T
  %s2 = arith.addi %c2, %d2 : $T
  %s3 = arith.addi %s1, %s2 : $T
  %s4 = arith.xori %s3, %e : $T
  %r = arith.addi %s4, %f : $T`},
}

// TestCallsComputeWhatTheReferenceExecutorDoes compares functions, inlined and called, tile.map and tile.inline_asm
// with the reference executor.
func TestCallsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	for name, c := range calling {
		for _, attribute := range []string{"", "no_inline"} {
			t.Run(name+attribute, func(t *testing.T) {
				t.Parallel()
				for at, size := range []struct{ n, warps int }{{8, 1}, {32, 4}, {256, 2}, {512, 8}} {
					if !longtest.IncludesName(fmt.Sprint(name, at), 4) {
						continue
					}
					for k := range int64(3) {
						source := c.functions + "\n" + strings.Replace(branchingFrame, "$BODY", c.body, 1)
						source = strings.NewReplacer("$T", fmt.Sprintf("tensor<%dxi32>", size.n), "$N", fmt.Sprint(size.n), "$INLINE",
							attribute).Replace(source)
						sameOutcome(t, source, size.n, size.warps, k)
					}
				}
			})
		}
	}
}

// TestOnlyWhatSaysNoInlineIsCalled checks that functions with no_inline are called, and all others are inlined.
func TestOnlyWhatSaysNoInlineIsCalled(t *testing.T) {
	for attribute, called := range map[string]bool{"": false, "no_inline": true} {
		source := strings.Replace(branchingFrame, "$BODY", calling["tensors and numbers in, several results"].body, 1)
		source = calling["tensors and numbers in, several results"].functions + source
		m := parse(t, "calls", strings.NewReplacer("$T", "tensor<64xi32>", "$N", "64", "$INLINE", attribute).Replace(source))
		program, err := m.Compile(context.Background(), girih.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(program.String(), "llvm.call @f") != called ||
			strings.Contains(program.String(), "@f(") != called {
			t.Errorf("%q: called should be %v\n%s", attribute, called, program)
		}
	}
}

// TestRecursionIsCompiled compiles a function that calls itself. The simulator reports that it does not support
// recursion.
func TestRecursionIsCompiled(t *testing.T) {
	m := parse(t, "recursion", `
func.func private @f(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %more = arith.cmpi sgt, %n, %zero : i32
  cf.cond_br %more, ^on, ^end
^on:
  %less = arith.subi %n, %one : i32
  %rest = func.call @f(%less) : (i32) -> i32
  %sum = arith.addi %rest, %n : i32
  return %sum : i32
^end:
  return %zero : i32
}
tile.kernel @k(%y: !tile.ptr<i32>, %n: i32) {
  %s = func.call @f(%n) : (i32) -> i32
  tile.store %y, %s : !tile.ptr<i32>, i32
  tile.return
}`)
	program, err := m.Compile(context.Background(), girih.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	compiles(t, program)
	y, _ := interp.NewArray(m.Operation().Context().I(32), 1)
	_, err = program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, y, 3)
	if err == nil || !strings.Contains(err.Error(), "calls itself") {
		t.Errorf("got error %v", err)
	}
}

// TestRegionsOnElementsWithEffectsAreRefused checks that tile.map must not have side effects, since several threads
// with copies of an element would execute them.
func TestRegionsOnElementsWithEffectsAreRefused(t *testing.T) {
	for _, line := range []string{"tile.store %p, %a : !tile.ptr<i32>, i32", `tile.print "x" %a : i32`} {
		m := parse(t, "map", `tile.kernel @k(%p: !tile.ptr<i32>) {
  %v = tile.iota : tensor<32xi32>
  %r = tile.map %v {
  ^bb0(%a: i32):
    `+line+`
    tile.yield %a : i32
  } : tensor<32xi32> -> tensor<32xi32>
  tile.return
}`)
		if _, err := m.Compile(context.Background(), girih.CompileOptions{}); err == nil ||
			!strings.Contains(err.Error(), "'tile.map' op has no rule") {
			t.Errorf("%s: got error %v", line, err)
		}
	}
}

// Inline assembly with addresses may access memory that other threads accessed before, and later operations may access
// memory that it accessed.
func TestAssemblyWithAddressesIsAnAccessToMemory(t *testing.T) {
	const source = `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%p: !tile.ptr<i32>, %n: i32) {
    %a = tile.ptr_to_int %p : !tile.ptr<i32> -> i64
    %v = tile.inline_asm "ASM", "=r,l" %a : i64 -> i32
    tile.store %p, %n : !tile.ptr<i32>, i32
    %w = tile.inline_asm "ASM", "=r,l" %a : i64 -> i32
    %s = arith.addi %v, %w : i32
    tile.store %p, %s : !tile.ptr<i32>, i32
    tile.return
  }
}`
	for asm, want := range map[string]int{"cvt.u32.u64 $0, $1;": 1, "ld.global.u32 $0, [$1];": 3} {
		m, err := girih.Parse("asm.mlir", []byte(strings.ReplaceAll(source, "ASM", asm)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: 2})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(p.String(), "nvvm.barrier0"); got != want {
			t.Errorf("%q: %d barriers, want %d\n%s", asm, got, want, p)
		}
	}
}
