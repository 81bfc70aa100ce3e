// Package tilegen generates random tile programs at the loosely typed level, for tests that compare the results of a
// program before and after it is transformed, or in two executors. The programs are valid, but may divide by zero or
// store undefined values. Start at [Generate]; operations.go chooses operations.
package tilegen

import (
	"math/rand/v2"
	"slices"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// Elements are the types that generated programs compute with.
func Elements(ctx *ir.Context) []ir.Type {
	u := func(width uint32) ir.Type { return ctx.IntegerType(width, ir.Unsigned) }
	return []ir.Type{
		ctx.I(1), ctx.I(8), ctx.I(16), ctx.I(32), ctx.I(64), u(8), u(16), u(32), u(64),
		ctx.F16(), ctx.Float("bf16"), ctx.F32(), ctx.F64(), ctx.Float("f8E4M3FN"), ctx.Float("f8E5M2"),
		ctx.Float("tf32"), ctx.Float("f8E8M0FNU"), ctx.Float("f4E2M1FN"),
	}
}

// Every value that a program computes is stored, at multiples of Size elements, so that none is dead. A program has
// Values of them.
const (
	Size   = 256
	Values = 8
)

// Frame is a kernel under construction. Its parameters are an input and an output pointer for each element type.
type Frame struct {
	*tile.Builder
	Elems []ir.Type
	entry *ir.Block
}

// Module returns a module with the kernel @k that fill makes.
func Module(ctx *ir.Context, semantics promotion.Semantics, elems []ir.Type, fill func(f Frame)) *ir.Operation {
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, semantics))
	var params []ir.Type
	for range 2 {
		for _, t := range elems {
			params = append(params, tile.Ptr(ctx, t))
		}
	}
	b.AtEnd(module.Body())
	k := tile.NewKernel(b, "k", params...)
	b.AtEnd(k.Entry())
	fill(Frame{tile.NewBuilder(b), elems, k.Entry()})
	tile.NewReturn(b)
	return module.Operation
}

// Read loads elements of the input of a type, from an offset on, in a shape.
func (f Frame) Read(elem, offset int, shape []int64) *ir.Value {
	return f.Load(f.addresses(f.entry.Arg(elem), offset, shape), nil, nil)
}

// Write stores a value in the output of its type from an offset on, and reports whether there is one.
func (f Frame) Write(v *ir.Value, offset int) bool {
	at := slices.Index(f.Elems, ir.ElementOrSelf(v.Type()))
	if at < 0 {
		return false
	}
	var shape []int64
	if t, ok := v.Type().(*ir.TensorType); ok {
		shape = t.Shape()
	}
	f.Store(f.addresses(f.entry.Arg(len(f.Elems)+at), offset, shape), v, nil)
	return true
}

// addresses returns pointers to consecutive elements from an offset on, in a shape.
func (f Frame) addresses(ptr *ir.Value, offset int, shape []int64) *ir.Value {
	b := f.Builder.Builder
	ptr = f.AddPtr(ptr, tile.LiteralInt(b, int64(offset)))
	if len(shape) == 0 {
		return ptr
	}
	n := ir.Product(shape)
	at := tile.NewIota(b, n)
	if len(shape) > 1 {
		at = tile.NewReshape(b, at, shape...)
	}
	return f.AddPtr(ptr, at)
}

// Generator makes random loosely typed kernels.
type Generator struct {
	Frame
	Pool    []*ir.Value // what operations may use
	Outputs int         // values that are stored

	rand    *rand.Rand
	numbers []*ir.Value // literals that come from others

	functions int // number of functions
}

// Generate returns a module with a kernel whose body fill writes.
func Generate(semantics promotion.Semantics, seed uint64, fill func(g *Generator)) *ir.Operation {
	ctx := registry.NewContext()
	return Module(ctx, semantics, Elements(ctx), func(f Frame) {
		fill(&Generator{Frame: f, rand: rand.New(rand.NewPCG(seed, 1))})
	})
}

// Program adds random operations on random inputs.
func (g *Generator) Program() {
	from := shapes[max(0, g.rand.IntN(12)-9)] // the first one in three of four cases
	for range 3 {
		g.Input(g.rand.IntN(len(g.Elems)), from[g.rand.IntN(len(from))])
	}
	for g.Outputs < Values {
		g.Operation()
	}
}

// shapes are sets of shapes that can be broadcast to each other. In all but the first, threads have several elements.
var shapes = [][][]int64{
	{nil, {8}, {1}, {4, 8}, {4, 1}, {1, 8}},
	{nil, {16}, {1}, {16, 16}, {16, 1}, {1, 16}},
	{nil, {Size}, {1}},
}

// Input loads the first elements of the input of a type, in a shape, for operations to use.
func (g *Generator) Input(elem int, shape []int64) { g.Pool = append(g.Pool, g.Read(elem, 0, shape)) }

// Output stores a value and adds it to the values that operations may use. A value that broadcasting made too large is
// left out.
func (g *Generator) Output(v *ir.Value) {
	if t, ok := v.Type().(*ir.TensorType); ok {
		if n, _ := ir.NumElements(t); n > Size {
			return
		}
	}
	g.Pool = append(g.Pool, v)
	g.Write(v, Size*g.Outputs)
	g.Outputs++
}
