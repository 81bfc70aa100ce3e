package girih

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"github.com/girih-ir/girih/backend/cache"
	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// ErrResources is wrapped by the error for a kernel that needs more resources than a block may have on the target.
var ErrResources = errors.New("the kernel needs more than the target has")

// ErrSerialized is wrapped when ptxas reports that it serialized asynchronous instructions, such as wgmma: the code
// would be correct, but several times slower.
var ErrSerialized = errors.New("ptxas does not run asynchronous instructions side by side")

// Assembling says whether a build makes machine code.
type Assembling uint8

const (
	// IfInstalled makes machine code where ptxas is installed; elsewhere the GPU's driver assembles the PTX when it is
	// loaded.
	IfInstalled Assembling = iota
	// Never stops at PTX.
	Never
	// Always fails where no ptxas is installed.
	Always
)

// BuildOptions change how a program becomes code.
type BuildOptions struct {
	// Target is the GPU architecture, such as "sm_90a" or, with a PTX version, "sm_90+ptx80".
	Target string
	// Compiler turns LLVM IR into PTX; nil stands for the best one on the machine or, if that fails, the next, with a
	// warning.
	Compiler nvptx.Compiler
	// Tools are what [FindTools] found, for many builds; nil looks for them each time.
	Tools    *Tools
	Assemble Assembling
	// Cache keeps what is compiled; nil for none.
	Cache *cache.Cache
}

// Build is compiled code, with the manifest that launchers need.
type Build struct {
	PTX      nvptx.PTX
	Cubin    []byte // nil where there is no machine code
	Manifest *manifest.Manifest
	// Warnings are about kernels that run slower than they should, and what to do about it; and about compilers that
	// failed where another one did not.
	Warnings []string
}

// Image returns the code to load: machine code if there is some, PTX otherwise.
func (b *Build) Image() []byte {
	if b.Cubin != nil {
		return b.Cubin
	}
	return b.PTX.Text
}

// Load loads the code into a context of a GPU, for kernels to be launched.
func (b *Build) Load(c *cuda.Context) (*cuda.Program, error) {
	return c.LoadProgram(b.Image(), b.Manifest, cuda.JITOptions{LineInfo: true})
}

// Build compiles the program to code. Errors about what the target cannot do are located in the source and wrap
// *[nvptx.TargetError], [ErrResources] or [ErrSerialized]; a missing compiler is a *[nvptx.NotFoundError].
func (p *Program) Build(ctx context.Context, o BuildOptions) (*Build, error) {
	target, err := nvptx.ParseTarget(o.Target)
	if err != nil {
		return nil, err
	}
	b := new(Build)
	if b.Manifest, err = p.Manifest(); err != nil {
		return nil, err
	}
	if err := p.checkShared(b.Manifest, target); err != nil {
		return nil, err
	}
	ptxas, err := o.ptxas(ctx)
	if err != nil {
		return nil, err
	}
	var ahead *nvptx.Ahead
	if ptxas != nil {
		ahead = ptxas.Ahead()
		defer ahead.Close()
	}
	if b.PTX, b.Warnings, err = p.ptxByAny(ctx, o.compilers(ctx, target, ahead), target); err != nil {
		return nil, err
	}
	b.Manifest.Target, b.Manifest.PTXVersion = target.Arch(), b.PTX.Target.Version().String()
	b.Manifest.Compiler = b.PTX.Compiler
	if ahead == nil {
		return b, nil
	}
	if err := b.assemble(ctx, ahead, ptxas.Name(), o.Cache, p.checkLosses); err != nil {
		return nil, err
	}
	return b, nil
}

// Tools are the preferred compiler and the assembler of a machine.
type Tools struct {
	compiler nvptx.Compiler
	ptxas    *nvptx.PTXAS
	missing  error // why there is no assembler
}

// FindTools finds what compiles for a target, as [Program.Build] does. A search starts programs to ask for their
// versions, which takes as long as compiling a small kernel.
func FindTools(ctx context.Context, target string) (*Tools, error) {
	parsed, err := nvptx.ParseTarget(target)
	if err != nil {
		return nil, err
	}
	t := new(Tools)
	if t.compiler, err = nvptx.FindCompiler(ctx, parsed); err != nil {
		return nil, err
	}
	t.ptxas, t.missing = nvptx.FindPTXAS(ctx)
	return t, ctx.Err()
}

// compilers yields the compilers to try, with the cache. An assembler that is not nil starts when one of them begins.
func (o *BuildOptions) compilers(ctx context.Context, target nvptx.Target, ahead *nvptx.Ahead) iter.Seq2[nvptx.Compiler,
	error] {
	first := o.Compiler
	if first == nil && o.Tools != nil {
		first = o.Tools.compiler
	}
	return func(yield func(nvptx.Compiler, error) bool) {
		one := func(c nvptx.Compiler, err error) bool {
			if err == nil && ahead != nil {
				c = ahead.During(c)
			}
			if err == nil {
				c = nvptx.Cached(c, o.Cache)
			}
			return yield(c, err)
		}
		if first != nil && !one(first, nil) || o.Compiler != nil {
			return
		}
		for c, err := range nvptx.EachCompiler(ctx, target) {
			if (err != nil || c != first) && !one(c, err) {
				return
			}
		}
	}
}

