package rings_test

import (
	"context"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/internal/llvmtool"
)

// twice multiplies a tile by the tiles of the loop, and the results by these tiles again.
const twice = `
!m = !tile.array<?x64xf16, strides = [64, 1]>
tile.kernel @twice(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32,
                   %c: !tile.array<?x64xf32, strides = [64, 1]>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.load_view %a[%c0, %c0] padding zero : !m -> tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tile.load_view %b[$INDEX, %c0] padding $PAD : !m -> tensor<64x64xf16>
    %s = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    $EXTRA
    %p = tile.cast %s : tensor<64x64xf32> -> tensor<64x64xf16>
    %next = tile.dot %p, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %c[%c0, %c0] : tensor<64x64xf32>, !tile.array<?x64xf32, strides = [64, 1]>
  tile.return
}
`

func TestTilesComeThroughRingsWherePromisesAllowIt(t *testing.T) {
	promised := girih.CompileOptions{SM: 90, ArchSpecific: true}
	for _, c := range []struct {
		name, index, pad, extra, promise string
		target                           girih.CompileOptions
		rings                            bool
	}{
		{"as it is", "%k", "zero", "", "16", promised, true},
		{"an index that is computed", "%j", "zero", "", "16", promised, true},
		{"addresses that may be anywhere", "%k", "zero", "", "8", promised, false},
		{"padding that is not zero", "%k", "nan", "", "16", promised, false},
		{"tiles that something else uses", "%k", "zero", "tile.print \"%\" %y : tensor<64x64xf16>", "16", promised,
			false},
		{"another target", "%k", "zero", "", "16", girih.CompileOptions{SM: 90}, false},
	} {
		source := strings.NewReplacer("$INDEX", c.index, "$PAD", c.pad, "$EXTRA", c.extra, "divisibility = 16",
			"divisibility = "+c.promise).Replace(twice)
		if c.index == "%j" {
			source = strings.Replace(source, "    %y =", "    %j = arith.addi %k, %c1 : i32\n    %y =", 1)
		}
		m, err := girih.Parse("twice.mlir", []byte(source))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		program, err := m.Compile(context.Background(), c.target)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := strings.Contains(program.String(), "nvvm.cp.async.bulk.tensor"); got != c.rings {
			t.Errorf("%s: copied asynchronously: %v, want %v", c.name, got, c.rings)
		}
	}
}

// LLVM keeps the products in registers, with and without rotation. llc accepts the program.
func TestRingsAreCompiled(t *testing.T) {
	for _, rotate := range []bool{false, true} {
		m, err := girih.Parse("twice.mlir", []byte(strings.NewReplacer("$INDEX", "%k", "$PAD", "zero", "$EXTRA", "").
			Replace(twice)))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true,
			RotateProducts: rotate})
		if err != nil {
			t.Fatal(err)
		}
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatal(err)
		}
		ptx := llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_90a", "-mattr=+ptx80", "-o", "-")
		if want := 2 * 4; strings.Count(string(ptx), "wgmma.mma_async") < want {
			t.Errorf("rotate %v: fewer than %d products:\n%s", rotate, want, ptx)
		}
	}
}

// bytes adds up products of a row-major and a column-major matrix; the loop also does something else.
const bytes = `
!a = !tile.array<?x64x$T, strides = [64, 1]>
!b = !tile.array<64x?x$T, strides = [1, 64]>
!c = !tile.array<?x64x$S, strides = [64, 1]>
tile.kernel @bytes(%a: !a {tile.divisibility = 16 : i32}, %b: !b {tile.divisibility = 16 : i32}, %n: i32, %c: !c) {
  %zero = arith.constant dense<0$POINT> : tensor<64x64x$S>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64x$S>) : i32 {
    %x = tile.load_view %a[%k, %c0] padding zero : !a -> tensor<64x64x$T>
    %y = tile.load_view %b[%c0, %k] padding zero : !b -> tensor<64x64x$T>
    %next = tile.dot %x, %y, %acc : tensor<64x64x$T>, tensor<64x64x$T> -> tensor<64x64x$S>
    scf.yield %next : tensor<64x64x$S>
  }
  tile.store_view %sum, %c[%c0, %c0] : tensor<64x64x$S>, !c
  tile.return
}
`

// Tensor cores accumulate products of fp8 with few bits. So threads add the product of each tile to the accumulator.
func TestBytesAreMultipliedByWarpGroups(t *testing.T) {
	for _, c := range []struct {
		elem, sum, instruction string
		promotes               bool
	}{
		{"f8E4M3FN", "f32", "m64n64k32.f32.e4m3.e4m3", true}, {"f8E5M2", "f32", "m64n64k32.f32.e5m2.e5m2", true},
		{"i8", "i32", "m64n64k32.s32.s8.s8", false},
	} {
		point := ""
		if c.promotes {
			point = ".0"
		}
		m, err := girih.Parse("bytes.mlir", []byte(strings.NewReplacer("$T", c.elem, "$S", c.sum, "$POINT", point).
			Replace(bytes)))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{SM: 90, ArchSpecific: true})
		if err != nil {
			t.Fatal(err)
		}
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatal(err)
		}
		ptx := string(llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_90a", "-mattr=+ptx80", "-o",
			"-"))
		if !strings.Contains(ptx, c.instruction) || !strings.Contains(ptx, "cp.async.bulk.tensor") ||
			strings.Contains(ptx, "add.f32") != c.promotes && strings.Contains(ptx, "add.rn.f32") != c.promotes {
			t.Errorf("%s: no %s, no copies, or sums in the wrong place:\n%s", c.elem, c.instruction, ptx)
		}
	}
}

// A loop that asks for more or fewer slots than it gets is told why.
func TestRemarksSayWhyALoopGetsOtherSlots(t *testing.T) {
	for asked, want := range map[string]string{"40": "and gets 4: more than 4 hide no more latency", "3": "",
		"1": "and gets 2: with fewer, copies would not overlap with products"} {
		source := strings.NewReplacer("$INDEX", "%k", "$PAD", "zero", "$EXTRA", "",
			"  }\n  tile.store", "  } {tile.num_stages = "+asked+" : i32}\n  tile.store").Replace(twice)
		m, err := girih.Parse("twice.mlir", []byte(source))
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
			t.Errorf("%s slots: %q, want %q", asked, found, want)
		}
	}
}
