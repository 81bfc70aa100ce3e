package models

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/tensors"
)

// Execution is a program with its arguments and memory on a device. Launches reuse the memory, so results are valid
// until the next launch. It is not safe for concurrent use.
type Execution struct {
	plan   *plan
	device *Device
	args   []*Array
	seed   uint64

	whole    memory // on a GPU: the arena, scratch memory, and memory that keeps its contents
	memories []memory
	scratch  int64 // where scratch memory begins
	parts    []part
	byStep   [][]launch
	total    int64 // bytes of the program's own memory
}

// launch enqueues a kernel.
type launch = func(ctx context.Context, s *cuda.Stream) error

// part is consecutive steps: kernels, which are one graph on a GPU, or one step on the CPU.
type part struct {
	launches []launch
	graph    *cuda.GraphExec
	host     *step
}

func newExecution(p *plan, d *Device, args []*Array, o Options) (*Execution, error) {
	e := &Execution{plan: p, device: d, args: args, seed: o.Seed, memories: make([]memory, len(p.Memories))}
	if err := e.allocate(o.MemoryLimit); err != nil {
		return nil, err
	}
	for i, m := range p.Memories {
		if m.Constant != nil {
			if err := e.memories[i].write(m.Constant.Bytes()); err != nil {
				return nil, err
			}
		}
	}
	if err := e.SetSeed(o.Seed); err != nil {
		return nil, err
	}
	for i := range p.steps {
		list, err := e.prepare(&p.steps[i])
		if err != nil {
			return nil, err
		}
		e.byStep = append(e.byStep, list)
	}
	return e, e.record()
}

// allocate allocates all memory. On a GPU it is a single allocation.
func (e *Execution) allocate(limit int64) (err error) {
	p := e.plan
	at := int64(p.ArenaBytes+align-1) / align * align
	e.scratch = at
	at += p.scratch
	places := make([]int64, len(p.Memories))
	for i, m := range p.Memories {
		if m.Argument == 0 && p.own[i] {
			places[i] = at
			at += (int64(m.Elements)*elementBytes(m.Elem) + align - 1) / align * align
		} else {
			places[i] = int64(m.Offset)
		}
	}
	e.total = at
	if limit > 0 && at > limit {
		return fmt.Errorf("%w: the program needs %d bytes, and may have %d; %s", tensors.ErrMemory, at, limit,
			p.Largest())
	}
	if e.device.gpu != nil {
		if e.whole.bytes, err = cuda.Alloc[uint8](e.device.gpu, int(at)); err != nil {
			return fmt.Errorf("memory for the program: %w; %s", err, e.plan.Largest())
		}
	}
	for i, m := range p.Memories {
		switch {
		case m.Argument > 0:
			e.memories[i] = e.args[m.Argument-1].memory
		case e.device.gpu == nil:
			e.memories[i], err = e.device.allocate(m.Elem, m.Elements)
		default:
			e.memories[i], err = e.whole.part(m.Elem, places[i], m.Elements)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SetSeed sets the seed of the random numbers of later launches.
func (e *Execution) SetSeed(seed uint64) error {
	e.seed = seed
	for n, i := range e.plan.keys {
		raw := binary.LittleEndian.AppendUint64(nil, seed)
		raw = binary.LittleEndian.AppendUint64(raw, tensors.KeyOffset(n))
		if err := e.memories[i].write(raw); err != nil {
			return err
		}
	}
	return nil
}

// prepare makes the launches of a step, and adds them to a part.
func (e *Execution) prepare(s *step) (list []launch, err error) {
	if s.onCPU {
		e.parts = append(e.parts, part{host: s})
		return nil, nil
	}
	scratch, err := e.scratchOf(s)
	if err != nil {
		return nil, err
	}
	for i := range s.launches {
		prepare := e.simulated
		if e.device.gpu != nil {
			prepare = e.onGPU
		}
		l, err := prepare(&s.launches[i], s.code[i], scratch, s.workspaces[i])
		if err != nil {
			return nil, s.Op.Errorf("%w", err)
		}
		list = append(list, l)
	}
	if n := len(e.parts); len(list) > 0 && (n == 0 || e.parts[n-1].host != nil) {
		e.parts = append(e.parts, part{})
	}
	if len(list) > 0 {
		last := &e.parts[len(e.parts)-1]
		last.launches = append(last.launches, list...)
	}
	return list, nil
}

// scratchOf returns the temporary memories of a step.
func (e *Execution) scratchOf(s *step) (list []memory, err error) {
	for i, elem := range s.elems {
		end := s.end
		if i+1 < len(s.scratch) {
			end = s.scratch[i+1]
		}
		n := int((end - s.scratch[i]) / elementBytes(elem))
		var m memory
		if e.device.gpu == nil {
			m, err = e.device.allocate(elem, n)
		} else {
			m, err = e.whole.part(elem, e.scratch+s.scratch[i], n)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// record records graphs of consecutive kernels.
func (e *Execution) record() error {
	if e.device.gpu == nil {
		return nil
	}
	for i := range e.parts {
		p := &e.parts[i]
		if p.host != nil {
			continue
		}
		graph, err := e.device.gpu.Capture(func(s *cuda.Stream) error { return p.enqueue(context.Background(), s) })
		if err != nil {
			return err
		}
		p.graph, err = graph.Instantiate()
		if err := errors.Join(err, graph.Close()); err != nil {
			return err
		}
	}
	return nil
}

func (p *part) enqueue(ctx context.Context, s *cuda.Stream) error {
	for _, launch := range p.launches {
		if err := launch(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Launch enqueues one run in the device's default stream. Before a step on the CPU, it waits for the steps before it.
func (e *Execution) Launch(ctx context.Context) error {
	for i := range e.parts {
		var err error
		switch p := &e.parts[i]; {
		case p.host != nil:
			err = e.compute(ctx, p.host)
		case p.graph != nil:
			err = p.graph.Launch(nil)
		default:
			err = p.enqueue(ctx, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// LaunchEach is Launch without graphs: it enqueues each kernel separately.
func (e *Execution) LaunchEach(ctx context.Context) error {
	for i := range e.parts {
		p := &e.parts[i]
		var err error
		if p.host != nil {
			err = e.compute(ctx, p.host)
		} else {
			err = p.enqueue(ctx, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Kernels returns the number of kernels that a launch runs.
func (e *Execution) Kernels() (n int) {
	for _, s := range e.plan.steps {
		for _, c := range s.code {
			n++
			if c.kernel != nil {
				n += c.kernel.Kernels() - 1
			}
		}
	}
	return n
}

// compute computes a step on the CPU.
func (e *Execution) compute(ctx context.Context, s *step) error {
	in, out := make([]*tensors.Tensor, len(s.In)), make([]*tensors.Tensor, len(s.Out))
	for i, p := range s.In {
		if p == nil {
			continue
		}
		var err error
		if in[i], err = e.download(p); err != nil {
			return err
		}
	}
	for i, p := range s.Out {
		out[i] = tensors.New(p.Elem, p.Shape...)
	}
	if err := s.Compute(ctx, in, out, tensors.Options{Seed: e.seed}, s.keys); err != nil {
		return err
	}
	for i, p := range s.Out {
		if err := e.memories[p.Memory].write(out[i].Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// Close releases the memory, except that of arguments.
func (e *Execution) Close() error {
	var errs []error
	for i := range e.parts {
		if g := e.parts[i].graph; g != nil {
			errs = append(errs, g.Close())
		}
	}
	if e.whole.bytes != nil {
		errs = append(errs, e.whole.bytes.Free())
	}
	return errors.Join(errs...)
}
