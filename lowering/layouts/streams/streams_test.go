package streams_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir"
)

// matmul is a product of matrices of f16 in tiles. Test cases replace $ARRAY, $STEP, $PAD and $OUT.
const matmul = `tile.kernel @matmul(%a: $ARRAY, %b: $ARRAY, %c: !tile.array<?x?xf16, strides = [?, 1]>) {
  %i = tile.program_id 0
  %j = tile.program_id 1
  %zero = arith.constant 0 : i32
  %step = arith.constant $STEP : i32
  %start = arith.constant dense<0.0> : tensor<128x128xf32>
  %size = tile.dim %a, 1 : !tile.array<?x?xf16, strides = [?, 1]>
  %width = arith.constant 64 : i32
  %steps = arith.ceildivsi %size, %width : i32
  %sum = scf.for %k = %zero to %steps step %step iter_args(%acc = %start) -> (tensor<128x128xf32>) : i32 {
    %x = tile.load_view %a[%i, %k] padding $PAD : !tile.array<?x?xf16, strides = [?, 1]> -> tensor<128x64xf16>
    %y = tile.load_view %b[%k, %j] padding zero : !tile.array<?x?xf16, strides = [?, 1]> -> tensor<64x128xf16>
    %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %next : tensor<128x128xf32>
  }
  %out = tile.cast %sum : tensor<128x128xf32> -> tensor<128x128xf16>
  tile.store_view %out, %$OUT[%i, %j] : tensor<128x128xf16>, !tile.array<?x?xf16, strides = [?, 1]>
  tile.return
}
`

// promised is a matrix that a tensor map can describe.
const promised = "!tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16 : i32, " +
	"tile.stride_divisibility = array<i64: 8, 1>}"

// What a tensor map cannot describe, and loops that do something else, stay as they are.
func TestLoopsThatAddUpProductsOfTilesBecomeStreams(t *testing.T) {
	for _, c := range []struct {
		name, array, step, pad, out string
		target                      girih.CompileOptions
		streams                     bool
	}{
		{"tiles of aligned rows", promised, "1", "zero", "c", girih.CompileOptions{SM: 90, ArchSpecific: true}, true},
		{"rows that may begin anywhere", "!tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16 : i32}", "1",
			"zero", "c",
			girih.CompileOptions{SM: 90, ArchSpecific: true}, false},
		{"every second tile", promised, "2", "zero", "c", girih.CompileOptions{SM: 90, ArchSpecific: true}, false},
		{"padded with ones that are not zero", promised, "1", "nan", "c", girih.CompileOptions{SM: 90, ArchSpecific: true},
			false},
		{"a matrix that is written behind the loop", promised, "1", "zero", "a",
			girih.CompileOptions{SM: 90, ArchSpecific: true}, true},
		{"another target", promised, "1", "zero", "c", girih.CompileOptions{SM: 90}, false},
	} {
		source := strings.NewReplacer("$ARRAY", c.array, "$STEP", c.step, "$PAD", c.pad, "$OUT", c.out).Replace(matmul)
		m, err := girih.Parse("matmul.mlir", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), c.target)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		lowered := program.String() // only rings have nvvm.mbarrier.arrive, to release slots
		got := strings.Contains(lowered, "nvvm.cp.async.bulk.tensor") && !strings.Contains(lowered, "nvvm.mbarrier.arrive %")
		if got != c.streams {
			t.Errorf("%s: is a stream: %v, want %v", c.name, got, c.streams)
		}
		manifest, err := program.Manifest()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if n := len(manifest.Kernels[0].TensorMaps); c.streams && n < 2 {
			t.Errorf("%s: %d tensor maps", c.name, n)
		}
		if !c.streams {
			continue
		}
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatal(err)
		}
		llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_90a", "-mattr=+ptx80", "-o", "/dev/null")
	}
}

// A product of 64x64 has one block of 64 rows, so two warp groups would have to share the columns of the right tile.
// Such tiles are not copied asynchronously.
func TestTilesThatWarpGroupsCannotShareStayInTheLoop(t *testing.T) {
	source := strings.NewReplacer("$ARRAY", promised, "$STEP", "1", "$PAD", "zero", "$OUT", "c", "128x128", "64x64",
		"128x64", "64x64", "64x128", "64x64").Replace(matmul)
	m, err := girih.Parse("matmul.mlir", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	program, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: 8})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(program.String(), "nvvm.cp.async.bulk.tensor") {
		t.Error("copied asynchronously")
	}
}

