package tiletollvm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// atomics is the text of a kernel that updates the first $M elements of %y atomically with $N elements of %x, some of
// them masked. It stores the old values to %old if they do not depend on the order of the updates.
const atomics = `tile.kernel @k(%x: !tile.ptr<$T>, %y: !tile.ptr<$T>, %old: !tile.ptr<$T>) {
  %i = tile.iota : tensor<$Nxi32>
  %m = arith.constant dense<$LAST> : tensor<$Nxi32>
  %j = arith.andi %i, %m : tensor<$Nxi32>
  %limit = arith.constant dense<$LIMIT> : tensor<$Nxi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<$Nxi32>
  %xs = tile.splat %x : !tile.ptr<$T> -> tensor<$Nx!tile.ptr<$T>>
  %ys = tile.splat %y : !tile.ptr<$T> -> tensor<$Nx!tile.ptr<$T>>
  %os = tile.splat %old : !tile.ptr<$T> -> tensor<$Nx!tile.ptr<$T>>
  %xp = tile.addptr %xs, %i : tensor<$Nx!tile.ptr<$T>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$T>>
  %yp = tile.addptr %ys, %j : tensor<$Nx!tile.ptr<$T>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$T>>
  %op = tile.addptr %os, %i : tensor<$Nx!tile.ptr<$T>>, tensor<$Nxi32> -> tensor<$Nx!tile.ptr<$T>>
  %v = tile.load %xp : tensor<$Nx!tile.ptr<$T>>
  $LINE
  tile.return
}
`

// scalarAtomics is atomics with scalar operations.
const scalarAtomics = `tile.kernel @k(%x: !tile.ptr<$T>, %y: !tile.ptr<$T>, %old: !tile.ptr<$T>) {
  %one = arith.constant 1 : i32
  %mask = arith.constant true
  %xp = tile.addptr %x, %one : !tile.ptr<$T>, i32 -> !tile.ptr<$T>
  %v = tile.load %xp : !tile.ptr<$T>
  %before = tile.load %y : !tile.ptr<$T>
  $LINE
  %after = tile.load %y : !tile.ptr<$T>
  %o1 = tile.addptr %old, %one : !tile.ptr<$T>, i32 -> !tile.ptr<$T>
  %o2 = tile.addptr %o1, %one : !tile.ptr<$T>, i32 -> !tile.ptr<$T>
  %o3 = tile.addptr %o2, %one : !tile.ptr<$T>, i32 -> !tile.ptr<$T>
  tile.store %o1, %r : !tile.ptr<$T>, $T
  tile.store %o2, %before : !tile.ptr<$T>, $T
  tile.store %o3, %after : !tile.ptr<$T>, $T
  tile.return
}
`

// TestAtomicOperationsComputeWhatTheReferenceExecutorDoes runs atomic operations of every kind, with any number of
// threads that hold copies of an element. Memory and results must be those of the reference executor. The floats
// include NaNs and zeros of both signs.
func TestAtomicOperationsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	floats := "f32 f64"
	for kind, types := range map[string]string{
		"add": "i32 i64 f16 bf16 " + floats, "max": "i32 i64 " + floats, "min": "i32 i64 " + floats, "umax": "i32 i64",
		"umin": "i32 i64",
		"and":  "i32 i64", "or": "i32 i64", "xor": "i32 i64", "xchg": "i32 i64 " + floats,
		"cas": "i16 i32 i64 f16 bf16 " + floats,
	} {
		for i, elem := range strings.Fields(types) {
			t.Run(kind+"/"+elem, func(t *testing.T) {
				t.Parallel()
				order := []string{"relaxed", "acquire", "release", "acq_rel"}[i%4]
				scope := []string{"block", "device", "system"}[i%3]
				for at, c := range []struct{ n, cells, warps, sm int }{{16, 16, 1, 80}, {64, 8, 4, 80}, {64, 64, 4, 90},
					{128, 1, 8, 90}, {32, 32, 8, 80}, {256, 256, 2, 80}} {
					if !longtest.Includes(i+at, 6) {
						continue
					}
					operation := fmt.Sprintf("%%r = tile.atomic_rmw %s %s %s $PTR, %%v, %%mask : $P, $V, $B", kind, order, scope)
					switch {
					case kind == "cas":
						operation = fmt.Sprintf("%%r = tile.atomic_cas %s %s $PTR, %%v, %%v : $P, $V, $V", order, scope)
					case kind == "xchg" && c.cells < c.n:
						continue // the last update wins, and the order is not defined
					}
					lines := operation
					if c.cells == c.n {
						mask := ", %mask : $P, $V, $B"
						if kind == "cas" {
							mask = " : $P, $V"
						}
						lines += "\n  tile.store %op, %r" + mask
					}
					tensor := strings.NewReplacer("$PTR", "%yp", "$P", "tensor<$Nx!tile.ptr<$T>>", "$V", "tensor<$Nx$T>", "$B",
						"tensor<$Nxi1>")
					source := strings.Replace(atomics, "$LINE", tensor.Replace(lines), 1)
					numbers := strings.NewReplacer("$N", fmt.Sprint(c.n), "$LAST", fmt.Sprint(c.cells-1), "$LIMIT",
						fmt.Sprint(c.n-c.n/4),
						"$T", elem)
					atomically(t, numbers.Replace(source), elem, c.n, c.warps, c.sm, kind == "add")
					scalar := strings.NewReplacer("$PTR", "%y", "$P", "!tile.ptr<$T>", "$V", "$T", "$B", "i1").Replace(operation)
					atomically(t, strings.NewReplacer("$LINE", scalar, "$T",
						elem).Replace(strings.Replace(scalarAtomics, "$LINE", scalar, 1)),
						elem, c.n, c.warps, c.sm, kind == "add")
				}
			})
		}
	}
}

