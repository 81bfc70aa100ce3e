package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtorch"
)

// fill makes the weights and empty caches.
func (m *model) fill() error {
	entry := m.function.Region(0).Entry()
	names := importtorch.Parameters(m.function)
	m.args, m.inputs = make([]*tensors.Tensor, len(names)), -1
	for k, name := range names {
		var shape []int
		for _, n := range entry.Arg(k).Type().(*ir.TensorType).Shape() {
			shape = append(shape, int(n))
		}
		switch {
		case strings.HasSuffix(name, "tokens.weight"):
			m.vocabulary = shape[0]
		case strings.HasSuffix(name, "positions.weight"):
			m.length = shape[0]
		}
		if name == "" && m.inputs < 0 {
			m.inputs = k
		}
		if m.inputs >= 0 && k < m.inputs+2 {
			continue // the token and its position
		}
		x, err := tensors.Of(m.ctx.F32(), numbersOf(name, shape, k), shape...)
		if err != nil {
			return err
		}
		m.args[k] = x
	}
	if m.inputs < 0 || m.inputs+2 > len(names) || m.vocabulary == 0 || m.length == 0 {
		return fmt.Errorf("expected a step of a transformer, whose arguments are weights (tokens.weight, " +
			"positions.weight, ...), a token, its position, and caches")
	}
	return nil
}

// numbersOf returns weights as benchmarks/torch/export.py makes them: a hash of each element's number. Caches are zero.
func numbersOf(name string, shape []int, seed int) []float32 {
	n, fan := 1, 1
	for _, d := range shape {
		n *= d
	}
	out := make([]float32, n)
	if name == "" {
		return out
	}
	if len(shape) > 1 {
		fan = shape[len(shape)-1]
	}
	scale, middle := 2/math.Sqrt(float64(fan)), float32(0)
	if len(shape) == 1 && strings.HasSuffix(name, "weight") {
		scale, middle = 0.2, 1
	}
	for i := range out {
		h := uint32(uint64(i+seed*1000003) * 2654435761)
		h = (h ^ h>>16) * 0x45D9F3B
		h = (h ^ h>>16) & 0xFFFFFF
		out[i] = middle + float32((float64(h)/0x1000000-0.5)*scale)
	}
	return out
}
