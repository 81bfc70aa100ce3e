package contractions_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// Depthwise convolutions of all sizes, whose lanes may store what other lanes store, too, give what the definition
// gives, with and without an epilogue, in several orders of events.
func TestGeneratedConvolutionsOfLanesAreTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for n := range 120 {
		g := generateLanes(r)
		if longtest.Includes(n, 12) {
			g.test(t)
		}
	}
}

// laneCase is a convolution whose elements lanes compute by themselves.
type laneCase struct {
	*einsums.Case
	types    einsums.Types
	extra    string
	epilogue bool
	check    bool
	warps    int
	blocks   int32
}

func generateLanes(r *rand.Rand) *laneCase {
	pick := func(list ...int64) int64 { return list[r.IntN(len(list))] }
	n, h, w, c := pick(1, 1, 2, 3), pick(1, 3, 4, 7, 8, 11), pick(2, 4, 7, 8, 11, 13), pick(1, 3, 8, 24, 64, 96, 128)
	rows, columns := pick(1, 2, 3, 5), pick(1, 3, 4)
	g := &laneCase{extra: fmt.Sprintf("shape = array<i64: %d, 1, 1>", pick(32, 64, 128, 256)), epilogue: r.IntN(3) == 0,
		check: r.IntN(4) == 0, warps: int(pick(1, 2, 4)), blocks: int32(pick(1, 2, 3))}
	g.types = []einsums.Types{{A: "f16", B: "f16", C: "f16"}, {A: "bf16", B: "bf16", C: "f32"},
		{A: "f32", B: "f32", C: "f32"}, {A: "f64", B: "f64", C: "f64"}, {A: "i8", B: "i8", C: "i32"}}[r.IntN(5)]
	b, out := []int64{rows, columns, c}, []int64{n, h, w, c}
	a := func(h, w int64) []int64 { return []int64{n, h, w, c} }
	padded := func(equation string) *einsums.Case {
		return &einsums.Case{Equation: equation, A: a(h, w), B: b, C: out, Padded: true}
	}
	g.Case = []*einsums.Case{
		{Equation: "n(h+r)(w+s)c,rsc->nhwc", A: a(h+rows-1, w+columns-1), B: b, C: out},
		padded("n(h+r-1)(w+s-1)c,rsc->nhwc"),
		padded("n(h-r+1)(w-s+1)c,rsc->nhwc"),
		padded("n(2*h+r-1)(w+2*s-1)c,rsc->nhwc"),
		padded("n(h+r-s)(w+s)c,rsc->nhwc"),
		padded("n(h+0*r)(w+s)c,rsc->nhwc"),
		padded("n(w+s-h)(h+r)c,rsc->nhwc"),
		{Equation: "nc(h+r)(w+s),crs->nchw", A: []int64{n, c, h + rows - 1, w + columns - 1}, B: []int64{c, rows, columns},
			C: []int64{n, c, h, w}},
	}[r.IntN(8)]
	return g
}

func (g *laneCase) test(t *testing.T) {
	o := einsums.Options{Extra: g.extra}
	name := fmt.Sprintf("%s of %v by %v, %v, %s, epilogue %v, check %v, %d warps, %d blocks", g.Equation, g.A, g.B,
		g.types, g.extra, g.epilogue, g.check, g.warps, g.blocks)
	run, source := newRun(t, g.Case, g.types, o), g.Kernel(g.types, o)
	if sum := map[string]string{"f16": "f32", "f32": "f32"}[g.types.C]; g.epilogue && sum != "" {
		source = strings.Replace(source, "into %c {", fmt.Sprintf(`into %%c epilogue {
    ^bb0(%%sum: %[1]s):
      %%z = tile.add %%sum, %%sum : %[1]s, %[1]s -> %[1]s
      %%new = tile.cast %%z : %[1]s -> %[2]s
      tile.yield %%new : %[2]s
    } {`, sum, g.types.C), 1)
	}
	module, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, source)
	}
	want := run.arrays()
	if err := module.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, want[0], want[1], want[2]); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	strict := run.strict(interp.Grid{g.blocks, 1, 1})
	if !g.epilogue && !slices.Equal(strict.Float64s(), want[2].Float64s()) {
		t.Errorf("%s: programs give another result", name)
	}
	program, err := module.Compile(t.Context(), girih.CompileOptions{NumWarps: g.warps, CheckContractions: g.check})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, seed := range []uint64{0, 5} {
		got := run.arrays()
		launch := simt.Launch{Grid: [3]int32{g.blocks, 1, 1}, Seed: seed}
		if _, err := program.Execute(t.Context(), "k", launch, got[0], got[1], got[2]); err != nil {
			t.Fatalf("%s, seed %d: %v", name, seed, err)
		}
		if !slices.Equal(got[2].Float64s(), want[2].Float64s()) {
			t.Errorf("%s, seed %d: another result", name, seed)
		}
	}
}
