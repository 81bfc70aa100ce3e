package views_test

import (
	"fmt"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

// Atomic updates of views compute the same as in the reference executor: for every element type, for overlapping tiles
// of several programs, for values at the ends of the range, and for tiles beyond the end of the array.
func TestAtomicViewsCombineAsTheReferenceExecutorDoes(t *testing.T) {
	kinds := map[string][]string{"i32": {"add", "max", "min", "and", "or", "xor"}, "ui32": {"add", "max", "min"},
		"i64": {"add", "max", "min", "xor"}, "ui64": {"max", "min"}, "f32": {"add", "max", "min"}, "f16": {"add"}}
	for elem, list := range kinds {
		for _, kind := range list {
			t.Run(elem+" "+kind, func(t *testing.T) { compareAtomics(t, elem, kind) })
		}
	}
}

// compareAtomics runs three programs on an array of 29 elements. Each updates 16 elements; tiles begin 8 elements
// apart.
func compareAtomics(t *testing.T, elem, kind string) {
	const programs, room = 3, 29
	m, err := girih.Parse("k.mlir", fmt.Appendf(nil, `
!a = !tile.array<?x%[1]s, strides = [1]>
!v = !tile.view<tile = [16], steps = [8], !a>
!p = !tile.view<tile = [16], steps = [8], padding = zero, !a>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%x: !a, %%y: !a) {
    %%i = tile.program_id 0
    %%from = tile.view %%x : !p
    %%to = tile.view %%y : !v
    %%t = tile.load_view %%from[%%i] : !p -> tensor<16x%[1]s>
    tile.atomic_rmw_view %[2]s %%t, %%to[%%i] : tensor<16x%[1]s>, !v
    tile.return
  }
}`, elem, kind))
	if err != nil {
		t.Fatal(err)
	}
	ctx := m.Operation().Context()
	bits := ir.Type(ctx.Float(elem)) // the type in memory, where integers are signless
	if width, ok := map[string]uint32{"i32": 32, "ui32": 32, "i64": 64, "ui64": 64}[elem]; ok {
		bits = ctx.I(width)
	}
	array := func(of func(i int) float64) *interp.Array {
		a, err := interp.Filled(bits, []int64{room}, of)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	x := array(func(i int) float64 { return float64(i*7%31 - 15) })
	start := func() *interp.Array { return array(func(i int) float64 { return float64(i*5%29 - 14) }) }
	want, got := start(), start()
	if err := m.Execute(t.Context(), "k", interp.Grid{programs, 1, 1}, x, want); err != nil {
		t.Fatal(err)
	}
	program, err := m.Compile(t.Context(), girih.CompileOptions{SM: 80})
	if err != nil {
		t.Fatal(err)
	}
	launch := simt.Launch{Grid: [3]int32{programs, 1, 1}}
	if _, err := program.Execute(t.Context(), "k", launch, x, int32(room), got, int32(room)); err != nil {
		t.Fatal(err)
	}
	for i := range room {
		if got.Bits(i) != want.Bits(i) {
			t.Fatalf("element %d is %#x, want %#x", i, got.Bits(i), want.Bits(i))
		}
	}
}
