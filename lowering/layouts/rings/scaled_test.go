package rings_test

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
)

// scaled is a kernel with a loop over tiles of two matrices. Threads scale the products, or tensor cores add them up.
type scaled struct {
	elem, precision      string
	rows, columns, depth int // sizes of a tile's product, and of the contracted dimension of a tile
	warps, products      int
	scales               bool // threads scale the products
	total                int  // size of the contracted dimension of the matrices
	turns                string
	producer             bool // an extra warp makes the copies
}

func generateScaled(r *rand.Rand) scaled {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	g := scaled{rows: pick(64, 128), columns: pick(16, 64), warps: pick(4, 8, 8), products: pick(1, 2),
		scales: r.IntN(3) > 0, turns: []string{"auto", "always", "never"}[r.IntN(3)], producer: r.IntN(3) > 0}
	switch r.IntN(3) {
	case 0:
		g.elem, g.depth = "f16", pick(16, 64)
	case 1:
		g.elem, g.depth = "f8E4M3FN", pick(32, 128)
	default:
		g.elem, g.precision, g.depth = "f32", " precision tf32", pick(8, 32)
	}
	g.total = r.IntN(8*g.depth + 1)
	return g
}

// text returns the kernel. Each iteration multiplies a tile of a by one or two neighboring tiles of b.
func (g scaled) text() string {
	x := fmt.Sprintf("tensor<%dx%dx%s>", g.rows, g.depth, g.elem)
	y := fmt.Sprintf("tensor<%dx%dx%s>", g.depth, g.columns, g.elem)
	sum := fmt.Sprintf("tensor<%dx%dxf32>", g.rows, g.columns)
	var body, stores strings.Builder
	var inits, types, yields, results []string
	for p := range g.products {
		fmt.Fprintf(&body, "    %%j%d = arith.constant %d : i32\n", p, p)
		fmt.Fprintf(&body, "    %%y%d = tile.load_view %%b[%%k, %%j%d] padding zero : !b -> %s\n", p, p, y)
		acc := fmt.Sprintf("%%acc%d", p)
		if g.scales {
			acc = "%none"
		}
		fmt.Fprintf(&body, "    %%s%d = tile.dot %%x, %%y%d, %s%s : %s, %s -> %s\n", p, p, acc, g.precision, x, y, sum)
		if g.scales {
			fmt.Fprintf(&body, "    %%n%d = tile.fma %%s%d, %%factor, %%acc%d : %s, f32, %s -> %s\n", p, p, p, sum, sum, sum)
		} else {
			fmt.Fprintf(&body, "    %%n%d = arith.addf %%s%d, %%none : %s\n", p, p, sum)
		}
		inits, types = append(inits, fmt.Sprintf("%%acc%d = %%none", p)), append(types, sum)
		yields, results = append(yields, fmt.Sprintf("%%n%d", p)), append(results, fmt.Sprintf("%%sum%d", p))
		fmt.Fprintf(&stores, "  %%at%d = arith.constant %d : i32\n", p, p)
		fmt.Fprintf(&stores, "  tile.store_view %%sum%d, %%c[%%c0, %%at%d] : %s, !c\n", p, p, sum)
	}
	list := func(s []string) string { return strings.Join(s, ", ") }
	return strings.NewReplacer("$E", g.elem, "$X", x, "$SUM", sum, "$BODY", body.String(), "$STORES", stores.String(),
		"$INITS", list(inits), "$TYPES", list(types), "$YIELDS", list(yields), "$RESULTS", list(results),
		"$DEPTH", fmt.Sprint(g.depth)).Replace(`
!a = !tile.array<?x?x$E, strides = [?, 1]>
!b = !tile.array<?x?x$E, strides = [1, ?]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @scaled(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                      %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 16>}, %c: !c) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %depth = arith.constant $DEPTH : i32
  %n = tile.dim %a, 1 : !a
  %steps = tile.cdiv %n, %depth : i32, i32 -> i32
  %none = arith.constant dense<0.0> : $SUM
  $RESULTS = scf.for %k = %c0 to %steps step %c1 iter_args($INITS) -> ($TYPES) : i32 {
    %even = arith.andi %k, %c1 : i32
    %factor = arith.sitofp %even : i32 to f32
    %x = tile.load_view %a[%c0, %k] padding zero : !a -> $X
$BODY    scf.yield $YIELDS : $TYPES
  }
$STORES  tile.return
  }
}
`)
}

// arrays returns the matrices. Elements of the right one are integers. Elements of the left one are integers or, for
// f32, also numbers that are not representable in tf32, so that rounding is tested. Sums of the rounded numbers are
// exact.
func (g scaled) arrays(m *girih.Module) (list []*interp.Array, args []any, err error) {
	types, pitch := m.Operation().Context(), (g.total+15)/16*16
	width := g.columns * g.products
	sizes := [][3]int{{g.rows, g.total, pitch}, {g.total, width, pitch}, {g.rows, width, width}}
	for i, n := range []int{g.rows * pitch, width * pitch, g.rows * width} {
		elem := types.Float(g.elem)
		if i == 2 {
			elem = types.F32()
		}
		one, err := interp.Filled(elem, []int64{int64(max(n, 1))}, func(at int) float64 {
			v := float64((at*7+at/3+i)%3 - 1)
			if g.elem == "f32" && i == 0 {
				v *= 1 + float64(at%16)/4096
			}
			return v
		})
		if err != nil {
			return nil, nil, err
		}
		list = append(list, one)
		args = append(args, one, int64(sizes[i][0]), int64(sizes[i][1]), int64(max(sizes[i][2], 16)))
	}
	return list, args, nil
}

// run compares the simulator with the reference executor, and reports whether warp groups compute the products.
func (g scaled) run(seed uint64) (inRings bool, err error) {
	m, err := girih.Parse("scaled.mlir", []byte(g.text()))
	if err != nil {
		return false, err
	}
	program, err := m.Clone().Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true,
		NumWarps: g.warps, Turns: g.turns, NoProducerWarp: !g.producer})
	if err != nil {
		return false, err
	}
	if err := m.Lower(context.Background(), girih.Layouts); err != nil {
		return false, err
	}
	want, args, err := g.arrays(m)
	if err != nil {
		return false, err
	}
	if err := m.Execute(context.Background(), "scaled", interp.Grid{1, 1, 1}, args...); err != nil {
		return false, fmt.Errorf("reference: %w", err)
	}
	got, args, err := g.arrays(m)
	if err != nil {
		return false, err
	}
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: seed}
	if _, err := program.Execute(context.Background(), "scaled", launch, args...); err != nil {
		return false, err
	}
	for i := range want[2].Len() {
		if got[2].Float64(i) != want[2].Float64(i) {
			return false, fmt.Errorf("element %d is %v, want %v", i, got[2].Float64(i), want[2].Float64(i))
		}
	}
	return strings.Contains(program.String(), "nvvm.mbarrier.arrive %"), nil
}

func TestGeneratedLoopsThatScaleProductsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	r, all := rand.New(rand.NewPCG(16, 3)), longtest.Count(8, 400)
	for i := range all {
		g := generateScaled(r)
		inRings, err := g.run(uint64(i))
		if err != nil {
			t.Fatalf("%+v: %v\n%s", g, err, g.text())
		}
		if !inRings {
			t.Errorf("%+v: no rings\n%s", g, g.text())
		}
	}
}
