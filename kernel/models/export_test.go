package models

import (
	"context"
	"strings"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// Kernels returns the number of kernels of a device.
func Kernels(d *Device) int { return len(d.compiled) }

// Sources returns the texts of a device's kernels.
func Sources(d *Device) string {
	var b strings.Builder
	for _, c := range d.compiled {
		b.Write(text.Print(c.source.Module, text.Options{}))
	}
	return b.String()
}

// Plan plans a function for arguments of known sizes. It returns the numbers of kernels that a run launches, and of
// steps that have none.
func Plan(ctx context.Context, d *Device, f fn.Func) (launches, onCPU int, err error) {
	var args []*tensors.Tensor
	for _, t := range f.Type().Inputs {
		var shape []int
		for _, n := range t.(*ir.TensorType).Shape() {
			shape = append(shape, int(n))
		}
		args = append(args, tensors.Like(ir.ElementOrSelf(t), shape...))
	}
	p, err := d.newPlan(ctx, f, args)
	if err != nil {
		return 0, 0, err
	}
	for _, s := range p.steps {
		launches += len(s.launches)
		if s.onCPU {
			onCPU++
		}
	}
	return launches, onCPU, nil
}
