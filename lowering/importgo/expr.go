package importgo

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// expr translates an expression.
func (i *importer) expr(e ast.Expr) *value {
	i.at(e)
	if tv := i.pkg.info.Types[e]; tv.Value != nil {
		return &value{typ: i.subst(tv.Type), con: tv.Value}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return i.expr(e.X)
	case *ast.Ident:
		return i.use(e, i.pkg.info.Uses[e])
	case *ast.SelectorExpr:
		return i.selector(e)
	case *ast.BinaryExpr:
		return i.binaryExpr(e)
	case *ast.UnaryExpr:
		return i.unary(e)
	case *ast.CallExpr:
		return i.call(e)
	case *ast.FuncLit:
		return &value{typ: i.pkg.info.TypeOf(e), fn: &closure{literal: e, frame: i.frame}}
	case *ast.IndexExpr:
		return i.expr(e.X) // the instantiation of a generic function
	case *ast.IndexListExpr:
		return i.expr(e.X)
	case *ast.CompositeLit:
		return i.structLiteral(e)
	}
	i.fail(e, "a kernel cannot have this expression: %s", describe(e))
	return nil
}

// describe returns the explanation of the error for an expression that kernels cannot have.
func describe(e ast.Expr) string {
	switch e.(type) {
	case *ast.SliceExpr:
		return "there are no slices; index the array with a Range"
	case *ast.StarExpr:
		return "there are no pointers but kernel.Pointer"
	case *ast.TypeAssertExpr:
		return "there are no interfaces"
	}
	return "it has numbers, tiles, structs and functions"
}

func (i *importer) use(e *ast.Ident, object types.Object) *value {
	switch object := object.(type) {
	case *types.Var:
		if v := i.lookup(object); v != nil {
			return v
		}
		if isLanguage(object) {
			return languageVariable(object.Name(), object.Type())
		}
		i.fail(e, "%s is a variable of the package: a kernel gets its data as parameters, or as constants", e.Name)
	case *types.Func:
		return &value{typ: object.Type(), fn: &closure{function: object.Origin(), instance: i.pkg.info.Instances[e]}}
	case *types.Nil:
		i.fail(e, "a kernel has no nil")
	}
	i.fail(e, "%s cannot stand here", e.Name)
	return nil
}

// lookup returns the value of a variable; nil if the function does not have it.
func (i *importer) lookup(object *types.Var) *value { return i.frame.vars[object] }

func isLanguage(o types.Object) bool { return o.Pkg() != nil && o.Pkg().Path() == languagePath }

func (i *importer) selector(e *ast.SelectorExpr) *value {
	selection := i.pkg.info.Selections[e]
	if selection == nil { // e is a qualified identifier, such as kernel.Range
		return i.use(e.Sel, i.pkg.info.Uses[e.Sel])
	}
	x := i.expr(e.X)
	switch selection.Kind() {
	case types.FieldVal:
		for _, n := range selection.Index() {
			if x.fields == nil {
				i.fail(e, "%s has no fields in a kernel", i.typeName(x.typ))
			}
			x = x.fields[n]
		}
		return x
	case types.MethodVal:
		f := selection.Obj().(*types.Func).Origin()
		return &value{typ: f.Type(), fn: &closure{function: f, receiver: x}}
	}
	i.fail(e, "a kernel cannot use a method without its receiver")
	return nil
}

func (i *importer) structLiteral(e *ast.CompositeLit) *value {
	t := i.subst(i.pkg.info.TypeOf(e))
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		i.fail(e, "a kernel has no %s: its only composite values are structs", i.typeName(t))
	}
	out := i.zero(t)
	for n, element := range e.Elts {
		field := n
		if kv, ok := element.(*ast.KeyValueExpr); ok {
			element = kv.Value
			for f := range s.NumFields() {
				if s.Field(f).Name() == kv.Key.(*ast.Ident).Name {
					field = f
				}
			}
		}
		out.fields[field] = i.expr(element)
	}
	return out
}

// zero returns the zero value of a type.
func (i *importer) zero(t types.Type) *value {
	t = i.subst(t)
	if s, ok := t.Underlying().(*types.Struct); ok {
		if name, _ := languageType(t); name != "" {
			i.failHere("a kernel cannot make a %s", name)
		}
		out := &value{typ: t, fields: []*value{}}
		for f := range s.Fields() {
			out.fields = append(out.fields, i.zero(f.Type()))
		}
		return out
	}
	if e := i.element(t); ir.IsInt(e, 1) {
		return &value{typ: t, con: constant.MakeBool(false)}
	}
	return constantInt(t, 0)
}

// where selects between two values, element by element.
func (i *importer) where(c, x, y *value) *value {
	if x.fields != nil {
		out := &value{typ: x.typ, fields: make([]*value, len(x.fields))}
		for n := range x.fields {
			out.fields[n] = i.where(c, x.fields[n], y.fields[n])
		}
		return out
	}
	if c.con != nil {
		if constant.BoolVal(c.con) {
			return x
		}
		return y
	}
	axes := union(c.axes, union(x.axes, y.axes))
	v, err := tile.NewWhere(i.b, i.aligned(c, axes), i.aligned(x, axes), i.aligned(y, axes))
	return &value{typ: x.typ, v: i.check(v, err), axes: axes}
}

var (
	floatOperators = map[token.Token]*ir.OpDef{
		token.ADD: &tile.Add, token.SUB: &tile.Sub, token.MUL: &tile.Mul, token.QUO: &tile.Div,
	}
	integerOperators = map[token.Token]*ir.OpDef{
		token.ADD: &tile.Add, token.SUB: &tile.Sub, token.MUL: &tile.Mul, token.QUO: &tile.TruncDiv, token.REM: &tile.Rem,
		token.AND: &tile.And, token.OR: &tile.Or, token.XOR: &tile.XOr,
	}
	predicates = map[token.Token]tile.Predicate{
		token.EQL: tile.EQ, token.NEQ: tile.NE, token.LSS: tile.LT, token.LEQ: tile.LE, token.GTR: tile.GT,
		token.GEQ: tile.GE,
	}
)

// convert translates the conversion T(x).
func (i *importer) convert(x *value, t types.Type) *value {
	t = i.subst(t)
	if x.fields != nil {
		return &value{typ: t, fields: x.fields}
	}
	if x.con != nil {
		if out := i.convertConstant(x, t); out != nil {
			return out
		}
	}
	from, to := i.element(x.typ), i.element(t)
	if x.special != nil && isFloat(to) {
		return &value{typ: t, special: x.special}
	}
	if from == to {
		return &value{typ: t, v: i.tensor(x), axes: x.axes, along: x.along, start: x.start}
	}
	return &value{typ: t, v: i.cast(i.tensor(x), to), axes: x.axes}
}

// languageVariable returns the value of a variable of package kernel: an infinity, NaN, or an option without a value.
func languageVariable(name string, t types.Type) *value {
	switch name {
	case "Inf", "NegInf", "NaN":
		f := map[string]float64{"Inf": math.Inf(1), "NegInf": math.Inf(-1), "NaN": math.NaN()}[name]
		return &value{typ: t, special: &f}
	}
	return &value{typ: t, option: &option{name: name}}
}
