package girih

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/lowering/threads/delay"
	"github.com/girih-ir/girih/lowering/threads/holdaddresses"
	"github.com/girih-ir/girih/pass"
)

// CompileOptions change how kernels are compiled.
type CompileOptions = pipeline.Options

// OptionsFor returns the options that compile for a target, such as "sm_90a": its instructions and its shared memory.
func OptionsFor(target string) (CompileOptions, error) {
	t, err := nvptx.ParseTarget(target)
	if err != nil {
		return CompileOptions{}, err
	}
	o := CompileOptions{SM: t.SM, ArchSpecific: t.Variant == nvptx.ArchSpecific}
	if limits, ok := t.Limits(); ok {
		o.SharedMemory = limits.SharedPerBlock
	}
	return o, nil
}

// Program is a module lowered to the program of one thread.
type Program struct {
	// LineInfo, if not nil, keeps the lines of the source in the code, for profilers and sanitizers.
	LineInfo *llvmir.LineInfo

	module *ir.Operation
	// unchecked verifies the module, once; nil if that has been done.
	unchecked func() error
	// parameters has what callers pass, by kernel, of a program that was compiled from tile programs.
	parameters map[string][]manifest.Parameter
	warnings   []*ir.Diagnostic
	remarks    []*ir.Diagnostic
}

// Compile lowers the module to the program of one thread, in the dialects llvm and nvvm. It changes the module: to
// execute the tile program too, do so before, or compile a [Module.Clone]. Errors wrap *ir.Diagnostic values.
func (m *Module) Compile(ctx context.Context, opts CompileOptions) (*Program, error) {
	return m.CompileBy(ctx, pipeline.New(pipeline.Threads, opts), pass.RunOptions{VerifyEnd: true})
}

// CompileBy is [Module.Compile] with a pipeline of passes that the caller provides, for example to observe its passes.
// The last passes of the pipeline must be those of [pipeline.New]. If opts do not ask for the program to be verified,
// this happens beside its first translation to LLVM IR, which takes less time, and the other methods of the program may
// see invalid IR.
func (m *Module) CompileBy(ctx context.Context, p *pass.Pipeline, opts pass.RunOptions) (*Program, error) {
	program := &Program{module: m.op, parameters: signatures(m.op)}
	report := opts.Report
	opts.Report = func(d *ir.Diagnostic) {
		if d.Severity == ir.Warning {
			program.warnings = append(program.warnings, d)
		} else if d.Severity == ir.Remark {
			program.remarks = append(program.remarks, d)
		}
		if report != nil {
			report(d)
		}
	}
	if err := p.Run(ctx, m.op, opts); err != nil {
		return nil, err
	}
	if !opts.Verify && !opts.VerifyEnd {
		program.unchecked = sync.OnceValue(func() error {
			if err := verify(m.op); err != nil {
				return fmt.Errorf("the passes left invalid IR: %w", err)
			}
			return nil
		})
	}
	return program, nil
}

// checking translates the program while another goroutine verifies it, unless it is known to be valid. Both only read
// the module. Whatever the translation makes of invalid IR, the error is the verifier's.
func (p *Program) checking(translate func() error) (err error) {
	if p.unchecked != nil {
		verified := make(chan error, 1)
		go func() { verified <- p.unchecked() }()
		defer func() {
			if invalid := <-verified; invalid != nil {
				recover() // the translation may take for granted that the IR is valid
				err = invalid
			}
		}()
	}
	return translate()
}

// NewProgram wraps a module that is already in the dialects llvm and nvvm, and verifies it.
func NewProgram(m *Module) (*Program, error) {
	if err := verify(m.op); err != nil {
		return nil, err
	}
	return &Program{module: m.op}, nil
}

// Operation returns the program's module.
func (p *Program) Operation() *ir.Operation { return p.module }

// Warnings returns warnings about the program, such as that threads must hold more values at once than they have
// registers, which wraps a *[registers.TooManyError].
func (p *Program) Warnings() []*ir.Diagnostic { return p.warnings }