// atomically runs a kernel as tiles and thread by thread. Sums are of small integers, so that their order does not
// matter.
func atomically(t *testing.T, source, elem string, n, warps, sm int, sums bool) {
	t.Helper()
	ctx := context.Background()
	r := rand.New(rand.NewPCG(uint64(n), uint64(warps)))
	m := parse(t, "atomics", source)
	typ := elementOf(m.Operation().Context(), elem)
	arrays := func() []any {
		r := rand.New(rand.NewPCG(r.Uint64(), 1))
		out := []any{operands(t, r, typ, n), operands(t, r, typ, n), operands(t, r, typ, n)}
		if f, ok := typ.(*ir.FloatType); ok && !sums { // NaN in memory, in the operand, and in both
			for i := range n {
				for k := range 2 {
					if i>>k&1 != 0 && i%5 != 0 {
						out[k].(*interp.Array).SetBits(i, f.Format.NaN(i%3 == 0).Lo)
					}
				}
			}
		}
		if sums {
			for _, a := range out {
				for i := range n {
					bits := uint64(r.IntN(5))
					if f, ok := typ.(*ir.FloatType); ok {
						bits = f.Format.FromFloat64(float64(bits), 0).Lo
					}
					a.(*interp.Array).SetBits(i, bits)
				}
			}
		}
		return out
	}
	want := arrays()
	got := make([]any, len(want))
	for i, a := range want {
		copied, err := interp.NewArray(typ, int64(n))
		if err != nil {
			t.Fatal(err)
		}
		for j := range n {
			copied.SetBits(j, a.(*interp.Array).Bits(j))
		}
		got[i] = copied
	}
	if err := m.Execute(ctx, "k", interp.Grid{1, 1, 1}, want...); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	program, err := m.Compile(ctx, girih.CompileOptions{NumWarps: warps, SM: sm})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	if _, err := program.Execute(ctx, "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, got...); err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	for i, a := range want {
		for j := range n {
			x, y := got[i].(*interp.Array), a.(*interp.Array)
			if x.Bits(j) != y.Bits(j) && !(x.Float64(j) != x.Float64(j) && y.Float64(j) != y.Float64(j)) {
				t.Fatalf("element %d of argument %d is %x, want %x\n%s", j, i, x.Bits(j), y.Bits(j), source)
			}
		}
	}
	if err := llvmir.CheckTarget(program.Operation(), sm); err != nil {
		t.Errorf("lowered for sm_%d, but %v", sm, err)
	}
	if n == 16 || n == 64 {
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
		llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", fmt.Sprintf("-mcpu=sm_%d", sm), "-mattr=+ptx78",
			"-o", "/dev/null")
	}
}

