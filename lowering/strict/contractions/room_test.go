package contractions_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
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
	const residual = `into %%c with %%c epilogue {
    ^bb0(%%sum: f32, %%old: %[1]s):
      %%z = tile.add %%sum, %%old : f32, %[1]s -> f32
      %%new = tile.cast %%z : f32 -> %[1]s
      tile.yield %%new : %[1]s
    } {axes = [%[2]q], `
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
							_, axes, _ := strings.Cut(c.Equation, "->")
							array := source[strings.LastIndex(source, "!tile.array"):]
							array, _, _ = strings.Cut(array, "\n")
							source = strings.Replace(source, "into %c {", fmt.Sprintf(residual, types.C, axes), 1)
							source = strings.Replace(source, array+"\n", array+" with "+array+"\n", 1)
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
