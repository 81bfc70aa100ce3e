package simt_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// streamed is a matrix product in tiles of $ROWS by 64. Its factors are copied asynchronously through a ring of six
// slots, each with 64 terms.
const streamed = `
!m = !tile.array<?x?xf16, strides = [?, 1]>
!r = !tile.array<?x?xf32, strides = [?, 1]>
tile.kernel @matmul(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                    %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %c: !r) {
  %i = tile.program_id 0
  %j = tile.program_id 1
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = arith.constant dense<0.0> : tensor<$ROWSx64xf32>
  %size = tile.dim %a, 1 : !m
  %width = arith.constant 64 : i32
  %steps = arith.ceildivsi %size, %width : i32
  %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %start) -> (tensor<$ROWSx64xf32>) : i32 {
    %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<$ROWSx64xf16>
    %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<64x64xf16>
    %next = tile.dot %x, %y, %acc : tensor<$ROWSx64xf16>, tensor<64x64xf16> -> tensor<$ROWSx64xf32>
    scf.yield %next : tensor<$ROWSx64xf32>
  }
  tile.store_view %sum, %c[%i, %j] : tensor<$ROWSx64xf32>, !r
  tile.return
}
`

const streamSlots = 6

// compiledStream returns the program of one thread, for a number of warps that compute tiles of 16 rows each.
func compiledStream(t *testing.T, warps int64) *girih.Program {
	t.Helper()
	return compiled(t, streamed, warps)
}

func compiled(t *testing.T, source string, warps int64) *girih.Program {
	t.Helper()
	m, err := girih.Parse("matmul.mlir", []byte(strings.ReplaceAll(source, "$ROWS", fmt.Sprint(16*warps))))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: int(warps)})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.String(), "nvvm.cp.async.bulk.tensor") {
		t.Fatalf("its tiles are not copied asynchronously:\n%s", p)
	}
	return p
}

// streamCase returns matrices of small integers, rows by depth and depth by columns, whose product is exact, and the
// arguments for them.
func streamCase(ctx *ir.Context, rows, depth, columns int64) (args []any, want []float64) {
	stride := func(n int64) int64 { return (n + 7) / 8 * 8 }
	matrix := func(t ir.Type, rows, columns int64, fill func(i int) float64) *interp.Array {
		a, err := interp.Filled(t, []int64{max(1, rows), max(8, stride(columns))}, fill)
		if err != nil {
			panic(err)
		}
		return a
	}
	a := matrix(ctx.F16(), rows, depth, func(i int) float64 { return float64(i*7%13 - 6) })
	b := matrix(ctx.F16(), depth, columns, func(i int) float64 { return float64(i*5%11 - 5) })
	c := matrix(ctx.F32(), rows, columns, func(int) float64 { return -1 })
	lhs, rhs := floatsOf(a), floatsOf(b)
	for i := range rows {
		for j := range columns {
			sum := 0.0
			for k := range depth {
				sum += lhs[i*max(8, stride(depth))+k] * rhs[k*max(8, stride(columns))+j]
			}
			want = append(want, sum)
		}
	}
	for _, m := range []struct {
		array         *interp.Array
		rows, columns int64
	}{{a, rows, depth}, {b, depth, columns}, {c, rows, columns}} {
		args = append(args, m.array, int32(m.rows), int32(m.columns), int32(max(8, stride(m.columns))))
	}
	return args, want
}

// floatsOf returns the elements of an array.
func floatsOf(a *interp.Array) []float64 {
	out := make([]float64, a.Len())
	for i := range out {
		out[i] = a.Float64(i)
	}
	return out
}

// runStream runs a product several times and compares it with one computed in float64.
func runStream(module *ir.Operation, warps int64, seed uint64, rows, depth, columns int64,
	times ...float64) error {
	args, want := streamCase(module.Context(), rows, depth, columns)
	grid := [3]int32{int32((rows + 16*warps - 1) / (16 * warps)), int32((columns + 63) / 64), 1}
	launch := simt.Launch{Grid: grid, Seed: seed}
	if _, err := simt.Run(context.Background(), module, "matmul", launch, args...); err != nil {
		return err
	}
	c, stride := args[8].(*interp.Array), max(8, (columns+7)/8*8)
	for i, w := range want {
		for _, n := range times {
			w *= n
		}
		at := int64(i)/columns*stride + int64(i)%columns
		if got := c.Float64(int(at)); got != w {
			return fmt.Errorf("element (%d, %d) is %v, want %v", int64(i)/columns, int64(i)%columns, got, w)
		}
	}
	return nil
}

