// Package compile is the driver behind tile-compile: it compiles tile programs to LLVM IR, PTX or machine code, and
// writes source code that launches them. Start reading at [Main]; products.go has the kinds of output.
package compile

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/cache"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/kernelfile"
	"github.com/girih-ir/girih/internal/tools/outfile"
	"github.com/girih-ir/girih/internal/tools/passflags"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/pass"
)

const name = "tile-compile"

// Options say what to emit. [Options.Register] declares flags for them.
type Options struct {
	Kinds        []string // some of kinds
	Target       string   // GPU architecture, such as sm_90; "" for code of threads that runs on all
	Warps        int      // number of warps that run one program
	LineInfo     bool     // keep lines of the source in the code
	Contractions bool     // stop a kernel if sizes of a contraction disagree or an index is out of bounds
	Stages       string   // when a launch of a contraction takes several kernels: never, auto or always
	Parts        int      // number of blocks that share a program
	Early        string   // when launches begin before the previous work on their stream has ended
	Tail         string   // what blocks that run programs one after the other do with the last of them
	Converge     bool     // refuse barriers and warp operations that only some threads may reach
	Spills       bool     // compile kernels that need many times more registers than there are
	Remarks      bool     // report how products are computed, and why, and which loops blocks could share
	Compiler     string   // the compiler of LLVM IR: "", "llc", "llc-14" or "libnvvm"
	Cache        string   // directory of the cache, "off", or "" for the user's
	Package      string   // name of the Go package, "" for one like the input's
	Base         string   // name of the input without its extension, the prefix of file names

	passes     passflags.Pipeline
	ir         passflags.IR
	warpsGiven bool
}

// Register adds the flags that set the options; kind is the default kind, "" for none.
func (o *Options) Register(fs *flag.FlagSet, kind string) {
	if kind != "" {
		o.Kinds = []string{kind}
	}
	o.Base = "module"
	fs.Func("emit", "write the compiled program as these `kinds`, separated by commas: "+strings.Join(kinds(), ", ")+
		"; go writes a Go package, which embeds the code and launches it", func(s string) error {
		o.Kinds = strings.Split(s, ",")
		return nil
	})
	fs.BoolVar(&o.Remarks, "remarks", false, "say how each contraction and matrix product is computed, and why, and "+
		"which loops several blocks could share")
	fs.StringVar(&o.Target, "target", "sm_90",
		"GPU `architecture`, such as sm_90a, or with a PTX version sm_90+ptx80; help lists all")
	o.Warps = 4
	fs.Var(power{&o.Warps, 32, &o.warpsGiven}, "num-warps", "`number` of warps that run one program")
	o.Parts = 1
	fs.Var(power{&o.Parts, 16, nil}, "parts",
		"`number` of blocks that share one program, if it reduces a row in a loop: a power of two up to 16, from sm_90 on")
	fs.BoolVar(&o.LineInfo, "lineinfo", false, "keep the lines of the source in the code, for profilers and sanitizers")
	fs.BoolVar(&o.Contractions, "check-contractions", false,
		"add checks that stop a kernel if sizes of a contraction disagree or an index is out of bounds")
	o.Stages = "never"
	fs.Var(cli.NewWords(&o.Stages, [2]string{"never", "a launch is one kernel, which any launcher can run"},
		[2]string{"auto", "if that is estimated to be faster"}, [2]string{"always", "if that is possible"}), "stages",
		"`when` a contraction may take several kernels: some before it that copy operands, one after it that adds partial "+
			"sums; --remarks shows them")
	o.Early = "auto"
	fs.Var(cli.NewWords(&o.Early, [2]string{"auto", "unless this loses a promise that arrays do not overlap"},
		[2]string{"always", "even if it does"}, [2]string{"never", "after all of that work"}), "early",
		"`when` kernels may begin before the preceding work of their stream has ended, from sm_90 on; they then wait for "+
			"it themselves")
	o.Tail = "whole"
	fs.Var(cli.NewWords(&o.Tail, [2]string{"whole", "each by one block"},
		[2]string{"split", "by several blocks, where that saves time"},
		[2]string{"always", "by several blocks, where that is possible"}), "tail",
		"`how` the last programs run, for sm_90a, if blocks run programs one after the other and fewer are left than there "+
			"are blocks; several blocks add sums in an order that depends on how many there are")
	fs.BoolVar(&o.Converge, "check-convergence", false,
		"refuse kernels in which only some threads may reach a barrier or a warp operation")
	fs.BoolVar(&o.Spills, "allow-spills", false,
		"compile kernels whose threads hold many times more values at once than they have registers")
	fs.StringVar(&o.Compiler, "compiler", "",
		"`name` of the compiler for PTX: llc, llc-14 (a version), or libnvvm (default: the best available one)")
	fs.StringVar(&o.Cache, "cache", "",
		"`directory` that keeps compiled code, or off (default: "+cache.Environment+", or else the user's cache)")
	fs.StringVar(&o.Package, "package", "", "`name` of the Go package (default: like the input)")
	o.passes.Register(fs)
	o.ir.Register(fs)
}

