package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

// problem is one launch of a kernel.
type problem struct {
	file   string // of the tile text, whose kernel has the same name
	consts map[string]any
	// options are those of the compiler, for sm_90a.
	options girih.CompileOptions
	grid    [3]int
	args    []any   // *array, int32 or float32
	work    float64 // operations on numbers
	// want returns what the element of an output with some indices has to be, and the size of what it is a sum of:
	// errors are relative to that.
	want      func(out *array, index []int) (value, size float64)
	wantWork  int // operations that want takes
	tolerance float64
}

// Of a large output so many elements are checked, or fewer if each takes many operations.
const (
	maxSamples = 1000
	maxChecks  = 3e8
)

var constRE = regexp.MustCompile(`\$[A-Z]+`)

// text returns the tile text with the constants in place of their names.
func (p *problem) text() ([]byte, error) {
	source, err := texts.ReadFile(p.file + ".mlir")
	if err != nil {
		return nil, err
	}
	return constRE.ReplaceAllFunc(source, func(name []byte) []byte {
		if v, ok := p.consts[string(name[1:])]; ok {
			return fmt.Append(nil, v)
		}
		err = fmt.Errorf("%s has no value", name)
		return name
	}), err
}

// compile makes the program of one thread for sm_90a.
func (p *problem) compile(ctx context.Context) (*girih.Program, error) {
	source, err := p.text()
	if err != nil {
		return nil, err
	}
	module, err := girih.Parse(p.file+".mlir", source)
	if err != nil {
		return nil, err
	}
	options := p.options
	options.SM, options.ArchSpecific = 90, true
	return module.Compile(ctx, options)
}

// solve compiles, runs and checks the kernel, and on a GPU measures it.
func (p *problem) solve(ctx context.Context, gpu *cuda.Context, title string) error {
	program, err := p.compile(ctx)
	if err != nil {
		return err
	}
	if gpu == nil {
		if err := p.simulate(ctx, program); err != nil {
			return err
		}
		worst, err := p.check()
		if err == nil {
			fmt.Printf("%s: right, largest relative error %.2g\n", title, worst)
		}
		return err
	}
	took, needs, err := p.launch(ctx, gpu, program)
	if err != nil {
		return err
	}
	worst, err := p.check()
	if err != nil {
		return err
	}
	fmt.Printf("%s: %.0f TFLOP/s, %.1f us; %s; largest relative error %.2g\n", title, p.work/took.Seconds()/1e12,
		float64(took.Nanoseconds())/1e3, needs, worst)
	return nil
}

// check compares elements of the outputs with what they have to be, and returns the largest error.
func (p *problem) check() (worst float64, err error) {
	r := rand.New(rand.NewPCG(7, 7))
	samples := min(maxSamples, 1+maxChecks/max(1, p.wantWork))
	for _, arg := range p.args {
		out, ok := arg.(*array)
		if !ok || !out.output {
			continue
		}
		n := out.len()
		for k := range min(n, samples) {
			i := k
			if n > samples {
				if i = r.IntN(n); k == 0 {
					i = n - 1
				}
			}
			index := out.index(i)
			value, size := p.want(out, index)
			got := out.get(index...)
			e := math.Abs(got-value) / max(size, math.SmallestNonzeroFloat32)
			if got == value {
				e = 0
			}
			if worst = max(worst, e); !(e <= p.tolerance) {
				return worst, fmt.Errorf("the result is wrong: element %v of an array of %v is %v, not %v", index, out.shape,
					got, value)
			}
		}
	}
	return worst, nil
}

