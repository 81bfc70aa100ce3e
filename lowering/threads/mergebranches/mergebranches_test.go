package mergebranches_test

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
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/mergebranches"
)

const (
	threads  = 32
	elements = 4 // of each array for each thread
)

// program generates a random kernel that accesses memory under two conditions and their negations, with sums of the
// loaded values in between.
func program(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	line("%%t = nvvm.read.ptx.sreg.tid.x : i32")
	line("%%four = llvm.mlir.constant(%d : i32) : i32", elements)
	line("%%nine = llvm.mlir.constant(9 : i32) : i32")
	line("%%first = llvm.mul %%t, %%four : i32")
	line("%%c0 = llvm.icmp \"slt\" %%t, %%nine : i32")
	line("%%c1 = llvm.icmp \"slt\" %%nine, %%t : i32")
	line("%%v0 = llvm.sitofp %%t : i32 to f32")
	values := 1
	for i := range 12 {
		if r.IntN(3) == 0 {
			line("%%v%d = llvm.fadd %%v%d, %%v%d : f32", values, r.IntN(values), r.IntN(values))
			values++
		}
		array := []string{"p", "q"}[r.IntN(2)]
		line("%%at%d = llvm.getelementptr %%%s[%%first] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32", i, array)
		line("%%a%d = llvm.getelementptr %%at%d[%d] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32", i, i, r.IntN(elements))
		load, old := r.IntN(3) > 0, r.IntN(values)
		next, side := fmt.Sprintf("^m%d", i), fmt.Sprintf("^s%d", i)
		past := next
		if load {
			past += fmt.Sprintf("(%%v%d : f32)", old)
		}
		if c := r.IntN(2); r.IntN(4) == 0 {
			line("llvm.cond_br %%c%d, %s, %s", c, past, side)
		} else {
			line("llvm.cond_br %%c%d, %s, %s", c, side, past)
		}
		fmt.Fprintf(&b, "%s:\n", side)
		if load {
			line("%%w%d = llvm.load %%a%d : !llvm.ptr<1> -> f32", i, i)
			line("llvm.br %s(%%w%d : f32)", next, i)
			fmt.Fprintf(&b, "%s(%%v%d: f32):\n", next, values)
			values++
			continue
		}
		line("llvm.store %%v%d, %%a%d : f32, !llvm.ptr<1>", old, i)
		line("llvm.br %s", next)
		fmt.Fprintf(&b, "%s:\n", next)
	}
	line("%%end = llvm.getelementptr %%p[%%first] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32")
	line("llvm.store %%v%d, %%end : f32, !llvm.ptr<1>", values-1)
	return "llvm.func @k(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: " +
		"32, 1, 1>} {\n" + b.String() + "  llvm.return\n}"
}

// TestLoopsThatNothingEntersStay has an unreachable loop. Its blocks branch to the same target both directly and
// through an empty block.
func TestLoopsThatNothingEntersStay(t *testing.T) {
	m := irtest.Verified(t, `llvm.func @f(%c: i1) {
  llvm.return
^a:
  llvm.cond_br %c, ^side, ^b
^side:
  llvm.br ^b
^b:
  llvm.cond_br %c, ^back, ^a
^back:
  llvm.br ^a
}`)
	if merged := mergebranches.Merge(m); merged != 0 {
		t.Errorf("%d blocks are merged", merged)
	}
	if err := ir.Verify(m, nil); err != nil {
		t.Error(err)
	}
}

// TestMergedProgramsComputeTheSame compares what programs leave in memory before and after the pass.
func TestMergedProgramsComputeTheSame(t *testing.T) {
	merged := 0
	for seed := range uint64(200) {
		source := program(rand.New(rand.NewPCG(seed, 4)))
		m, err := girih.Parse("program", []byte(source))
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		want := run(t, m)
		merged += mergebranches.Merge(m.Operation())
		if err := ir.Verify(m.Operation(), nil); err != nil {
			t.Fatalf("%v\n%s\nof\n%s", err, m, source)
		}
		if got := run(t, m); got != want {
			t.Fatalf("other results by\n%s\nthan by\n%s", m, source)
		}
		if again := mergebranches.Merge(m.Operation()); again != 0 {
			t.Fatalf("%d more are merged the second time:\n%s", again, m)
		}
	}
	if merged < 200 {
		t.Errorf("%d blocks of 200 programs were merged", merged)
	}
}

// run executes a kernel and returns what it leaves in its two arrays.
func run(t *testing.T, m *girih.Module) string {
	t.Helper()
	p, q := &simt.Buffer{}, &simt.Buffer{}
	for i := range elements * threads {
		p.Data = binary.LittleEndian.AppendUint32(p.Data, math.Float32bits(float32(i)/64-1))
		q.Data = binary.LittleEndian.AppendUint32(q.Data, math.Float32bits(-1))
	}
	if _, err := simt.Run(context.Background(), m.Operation(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, p,
		q); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	return string(p.Data) + string(q.Data)
}
