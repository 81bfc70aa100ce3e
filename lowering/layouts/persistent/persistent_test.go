package persistent_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// grid is a kernel that computes a tile of a product for each program of a grid.
type grid struct {
	size                   [3]int32 // programs along the axes
	rows, columns, k, tile int      // of all tiles, and of one along the contracted dimension
	groups, wide           int      // warp groups, which have 64 rows of a tile each, and columns of a tile
	branch                 string   // "" for none, "numbers" for a condition on the program, "data" for one on memory
	blocks                 int32
	producer               bool
	negates                bool // each step negates the sum of those before it
}

func generate(r *rand.Rand) grid {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	g := grid{size: [3]int32{int32(pick(1, 2, 3, 5)), int32(pick(1, 1, 2)), int32(pick(1, 1, 1, 3))}, tile: pick(32, 64),
		branch: []string{"", "", "numbers", "data"}[r.IntN(4)], producer: r.IntN(5) > 0,
		groups: pick(1, 2, 2, 4), wide: pick(64, 128)}
	programs := g.size[0] * g.size[1] * g.size[2]
	g.rows, g.columns = 64*g.groups*int(programs)-r.IntN(64*g.groups), 8*(1+r.IntN(g.wide/8))
	g.k = 8 * r.IntN(7*g.tile/8)
	g.blocks = int32(r.IntN(int(programs) + 1)) // 0 for half as many as programs
	return g
}

// text returns the kernel: program i computes rows r i to r i + r - 1, where r is 64 for each warp group, with or
// without a bias.
func (g grid) text() string {
	rows, columns := fmt.Sprint(64*g.groups), fmt.Sprint(g.wide)
	branch := "%out = arith.addf %sum, %zero : tensor<$ROWSx$COLUMNSxf32>"
	const either = `%out = scf.if %yes -> (tensor<$ROWSx$COLUMNSxf32>) {
      %more = tile.add %sum, %one : tensor<$ROWSx$COLUMNSxf32>, tensor<$ROWSx$COLUMNSxf32> -> tensor<$ROWSx$COLUMNSxf32>
      scf.yield %more : tensor<$ROWSx$COLUMNSxf32>
    } else {
      scf.yield %sum : tensor<$ROWSx$COLUMNSxf32>
    }`
	switch g.branch {
	case "numbers":
		branch = "%rest = arith.remui %i, %c3 : i32\n    %yes = arith.cmpi eq, %rest, %c0 : i32\n    " + either
	case "data":
		branch = "%at = tile.addptr %flags, %i : !tile.ptr<i32>, i32 -> !tile.ptr<i32>\n    " +
			"%flag = tile.load %at : !tile.ptr<i32>\n    %yes = arith.cmpi ne, %flag, %c0 : i32\n    " + either
	}
	before, sum := "", "%acc"
	if g.negates {
		before, sum = "%before = arith.subf %zero, %acc : tensor<"+rows+"x"+columns+"xf32>", "%before"
	}
	branch = strings.NewReplacer("$ROWS", rows, "$COLUMNS", columns).Replace(branch)
	return strings.NewReplacer("$BRANCH", branch, "$BEFORE", before, "$SUM", sum, "$TK", fmt.Sprint(g.tile), "$ROWS", rows,
		"$COLUMNS", columns).Replace(`
!m = !tile.array<?x?xf16, strides = [?, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @product(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                       %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %flags: !tile.ptr<i32>,
                       %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>}, %nx: i32, %ny: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %tk = arith.constant $TK : i32
    %zero = arith.constant dense<0.0> : tensor<$ROWSx$COLUMNSxf32>
    %one = arith.constant dense<1.0> : tensor<$ROWSx$COLUMNSxf32>
    %x = tile.program_id 0
    %y = tile.program_id 1
    %z = tile.program_id 2
    %row = arith.muli %z, %ny : i32
    %plane = arith.addi %row, %y : i32
    %line = arith.muli %plane, %nx : i32
    %i = arith.addi %line, %x : i32
    %depth = tile.dim %a, 1 : !m
    %steps = tile.cdiv %depth, %tk : i32, i32 -> i32
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<$ROWSx$COLUMNSxf32>) : i32 {
      %u = tile.load_view %a[%i, %k] padding zero : !m -> tensor<$ROWSx$TKxf16>
      %v = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<$TKx$COLUMNSxf16>
      $BEFORE
      %next = tile.dot %u, %v, $SUM : tensor<$ROWSx$TKxf16>, tensor<$TKx$COLUMNSxf16> -> tensor<$ROWSx$COLUMNSxf32>
      scf.yield %next : tensor<$ROWSx$COLUMNSxf32>
    }
    $BRANCH
    tile.store_view %out, %c[%i, %c0] : tensor<$ROWSx$COLUMNSxf32>, !c
    tile.return
  }
}
`)
}

