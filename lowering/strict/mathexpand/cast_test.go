package mathexpand_test

import (
	"fmt"
	"testing"

	"github.com/girih-ir/girih/internal/longtest"
)

// Expanding saturating conversions of floats does not change their results, in any rounding mode.
func TestSaturatingCastsStayTheSame(t *testing.T) {
	widths := map[string]int{"f4E2M1FN": 4, "f8E4M3FN": 8, "f8E5M2": 8, "f8E8M0FNU": 8, "f16": 16, "bf16": 16, "f32": 32,
		"f64": 64}
	for to := range widths {
		for from, width := range widths {
			if from == to {
				continue
			}
			for _, mode := range []string{"", "rounding nearest_even ", "rounding zero ", "rounding negative_inf ",
				"rounding positive_inf ",
				"rounding nearest_away "} {
				line := fmt.Sprintf("%%r = tile.cast %%a %ssaturate : tensor<$Nx%s> -> tensor<$Nx%s>", mode, from, to)
				if !longtest.IncludesName(line, 32) {
					continue
				}
				t.Run(fmt.Sprintf("%s to %s %s", from, to, mode), func(t *testing.T) {
					t.Parallel()
					same(t, line, from, to, codes(from, width))
				})
			}
		}
	}
}

// Expanding conversions of integers and of f64 to wide formats in a rounding mode does not change their results.
func TestRoundedCastsStayTheSame(t *testing.T) {
	for _, mode := range []string{"nearest_even", "zero", "negative_inf", "positive_inf", "nearest_away"} {
		for from, width := range map[string]int{"i16": 16, "i32": 32, "i64": 64} {
			for _, to := range []string{"f8E4M3FN", "f8E5M2", "f16", "bf16", "f32", "f64"} {
				line := fmt.Sprintf("%%r = tile.cast %%a rounding %s : tensor<$Nx%s> -> tensor<$Nx%s>", mode, from, to)
				if !longtest.IncludesName(line, 16) {
					continue
				}
				t.Run(fmt.Sprintf("%s to %s %s", from, to, mode), func(t *testing.T) {
					t.Parallel()
					same(t, line, from, to, wideIntegers(width))
				})
			}
		}
	}
	for _, mode := range []string{"to_nearest_even ", "downward ", "upward ", "toward_zero ", "to_nearest_away "} {
		line := fmt.Sprintf("%%r = arith.truncf %%a %s: tensor<$Nxf64> to tensor<$Nxf32>", mode)
		t.Run("f64 to f32 "+mode, func(t *testing.T) { t.Parallel(); same(t, line, "f64", "f32", codes("f64", 64)) })
	}
}

// wideIntegers returns integers near the ends of the range, near powers of two, and halfway between adjacent floats.
func wideIntegers(width int) []uint64 {
	out := integers(width)
	for shift := range width {
		for _, precision := range []int{11, 24, 53} {
			for delta := range uint64(5) {
				for _, odd := range []uint64{0, 1} {
					v := (uint64(1)<<precision+odd<<1+1)<<shift + delta - 2
					out = append(out, v<<(64-width)>>(64-width), -v<<(64-width)>>(64-width))
				}
			}
		}
	}
	for delta := range uint64(4) {
		out = append(out, 1<<(width-1)-delta, 1<<(width-1)+delta)
	}
	for len(out)&(len(out)-1) != 0 {
		out = append(out, uint64(len(out)))
	}
	return out
}
