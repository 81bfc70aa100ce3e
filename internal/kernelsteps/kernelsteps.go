// Package kernelsteps describes the steps of programs on tensors to the lowering that makes kernels of them. Package
// backend/tensors plans the steps, and knows no lowering. Start at [Of].
package kernelsteps

import (
	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
)

// Of describes a step.
func Of(s *tensors.Step) *kernels.Step {
	out := &kernels.Step{Op: s.Op, Region: s.Region, Sizes: s.Sizes}
	for i, p := range s.In {
		out.In = append(out.In, operand(p, s.Op.Operand(i).Type()))
	}
	for i, p := range s.Out {
		out.Out = append(out.Out, operand(p, s.Op.Result(i).Type()))
	}
	return out
}

// operand describes a place in memory; t is the type in the program. It returns nil if there is no place.
func operand(p *tensors.Place, t ir.Type) *kernels.Operand {
	if p == nil {
		return nil
	}
	o := &kernels.Operand{Elem: p.Elem, Shape: wide(p.Shape), Strides: wide(p.Strides), Offset: int64(p.Offset),
		Memory: p.Memory}
	if tensor, ok := t.(*ir.TensorType); ok && len(tensor.Shape()) == len(p.Shape) {
		for _, n := range tensor.Shape() {
			o.Open = append(o.Open, n == ir.Dynamic)
		}
	}
	return o
}

func wide(list []int) []int64 {
	out := make([]int64, len(list))
	for i, n := range list {
		out[i] = int64(n)
	}
	return out
}
