package main

import (
	"cmp"
	"math"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// Lower translates a parsed file into a verified module of dialect tile. Dialect tile checks what the language does not
// check itself, such as whether two blocks have the same size. Its errors point into the source, like our own, because
// every operation has the location of its source text.
func Lower(ctx *ir.Context, src *ir.Source, file *File) (*girih.Module, error) {
	b := ir.NewBuilder(ctx)
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	for _, k := range file.Kernels {
		l := &lowering{b: tile.NewBuilder(b.AtEnd(module.Body())), src: src, names: map[string]binding{}}
		l.kernel(k)
		if err := cmp.Or(l.err, l.b.Err()); err != nil {
			return nil, err
		}
	}
	return girih.FromOperation(module.Operation)
}

// lowering builds one kernel. As in the parser, failure is sticky: after an error, neither this type nor the builder
// builds anything more.
type lowering struct {
	b     *tile.Builder
	src   *ir.Source
	names map[string]binding
	err   error
}

// binding is the meaning of a name: a value or an array.
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

// at returns the builder for operations whose source text is at an offset.
func (l *lowering) at(pos int) *tile.Builder {
	l.b.SetLoc(l.loc(pos))
	return l.b
}

// elementTypes are the types of elements that parameters may have.
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
	entry := tile.NewKernel(l.at(k.Name.Pos).Builder, k.Name.Text, types...).Entry()
	l.b.AtEnd(entry)
	for i, p := range k.Params {
		l.define(p.Name, binding{value: entry.Arg(i), array: p.Array})
	}
	for _, s := range k.Body {
		l.stmt(s)
	}
	l.at(k.End).Return()
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
		if l.err == nil {
			l.at(s.Target.Array.Pos).Store(addresses, value, mask)
		}
	}
}

// Operators and functions with the operations that they become. A reduction combines the elements of a block by an
// operation.
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
	reductions = map[string]tile.Combiner{"sum": tile.Sum, "min": tile.Minimum, "max": tile.Maximum}
)

func (l *lowering) expr(e Expr) *ir.Value {
	if l.err != nil {
		return nil
	}
	switch e := e.(type) {
	case *Int:
		return l.at(e.Pos).Int(e.Value)
	case *Float:
		return l.at(e.Pos).Float(e.Value)
	case *Bool:
		return l.at(e.Pos).Bool(e.Value)
	case Name:
		return l.use(e)
	case *Range:
		return l.block(e)
	case *Unary:
		return l.unary(e)
	case *Binary:
		x, y := l.expr(e.X), l.expr(e.Y)
		if l.err != nil {
			return nil
		}
		if predicate, ok := comparisons[e.Op]; ok {
			return l.at(e.Pos).Cmp(predicate, x, y)
		}
		return l.at(e.Pos).Binary(operators[e.Op], x, y)
	case *Access:
		addresses, mask := l.addresses(e)
		var other *ir.Value
		if e.Other != nil {
			other = l.expr(e.Other)
		}
		if l.err != nil {
			return nil
		}
		return l.at(e.Array.Pos).Load(addresses, mask, other)
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
	k := l.at(r.Pos)
	if r.From == 0 {
		return k.Iota(n)
	}
	return k.Add(k.Iota(n), k.Int(r.From))
}

func infinity(pos int) Expr { return &Float{Pos: pos, Value: math.Inf(1)} }

// unary builds a unary operator. A negative number becomes a literal, which can still take on the type of its other
// operand.
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
	if l.err != nil {
		return nil
	}
	k := l.at(e.Pos)
	if e.Op == "!" {
		return k.XOr(x, k.Bool(true))
	}
	return k.Neg(x)
}

// addresses builds the addresses of an access and its mask. The mask is nil if the access has none.
func (l *lowering) addresses(a *Access) (ptr, mask *ir.Value) {
	b, ok := l.names[a.Array.Text]
	if !ok || !b.array {
		return l.fail(a.Array.Pos, "'%s' is not an array", a.Array.Text), nil
	}
	index := l.expr(a.Index)
	if l.err != nil {
		return nil, nil
	}
	ptr = l.at(a.Index.Offset()).AddPtr(b.value, index)
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
	unary := functions[name]
	reduction, reduces := reductions[name]
	switch n := len(args); {
	case n == 1 && unary != nil:
		return l.at(pos).Unary(unary, args[0])
	case n == 1 && reduces:
		return l.reduce(c, reduction, args[0])
	case n == 2 && name == "min":
		return l.at(pos).Min(args[0], args[1])
	case n == 2 && name == "max":
		return l.at(pos).Max(args[0], args[1])
	case n == 3 && name == "where":
		return l.at(pos).Where(args[0], args[1], args[2])
	}
	return l.fail(pos, "there is no function '%s' of %d arguments", name, len(args))
}

// grid builds the index of the running program along an axis of the grid, or the number of programs along it.
func (l *lowering) grid(c *Call) *ir.Value {
	if len(c.Args) != 1 {
		return l.fail(c.Function.Pos, "'%s' takes the axis of the grid", c.Function.Text)
	}
	axis, ok := c.Args[0].(*Int)
	if !ok || axis.Value < 0 || axis.Value >= tile.GridAxes {
		return l.fail(c.Args[0].Offset(), "an axis of the grid is a number less than %d", tile.GridAxes)
	}
	if c.Function.Text == "programs" {
		return l.at(c.Function.Pos).NumPrograms(int(axis.Value))
	}
	return l.at(c.Function.Pos).ProgramID(int(axis.Value))
}

func (l *lowering) reduce(c *Call, by tile.Combiner, block *ir.Value) *ir.Value {
	if l.b.Err() != nil {
		return nil
	}
	if _, ok := block.Type().(*ir.TensorType); !ok {
		return l.fail(c.Args[0].Offset(), "'%s' of one argument takes a block", c.Function.Text)
	}
	return l.at(c.Function.Pos).Reduce(block, 0, by)
}
