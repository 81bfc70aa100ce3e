// Package run is the driver behind tile-run. It reads a module, creates the arguments that the command line describes,
// and runs a kernel over a grid: on the reference executor, compiled and thread by thread, or on a GPU. It prints or
// saves the arrays that the kernel wrote. It can also print the compiled program, and compare with the reference
// executor.
//
// Start reading at [Main]. argument.go parses arguments, format.go prints arrays, file.go handles .npy files, device.go
// the GPU.
package run

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/compile"
	"github.com/girih-ir/girih/internal/tools/kernelfile"
	"github.com/girih-ir/girih/lowering/pipeline"
)

type options struct {
	input, kernel string
	source        kernelfile.Options
	grid          interp.Grid
	specs         []string
	level         pipeline.Level
	stats         bool
	emit          compile.Options
	timeout       time.Duration
	progress      bool
	onDevice      bool // run on a GPU
	device        int  // its number
	gpu           *cuda.Device
	targetGiven   bool
	compare       bool   // with the reference executor
	explain       string // the device of a program of tensors whose steps are shown; "" for none
	weights       string // the file of a model's weights
	tolerance     tolerance
	ran, total    atomic.Int64 // number of finished programs, and of all
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	if err == nil {
		err = o.ended(o.run(ctx, stdin, stdout, stderr))
	}
	return cli.ExitCode(stderr, "tile-run", err)
}

// ended explains to the user that the timeout passed or that the run was interrupted, and how far it was.
func (o *options) ended(err error) error {
	why := "interrupted"
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		why = fmt.Sprintf("not done within --timeout=%s", o.timeout)
	case !errors.Is(err, context.Canceled):
		return err
	}
	if total := o.total.Load(); total > 0 {
		return fmt.Errorf("%s: %d of %d programs had ended", why, o.ran.Load(), total)
	}
	return fmt.Errorf("%s: no program had ended", why)
}

const overview = `tile-run runs a kernel: on the CPU with the reference executor, with simulated threads of a GPU, or on a GPU.

` + kernelfile.Help + `

Arguments are [name=]value. A name is that of a parameter; values without one are for the other parameters, in order:
  100  2.5  true                   a number
  zeros:37x100xf32                 an array; also ones, iota (0, 1, ...) and undefined (never written)
  full:128xf16:value=2.5           an array of one value
  randn:37x100xf32:seed=1          normally distributed numbers
  randint:128xi32:low=0:high=10    integers from low to high, high excluded
  file:x.npy                       an array from a file
Arrays take :out=path.npy to be saved afterwards.`

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{grid: interp.Grid{1, 1, 1}}
	fs := flag.NewFlagSet("tile-run", flag.ContinueOnError)
	fs.StringVar(&o.kernel, "kernel", "", "run the kernel of this `name`; needed when there are several")
	o.source.RegisterSet(fs)
	fs.Func("arg", "[name=]`value` of a parameter, as above", func(s string) error {
		o.specs = append(o.specs, s)
		return nil
	})
	fs.Func("grid", "`number` of programs along each axis, such as 37 or 37,2,1 (default: 1)", func(s string) (err error) {
		o.grid, err = parseGrid(s)
		return err
	})
	fs.Func("level", "lower to this `level` first: loose, strict, layouts (arrays are passed as pointers, sizes and "+
		"strides) or llvm (runs thread by thread, and finds data races) (default: the level of the file)",
		func(s string) (err error) {
			o.level, err = pipeline.ParseLevel(s)
			return err
		})
	fs.BoolVar(&o.stats, "stats", false,
		"with --level=llvm, print what each operation executed; with --device, what the kernel needs and how long it took")
	fs.DurationVar(&o.timeout, "timeout", 0, "stop after this `time`, such as 10s; 0 for no limit")
	fs.BoolVar(&o.progress, "progress", false,
		"show on stderr how many programs have ended (default: on a terminal, once a run takes long)")
	fs.Func("device", "run on this `GPU`: cuda, or cuda:1 for the second one; arrays are copied there and back",
		func(s string) (err error) {
			o.onDevice = true
			o.device, err = parseDevice(s)
			return err
		})
	fs.BoolFunc("explain", "run a function of whole tensors, of dialects torch and prim, on generated arguments, "+
		"and print its steps with their kernels, bytes and times; --explain=simulator runs the kernels without a GPU; "+
		"the file may also be a graph of torch.export, .json or .json.gz, as benchmarks/torch/export.py writes it",
		func(s string) error {
			if o.explain = s; s == "true" {
				o.explain = "cpu"
			}
			return nil
		})
	fs.StringVar(&o.weights, "weights", "", "with --explain, take the weights of a model from this safetensors `file`")
	fs.BoolVar(&o.compare, "compare", false,
		"with --device or --level=llvm, compare the arrays with those of the reference executor; exit with an error "+
			"if they differ")
	fs.Float64Var(&o.tolerance.relative, "rtol", -1,
		"with --compare, the relative `error` that floats may have; -1 for the tolerance of their type")
	fs.Float64Var(&o.tolerance.absolute, "atol", -1,
		"with --compare, the absolute `error` that floats may have; -1 for the tolerance of their type")
	o.emit.Register(fs, "")
	input, err := cli.Parse(fs, args, stdout, overview)
	if err != nil {
		return nil, err
	}
	o.input = input
	fs.Visit(func(f *flag.Flag) { o.targetGiven = o.targetGiven || f.Name == "target" })
	switch {
	case o.onDevice && o.level != pipeline.Loose:
		return nil, errors.New("--device runs compiled code, --level runs a level of the IR on the CPU: give one of them")
	case o.compare && !o.onDevice && o.level != pipeline.Threads:
		return nil, errors.New("--compare needs --device or --level=llvm: everything else is the reference executor itself")
	}
	if len(o.emit.Kinds) != 0 {
		if err := o.emit.Check(); err != nil {
			return nil, err
		}
		if o.emit.Several() {
			return nil, errors.New("--emit writes one kind to standard output here; tile-compile writes several to a directory")
		}
	}
	return o, nil
}