// ordered are lines of a kernel whose accesses to the same addresses are in the order of the text, although other
// threads make them, or elements have the same address.
var ordered = map[string]string{
	"updates in different layouts": `
  %a = tile.atomic_rmw add relaxed device %p, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %b = tile.atomic_rmw add relaxed device %p, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %r = tile.map %b pack = 2 {
  ^bb0(%u: i32, %v: i32):
    %w = arith.addi %u, %v : i32
    tile.yield %w, %v : i32, i32
  } : tensor<128xi32> -> tensor<128xi32>`,
	"updates of two kinds": `
  %a = tile.atomic_rmw add relaxed device %shared, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %b = tile.atomic_rmw max relaxed device %shared, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %r = tile.load %p : tensor<128x!tile.ptr<i32>>`,
	"an update and a load": `
  %a = tile.atomic_rmw add relaxed device %shared, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  %r = tile.load %shared : tensor<128x!tile.ptr<i32>>`,
	"a load and a store of equal numbers": `
  %a = tile.load %shared : tensor<128x!tile.ptr<i32>>
  %r = arith.addi %a, %m : tensor<128xi32>
  tile.store %shared, %r : tensor<128x!tile.ptr<i32>>, tensor<128xi32>`,
}

func TestAccessesToSharedAddressesAreInOrder(t *testing.T) {
	for name, lines := range ordered {
		t.Run(name, func(t *testing.T) {
			for _, warps := range []int{1, 2, 4} {
				atomically(t, `tile.kernel @k(%x: !tile.ptr<i32>, %y: !tile.ptr<i32>, %old: !tile.ptr<i32>) {
  %i = tile.iota : tensor<128xi32>
  %m = arith.constant dense<7> : tensor<128xi32>
  %j = arith.andi %i, %m : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %p = tile.addptr %xs, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128x!tile.ptr<i32>>
  %shared = tile.addptr %xs, %j : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128x!tile.ptr<i32>>
  %os = tile.splat %old : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>>
  %op = tile.addptr %os, %i : tensor<128x!tile.ptr<i32>>, tensor<128xi32> -> tensor<128x!tile.ptr<i32>>`+lines+`
  tile.store %op, %r : tensor<128x!tile.ptr<i32>>, tensor<128xi32>
  tile.return
}`, "i32", 128, warps, 80, true)
			}
		})
	}
}

// TestVolatileLoadsWaitForOtherPrograms checks that a volatile load sees updates by another program, and is executed
// once for each element, whose value all threads receive.
func TestVolatileLoadsWaitForOtherPrograms(t *testing.T) {
	const source = `tile.kernel @k(%data: !tile.ptr<i32>, %flag: !tile.ptr<i32>, %out: !tile.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %id = tile.program_id 0
  %i = tile.iota : tensor<64xi32>
  %ds = tile.splat %data : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
  %dp = tile.addptr %ds, %i : tensor<64x!tile.ptr<i32>>, tensor<64xi32> -> tensor<64x!tile.ptr<i32>>
  %first = arith.cmpi eq, %id, %zero : i32
  scf.if %first {
    tile.store %dp, %i : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
    %old = tile.atomic_rmw xchg release device %flag, %one : !tile.ptr<i32>, i32
  } else {
    scf.while : () -> () {
      %f = tile.load %flag volatile : !tile.ptr<i32>
      %wait = arith.cmpi eq, %f, %zero : i32
      scf.condition(%wait)
    } do {
      scf.yield
    }
    %seen = tile.atomic_rmw add acquire device %flag, %zero : !tile.ptr<i32>, i32
    %v = tile.load %dp : tensor<64x!tile.ptr<i32>>
    %s = tile.splat %seen : i32 -> tensor<64xi32>
    %r = arith.addi %v, %s : tensor<64xi32>
    %os = tile.splat %out : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>>
    %op = tile.addptr %os, %i : tensor<64x!tile.ptr<i32>>, tensor<64xi32> -> tensor<64x!tile.ptr<i32>>
    tile.store %op, %r volatile : tensor<64x!tile.ptr<i32>>, tensor<64xi32>
  }
  tile.return
}
`
	for _, warps := range []int{1, 4, 8} {
		m := parse(t, "volatile", source)
		i32 := m.Operation().Context().I(32)
		var args []any
		for range 3 {
			a, err := interp.NewArray(i32, 64)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 64 {
				a.SetBits(i, 0)
			}
			args = append(args, a)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps})
		if err != nil {
			t.Fatal(err)
		}
		if text := program.String(); strings.Count(text, "load volatile") != 1 || !strings.Contains(text, "store volatile") {
			t.Errorf("want one volatile load, and a volatile store, in\n%s", text)
		}
		if _, err := program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{2, 1, 1}, MaxSteps: 10000},
			args...); err != nil {
			t.Fatalf("%v\n%s", err, program)
		}
		for i := range 64 {
			if got := args[2].(*interp.Array).Bits(i); got != uint64(i+1) {
				t.Fatalf("%d warps: element %d is %d, want %d", warps, i, got, i+1)
			}
		}
		compiles(t, program)
	}
}
