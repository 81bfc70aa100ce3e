package sharetail_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/lowering/layouts/sharetail"
	"github.com/girih-ir/girih/pass"
)

// problem is a product whose tiles some blocks compute, one after the other.
type problem struct {
	rows, columns, k int
	groups           int // warp groups, which have 64 rows of a tile each
	blocks           int32
	integers         bool // factors of i8 and sums of i32
	producer         bool
}

func generate(r *rand.Rand) problem {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	return problem{rows: pick(1, 7, 64, 129, 200, 450), columns: pick(1, 7, 64, 129), k: 16 * r.IntN(25),
		groups: pick(1, 2), blocks: int32(1 + r.IntN(9)), integers: r.IntN(4) == 0, producer: r.IntN(6) > 0}
}

// names are those of types in the text.
func (p problem) names() (factor, sum string) {
	if p.integers {
		return "i8", "i32"
	}
	return "f16", "f32"
}

func (p problem) text() string {
	factor, sum := p.names()
	add, zero := "arith.addf", "0.0"
	if p.integers {
		add, zero = "arith.addi", "0"
	}
	return strings.NewReplacer("$F", factor, "$S", sum, "$ADD", add, "$ZERO", zero, "$TM", fmt.Sprint(64*p.groups),
		"$BY", fmt.Sprint(16/map[string]int{"i8": 1, "f16": 2}[factor])).Replace(`
!f = !tile.array<?x?x$F, strides = [?, 1]>
!c = !tile.array<?x?x$S, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @product(%a: !f {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $BY, 1>},
                       %b: !f {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $BY, 1>},
                       %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>}) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %tm = arith.constant $TM : i32
    %zero = arith.constant dense<$ZERO> : tensor<$TMx64x$S>
    %m = tile.dim %c, 0 : !c
    %n = tile.dim %c, 1 : !c
    %depth = tile.dim %a, 1 : !f
    %down = tile.cdiv %m, %tm : i32, i32 -> i32
    %across = tile.cdiv %n, %c64 : i32, i32 -> i32
    %steps = tile.cdiv %depth, %c64 : i32, i32 -> i32
    %total = arith.muli %down, %across : i32
    %pid = tile.program_id 0
    %programs = tile.num_programs 0
    scf.for %tile = %pid to %total step %programs : i32 {
      %i = arith.remui %tile, %down : i32
      %j = arith.divui %tile, %down : i32
      %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<$TMx64x$S>) : i32 {
        %x = tile.load_view %a[%i, %k] padding zero : !f -> tensor<$TMx64x$F>
        %y = tile.load_view %b[%j, %k] padding zero : !f -> tensor<64x64x$F>
        %t = tile.permute %y [1, 0] : tensor<64x64x$F> -> tensor<64x64x$F>
        %next = tile.dot %x, %t, %acc : tensor<$TMx64x$F>, tensor<64x64x$F> -> tensor<$TMx64x$S>
        scf.yield %next : tensor<$TMx64x$S>
      }
      %twice = $ADD %sum, %sum : tensor<$TMx64x$S>
      tile.store_view %twice, %c[%i, %j] : tensor<$TMx64x$S>, !c
    } {tile.in_any_order}
    tile.return
  }
}
`)
}

func (p problem) compile(tail string) (*girih.Program, error) {
	m, err := girih.Parse("product.mlir", []byte(p.text()))
	if err != nil {
		return nil, err
	}
	return m.Compile(context.Background(), girih.CompileOptions{NumWarps: 4 * p.groups, SM: 90, ArchSpecific: true,
		Tail: tail, NoProducerWarp: !p.producer})
}

// run returns the result of a program. All numbers are whole, so that the order of sums does not matter.
func (p problem) run(program *girih.Program, seed uint64) (*interp.Array, error) {
	list, args, err := p.args(program.Operation().Context())
	if err != nil {
		return nil, err
	}
	_, err = program.Execute(context.Background(), "product", simt.Launch{Grid: [3]int32{p.blocks, 1, 1}, Seed: seed,
		BlockSeed: seed}, args...)
	return list[2], err
}

// args returns arrays, of which the last one is the result, and the arguments that they are.
func (p problem) args(types *ir.Context) (list []*interp.Array, args []any, err error) {
	pitch, width := max(p.k, 16), (p.columns+3)/4*4
	list, err = p.arrays(types, [][]int64{{int64(p.rows * pitch)}, {int64(p.columns * pitch)}, {int64(p.rows * width)}})
	if err != nil {
		return nil, nil, err
	}
	rows, columns, k := int64(p.rows), int64(p.columns), int64(p.k)
	return list, []any{list[0], rows, k, int64(pitch), list[1], columns, k, int64(pitch), list[2], rows, columns,
		int64(width)}, nil
}

// arrays returns arrays of small whole numbers.
func (p problem) arrays(types *ir.Context, shapes [][]int64) (list []*interp.Array, err error) {
	factor, sum := ir.Type(types.Float("f16")), ir.Type(types.F32())
	if p.integers {
		factor, sum = types.I(8), types.I(32)
	}
	for i, shape := range shapes {
		elem := factor
		if i == 2 {
			elem = sum
		}
		a, err := interp.Filled(elem, shape, func(at int) float64 { return float64((at*7+at/3+i)%3 - 1) })
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// Whatever the sizes, the number of blocks, and the order in which they run.
func TestSharedProgramsComputeWhatWholeOnesDo(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 3))
	for i := range longtest.Count(12, 120) {
		p := generate(r)
		whole, err := p.compile("whole")
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		want, err := p.run(whole, 0)
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		shared, err := p.compile("always")
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		if one, other := threads(t, whole), threads(t, shared); one != other {
			t.Errorf("%+v: blocks have %d threads, and %d if they share programs", p, one, other)
		}
		got, err := p.run(shared, uint64(i))
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		for at := range want.Len() {
			if got.Float64(at) != want.Float64(at) {
				t.Fatalf("%+v: element %d is %v, want %v", p, at, got.Float64(at), want.Float64(at))
			}
		}
	}
}

