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
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/examples/kernels/gokernels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/kernel/tune"
)

// problem is a computation: one or more launches of the kernels of a file, one after the other.
type problem struct {
	file     string // of the tile text
	consts   map[string]any
	goKernel *goKernel // computes it instead of the text; nil for none
	// options are those of the compiler, for sm_90a.
	options girih.CompileOptions
	steps   []step
	prepare func() // computes the other arrays' contents before the first launch; nil for nothing
	// names are the parameters' names of a kernel whose text declares configurations. Package tune chooses one of
	// these, with the grid and the warps. names is nil if the text has only one configuration.
	names         []string
	fixed         tune.Configuration // values that are not chosen, by parameter
	most          int                // limit of the programs along the first axis; 0 for none
	space         *tune.Text
	configuration tune.Configuration
	work          float64 // operations on numbers
	// want returns the expected value of an output's element, and the magnitude of the terms that it sums up. Errors
	// are relative to that magnitude.
	want      func(out *array, index []int) (value, size float64)
	wantWork  int // operations in one call of want
	tolerance float64
}

// step is one launch.
type step struct {
	kernel string
	grid   [3]int
	args   []any // *array, int32 or float32
}

// arrays lists the arrays of all launches, without repeating any.
func (p *problem) arrays() (out []*array) {
	for _, s := range p.steps {
		for _, arg := range s.args {
			if a, ok := arg.(*array); ok && !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

// The number of elements that are checked in a large output. It is smaller if each takes many operations.
const (
	maxSamples = 1000
	maxChecks  = 3e8
)

var constRE = regexp.MustCompile(`\$[A-Z]+`)

// text returns the tile text with the names of constants replaced by their values.
func (p *problem) text() ([]byte, error) {
	source, err := texts.ReadFile(p.file + ".mlir")
	if err != nil {
		return nil, err
	}
	if p.names != nil {
		filled, err := p.space.Filled(p.configuration)
		return []byte(filled), err
	}
	return constRE.ReplaceAllFunc(source, func(name []byte) []byte {
		if v, ok := p.consts[string(name[1:])]; ok {
			return fmt.Append(nil, v)
		}
		err = fmt.Errorf("%s has no value", name)
		return name
	}), err
}

// module returns the program before any pass.
func (p *problem) module() (*girih.Module, error) {
	if p.goKernel != nil {
		k, err := kernel.Compile(gokernels.Source, p.goKernel.function, p.goKernel.options)
		if err != nil {
			return nil, err
		}
		return k.Module()
	}
	source, err := p.text()
	if err != nil {
		return nil, err
	}
	return girih.Parse(p.file+".mlir", source)
}

// choose picks the configuration that the model expects to be the fastest, if the text declares several.
func (p *problem) choose(ctx context.Context) error {
	if p.names == nil || p.goKernel != nil {
		return nil
	}
	source, err := texts.ReadFile(p.file + ".mlir")
	if err != nil {
		return err
	}
	settings := map[string]string{}
	for name, value := range p.consts {
		settings[name] = fmt.Sprint(value)
	}
	if p.space, err = tune.NewText(girih.NewContext(), p.file+".mlir", string(source), settings); err != nil {
		return err
	}
	of := tune.Problem{Kernel: p.steps[0].kernel, Target: "sm_90a", Options: p.options, Fixed: p.fixed,
		Shapes: tune.Shapes{}, Integers: map[string]int64{}}
	for i, arg := range p.steps[0].args {
		switch v := arg.(type) {
		case *array:
			of.Shapes[p.names[i]] = int64s(v.shape)
			if v.dtype == "i32" && v.len() > 0 { // these are lengths: the first is the largest
				of.Integers[p.names[i]] = int64(v.at(0))
			}
		case int32:
			of.Integers[p.names[i]] = int64(v)
		}
	}
	ranking, err := tune.Rank(ctx, p.space, of)
	if err != nil {
		return err
	}
	best := ranking.Candidates[0]
	p.configuration, p.options = best.Configuration, best.Options
	for i, n := range best.Grid {
		p.steps[0].grid[i] = int(n)
	}
	if p.most > 0 {
		p.steps[0].grid[0] = min(p.steps[0].grid[0], p.most)
	}
	return nil
}

// compile lowers the kernel to the program of one thread for sm_90a.
func (p *problem) compile(ctx context.Context) (*girih.Program, error) {
	if err := p.choose(ctx); err != nil {
		return nil, err
	}
	module, err := p.module()
	if err != nil {
		return nil, err
	}
	options := p.options
	options.SM, options.ArchSpecific = 90, true
	return module.Compile(ctx, options)
}

// solve compiles, runs and checks the kernel. On a GPU it also measures the time.
func (p *problem) solve(ctx context.Context, gpu *cuda.Context, title string) error {
	program, err := p.compile(ctx)
	if err != nil {
		return err
	}
	if gpu == nil {
		if err := p.simulate(ctx, program, 0); err != nil {
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

// spacing is the distance of the smallest numbers of a type, whose rounding is not relative to them.
var spacing = map[string]float64{"f16": 0x1p-24, "bf16": 0x1p-133}

// check compares elements of the outputs with the expected values, and returns the largest error.
func (p *problem) check() (worst float64, err error) {
	r := rand.New(rand.NewPCG(7, 7))
	samples := min(maxSamples, 1+maxChecks/max(1, p.wantWork))
	for _, out := range p.arrays() {
		if !out.output {
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
			e := max(0, math.Abs(got-value)-spacing[out.dtype]/2) / max(size, math.SmallestNonzeroFloat32)
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

// simulate runs the threads on the CPU, in an order that depends on a seed.
func (p *problem) simulate(ctx context.Context, program *girih.Program, seed uint64) error {
	described, err := program.Manifest()
	if err != nil {
		return err
	}
	if p.prepare != nil {
		p.prepare()
	}
	made := make(map[*array]*interp.Array)
	for _, a := range p.arrays() {
		t := a.elementType(program.Operation().Context())
		if made[a], err = interp.Filled(t, []int64{int64(a.room())}, a.at); err != nil {
			return err
		}
	}
	for _, s := range p.steps {
		kernel, err := described.Kernel(s.kernel)
		if err != nil {
			return err
		}
		grid := [3]int32{int32(s.grid[0]), int32(s.grid[1]), int32(s.grid[2])}
		launch := simt.Launch{Grid: grid, Seed: seed}
		if _, err := program.Execute(ctx, s.kernel, launch, s.numbers(kernel, made)...); err != nil {
			return err
		}
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

// numbers returns the arguments in the form that the simulator takes: arrays as addresses, sizes and strides.
func (s *step) numbers(kernel *manifest.Kernel, made map[*array]*interp.Array) (args []any) {
	for i, arg := range s.args {
		a, ok := arg.(*array)
		if !ok {
			args = append(args, number(arg))
			continue
		}
		args = append(args, made[a])
		for d, n := range kernel.Parameters[i].Sizes {
			if n < 0 {
				args = append(args, int64(a.shape[d]))
			}
		}
		for d, n := range kernel.Parameters[i].Strides {
			if n < 0 {
				args = append(args, int64(a.strides[d]))
			}
		}
	}
	return args
}

// number returns an argument in the form that the executors take.
func number(arg any) any {
	switch v := arg.(type) {
	case int32:
		return int64(v)
	case float32:
		return float64(v)
	}
	return arg
}

// launch runs the kernel on a GPU. It returns the median time of further launches, and the resources that a thread
// needs.
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
	if p.prepare != nil {
		p.prepare()
	}
	buffers := make(map[*array]*cuda.Buffer[uint8])
	for _, a := range p.arrays() {
		if buffers[a], err = cuda.Upload(gpu, a.bytes); err != nil {
			return 0, "", err
		}
		defer buffers[a].Free()
	}
	var launches []func() error
	for _, s := range p.steps {
		kernel, err := loaded.Kernel(s.kernel)
		if err != nil {
			return 0, "", err
		}
		args, err := s.onGPU(buffers)
		if err != nil {
			return 0, "", err
		}
		grid := cuda.Dim3{X: uint32(s.grid[0]), Y: uint32(s.grid[1]), Z: uint32(s.grid[2])}
		launches = append(launches, func() error { return kernel.Launch(grid, nil, args...) })
	}
	once := func() error {
		for _, launch := range launches {
			if err := launch(); err != nil {
				return err
			}
		}
		return nil
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
	took, err = gpu.MedianTime(20, once)
	return took, needs, err
}

// onGPU returns the arguments in the form that the launcher takes.
func (s *step) onGPU(buffers map[*array]*cuda.Buffer[uint8]) (args []cuda.Arg, err error) {
	for _, arg := range s.args {
		switch v := arg.(type) {
		case int32:
			args = append(args, cuda.Value(v))
		case float32:
			args = append(args, cuda.Value(v))
		case *array:
			on, err := buffers[v].Array(v.dtype, int64(v.room()))
			if err != nil {
				return nil, err
			}
			on.Shape, on.Strides = int64s(v.shape), int64s(v.strides)
			args = append(args, on.Arg())
		}
	}
	return args, nil
}

func int64s(list []int) (out []int64) {
	for _, n := range list {
		out = append(out, int64(n))
	}
	return out
}

// elementType returns the type of an array's elements.
func (a *array) elementType(ctx *ir.Context) ir.Type {
	switch a.dtype {
	case "i8", "i32":
		return ctx.I(uint32(8 * a.width))
	}
	return ctx.Float(a.dtype)
}