// Remarks returns remarks on how the program computes matrix products, if [CompileOptions].Remarks asked for them.
func (p *Program) Remarks() []*ir.Diagnostic { return p.remarks }

// String returns the program's text in the dialects llvm and nvvm.
func (p *Program) String() string { return string(text.Print(p.module, text.Options{})) }

// Execute simulates a kernel thread by thread, without a GPU, and returns statistics; see [simt.Run]. In args, an array
// of the tile program is passed as a pointer, sizes and strides. If a launch consists of several kernels, those before
// and after this one run too, but the statistics leave them out.
func (p *Program) Execute(ctx context.Context, kernel string, launch simt.Launch, args ...any) (*simt.Stats, error) {
	op := ir.LookupSymbol(p.module, kernel)
	if op == nil {
		return simt.Run(ctx, p.module, kernel, launch, args...)
	}
	before, after := tile.StepsOf(op)
	var zeros []*interp.Array
	if f, ok := llvm.AsFunc(op); ok {
		for i := range f.Region(0).Entry().Args() {
			a, ok := f.ArgAttr(i, tile.Workspace).(*ir.TypeAttr)
			if !ok {
				continue
			}
			t := a.Value.(*ir.TensorType)
			workspace, err := interp.NewArray(t.ElementType(), t.Shape()...)
			if err == nil && f.ArgAttr(i, tile.KeepsZeros) != nil {
				workspace, err = interp.Filled(t.ElementType(), t.Shape(), func(int) float64 { return 0 })
				zeros = append(zeros, workspace)
			}
			if err != nil {
				return nil, err
			}
			args = append(args, workspace)
		}
	}
	var stats *simt.Stats
	for _, step := range slices.Concat(before, []string{kernel}, after) {
		each := launch
		if step != kernel {
			if n := tile.ProgramsOf(ir.LookupSymbol(p.module, step)); n != 0 {
				each.Grid = [3]int32{int32(n), 1, 1}
			}
		}
		one, err := simt.Run(ctx, p.module, step, each, args...)
		if err != nil {
			return nil, err
		}
		if step == kernel {
			stats = one
		}
	}
	for _, w := range zeros {
		for i := range w.Len() {
			if w.Float64(i) != 0 {
				return nil, op.Errorf("leaves %v in element %d of a workspace that must keep zeros for the next launch",
					w.Float64(i), i)
			}
		}
	}
	return stats, nil
}

// LLVMIR returns the program as LLVM IR text.
func (p *Program) LLVMIR(pointers llvmir.Pointers) (text string, err error) {
	err = p.checking(func() (err error) {
		text, err = llvmir.PrintWith(p.module, llvmir.Options{Pointers: pointers, LineInfo: p.LineInfo})
		return err
	})
	return text, err
}

