package bulkstores_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/pipeline"
)

// kernel returns a kernel that multiplies rows of x by a matrix of ones. The result %out has the given numbers of rows
// and columns; body stores it as tile %i, %j of %c.
func kernel(out, facts string, rows, columns int, body string) string {
	return fmt.Sprintf(`
!x = !tile.array<?x64xf16, strides = [64, 1]>
!c = %s
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%x: !x, %%c: !c %s, %%n: i32) {
    %%zero = arith.constant 0 : i32
    %%one = arith.constant 1 : i32
    %%i = tile.program_id 0
    %%j = tile.program_id 1
    %%a = tile.load_view %%x[%%i, %%zero] padding zero : !x -> tensor<%[3]dx64xf16>
    %%b = arith.constant dense<1.0> : tensor<64x%[4]dxf16>
    %%nothing = arith.constant dense<0.0> : tensor<%[3]dx%[4]dxf32>
    %%sum = tile.dot %%a, %%b, %%nothing : tensor<%[3]dx64xf16>, tensor<64x%[4]dxf16> -> tensor<%[3]dx%[4]dxf32>
    %%out = tile.cast %%sum : tensor<%[3]dx%[4]dxf32> -> tensor<%[3]dx%[4]dxf16>
%[5]s
    tile.return
  }
}`, out, facts, rows, columns, body)
}

const (
	rowMajor = "!tile.array<?x?xf16, strides = [?, 1]>"
	aligned  = "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}"
)

// lower compiles a kernel for sm_90a, and returns how many bulk stores it has at the level with layouts.
func lower(t *testing.T, source string, warps int) (program *girih.Program, bulk int) {
	t.Helper()
	var options girih.CompileOptions
	options.NumWarps, options.SM, options.ArchSpecific, options.Remarks = warps, 90, true, true
	module, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	assigned := module.Clone()
	if err := assigned.Run(t.Context(), pipeline.New(pipeline.Layouts, options)); err != nil {
		t.Fatal(err)
	}
	assigned.Operation().Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.BulkStore) {
			bulk++
		}
		return true
	})
	if program, err = module.Compile(t.Context(), options); err != nil {
		t.Fatal(err)
	}
	return program, bulk
}

// Bulk stores write the part of a tile that lies in the array, and nothing beyond it, for arrays of any size.
func TestBulkStoresStoreWhatLiesInTheArray(t *testing.T) {
	const store = "    tile.store_view %out, %c[%i, %j] : tensor<128x64xf16>, !c"
	const fill = "\n    %seven = arith.constant dense<7.0> : tensor<128x64xf16>\n" +
		"    tile.store_view %seven, %c[%i, %j] : tensor<128x64xf16>, !c\n"
	const add = "\n    tile.atomic_rmw_view add %out, %c[%i, %j] : tensor<128x64xf16>, !c\n"
	for i, c := range []struct {
		name, source string
		rows         int // of a tile
		warps        int
		bulk         int
	}{
		{"rows", kernel(rowMajor, aligned, 128, 64, store), 128, 8, 1},
		{"narrow rows", kernel(rowMajor, aligned, 64, 16,
			"    tile.store_view %out, %c[%i, %j] : tensor<64x16xf16>, !c"), 64, 4, 1},
		{"wide rows", kernel(rowMajor, aligned, 64, 256,
			"    tile.store_view %out, %c[%i, %j] : tensor<64x256xf16>, !c"), 64, 8, 1},
		{"columns", kernel("!tile.array<?x?xf16, strides = [1, ?]>",
			"{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 8>}", 128, 64, store), 128, 4, 1},
		{"rows that may begin anywhere", kernel(rowMajor, "", 128, 64, store), 128, 4, 0},
		{"again and again", kernel(rowMajor, aligned, 128, 64, `    scf.for %k = %zero to %n step %one : i32 {
      %more = tile.cast %k : i32 -> f16
      %sums = tile.add %out, %more : tensor<128x64xf16>, f16 -> tensor<128x64xf16>
      tile.store_view %sums, %c[%i, %j] : tensor<128x64xf16>, !c
    }`), 128, 4, 1},
		{"sums behind a store", kernel(rowMajor, aligned, 128, 64, store+add+add), 128, 4, 3},
		{"sums and stores in turn", kernel(rowMajor, aligned, 128, 64, "    scf.for %k = %zero to %n step %one : i32 {\n"+
			store+add+add+store+add+"\n    }"), 128, 4, 5},
		{"what threads wrote before", kernel(rowMajor, aligned, 128, 64, fill+store), 128, 4, 0},
		{"sums with what threads wrote", kernel(rowMajor, aligned, 128, 64, fill+add), 128, 4, 0},
		{"what threads write behind", kernel(rowMajor, aligned, 128, 64, store+fill), 128, 4, 0},
		{"what is read", kernel(rowMajor, aligned, 128, 64, store+`
    %again = tile.load_view %c[%i, %j] padding zero : !c -> tensor<128x64xf16>
    tile.store_view %again, %c[%i, %j] : tensor<128x64xf16>, !c`), 128, 4, 0},
	} {
		if !longtest.Includes(i, 5) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			program, bulk := lower(t, c.source, c.warps)
			if bulk != c.bulk {
				t.Fatalf("%d bulk stores, want %d", bulk, c.bulk)
			}
			if len(program.Remarks()) == 0 {
				t.Error("no remark says which way the tile goes")
			}
			for _, size := range [][2]int64{{1, 1}, {129, 65}, {64, 64}, {200, 7}} {
				compare(t, program, c.source, size, int64(c.rows))
			}
		})
	}
}