// Check returns an error for an unknown kind or pass.
func (o *Options) Check() error {
	if err := o.ir.Check(passRegistry()); err != nil {
		return err
	}
	for _, kind := range o.Kinds {
		if !slices.Contains(kinds(), kind) {
			return fmt.Errorf("cannot emit %q: expected one of %s", kind, strings.Join(kinds(), ", "))
		}
	}
	return nil
}

// Compile lowers a module, which it changes, to the program of one thread of the target, and verifies it. IR that
// passes print goes to w.
func (o *Options) Compile(ctx context.Context, m *girih.Module, w io.Writer) (*girih.Program, error) {
	return o.compile(ctx, m, pass.RunOptions{VerifyEnd: true, Output: w})
}

// compile is [Options.Compile]. The caller says when the program is verified, as for [girih.Module.CompileBy].
func (o *Options) compile(ctx context.Context, m *girih.Module, run pass.RunOptions) (*girih.Program, error) {
	p, err := o.pipeline(m.Operation().Context())
	if err != nil {
		return nil, err
	}
	o.passes.Write(run.Output, p)
	printed := o.ir.Observe(&run, text.Options{})
	if o.ir.ModuleScope {
		m.Operation().Context().Threads = 1
	}
	program, err := m.CompileBy(ctx, p, run)
	if err := errors.Join(err, printed()); err != nil {
		return nil, err
	}
	if o.LineInfo {
		directory, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		program.LineInfo = &llvmir.LineInfo{Directory: directory}
	}
	return program, nil
}

// power is a flag for a power of two up to a number.
type power struct {
	n     *int
	most  int
	given *bool // becomes true if the command line has the flag; can be nil
}

func (p power) String() string {
	if p.n == nil {
		return ""
	}
	return strconv.Itoa(*p.n)
}

func (p power) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > p.most || n&(n-1) != 0 {
		return fmt.Errorf("expected a power of two from 1 to %d, but got %q", p.most, s)
	}
	*p.n = n
	if p.given != nil {
		*p.given = true
	}
	return nil
}

// WarpsOf uses the number of warps that a file asks for, unless the command line gives one.
func (o *Options) WarpsOf(f *kernelfile.File) {
	if f.Warps != 0 && !o.warpsGiven {
		o.Warps = f.Warps
	}
}

// pipeline returns the passes that compile for the target, unless the command line gives others.
func (o *Options) pipeline(ctx *ir.Context) (*pass.Pipeline, error) {
	if o.passes.Text != nil {
		return passRegistry().Parse(*o.passes.Text, ctx)
	}
	options := pipeline.Options{}
	if o.Target != "" {
		var err error
		if options, err = girih.OptionsFor(o.Target); err != nil {
			return nil, err
		}
	}
	options.NumWarps, options.Parts, options.CheckConvergence = o.Warps, o.Parts, o.Converge
	options.CheckContractions, options.Stages, options.Early = o.Contractions, o.Stages, o.Early
	options.Tail = o.Tail
	options.AllowSpills, options.Remarks = o.Spills, o.Remarks
	return pipeline.New(pipeline.Threads, options), nil
}

func passRegistry() *pass.Registry {
	return &pass.Registry{Passes: registry.Passes(), Pipelines: registry.Pipelines()}
}

// EmitProgram returns the output of the first kind of a compiled program.
func EmitProgram(ctx context.Context, p *girih.Program, o Options) ([]byte, error) {
	products, err := o.products(ctx, p)
	if err != nil {
		return nil, err
	}
	return products.files[0].data, nil
}

// WriteWarnings writes the warnings about a compiled program, with source lines, and remarks if requested.
func WriteWarnings(w io.Writer, p *girih.Program) {
	for _, d := range slices.Concat(p.Warnings(), p.Remarks()) {
		io.WriteString(w, d.Render(p.Operation().Context()))
	}
}