func TestRemarksSayWhichArrayLacksThePromise(t *testing.T) {
	for array, want := range map[string]int{promised: 0, "!tile.array<?x?xf16, strides = [?, 1]>": 1} {
		source := strings.NewReplacer("$ARRAY", array, "$STEP", "1", "$PAD", "zero", "$OUT", "c").Replace(matmul)
		m, err := girih.Parse("matmul.mlir", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, d := range program.Remarks() {
			if strings.Contains(d.Message, "the rows of argument #0 are not known to be aligned") {
				found++
			}
		}
		if found != want {
			t.Errorf("%s: %d remarks about rows, want %d: %v", array, found, want, program.Remarks())
		}
	}
}

// views is a product as front ends write it: a loop over elements of the contracted dimension, and views whose tiles
// may start at any element.
const views = `!x = !tile.view<tile = [64, 64], steps = [64, $ALONG], padding = zero,
    !tile.array<?x?xf16, strides = [?, 1]>>
!y = !tile.view<tile = [64, 128], steps = [$ALONG, $COLUMNS], padding = zero,
    !tile.array<?x?xf16, strides = [?, 1]>>
tile.kernel @matmul(%a: $ARRAY, %b: $ARRAY, %c: !tile.array<?x?xf32, strides = [?, 1]>,
    %i: i32, %j: i32, %n: i32) {
  %zero = arith.constant $FIRST : i32
  %step = arith.constant $STEP : i32
  %start = arith.constant dense<0.0> : tensor<64x128xf32>
  %x = tile.view %a : !x
  %sum = scf.for %k = %zero to %n step %step iter_args(%acc = %start) -> (tensor<64x128xf32>) : i32 {
    %y = tile.view %b : !y
    %l = tile.load_view %x[%i, %k] anywhere : !x -> tensor<64x64xf16>
    %r = tile.load_view %y[%k, %j] anywhere : !y -> tensor<64x128xf16>
    %next = tile.dot %l, %r, %acc : tensor<64x64xf16>, tensor<64x128xf16> -> tensor<64x128xf32>
    scf.yield %next : tensor<64x128xf32>
  }
  tile.store_view %sum, %c[%zero, %zero] : tensor<64x128xf32>, !tile.array<?x?xf32, strides = [?, 1]>
  tile.return
}
`

// Loops that count elements or tiles compute the same as the reference executor. A step of 1 counts tiles, a greater
// step counts elements. Tiles outside of the matrices are zero, also if the index of their first element does not fit
// in 32 bits. Loops whose tiles are not adjacent do not become streams but get rings (package rings).
func TestTilesOfViewsAreThoseOfTheReferenceExecutor(t *testing.T) {
	for _, c := range []struct {
		name, columns, first, step string
		i, j, n                    int64
		streams                    bool
	}{
		{"tiles inside", "128", "0", "64", 1, 1, 160, true},
		{"an end within a tile", "128", "0", "64", 0, 0, 65, true},
		{"no iterations", "128", "0", "64", 0, 0, 0, true},
		{"fewer than none", "128", "0", "64", 0, 0, -70, true},
		{"one iteration", "128", "0", "64", 0, 0, 1, true},
		{"rows behind the matrix", "128", "0", "64", 5, 0, 160, true},
		{"columns before the matrix", "128", "0", "64", 0, -1, 160, true},
		{"rows whose number wraps around to 0", "128", "0", "64", 1 << 26, 0, 160, true},
		{"rows before that do", "128", "0", "64", -(1 << 26), 0, 160, true},
		{"columns that do", "128", "0", "64", 0, 1 << 25, 160, true},
		{"tiles with gaps", "144", "0", "64", 0, 1, 160, false},
		{"tiles that overlap", "16", "0", "64", 0, 2, 160, false},
		{"a sum from another element on", "128", "64", "64", 1, 1, 160, false},
		{"columns with gaps whose number wraps around", "144", "0", "64", 0, 1 << 28, 160, false},
		{"a loop over tiles", "128", "0", "1", 1, 1, 3, true},
		{"a loop over tiles that ends early", "128", "0", "1", 1, 0, 2, true},
		{"a loop over tiles in the midst", "128", "1", "1", 0, 1, 3, true},
	} {
		along := "1"
		if c.step == "1" {
			along = "64"
		}
		source := strings.NewReplacer("$ARRAY", promised, "$COLUMNS", c.columns, "$FIRST", c.first, "$STEP", c.step,
			"$ALONG", along).Replace(views)
		m, err := girih.Parse("matmul.mlir", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Clone().Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		lowered := program.String()
		if got := !strings.Contains(lowered, "nvvm.mbarrier.arrive %"); got != c.streams {
			t.Errorf("%s: is a stream: %v", c.name, got)
		}
		if !strings.Contains(lowered, "nvvm.cp.async.bulk.tensor") {
			t.Errorf("%s: not copied asynchronously", c.name)
		}
		compare(t, c.name, m, program, c.i, c.j, c.n)
	}
}

// A factor may be the transpose of the tiles that are loaded, as that of a layer of a network: x times the transpose of
// w. Tiles behind the matrices are zero, also if the index of their first element does not fit in 32 bits.
func TestTransposedFactorsAreThoseOfTheReferenceExecutor(t *testing.T) {
	left := strings.NewReplacer("tile = [64, 64], steps = [64, $ALONG]", "tile = [64, 64], steps = [$ALONG, 64]",
		"%l = tile.load_view %x[%i, %k]", "%lt = tile.load_view %x[%k, %i]", "tensor<64x64xf16>\n",
		"tensor<64x64xf16>\n    %l = tile.permute %lt [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>\n")
	right := strings.NewReplacer("tile = [64, 128], steps = [$ALONG, $COLUMNS]",
		"tile = [128, 64], steps = [$COLUMNS, $ALONG]", "%r = tile.load_view %y[%k, %j]", "%rt = tile.load_view %y[%j, %k]",
		"-> tensor<64x128xf16>\n", "-> tensor<128x64xf16>\n    %r = tile.permute %rt [1, 0] : tensor<128x64xf16> -> "+
			"tensor<64x128xf16>\n")
	for i, source := range []string{left.Replace(views), right.Replace(views), left.Replace(right.Replace(views))} {
		for _, c := range []struct {
			step    string
			i, j, n int64
		}{{"64", 0, 0, 160}, {"64", 1, 1, 160}, {"64", 0, 1, 65}, {"64", 0, 0, 0}, {"64", 5, 0, 160}, {"64", 0, -1, 160},
			{"64", 1 << 26, 0, 160}, {"64", 0, 1 << 25, 160}, {"1", 1, 1, 3}} {
			along := map[string]string{"1": "64", "64": "1"}[c.step]
			text := strings.NewReplacer("$ARRAY", promised, "$COLUMNS", "128", "$FIRST", "0", "$STEP", c.step,
				"$ALONG", along).Replace(source)
			name := fmt.Sprintf("form %d, %+v", i, c)
			m, err := girih.Parse("matmul.mlir", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			program, err := m.Clone().Compile(t.Context(), girih.CompileOptions{SM: 90, ArchSpecific: true})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			lowered := program.String()
			if !strings.Contains(lowered, "nvvm.cp.async.bulk.tensor") || strings.Contains(lowered, "nvvm.mbarrier.arrive %") {
				t.Errorf("%s: is no stream", name)
			}
			compare(t, name, m, program, c.i, c.j, c.n)
		}
	}
}

// compare compares what the simulator computes for views with the reference executor.
func compare(t *testing.T, name string, m *girih.Module, program *girih.Program, i, j, n int64) {
	t.Helper()
	if err := m.Lower(context.Background(), girih.Layouts); err != nil {
		t.Fatal(err)
	}
	arguments := func() (args []any, c *interp.Array) {
		types := m.Operation().Context()
		for k, shape := range [3][2]int64{{100, 160}, {160, 272}, {64, 128}} {
			elem := ir.Type(types.F16())
			if k == 2 {
				elem = types.F32()
			}
			array, err := interp.Filled(elem, shape[:], func(at int) float64 { return float64((at*7+at/3+k)%5 - 2) })
			if err != nil {
				t.Fatal(err)
			}
			args, c = append(args, array, shape[0], shape[1], shape[1]), array
		}
		return append(args, i, j, n), c
	}
	args, want := arguments()
	if err := m.Execute(context.Background(), "matmul", interp.Grid{1, 1, 1}, args...); err != nil {
		t.Fatalf("%s: reference: %v", name, err)
	}
	args, got := arguments()
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}}
	if _, err := program.Execute(context.Background(), "matmul", launch, args...); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for k := range want.Len() {
		if got.Float64(k) != want.Float64(k) {
			t.Fatalf("%s: element %d is %v, want %v", name, k, got.Float64(k), want.Float64(k))
		}
	}
}

// A loop that asks for more or fewer stages than it gets is told why.
func TestRemarksSayWhyALoopGetsOtherStages(t *testing.T) {
	for asked, want := range map[string]string{"40": "and gets 6: more than 6 hide no more latency", "3": "",
		"1": "and gets 2: with fewer, copies would not overlap with products"} {
		source := strings.NewReplacer("$ARRAY", promised, "$STEP", "1", "$PAD", "zero", "$OUT", "c",
			"  }\n  %out", "  } {tile.num_stages = "+asked+" : i32}\n  %out").Replace(matmul)
		m, err := girih.Parse("matmul.mlir", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true, Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		for _, d := range program.Remarks() {
			if strings.Contains(d.Message, "asks by tile.num_stages for "+asked+" tiles") {
				found = d.Message
			}
		}
		if (found == "") != (want == "") || !strings.Contains(found, want) {
			t.Errorf("%s stages: %q, want %q", asked, found, want)
		}
	}
}
