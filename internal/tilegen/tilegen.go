// Package tilegen generates random tile programs at the loosely typed level, for tests that compare the results of a
// program before and after it is transformed, or in two executors. The programs are valid, but may divide by zero or
// store undefined values. Start at [Generate]; operations.go chooses operations.
package tilegen

import (
	"math/rand/v2"

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

// Generator makes random loosely typed kernels. A kernel's parameters are an input and an output pointer for each
// element type.
type Generator struct {
	*tile.Builder
	Elems   []ir.Type
	Pool    []*ir.Value // values that operations may use
	Outputs int         // number of stored values

	rand    *rand.Rand
	entry   *ir.Block
	numbers []*ir.Value // literals computed from others

	functions int // number of functions
}

// Generate returns a module with the kernel that fill creates.
func Generate(semantics promotion.Semantics, seed uint64, fill func(g *Generator)) *ir.Operation {
	ctx := registry.NewContext()
	b := ir.NewBuilder(ctx)
	g := &Generator{Builder: tile.NewBuilder(b), rand: rand.New(rand.NewPCG(seed, 1)), Elems: Elements(ctx)}
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, semantics))
	var params []ir.Type
	for range 2 {
		for _, t := range g.Elems {
			params = append(params, tile.Ptr(ctx, t))
		}
	}
	b.AtEnd(module.Body())
	k := tile.NewKernel(b, "k", params...)
	g.entry = k.Entry()
	b.AtEnd(g.entry)
	fill(g)
	tile.NewReturn(b)
	return module.Operation
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

// addresses returns pointers to consecutive elements from an offset on, in a shape.
func (g *Generator) addresses(ptr *ir.Value, offset int, shape []int64) *ir.Value {
	b := g.Builder.Builder
	ptr = g.AddPtr(ptr, tile.LiteralInt(b, int64(offset)))
	if len(shape) == 0 {
		return ptr
	}
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	at := tile.NewIota(b, n)
	if len(shape) > 1 {
		at = tile.NewReshape(b, at, shape...)
	}
	return g.AddPtr(ptr, at)
}

// shapes are sets of shapes that can be broadcast to each other. In all but the first, threads have several elements.
var shapes = [][][]int64{
	{nil, {8}, {1}, {4, 8}, {4, 1}, {1, 8}},
	{nil, {16}, {1}, {16, 16}, {16, 1}, {1, 16}},
	{nil, {Size}, {1}},
}

// Input loads the first elements of the input of a type, in a shape, and adds them to the pool.
func (g *Generator) Input(elem int, shape []int64) {
	g.Pool = append(g.Pool, g.Load(g.addresses(g.entry.Arg(elem), 0, shape), nil, nil))
}

// Output stores a value and adds it to the pool, unless broadcasting made it too large.
func (g *Generator) Output(v *ir.Value) {
	if t, ok := v.Type().(*ir.TensorType); ok {
		if n, _ := ir.NumElements(t); n > Size {
			return
		}
	}
	g.Pool = append(g.Pool, v)
	for i, t := range g.Elems {
		if t == ir.ElementOrSelf(v.Type()) {
			shape := []int64(nil)
			if tensor, ok := v.Type().(*ir.TensorType); ok {
				shape = tensor.Shape()
			}
			g.Store(g.addresses(g.entry.Arg(len(g.Elems)+i), Size*g.Outputs, shape), v, nil)
		}
	}
	g.Outputs++
}
