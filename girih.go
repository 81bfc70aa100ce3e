// Package girih compiles tile programs, array programs over blocks of elements in the manner of Triton and cuTile, for
// GPUs, and runs them without one.
//
// It is the facade for the common case: [Parse] textual IR (or wrap what builders made with [FromOperation]),
// [Module.Lower] it to a level, [Module.Execute] a kernel on host arrays. Whoever needs more, such as own dialects, own
// passes or single pipelines, uses the packages directly: ir and ir/text for the IR, dialects/tile for its kernels, pass
// and rewrite for transformations, lowering for those there are, backend/interp for execution.
package girih

import (
	"context"
	"errors"
	"fmt"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/lowering/strict/broadcast"
	"github.com/girih-ir/girih/lowering/strict/promote"
	"github.com/girih-ir/girih/lowering/strict/tilearith"
	"github.com/girih-ir/girih/lowering/strict/views"
	"github.com/girih-ir/girih/lowering/transforms/nestedfors"
	"github.com/girih-ir/girih/pass"
)

// ErrModule is wrapped when something is no module.
var ErrModule = errors.New("not a module")

// Module is a verified module of tile programs.
type Module struct{ op *ir.Operation }

// NewContext returns a context with every dialect of this project loaded, for building IR.
func NewContext() *ir.Context { return registry.NewContext() }

// Parse reads and verifies a module. name stands for the source in locations. The error wraps *ir.Diagnostic values.
func Parse(name string, source []byte) (*Module, error) { return ParseIn(NewContext(), name, source) }

// ParseIn is Parse in a given context, which has the dialects that the module uses.
func ParseIn(ctx *ir.Context, name string, source []byte) (*Module, error) {
	op, err := text.Parse(ctx, &ir.Source{Name: name, Text: source}, text.ParseOptions{})
	if err != nil {
		return nil, err
	}
	return FromOperation(op)
}

// FromOperation verifies a builtin.module that was built or parsed otherwise. The module keeps it.
func FromOperation(op *ir.Operation) (*Module, error) {
	if _, ok := builtin.AsModule(op); !ok {
		return nil, fmt.Errorf("%w: '%s'", ErrModule, op.Name())
	}
	if err := verify(op); err != nil {
		return nil, err
	}
	return &Module{op: op}, nil
}

// verify joins everything that verification reports.
func verify(op *ir.Operation) error {
	var errs []error
	err := ir.Verify(op, func(d *ir.Diagnostic) { errs = append(errs, d) })
	if err == nil || len(errs) > 0 {
		return errors.Join(errs...)
	}
	return err
}

// Operation returns the module's operation.
func (m *Module) Operation() *ir.Operation { return m.op }

// Kernels returns the names of the module's kernels, tile programs or programs of threads, in their order.
func (m *Module) Kernels() (names []string) {
	for op := range m.op.Region(0).Entry().Ops() {
		if _, ok := tile.AsKernel(op); ok || nvvm.IsKernel(op) {
			names = append(names, ir.SymbolNameOf(op))
		}
	}
	return names
}

// String returns the module's text.
func (m *Module) String() string { return string(text.Print(m.op, text.Options{})) }

// Level is a stage of compilation.
type Level uint8

const (
	// Loose is what front ends emit: operands of operations may differ in element type and shape.
	Loose Level = iota
	// Strict has every conversion and broadcast explicit; arithmetic is arith and math on signless types. Parallel loops have
	// become nests of scf.for.
	Strict
	// Layouts has pointers instead of arrays (package lowering/strict/views says what becomes of the arguments), and a layout on
	// every tensor that says which of 128 threads holds which elements.
	Layouts
)

// Lower transforms the module to a level; one that is there already stays as it is, but for dead operations.
func (m *Module) Lower(ctx context.Context, to Level) error {
	p := pass.NewPipeline(builtin.ModuleOp.Name)
	if to >= Strict {
		p.Steps = nests()
		p.Add(promote.Pass, broadcast.Pass, tilearith.Pass)
	}
	if to >= Layouts {
		p.Add(views.Pass, assign.Pass)
	}
	return p.Run(ctx, m.op, pass.RunOptions{Verify: true})
}

// nests are the passes that make parallel loops nests of scf.for.
func nests() []pass.Step {
	return []pass.Step{{Pass: nestedfors.ForallPass},
		{Pass: nestedfors.ParallelPass, Options: &nestedfors.Options{Reductions: true}}}
}

// Execute runs a kernel over a grid of programs on host arrays, at whatever level the module is; see [interp.Run].
func (m *Module) Execute(ctx context.Context, kernel string, grid interp.Grid, args ...any) error {
	return interp.Run(ctx, m.op, kernel, grid, args...)
}
