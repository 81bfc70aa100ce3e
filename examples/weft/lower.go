package main

import (
	"math"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// Lower translates a parsed file into a verified module of dialect tile. What the language does not check itself, such
// as whether two blocks have the same size, tile checks; its errors point into the source as ours do, for every
// operation has the location of the text that it stands for.
func Lower(ctx *ir.Context, src *ir.Source, file *File) (*girih.Module, error) {
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	for _, k := range file.Kernels {
		l := &lowering{b: b.AtEnd(module.Body()), src: src, names: map[string]binding{}}
		if l.kernel(k); l.err != nil {
			return nil, l.err
		}
	}
	return girih.FromOperation(module.Operation)
}

// lowering builds one kernel. As in the parser failure is sticky: after an error nothing is built any more.
type lowering struct {
	b     *ir.Builder
	src   *ir.Source
	names map[string]binding
	err   error
}

// binding is what a name stands for: a value or an array.
type binding struct {
	value *ir.Value
	array bool
	pos   int
}

func (l *lowering) loc(pos int) ir.Location { return location(l.b.Context(), l.src, pos) }

func (l *lowering) fail(pos int, format string, args ...any) *ir.Value {
	if l.err == nil {
		l.err = ir.Errorf(l.loc(pos), format, args...)
	}
	return nil
}

// at builds a value that stands for the text at an offset.
func (l *lowering) at(pos int, create func() (*ir.Value, error)) *ir.Value {
	if l.err != nil {
		return nil
	}
	l.b.SetLoc(l.loc(pos))
	v, err := create()
	if err != nil {
		return l.fail(pos, "%w", err)
	}
	return v
}

// elementTypes are the types that parameters may have.
func elementTypes(ctx *ir.Context) map[string]ir.Type {
	return map[string]ir.Type{
		"i32": ctx.I(32), "i64": ctx.I(64), "f16": ctx.F16(), "f32": ctx.F32(), "f64": ctx.F64(),
	}
}

func (l *lowering) kernel(k *Kernel) {
	ctx := l.b.Context()
	var types []ir.Type
	for _, p := range k.Params {
		t := elementTypes(ctx)[p.Elem.Text]
		if t == nil {
			l.fail(p.Elem.Pos, "'%s' is not a type", p.Elem.Text)
			return
		}
		if p.Array {
			t = tile.Ptr(ctx, t)
		}
		types = append(types, t)
	}
	l.b.SetLoc(l.loc(k.Name.Pos))
	entry := tile.NewKernel(l.b, k.Name.Text, types...).Entry()
	l.b.AtEnd(entry)
	for i, p := range k.Params {
		l.define(p.Name, binding{value: entry.Arg(i), array: p.Array})
	}
	for _, s := range k.Body {
		l.stmt(s)
	}
	l.b.SetLoc(l.loc(k.End))
	tile.NewReturn(l.b)
}

// define gives a name a meaning for the rest of the kernel.
func (l *lowering) define(n Name, what binding) {
	if old, twice := l.names[n.Text]; twice && l.err == nil {
		l.err = ir.Errorf(l.loc(n.Pos), "'%s' is defined twice", n.Text).Note(l.loc(old.pos), "defined here first")
	}
	what.pos = n.Pos
	l.names[n.Text] = what
}

func (l *lowering) stmt(s Stmt) {
	switch s := s.(type) {
	case *Let:
		l.define(s.Name, binding{value: l.expr(s.Value)})
	case *Store:
		addresses, mask := l.addresses(s.Target)
		value := l.expr(s.Value)
		l.at(s.Target.Array.Pos, func() (*ir.Value, error) {
			tile.NewStore(l.b, addresses, value, mask)
			return nil, nil
		})
	}
}

// Operators and functions, by what they become. A reduction combines the elements of a block by an operation.
var (
	operators = map[string]*ir.OpDef{
		"+": &tile.Add, "-": &tile.Sub, "*": &tile.Mul, "/": &tile.Div, "//": &tile.FloorDiv, "%": &tile.Mod,
		"&&": &tile.And, "||": &tile.Or,
	}
	comparisons = map[string]tile.Predicate{
		"==": tile.EQ, "!=": tile.NE, "<": tile.LT, "<=": tile.LE, ">": tile.GT, ">=": tile.GE,
	}
	functions = map[string]*ir.OpDef{
		"abs": &tile.Abs, "exp": &tile.Exp, "log": &tile.Log, "sqrt": &tile.Sqrt, "rsqrt": &tile.RSqrt,
		"sin": &tile.Sin, "cos": &tile.Cos, "tanh": &tile.Tanh, "floor": &tile.Floor, "ceil": &tile.Ceil,
	}
	reductions = map[string]*ir.OpDef{"sum": &tile.Add, "min": &tile.Min, "max": &tile.Max}
)

func (l *lowering) expr(e Expr) *ir.Value {
	if l.err != nil {
		return nil
	}
	switch e := e.(type) {
	case *Int:
		return l.at(e.Pos, func() (*ir.Value, error) { return tile.LiteralInt(l.b, e.Value), nil })
	case *Float:
		return l.at(e.Pos, func() (*ir.Value, error) { return tile.LiteralFloat(l.b, e.Value), nil })
	case *Bool:
		return l.at(e.Pos, func() (*ir.Value, error) { return tile.LiteralBool(l.b, e.Value), nil })
	case Name:
		return l.use(e)
	case *Range:
		return l.block(e)
	case *Unary:
		return l.unary(e)
	case *Binary:
		x, y := l.expr(e.X), l.expr(e.Y)
		return l.at(e.Pos, func() (*ir.Value, error) {
			if predicate, ok := comparisons[e.Op]; ok {
				return tile.NewCmp(l.b, predicate, x, y)
			}
			return tile.Binary(l.b, operators[e.Op], x, y)
		})
	case *Access:
		addresses, mask := l.addresses(e)
		var other *ir.Value
		if e.Other != nil {
			other = l.expr(e.Other)
		}
		return l.at(e.Array.Pos, func() (*ir.Value, error) { return tile.NewLoad(l.b, addresses, mask, other), nil })
	case *Call:
		return l.call(e)
	}
	return l.fail(e.Offset(), "unknown expression %T", e)
}

func (l *lowering) use(n Name) *ir.Value {
	b, ok := l.names[n.Text]
	switch {
	case !ok:
		return l.fail(n.Pos, "'%s' is not defined", n.Text)
	case b.array:
		return l.fail(n.Pos, "'%s' is an array: its elements are %s[...]", n.Text, n.Text)
	}
	return b.value
}

// block builds the integers of a range.
func (l *lowering) block(r *Range) *ir.Value {
	n := r.To - r.From
	if r.To <= r.From || n > tile.MaxElements || n&(n-1) != 0 || r.To > math.MaxInt32 {
		return l.fail(r.Pos, "the number of elements of a range is a power of two up to %d", tile.MaxElements)
	}
	return l.at(r.Pos, func() (*ir.Value, error) {
		v := tile.NewIota(l.b, n)
		if r.From == 0 {
			return v, nil
		}
		return tile.Binary(l.b, &tile.Add, v, tile.LiteralInt(l.b, r.From))
	})
}

func infinity(pos int) Expr { return &Float{Pos: pos, Value: math.Inf(1)} }

// unary negates. A negative number is a literal of its own, which still takes on the type of what it meets.
func (l *lowering) unary(e *Unary) *ir.Value {
	if e.Op == "-" {
		switch x := e.X.(type) {
		case *Int:
			return l.expr(&Int{Pos: e.Pos, Value: -x.Value})
		case *Float:
			return l.expr(&Float{Pos: e.Pos, Value: -x.Value})
		}
	}
	x := l.expr(e.X)
	return l.at(e.Pos, func() (*ir.Value, error) {
		if e.Op == "!" {
			return tile.Binary(l.b, &tile.XOr, x, tile.LiteralBool(l.b, true))
		}
		return tile.Unary(l.b, &tile.Neg, x)
	})
}

// addresses builds the addresses of an access and its mask, nil if it has none.
func (l *lowering) addresses(a *Access) (ptr, mask *ir.Value) {
	b, ok := l.names[a.Array.Text]
	if !ok || !b.array {
		return l.fail(a.Array.Pos, "'%s' is not an array", a.Array.Text), nil
	}
	index := l.expr(a.Index)
	ptr = l.at(a.Index.Offset(), func() (*ir.Value, error) { return tile.NewAddPtr(l.b, b.value, index) })
	if a.Mask != nil {
		mask = l.expr(a.Mask)
	}
	return ptr, mask
}

func (l *lowering) call(c *Call) *ir.Value {
	name, pos := c.Function.Text, c.Function.Pos
	if name == "program" || name == "programs" {
		return l.grid(c)
	}
	var args []*ir.Value
	for _, a := range c.Args {
		args = append(args, l.expr(a))
	}
	if l.err != nil {
		return nil
	}
	unary, reduction := functions[name], reductions[name]
	switch n := len(args); {
	case n == 1 && unary != nil:
		return l.at(pos, func() (*ir.Value, error) { return tile.Unary(l.b, unary, args[0]) })
	case n == 1 && reduction != nil:
		return l.reduce(c, reduction, args[0])
	case n == 2 && (name == "min" || name == "max"):
		return l.at(pos, func() (*ir.Value, error) { return tile.Binary(l.b, reduction, args[0], args[1]) })
	case n == 3 && name == "where":
		return l.at(pos, func() (*ir.Value, error) { return tile.NewWhere(l.b, args[0], args[1], args[2]) })
	}
	return l.fail(pos, "there is no function '%s' of %d arguments", name, len(args))
}

// grid builds the index of the running program along an axis of the grid, or their number.
func (l *lowering) grid(c *Call) *ir.Value {
	if len(c.Args) != 1 {
		return l.fail(c.Function.Pos, "'%s' takes the axis of the grid", c.Function.Text)
	}
	axis, ok := c.Args[0].(*Int)
	if !ok || axis.Value < 0 || axis.Value >= tile.GridAxes {
		return l.fail(c.Args[0].Offset(), "an axis of the grid is a number less than %d", tile.GridAxes)
	}
	return l.at(c.Function.Pos, func() (*ir.Value, error) {
		if c.Function.Text == "programs" {
			return tile.NewNumPrograms(l.b, int(axis.Value)), nil
		}
		return tile.NewProgramID(l.b, int(axis.Value)), nil
	})
}

func (l *lowering) reduce(c *Call, def *ir.OpDef, block *ir.Value) *ir.Value {
	if _, ok := block.Type().(*ir.TensorType); !ok {
		return l.fail(c.Args[0].Offset(), "'%s' of one argument takes a block", c.Function.Text)
	}
	combine := func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
		v, err := tile.Binary(b, def, left[0], right[0])
		return []*ir.Value{v}, err
	}
	return l.at(c.Function.Pos, func() (*ir.Value, error) {
		out, err := tile.NewReduce(l.b, 0, []*ir.Value{block}, combine)
		if err != nil {
			return nil, err
		}
		return out[0], nil
	})
}
