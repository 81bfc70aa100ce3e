package fragments_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// generated is a product of matrices in a loop over tiles, which threads copy to shared memory ahead.
type generated struct {
	elem, sum        string
	tile             [3]int64 // the rows, columns and terms of a tile
	size             [3]int64
	byColumns        [2]bool // whether a factor's columns are consecutive
	aligned          bool
	also             string // what else is in the loop
	sm, warps, cells int
}

// types are the types of factors and sums. Threads copy no tiles of i8 or tf32 ahead: those of bytes are put into
// another order, and those of f32 are rounded on their way.
var types = map[string][2]string{"f16": {"f16", "f32"}, "f16 sums": {"f16", "f16"}, "bf16": {"bf16", "f32"},
	"f64": {"f64", "f64"}}

func generate(r *rand.Rand, name string) generated {
	pick := func(list ...int64) int64 { return list[r.IntN(len(list))] }
	t := types[name]
	g := generated{elem: t[0], sum: t[1], tile: [3]int64{pick(16, 32, 64), pick(16, 32, 64), pick(16, 32, 32, 32, 64)},
		byColumns: [2]bool{r.IntN(2) == 0, r.IntN(2) == 0}, aligned: r.IntN(8) > 0,
		also: []string{"", "", "negated", "line"}[r.IntN(4)], sm: int(pick(80, 89, 90)), warps: int(pick(1, 2, 4, 8)),
		cells: int(pick(2, 3, 3, 4))}
	if g.sum == "f16" {
		g.also = ""
	}
	if g.elem == "f64" { // four tiles of each factor must fit into shared memory
		g.tile = [3]int64{min(g.tile[0], 32), min(g.tile[1], 32), min(g.tile[2], 32)}
	}
	for d, n := range g.tile {
		g.size[d] = 8 * (1 + r.Int64N(n/4))
	}
	g.size[2] = g.tile[2]*pick(0, 1, 2, 3, 4, 4, 5, 6, 7, 9) + pick(0, 0, 8) + 8
	return g
}

// text returns the kernel.
func (g generated) text() string {
	array := func(i int) string {
		shape, strides := g.array(i)
		return fmt.Sprintf("<%dx%dx%s, strides = [%d, %d]", shape[0], shape[1], []string{g.elem, g.elem, g.sum}[i],
			strides[0], strides[1])
	}
	facts := ""
	if g.aligned {
		facts = "{tile.divisibility = 16 : i32}"
	}
	before, sum := "", "%acc"
	switch g.also {
	case "negated":
		before, sum = "%minus = arith.subf %none, %acc : !s", "%minus"
	case "line":
		before = "%twice = arith.addi %k, %c1 : i32"
	}
	return strings.NewReplacer("<A", array(0), "<B", array(1), "<C", array(2), "$FACTS", facts, "$E", g.elem,
		"$S", g.sum, "$M", fmt.Sprint(g.tile[0]), "$N", fmt.Sprint(g.tile[1]), "$K", fmt.Sprint(g.tile[2]),
		"%before", before, "$ADDED", sum).Replace(`
!a = !tile.array<A>
!b = !tile.array<B>
!c = !tile.array<C>
!x = tensor<$Mx$Kx$E>
!y = tensor<$Kx$Nx$E>
!s = tensor<$Mx$Nx$S>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%a: !a $FACTS, %b: !b $FACTS, %c: !c) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tile_k = arith.constant $K : i32
    %none = arith.constant dense<0.0> : !s
    %i = tile.program_id 0
    %j = tile.program_id 1
    %depth = tile.dim %a, 1 : !a
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %none) -> (!s) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> !x
      %y = tile.load_view %b[%k, %j] padding zero : !b -> !y
      %before
      %next = tile.dot %x, %y, $ADDED : !x, !y -> !s
      scf.yield %next : !s
    }
    tile.store_view %sum, %c[%i, %j] : !s, !c
    tile.return
  }
}
`)
}

// run compares the simulator with the reference executor, and reports whether fragments are read ahead.
// All elements are small integers, so that sums are exact.
func (g generated) run(t *testing.T, seed uint64) (ahead bool, err error) {
	m, err := girih.Parse("k.mlir", []byte(g.text()))
	if err != nil {
		return false, err
	}
	program, err := m.Clone().Compile(t.Context(), girih.CompileOptions{SM: g.sm, NumWarps: g.warps, Cells: g.cells,
		AllowSpills: true})
	if err != nil {
		return false, err
	}
	grid := [3]int32{int32((g.size[0] + g.tile[0] - 1) / g.tile[0]), int32((g.size[1] + g.tile[1] - 1) / g.tile[1]), 1}
	var results [2]*interp.Array
	for i := range results {
		args, out, err := g.arguments(m.Operation().Context(), i == 1, seed)
		if err != nil {
			return false, err
		}
		if i == 0 {
			err = m.Execute(t.Context(), "k", interp.Grid(grid), args...)
		} else {
			_, err = program.Execute(t.Context(), "k", simt.Launch{Grid: grid, Seed: seed}, args...)
		}
		if err != nil {
			return false, err
		}
		results[i] = out
	}
	for i := range results[0].Len() {
		if want, got := results[0].Bits(i), results[1].Bits(i); want != got {
			return false, fmt.Errorf("element %d is %v, want %v", i, results[1].Float64(i), results[0].Float64(i))
		}
	}
	return strings.Contains(program.String(), "nvvm.in_order"), nil
}

// arguments returns the arguments of a launch: arrays with their shapes for the reference executor, or flat.
func (g generated) arguments(ctx *ir.Context, flat bool, seed uint64) (args []any, out *interp.Array, err error) {
	r := rand.New(rand.NewPCG(seed, 2))
	for i := range 3 {
		name := g.elem
		if i == 2 {
			name = g.sum
		}
		shape, strides := g.array(i)
		out, err = interp.Filled(ctx.Float(name), []int64{shape[0] * shape[1]}, func(int) float64 {
			return float64(r.IntN(3) - 1)
		})
		if err != nil {
			return nil, nil, err
		}
		var arg any = out
		if !flat {
			if arg, err = out.View(0, shape, strides); err != nil {
				return nil, nil, err
			}
		}
		args = append(args, arg)
	}
	return args, out, nil
}

// Products of each type whose fragments are read ahead give what the reference executor gives.
func TestGeneratedProductsWithFragmentsReadAhead(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(types)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, ahead, all := rand.New(rand.NewPCG(16, uint64(i))), 0, longtest.Count(5, 500)
			for seed := range uint64(all) {
				g := generate(r, name)
				isAhead, err := g.run(t, seed)
				if err != nil {
					t.Fatalf("%+v: %v\n%s", g, err, g.text())
				}
				if isAhead {
					ahead++
				}
			}
			if 5*ahead < 2*all {
				t.Errorf("fragments are read ahead in %d of %d programs", ahead, all)
			}
		})
	}
}

// array returns the shape and the strides of the array of a factor, or of the result.
func (g generated) array(i int) (shape, strides []int64) {
	shape = [][]int64{{g.size[0], g.size[2]}, {g.size[2], g.size[1]}, {g.size[0], g.size[1]}}[i]
	if i < 2 && g.byColumns[i] {
		return shape, []int64{1, shape[0]}
	}
	return shape, []int64{shape[1], 1}
}
