package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
)

// warpDots are products that single warps compute: types, attributes, batch size or 0, rows, columns, depth and warps.
var warpDots = []struct {
	lhs, rhs, acc, attrs  string
	batch, m, n, k, warps int
	sm                    int
	instruction           string
}{
	{"f16", "f16", "f32", "", 0, 16, 8, 16, 1, 80, "m = 16, n = 8, k = 16"},
	{"f16", "f16", "f32", "", 0, 64, 64, 64, 4, 80, "m = 16, n = 8, k = 16"},
	{"f16", "f16", "f32", "", 0, 16, 128, 32, 4, 80, "m = 16, n = 8, k = 16"},
	{"f16", "f16", "f16", "", 0, 128, 16, 32, 4, 90, "m = 16, n = 8, k = 16"},
	{"f16", "f16", "f32", "", 0, 32, 32, 32, 2, 75, "m = 16, n = 8, k = 8"},
	{"f16", "f16", "f32", "", 4, 16, 32, 16, 8, 80, "m = 16, n = 8, k = 16"},
	{"f16", "f16", "f32", "", 0, 16, 16, 16, 8, 80, "m = 16, n = 8, k = 16"},
	{"bf16", "bf16", "f32", "", 0, 32, 64, 32, 4, 80, "m = 16, n = 8, k = 16"},
	{"f32", "f32", "f32", "precision tf32", 0, 32, 32, 16, 4, 80, "m = 16, n = 8, k = 8"},
	{"i8", "i8", "i32", "", 0, 32, 32, 64, 4, 80, "m = 16, n = 8, k = 32"},
	{"i8", "i8", "i32", "lhs_unsigned", 0, 16, 64, 32, 2, 75, "m = 8, n = 8, k = 16"},
	{"f16", "f16", "f32", "", 0, 32, 32, 8, 2, 80, "m = 16, n = 8, k = 8"},
	{"f16", "f16", "f16", "", 2, 16, 16, 8, 2, 90, "m = 16, n = 8, k = 8"},
	{"f16", "f16", "f32", "", 0, 16, 16, 8, 1, 75, "m = 16, n = 8, k = 8"},
	{"bf16", "bf16", "f32", "", 0, 32, 64, 8, 4, 80, "m = 16, n = 8, k = 8"},
	{"f32", "f32", "f32", "precision tf32", 0, 32, 32, 4, 4, 80, "m = 16, n = 8, k = 4"},
	{"i8", "i8", "i32", "", 0, 32, 32, 16, 4, 80, "m = 16, n = 8, k = 16"},
	{"i8", "i8", "i32", "rhs_unsigned", 0, 16, 64, 16, 2, 89, "m = 16, n = 8, k = 16"},
	{"f64", "f64", "f64", "", 0, 32, 16, 16, 2, 80, "m = 8, n = 8, k = 4"},
	{"f64", "f64", "f64", "", 0, 32, 16, 16, 2, 90, "m = 16, n = 8, k = 8"},
}

func TestProductsOfWarpsAreThoseOfTheReferenceExecutor(t *testing.T) {
	for i, d := range warpDots {
		batch := ""
		if d.batch > 0 {
			batch = fmt.Sprintf("%dx", d.batch)
		}
		inputs := []string{fmt.Sprintf("%s%dx%dx%s", batch, d.m, d.k, d.lhs),
			fmt.Sprintf("%s%dx%dx%s", batch, d.k, d.n, d.rhs),
			fmt.Sprintf("%s%dx%dx%s", batch, d.m, d.n, d.acc)}
		if !longtest.Includes(i, 3) {
			continue
		}
		t.Run(strings.Join(append(inputs, d.attrs, fmt.Sprint(d.warps)), " "), func(t *testing.T) {
			t.Parallel()
			source := tileKernel(fmt.Sprintf(
				"  %%out0 = tile.dot %%in0, %%in1, %%in2 %s : tensor<%s>, tensor<%s> -> tensor<%s>", d.attrs,
				inputs[0], inputs[1], inputs[2]), inputs, inputs[2:])
			r := rand.New(rand.NewPCG(uint64(i), 5))
			args := filled(t, inputs, func(int, int) float64 { return float64(r.IntN(13) - 6) })
			_, program := sameTilesWith(t, source, girih.CompileOptions{NumWarps: d.warps, SM: d.sm}, args, inputs[2:])
			if !strings.Contains(program.String(), "nvvm.mma.sync") || !strings.Contains(program.String(), d.instruction) {
				t.Errorf("not computed by %s:\n%s", d.instruction, program)
			}
			for _, pointers := range []llvmir.Pointers{llvmir.Opaque, llvmir.Typed} {
				text, err := program.LLVMIR(pointers)
				if err != nil {
					t.Fatalf("%v\n%s", err, program)
				}
				llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", fmt.Sprintf("-mcpu=sm_%d", d.sm),
					"-mattr=+ptx78", "-o", "/dev/null")
			}
		})
	}
}

// attention is the body of a block of attention. The result of one product is, after arithmetic and a cast, the left
// factor of another.
const attention = `
  %scale = arith.constant dense<0.125> : tensor<64x64xf32>
  %none = arith.constant dense<0.0> : tensor<64x64xf32>
  %nothing = arith.constant dense<0.0> : tensor<64x32xf32>
  %k = tile.permute %in1 [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
  %qk = tile.dot %in0, %k, %none : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
  %s = arith.mulf %qk, %scale : tensor<64x64xf32>
  %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  %out0 = tile.dot %p, %in2, %nothing : tensor<64x64xf16>, tensor<64x32xf16> -> tensor<64x32xf32>`

// TestSumsOfOneProductAreTheFactorOfTheNextInRegisters counts the ldmatrix instructions of a warp. Each loads 4
// matrices: 2 for Q, 8 for K and 8 for V. If the factor in between went through shared memory, there would be 4 more.
func TestSumsOfOneProductAreTheFactorOfTheNextInRegisters(t *testing.T) {
	inputs := []string{"64x32xf16", "64x32xf16", "64x32xf16"}
	source := tileKernel(attention, inputs, []string{"64x32xf32"})
	args := filled(t, inputs, func(arg, i int) float64 { return float64((i*7+arg)%5 - 2) })
	_, program := sameTilesWith(t, source, girih.CompileOptions{NumWarps: 4, SM: 80}, args, []string{"64x32xf32"})
	if n := strings.Count(program.String(), "nvvm.ldmatrix"); n != 2+8+8 {
		t.Errorf("%d loads of matrices, want 18:\n%s", n, program)
	}
}
