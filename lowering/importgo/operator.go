package importgo

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

func (i *importer) unary(e *ast.UnaryExpr) *value {
	x := i.expr(e.X)
	i.at(e)
	if x.con != nil && e.Op != token.AND && e.Op != token.ARROW {
		if _, float := i.element(x.typ).(*ir.FloatType); float {
			return &value{typ: x.typ, con: constant.UnaryOp(e.Op, x.con, 0)}
		}
		if x.con.Kind() == constant.Bool {
			return &value{typ: x.typ, con: constant.UnaryOp(e.Op, x.con, 0)}
		}
		return i.wrapped(x.typ, constant.UnaryOp(e.Op, constant.ToInt(x.con), 0))
	}
	switch e.Op {
	case token.ADD:
		return x
	case token.SUB:
		return i.map1(&tile.Neg, x)
	case token.XOR, token.NOT:
		return i.map1(&tile.Not, x)
	}
	i.fail(e, "a kernel has no operator %s", e.Op)
	return nil
}

// map1 applies an elementwise operation.
func (i *importer) map1(def *ir.OpDef, x *value, o ...*option) *value {
	v := i.check(tile.Unary(i.b, def, i.tensor(x)))
	setRounding(v, i.ctx, o)
	return &value{typ: x.typ, v: v, axes: x.axes}
}

// map2 applies an elementwise operation to two values. The result has type t.
func (i *importer) map2(def *ir.OpDef, x, y *value, t types.Type, o ...*option) *value {
	axes := union(x.axes, y.axes)
	v := i.check(tile.Binary(i.b, def, i.aligned(x, axes), i.aligned(y, axes)))
	setRounding(v, i.ctx, o)
	return &value{typ: t, v: v, axes: axes}
}

func (i *importer) compare(predicate tile.Predicate, x, y *value, t types.Type) *value {
	axes := union(x.axes, y.axes)
	return &value{typ: t, axes: axes, v: i.check(tile.NewCmp(i.b, predicate, i.aligned(x, axes), i.aligned(y, axes)))}
}

func (i *importer) binaryExpr(e *ast.BinaryExpr) *value {
	x := i.expr(e.X)
	t := i.subst(i.pkg.info.TypeOf(e))
	if (e.Op == token.LAND || e.Op == token.LOR) && x.con != nil {
		if constant.BoolVal(x.con) == (e.Op == token.LOR) {
			return x
		}
		return i.expr(e.Y)
	}
	if (e.Op == token.LAND || e.Op == token.LOR) && len(x.axes) == 0 && i.mayFail(e.Y) {
		return i.shortCircuit(e, x)
	}
	y := i.expr(e.Y)
	i.at(e)
	return i.binary(e.Op, x, y, t)
}

// mayFail reports whether an expression must not be evaluated if the left operand of && or || decides: it divides, or
// calls a function.
func (i *importer) mayFail(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || n.Op == token.QUO || n.Op == token.REM
		case *ast.CallExpr:
			found = found || !i.pkg.info.Types[n.Fun].IsType()
		}
		return !found
	})
	return found
}

// shortCircuit computes the right operand of && or || only if the left one does not decide.
func (i *importer) shortCircuit(e *ast.BinaryExpr, x *value) *value {
	decided := arith.NewInt(i.b, i.ctx.I(1), map[bool]int64{true: 1}[e.Op == token.LOR])
	right := func(b *ir.Builder) []*ir.Value {
		y := i.within(b, func() *value { return i.expr(e.Y) })
		if len(y.axes) > 0 {
			i.fail(e.Y, "the right operand of %s has a tile where the left one is a scalar: compute it before", e.Op)
		}
		return []*ir.Value{i.within(b, func() *value { return &value{v: i.tensor(y)} }).v}
	}
	left := func(b *ir.Builder) []*ir.Value { return []*ir.Value{decided} }
	then, otherwise := right, left
	if e.Op == token.LOR {
		then, otherwise = left, right
	}
	out := i.ifOp(i.tensor(x), []ir.Type{i.ctx.I(1)}, then, otherwise)
	return &value{typ: x.typ, v: out.Result(0)}
}

// within calls f with another builder.
func (i *importer) within(b *ir.Builder, f func() *value) *value {
	outer := i.b
	i.b = b
	defer func() { i.b = outer }()
	b.SetLoc(i.location(i.pos))
	return f()
}

