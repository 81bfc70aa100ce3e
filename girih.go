// Package girih compiles tile programs, array programs over blocks of elements in the manner of Triton and cuTile, for
// GPUs, and runs them without one.
//
// It is the facade for the common case: [Parse] textual IR (or wrap what builders made with [FromOperation]),
// [Module.Lower] it to a level, [Module.Execute] a kernel on host arrays. For more, such as your own dialects, passes
// or pipelines, use the packages directly: ir and ir/text for the IR, dialects/tile for kernels, pass and rewrite to
// write transformations, lowering for the existing ones, backend/interp for execution.
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
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

// ErrModule is wrapped by errors about operations that are not a builtin.module.
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

// FromOperation verifies a builtin.module that was built or parsed by other means. The module takes it over.
func FromOperation(op *ir.Operation) (*Module, error) {
	if op == nil {
		return nil, fmt.Errorf("%w: there is no operation", ErrModule)
	}
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

// Clone returns a copy of the module in the same context. Compiling changes a module, so compile a copy if you still
// need the original.
func (m *Module) Clone() *Module {
	return &Module{op: ir.NewBuilder(m.op.Context()).Arena().Clone(m.op, &ir.Mapping{})}
}

// String returns the module's text.
func (m *Module) String() string { return string(text.Print(m.op, text.Options{})) }

// Level is a stage of compilation.
type Level = pipeline.Level

// The levels, as package pipeline describes them.
const (
	Loose   = pipeline.Loose
	Strict  = pipeline.Strict
	Layouts = pipeline.Layouts
)

// Lower transforms the module to a level, as [Module.Compile] does on its way with default options.
func (m *Module) Lower(ctx context.Context, to Level) error {
	return m.Run(ctx, pipeline.New(to, CompileOptions{}))
}

// Run runs a pipeline over the module, such as one that [pipeline.New] returns, and verifies what each pass leaves.
func (m *Module) Run(ctx context.Context, p *pass.Pipeline) error {
	return p.Run(ctx, m.op, pass.RunOptions{Verify: true})
}

// Execute runs a kernel over a grid of programs on host arrays, at whatever level the module is; see [interp.Run].
func (m *Module) Execute(ctx context.Context, kernel string, grid interp.Grid, args ...any) error {
	return interp.Run(ctx, m.op, kernel, grid, args...)
}
