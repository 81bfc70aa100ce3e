package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/backend/cuda"
)

// gpu is the device on which the kernels run.
type gpu struct {
	driver *cuda.Driver
	device *cuda.Device
	ctx    *cuda.Context
}

func openGPU() (*gpu, error) {
	driver, err := cuda.Open()
	if err != nil {
		return nil, err
	}
	device, err := driver.Device(0)
	if err != nil {
		return nil, err
	}
	ctx, err := device.Context()
	if err != nil {
		return nil, err
	}
	return &gpu{driver, device, ctx}, nil
}

func (g *gpu) close() error { return g.ctx.Close() }

// run launches one compiled kernel on all its problems.
func (g *gpu) run(one image) (results []Result, err error) {
	i := slices.IndexFunc(kernels, func(k kernel) bool { return k.name == one.Kernel })
	if i < 0 {
		return nil, fmt.Errorf("there is no kernel %q", one.Kernel)
	}
	module, err := g.ctx.LoadModule([]byte(one.PTX), cuda.JITOptions{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, module.Close()) }()
	f, err := module.Function(one.Manifest.Entry)
	if err != nil {
		return nil, err
	}
	for _, p := range kernels[i].problems {
		got, err := g.launch(f, one, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		r := Result{Kernel: one.Kernel, Compiler: one.Compiler, Warps: one.Warps, Problem: p.name}
		r.MaxError, r.OK = compare(one.Kernel, got, p.want)
		results = append(results, r)
	}
	return results, nil
}

// guard is the number of elements after an output that must keep their value.
const (
	guard      = 1024
	guardValue = -12345.5
)

// launch runs one problem and returns the output. The elements after the output must not change.
func (g *gpu) launch(f *cuda.Function, one image, p problem) (got []float32, err error) {
	var args []cuda.Arg
	for _, in := range p.inputs {
		b, err := cuda.Upload(g.ctx, in)
		if err != nil {
			return nil, err
		}
		defer b.Free()
		args = append(args, b.Arg())
	}
	filled := slices.Repeat([]float32{guardValue}, len(p.want)+guard)
	out, err := cuda.Upload(g.ctx, filled)
	if err != nil {
		return nil, err
	}
	defer out.Free()
	args = append(args, out.Arg())
	for _, n := range p.numbers {
		args = append(args, cuda.Value(n))
	}
	config := cuda.LaunchConfig{Grid: cuda.Dim3{X: p.blocks}, Block: cuda.Dim3{X: uint32(one.Manifest.Block[0])}}
	if err := f.Launch(config, args...); err != nil {
		return nil, err
	}
	if err := g.ctx.Synchronize(); err != nil {
		return nil, err
	}
	if got, err = out.Download(); err != nil {
		return nil, err
	}
	for i, v := range got[len(p.want):] {
		if v != guardValue {
			return nil, fmt.Errorf("element %d after the output was overwritten by %v", i, v)
		}
	}
	return got[:len(p.want)], nil
}
