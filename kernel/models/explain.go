package models

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/tensors"
)

// Explain runs the function once, and prints its steps: their kernels, the bytes of their operands, their times, and
// which steps are computed on the CPU and why. On a GPU, the time is the median of several further runs of the step.
func (p *Program) Explain(ctx context.Context, w io.Writer, args []*tensors.Tensor) error {
	if p.device.kind == onCPU {
		return p.cpu.Explain(ctx, w, args, p.o.onCPU())
	}
	if _, err := p.Run(ctx, args); err != nil {
		return err
	}
	key, err := keyOf(args)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.runs[key].Explain(ctx, w)
}

// Explain prints the steps of a program, as [Program.Explain] does. The program computes with the present arguments.
func (e *Execution) Explain(ctx context.Context, w io.Writer) error {
	var b strings.Builder
	var all time.Duration
	moved := int64(0)
	for i := range e.plan.steps {
		s := &e.plan.steps[i]
		took, err := e.timeOf(ctx, i)
		if err != nil {
			return err
		}
		bytes := s.bytes()
		all, moved = all+took, moved+bytes
		fmt.Fprintf(&b, "%4d %-28s %12d B %10v  %s\n", i, s.Name, bytes, took.Round(100*time.Nanosecond), s.kernelNames())
	}
	distinct := make(map[*compiled]bool)
	for _, s := range e.plan.steps {
		for _, c := range s.code {
			distinct[c] = true
		}
	}
	fmt.Fprintf(&b, "%d steps on %s in %v move %d bytes; %d launches of %d kernels\n", len(e.plan.steps), e.device, all,
		moved, e.Kernels(), len(distinct))
	for _, d := range e.plan.remarks {
		fmt.Fprintf(&b, "%v\n", d)
	}
	fmt.Fprintf(&b, "%d bytes of buffers in one allocation of %d\n", e.plan.bufferBytes(), e.total)
	_, err := io.WriteString(w, b.String())
	return err
}

// timeOf measures the time of a step.
func (e *Execution) timeOf(ctx context.Context, i int) (time.Duration, error) {
	const times = 7
	run := func() error {
		for _, launch := range e.byStep[i] {
			if err := launch(ctx, (*cuda.Stream)(nil)); err != nil {
				return err
			}
		}
		if s := &e.plan.steps[i]; s.onCPU {
			return e.compute(ctx, s)
		}
		return nil
	}
	if e.device.gpu != nil && !e.plan.steps[i].onCPU {
		return e.device.gpu.MedianTime(times, run)
	}
	start := time.Now()
	err := run()
	return time.Since(start), err
}

// bytes returns how many bytes the step reads and writes. Elements that several places share count once.
func (s *step) bytes() (n int64) {
	for _, list := range [][]*tensors.Place{s.In, s.Out} {
		for _, p := range list {
			if p == nil {
				continue
			}
			elements := int64(1)
			for d, size := range p.Shape {
				if p.Strides[d] != 0 {
					elements *= int64(size)
				}
			}
			n += elements * elementBytes(p.Elem)
		}
	}
	return n
}

// kernelNames lists the step's kernels.
func (s *step) kernelNames() string {
	if s.onCPU {
		return "on the CPU"
	}
	var names []string
	for _, l := range s.launches {
		names = append(names, fmt.Sprintf("%s %v x %d warps", l.Kernel.Name, l.Grid, l.Kernel.Warps))
	}
	return strings.Join(names, ", ")
}

// bufferBytes returns the total size of the program's memories if none of them were shared.
func (p *plan) bufferBytes() (n int64) {
	for _, m := range p.Memories {
		if m.Argument == 0 {
			n += int64(m.Elements) * elementBytes(m.Elem)
		}
	}
	return n
}