func parseGrid(s string) (interp.Grid, error) {
	g := interp.Grid{1, 1, 1}
	parts := strings.Split(s, ",")
	if len(parts) > len(g) {
		return g, fmt.Errorf("expected at most %d numbers", len(g))
	}
	for i, part := range parts {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n < 1 {
			return g, fmt.Errorf("expected a positive number, but got %q", part)
		}
		g[i] = int32(n)
	}
	return g, nil
}

func (o *options) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = cli.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	if o.explain != "" {
		return o.explainModel(ctx, stdin, stdout)
	}
	if o.isGraph() {
		return fmt.Errorf("%s is a graph of torch.export, which has no kernels to run: run it by --explain, or "+
			"--explain=cuda:0", o.input)
	}
	o.source.Kernel = o.kernel
	file, err := o.source.Read(o.input, stdin)
	if err != nil {
		return err
	}
	o.emit.WarpsOf(file)
	m := file.Module
	kernel, err := o.chooseKernel(file.Kernels)
	if err != nil {
		return err
	}
	args, values, err := parseArguments(m, kernel, o.specs)
	if err != nil {
		return err
	}
	if err := checkOutputs(args); err != nil {
		return err
	}
	execute := o.executePrograms
	switch {
	case o.onDevice:
		execute = o.executeDevice
	case o.level == pipeline.Threads:
		execute = o.executeThreads
	}
	if o.onDevice { // before long computations
		if o.gpu, err = openDevice(o.device); err != nil {
			return err
		}
	}
	var reference []any
	if o.compare {
		// Copy the arguments first, since compiling changes the module.
		if reference, err = cloneArguments(values); err == nil {
			err = m.Execute(interp.WithOutput(ctx, io.Discard), kernel, o.grid, reference...)
		}
		if err != nil {
			return cli.Locate(m.Operation().Context(), err)
		}
	}
	if err := execute(ctx, m, kernel, values, stdout, stderr); err != nil {
		return cli.Locate(m.Operation().Context(), err)
	}
	if o.compare {
		return errors.Join(report(stdout, args), compareArrays(stdout, args, reference, o.tolerance))
	}
	return report(stdout, args)
}

// executePrograms runs a kernel on the reference executor.
func (o *options) executePrograms(ctx context.Context, m *girih.Module, kernel string, args []any,
	stdout, stderr io.Writer) error {
	if err := m.Run(ctx, pipeline.New(o.level, pipeline.Options{NumWarps: o.emit.Warps, Parts: o.emit.Parts,
		SM: clusterSM(o.emit.Parts)})); err != nil {
		return err
	}
	running, done := o.withProgress(interp.WithOutput(ctx, stdout), stderr)
	err := m.Execute(running, kernel, o.grid, args...)
	done()
	if err != nil || len(o.emit.Kinds) == 0 {
		return err
	}
	p, err := o.emit.Compile(ctx, m, stderr)
	if err != nil {
		return err
	}
	compile.WriteWarnings(stderr, p)
	return o.writeCompiled(ctx, p, stdout)
}

// clusterSM returns the least target that can run a program on a number of blocks, 0 for the default.
func clusterSM(parts int) int {
	if parts > 1 {
		return 90
	}
	return 0
}

// executeThreads compiles a kernel and simulates its threads.
func (o *options) executeThreads(ctx context.Context, m *girih.Module, kernel string, args []any,
	stdout, stderr io.Writer) error {
	emit := o.emit
	if !o.targetGiven && len(emit.Kinds) == 0 && emit.Parts == 1 {
		emit.Target = "" // for all targets, since the program is not compiled further
	}
	p, err := emit.Compile(ctx, m, stderr)
	if err != nil {
		return err
	}
	compile.WriteWarnings(stderr, p)
	if described, err := p.Manifest(); err == nil {
		if k, err := described.Kernel(kernel); err == nil {
			args = expandArrays(k.Parameters, args)
		}
	}
	stats, err := p.Execute(ctx, kernel, simt.Launch{Grid: o.grid}, args...)
	if err != nil {
		return err
	}
	if o.stats {
		if err := stats.WriteTable(stdout); err != nil {
			return err
		}
	}
	return o.writeCompiled(ctx, p, stdout)
}

// writeCompiled prints a compiled program, if that is requested.
func (o *options) writeCompiled(ctx context.Context, p *girih.Program, stdout io.Writer) error {
	if len(o.emit.Kinds) == 0 {
		return nil
	}
	compiled, err := compile.EmitProgram(ctx, p, o.emit)
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s\n", compiled)
	}
	return err
}

func (o *options) chooseKernel(names []string) (string, error) {
	switch {
	case o.kernel != "" && (slices.Contains(names, o.kernel) || len(names) == 0):
		return o.kernel, nil
	case o.kernel != "":
		return "", fmt.Errorf("%s has no kernel %q: choose one of %s by --kernel", o.input, o.kernel,
			strings.Join(names, ", "))
	case len(names) == 1:
		return names[0], nil
	case len(names) == 0:
		return "", fmt.Errorf("%s has no kernel", o.input)
	}
	return "", fmt.Errorf("%s has several kernels: choose one of %s by --kernel", o.input, strings.Join(names, ", "))
}
