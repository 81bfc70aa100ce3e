package tiletollvm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
)

// branching are bodies of kernels with control flow. A frame loads $N numbers from %x before them, and stores %r to %y.
var branching = map[string]string{
	"while carries a tensor from region to region": `
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = tile.reduce %v axis = 0 { ^bb0(%a: i32, %b: i32): %s = arith.addi %a, %b : i32 tile.yield %s : i32 } : $T -> i32
  %r, %count = scf.while (%t = %v, %c = %zero) : ($T, i32) -> ($T, i32) {
    %m = tile.reduce %t axis = 0 { ^bb0(%a: i32, %b: i32): %s = arith.maxsi %a, %b : i32 tile.yield %s : i32 } : $T -> i32
    %limit = arith.constant 500 : i32
    %more = arith.cmpi slt, %m, %limit : i32
    %next = arith.addi %t, %v : $T
    scf.condition(%more) %next, %c : $T, i32
  } do {
  ^bb0(%t: $T, %c: i32):
    %c2 = arith.addi %c, %one : i32
    %flipped = tile.flip %t axis = 0 : $T
    %next = arith.addi %t, %flipped : $T
    scf.yield %next, %c2 : $T, i32
  }`,
	"index_switch yields tensors": `
  %sum = tile.reduce %v axis = 0 { ^bb0(%a: i32, %b: i32): %s = arith.addi %a, %b : i32 tile.yield %s : i32 } : $T -> i32
  %four = arith.constant 4 : i32
  %which = arith.remui %sum, %four : i32
  %index = arith.index_cast %which : i32 to index
  %r = scf.index_switch %index -> $T
  case 1 {
    %f = tile.flip %v axis = 0 : $T
    scf.yield %f : $T
  }
  case 3 {
    %f = arith.muli %v, %v : $T
    scf.yield %f : $T
  }
  default {
    scf.yield %v : $T
  }`,
	"index_switch without cases": `
  %index = arith.constant 7 : index
  %r = scf.index_switch %index -> $T
  default {
    scf.yield %v : $T
  }`,
	"execute_region with blocks": `
  %r = scf.execute_region -> $T {
    %c = arith.cmpi sgt, %k, %k : i32
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %v : $T
  ^b:
    %f = arith.addi %v, %v : $T
    scf.yield %f : $T
  }`,
	"loop with early exit": `
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %v : i32, $T)
^head(%i: i32, %t: $T):
  %more = arith.cmpi slt, %i, %k : i32
  cf.cond_br %more, ^body, ^exit(%t : $T)
^body:
  %m = tile.reduce %t axis = 0 { ^bb0(%a: i32, %b: i32): %s = arith.maxsi %a, %b : i32 tile.yield %s : i32 } : $T -> i32
  %limit = arith.constant 1000 : i32
  %large = arith.cmpi sgt, %m, %limit : i32
  %f = tile.flip %t axis = 0 : $T
  %next = arith.addi %f, %v : $T
  cf.cond_br %large, ^exit(%f : $T), ^latch
^latch:
  %i2 = arith.addi %i, %one : i32
  cf.br ^head(%i2, %next : i32, $T)
^exit(%r: $T):`,
	"early return": `
  %zero = arith.constant 0 : i32
  %id = tile.program_id 0
  %out = arith.cmpi ne, %id, %zero : i32
  cf.cond_br %out, ^return, ^on
^return:
  tile.return
^on:
  %r = arith.addi %v, %v : $T`,
	"switch with arguments": `
  %three = arith.constant 3 : i32
  %which = arith.remui %k, %three : i32
  %f = tile.flip %v axis = 0 : $T
  cf.switch %which : i32, [
    default: ^join(%v : $T),
    0: ^join(%f : $T),
    2: ^square(%f, %v : $T, $T)
  ]
^square(%p: $T, %q: $T):
  %s = arith.muli %p, %q : $T
  cf.br ^join(%s : $T)
^join(%r: $T):`,
	"blocks that nothing reaches": `
  cf.br ^on
^dead(%d: $T):
  %s = arith.muli %d, %d : $T
  cf.br ^dead(%s : $T)
^on:
  %r = arith.addi %v, %v : $T`,
	"the array that is read is written in a loop": `
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %rev = arith.constant dense<$LAST> : $T
  scf.for %i = %zero to %k step %one : i32 {
    %o = arith.subi %rev, %at : $T
    %back = tile.addptr %xs, %o : tensor<$Nx!tile.ptr<i32>>, $T -> tensor<$Nx!tile.ptr<i32>>
    %now = tile.load %back : tensor<$Nx!tile.ptr<i32>>
    %more = arith.addi %now, %v : $T
    tile.store %xp, %more : tensor<$Nx!tile.ptr<i32>>, $T
  }
  %r = tile.load %xp : tensor<$Nx!tile.ptr<i32>>`,
	"parts are taken and put": `
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %odd = arith.andi %k, %one : i32
  %m = tile.reshape %v : $T -> tensor<$Hx2xi32>
  %col = tile.extract %m[%zero, %odd] : tensor<$Hx2xi32> -> tensor<$Hx1xi32>
  %row = tile.extract %m[%k, %zero] : tensor<$Hx2xi32> -> tensor<1x2xi32>
  %n = tile.extract %m[%k, %odd] : tensor<$Hx2xi32> -> i32
  %ns = tile.splat %n : i32 -> tensor<$Hx1xi32>
  %sum = arith.addi %col, %ns : tensor<$Hx1xi32>
  %a = tile.insert %sum, %m[%zero, %one] : tensor<$Hx1xi32>, tensor<$Hx2xi32>
  %b = tile.insert %row, %a[%one, %zero] : tensor<1x2xi32>, tensor<$Hx2xi32>
  %c = tile.insert %n, %b[%odd, %odd] : i32, tensor<$Hx2xi32>
  %r = tile.reshape %c : tensor<$Hx2xi32> -> $T`,
	"a number that all threads read is written": `
  %old = tile.load %x : !tile.ptr<i32>
  %new = arith.addi %old, %k : i32
  tile.store %x, %new : !tile.ptr<i32>, i32
  %again = tile.load %x : !tile.ptr<i32>
  %twice = arith.addi %again, %again : i32
  tile.store %x, %twice : !tile.ptr<i32>, i32
  %r = tile.splat %again : i32 -> $T`,
}