// Copies may complete in any order and at any time: trip counts around the number of slots, edges within tiles, and one
// and two warp groups.
func TestStreamedProductsAreExactInAllOrdersOfCopies(t *testing.T) {
	for _, warps := range []int64{4, 8} {
		module := compiledStream(t, warps).Operation()
		for i, trips := range []int64{0, 1, streamSlots - 1, streamSlots, streamSlots + 1, 2*streamSlots + 1} {
			if !longtest.Includes(i, 5) {
				continue
			}
			for seed := range uint64(longtest.Count(1, 3)) {
				if err := runStream(module, warps, seed, 16*warps, 64*trips, 64); err != nil {
					t.Errorf("%d warps, %d trips, seed %d: %v", warps, trips, seed, err)
				}
			}
		}
		for _, s := range [][3]int64{{7, 72, 9}, {65, 129, 72}, {1, 8, 1}}[:longtest.Count(1, 3)] {
			if err := runStream(module, warps, 1, s[0], s[1], s[2]); err != nil {
				t.Errorf("%d warps, %v: %v", warps, s, err)
			}
		}
	}
}

// Each bug is planted in the lowered program of a product with more iterations than slots, and found in every order of
// events.
func TestBugsPlantedInAStreamedProductAreFound(t *testing.T) {
	for name, bug := range map[string]struct {
		plant   func(p planter)
		want    []error // the possible errors; the order of events decides which
		message string
	}{
		"no fence behind the initialization": {func(p planter) {
			p.erase(&nvvm.FenceMbarrierInit, 0)
			p.erase(&nvvm.FenceProxy, 0) // this has the same effect
		},
			[]error{simt.ErrProxy},
			"the copy may not see the barrier at byte"},
		"no barrier behind the initialization": {func(p planter) { p.erase(&nvvm.Barrier0, 0) },
			[]error{simt.ErrRace, simt.ErrMemoryBarrier}, "'nvvm.mbarrier.try_wait.parity' op"},
		"a barrier that is not initialized": {func(p planter) { p.erase(&nvvm.MbarrierInit, 3) },
			[]error{simt.ErrMemoryBarrier},
			"nothing has initialized it"},
		"a barrier initialized twice": {func(p planter) { p.move(&nvvm.MbarrierInit, 1, 0, 0) },
			[]error{simt.ErrMemoryBarrier},
			"is initialized again"},
		"one thread too many expected": {func(p planter) { p.constant(&nvvm.MbarrierInit, 0, 1, 2) },
			[]error{simt.ErrDeadlock},
			"waits for phase 0 of the barrier at byte 180224 of @scratch_0, which lacks 1 arrivals"},
		"no wait for the copies": {func(p planter) { p.erase(&nvvm.MbarrierTryWaitParity, 0) },
			[]error{simt.ErrInFlight, simt.ErrUninitialized}, "'nvvm.wgmma.mma_async' op"},
		"the wrong parity": {func(p planter) { p.flip(&nvvm.MbarrierTryWaitParity, 0, 1) },
			[]error{simt.ErrInFlight, simt.ErrUninitialized}, "'nvvm.wgmma.mma_async' op"},
		"bytes that never come": {func(p planter) { p.constant(&nvvm.MbarrierArriveExpectTx, 2, 1, 24592) },
			[]error{simt.ErrDeadlock},
			"which lacks 16 bytes, and nothing that is under way brings them"},
		"a copy that is not made": {func(p planter) { p.erase(&nvvm.TensorLoad, 3) },
			[]error{simt.ErrDeadlock}, "which lacks 8192 bytes"},
		"fewer bytes than come": {func(p planter) { p.constant(&nvvm.MbarrierArriveExpectTx, 2, 1, 8192) },
			[]error{simt.ErrTransaction},
			"bytes more arrive at the barrier at byte"},
		"bytes nobody announced": {func(p planter) { p.erase(&nvvm.MbarrierArriveExpectTx, 1) },
			[]error{simt.ErrDeadlock},
			"which lacks 1 arrivals"},
		"no fence before products": {func(p planter) { p.erase(&nvvm.WgmmaFence, 0) }, []error{simt.ErrFence},
			"need nvvm.wgmma.fence.aligned"},
		"a slot copied to before all warps waited for its products": {func(p planter) { p.erase(&nvvm.Barrier0, 1) },
			[]error{simt.ErrInFlight, simt.ErrDeadlock}, "matmul.mlir:17:13"},
		"a slot copied to while its products run": {func(p planter) { p.pending(0, 2) }, []error{simt.ErrInFlight},
			"is written while a product still reads it"},
		"results used before the products end": {func(p planter) { p.pending(1, 1) }, []error{simt.ErrInFlight},
			"register 0 of the accumulator of a product is read"},
		"a tile that nobody waits for": {func(p planter) { p.stopEarly() }, []error{simt.ErrInFlight},
			""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := compiledStream(t, 8).Operation()
			bug.plant(planter{t, module})
			for seed := range uint64(longtest.Count(1, 3)) {
				err := runStream(module, 8, seed, 128, 64*(streamSlots+2), 64)
				if !slices.ContainsFunc(bug.want, func(want error) bool { return errors.Is(err, want) }) ||
					!strings.Contains(fmt.Sprint(err), bug.message) {
					t.Errorf("seed %d: %v, want %v: %s", seed, err, bug.want, bug.message)
				}
			}
		})
	}
}

