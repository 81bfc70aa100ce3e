package contractions_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/ir"
)

// If there are few tiles and sums are long, several blocks share each tile. An even share of the tiles of products, and
// an uneven one, compute the definition.
func TestBlocksThatShareATileComputeTheDefinition(t *testing.T) {
	for _, c := range []einsums.Case{
		{Equation: "mk,kn->mn", A: []int64{64, 2048}, B: []int64{2048, 64}, C: []int64{64, 64}},
		{Equation: "mk,kn->mn", A: []int64{64, 1984}, B: []int64{1984, 16}, C: []int64{64, 16}},
		{Equation: "n(h+r)(w+s)c,krsc->nhwk", A: []int64{1, 6, 18, 192}, B: []int64{64, 3, 3, 192}, C: []int64{1, 4, 16, 64}},
	} {
		r := newRun(t, &c, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "each"`})
		o := girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true}
		program, err := r.module().Compile(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, "blocks share each") {
			t.Errorf("%s of %v by %v: one block computes a tile: %s", c.Equation, c.A, c.B, road)
		}
		got := r.threads([3]int32{int32(r.tiles(o.NumWarps)), 1, 1}, o).Float64s()
		if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(got, want) {
			t.Errorf("%s of %v by %v: another result", c.Equation, c.A, c.B)
		}
	}
}

// sharedEpilogue is a contraction with a bias for each column and a scale. Blocks that share a tile apply them once.
const sharedEpilogue = `
!a = !tile.array<%[2]s>
!b = !tile.array<%[3]s>
!c = !tile.array<%[4]s>
!bias = !tile.array<64xf32, strides = [1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%a: !a {tile.divisibility = 16 : i32}, %%b: !b {tile.divisibility = 16 : i32},
      %%c: !c {tile.divisibility = 16 : i32}, %%bias: !bias, %%scale: !tile.array<f32>) {
    tile.contract "%[1]s" %%a, %%b into %%c with %%bias, %%scale epilogue {
    ^bb0(%%sum: f32, %%x: f32, %%s: f32):
      %%scaled = tile.mul %%sum, %%s : f32, f32 -> f32
      %%biased = tile.add %%scaled, %%x : f32, f32 -> f32
      %%out = tile.cast %%biased : f32 -> f16
      tile.yield %%out : f16
    } {axes = ["%[5]s", ""], programs = "each"} : !a, !b, !c with !bias, !tile.array<f32>
    tile.return
  }
}`

func TestBlocksThatShareATileApplyTheEpilogueOnce(t *testing.T) {
	for _, c := range []struct {
		equation, a, b, c, letter string
		shapes                    [3][]int64
	}{
		{"mk,kn->mn", "64x1024xf16, strides = [1024, 1]", "1024x64xf16, strides = [64, 1]", "64x64xf16, strides = [64, 1]",
			"n", [3][]int64{{64, 1024}, {1024, 64}, {64, 64}}},
		{"(h+r)c,krc->hk", "66x320xf16, strides = [320, 1]", "64x3x320xf16, strides = [960, 320, 1]",
			"64x64xf16, strides = [64, 1]", "k", [3][]int64{{66, 320}, {64, 3, 320}, {64, 64}}},
	} {
		module := func() *girih.Module {
			m, err := girih.Parse("k.mlir", fmt.Appendf(nil, sharedEpilogue, c.equation, c.a, c.b, c.c, c.letter))
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		elems := ir.NewContext()
		arguments := func() (out []any) {
			for i, shape := range [][]int64{c.shapes[0], c.shapes[1], c.shapes[2], {64}, {}} {
				elem := elems.F16()
				if i > 2 {
					elem = elems.F32()
				}
				a, err := interp.Filled(elem, shape, func(j int) float64 { return float64((i+5*j)%3 - 1) })
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, a)
			}
			return out
		}
		want, got := arguments(), arguments()
		if err := module().Execute(context.Background(), "k", interp.Grid{1, 1, 1}, want...); err != nil {
			t.Fatal(err)
		}
		program, err := module().Compile(context.Background(),
			girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		m, err := program.Manifest()
		if err != nil {
			t.Fatal(err)
		}
		if k := m.Kernels[0]; k.Cluster == nil || !strings.Contains(program.Remarks()[0].Message, "blocks share each") {
			t.Errorf("%s: one block computes a tile: %s", c.equation, program.Remarks()[0].Message)
		}
		grid := [3]int32{int32(m.Kernels[0].Grid.Programs), 1, 1}
		if _, err := program.Execute(context.Background(), "k", simt.Launch{Grid: grid}, got...); err != nil {
			t.Fatal(err)
		}
		if x, y := got[2].(*interp.Array).Float64s(), want[2].(*interp.Array).Float64s(); !slices.Equal(x, y) {
			t.Errorf("%s: another result", c.equation)
		}
	}
}
