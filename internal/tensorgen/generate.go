// Package tensorgen generates random programs of primitives, and arguments for them, for tests that compare executors.
// Start at [Generate].
package tensorgen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// generator generates functions of primitives: chains of elementwise primitives on a few shapes, reductions whose
// results are broadcast again, conversions, constants, and primitives that cannot be in regions.
type generator struct {
	*rand.Rand
	ctx     *ir.Context
	b       *ir.Builder
	values  []*ir.Value
	dynamic bool // the first dimension has an unknown size
	rows    int64
}

// dtypes are all element types of tensors.
func dtypes(ctx *ir.Context) []ir.Type {
	u := func(w uint32) ir.Type { return ctx.IntegerType(w, ir.Unsigned) }
	return []ir.Type{ctx.I(1), ctx.I(8), ctx.I(16), ctx.I(32), ctx.I(64), u(8), u(16), u(32), u(64), ctx.F16(),
		ctx.Float("bf16"), ctx.Float("f8E4M3FN"), ctx.Float("f8E5M2"), ctx.F32(), ctx.F64(), ctx.ComplexType(ctx.F16()),
		ctx.ComplexType(ctx.F32()), ctx.ComplexType(ctx.F64())}
}

// functions are the elementwise primitives, with their numbers of operands.
func functions(operands int) (list []*ir.OpDef) {
	for _, def := range prim.Dialect.Ops {
		for _, i := range def.Interfaces {
			if _, ok := i.(prim.Dtype); ok && len(def.Operands) == operands {
				list = append(list, def)
			}
		}
	}
	return list
}

var unary, binary = functions(1), functions(2)

// Generate returns a module with a function @f, and arguments for it.
func Generate(ctx *ir.Context, seed uint64) (module *ir.Operation, args []*tensors.Tensor) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 18)), ctx: ctx, dynamic: seed%3 == 0}
	g.rows = 1 + g.Int64N(40)
	if seed%16 == 0 {
		g.rows *= 200 // for several blocks and workers
	}
	elem := pick(g, dtypes(ctx))
	if g.IntN(2) == 0 {
		elem = ctx.F32()
	}
	full := []int64{g.rows, 1 + g.Int64N(9), 1 + g.Int64N(30)}
	full = full[:1+g.IntN(3)]
	shapes := [][]int64{full, full, full[len(full)-1:], {}}
	var types []ir.Type
	for i, shape := range shapes {
		x, err := tensors.New(ctx.F64(), ints(shape)...).To(elem)
		if err == nil {
			x, err = g.data(elem, shape)
		}
		if err != nil {
			panic(fmt.Sprintf("tensorgen: arguments are of types that tensors have, but not %s: %v", elem, err))
		}
		args = append(args, x)
		static := slices.Clone(shape)
		if g.dynamic && i < 2 {
			static[0] = ir.Dynamic
		}
		types = append(types, ctx.TensorType(static, elem, nil))
	}
	g.b = ir.NewBuilder(ctx)
	module = builtin.NewModule(g.b, "").Operation
	g.b.AtEnd(module.Region(0).Entry())
	f := fn.NewFunc(g.b, "f", ctx.FunctionType(types, nil))
	g.b.AtEnd(f.Entry())
	g.values = append(g.values, f.Entry().Args()...)
	for range 4 + g.IntN(40) {
		g.step()
	}
	var results []*ir.Value
	var to []ir.Type
	for i, v := range g.values {
		if !v.HasUses() && v.DefiningOp() != nil || i%7 == 5 {
			results, to = append(results, v), append(to, v.Type())
		}
	}
	fn.NewReturn(g.b, results...)
	f.SetAttr("function_type", ctx.TypeAttr(ctx.FunctionType(types, to)))
	return module, args
}

// data returns numbers. Most are small, some are integers, and a few are not finite.
func (g *generator) data(elem ir.Type, shape []int64) (*tensors.Tensor, error) {
	list := make([]float64, prim.Numel(shape))
	for i := range list {
		switch g.IntN(12) {
		case 0:
			list[i] = float64(g.IntN(5) - 2)
		case 1:
			list[i] = math.Ldexp(g.Float64(), g.IntN(12))
		default:
			list[i] = 4*g.Float64() - 2
		}
		if prim.DtypeOf(elem) == prim.Int && list[i] == 0 {
			list[i] = 3
		}
		if g.IntN(200) == 0 {
			list[i] = pick(g, []float64{math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1)})
		}
	}
	x, err := tensors.Of(g.ctx.F64(), list, ints(shape)...)
	if err != nil {
		return nil, err
	}
	return x.To(elem)
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

func ints(list []int64) (out []int) {
	for _, v := range list {
		out = append(out, int(v))
	}
	return out
}

func tensorOf(v *ir.Value) prim.Tensor {
	t, _ := prim.TensorOf(v.Type())
	return t
}

// apply adds a primitive, if it is defined for the operands.
func (g *generator) apply(def *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) {
	if results, err := prim.Apply(g.b, def, operands, attrs...); err == nil {
		g.values = append(g.values, results...)
	}
}

func (g *generator) make(def *ir.OpDef, t ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) {
	if v, err := prim.Make(g.b, def, t, operands, attrs...); err == nil {
		g.values = append(g.values, v)
	}
}

