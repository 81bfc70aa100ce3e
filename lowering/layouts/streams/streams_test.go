package streams_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/internal/llvmtool"
)

// matmul is a product of matrices of f16 in tiles, with what a case replaces.
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
		{"a matrix that is written", promised, "1", "zero", "a", girih.CompileOptions{SM: 90, ArchSpecific: true}, false},
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
		lowered := program.String() // of rings, warps release the slots
		got := strings.Contains(lowered, "nvvm.cp.async.bulk.tensor") && !strings.Contains(lowered, "nvvm.mbarrier.arrive %")
		if got != c.streams {
			t.Errorf("%s: is a stream: %v, want %v", c.name, got, c.streams)
		}
		manifest, err := program.Manifest()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if n := len(manifest.Kernels[0].TensorMaps); c.streams && n != 2 {
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

// Two warp groups beside each other would share a panel of the right tile.
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
			if strings.Contains(d.Message, "rows of argument #0 may begin anywhere") {
				found++
			}
		}
		if found != want {
			t.Errorf("%s: %d remarks about rows, want %d: %v", array, found, want, program.Remarks())
		}
	}
}
