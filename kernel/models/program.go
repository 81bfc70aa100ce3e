package models

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
)

// ErrArguments is wrapped by errors about arguments that do not fit.
var ErrArguments = errors.New("wrong arguments")

// Options configure how a program runs.
type Options struct {
	// Seed is the seed of random numbers.
	Seed uint64
	// MemoryLimit bounds the bytes that the program may allocate besides its arguments; 0 means no limit.
	MemoryLimit int64
	// Report, if not nil, is called with remarks about primitives that have no kernel and are computed on the CPU.
	Report func(d *ir.Diagnostic)
}

func (o Options) onCPU() tensors.Options {
	return tensors.Options{Seed: o.Seed, MemoryLimit: o.MemoryLimit}
}

// Program is a function of tensors on a device. It is safe for concurrent use; runs on a GPU follow each other.
type Program struct {
	f      fn.Func
	device *Device
	o      Options
	cpu    *tensors.Program

	mu    sync.Mutex
	plans map[string]*plan      // by types and shapes of arguments
	runs  map[string]*Execution // for arguments on the host
}

// New returns the program for a function, which must not be changed afterwards.
func New(f fn.Func, d *Device, o Options) *Program {
	return &Program{f: f, device: d, o: o, cpu: tensors.NewProgram(f), plans: make(map[string]*plan),
		runs: make(map[string]*Execution)}
}

// Run calls the function with tensors on the host, and returns results on the host.
func (p *Program) Run(ctx context.Context, args []*tensors.Tensor) ([]*tensors.Tensor, error) {
	if p.device.kind == onCPU {
		return p.cpu.Run(ctx, args, p.o.onCPU())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key, err := keyOf(args)
	if err != nil {
		return nil, err
	}
	e := p.runs[key]
	if e == nil {
		arrays := make([]*Array, len(args))
		for i, a := range args {
			if arrays[i], err = p.device.Empty(a.Elem(), a.Shape()...); err != nil {
				return nil, err
			}
		}
		if e, err = p.bind(ctx, arrays); err != nil {
			return nil, err
		}
		p.runs[key] = e
	}
	for i, a := range args {
		if err := e.args[i].Upload(a); err != nil {
			return nil, err
		}
	}
	if err := e.Launch(ctx); err != nil {
		return nil, err
	}
	out := make([]*tensors.Tensor, len(e.plan.Results))
	for i := range out {
		if out[i], err = e.Result(ctx, i); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Bind prepares launches with arrays on the device as arguments.
func (p *Program) Bind(ctx context.Context, args ...*Array) (*Execution, error) {
	if p.device.kind == onCPU {
		return nil, fmt.Errorf("%w: nothing is bound on the CPU: use Run", ErrArguments)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bind(ctx, args)
}

func (p *Program) bind(ctx context.Context, args []*Array) (*Execution, error) {
	like := make([]*tensors.Tensor, len(args))
	for i, a := range args {
		switch {
		case a == nil:
			return nil, fmt.Errorf("%w: argument %d is nil", ErrArguments, i)
		case a.device != p.device:
			return nil, fmt.Errorf("%w: argument %d is on device %s, the program on %s", ErrArguments, i, a.device, p.device)
		}
		like[i] = tensors.Like(a.elem, a.shape...)
	}
	key, err := keyOf(like)
	if err != nil {
		return nil, err
	}
	if p.plans[key] == nil {
		made, err := p.device.newPlan(ctx, p.f, like)
		if err != nil {
			return nil, err
		}
		for _, d := range made.remarks {
			if p.o.Report != nil {
				p.o.Report(d)
			}
		}
		p.plans[key] = made
	}
	return newExecution(p.plans[key], p.device, args, p.o)
}

// keyOf returns a text that identifies the types and shapes of arguments.
func keyOf(args []*tensors.Tensor) (string, error) {
	var key strings.Builder
	for i, a := range args {
		if a == nil {
			return "", fmt.Errorf("%w: argument %d is nil", ErrArguments, i)
		}
		fmt.Fprint(&key, a.Elem(), a.Shape())
	}
	return key.String(), nil
}