// recent prefers the latest values.
func (g *generator) recent() *ir.Value {
	return g.values[len(g.values)-1-min(g.IntN(len(g.values)), g.IntN(len(g.values)))]
}

// like returns a value of x's type.
func (g *generator) like(x *ir.Value) *ir.Value {
	y := x
	for _, v := range g.values {
		if v.Type() == x.Type() && g.IntN(2) == 0 {
			y = v
		}
	}
	return y
}

// step adds a primitive, or none.
func (g *generator) step() {
	x := g.recent()
	t := tensorOf(x)
	switch g.IntN(14) {
	case 0, 1:
		g.apply(pick(g, unary), []*ir.Value{x})
	case 2, 3, 4, 5:
		g.apply(pick(g, binary), []*ir.Value{x, g.like(x)})
	case 6:
		number := any(g.Float64() * 3)
		if k := prim.DtypeOf(t.Elem); k == prim.Int || k == prim.Bool {
			number = g.Int64N(4) + 1
		}
		g.apply(&prim.Fill, []*ir.Value{x}, prim.Attr(g.ctx, "value", number))
	case 7:
		g.make(&prim.ConvertElementType, g.ctx.TensorType(t.Shape, pick(g, dtypes(g.ctx)), nil), []*ir.Value{x})
	case 8:
		g.choose(x)
	case 9, 10:
		g.reduce(x)
	case 11, 12:
		g.broadcast(x)
	default:
		g.apart(x)
	}
}

func (g *generator) choose(x *ir.Value) {
	for _, pred := range g.values {
		p := tensorOf(pred)
		if prim.DtypeOf(p.Elem) == prim.Bool && slices.Equal(p.Shape, tensorOf(x).Shape) {
			g.apply(&prim.Where, []*ir.Value{pred, x, g.like(x)})
		}
	}
}

// reduce reduces dimensions, most often the last one.
func (g *generator) reduce(x *ir.Value) {
	rank := tensorOf(x).Rank()
	if rank == 0 {
		return
	}
	from := g.IntN(rank)
	var dims []int
	for d := from; d < rank; d++ {
		dims = append(dims, d)
	}
	if g.IntN(5) == 0 {
		dims = []int{g.IntN(rank)}
	}
	attrs := []ir.NamedAttr{prim.IntsAttr(g.ctx, "dims", dims)}
	def := pick(g, []*ir.OpDef{&prim.AMax, &prim.AMin, &prim.Prod, &prim.Sum, &prim.XorSum, &prim.Var})
	if def == &prim.Var {
		attrs = append(attrs, prim.Attr(g.ctx, "correction", float64(g.IntN(2))))
	}
	g.apply(def, []*ir.Value{x}, attrs...)
	if v := g.values[len(g.values)-1]; g.IntN(2) == 0 && v.DefiningOp() != nil && tensorOf(v).Rank() < rank {
		for i := range dims {
			dims[i] = rank - len(dims) + i
		}
		g.apply(&prim.ExpandDims, []*ir.Value{v}, prim.IntsAttr(g.ctx, "dims", dims))
	}
}

// broadcast gives x the shape of another value.
func (g *generator) broadcast(x *ir.Value) {
	like := pick(g, g.values)
	from, to := tensorOf(x), tensorOf(like)
	n := from.Rank()
	if n > to.Rank() {
		return
	}
	front := to.Rank() - n
	if g.IntN(2) == 0 {
		front = 0
	}
	dims := make([]int, n)
	for i := range dims {
		dims[i] = front + i
	}
	operands := []*ir.Value{x}
	for d, size := range to.Shape {
		if size == ir.Dynamic {
			operands = append(operands, g.b.Build(&prim.Size, []*ir.Value{like}, prim.IntAttr(g.ctx, "dim", d)).Result(0))
		}
	}
	for i, size := range from.Shape {
		if size != 1 && size != to.Shape[front+i] {
			return
		}
	}
	g.make(&prim.BroadcastInDim, g.ctx.TensorType(to.Shape, from.Elem, nil), operands, prim.IntsAttr(g.ctx, "dims", dims))
}

// apart adds a primitive that cannot be in a region.
func (g *generator) apart(x *ir.Value) {
	rank := tensorOf(x).Rank()
	if rank == 0 {
		return
	}
	switch g.IntN(5) {
	case 0:
		g.apply(&prim.Transpose, []*ir.Value{x}, prim.IntsAttr(g.ctx, "perm", g.Perm(rank)))
	case 1:
		g.apply(&prim.CumSum, []*ir.Value{x}, prim.IntAttr(g.ctx, "dim", g.IntN(rank)))
	case 2:
		g.apply(&prim.Rev, []*ir.Value{x}, prim.IntsAttr(g.ctx, "dims", []int{g.IntN(rank)}))
	case 3:
		g.apply(&prim.Sort, []*ir.Value{x}, prim.IntAttr(g.ctx, "dim", rank-1))
	default:
		letters := "ijk"[:rank]
		g.apply(&prim.Dot, []*ir.Value{x, x}, ir.NamedAttr{Name: "equation",
			Value: g.ctx.StringAttr(fmt.Sprintf("%s,%s->%s", letters, letters, letters[:rank-1]))})
	}
}
