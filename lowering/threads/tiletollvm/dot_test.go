package tiletollvm_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// dots are the types of factors and accumulators that tile.dot allows, with its attributes.
var dots = []struct{ lhs, rhs, acc, attrs string }{
	{"f16", "f16", "f32", ""}, {"f16", "f16", "f16", ""}, {"bf16", "bf16", "f32", ""}, {"f32", "f32", "f32", ""},
	{"f32", "f32", "f32", "precision tf32"}, {"f32", "f32", "f32", "precision tf32x3"}, {"f64", "f64", "f64", ""},
	{"f8E4M3FN", "f8E4M3FN", "f32", ""}, {"f8E5M2", "f8E4M3FN", "f32", ""}, {"f8E5M2", "f8E5M2", "f16", ""},
	{"f8E4M3FNUZ", "f8E5M2FNUZ", "f32", ""}, {"f8E3M4", "f8E4M3", "f32", ""},
	{"i8", "i8", "i32", ""}, {"i8", "i8", "i32", "lhs_unsigned"}, {"i8", "i8", "i32", "rhs_unsigned"},
	{"i16", "i16", "i32", ""},
	{"i32", "i32", "i32", ""}, {"i64", "i64", "i32", ""}, {"i1", "i1", "i32", ""},
}

// dotShapes are the sizes of products, and numbers of warps. batch is 0 for products without a batch dimension.
var dotShapes = []struct{ batch, m, n, k, warps int }{
	{0, 16, 16, 16, 1}, {0, 32, 64, 32, 4}, {0, 64, 16, 64, 2}, {0, 1, 8, 32, 4}, {0, 8, 1, 2, 8}, {0, 4, 4, 1, 1},
	{2, 16, 16, 16, 4}, {8, 4, 8, 4, 2}, {1, 2, 2, 128, 1}, {4, 1, 1, 1, 1},
}

func dotKernel(i, batch, m, n, k int) (source string, inputs, outputs []string) {
	d := dots[i]
	prefix := ""
	if batch > 0 {
		prefix = fmt.Sprintf("%dx", batch)
	}
	inputs = []string{fmt.Sprintf("%s%dx%dx%s", prefix, m, k, d.lhs), fmt.Sprintf("%s%dx%dx%s", prefix, k, n, d.rhs),
		fmt.Sprintf("%s%dx%dx%s", prefix, m, n, d.acc)}
	outputs = inputs[2:]
	body := fmt.Sprintf("  %%out0 = tile.dot %%in0, %%in1, %%in2 %s : tensor<%s>, tensor<%s> -> tensor<%s>", d.attrs,
		inputs[0],
		inputs[1], inputs[2])
	return tileKernel(body, inputs, outputs), inputs, outputs
}

// TestProductsAreThoseOfTheReferenceExecutor uses factors for which sums are exact in the type that they are computed
// in. Factors of f32 have more bits than tf32, so that the rounding to tf32 is tested.
func TestProductsAreThoseOfTheReferenceExecutor(t *testing.T) {
	for i, d := range dots {
		t.Run(strings.Join([]string{d.lhs, d.rhs, d.acc, d.attrs}, " "), func(t *testing.T) {
			t.Parallel()
			for at, s := range dotShapes {
				if !longtest.Includes(i+at, 5) {
					continue
				}
				source, inputs, outputs := dotKernel(i, s.batch, s.m, s.n, s.k)
				r := rand.New(rand.NewPCG(uint64(i), uint64(s.k)))
				args := filled(t, inputs, func(arg, _ int) float64 {
					v := float64(r.IntN(13) - 6)
					switch {
					case d.lhs == "i1" && arg < 2:
						return float64(r.IntN(2))
					case d.lhs[0] == 'i':
						return v * float64(1+r.IntN(20))
					case d.attrs == "precision tf32" && arg < 2:
						return v + v*0x1p-14
					case d.lhs[:2] == "f8":
						return v / 4
					}
					return v / 8
				})
				_, program := sameTiles(t, source, s.warps, args, outputs)
				if s.m*s.n*s.k == 16*16*16 {
					accepted(t, program)
				}
			}
		})
	}
}

// TestProductsHaveFewBankConflicts checks that reads of factors have no bank conflicts, whatever the layouts in global
// memory are, and that writes have at most two-way conflicts.
func TestProductsHaveFewBankConflicts(t *testing.T) {
	for i, d := range dots[:8] {
		for _, s := range []struct{ m, n, k int }{{64, 64, 32}, {32, 128, 64}, {128, 32, 16}} {
			source, inputs, outputs := dotKernel(i, 0, s.m, s.n, s.k)
			args := filled(t, inputs, func(_, i int) float64 { return float64(i % 3) })
			stats, _ := sameTiles(t, source, 4, args, outputs)
			dot := strings.Count(source[:strings.Index(source, "tile.dot")], "\n") + 1
			for _, op := range stats.Operations {
				if int(ir.FileLocation(op.Loc).StartLine) != dot {
					continue
				}
				if op.Name == llvm.Load.Name && op.BankConflicts > 0 || op.BankConflicts*2 > op.SharedWavefronts {
					t.Errorf("%s %v: %d of %d passes of a %s are due to bank conflicts", d.lhs, s, op.BankConflicts,
						op.SharedWavefronts, op.Name)
				}
			}
		}
	}
}