// options are the command line.
type options struct {
	Options
	source        kernelfile.Options
	input, output string
	usage         bool
	times         bool
}

// Main runs the tool with command-line arguments (without the program's name) and returns its exit code. Output files
// are written only if everything succeeded.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseFlags(args, stdout)
	switch {
	case err != nil:
	case o.Target == "help":
		err = writeTargets(stdout)
	default:
		err = run(ctx, o, stdin, stdout, stderr)
	}
	return cli.ExitCode(stderr, name, err)
}

func parseFlags(args []string, stdout io.Writer) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	o.Register(fs, "llvm")
	o.source.RegisterKernel(fs)
	o.source.RegisterSet(fs)
	fs.StringVar(&o.output, "o", "-", "output file, or the directory of several; - is standard output")
	fs.BoolVar(&o.usage, "resource-usage", false,
		"print on stderr the registers and memory that each kernel needs as machine code")
	fs.BoolVar(&o.times, "time-report", false,
		"print on stderr how long each step took and how large its result is, also for each kernel; ignores the cache")
	input, err := cli.Parse(fs, args, stdout, name+" compiles tile programs for GPUs.\n\n"+kernelfile.Help)
	if err != nil {
		return nil, err
	}
	if o.input = input; input != "-" {
		o.Base = strings.TrimSuffix(filepath.Base(input), filepath.Ext(input))
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Several() && o.output == "-" {
		return nil, fmt.Errorf("--emit=%s writes several files: name their directory with -o", strings.Join(o.Kinds, ","))
	}
	return o, nil
}

// Several reports whether the output is several files.
func (o *Options) Several() bool { return len(o.Kinds) > 1 || slices.Contains(o.Kinds, "go") }

func run(ctx context.Context, o *options, stdin io.Reader, stdout, stderr io.Writer) error {
	var m *girih.Module
	var p *girih.Program
	var times timeReport
	o.lookForTools(ctx)
	err := times.time("source", func() (_ string, err error) {
		if m, err = o.read(stdin); err != nil {
			return "", err
		}
		return fmt.Sprintf("%d kernels", len(m.Kernels())), nil
	})
	if err != nil {
		return err
	}
	err = times.time("passes", func() (_ string, err error) {
		p, err = o.compile(ctx, m, pass.RunOptions{VerifyEnd: !o.translates(), Output: stderr})
		return "dialects llvm and nvvm", err
	})
	if err == nil && o.times {
		if err = times.compilers(ctx, &o.Options, p); err == nil {
			err = times.write(stderr)
		}
	}
	if err != nil {
		return cli.Locate(m.Operation().Context(), err)
	}
	products, err := o.products(ctx, p)
	if err != nil {
		return cli.Locate(m.Operation().Context(), err)
	}
	if !o.Several() {
		err = outfile.Write(o.output, products.files[0].data, stdout)
	} else {
		err = writeAll(o.output, products.files)
	}
	if err == nil {
		WriteWarnings(stderr, p)
		products.report(stderr, o.usage)
	}
	return err
}

// lookForTools looks for the compiler and the assembler while the source is read and lowered. What is found is
// remembered.
func (o *options) lookForTools(ctx context.Context) {
	target, err := nvptx.ParseTarget(o.Target)
	if err != nil || !o.times && !o.compiles() {
		return
	}
	if o.Compiler == "" {
		go nvptx.FindCompiler(ctx, target)
	}
	if o.times || o.assembles() {
		go nvptx.FindPTXAS(ctx)
	}
}

// read returns the module in the input, with all kernels, unless one is named.
func (o *options) read(stdin io.Reader) (*girih.Module, error) {
	f, err := o.source.Read(o.input, stdin)
	if err != nil {
		return nil, err
	}
	o.WarpsOf(f)
	if o.source.Kernel != "" && f.Name == "" {
		err = kernelfile.Keep(f.Module, o.input, o.source.Kernel)
	}
	return f.Module, err
}

// writeAll replaces files in a directory, which is created if needed, once all can be written.
func writeAll(dir string, files []file) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var open []*outfile.File
	for _, one := range files {
		f, createErr := outfile.Create(filepath.Join(dir, one.name), io.Discard)
		if createErr == nil {
			open = append(open, f)
			_, createErr = f.Write(one.data)
		}
		if createErr != nil {
			for _, f := range open {
				f.Discard()
			}
			return createErr
		}
	}
	for _, f := range open {
		err = errors.Join(err, f.Commit())
	}
	return err
}