// threads returns the size of a program's blocks, which tells whether a warp of its own makes copies.
func threads(t *testing.T, program *girih.Program) int64 {
	m, err := program.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	return m.Kernels[0].Block[0]
}

// The reference executor runs shared programs, too.
func TestTheReferenceExecutorSharesPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 5))
	for range longtest.Count(4, 30) {
		p := generate(r)
		whole, err := p.refer(false, false)
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		shared, err := p.refer(true, false)
		if err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		for at := range whole.Len() {
			if shared.Float64(at) != whole.Float64(at) {
				t.Fatalf("%+v: element %d is %v, want %v", p, at, shared.Float64(at), whole.Float64(at))
			}
		}
	}
	if _, err := awkward.refer(true, true); err == nil || !strings.Contains(err.Error(), "undefined") {
		t.Errorf("counters that are not zero: got %v", err)
	}
}

// refer returns what the reference executor computes. Counters may be undefined at the beginning.
func (p problem) refer(share, undefined bool) (*interp.Array, error) {
	p.columns = (p.columns + 3) / 4 * 4 // the result has no other pitch
	m, err := girih.Parse("product.mlir", []byte(p.text()))
	if err != nil {
		return nil, err
	}
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		return nil, err
	}
	shapes := [][]int64{{int64(p.rows), int64(p.k)}, {int64(p.columns), int64(p.k)}, {int64(p.rows), int64(p.columns)}}
	list, err := p.arrays(m.Operation().Context(), shapes)
	if err != nil {
		return nil, err
	}
	args := []any{list[0], list[1], list[2]}
	if share {
		pipeline := pass.NewPipeline("builtin.module").AddWith(sharetail.Pass,
			&sharetail.Options{Tail: "always", WarpGroups: true})
		if err := pipeline.Run(context.Background(), m.Operation(), pass.RunOptions{}); err != nil {
			return nil, err
		}
		for kernel := range tile.Kernels(m.Operation()) {
			for i := range kernel.Entry().NumArgs() {
				w := tile.WorkspaceOf(kernel.Operation, i)
				if w == nil {
					continue
				}
				memory, err := interp.NewArray(w.ElementType(), w.Shape()...)
				if !undefined && function.ArgAttrsOf(kernel.Operation, i).Get(tile.KeepsZeros) != nil {
					memory, err = interp.Filled(w.ElementType(), w.Shape(), func(int) float64 { return 0 })
				}
				if err != nil {
					return nil, err
				}
				args = append(args, memory)
			}
		}
	}
	return list[2], m.Execute(context.Background(), "product", interp.Grid{p.blocks, 1, 1}, args...)
}

// awkward has a tile of which all of four blocks have a part.
var awkward = problem{rows: 129, columns: 129, k: 400, groups: 1, blocks: 4, producer: true}

// A shared program without the order that it needs, or that leaves its counter as it is, is found out.
func TestPlantedFaultsOfSharedProgramsAreReported(t *testing.T) {
	atomic := func(op *ir.Operation) bool { return op.Is(&llvm.AtomicRMW) }
	for _, fault := range []struct {
		name, want string
		is         error
		plant      func(op *ir.Operation) bool
	}{
		{"no order", "data race", simt.ErrRace, func(op *ir.Operation) bool {
			if atomic(op) {
				op.SetAttr("ordering", llvm.AtomicOrdering.Attr(op.Context(), monotonic()))
			}
			return atomic(op)
		}},
		{"no reset", "must keep zeros", nil, func(op *ir.Operation) bool {
			v, ok := int64(-1), false
			if op.Is(&llvm.Store) {
				v, ok = llvm.ConstantInt(op.Operand(0))
			}
			if ok = ok && v == 0 && op.Operand(1).Type() == ir.Type(llvm.Ptr(op.Context(), 1)); ok {
				op.Erase()
			}
			return ok
		}},
		{"no barrier", "data race", simt.ErrRace, func(op *ir.Operation) bool {
			if !atomic(op) {
				return false
			}
			branch := op.Block()
			for end := range branch.Predecessors() {
				for before := end; before != nil; before = before.Prev() {
					if before.Is(&nvvm.Barrier) {
						before.Erase()
						return true
					}
				}
			}
			return false
		}},
	} {
		program, err := awkward.compile("always")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := awkward.run(program, 3); err != nil {
			t.Fatalf("without a fault: %v", err)
		}
		planted := 0
		for _, op := range program.Operation().Collect(func(*ir.Operation) bool { return true }) {
			if fault.plant(op) {
				planted++
			}
		}
		_, err = awkward.run(program, 3)
		if planted == 0 || err == nil || !strings.Contains(err.Error(), fault.want) ||
			fault.is != nil && !errors.Is(err, fault.is) {
			t.Errorf("%s (planted %d times): got %v", fault.name, planted, err)
		}
	}
}

func monotonic() int {
	n, _ := llvm.AtomicOrdering.Parse("monotonic")
	return n
}