// arrays returns the arguments, of whole numbers, with the result last but two.
func (g grid) arrays(m *girih.Module) (result *interp.Array, args []any, err error) {
	types := m.Operation().Context()
	pitch := max(g.k, 8)
	list := make([]*interp.Array, 4)
	for i, n := range []int{g.rows * pitch, max(g.k, 1) * g.columns, 64, g.rows * g.columns} {
		var elem ir.Type = types.Float("f16")
		switch i {
		case 2:
			elem = types.I(32)
		case 3:
			elem = types.F32()
		}
		value := func(at int) float64 { return float64((at*7+at/3+i)%3 - 1) }
		if list[i], err = interp.Filled(elem, []int64{int64(n)}, value); err != nil {
			return nil, nil, err
		}
	}
	rows, columns, k := int64(g.rows), int64(g.columns), int64(g.k)
	return list[3], []any{list[0], rows, k, int64(pitch), list[1], k, columns, columns, list[2], list[3], rows, columns,
		columns, int64(g.size[0]), int64(g.size[1])}, nil
}

// run compares the simulator with the reference executor, and returns the program of one thread.
func (g grid) run(seed uint64) (*girih.Program, error) {
	m, err := girih.Parse("product.mlir", []byte(g.text()))
	if err != nil {
		return nil, err
	}
	program, err := m.Clone().Compile(context.Background(), girih.CompileOptions{NumWarps: 4 * g.groups, SM: 90,
		ArchSpecific: true, Persistent: "always", NoProducerWarp: !g.producer})
	if err != nil {
		return nil, err
	}
	if err := m.Lower(context.Background(), girih.Layouts); err != nil {
		return nil, err
	}
	want, args, err := g.arrays(m)
	if err != nil {
		return nil, err
	}
	size := interp.Grid(g.size)
	if err := m.Execute(context.Background(), "product", size, args...); err != nil {
		return nil, fmt.Errorf("reference: %w", err)
	}
	got, args, err := g.arrays(m)
	if err != nil {
		return nil, err
	}
	launch := simt.Launch{Grid: g.size, Blocks: g.blocks, Seed: seed}
	if !g.producer {
		launch.Blocks = 0
	}
	if _, err := program.Execute(context.Background(), "product", launch, args...); err != nil {
		return nil, err
	}
	for i := range want.Len() {
		if got.Float64(i) != want.Float64(i) {
			return nil, fmt.Errorf("element %d is %v, want %v", i, got.Float64(i), want.Float64(i))
		}
	}
	return program, nil
}

// Whatever the grid is, and however few blocks run its programs.
func TestGeneratedGridsOfResidentBlocksComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	r, all := rand.New(rand.NewPCG(16, 4)), longtest.Count(6, 300)
	for i := range all {
		g := generate(r)
		program, err := g.run(uint64(i))
		if err != nil {
			t.Fatalf("%+v: %v\n%s", g, err, g.text())
		}
		m, err := program.Manifest()
		if err != nil {
			t.Fatal(err)
		}
		if on := m.Kernels[0].Grid.Resident > 0; on != g.producer {
			t.Errorf("%+v: blocks are resident: %v", g, on)
		}
	}
}

// Products of a step are still running when the next one begins, if warp groups take turns. Steps that do more with the
// sum must wait for them.
func TestStepsThatNegateTheSumOfThoseBefore(t *testing.T) {
	for _, negates := range []bool{false, true} {
		g := grid{size: [3]int32{3, 1, 1}, rows: 192, columns: 128, k: 320, tile: 64, groups: 1, wide: 128, blocks: 1,
			producer: true, negates: negates}
		program, err := g.run(1)
		if err != nil {
			t.Fatalf("negates %v: %v", negates, err)
		}
		m, err := program.Manifest()
		if err != nil {
			t.Fatal(err)
		}
		if inTurns := m.Kernels[0].Block[0] > 256; inTurns == negates {
			t.Errorf("negates %v: %d threads", negates, m.Kernels[0].Block[0])
		}
	}
}