// TestCodeOfLargeProductsIsBounded checks that the size of the code is proportional to the registers of the
// accumulator, not to the number of multiplications.
func TestCodeOfLargeProductsIsBounded(t *testing.T) {
	for _, c := range []struct{ m, n, k, warps, lines int }{
		{128, 128, 32, 4, 5500}, {128, 128, 256, 8, 6800}, {256, 128, 64, 8, 6200}, {16, 16, 1024, 8, 3000},
	} {
		source, _, _ := dotKernel(0, 0, c.m, c.n, c.k)
		program, err := parse(t, "dot", source).Compile(context.Background(), girih.CompileOptions{NumWarps: c.warps})
		if err != nil {
			t.Fatal(err)
		}
		text, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(text, "\n"); n > c.lines {
			t.Errorf("%dx%dx%d in %d warps takes %d lines of LLVM IR, want at most %d", c.m, c.n, c.k, c.warps, n, c.lines)
		} else {
			t.Logf("%dx%dx%d in %d warps: %d lines", c.m, c.n, c.k, c.warps, n)
		}
	}
}

// scaledDots are operands of tile.dot_scaled, with their formats and scales.
var scaledDots = []struct{ lhs, lhsScale, rhs, rhsScale, acc, line string }{
	{"16x64xf8E4M3FN", "16x2xi8", "64x8xf8E5M2", "8x2xi8", "16x8xf32",
		"%in0 as e4m3 scale %in3, %in1 as e5m2 scale %in4, %in2"},
	{"16x32xi8", "16x4xf8E4M3FN", "32x8xi8", "8x4xf8E4M3FN", "16x8xf32",
		"%in0 as e2m1 scale %in3, %in1 as e2m1 scale %in4, %in2"},
	{"8x64xi8", "16x2xf8E8M0FNU", "64x8xi8", "16x8xi8", "16x16xf32",
		"%in0 as e2m1 scale %in3, %in1 as e2m1 scale %in4, %in2 lhs_outer_packed rhs_outer_packed"},
	{"16x64xi8", "16x1xi8", "64x8xi8", "8x64xi8", "16x8xf32", "%in0 as e3m2 scale %in3, %in1 as e2m3 scale %in4, %in2"},
	{"4x8x32xi8", "4x8x1xi8", "4x16x8xi8", "4x8x1xi8", "4x8x8xf32",
		"%in0 as e4m3 scale %in3, %in1 as e2m1 scale %in4, %in2"},
	{"16x64xbf16", "16x2xi8", "64x8xf16", "8x2xi8", "16x8xf32", "%in0 as bf16 scale %in3, %in1 as fp16 scale %in4, %in2"},
	{"16x32xi16", "16x2xi8", "32x8xi16", "8x2xi8", "16x8xf32", "%in0 as fp16 scale %in3, %in1 as bf16 scale %in4, %in2"},
}

func TestScaledProductsAreThoseOfTheReferenceExecutor(t *testing.T) {
	for i, d := range scaledDots {
		inputs, outputs := []string{d.lhs, d.rhs, d.acc, d.lhsScale, d.rhsScale}, []string{d.acc}
		clause := "tensor<" + d.lhs + ">, tensor<" + d.lhsScale + "> by tensor<" + d.rhs + ">, tensor<" + d.rhsScale +
			"> -> tensor<" + d.acc + ">"
		source := tileKernel("  %out0 = tile.dot_scaled "+d.line+" : "+clause, inputs, outputs)
		r := rand.New(rand.NewPCG(uint64(i), 1))
		for _, warps := range []int{1, 4} {
			args := filled(t, inputs, func(arg, _ int) float64 {
				_, elem := splitType(inputs[arg])
				switch {
				case arg >= 3 && elem == "i8":
					return float64(127 + r.IntN(5) - 2)
				case arg >= 3:
					return float64(int(1) << r.IntN(3))
				case elem == "i8": // bits of a narrow format, without the largest exponents, which include NaN
					return float64(r.IntN(256)&0xB7) - 128
				case elem == "i16": // from 1 to 1.75 as f16, and a power of two as bf16
					return float64(0x3C00 + r.IntN(4)<<8)
				}
				return float64(r.IntN(13)-6) / 4
			})
			sameTiles(t, source, warps, args, outputs)
		}
	}
}
