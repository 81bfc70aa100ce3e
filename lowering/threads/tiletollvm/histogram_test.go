package tiletollvm_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestHistogramsCountWhatTheReferenceExecutorDoes(t *testing.T) {
	for i, h := range []struct {
		n, bins, warps int
		elem, counts   string
		masked         bool
	}{
		{512, 16, 4, "i32", "i32", false}, {512, 128, 4, "i8", "i32", true}, {64, 1, 8, "i16", "i64", true},
		{16, 512, 1, "i64", "i32", false}, {1024, 4, 1, "i32", "i8", true}, {8, 8, 2, "i8", "i16", false},
		{2, 4096, 8, "i32", "i32", true},
	} {
		inputs := []string{fmt.Sprintf("%dx%s", h.n, h.elem), fmt.Sprintf("%dxi1", h.n)}
		outputs := []string{fmt.Sprintf("%dx%s", h.bins, h.counts)}
		body := fmt.Sprintf("  %%out0 = tile.histogram %%in0 : tensor<%s> -> tensor<%s>", inputs[0], outputs[0])
		if h.masked {
			body = fmt.Sprintf("  %%out0 = tile.histogram %%in0 mask %%in1 : tensor<%s>, tensor<%s> -> tensor<%s>", inputs[0],
				inputs[1], outputs[0])
		}
		r := rand.New(rand.NewPCG(uint64(i), 3))
		args := filled(t, inputs, func(arg, _ int) float64 {
			if arg == 1 {
				return float64(r.IntN(2))
			}
			return float64(r.IntN(min(h.bins, 128)))
		})
		_, program := sameTiles(t, tileKernel(body, inputs, outputs), h.warps, args, outputs)
		accepted(t, program)
	}
}

// TestHistogramsIgnoreMaskedElements has masked elements that are out of range.
func TestHistogramsIgnoreMaskedElements(t *testing.T) {
	inputs, outputs := []string{"64xi32", "64xi1"}, []string{"8xi32"}
	args := filled(t, inputs, func(arg, i int) float64 {
		if arg == 1 {
			return float64(i % 2)
		}
		return float64(i%2*(i%8)) - float64(1-i%2)*1000
	})
	sameTiles(t, tileKernel("  %out0 = tile.histogram %in0 mask %in1 : tensor<64xi32>, tensor<64xi1> -> tensor<8xi32>",
		inputs,
		outputs), 2, args, outputs)
}

// TestHistogramsCountOnlyNumbersBelowTheirBins has elements out of range whose low bits are in range. Elements are
// unsigned.
func TestHistogramsCountOnlyNumbersBelowTheirBins(t *testing.T) {
	for _, h := range []struct {
		elem   string
		bins   int
		number func(i int) float64
	}{
		{"i32", 8, func(i int) float64 { return float64(i - 32) }},
		{"i64", 16, func(i int) float64 { return float64(i%4) * (1 << 32) }},
		{"i8", 16, func(i int) float64 { return float64(i - 32) }},
		{"i8", 512, func(i int) float64 { return float64(i - 32) }},
	} {
		inputs, outputs := []string{"64x" + h.elem}, []string{fmt.Sprintf("%dxi32", h.bins)}
		args := filled(t, inputs, func(_, i int) float64 { return h.number(i) })
		sameTiles(t, tileKernel(fmt.Sprintf("  %%out0 = tile.histogram %%in0 : tensor<%s> -> tensor<%s>", inputs[0],
			outputs[0]),
			inputs, outputs), 2, args, outputs)
	}
}

// TestHistogramsInLoopsClearTheirCounts has more threads than counts to clear. The threads without a count must still
// wait at the barriers.
func TestHistogramsInLoopsClearTheirCounts(t *testing.T) {
	inputs, outputs := []string{"64xi32"}, []string{"8xi32"}
	args := filled(t, inputs, func(_, i int) float64 { return float64(i * i % 8) })
	sameTiles(t, tileKernel(`  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %none = arith.constant dense<0> : tensor<8xi32>
  %out0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %none) -> (tensor<8xi32>) : i32 {
    %counts = tile.histogram %in0 : tensor<64xi32> -> tensor<8xi32>
    %next = arith.addi %sum, %counts : tensor<8xi32>
    scf.yield %next : tensor<8xi32>
  }`, inputs, outputs), 2, args, outputs)
}
