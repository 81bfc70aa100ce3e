package contractions_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// The products of a tile may be a sum of powers of two. They are multiplied by several tile.dot.
func TestTilesOfThreeStepsAreTheDefinition(t *testing.T) {
	for i, c := range []einsums.Case{
		{Equation: "lki,jl->kji", A: []int64{120, 3, 17}, B: []int64{16, 120}, C: []int64{3, 16, 17}},
		{Equation: "nki,mnj->kmji", A: []int64{72, 5, 4}, B: []int64{2, 72, 9}, C: []int64{5, 2, 9, 4}},
		{Equation: "knim,mlnj->lkji", A: []int64{3, 2, 5, 240}, B: []int64{240, 4, 2, 8}, C: []int64{4, 3, 8, 5}},
		{Equation: "(3*h+2*r-1),rk->hk", A: []int64{300}, B: []int64{120, 9}, C: []int64{30, 9}, Padded: true},
	} {
		for k, types := range elements[2:] {
			for n, products := range []int64{24, 40, 24, 120} { // 16 + 8, 32 + 8, and 64 + 32 + 16 + 8
				if c.Equation[:3] == "nki" && products != 24 || !longtest.Includes(8*i+4*k+n, 5) {
					continue
				}
				o := einsums.Options{Extra: fmt.Sprintf("shape = array<i64: 32, 16, %d>", products)}
				compile := girih.CompileOptions{NumWarps: 2, Cells: n % 4, SM: 80 + 10*(i%2), Alternate: n == 2}
				newRun(t, &c, types, o).same([3]int32{1 + int32(k%2), 1, 1}, compile)
			}
		}
	}
}

// Sums of f64 that are no multiple of 16 have tiles of 24 products, if these divide them into several tiles. Threads
// wait once for each of these, and keep sums in registers in between.
func TestLongSumsOfDoublesHaveTilesThatDivideThem(t *testing.T) {
	for _, one := range []struct {
		sum  int64
		want int
	}{{264, 24}, {256, 16}, {248, 8}, {72, 8}} {
		c := einsums.Case{Equation: "lki,jl->kji", A: []int64{one.sum, 256, 264}, B: []int64{256, one.sum},
			C: []int64{256, 256, 264}}
		r := newRun(t, &c, einsums.Types{A: "f64", B: "f64", C: "f64"},
			einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "each"`})
		program, err := r.module().Compile(context.Background(),
			girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf(" and %d products", one.want)
		if text := program.Remarks()[0].Message; !strings.Contains(text, want) {
			t.Errorf("a sum of %d: no %q in %s", one.sum, want, text)
		}
		if text := program.String(); one.want == 24 {
			products, waits := strings.Count(text, "nvvm.mma.sync"), strings.Count(text, "nvvm.cp.async.wait.group")
			if products%24 != 0 || waits > 3 {
				t.Errorf("a sum of %d: %d products and %d waits", one.sum, products, waits)
			}
		}
	}
}

func TestTilesOfThreeStepsMustDivideSums(t *testing.T) {
	for _, one := range []struct {
		elem, shape, want string
		sum               int64
	}{
		{"f64", "64, 64, 48", "choose 32 or 64", 264},
		{"f16", "128, 128, 24", "tensor cores can multiply 8 at once", 264},
		{"f64", "64, 64, 20", "shape must have three powers of two", 260},
		{"f64", "24, 64, 16", "shape must have three powers of two", 256},
	} {
		c := einsums.Case{Equation: "lki,jl->kji", A: []int64{one.sum, 256, 264}, B: []int64{256, one.sum},
			C: []int64{256, 256, 264}}
		source := c.Kernel(einsums.Types{A: one.elem, B: one.elem, C: one.elem},
			einsums.Options{Extra: `shape = array<i64: ` + one.shape + `>`})
		m, err := girih.Parse("k.mlir", []byte(source))
		if err == nil {
			_, err = m.Compile(t.Context(), girih.CompileOptions{NumWarps: 4, SM: 90})
		}
		if err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("tiles of %s: no %q in %v", one.shape, one.want, err)
		}
	}
}

// The tiles of f64 that the pass chooses leave room for a second block, and fit where there is less shared memory.
func TestTilesOfDoublesLeaveRoom(t *testing.T) {
	for _, c := range []einsums.Case{
		{Equation: "njmi,kmln->lkji", A: []int64{72, 64, 64, 72}, B: []int64{64, 64, 64, 72}, C: []int64{64, 64, 64, 72}},
		{Equation: "jnim,kmln->lkji", A: []int64{64, 72, 72, 72}, B: []int64{64, 72, 64, 72}, C: []int64{64, 64, 64, 72}},
		{Equation: "knim,mlnj->lkji", A: []int64{64, 64, 72, 72}, B: []int64{72, 64, 64, 72}, C: []int64{64, 64, 72, 72}},
	} {
		for _, shared := range []int64{0, 99 << 10} {
			for _, stages := range []string{"never", "auto"} {
				r := newRun(t, &c, einsums.Types{A: "f64", B: "f64", C: "f64"},
					einsums.Options{Facts: "{tile.divisibility = 16 : i32}", Extra: `programs = "each"`})
				program, err := r.module().Compile(t.Context(), girih.CompileOptions{NumWarps: 4, SM: 89, SharedMemory: int(shared),
					Stages: stages})
				if err != nil {
					t.Errorf("%s, %d bytes of shared memory, stages %s: %v", c.Equation, shared, stages, err)
					continue
				}
				manifest, err := program.Manifest()
				if err != nil {
					t.Fatal(err)
				}
				if k, err := manifest.Kernel("k"); err != nil || k.DynamicSharedMemory > costs.SharedPerBlock/2 {
					t.Errorf("%s, stages %s: one block takes %d bytes of shared memory, error %v", c.Equation, stages,
						k.DynamicSharedMemory, err)
				}
			}
		}
	}
}