const branchingFrame = `tile.kernel @k(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>, %k: i32) {
  %at = tile.iota : $T
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<$Nx!tile.ptr<i32>>
  %xp = tile.addptr %xs, %at : tensor<$Nx!tile.ptr<i32>>, $T -> tensor<$Nx!tile.ptr<i32>>
  %v = tile.load %xp : tensor<$Nx!tile.ptr<i32>>$BODY
  %ys = tile.splat %y : !tile.ptr<i32> -> tensor<$Nx!tile.ptr<i32>>
  %yp = tile.addptr %ys, %at : tensor<$Nx!tile.ptr<i32>>, $T -> tensor<$Nx!tile.ptr<i32>>
  tile.store %yp, %r : tensor<$Nx!tile.ptr<i32>>, $T
  tile.return
}
`

// TestControlFlowGoesWhereTheReferenceExecutorGoes compares kernels with control flow with the reference executor.
// There must be no data races, and LLVM must accept the programs.
func TestControlFlowGoesWhereTheReferenceExecutorGoes(t *testing.T) {
	for name, body := range branching {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for at, c := range []struct{ n, warps int }{{8, 1}, {32, 4}, {256, 2}, {512, 8}, {1024, 4}} {
				if !longtest.IncludesName(fmt.Sprint(name, at), 4) {
					continue
				}
				for k := range int64(4) {
					source := strings.NewReplacer("$T", fmt.Sprintf("tensor<%dxi32>", c.n), "$N", fmt.Sprint(c.n), "$LAST",
						fmt.Sprint(c.n-1), "$H", fmt.Sprint(c.n/2)).Replace(strings.Replace(branchingFrame, "$BODY", body, 1))
					sameOutcome(t, source, c.n, c.warps, k)
				}
			}
		})
	}
}

// sameOutcome runs a kernel on an array of n numbers, an output array and the number k, as tiles and thread by thread.
func sameOutcome(t *testing.T, source string, n, warps int, k int64) {
	t.Helper()
	ctx := context.Background()
	m := parse(t, "branching", source)
	i32 := m.Operation().Context().I(32)
	arrays := func() []any {
		out := make([]any, 2)
		for i := range out {
			a, err := interp.NewArray(i32, int64(n))
			if err != nil {
				t.Fatal(err)
			}
			for j := range n {
				a.SetBits(j, uint64(j*7%23+1))
			}
			out[i] = a
		}
		return append(out, k)
	}
	want, got := arrays(), arrays()
	if err := m.Execute(ctx, "k", interp.Grid{1, 1, 1}, want...); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	program, err := m.Compile(ctx, girih.CompileOptions{NumWarps: warps})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	if _, err := program.Execute(ctx, "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, got...); err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	for i := range 2 {
		for j := range n {
			if x, y := got[i].(*interp.Array).Bits(j), want[i].(*interp.Array).Bits(j); x != y {
				t.Fatalf("element %d of argument %d is %d, want %d, for %d\n%s", j, i, x, y, k, source)
			}
		}
	}
	if k == 0 && n <= 32 {
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
		llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_80", "-mattr=+ptx70", "-o", "/dev/null")
	}
}