// ifOp creates an scf.if, and then fills its branches. The branches must be in the module when they are filled, since
// loosely typed operations look for the semantics in enclosing operations.
func (i *importer) ifOp(condition *ir.Value, types []ir.Type, then,
	otherwise func(b *ir.Builder) []*ir.Value) *ir.Operation {
	st := i.b.State(&scf.IfOp)
	st.Operands, st.Types = []*ir.Value{condition}, types
	for range 2 {
		r := &ir.Region{}
		r.AppendNew()
		st.Regions = append(st.Regions, r)
	}
	op := i.b.Create(st)
	for n, fill := range []func(b *ir.Builder) []*ir.Value{then, otherwise} {
		b := i.b.Inside(op.Region(n).Entry())
		b.SetLoc(i.location(i.pos))
		scf.NewYield(b, fill(b)...)
	}
	return op
}

var one = constant.MakeInt64(1)

// binary translates an operator on two values; t is the type of the result.
func (i *importer) binary(op token.Token, x, y *value, t types.Type) *value {
	if x.fields != nil || y.fields != nil {
		i.failHere("structs have no operator %s in a kernel: use their fields", op)
	}
	if out := i.fold(op, x, y, t); out != nil {
		return out
	}
	if op == token.MUL && y.con != nil && y.con.Kind() == constant.Int && constant.Compare(y.con, token.EQL, one) {
		return x
	}
	if predicate, ok := predicates[op]; ok {
		return i.compare(predicate, x, y, t)
	}
	switch op {
	case token.LAND:
		return i.both(x, y)
	case token.LOR:
		return i.either(x, y)
	case token.SHL, token.SHR:
		return i.shift(op, x, y, t)
	case token.AND_NOT:
		return i.map2(&tile.And, x, i.map1(&tile.Not, y), t)
	}
	if op == token.ADD {
		for _, sum := range [][2]*value{{x, y}, {y, x}} {
			if out := i.accumulate(sum[0], sum[1]); out != nil {
				return out
			}
		}
	}
	operators := integerOperators
	if isFloat(i.element(t)) {
		operators = floatOperators
	}
	out := i.map2(operators[op], x, y, t)
	i.follow(op, x, y, out)
	if op == token.QUO && isFloat(i.element(t)) {
		setRounding(out.v, i.ctx, i.frame.approximations(i.element(t) == i.ctx.F32(), "Full"))
	}
	return out
}

// follow records facts about the result of an operation, which blockOf uses: a sum may be start + the numbers of an
// axis, and a product may be a constant multiple of a scalar.
func (i *importer) follow(op token.Token, x, y, out *value) {
	if op == token.MUL && len(out.axes) == 0 {
		for _, f := range [][2]*value{{x, y}, {y, x}} {
			if f[1].con != nil && f[0].con == nil && i.element(out.typ) == i.ctx.I(32) {
				out.factor = f[0]
				out.scale, _ = constant.Int64Val(f[1].con)
			}
		}
	}
	switch {
	case x.along != nil && len(x.axes) == 1 && len(y.axes) == 0 && (op == token.ADD || op == token.SUB):
	case y.along != nil && len(y.axes) == 1 && len(x.axes) == 0 && op == token.ADD:
		x, y = y, x
	default:
		return
	}
	if i.element(x.typ) != i.ctx.I(32) {
		return
	}
	out.along, out.start = x.along, y
	switch {
	case x.start != nil:
		out.start = i.binary(op, x.start, y, x.typ)
	case op == token.SUB:
		out.start = i.binary(token.SUB, constantInt(x.typ, 0), y, x.typ)
	}
}

// shift translates Go's shift operators, for which the count may exceed the width.
func (i *importer) shift(op token.Token, x, y *value, t types.Type) *value {
	elem := i.element(t).(*ir.IntegerType)
	def := &tile.Shl
	if op == token.SHR {
		def = &tile.Shr
	}
	if y.con != nil {
		if n, ok := constant.Uint64Val(constant.ToInt(y.con)); !ok || n >= uint64(elem.Width) {
			return i.shiftedOut(op, x, t)
		}
		return i.map2(def, x, &value{typ: t, con: y.con}, t)
	}
	inside := i.compare(tile.LT, y, constantInt(y.typ, int64(elem.Width)), types.Typ[types.Bool])
	count := i.convert(y, t)
	safe := i.where(inside, count, constantInt(t, 0))
	return i.where(inside, i.map2(def, x, safe, t), i.shiftedOut(op, x, t))
}

// shiftedOut returns the result of a shift by at least the width: 0, or for signed right shifts the sign.
func (i *importer) shiftedOut(op token.Token, x *value, t types.Type) *value {
	elem := i.element(t)
	if op == token.SHR && !isUnsigned(elem) {
		return i.map2(&tile.Shr, x, constantInt(t, int64(ir.BitWidth(elem)-1)), t)
	}
	return constantInt(t, 0)
}
