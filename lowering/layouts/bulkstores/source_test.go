package bulkstores_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/pipeline"
)

// product multiplies matrices in tiles, several in each program, and adds a tensor to the product.
func product(m, n, k int, residual, tile string) string {
	return fmt.Sprintf(`
!a = !tile.array<%[1]dx%[3]dxf16, strides = [%[3]d, 1]>
!b = !tile.array<%[3]dx%[2]dxf16, strides = [%[2]d, 1]>
!c = !tile.array<%[1]dx%[2]dxf16, strides = [%[2]d, 1]>
!r = %[4]s
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%a: !a {tile.divisibility = 16 : i32}, %%b: !b {tile.divisibility = 16 : i32},
      %%c: !c {tile.divisibility = 16 : i32}, %%r: !r {tile.divisibility = 16 : i32}) {
    tile.contract "mk,kn->mn" %%a, %%b into %%c with %%r epilogue {
    ^bb0(%%sum: f32, %%other: f16):
      %%0 = tile.cast %%other : f16 -> f32
      %%1 = tile.add %%sum, %%0 : f32, f32 -> f32
      %%2 = tile.cast %%1 : f32 -> f16
      tile.yield %%2 : f16
    } {axes = ["mn"], programs = "few", shape = array<i64: %[5]s>} : !a, !b, !c with !r
    tile.return
  }
}`, m, n, k, residual, tile)
}

// What is loaded and added to a product comes by bulk copies, and the sum goes out through the same memory: for tiles
// that the arrays fill, and for others, whose rest is not written.
func TestTilesGoOutThroughTheMemoryOfWhatIsAddedToThem(t *testing.T) {
	const small, large = "64, 64, 64", "128, 256, 64"
	for i, c := range []struct {
		name    string
		m, n, k int
		tile    string
		warps   int
		strides string // of what is added
		through bool
	}{
		{"whole tiles", 128, 192, 128, small, 4, "", true},
		{"parts of tiles", 200, 136, 104, small, 4, "", true},
		{"one tile", 40, 24, 200, small, 4, "", true},
		{"no sum", 70, 72, 8, small, 4, "", true},
		{"large tiles", 200, 136, 104, large, 8, "", true},
		{"columns", 128, 64, 64, small, 4, "[1, 128]", false},
		{"rows that begin anywhere", 65, 64, 64, small, 4, "[67, 1]", false},
	} {
		if !longtest.Includes(i+1, 2) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			strides, elements := c.strides, 128*192+200*136
			if strides == "" {
				strides = fmt.Sprintf("[%d, 1]", c.n)
			}
			source := product(c.m, c.n, c.k, fmt.Sprintf("!tile.array<%dx%dxf16, strides = %s>", c.m, c.n, strides), c.tile)
			var options girih.CompileOptions
			options.NumWarps, options.SM, options.ArchSpecific = c.warps, 90, true
			module, err := girih.Parse("k.mlir", []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			assigned, reference := module.Clone(), module.Clone()
			if err := assigned.Run(t.Context(), pipeline.New(pipeline.Layouts, options)); err != nil {
				t.Fatal(err)
			}
			written := string(text.Print(assigned.Operation(), text.Options{}))
			if through := strings.Contains(written, "tilegpu.ring_store"); through != c.through {
				t.Errorf("through the slot: %v, want %v:\n%s", through, c.through, written)
			}
			program, err := module.Compile(t.Context(), options)
			if err != nil {
				t.Fatal(err)
			}
			args := func() (list []any, out *interp.Array) {
				f16 := program.Operation().Context().F16()
				for i := range 4 {
					x, err := interp.Filled(f16, []int64{int64(elements)}, func(at int) float64 { return float64((at*7+i)%13) - 6 })
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, x)
				}
				return list, list[2].(*interp.Array)
			}
			list, want := args()
			if err := reference.Run(t.Context(), pipeline.New(pipeline.Layouts, pipeline.Options{})); err != nil {
				t.Fatal(err)
			}
			if err := reference.Execute(t.Context(), "k", interp.Grid{3, 1, 1}, list...); err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(2) {
				list, got := args()
				launch := simt.Launch{Grid: [3]int32{3, 1, 1}, Seed: seed}
				if _, err := program.Execute(t.Context(), "k", launch, list...); err != nil {
					t.Fatal(err)
				}
				for i := range got.Len() {
					if got.Float64(i) != want.Float64(i) {
						t.Fatalf("seed %d, element %d: got %v, want %v", seed, i, got.Float64(i), want.Float64(i))
					}
				}
			}
		})
	}
}
