package contractions_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// TestGeneratedContractionsFitIntoSharedMemory compiles contractions with tiles of all sizes, with and without
// residuals, for tensor cores whose tiles are copied ahead. None asks for more shared memory than there is.
func TestGeneratedContractionsFitIntoSharedMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 1500 {
		g := generateForRoom(r)
		if !longtest.Includes(n, 40) && n != 1010 && n != 1460 { // these were refused
			continue
		}
		m, err := girih.Parse("k.mlir", []byte(g.source))
		if err != nil {
			t.Fatalf("%v\n%s", err, g.source)
		}
		_, err = m.Compile(t.Context(), girih.CompileOptions{NumWarps: g.warps, SM: 90, ArchSpecific: true})
		var large *sharedmem.TooLargeError
		if errors.As(err, &large) {
			t.Errorf("%d: %s, %d warps: %v", n, g.name, g.warps, err)
		}
	}
}

// generatedRoom is a contraction whose tiles take much shared memory.
type generatedRoom struct {
	name, source string
	warps        int
}

func generateForRoom(r *rand.Rand) generatedRoom {
	pick := func(list ...int64) int64 { return list[r.IntN(len(list))] }
	m, k := pick(64, 128, 100, 1000, 1024), pick(64, 256, 512, 1024)
	n := pick(64, 128, 96, 777, 512, 1000, 1024)
	h, c, w := pick(8, 15, 16, 28, 56), pick(64, 128, 256), pick(8, 15, 16, 28, 56)
	shifts := map[string]contract.Table{"sh": repeated(c, 8, 3), "sw": repeated(c, 8, 3)}
	cases := []einsums.Case{
		{Equation: "mk,nk->mn", A: []int64{m, k}, B: []int64{n, k}, C: []int64{m, n}},
		{Equation: "mk,kn->mn", A: []int64{m, k}, B: []int64{k, n}, C: []int64{m, n}},
		{Equation: "km,kn->nm", A: []int64{k, m}, B: []int64{k, n}, C: []int64{n, m}},
		{Equation: "bmk,bnk->bmn", A: []int64{3, m, k}, B: []int64{3, n, k}, C: []int64{3, m, n}},
		{Equation: "n(h+r)wc,krc->nhwk", A: []int64{3, h + 2, w, c}, B: []int64{n, 2, c}, C: []int64{3, h, w, n}},
		{Equation: "n(h+r)wc,krc->nkhw", A: []int64{3, h + 2, w, c}, B: []int64{n, 2, c}, C: []int64{3, n, h, w}},
		{Equation: "krc,n(h+r)wc->nkhw", A: []int64{n, 2, c}, B: []int64{3, h + 2, w, c}, C: []int64{3, n, h, w}},
		{Equation: "n(h+sh[c])(w+sw[c])c,kc->nhwk", A: []int64{3, h + 3, w + 3, c}, B: []int64{n, c},
			C: []int64{3, h, w, n}, Tables: shifts},
		{Equation: "n(h+sh[c])(w+sw[c])c,kc->nkhw", A: []int64{3, h + 3, w + 3, c}, B: []int64{n, c},
			C: []int64{3, n, h, w}, Tables: shifts},
	}
	one := cases[r.IntN(len(cases))]
	types := []einsums.Types{{A: "f16", B: "f16", C: "f16"}, {A: "f16", B: "f16", C: "f32"},
		{A: "bf16", B: "bf16", C: "bf16"}}[r.IntN(3)]
	shape := fmt.Sprintf("%d, %d, %d", pick(64, 128, 256), pick(16, 32, 64, 96, 128, 192, 256), pick(32, 64, 128))
	extra := `programs = "few"`
	if r.IntN(3) == 0 {
		extra = `programs = "each"`
	}
	if r.IntN(5) > 0 {
		extra = `shape = array<i64: ` + shape + `>, ` + extra
	}
	g := generatedRoom{warps: int(pick(4, 8, 8, 16)), name: fmt.Sprint(one.Equation, one.A, one.B, types, extra)}
	g.source = one.Kernel(types, einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: extra})
	if r.IntN(2) == 1 {
		g.source, g.name = withResidual(g.source, one.Equation, types.C), g.name+" with a residual"
	}
	return g
}
