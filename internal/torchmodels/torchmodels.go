// Package torchmodels reads the graphs in benchmarks/torch/graphs and generates their weights from a seed, since the
// files have none. It is for examples and benchmarks; a real model has its weights in a file. Start at [Load].
package torchmodels

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtorch"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/lowering/transforms/dce"
	"github.com/girih-ir/girih/pass"
)

// Model is a graph, lowered to primitives.
type Model struct {
	Function fn.Func
	Context  *ir.Context
	Names    []string         // of the arguments that are weights, as PyTorch calls them; "" for others
	Remarks  []*ir.Diagnostic // about operations that could have been fused; and PyTorch's warnings

	program *tensors.Program
}

// LoadFor reads a graph, which may be compressed, and lowers it to primitives for a target of tensor-fuse: cpu or gpu.
func LoadFor(ctx context.Context, target, file string) (*Model, error) {
	main, err := Import(file)
	if err != nil {
		return nil, err
	}
	return LowerFor(ctx, target, main.Parent(), "main")
}

// Import reads a graph, .json or compressed, as the function main of a module.
func Import(file string) (main fn.Func, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return main, err
	}
	module, err := importtorch.Import(registry.NewContext(), data)
	if err != nil {
		return main, fmt.Errorf("%s: %w", file, err)
	}
	main, ok := fn.AsFunc(ir.LookupSymbol(module, "main"))
	if !ok {
		return main, fmt.Errorf("%s has no function main", file)
	}
	return main, nil
}

// Lower applies passes to a module, lowers its operators to primitives, fuses these, and returns one of its functions.
func Lower(ctx context.Context, module *ir.Operation, name string, passes ...func(p *pass.Pipeline)) (*Model, error) {
	return LowerFor(ctx, "cpu", module, name, passes...)
}

// LowerFor is Lower for a target of tensor-fuse, cpu or gpu.
func LowerFor(ctx context.Context, target string, module *ir.Operation, name string,
	passes ...func(p *pass.Pipeline)) (*Model, error) {
	p := pass.NewPipeline("builtin.module")
	for _, add := range passes {
		add(p)
	}
	p.AddWith(decompose.Pass, &decompose.Options{Strict: true}).Add(promote.Pass, cse.Pass, dce.Pass).
		AddWith(fusion.Pass, &fusion.Options{Target: target, Attention: true})
	if err := ir.Verify(module, nil); err != nil {
		return nil, err
	}
	var remarks []*ir.Diagnostic
	report := func(d *ir.Diagnostic) {
		if d.Severity == ir.Remark || d.Severity == ir.Warning {
			remarks = append(remarks, d)
		}
	}
	if err := p.Run(ctx, module, pass.RunOptions{Verify: true, Report: report}); err != nil {
		return nil, err
	}
	symbol := ir.LookupSymbol(module, name)
	if symbol == nil {
		return nil, module.Errorf("there is no function @%s", name)
	}
	f, ok := fn.AsFunc(symbol)
	if !ok || f.IsDeclaration() {
		return nil, symbol.Errorf("@%s is not a function with a body", name)
	}
	return &Model{Function: f, Context: module.Context(), Names: importtorch.Parameters(f),
		Remarks: remarks, program: tensors.NewProgram(f)}, nil
}

// Shape returns the sizes of an argument.
func (m *Model) Shape(argument int) (shape []int) {
	for _, n := range m.Function.Region(0).Entry().Arg(argument).Type().(*ir.TensorType).Shape() {
		shape = append(shape, int(n))
	}
	return shape
}

// Zeros returns a float32 tensor of zeros with the shape of an argument.
func (m *Model) Zeros(argument int) (*tensors.Tensor, error) {
	shape := m.Shape(argument)
	return tensors.Of(m.Context.F32(), make([]float32, ir.Product(shape)), shape...)
}

// Weight returns a weight as benchmarks/torch/export.py generates it: a hash of each element's index. Weights that
// scale are around 1.
func (m *Model) Weight(argument int) (*tensors.Tensor, error) {
	shape, fan := m.Shape(argument), 1
	if len(shape) > 1 {
		fan = shape[len(shape)-1]
	}
	scale, middle := 2/math.Sqrt(float64(fan)), float32(0)
	if len(shape) == 1 && strings.HasSuffix(m.Names[argument], "weight") {
		scale, middle = 0.2, 1
	}
	return Numbers(m.Context.F32(), argument, scale, middle, shape...)
}

// Numbers returns a tensor of floats around middle, in a range of a given length: a hash of each element's index and a
// seed, as benchmarks/torch/export.py generates it.
func Numbers(elem ir.Type, seed int, scale float64, middle float32, shape ...int) (*tensors.Tensor, error) {
	out := make([]float32, ir.Product(shape))
	for i := range out {
		h := uint32(uint64(i+seed*1000003) * 2654435761)
		h = (h ^ h>>16) * 0x45D9F3B
		h = (h ^ h>>16) & 0xFFFFFF
		out[i] = middle + float32((float64(h)/0x1000000-0.5)*scale)
	}
	return tensors.Of(elem, out, shape...)
}

// Ints returns a tensor of int64.
func (m *Model) Ints(data []int64, shape ...int) (*tensors.Tensor, error) {
	return tensors.Of(m.Context.I(64), data, shape...)
}

// Run calls the function.
func (m *Model) Run(ctx context.Context, args []*tensors.Tensor) ([]*tensors.Tensor, error) {
	return m.program.Run(ctx, args, tensors.Options{})
}