// parts is a kernel whose programs compute tiles of 128x192, which become tensors of 128x128 and of 128x64.
const parts = `
!x = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @k(%x: !x {tile.divisibility = 16 : i32}, %c: !c {tile.divisibility = 16 : i32,
      tile.stride_divisibility = array<i64: 4, 1>}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %height = arith.constant 128 : i32
    %rows = tile.dim %c, 0 : !c
    %tiles = tile.cdiv %rows, %height : i32, i32 -> i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %programs = tile.num_programs 0
    %nothing = arith.constant dense<0.0> : tensor<128x192xf32>
    scf.for %t = %i to %tiles step %programs : i32 {
      %sum = scf.for %k = %zero to %n step %one iter_args(%s = %nothing) -> (tensor<128x192xf32>) : i32 {
        %a = tile.load_view %x[%t, %k] padding zero : !x -> tensor<128x16xf16>
        %b = tile.load_view %x[%j, %k] padding zero : !x -> tensor<192x16xf16>
        %bt = tile.permute %b [1, 0] : tensor<192x16xf16> -> tensor<16x192xf16>
        %next = tile.dot %a, %bt, %s : tensor<128x16xf16>, tensor<16x192xf16> -> tensor<128x192xf32>
        scf.yield %next : tensor<128x192xf32>
      }
      tile.store_view %sum, %c[%t, %j] : tensor<128x192xf32>, !c
    } {tile.in_any_order}
    tile.return
  }
}`

// Warp groups store the tensors of a tile one behind the other through one buffer. None is written before the copies of
// the previous one have read it.
func TestTensorsOfATileShareABuffer(t *testing.T) {
	program, bulk := lower(t, parts, 8)
	if bulk != 2 {
		t.Fatalf("%d bulk stores, want 2", bulk)
	}
	for _, size := range [][2]int64{{129, 65}, {300, 200}} {
		compare(t, program, parts, size, 256)
	}
}

// compare runs a program in the simulator, with several orders of threads, and its source in the reference executor.
// Both must write the same.
func compare(t *testing.T, program *girih.Program, source string, size [2]int64, rows int64) {
	t.Helper()
	lines, pitch := size[0], (size[1]+7)/8*8
	if strings.Contains(source, "strides = [1, ?]") {
		lines, pitch = size[1], (size[0]+7)/8*8
	}
	grid := [3]int32{int32((size[0] + rows - 1) / rows), int32((size[1] + 15) / 16), 1}
	args := func() (list []any, out *interp.Array) {
		f16 := program.Operation().Context().F16()
		stored := f16
		if strings.Contains(source, "!c = !tile.array<?x?xf32") {
			stored = program.Operation().Context().F32()
		}
		x, err := interp.Filled(f16, []int64{size[0] * 64}, func(i int) float64 { return float64(i%13 - i/64%7) })
		if err == nil {
			out, err = interp.NewArray(stored, lines*pitch)
		}
		if err != nil {
			t.Fatal(err)
		}
		return []any{x, size[0], out, size[0], size[1], pitch, int64(3)}, out
	}
	module, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if err := module.Run(t.Context(), pipeline.New(pipeline.Layouts, pipeline.Options{})); err != nil {
		t.Fatal(err)
	}
	list, want := args()
	if err := module.Execute(t.Context(), "k", interp.Grid(grid), list...); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		list, got := args()
		if _, err := program.Execute(t.Context(), "k", simt.Launch{Grid: grid, Seed: seed}, list...); err != nil {
			t.Fatalf("%v: %v", size, err)
		}
		for i := range got.Len() {
			if got.Defined(i) != want.Defined(i) || got.Defined(i) && got.Float64(i) != want.Float64(i) {
				t.Fatalf("%v, seed %d: element %d is written %v, %v, want %v, %v", size, seed, i, got.Defined(i), got.Float64(i),
					want.Defined(i), want.Float64(i))
			}
		}
	}
}
