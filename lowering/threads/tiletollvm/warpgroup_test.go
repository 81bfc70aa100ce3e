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

// warpGroupDots are products that warp groups compute on sm_90a: types, attributes, rows, columns, depth and warps.
var warpGroupDots = []struct {
	lhs, rhs, acc, attrs string
	m, n, k, warps       int
}{
	{"f16", "f16", "f32", "", 64, 64, 64, 4}, {"f16", "f16", "f32", "", 128, 128, 64, 4},
	{"f16", "f16", "f32", "", 128, 32, 32, 8},
	{"f16", "f16", "f32", "", 64, 128, 64, 8}, {"f16", "f16", "f32", "", 256, 64, 128, 8},
	{"f16", "f16", "f16", "", 64, 16, 64, 4},
	{"bf16", "bf16", "f32", "", 128, 64, 128, 4}, {"f32", "f32", "f32", "precision tf32", 64, 64, 32, 4},
	{"f32", "f32", "f32", "precision tf32", 128, 32, 64, 8}, {"i8", "i8", "i32", "", 64, 32, 64, 4},
	{"i8", "i8", "i32", "lhs_unsigned", 128, 64, 128, 4},
}

func TestProductsOfWarpGroupsAreThoseOfTheReferenceExecutor(t *testing.T) {
	for i, d := range warpGroupDots {
		inputs := []string{fmt.Sprintf("%dx%dx%s", d.m, d.k, d.lhs), fmt.Sprintf("%dx%dx%s", d.k, d.n, d.rhs),
			fmt.Sprintf("%dx%dx%s", d.m, d.n, d.acc)}
		name := strings.Join(append(inputs, d.attrs), " ")
		if !longtest.Includes(i, 3) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := tileKernel(fmt.Sprintf(
				"  %%out0 = tile.dot %%in0, %%in1, %%in2 %s : tensor<%s>, tensor<%s> -> tensor<%s>", d.attrs,
				inputs[0], inputs[1], inputs[2]), inputs, inputs[2:])
			r := rand.New(rand.NewPCG(uint64(i), 3))
			args := filled(t, inputs, func(int, int) float64 { return float64(r.IntN(13) - 6) })
			_, program := sameTilesWith(t, source, girih.CompileOptions{NumWarps: d.warps, SM: 90, ArchSpecific: true}, args,
				inputs[2:])
			if !strings.Contains(program.String(), "nvvm.wgmma.mma_async") {
				t.Errorf("not computed by warp groups:\n%s", program)
			}
			for _, old := range []bool{false, true} {
				acceptedFor90a(t, program, old)
			}
		})
	}
}

// TestNothingIsWrittenBetweenProductsThatBeginSums checks that the first product of a sum ignores the accumulator,
// instead of adding to zeros. Otherwise, the zeros of one instruction would be written while another one runs. Then
// ptxas serializes the instructions, with the warning C7514.
func TestNothingIsWrittenBetweenProductsThatBeginSums(t *testing.T) {
	inputs, outputs := []string{"128x32xf16", "32x16xf16"}, []string{"128x16xf32"}
	source := tileKernel(`
  %none = arith.constant dense<0.0> : tensor<128x16xf32>
  %out0 = tile.dot %in0, %in1, %none : tensor<128x32xf16>, tensor<32x16xf16> -> tensor<128x16xf32>`,
		inputs, outputs)
	args := filled(t, inputs, func(k, i int) float64 { return float64((i+k)%5 - 2) })
	_, program := sameTilesWith(t, source, girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true}, args, outputs)
	text, err := program.LLVMIR(llvmir.Opaque)
	if err != nil {
		t.Fatal(err)
	}
	ptx := llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_90a", "-mattr=+ptx80", "-o", "-")
	_, after, _ := strings.Cut(ptx, "wgmma.mma_async")
	between, _, ok := strings.Cut(after, "wgmma.commit_group")
	if !ok || strings.Count(between, "wgmma.mma_async") != 3 {
		t.Fatalf("expected four products, but got:\n%s", ptx)
	}
	if strings.Contains(between, "mov.b32") || strings.Contains(between, "mov.f32") {
		t.Errorf("registers are written between products:\n%s", between)
	}
}

// TestOtherProductsAreNotMadeOfWarpGroups checks products and targets for which warp groups are not used.
func TestOtherProductsAreNotMadeOfWarpGroups(t *testing.T) {
	for _, c := range []struct {
		types  [3]string
		warps  int
		target girih.CompileOptions
	}{
		{[3]string{"64x64xf16", "64x64xf16", "64x64xf32"}, 4, girih.CompileOptions{SM: 90}},
		{[3]string{"64x64xf16", "64x64xf16", "64x64xf32"}, 4, girih.CompileOptions{SM: 100, ArchSpecific: true}},
		{[3]string{"64x64xf16", "64x64xf16", "64x64xf32"}, 2, girih.CompileOptions{SM: 90, ArchSpecific: true}},
		{[3]string{"32x64xf16", "64x64xf16", "32x64xf32"}, 4, girih.CompileOptions{SM: 90, ArchSpecific: true}},
		{[3]string{"64x8xf16", "8x64xf16", "64x64xf32"}, 4, girih.CompileOptions{SM: 90, ArchSpecific: true}},
		{[3]string{"64x64xf32", "64x64xf32", "64x64xf32"}, 4, girih.CompileOptions{SM: 90, ArchSpecific: true}},
	} {
		inputs := c.types[:]
		source := tileKernel(fmt.Sprintf("  %%out0 = tile.dot %%in0, %%in1, %%in2 : tensor<%s>, tensor<%s> -> tensor<%s>",
			inputs[0],
			inputs[1], inputs[2]), inputs, inputs[2:])
		c.target.NumWarps = c.warps
		args := filled(t, inputs, func(_, i int) float64 { return float64(i % 3) })
		if _, program := sameTilesWith(t, source, c.target, args, inputs[2:]); strings.Contains(program.String(), "wgmma") {
			t.Errorf("%v in %d warps for %d is computed by warp groups", c.types, c.warps, c.target.SM)
		}
	}
}

// TestSumsOfOneProductAreNotMadeOfWarpGroups checks that sums that take a single instruction are left to single warps.
// ptxas serialized some of them (warning C7514).
func TestSumsOfOneProductAreNotMadeOfWarpGroups(t *testing.T) {
	inputs, outputs := []string{"128x16xbf16", "16x16xbf16"}, []string{"128x16xf32"}
	source := tileKernel(`
  %none = arith.constant dense<0.0> : tensor<128x16xf32>
  %out0 = tile.dot %in0, %in1, %none : tensor<128x16xbf16>, tensor<16x16xbf16> -> tensor<128x16xf32>`, inputs, outputs)
	args := filled(t, inputs, func(k, i int) float64 { return float64((i+k)%5 - 2) })
	options := girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true}
	if _, program := sameTilesWith(t, source, options, args, outputs); strings.Contains(program.String(), "wgmma") {
		t.Errorf("computed by warp groups:\n%s", program)
	}
}

// acceptedFor90a checks that llc accepts the program for sm_90a, with typed pointers if old is set. It skips programs
// with typed pointers that pass a tensor map by value, since this llc cannot read them.
func acceptedFor90a(t *testing.T, program *girih.Program, old bool) {
	t.Helper()
	if old && llvmir.PassesByValue(program.Operation()) {
		return
	}
	text, err := program.LLVMIR(map[bool]llvmir.Pointers{false: llvmir.Opaque, true: llvmir.Typed}[old])
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	llvmtool.Output(t, "llc", text, "-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_90a", "-mattr=+ptx80", "-o", "/dev/null")
}
