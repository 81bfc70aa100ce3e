package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir/apfloat"
)

// programs is the number of programs to launch. They divide the tiles among themselves.
const programs = 4 * 132

// launch runs the kernel on the machine's GPU and prints its speed.
func (x *example) launch(w io.Writer) error {
	kernel, release, err := x.load()
	if err != nil {
		return err
	}
	defer release()
	var args []cuda.Arg
	var out *cuda.Buffer[uint16]
	for i, shape := range [][]int64{x.a, x.b, x.c} {
		n := 1
		for _, d := range shape {
			n *= int(d)
		}
		numbers := make([]uint16, n)
		for j := range numbers {
			v := apfloat.F16.FromFloat64(float64((i+5*j)%7-3)/2, apfloat.ToNearestEven)
			numbers[j] = uint16(v.Lo)
		}
		buffer, err := cuda.Upload(kernel.ctx, numbers)
		if err != nil {
			return err
		}
		defer buffer.Free()
		array, err := buffer.Array("f16", shape...)
		if err != nil {
			return err
		}
		args, out = append(args, array.Arg()), buffer
	}
	run := func() error { return kernel.Launch(cuda.Dim3{X: programs}, nil, args...) }
	if err := errors.Join(run(), kernel.ctx.Synchronize()); err != nil {
		return err
	}
	took, err := kernel.ctx.MedianTime(15, run)
	if err != nil {
		return err
	}
	got, err := out.Download()
	if err != nil {
		return err
	}
	first := make([]float64, 4)
	for i := range first {
		first[i] = apfloat.F16.Float64(apfloat.Bits{Lo: uint64(got[i])})
	}
	flops, err := x.flops()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "  %v begins with %v; %v, %.1f TFLOP/s\n\n", x.c, first, took, flops/took.Seconds()/1e12)
	return nil
}

// loaded is a kernel on a GPU.
type loaded struct {
	*cuda.Kernel
	ctx *cuda.Context
}

func (x *example) load() (k *loaded, release func(), err error) {
	module, err := x.module()
	if err != nil {
		return nil, nil, err
	}
	ctx := context.Background()
	program, err := module.Compile(ctx, girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true})
	if err != nil {
		return nil, nil, err
	}
	build, err := program.Build(ctx, girih.BuildOptions{Target: "sm_90a"})
	if err != nil {
		return nil, nil, err
	}
	gpu, err := cuda.OpenContext(0)
	if err != nil {
		return nil, nil, err
	}
	code, err := build.Load(gpu)
	if err != nil {
		return nil, nil, errors.Join(err, gpu.Close())
	}
	release = func() {
		code.Close()
		gpu.Close()
	}
	kernel, err := code.Kernel("einsum")
	if err != nil {
		release()
		return nil, nil, err
	}
	return &loaded{kernel, gpu}, release, nil
}

// flops returns the number of operations: a product and a sum for each combination of values of the letters.
func (x *example) flops() (float64, error) {
	eq, err := contract.Parse(x.equation)
	if err != nil {
		return 0, err
	}
	e, err := eq.Extents(x.a, x.b, x.c, x.tables)
	if err != nil {
		return 0, err
	}
	n := 2.0
	for _, extent := range e.Of {
		n *= float64(extent)
	}
	return n, nil
}