// Manifest describes the program's kernels to whoever launches them.
func (p *Program) Manifest() (*manifest.Manifest, error) {
	m, err := llvmir.NewManifest(p.module)
	if err != nil {
		return nil, err
	}
	parameters := maps.Clone(p.parameters)
	for _, k := range m.Kernels { // the kernels of a launch have the same arguments
		for _, step := range slices.Concat(k.Before, k.After) {
			parameters[step] = parameters[k.Entry]
		}
	}
	for i := range m.Kernels {
		k := &m.Kernels[i]
		k.Parameters = slices.Clone(parameters[k.Entry])
		for j := range k.Parameters {
			// Parameters of types that registers do not have, such as 8-bit floats, are passed as integers.
			one := &k.Parameters[j]
			if one.Kind == manifest.Float && one.First < len(k.Arguments) {
				one.Kind = k.Arguments[one.First].Kind
			}
		}
		if err := k.Validate(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// PTX compiles the program for a target such as "sm_90" by the best compiler on the machine. If that fails, the next
// one is used, and the log says so. If there is none, the error wraps a *[nvptx.NotFoundError] that says what to
// install.
func (p *Program) PTX(ctx context.Context, target string) (nvptx.PTX, error) {
	t, err := nvptx.ParseTarget(target)
	if err != nil {
		return nvptx.PTX{}, err
	}
	ptx, warnings, err := p.ptxByAny(ctx, nvptx.EachCompiler(ctx, t), t)
	ptx.Log = strings.Join(append(warnings, ptx.Log), "\n")
	return ptx, err
}

// ptxByAny compiles with the first of several compilers that succeeds. The warnings name those that failed, and why.
func (p *Program) ptxByAny(ctx context.Context, compilers iter.Seq2[nvptx.Compiler, error], target nvptx.Target) (
	ptx nvptx.PTX, warnings []string, err error) {
	var failures []error
	for c, err := range compilers {
		var ptx nvptx.PTX
		if err == nil {
			ptx, err = p.PTXBy(ctx, c, target)
		}
		if err == nil {
			for _, failed := range failures {
				warnings = append(warnings, fmt.Sprintf("compiled by %s, since another compiler failed: %v", c.Name(), failed))
			}
			return ptx, warnings, nil
		}
		failures = append(failures, err)
		if !nvptx.CompilerFailed(err) {
			break
		}
	}
	return nvptx.PTX{}, nil, errors.Join(failures...)
}

// PTXBy compiles the program with a given compiler, in the dialect of LLVM IR that the compiler reads. If packages
// delay or holdaddresses make the compiler's code faster, they change the program first. An operation for which the
// target has no instruction is an error at its line of the source, which wraps a *[nvptx.TargetError]. The PTX version
// is the first that has all instructions, unless the target names one.
func (p *Program) PTXBy(ctx context.Context, compiler nvptx.Compiler, target nvptx.Target) (nvptx.PTX, error) {
	pointers, read := llvmir.Typed, compiler.Pointers(target)
	if !read.Has(nvptx.TypedPointers) && !read.Has(nvptx.OpaquePointers) {
		return nvptx.PTX{}, fmt.Errorf("%s cannot compile for %s", compiler.Name(), target)
	}
	// LLVM 15 and later read typed pointers, but not the typed form of arguments that are passed by value (byval).
	if !read.Has(nvptx.TypedPointers) || read.Has(nvptx.OpaquePointers) && llvmir.PassesByValue(p.module) {
		pointers = llvmir.Opaque
	}
	asked := target.PTX
	options := llvmir.Options{Pointers: pointers, LineInfo: p.LineInfo, SM: target.SM,
		Visit: func(instruction string) error {
			if need := nvptx.NeedsPTX(instruction); asked.IsZero() && target.Version().Less(need) {
				target.PTX = need
			}
			return target.CheckInstruction(instruction)
		}}
	var text []byte
	err := p.checking(func() (err error) {
		text, err = llvmir.Text(p.moduleFor(compiler), options)
		return err
	})
	if err != nil {
		return nvptx.PTX{}, err
	}
	return compiler.Compile(ctx, text, target)
}

// moduleFor returns the module, or a changed copy from which the compiler makes faster code.
func (p *Program) moduleFor(compiler nvptx.Compiler) *ir.Operation {
	products := delay.HasProducts(p.module)
	if !compiler.Staged() && !products {
		return p.module
	}
	module := ir.NewBuilder(p.module.Context()).Arena().Clone(p.module, &ir.Mapping{})
	if compiler.Staged() {
		delay.PastStores(module)
	} else {
		delay.PastStoresOfProducts(module)
	}
	if products && compiler.Recomputes() {
		holdaddresses.Hold(module)
	}
	return module
}

// Cubin compiles the program to machine code. It needs ptxas in addition to a compiler.
func (p *Program) Cubin(ctx context.Context, target string) (nvptx.Cubin, error) {
	ptx, err := p.PTX(ctx, target)
	if err != nil {
		return nvptx.Cubin{}, err
	}
	assembler, err := nvptx.FindPTXAS(ctx)
	if err != nil {
		return nvptx.Cubin{}, err
	}
	return assembler.Assemble(ctx, ptx)
}