// simulate runs the threads on the CPU.
func (p *problem) simulate(ctx context.Context, program *girih.Program) error {
	types := program.Operation().Context()
	described, err := program.Manifest()
	if err != nil {
		return err
	}
	kernel, err := described.Kernel(p.file)
	if err != nil {
		return err
	}
	var args []any
	made := make(map[*array]*interp.Array)
	for i, arg := range p.args {
		a, ok := arg.(*array)
		if !ok {
			args = append(args, number(arg))
			continue
		}
		memory, err := interp.Filled(a.elementType(types), []int64{int64(a.room())}, a.at)
		if err != nil {
			return err
		}
		made[a] = memory
		args = append(args, memory)
		parameter := kernel.Parameters[i]
		for d, n := range parameter.Sizes {
			if n < 0 {
				args = append(args, int64(a.shape[d]))
			}
		}
		for d, n := range parameter.Strides {
			if n < 0 {
				args = append(args, int64(a.strides[d]))
			}
		}
	}
	grid := [3]int32{int32(p.grid[0]), int32(p.grid[1]), int32(p.grid[2])}
	if _, err := program.Execute(ctx, p.file, simt.Launch{Grid: grid}, args...); err != nil {
		return err
	}
	for a, memory := range made {
		for i := range a.room() {
			if a.output && memory.Defined(i) {
				a.set(i, memory.Float64(i))
			}
		}
	}
	return nil
}

// number returns an argument as the executors take it.
func number(arg any) any {
	switch v := arg.(type) {
	case int32:
		return int64(v)
	case float32:
		return float64(v)
	}
	return arg
}

// launch runs the kernel on a GPU, and returns the median time of further launches, and what a thread needs.
func (p *problem) launch(ctx context.Context, gpu *cuda.Context, program *girih.Program) (took time.Duration,
	needs string, err error) {
	build, err := program.Build(ctx, girih.BuildOptions{Target: "sm_90a"})
	if err != nil {
		return 0, "", err
	}
	for _, w := range build.Warnings {
		fmt.Println("warning:", w)
	}
	if r := build.Manifest.Kernels[0].Resources; r != nil {
		needs = fmt.Sprintf("%d registers, %d bytes spilled", r.Registers, r.SpillStores)
	}
	loaded, err := build.Load(gpu)
	if err != nil {
		return 0, "", err
	}
	defer loaded.Close()
	kernel, err := loaded.Kernel(p.file)
	if err != nil {
		return 0, "", err
	}
	var args []cuda.Arg
	buffers := make(map[*array]*cuda.Buffer[uint8])
	for _, arg := range p.args {
		switch v := arg.(type) {
		case int32:
			args = append(args, cuda.Value(v))
		case float32:
			args = append(args, cuda.Value(v))
		case *array:
			buffer, err := cuda.Upload(gpu, v.bytes)
			if err != nil {
				return 0, "", err
			}
			defer buffer.Free()
			shape, strides := int64s(v.shape), int64s(v.strides)
			on, err := buffer.Array(v.dtype, int64(v.room()))
			if err != nil {
				return 0, "", err
			}
			on.Shape, on.Strides = shape, strides
			buffers[v], args = buffer, append(args, on.Arg())
		}
	}
	once := func() error {
		return kernel.Launch(cuda.Dim3{X: uint32(p.grid[0]), Y: uint32(p.grid[1]), Z: uint32(p.grid[2])}, nil, args...)
	}
	if err := errors.Join(once(), gpu.Synchronize()); err != nil {
		return 0, "", err
	}
	for a, buffer := range buffers {
		if a.output {
			if err := buffer.CopyTo(a.bytes); err != nil {
				return 0, "", err
			}
		}
	}
	took, err = median(gpu, once)
	return took, needs, err
}

func int64s(list []int) (out []int64) {
	for _, n := range list {
		out = append(out, int64(n))
	}
	return out
}

// median returns how long a launch takes: the median of 20.
func median(gpu *cuda.Context, launch func() error) (time.Duration, error) {
	start, err := gpu.NewEvent()
	if err != nil {
		return 0, err
	}
	defer start.Close()
	end, err := gpu.NewEvent()
	if err != nil {
		return 0, err
	}
	defer end.Close()
	var times []time.Duration
	for range 20 {
		if err := errors.Join(start.Record(nil), launch(), end.Record(nil), end.Synchronize()); err != nil {
			return 0, err
		}
		took, err := end.Since(start)
		if err != nil {
			return 0, err
		}
		times = append(times, took)
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

// elementType returns the type of an array's elements.
func (a *array) elementType(ctx *ir.Context) ir.Type {
	switch a.dtype {
	case "i8", "i32":
		return ctx.I(uint32(8 * a.width))
	}
	return ctx.Float(a.dtype)
}
