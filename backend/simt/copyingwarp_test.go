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
	"github.com/girih-ir/girih/ir"
)

// stays is a program that computes two tiles of a product, one after the other. A warp of its own copies the tiles of
// the second one while the first one ends, so the phases of the slots go on from one to the other.
const stays = `
!m = !tile.array<?x64xf16, strides = [64, 1]>
!r = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @matmul(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %c: !r) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %nothing = arith.constant dense<0.0> : tensor<64x64xf32>
  %size = tile.dim %b, 0 : !m
  %width = arith.constant 64 : i32
  %steps = arith.ceildivsi %size, %width : i32
  scf.for %i = %zero to %two step %one : i32 {
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %zero] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %zero] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    tile.store_view %sum, %c[%i, %zero] : tensor<64x64xf32>, !r
  }
  tile.return
}
`

// staysSlots is the number of slots of its rings.
const staysSlots = 6

// compiledStays returns the program of one thread.
func compiledStays(t *testing.T) *ir.Operation {
	t.Helper()
	m, err := girih.Parse("stays.mlir", []byte(stays))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: 4})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.String(), "array<i32: 160, 1, 1>") {
		t.Fatalf("no warp copies:\n%s", p)
	}
	return p.Operation()
}

// runStays runs the program for a number of tiles along the contracted dimension. All results are exact.
func runStays(module *ir.Operation, trips int, seed uint64) error {
	arrays := make([]*interp.Array, 3)
	types := module.Context()
	for i, rows := range []int{128, 64 * trips, 128} {
		elem := types.F16()
		if i == 2 {
			elem = types.F32()
		}
		var err error
		if arrays[i], err = interp.Filled(elem, []int64{int64(rows), 64}, func(at int) float64 {
			return float64((at*7+at/5+i)%3 - 1)
		}); err != nil {
			return err
		}
	}
	args := []any{arrays[0], int32(128), arrays[1], int32(64 * trips), arrays[2], int32(128)}
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: seed}
	if _, err := simt.Run(context.Background(), module, "matmul", launch, args...); err != nil {
		return err
	}
	for row := range 128 {
		for column := range 64 {
			want := 0.0
			for k := range 64 * trips {
				want += arrays[0].Float64(row*64+k%64) * arrays[1].Float64(k*64+column)
			}
			if got := arrays[2].Float64(row*64 + column); got != want {
				return fmt.Errorf("element (%d, %d) is %v, want %v", row, column, got, want)
			}
		}
	}
	return nil
}

func TestAProgramThatStaysIsExactInAllOrdersOfCopies(t *testing.T) {
	module := compiledStays(t)
	for _, trips := range []int{1, staysSlots - 1, staysSlots, staysSlots + 1} {
		for seed := range uint64(3) {
			if err := runStays(module, trips, seed); err != nil {
				t.Errorf("%d iterations, seed %d: %v", trips, seed, err)
			}
		}
	}
}

// Each bug is planted in the lowered program, and found in every order of events.
func TestBugsPlantedInAProgramThatStaysAreFound(t *testing.T) {
	for name, bug := range map[string]struct {
		plant   func(p planter)
		want    []error // the possible errors; the order of events decides which
		message string
	}{
		"warps that do not wait for the initialization": {func(p planter) { p.first(&nvvm.Barrier).Erase() },
			[]error{simt.ErrRace, simt.ErrMemoryBarrier}, "'nvvm.mbarrier.try_wait.parity' op"},
		"a copying warp that leaves after its first copy": {func(p planter) { p.leaveAfterCopy() },
			[]error{simt.ErrDeadlock}, "and nothing that is under way brings them"},
		"a wrong phase in the second tile": {func(p planter) { p.restartPhases() },
			[]error{simt.ErrInFlight, simt.ErrUninitialized, simt.ErrDeadlock}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := compiledStays(t)
			bug.plant(planter{t, module})
			for seed := range uint64(3) {
				err := runStays(module, staysSlots, seed)
				if !slices.ContainsFunc(bug.want, func(want error) bool { return errors.Is(err, want) }) ||
					!strings.Contains(fmt.Sprint(err), bug.message) {
					t.Errorf("seed %d: %v, want %v: %s", seed, err, bug.want, bug.message)
				}
			}
		})
	}
}

// first returns the first operation of a kind. The copying warp makes the mbarriers, and the others wait for them.
func (p planter) first(def *ir.OpDef) (found *ir.Operation) {
	p.module.Walk(func(op *ir.Operation) bool {
		if found == nil && op.Is(def) {
			found = op
		}
		return found == nil
	})
	return found
}

// last returns the last operation of a kind. The copying warp's program is behind that of the others.
func (p planter) last(def *ir.OpDef) (found *ir.Operation) {
	p.module.Walk(func(op *ir.Operation) bool {
		if op.Is(def) {
			found = op
		}
		return true
	})
	if found == nil {
		p.t.Fatalf("there is no %s", def.Name)
	}
	return found
}

// leaveAfterCopy ends the program of the copying warp after the block of a copy.
func (p planter) leaveAfterCopy() {
	end := p.last(&nvvm.TensorLoad).Block().Last()
	ir.NewBuilder(p.module.Context()).Before(end).Build(&llvm.Return, nil)
	end.Erase()
}

// restartPhases makes the first wait for a tile expect the phase of the first tile of the result for each of them: the
// number of the tile no longer counts those before.
func (p planter) restartPhases() {
	wait := p.find(&nvvm.MbarrierTryWaitParity, 0)
	round := wait.Operand(1).DefiningOp().Operand(0).DefiningOp()
	number := round.Operand(0).DefiningOp()
	if !round.Is(&llvm.UDiv) || !number.Is(&llvm.Add) {
		p.t.Fatalf("the phase is not that of a numbered tile: %v, %v", round.Name(), number.Name())
	}
	b := ir.NewBuilder(p.module.Context()).Before(wait)
	early := b.Build(&llvm.UDiv, []*ir.Value{number.Operand(1), round.Operand(1)}).Result(0)
	one := llvm.NewInt(b, b.Context().I(32), 1)
	wait.SetOperand(1, b.Build(&llvm.And, []*ir.Value{early, one}).Result(0))
}
