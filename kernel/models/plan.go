package models

import (
	"context"
	"errors"
	"fmt"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/internal/kernelsteps"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
)

// plan is a program prepared for arguments of certain sizes.
type plan struct {
	*tensors.Outline
	steps   []step
	remarks []*ir.Diagnostic
	// own are the memories that keep their contents during and after a run: those of results, constants and random
	// keys.
	own     map[int]bool
	keys    []int // the memories of random keys, in order
	scratch int64 // size in bytes
}

// step is a step of the program with its kernels.
type step struct {
	*tensors.Step
	launches []kernels.Launch
	code     []*compiled
	onCPU    bool
	keys     int     // number of random keys made before this step
	scratch  []int64 // offsets of scratch memories behind the arena
	elems    []ir.Type
	end      int64 // where they end
	// workspaces are the offsets, also behind the arena, of memory that the kernels of each launch pass to each other.
	workspaces [][]int64
}

// newPlan plans a function for arguments with the types and shapes of args, and compiles its kernels.
func (d *Device) newPlan(ctx context.Context, f fn.Func, args []*tensors.Tensor) (*plan, error) {
	p := &plan{own: make(map[int]bool)}
	var err error
	p.Outline, err = tensors.NewOutline(f, args, func(s *tensors.Step) bool {
		_, err := kernels.Build(kernelsteps.Of(s))
		if err != nil {
			p.remark(s.Op, fmt.Errorf("its primitives are computed one by one: %w", err))
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	for _, s := range p.Steps {
		if err := p.add(s); err != nil {
			return nil, err
		}
	}
	for i, m := range p.Memories {
		if m.Leaves || m.Constant != nil {
			p.own[i] = m.Argument == 0
		}
	}
	return p, p.compile(ctx, d)
}

// add plans a step.
func (p *plan) add(s *tensors.Step) error {
	next := step{Step: s, keys: len(p.keys)}
	if s.Op.Is(&prim.RandomKey) {
		p.own[s.Out[0].Memory] = true
		p.keys = append(p.keys, s.Out[0].Memory)
		return nil
	}
	c, err := kernels.Build(kernelsteps.Of(s))
	switch {
	case errors.Is(err, kernels.ErrNoKernel):
		next.onCPU = true
		p.remark(s.Op, fmt.Errorf("is computed on the CPU: %w", err))
	case err != nil:
		return s.Op.Errorf("%w", err)
	default:
		next.launches = c.Launches
		at := int64(0)
		for _, m := range c.Scratch {
			next.scratch, next.elems = append(next.scratch, at), append(next.elems, m.Elem)
			at += (m.N*elementBytes(m.Elem) + align - 1) / align * align
		}
		next.end = at
		p.scratch = max(p.scratch, at)
	}
	p.steps = append(p.steps, next)
	return nil
}

func (p *plan) remark(op *ir.Operation, err error) {
	d := op.Errorf("%w", err)
	d.Severity = ir.Remark
	p.remarks = append(p.remarks, d)
}

// compile compiles the kernels of all steps.
func (p *plan) compile(ctx context.Context, d *Device) error {
	var list []*kernels.Kernel
	for _, s := range p.steps {
		for _, l := range s.launches {
			list = append(list, l.Kernel)
		}
	}
	code, err := d.compile(ctx, list)
	if err != nil {
		return err
	}
	for i := range p.steps {
		n := len(p.steps[i].launches)
		p.steps[i].code, code = code[:n], code[n:]
		p.placeWorkspaces(&p.steps[i])
	}
	return nil
}

// placeWorkspaces places the workspaces of a step's launches behind its scratch memories. Launches run one after the
// other, and use the same memory.
func (p *plan) placeWorkspaces(s *step) {
	for _, c := range s.code {
		var list []int64
		at := s.end
		for _, n := range c.workspaces() {
			list = append(list, at)
			at += (n + align - 1) / align * align
		}
		s.workspaces = append(s.workspaces, list)
		p.scratch = max(p.scratch, at)
	}
}

// workspaces returns the sizes of the memories that a launch needs for itself.
func (c *compiled) workspaces() []int64 {
	if c.kernel == nil {
		return nil
	}
	return c.kernel.Workspaces()
}

func wide(list []int) []int64 {
	out := make([]int64, len(list))
	for i, n := range list {
		out[i] = int64(n)
	}
	return out
}

// elementBytes returns the size of an element in memory.
func elementBytes(elem ir.Type) int64 { return int64(ir.ElementBits(elem)+7) / 8 }

// align is the alignment of buffers in bytes.
const align = 256
