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

// chained is two products in a loop: c = sum over k of (a b[k]^T) d[k]. The left factor of the second product is in
// registers. Tiles of b and d go through rings of slots in shared memory; the tile of a is loaded once.
const chained = `
!m = !tile.array<?x?x64xf16, strides = [?, 64, 1]>
!r = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @matmul(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 64, 1>},
                    %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 64, 1>},
                    %d: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 64, 1>}, %c: !r) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %nothing = arith.constant dense<0.0> : tensor<$ROWSx64xf32>
  %size = tile.dim %b, 1 : !m
  %width = arith.constant 64 : i32
  %steps = arith.ceildivsi %size, %width : i32
  %x1 = tile.load_view %a[%one, %zero, %zero] padding zero : !m -> tensor<1x$ROWSx64xf16>
  %x = tile.reshape %x1 : tensor<1x$ROWSx64xf16> -> tensor<$ROWSx64xf16>
  %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<$ROWSx64xf32>) : i32 {
    %y1 = tile.load_view %b[%one, %k, %zero] padding zero : !m -> tensor<1x64x64xf16>
    %y2 = tile.reshape %y1 : tensor<1x64x64xf16> -> tensor<64x64xf16>
    %y = tile.permute %y2 [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %s = tile.dot %x, %y, %nothing : tensor<$ROWSx64xf16>, tensor<64x64xf16> -> tensor<$ROWSx64xf32>
    %p = tile.cast %s : tensor<$ROWSx64xf32> -> tensor<$ROWSx64xf16>
    %z1 = tile.load_view %d[%one, %k, %zero] padding zero : !m -> tensor<1x64x64xf16>
    %z = tile.reshape %z1 : tensor<1x64x64xf16> -> tensor<64x64xf16>
    %next = tile.dot %p, %z, %acc : tensor<$ROWSx64xf16>, tensor<64x64xf16> -> tensor<$ROWSx64xf32>
    scf.yield %next : tensor<$ROWSx64xf32>
  }
  tile.store_view %sum, %c[%zero, %zero] : tensor<$ROWSx64xf32>, !r
  tile.return
}
`

// ringSlots is the number of tiles in each ring of the loop.
const ringSlots = 4

// compiledChain returns the program of one thread, for a number of warps that compute 16 rows each.
func compiledChain(t *testing.T, warps int, rotate bool) *ir.Operation {
	t.Helper()
	return compiledFrom(t, chained, warps, rotate)
}

func compiledFrom(t *testing.T, source string, warps int, rotate bool) *ir.Operation {
	t.Helper()
	m, err := girih.Parse("chain.mlir", []byte(strings.ReplaceAll(source, "$ROWS", fmt.Sprint(16*warps))))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: warps,
		RotateProducts: rotate, NoProducerWarp: rotate})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.String(), "tilegpu.register_product") {
		t.Fatalf("no product has a factor in registers:\n%s", p)
	}
	return p.Operation()
}

// runChain runs the products for matrices of 0, 1 and -1, whose results are exact, and compares them.
func runChain(module *ir.Operation, warps, keys int, seed uint64) error {
	return runTiles(module, warps, 1, keys, seed)
}

// runTiles is runChain for a program that computes several tiles of rows.
func runTiles(module *ir.Operation, warps, tiles, keys int, seed uint64) error {
	rows, types := 16*warps*tiles, module.Context()
	var arrays [3]*interp.Array
	for i, n := range []int{rows, keys, keys} {
		var err error
		if arrays[i], err = interp.Filled(types.F16(), []int64{2, int64(max(1, n)), 64}, func(at int) float64 {
			if at < max(1, n)*64 {
				return 9 // for the matrix that is not used
			}
			return float64((at*7+at/5+i)%3 - 1)
		}); err != nil {
			return err
		}
	}
	c, err := interp.Filled(types.F32(), []int64{int64(rows), 64}, func(int) float64 { return -1 })
	if err != nil {
		return err
	}
	var args []any
	for i, n := range []int{rows, keys, keys} {
		args = append(args, arrays[i], int32(2), int32(n), int32(64*max(1, n)))
	}
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: seed}
	if _, err := simt.Run(context.Background(), module, "matmul", launch, append(args, c, int32(rows))...); err != nil {
		return err
	}
	var used [3][]float64 // the elements of the second matrices
	for i, a := range arrays {
		used[i] = floatsOf(a)[a.Len()/2:]
	}
	at := func(i, row, column int) float64 { return used[i][row*64+column] }
	for row := range rows {
		var want [64]float64
		for key := range keys {
			s := 0.0
			for l := range 64 {
				s += at(0, row, l) * at(1, key, l)
			}
			for l := range want {
				want[l] += s * at(2, key, l)
			}
		}
		for l, w := range want {
			if got := c.Float64(row*64 + l); got != w {
				return fmt.Errorf("element (%d, %d) is %v, want %v", row, l, got, w)
			}
		}
	}
	return nil
}

// Trip counts around the number of slots, a tile at an edge, one and two warp groups, and the loop as written and
// rotated. Copies complete in any order.
func TestChainedProductsAreExactInAllOrdersOfCopies(t *testing.T) {
	for _, rotate := range []bool{false, true} {
		for _, warps := range []int{4, 8} {
			module := compiledChain(t, warps, rotate)
			for i, keys := range []int{64*(ringSlots+2) + 7, 0, 64, 64 * (ringSlots - 1), 64 * ringSlots, 64 * (ringSlots + 1)} {
				if !longtest.Includes(i, 6) {
					continue
				}
				for seed := range uint64(longtest.Count(1, 3)) {
					if err := runChain(module, warps, keys, seed); err != nil {
						t.Errorf("rotate %v, %d warps, %d keys, seed %d: %v", rotate, warps, keys, seed, err)
					}
				}
			}
		}
	}
}