// ptxas returns the assembler to use, or nil if the build ends with PTX.
func (o *BuildOptions) ptxas(ctx context.Context) (found *nvptx.PTXAS, err error) {
	switch {
	case o.Assemble == Never:
		return nil, nil
	case o.Tools != nil:
		found, err = o.Tools.ptxas, o.Tools.missing
	default:
		found, err = nvptx.FindPTXAS(ctx)
	}
	var missing *nvptx.NotFoundError
	if o.Assemble == IfInstalled && errors.As(err, &missing) {
		return nil, nil
	}
	return found, err
}

// assemble makes machine code and takes over what the assembler reports.
func (b *Build) assemble(ctx context.Context, ahead *nvptx.Ahead, name string, kept *cache.Cache,
	check func(nvptx.Report) error) error {
	cubin, err := ahead.AssembleCached(ctx, b.PTX, kept)
	if err != nil {
		return err
	}
	if err := check(cubin.Report); err != nil {
		return err
	}
	b.Cubin = cubin.Image
	b.Manifest.Compiler += ", " + name
	for _, r := range cubin.Report.Functions {
		k, err := b.Manifest.Kernel(r.Function)
		if err != nil {
			continue // a function that kernels call
		}
		k.Resources = &manifest.Resources{Registers: r.Registers, SpillStores: r.SpillStores, SpillLoads: r.SpillLoads,
			Stack: r.Stack, Shared: r.Shared}
		if r.Spills() {
			b.Warnings = append(b.Warnings, spillWarning(k, b.PTX.Target))
		}
	}
	b.Warnings = append(b.Warnings, cubin.Report.Warnings...)
	return nil
}

// spillWarning says why registers were spilled, and what would need fewer.
func spillWarning(k *manifest.Kernel, target nvptx.Target) string {
	r, threads := k.Resources, k.Threads()
	text := fmt.Sprintf("kernel %s spills registers: %d per thread are not enough, and %d bytes of stores and %d "+
		"of loads per "+
		"thread go to local memory", k.Entry, r.Registers, r.SpillStores, r.SpillLoads)
	limits, ok := target.Limits()
	if !ok || threads == 0 {
		return text
	}
	most := target.MaxRegisters(int(threads))
	text += fmt.Sprintf("; a thread of %d in a block can have %d", threads, most)
	if 2*int(threads) <= limits.ThreadsPerBlock && target.MaxRegisters(2*int(threads)) > most/2 {
		return text + fmt.Sprintf(": with %d warps each thread holds half as much of every tile; smaller tiles need "+
			"fewer too", 1<<bits.Len(uint(threads/32))) // copying warps besides are not asked for
	}
	return text + ": smaller tiles need fewer"
}

// checkShared reports a kernel with more shared memory than a block of the target can have.
func (p *Program) checkShared(m *manifest.Manifest, target nvptx.Target) error {
	limits, ok := target.Limits()
	if !ok {
		return nil
	}
	for i := range m.Kernels {
		k := &m.Kernels[i]
		need := int(k.SharedMemory + k.DynamicSharedMemory)
		if need <= limits.SharedPerBlock {
			continue
		}
		err := fmt.Errorf("%w: kernel %s uses %d bytes of shared memory, a block on %s can have %d: use smaller tiles "+
			"or fewer "+
			"stages, by a factor of %.2f at least%s", ErrResources, k.Entry, need, target.Arch(), limits.SharedPerBlock,
			float64(need)/float64(limits.SharedPerBlock), roomier(need))
		if op := p.kernel(k.Entry); op != nil {
			return op.Errorf("%w", err)
		}
		return err
	}
	return nil
}

// roomier names the targets on which a block can have so many bytes of shared memory.
func roomier(bytes int) string {
	var names []string
	for _, t := range nvptx.TargetsWithShared(bytes) {
		names = append(names, t.Arch())
	}
	if names == nil {
		return "; no target has that much"
	}
	return "; " + strings.Join(names, ", ") + " have enough"
}

// checkLosses reports a kernel whose asynchronous instructions the assembler does not run as they are written.
func (p *Program) checkLosses(r nvptx.Report) error {
	losses := r.Losses()
	if len(losses) == 0 {
		return nil
	}
	first := losses[0]
	err := fmt.Errorf("%w: %s (%s): smaller tiles or more warps need fewer registers, and llc 22 or a newer ptxas may "+
		"do better", ErrSerialized, first.Text, first.Code)
	if op := p.kernel(first.Function); op != nil {
		return op.Errorf("%w", err)
	}
	return err
}

// kernel returns the function of an entry point.
func (p *Program) kernel(entry string) *ir.Operation {
	for op := range p.module.Region(0).Entry().Ops() {
		if nvvm.IsKernel(op) && ir.SymbolNameOf(op) == entry {
			return op
		}
	}
	return nil
}
