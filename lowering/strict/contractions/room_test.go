package contractions_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
)

// The tiles that are copied ahead, and what threads exchange beside them, fit into shared memory for tiles of all
// sizes, where threads store rows that are not aligned. With a residual, threads may exchange sums before they are
// rounded.
func TestTilesAndExchangesFitIntoSharedMemory(t *testing.T) {
	cases := []einsums.Case{
		{Equation: "n(h+r)wc,krc->nkhw", A: []int64{3, 18, 15, 128}, B: []int64{513, 2, 128}, C: []int64{3, 513, 17, 15}},
		{Equation: "krc,n(h+r)wc->nkhw", A: []int64{513, 2, 128}, B: []int64{3, 18, 15, 128}, C: []int64{3, 513, 17, 15}},
		{Equation: "krc,n(h+r)wc->nkhw", A: []int64{87, 2, 64}, B: []int64{2, 9, 9, 64}, C: []int64{2, 87, 8, 9}},
		{Equation: "mk,nk->mn", A: []int64{1000, 256}, B: []int64{777, 256}, C: []int64{1000, 777}},
		{Equation: "mk,nk->nm", A: []int64{777, 256}, B: []int64{1000, 256}, C: []int64{1000, 777}},
	}
	seed := 0
	for rows := 64; rows <= 256; rows *= 2 {
		for columns := 32; columns <= 256; columns += 32 {
			for depth := 32; depth <= 128; depth *= 2 {
				for i := range cases {
					c := &cases[i]
					for variant := range 12 {
						if seed++; !longtest.Includes(seed, 61) {
							continue
						}
						types, warps := elements[variant%2], 4<<(variant/2%3)
						shape := fmt.Sprintf("%d, %d, %d", rows, columns, depth)
						source := c.Kernel(types, einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
							Extra: `shape = array<i64: ` + shape + `>, programs = "few"`})
						if variant >= 6 {
							source = withResidual(source, c.Equation, types.C)
						}
						m, err := girih.Parse("k.mlir", []byte(source))
						if err != nil {
							t.Fatalf("%v\n%s", err, source)
						}
						_, err = m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps, SM: 90, ArchSpecific: true})
						var large *sharedmem.TooLargeError
						if errors.As(err, &large) {
							t.Errorf("%s, tiles of %s, %d warps, variant %d: %v", c.Equation, shape, warps, variant, err)
						}
					}
				}
			}
		}
	}
}

// withResidual adds what the output had before to the result of a contraction.
func withResidual(source, equation, elem string) string {
	const residual = `into %%c with %%c epilogue {
    ^bb0(%%sum: f32, %%old: %[1]s):
      %%z = tile.add %%sum, %%old : f32, %[1]s -> f32
      %%new = tile.cast %%z : f32 -> %[1]s
      tile.yield %%new : %[1]s
    } {axes = [%[2]q], `
	_, axes, _ := strings.Cut(equation, "->")
	array := source[strings.LastIndex(source, "!tile.array"):]
	array, _, _ = strings.Cut(array, "\n")
	source = strings.Replace(source, "into %c {", fmt.Sprintf(residual, elem, axes), 1)
	return strings.Replace(source, array+"\n", array+" with "+array+"\n", 1)
}

// Tiles that are added to the result are loaded from addresses, and exchanged between threads beside those that are
// copied ahead, whatever room these take.
func TestResidualsFitIntoSharedMemory(t *testing.T) {
	for _, shape := range []string{"128, 128, 64", "128, 256, 64", "64, 256, 64"} {
		for _, warps := range []int{8, 16} {
			c := einsums.Case{Equation: "n(h+sh[c])(w+sw[c])c,kc->nhwk", A: []int64{3, 20, 59, 128}, B: []int64{384, 128},
				C: []int64{3, 17, 56, 384}, Tables: map[string]contract.Table{"sh": repeated(128, 8, 3),
					"sw": repeated(128, 8, 3)}}
			source := withResidual(c.Kernel(elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
				Extra: `shape = array<i64: ` + shape + `>, programs = "few"`}), c.Equation, "f16")
			m, err := girih.Parse("k.mlir", []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			if _, err = m.Compile(t.Context(), girih.CompileOptions{NumWarps: warps, SM: 90, ArchSpecific: true}); err != nil {
				t.Errorf("tiles of %s, %d warps: %v", shape, warps, err)
			}
		}
	}
}