// A program that computes two tiles, one after the other, reuses the memory of its rings.
func TestRingsBeginAgainInALoopAroundThem(t *testing.T) {
	const first, last = "  %x1 = tile.load_view", "  tile.store_view"
	head, rest, _ := strings.Cut(chained, first)
	body, end, _ := strings.Cut(rest, last)
	store, _, _ := strings.Cut(end, "\n")
	const loop = "  %two = arith.constant 2 : i32\n  scf.for %again = %zero to %two step %one : i32 {\n"
	source := head + loop + first + body + last +
		strings.Replace(store, "[%zero, %zero]", "[%again, %zero]", 1) + "\n  }\n  tile.return\n}\n"
	source = strings.Replace(source, "%a[%one, %zero, %zero]", "%a[%one, %again, %zero]", 1)
	for _, rotate := range []bool{false, true} {
		module := compiledFrom(t, source, 4, rotate)
		for seed := range uint64(longtest.Count(1, 3)) {
			for _, keys := range []int{0, 64, 64 * (ringSlots + 1)} {
				if err := runTiles(module, 4, 2, keys, seed); err != nil {
					t.Errorf("rotate %v, seed %d, %d keys: %v", rotate, seed, keys, err)
				}
			}
		}
	}
}

// Each bug is planted in the lowered program of the rotated loop, and found in every order of events.
func TestBugsPlantedInChainedProductsAreFound(t *testing.T) {
	for name, bug := range map[string]struct {
		plant   func(p planter)
		want    []error // the possible errors; the order of events decides which
		message string
	}{
		"a slot that is not released": {func(p planter) { p.erase(&nvvm.MbarrierArrive, 1) }, []error{simt.ErrDeadlock},
			"arrivals, and nothing that is under way brings them"},
		"a slot that is free before all warps released it": {
			func(p planter) { p.constant(&nvvm.MbarrierInit, 2+ringSlots, 1, 4) },
			[]error{simt.ErrMemoryBarrier, simt.ErrInFlight, simt.ErrRace, simt.ErrDeadlock}, ""},
		"a copy that does not wait for its slot": {func(p planter) { p.wait(1) },
			[]error{simt.ErrInFlight, simt.ErrTransaction, simt.ErrMemoryBarrier}, ""},
		"no wait for a tile": {func(p planter) { p.erase(&nvvm.MbarrierTryWaitParity, 0) },
			[]error{simt.ErrInFlight, simt.ErrUninitialized}, ""},
		"results used while their product runs": {func(p planter) { p.pending(1, 2) },
			[]error{interp.ErrUndefined, simt.ErrInFlight}, ""},
		"a slot released before the product that reads it ends": {func(p planter) { p.pending(0, 2) },
			[]error{interp.ErrUndefined, simt.ErrInFlight}, ""},
		"a thread that leaves early": {func(p planter) { p.leave() }, []error{simt.ErrBarrier},
			"'nvvm.barrier0' op barrier that not all threads reach: thread (0, 0, 0) has ended"},
		"no fence before products": {func(p planter) { p.skip(&tilegpu.FenceRegisters, 0) }, []error{simt.ErrFence},
			"need nvvm.wgmma.fence.aligned"},
		"no barrier behind the initialization": {func(p planter) { p.eraseBarriers() },
			[]error{simt.ErrRace, simt.ErrMemoryBarrier}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := compiledChain(t, 8, true)
			bug.plant(planter{t, module})
			for seed := range uint64(longtest.Count(1, 3)) {
				err := runChain(module, 8, 64*(2*ringSlots+2), seed)
				if !slices.ContainsFunc(bug.want, func(want error) bool { return errors.Is(err, want) }) ||
					!strings.Contains(fmt.Sprint(err), bug.message) {
					t.Errorf("seed %d: %v, want %v: %s", seed, err, bug.want, bug.message)
				}
			}
		})
	}
}

// wait erases the waits before copies, except those that threads execute together, and checks that there is a least
// number of them.
func (p planter) wait(least int) {
	var waits []*ir.Operation
	p.module.Walk(func(op *ir.Operation) bool {
		if op.Is(&nvvm.MbarrierTryWaitParity) && op.Next() != nil && op.Next().Next() != nil {
			for next := op.Next(); next != nil; next = next.Next() {
				if next.Is(&nvvm.MbarrierArriveExpectTx) {
					waits = append(waits, op)
					break
				}
			}
		}
		return true
	})
	if len(waits) < least {
		p.t.Fatalf("there are %d such waits", len(waits))
	}
	for _, op := range waits {
		op.Erase()
	}
}

// leave ends the program of the first thread where it would initialize the barriers.
func (p planter) leave() {
	region := p.find(&nvvm.TensorLoad, 0).Block().Region()
	end := region.AppendNew()
	ir.NewBuilder(p.module.Context()).AtEnd(end).Build(&llvm.Return, nil)
	region.Entry().Last().SetSuccessor(0, end)
}

// skip replaces an operation by its operands.
func (p planter) skip(def *ir.OpDef, n int) {
	op := p.find(def, n)
	for i := range op.NumResults() {
		op.Result(i).ReplaceAllUsesWith(op.Operand(i))
	}
	op.Erase()
}

// eraseBarriers erases the barriers of the block after initializations.
func (p planter) eraseBarriers() {
	for range 3 {
		p.erase(&nvvm.Barrier0, 0)
	}
}
