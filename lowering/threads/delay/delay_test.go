package delay_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/delay"
)

const threads = 32

// program writes a random kernel. Each thread loads four numbers, computes further numbers, some by assembly, and
// stores some of them, with and without conditions, in between and at the end.
func program(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	line("%%t = nvvm.read.ptx.sreg.tid.x : i32")
	line("%%four = llvm.mlir.constant(4 : i32) : i32")
	line("%%seven = llvm.mlir.constant(7 : i32) : i32")
	line("%%first = llvm.mul %%t, %%four : i32")
	const loads = 4
	for i := range loads {
		line("%%at%d = llvm.mlir.constant(%d : i32) : i32", i, i)
		line("%%i%d = llvm.add %%first, %%at%d : i32", i, i)
		line("%%p%d = llvm.getelementptr %%p[%%i%d] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32", i, i)
		line("%%q%d = llvm.getelementptr %%q[%%i%d] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32", i, i)
		line("%%c%d = llvm.icmp \"slt\" %%i%d, %%seven : i32", i, i)
		line("%%v%d = llvm.load %%p%d : !llvm.ptr<1> -> f32", i, i)
	}
	n, blocks := loads, 0
	compute := func(count int) {
		for range count {
			x, y := r.IntN(n), r.IntN(n)
			if r.IntN(4) == 0 {
				line("%%v%d = llvm.inline_asm \"ex2.approx.ftz.f32 $0, $1;\", \"=f,f\" %%v%d : (f32) -> f32", n, x)
			} else {
				line("%%v%d = llvm.%s %%v%d, %%v%d : f32", n, []string{"fadd", "fmul", "fsub"}[r.IntN(3)], x, y)
			}
			n++
		}
	}
	for i := range loads {
		compute(r.IntN(12))
		v := r.IntN(n)
		switch r.IntN(4) {
		case 0:
			line("llvm.store %%v%d, %%q%d : f32, !llvm.ptr<1>", v, i)
		case 1: // the load may read what was just stored
			line("llvm.store %%v%d, %%q%d : f32, !llvm.ptr<1>", v, i)
			line("%%v%d = llvm.load %%q%d : !llvm.ptr<1> -> f32", n, i)
			n++
		default:
			first, second := "^s", "^m"
			if r.IntN(2) == 0 {
				first, second = second, first
			}
			line("llvm.cond_br %%c%d, %s%d, %s%d", i, first, blocks, second, blocks)
			fmt.Fprintf(&b, "^s%d:\n", blocks)
			line("%%w%d = llvm.fadd %%v%d, %%v%d : f32", blocks, v, r.IntN(n))
			line("llvm.store %%w%d, %%q%d : f32, !llvm.ptr<1>", blocks, i)
			line("llvm.br ^m%d", blocks)
			fmt.Fprintf(&b, "^m%d:\n", blocks)
			blocks++
		}
	}
	compute(3)
	line("llvm.store %%v%d, %%p0 : f32, !llvm.ptr<1>", n-1)
	return "llvm.func @k(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: " +
		"32, 1, 1>} {\n" +
		b.String() + "  llvm.return\n}"
}

// run executes a kernel and returns what it leaves in its two arrays.
func run(t *testing.T, m *girih.Module) string {
	t.Helper()
	p, q := &simt.Buffer{}, &simt.Buffer{}
	for i := range 4 * threads {
		p.Data = binary.LittleEndian.AppendUint32(p.Data, math.Float32bits(float32(i)/64-1))
		q.Data = binary.LittleEndian.AppendUint32(q.Data, math.Float32bits(-1))
	}
	if _, err := simt.Run(context.Background(), m.Operation(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, p,
		q); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	return string(p.Data) + string(q.Data)
}

func TestDelayedProgramsComputeTheSame(t *testing.T) {
	r, moved := rand.New(rand.NewPCG(1, 1)), 0
	for range 200 {
		source := program(r)
		m, err := girih.Parse("random", []byte(source))
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		want := run(t, m)
		moved += delay.PastStores(m.Operation())
		if err := ir.Verify(m.Operation(), nil); err != nil {
			t.Fatalf("%v\n%s\nof\n%s", err, m, source)
		}
		if got := run(t, m); got != want {
			t.Fatalf("other results by\n%s\nthan by\n%s", m, source)
		}
		if again := delay.PastStores(m.Operation()); again != 0 {
			t.Fatalf("%d more are delayed the second time:\n%s", again, m)
		}
	}
	if moved < 200 {
		t.Errorf("%d operations of 200 programs were delayed", moved)
	}
}

// TestNumbersAreStoredBeforeTheNextOnesAreComputed compiles a kernel with eight numbers for each thread. All are loaded
// first, and each is stored before the next one is computed.
func TestNumbersAreStoredBeforeTheNextOnesAreComputed(t *testing.T) {
	const kernel = `module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %n: i32) {
  %i = tile.iota : tensor<1024xi32>
  %ns = tile.splat %n : i32 -> tensor<1024xi32>
  %inside = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  %v = tile.load %xp, %inside : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1>
  %r = math.sqrt %v : tensor<1024xf32>
  %os = tile.splat %out : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %op = tile.addptr %os, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  tile.store %op, %r, %inside : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
  tile.return
}
}`
	m, err := girih.Parse("kernel", []byte(kernel))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), girih.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	delay.PastStores(p.Operation())
	var order strings.Builder
	p.Operation().Walk(func(op *ir.Operation) bool {
		for name, letter := range map[string]string{"llvm.load": "L", "llvm.store": "S", "llvm.intr.sqrt": "r"} {
			if op.Name() == name {
				order.WriteString(letter)
			}
		}
		return true
	})
	if want := strings.Repeat("L", 8) + strings.Repeat("rS", 8); order.String() != want {
		t.Errorf("loads, roots and stores are in the order %s, want %s:\n%s", order.String(), want, p)
	}
}
