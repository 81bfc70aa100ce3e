package contractions_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// Two warp groups that compute tiles in turns give what the definition gives, in several orders of events: with and
// without residuals, for sizes that are no multiples of tiles, and for each number of steps and of tiles of a block.
func TestGeneratedContractionsOfWarpGroupsInTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	inTurns, all := 0, 0
	for n := range 60 {
		g := generateInTurns(r)
		if !longtest.Includes(n, 12) {
			continue
		}
		all++
		if g.test(t) {
			inTurns++
		}
	}
	if 3*inTurns < 2*all {
		t.Errorf("warp groups take turns in %d of %d kernels", inTurns, all)
	}
}

// inTurns is a contraction whose tiles warp groups may compute in turns.
type inTurns struct {
	*einsums.Case
	types    einsums.Types
	extra    string
	residual bool
	blocks   int32
}

func generateInTurns(r *rand.Rand) *inTurns {
	pick := func(list ...int64) int64 { return list[r.IntN(len(list))] }
	shape := [][2]int64{{128, 192}, {64, 256}, {128, 128}}[r.IntN(3)]
	g := &inTurns{residual: r.IntN(3) == 0, blocks: int32(pick(1, 1, 2, 3)),
		extra: fmt.Sprintf(`shape = array<i64: %d, %d, 64>, programs = "few"`, shape[0], shape[1])}
	g.types = []einsums.Types{{A: "f16", B: "f16", C: "f16"}, {A: "bf16", B: "bf16", C: "bf16"},
		{A: "f16", B: "f16", C: "f32"}}[r.IntN(3)]
	m, n := shape[0]*pick(1, 1, 2)-8*pick(0, 0, 1, 3), shape[1]*pick(1, 2)-8*pick(0, 0, 1, 5)
	k := pick(8, 64, 96, 200, 320, 456)
	b, h := pick(1, 2, 3), pick(4, 6)
	switch r.IntN(5) {
	case 0:
		g.Case = &einsums.Case{Equation: "mk,nk->mn", A: []int64{m, k}, B: []int64{n, k}, C: []int64{m, n}}
	case 1:
		g.Case = &einsums.Case{Equation: "mk,kn->mn", A: []int64{m, k}, B: []int64{k, n}, C: []int64{m, n}}
	case 2:
		g.Case = &einsums.Case{Equation: "km,kn->mn", A: []int64{k, m}, B: []int64{k, n}, C: []int64{m, n}}
	case 3:
		g.Case = &einsums.Case{Equation: "bmk,bnk->bmn", A: []int64{b, m, k}, B: []int64{b, n, k}, C: []int64{b, m, n}}
	default:
		g.Case = &einsums.Case{Equation: "n(h+r)wc,krc->nhwk", A: []int64{b, h + 2, 16, 64}, B: []int64{n, 3, 64},
			C: []int64{b, h, 16, n}}
	}
	return g
}

// test reports whether warp groups take turns.
func (g *inTurns) test(t *testing.T) bool {
	o := einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: g.extra}
	name := fmt.Sprintf("%s of %v by %v, %v, %s, residual %v, %d blocks", g.Equation, g.A, g.B, g.types, g.extra,
		g.residual, g.blocks)
	run, source := newRun(t, g.Case, g.types, o), g.Kernel(g.types, o)
	if g.residual {
		source = withResidual(source, g.Equation, g.types.C)
	}
	module, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, source)
	}
	want := run.arrays()
	if err := module.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, want[0], want[1], want[2]); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	program, err := module.Compile(t.Context(), girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	manifest, err := program.Manifest()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, seed := range []uint64{0, 7} {
		got := run.arrays()
		launch := simt.Launch{Grid: [3]int32{g.blocks, 1, 1}, Seed: seed}
		if _, err := program.Execute(t.Context(), "k", launch, got[0], got[1], got[2]); err != nil {
			t.Fatalf("%s, seed %d: %v", name, seed, err)
		}
		if !slices.Equal(got[2].Float64s(), want[2].Float64s()) {
			t.Errorf("%s, seed %d: another result", name, seed)
		}
	}
	threads := manifest.Kernels[0].Block[0]
	return threads == 2*128+32 || threads == 3*128
}