// The barriers of the second product may be in the place of the first one's barriers, or of its slots.
func TestTwoStreamedProductsFollowEachOther(t *testing.T) {
	const loop = "  %sum = scf.for"
	head, tail, _ := strings.Cut(streamed, loop)
	body, end, _ := strings.Cut(tail, "  tile.store_view")
	again := strings.NewReplacer("%acc = %start", "%acc = %sum", "%x", "%x2", "%y", "%y2", "%next", "%next2").Replace(body)
	source := head + loop + body + "  %twice = scf.for" + again + "  tile.store_view" +
		strings.Replace(end, "%sum", "%twice", 1)
	module := compiled(t, source, 8).Operation()
	for _, trips := range []int64{0, 1, streamSlots + 1} {
		for seed := range uint64(longtest.Count(1, 3)) {
			if err := runStream(module, 8, seed, 128, 64*trips, 64, 2); err != nil {
				t.Errorf("%d trips, seed %d: %v", trips, seed, err)
			}
		}
	}
}

// The last tile is in memory that nothing reuses, so only the end of the block can show that no thread waits for it.
func TestCopiesEndBeforeTheirBlock(t *testing.T) {
	module := compiledStream(t, 8).Operation()
	planter{t, module}.stopEarly()
	err := runStream(module, 8, 0, 128, 64*3, 64)
	if !errors.Is(err, simt.ErrInFlight) ||
		!strings.Contains(err.Error(), "the block ends, but no thread has waited for the copy") {
		t.Error(err)
	}
}

// planter plants bugs in the operations of a program.
type planter struct {
	t      *testing.T
	module *ir.Operation
}

// find returns the n-th operation of a kind.
func (p planter) find(def *ir.OpDef, n int) (found *ir.Operation) {
	p.module.Walk(func(op *ir.Operation) bool {
		if op.Is(def) {
			if n == 0 {
				found = op
			}
			n--
		}
		return true
	})
	if found == nil {
		p.t.Fatalf("there is no such %s", def.Name)
	}
	return found
}

func (p planter) erase(def *ir.OpDef, n int) { p.find(def, n).Erase() }

// constant replaces an operand by a constant.
func (p planter) constant(def *ir.OpDef, n, operand int, value int64) {
	op := p.find(def, n)
	b := ir.NewBuilder(op.Context()).Before(op)
	op.SetOperand(operand, llvm.NewInt(b, op.Context().I(32), value))
}

// flip changes the lowest bit of an operand.
func (p planter) flip(def *ir.OpDef, n, operand int) {
	op := p.find(def, n)
	b := ir.NewBuilder(op.Context()).Before(op)
	one := llvm.NewInt(b, op.Context().I(32), 1)
	op.SetOperand(operand, b.Build(&llvm.XOr, []*ir.Value{op.Operand(operand), one}).Result(0))
}

// move gives an operation the operand of another operation of its kind.
func (p planter) move(def *ir.OpDef, n, operand, from int) {
	p.find(def, n).SetOperand(operand, p.find(def, from).Operand(operand))
}

// pending changes the number of groups of products that may still run after a wait.
func (p planter) pending(n int, groups int64) {
	op := p.find(&tilegpu.AwaitProducts, n)
	op.SetAttr("pending", op.Context().Integer(op.Context().I(32), groups))
}

// stopEarly ends the loop over tiles one iteration early.
func (p planter) stopEarly() {
	wait := p.find(&nvvm.MbarrierTryWaitParity, 0)
	for head := range wait.Block().Predecessors() {
		compare := head.Operand(0).DefiningOp()
		b := ir.NewBuilder(wait.Context()).Before(compare)
		one := llvm.NewInt(b, wait.Context().I(32), 1)
		compare.SetOperand(1, b.Build(&llvm.Sub, []*ir.Value{compare.Operand(1), one}).Result(0))
		return
	}
}
