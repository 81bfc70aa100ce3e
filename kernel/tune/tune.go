// Package tune chooses configurations of kernels: sizes of tiles, numbers of warps and other parameters that a kernel
// declares in its comments ([Space]). [Rank] compiles every configuration without a GPU, and orders them by a model of
// the launch time. The first one is the choice if there are no measurements. [Search] measures the best few on a device
// and returns the winner. [Winners] keeps winners in a text file, for builds on machines without a GPU.
//
// The results of a winner have the same bits as those of the first declared configuration, unless the caller allows
// other bits. So results do not depend on tuning.
//
// It is for kernels that declare a space. The compiler decides everything else, such as layouts and stages of
// pipelines, separately for each configuration.
package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/workload"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/registers"
	"github.com/girih-ir/girih/lowering/pipeline"
)

// Problem is a use of a kernel for which a configuration is chosen.
type Problem struct {
	Kernel string // its name; may be "" if the source has only one
	Target string // such as "sm_90a"
	Shapes Shapes // of arrays, and of the arrays that pointers point to, by parameter
	// Integers has the values of integer parameters, and assumed values of single elements of arrays, such as a length
	// that a program loads. The model knows no others.
	Integers map[string]int64
	// Fixed has parameters of the space that the search must not change, such as warps.
	Fixed Configuration
	// Options are the compiler's options besides the target and the number of warps.
	Options girih.CompileOptions
}

// Candidate is a configuration that compiles.
type Candidate struct {
	Configuration Configuration
	Text          string // of the configuration
	Grid          [3]int64
	Options       girih.CompileOptions
	Estimate      Estimate
	order         int // position in the declaration
}

// Refused is a configuration that does not compile, with the reason.
type Refused struct {
	Configuration Configuration
	Text          string
	Err           error
}

// Ranking is the configurations of a space for a problem.
type Ranking struct {
	Candidates []*Candidate // ordered by estimated time
	Refused    []Refused    // in the order of the declaration
	Machine    costs.Machine
}

// ErrNone is wrapped if no configuration of a space compiles.
var ErrNone = errors.New("no configuration compiles")

// Rank compiles all configurations of a source as far as the model needs, several in parallel, and orders them by their
// estimates. The order depends only on the source and the problem. The error wraps [ErrNone] if every configuration is
// refused.
func Rank(ctx context.Context, s Source, p Problem) (*Ranking, error) {
	options, err := girih.OptionsFor(p.Target)
	if err != nil {
		return nil, err
	}
	p.Options.SM, p.Options.ArchSpecific = options.SM, options.ArchSpecific
	p.Options.SharedMemory = options.SharedMemory
	all, err := s.Space().With(p.Fixed)
	if err != nil {
		return nil, err
	}
	r := &Ranking{Machine: costs.MachineOf(options.SM)}
	candidates, failures := make([]*Candidate, len(all)), make([]error, len(all))
	inParallel(len(all), func(i int) {
		candidates[i], failures[i] = examine(ctx, s, p, r.Machine, all[i])
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, c := range candidates {
		if failures[i] != nil {
			r.Refused = append(r.Refused, Refused{all[i], s.Space().Text(all[i]), failures[i]})
			continue
		}
		c.order = i
		r.Candidates = append(r.Candidates, c)
	}
	if r.Candidates == nil {
		return r, fmt.Errorf("%w: %w", ErrNone, r.Refused[0].Err)
	}
	slices.SortStableFunc(r.Candidates, func(a, b *Candidate) int {
		return cmp.Compare(a.Estimate.Seconds, b.Estimate.Seconds)
	})
	return r, nil
}

// inParallel calls f for the numbers below n, as many at once as there are processors, and waits for all calls.
func inParallel(n int, f func(i int)) {
	var wait sync.WaitGroup
	turn := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		wait.Add(1)
		turn <- struct{}{}
		go func() {
			defer func() { <-turn; wait.Done() }()
			f(i)
		}()
	}
	wait.Wait()
}

// examine compiles one configuration, and estimates its time.
func examine(ctx context.Context, s Source, p Problem, m costs.Machine, c Configuration) (*Candidate, error) {
	out := &Candidate{Configuration: c, Text: s.Space().Text(c), Options: p.Options}
	out.Options.NumWarps, out.Options.Blocks, out.Options.Parts = c[Warps], c[Blocks], c[Parts]
	var err error
	if out.Grid, err = s.Space().GridOf(c, p.Shapes); err != nil {
		return nil, err
	}
	module, err := s.Module(c)
	if err != nil {
		return nil, err
	}
	kernel := p.Kernel
	if names := module.Kernels(); kernel == "" && len(names) == 1 {
		kernel = names[0]
	}
	e := estimator{machine: m, grid: out.Grid, parts: int64(max(1, c[Parts]))}
	if e.needs, err = needs(ctx, module, kernel, out.Options); err != nil {
		return nil, err
	}
	parameters := module.Parameters(kernel)
	e.launch = launchOf(parameters, p, out.Grid)
	if err := module.Run(ctx, pipeline.New(pipeline.Strict, out.Options)); err != nil {
		return nil, err
	}
	var ok bool
	if e.kernel, ok = tile.AsKernel(ir.LookupSymbol(module.Operation(), kernel)); !ok {
		return nil, fmt.Errorf("there is no kernel %q", kernel)
	}
	e.groups = out.Options.SM == 90 && out.Options.ArchSpecific
	out.Estimate, err = e.estimate()
	return out, err
}

// launchOf returns what the model knows about the arguments.
func launchOf(parameters []manifest.Parameter, p Problem, grid [3]int64) workload.Launch {
	l := workload.Launch{Grid: grid}
	for _, q := range parameters {
		a := workload.Arg{Shape: p.Shapes[q.Name]}
		if n, ok := p.Integers[q.Name]; ok {
			a.Int = &n
		}
		l.Args = append(l.Args, a)
	}
	return l
}

// resources are the resources that a block needs.
type resources struct {
	threads, warps, registers, shared int64
}

// needs compiles copies of a module, and returns the resources of a block of the kernel.
func needs(ctx context.Context, m *girih.Module, kernel string, o girih.CompileOptions) (r resources, err error) {
	program, err := m.Clone().Compile(ctx, o)
	if err != nil {
		return r, err
	}
	described, err := program.Manifest()
	if err != nil {
		return r, err
	}
	entry, err := described.Kernel(kernel)
	if err != nil {
		return r, err
	}
	assigned := m.Clone()
	if err := assigned.Run(ctx, pipeline.New(pipeline.Layouts, o)); err != nil {
		return r, err
	}
	k, ok := tile.AsKernel(ir.LookupSymbol(assigned.Operation(), kernel))
	if !ok {
		return r, fmt.Errorf("the text has kernels %v: name one, not %q", m.Kernels(), kernel)
	}
	point, err := registers.Estimate(k)
	return resources{entry.Threads(), int64(o.NumWarps), point.Registers,
		entry.SharedMemory + entry.DynamicSharedMemory}, err
}
