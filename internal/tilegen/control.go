package tilegen

import (
	"fmt"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// control adds an operation with regions, or a call, that uses a value.
func (g *Generator) control() *ir.Value {
	v := g.Pool[g.rand.IntN(len(g.Pool))]
	switch g.rand.IntN(5) {
	case 0:
		return g.branch(v)
	case 1:
		return g.loop(v)
	case 2:
		return g.while(v)
	case 3:
		return g.call(v)
	}
	return g.mapped(v)
}

// step combines two values of one type to a value of that type. If promotion refuses, it returns the first one.
func (g *Generator) step(x, y *ir.Value) *ir.Value {
	b := g.Builder.Builder
	steps := []*ir.OpDef{&tile.Max, &tile.Min, &tile.Add, &tile.XOr}
	out, err := tile.Binary(b, steps[g.rand.IntN(len(steps))], x, y)
	if err != nil || ir.IsFloat(ir.ElementOrSelf(out.Type())) && !ir.IsFloat(ir.ElementOrSelf(x.Type())) {
		return x // the conversion of a float that is too large for an integer is undefined
	}
	return tile.Convert(b, out, ir.ElementOrSelf(x.Type()))
}

// truth returns a bool that depends on a value; for a tensor, on its first element.
func (g *Generator) truth(v *ir.Value) *ir.Value {
	b := g.Builder.Builder
	if t, ok := v.Type().(*ir.TensorType); ok {
		v = tile.NewExtract(b, v, nil, g.zeros(len(t.Shape()))...)
	}
	return tile.Convert(b, v, b.Context().I(1))
}

func (g *Generator) i32(n int) *ir.Value {
	b := g.Builder.Builder
	return tile.Convert(b, tile.LiteralInt(b, int64(n)), b.Context().I(32))
}

// regions adds an operation with regions of one block each, whose arguments have some types. The meaning of loosely
// typed operations depends on the operations around them, so the blocks are filled after the operation was created.
func (g *Generator) regions(def *ir.OpDef, operands []*ir.Value, results []ir.Type, takes ...[]ir.Type) *ir.Operation {
	b := g.Builder.Builder
	st := b.State(def)
	st.Operands, st.Types = append(st.Operands, operands...), append(st.Types, results...)
	for range takes {
		st.Regions = append(st.Regions, &ir.Region{})
	}
	op := b.Create(st)
	for i, types := range takes {
		block := op.Region(i).AppendNew()
		for _, t := range types {
			block.AddArg(b.Context(), t, b.Loc())
		}
	}
	return op
}

// fill adds operations, and a terminator that passes on their result, to a region.
func (g *Generator) fill(op *ir.Operation, region int, end *ir.OpDef, body func(args []*ir.Value) []*ir.Value) {
	b := g.Builder.Builder
	at := *b
	b.AtEnd(op.Region(region).Entry())
	st := b.State(end)
	st.Operands = append(st.Operands, body(op.Region(region).Entry().Args())...)
	b.Create(st)
	*b = at
}

func (g *Generator) branch(v *ir.Value) *ir.Value {
	return g.choice(g.truth(g.Pool[g.rand.IntN(len(g.Pool))]), v, g.turned(v))
}

// choice combines two values, or takes the second, depending on a condition.
func (g *Generator) choice(condition, x, y *ir.Value) *ir.Value {
	op := g.regions(&scf.IfOp, []*ir.Value{condition}, []ir.Type{x.Type()}, nil, nil)
	g.fill(op, 0, &scf.Yield, func([]*ir.Value) []*ir.Value { return []*ir.Value{g.step(x, y)} })
	g.fill(op, 1, &scf.Yield, func([]*ir.Value) []*ir.Value { return []*ir.Value{y} })
	return op.Result(0)
}

// turned is a reversed tensor, so that threads exchange elements.
func (g *Generator) turned(v *ir.Value) *ir.Value {
	if _, ok := v.Type().(*ir.TensorType); !ok {
		return v
	}
	return tile.NewFlip(g.Builder.Builder, v, 0)
}

func (g *Generator) loop(v *ir.Value) *ir.Value {
	from, to, by := g.i32(0), g.i32(g.rand.IntN(4)), g.i32(1)
	types := []ir.Type{v.Type()}
	op := g.regions(&scf.ForOp, []*ir.Value{from, to, by, v}, types, []ir.Type{from.Type(), v.Type()})
	g.fill(op, 0, &scf.Yield, func(args []*ir.Value) []*ir.Value { return []*ir.Value{g.step(g.turned(args[1]), v)} })
	return op.Result(0)
}

func (g *Generator) while(v *ir.Value) *ir.Value {
	b := g.Builder.Builder
	count, limit, one := g.i32(0), g.i32(g.rand.IntN(4)), g.i32(1)
	types := []ir.Type{v.Type(), count.Type()}
	op := g.regions(&scf.WhileOp, []*ir.Value{v, count}, types, types, types)
	g.fill(op, 0, &scf.Condition, func(args []*ir.Value) []*ir.Value {
		more, _ := tile.NewCmp(b, tile.LT, args[1], limit)
		return []*ir.Value{more, g.step(args[0], v), args[1]}
	})
	g.fill(op, 1, &scf.Yield, func(args []*ir.Value) []*ir.Value {
		next, _ := tile.Binary(b, &tile.Add, args[1], one)
		return []*ir.Value{g.turned(args[0]), next}
	})
	return op.Result(0)
}

// call adds a function, which may be marked as not to be inlined, and a call of it.
func (g *Generator) call(v *ir.Value) *ir.Value {
	b := g.Builder.Builder
	at := *b
	b.Before(g.entry.ParentOp())
	f := fn.NewFunc(b, fmt.Sprintf("f%d", g.functions),
		b.Context().FunctionType([]ir.Type{v.Type(), v.Type()}, []ir.Type{v.Type()}))
	g.functions++
	f.SetAttr(ir.SymbolVisibility, b.Context().StringAttr("private"))
	if g.rand.IntN(2) == 0 {
		f.SetAttr("no_inline", b.Context().Unit())
	}
	b.AtEnd(f.Entry())
	fn.NewReturn(b, g.step(g.turned(f.Entry().Arg(0)), f.Entry().Arg(1)))
	*b = at
	return fn.NewCall(b, f, v, g.turned(v)).Result(0)
}

// mapped applies a region to the elements of a tensor, in which threads take different paths.
func (g *Generator) mapped(v *ir.Value) *ir.Value {
	t, ok := v.Type().(*ir.TensorType)
	if !ok {
		return g.branch(v)
	}
	elem := t.ElementType()
	op := g.regions(&tile.Map, []*ir.Value{v, g.turned(v)}, []ir.Type{v.Type()}, []ir.Type{elem, elem})
	g.fill(op, 0, &tile.Yield, func(args []*ir.Value) []*ir.Value {
		return []*ir.Value{g.choice(tile.Convert(g.Builder.Builder, args[1], g.Builder.Context().I(1)), args[0], args[1])}
	})
	return op.Result(0)
}

// updated stores a value, combines it atomically with another, and returns the old value.
func (g *Generator) updated() *ir.Value {
	b := g.Builder.Builder
	v := g.Pool[g.rand.IntN(len(g.Pool))]
	elem := ir.ElementOrSelf(v.Type())
	kinds := atomicKinds(elem)
	if len(kinds) == 0 || g.Outputs+2 > Values {
		return v
	}
	for i, t := range g.Elems {
		if t != elem {
			continue
		}
		var shape []int64
		if tensor, ok := v.Type().(*ir.TensorType); ok {
			shape = tensor.Shape()
		}
		at := g.addresses(g.entry.Arg(len(g.Elems)+i), Size*g.Outputs, shape)
		g.Store(at, v, nil)
		b.Build(&tile.Barrier, nil)
		g.Outputs++
		order := tile.MemoryOrder(g.rand.IntN(int(tile.AcqRel) + 1))
		scope := tile.Scope(g.rand.IntN(int(tile.ScopeSystem) + 1))
		if kind := kinds[g.rand.IntN(len(kinds)+1)%len(kinds)]; g.rand.IntN(4) > 0 {
			return tile.NewAtomicRMW(b, kind, order, scope, at, g.turned(v), nil)
		}
		return tile.NewAtomicCAS(b, order, scope, at, v, g.turned(v))
	}
	return v
}

// atomicKinds are the atomic operations of hardware on elements of a type; none if it has none.
func atomicKinds(elem ir.Type) []tile.AtomicKind {
	switch width := ir.BitWidth(elem); {
	case ir.IsFloat(elem) && width >= 32:
		return []tile.AtomicKind{tile.AtomicAdd, tile.AtomicMax, tile.AtomicMin, tile.AtomicXchg}
	case ir.IsFloat(elem) && width == 16:
		return []tile.AtomicKind{tile.AtomicAdd}
	case !ir.IsFloat(elem) && width >= 32:
		return []tile.AtomicKind{tile.AtomicAdd, tile.AtomicMax, tile.AtomicMin, tile.AtomicAnd, tile.AtomicOr,
			tile.AtomicXOr, tile.AtomicXchg}
	}
	return nil
}
